"""A perceptron with two hidden layers from scratch: every parameter an array, every step by hand."""
import numpy as np
import symgraph as mx

nd, autograd = mx.nd, mx.autograd
np.random.seed(2)
mx.random.seed(2)
ctx = mx.cpu()

# ten classes of noisy 8x8 drawings
num_inputs, num_outputs, num_hidden = 64, 10, 48
weight_scale = .1
drawings = np.random.rand(num_outputs, num_inputs) < 0.5

def make(n):
    label = np.random.randint(0, num_outputs, n)
    data = drawings[label] + np.random.normal(0, 1.2, (n, num_inputs))
    return data.astype('float32'), label.astype('float32')

batch_size = 64
train_data = mx.io.NDArrayIter(*make(3840), batch_size=batch_size, shuffle=True)
test_data = mx.io.NDArrayIter(*make(1280), batch_size=batch_size)

W1 = nd.random_normal(shape=(num_inputs, num_hidden), scale=weight_scale, ctx=ctx)
b1 = nd.random_normal(shape=num_hidden, scale=weight_scale, ctx=ctx)
W2 = nd.random_normal(shape=(num_hidden, num_hidden), scale=weight_scale, ctx=ctx)
b2 = nd.random_normal(shape=num_hidden, scale=weight_scale, ctx=ctx)
W3 = nd.random_normal(shape=(num_hidden, num_outputs), scale=weight_scale, ctx=ctx)
b3 = nd.random_normal(shape=num_outputs, scale=weight_scale, ctx=ctx)
params = [W1, b1, W2, b2, W3, b3]
for param in params:
    param.attach_grad()

def relu(X):
    return nd.maximum(X, nd.zeros_like(X))

def softmax_cross_entropy(yhat_linear, y):
    return - nd.nansum(y * nd.log_softmax(yhat_linear), axis=0, exclude=True)

def net(X):
    h1 = relu(nd.dot(X, W1) + b1)
    h2 = relu(nd.dot(h1, W2) + b2)
    return nd.dot(h2, W3) + b3

def SGD(params, lr):
    for param in params:
        param[:] = param - lr * param.grad

def evaluate_accuracy(data_iterator, net):
    numerator = 0.
    denominator = 0.
    data_iterator.reset()
    for batch in data_iterator:
        data = batch.data[0].as_in_context(ctx)
        label = batch.label[0].as_in_context(ctx)
        predictions = nd.argmax(net(data), axis=1)
        numerator += nd.sum(predictions == label)
        denominator += data.shape[0]
    return (numerator / denominator).asscalar()

chance = evaluate_accuracy(test_data, net)
learning_rate = .002
smoothing_constant = .05
niter, moving_loss = 0, 0.
for e in range(6):
    train_data.reset()
    for batch in train_data:
        data = batch.data[0].as_in_context(ctx).reshape((-1, num_inputs))
        label = batch.label[0].as_in_context(ctx)
        label_one_hot = nd.one_hot(label, num_outputs)
        with autograd.record():
            output = net(data)
            loss = softmax_cross_entropy(output, label_one_hot)
        loss.backward()
        SGD(params, learning_rate)
        # a moving average of the loss, corrected for its bias
        niter += 1
        curr_loss = nd.mean(loss).asscalar()
        moving_loss = (curr_loss if niter == 1 else
                       (1 - smoothing_constant) * moving_loss + smoothing_constant * curr_loss)
    print("Epoch %s. Loss: %s, Train_acc %s, Test_acc %s" % (
        e, moving_loss, evaluate_accuracy(train_data, net), evaluate_accuracy(test_data, net)))
assert moving_loss < 1 and chance < 0.3
print('accuracy %.3f (chance %.3f, at least 0.850)' % (evaluate_accuracy(test_data, net),
                                                       1 / num_outputs))
