"""Stacked autoencoder, pretrained layer by layer with executors, then fine-tuned as a whole."""
import logging
import numpy as np
import symgraph as mx

np.random.seed(123)
mx.random.seed(123)
logging.getLogger().setLevel(logging.INFO)

# points of a curved surface with three coordinates, in 40 dimensions
N, D = 1500, 40
z = np.random.uniform(-1, 1, (N, 3))
bend = np.random.randn(3, 25)
X = (np.tanh(z.dot(bend)).dot(np.random.randn(25, D)) / 5).astype(np.float32)
X -= X.mean(axis=0)
X_train, X_val = X[:1200], X[1200:]

class AutoEncoder(object):
    def __init__(self, xpu, dims, batch_size=100):
        self.xpu, self.dims, self.batch_size = xpu, dims, batch_size
        self.N = len(dims) - 1
        self.args, self.args_grad, self.args_mult, self.auxs = {}, {}, {}, {}
        self.data = mx.symbol.Variable('data')
        self.stacks = []
        for i in range(self.N):
            act_out = 'tanh' if i < self.N - 1 else None     # the code itself is linear
            act_in = 'tanh' if i > 0 else None               # and so is the picture
            self.stacks.append(self.make_stack(i, self.data, dims[i], dims[i+1], act_out, act_in))
        self.encoder = self.make_encoder()
        self.decoder = self.make_decoder(self.encoder)
        self.loss = mx.symbol.LinearRegressionOutput(data=self.decoder, label=self.data)

    def make_stack(self, istack, data, num_input, num_hidden, act_out, act_in):
        names = [p % istack for p in ('encoder_%d_weight', 'encoder_%d_bias',
                                      'decoder_%d_weight', 'decoder_%d_bias')]
        ew, eb, dw, db = [mx.symbol.Variable(n) for n in names]
        x = mx.symbol.Dropout(data=data, p=0.05)
        x = mx.symbol.FullyConnected(data=x, weight=ew, bias=eb, num_hidden=num_hidden)
        if act_out:
            x = mx.symbol.Activation(data=x, act_type=act_out)
        x = mx.symbol.FullyConnected(data=x, weight=dw, bias=db, num_hidden=num_input)
        if act_in:
            x = mx.symbol.Activation(data=x, act_type=act_in)
        x = mx.symbol.LinearRegressionOutput(data=x, label=data)
        shapes = [(num_hidden, num_input), (num_hidden,), (num_input, num_hidden), (num_input,)]
        init = mx.initializer.Uniform(0.3)
        for name, shape in zip(names, shapes):
            self.args[name] = mx.nd.empty(shape, self.xpu)
            self.args_grad[name] = mx.nd.zeros(shape, self.xpu)
            self.args_mult[name] = 2.0 if name.endswith('bias') else 1.0
            init(mx.init.InitDesc(name) if istack % 2 else name, self.args[name])
        return x

    def make_encoder(self):
        x = self.data
        for i in range(self.N):
            x = mx.symbol.FullyConnected(data=x, num_hidden=self.dims[i+1], name='encoder_%d' % i)
            if i < self.N - 1:
                x = mx.symbol.Activation(data=x, act_type='tanh')
        return x

    def make_decoder(self, feature):
        x = feature
        for i in reversed(range(self.N)):
            x = mx.symbol.FullyConnected(data=x, num_hidden=self.dims[i], name='decoder_%d' % i)
            if i > 0:
                x = mx.symbol.Activation(data=x, act_type='tanh')
        return x

    def solve(self, symbol, X, n_epoch, lr):
        """SGD on whatever parameters symbol has"""
        names = [n for n in symbol.list_arguments() if n != 'data']
        args = dict([(n, self.args[n]) for n in names])
        args['data'] = mx.nd.zeros((self.batch_size, X.shape[1]), self.xpu)
        grads = dict([(n, self.args_grad[n]) for n in names])
        exe = symbol.bind(self.xpu, args=args, args_grad=grads,
                          grad_req=dict([(n, 'null' if n == 'data' else 'write') for n in args]))
        opt = mx.optimizer.Adam(learning_rate=lr, rescale_grad=1.0/self.batch_size,
                                param_idx2name=dict(enumerate(names)))
        opt.set_lr_mult(self.args_mult)
        updater = mx.optimizer.get_updater(opt)
        data_iter = mx.io.NDArrayIter({'data': X}, batch_size=self.batch_size, shuffle=True,
                                      last_batch_handle='roll_over')
        for epoch in range(n_epoch):
            total, n = 0., 0
            data_iter.reset()
            for batch in data_iter:
                batch.data[0].copyto(args['data'])
                exe.forward(is_train=True)
                total += mx.nd.sum(mx.nd.square(exe.outputs[0] - args['data'])).asscalar()
                n += self.batch_size
                exe.backward()
                for i, key in enumerate(names):
                    updater(i, grads[key], args[key])
        return total / n

    def layerwise_pretrain(self, X, n_epoch, lr):
        for i in range(self.N):
            if i == 0:
                x = X
            else:
                internals = self.encoder.get_internals()
                outputs = [n for n in internals.list_outputs() if n.startswith('activation')
                           or n == 'encoder_%d_output' % (self.N - 1)]
                x = self.extract(internals[outputs[i-1]], X)
            print('Pre-training layer %d: %f' % (i, self.solve(self.stacks[i], x, n_epoch, lr)))

    def extract(self, symbol, X):
        args = dict([(k, v) for k, v in self.args.items() if k in symbol.list_arguments()])
        args['data'] = mx.nd.array(X)
        exe = symbol.bind(self.xpu, args)
        exe.forward()
        return exe.outputs[0].asnumpy()

    def finetune(self, X, n_epoch, lr):
        print('Fine tuning: %f' % self.solve(self.loss, X, n_epoch, lr))

    def eval(self, X):
        return np.mean(np.square(self.extract(self.decoder, X) - X)) / np.mean(np.square(X))

ae = AutoEncoder(mx.cpu(), [D, 30, 16, 4])
ae.layerwise_pretrain(X_train, 12, 0.006)
first = ae.eval(X_val)
ae.finetune(X_train, 30, 0.003)
last = ae.eval(X_val)
assert last < first, (first, last)

mx.nd.save('sae.params', ae.args)
again = mx.nd.load('sae.params')
assert sorted(again) == sorted(ae.args)
assert all((again[k].asnumpy() == ae.args[k].asnumpy()).all() for k in again)
# the mean, which is 0, has all of the variance as error
print("error %.3f (chance 1.000, at most 0.150)" % last)
