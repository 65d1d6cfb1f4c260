"""The networks that are measured, for any module `mx` with MXNet's symbolic functions."""


def language_model(mx, job):
    """What BucketingModule calls for each length: words, their vectors, cells, and the next words."""
    hidden, layers = job["hidden"], range(job["layers"])
    kinds = {"lstm": mx.rnn.LSTMCell, "gru": mx.rnn.GRUCell}
    stack = mx.rnn.SequentialRNNCell()
    for layer in layers:
        stack.add(kinds[job["cell"]](hidden, prefix=f"{job['cell']}_l{layer}_"))

    def make(length):
        data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
        embed = mx.sym.Embedding(data=data, input_dim=job["vocabulary"], output_dim=job["embed"],
                                 name="embed")
        if job.get("normalized"):
            steps = list(mx.sym.SliceChannel(embed, num_outputs=length, squeeze_axis=True))
            for layer in layers:
                steps = normalized_lstm(mx, layer, steps, job)
            outputs = mx.sym.Concat(*[mx.sym.expand_dims(h, axis=1) for h in steps], dim=1)
        else:
            stack.reset()
            outputs, _ = stack.unroll(length, inputs=embed, merge_outputs=True)
        outputs = mx.sym.Reshape(outputs, shape=(-1, hidden))
        pred = mx.sym.FullyConnected(outputs, num_hidden=job["vocabulary"], name="pred")
        label = mx.sym.Reshape(label, shape=(-1,))
        return mx.sym.SoftmaxOutput(pred, label, name="softmax"), ("data",), ("softmax_label",)
    return make


def normalized_lstm(mx, layer, steps, job):
    """One layer with BatchNorm at every step on both products, written out by hand."""
    hidden = job["hidden"]
    names = ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias", "i2h_gamma", "i2h_beta",
             "h2h_gamma", "h2h_beta")
    p = {name: mx.sym.Variable(f"l{layer}_{name}") for name in names}
    h = c = mx.sym.zeros(shape=(job["batch"], hidden))
    outputs = []
    for t, x in enumerate(steps):
        sums = []
        for kind, data in (("i2h", x), ("h2h", h)):
            product = mx.sym.FullyConnected(data, p[kind + "_weight"], p[kind + "_bias"],
                                            num_hidden=4 * hidden)
            sums.append(mx.sym.BatchNorm(product, p[kind + "_gamma"], p[kind + "_beta"],
                                         fix_gamma=False, name=f"t{t}_l{layer}_{kind}_bn"))
        gates = mx.sym.SliceChannel(sums[0] + sums[1], num_outputs=4)
        i, f, o = (mx.sym.Activation(gates[k], act_type="sigmoid") for k in (0, 2, 3))
        c = f * c + i * mx.sym.Activation(gates[1], act_type="tanh")
        h = o * mx.sym.Activation(c, act_type="tanh")
        outputs.append(h)
    return outputs


def perceptron(mx, sizes):
    """Layers of the given widths with relu between them, and a softmax as the loss."""
    net = mx.sym.Variable("data")
    for i, width in enumerate(sizes):
        net = mx.sym.FullyConnected(net, num_hidden=width, name=f"fc{i}")
        if i < len(sizes) - 1:
            net = mx.sym.Activation(net, act_type="relu")
    return mx.sym.SoftmaxOutput(net, name="softmax")


def chain(mx, nodes):
    """A graph of so many nodes, one after the other."""
    net = mx.sym.Variable("data")
    for i in range(nodes):
        net = mx.sym.tanh(net) if i % 2 else net + 1
    return net


def resnet20(mx):
    """The residual network of 20 layers for images of 32 by 32 (He et al. 2015, arXiv:1512.03385)."""
    def convolution(x, filters, kernel, stride, name):
        x = mx.sym.Convolution(x, num_filter=filters, kernel=(kernel, kernel),
                               stride=(stride, stride), pad=(kernel // 2, kernel // 2),
                               no_bias=True, name=name)
        return mx.sym.BatchNorm(x, fix_gamma=False, name=name + "_bn")

    def relu(x):
        return mx.sym.Activation(x, act_type="relu")

    net = relu(convolution(mx.sym.Variable("data"), 16, 3, 1, "conv"))
    for stage, filters in enumerate((16, 32, 64)):
        for block in range(3):
            name, stride = f"stage{stage}_block{block}_", 2 if stage and not block else 1
            inner = relu(convolution(net, filters, 3, stride, name + "conv0"))
            inner = convolution(inner, filters, 3, 1, name + "conv1")
            if stride == 2:
                net = convolution(net, filters, 1, stride, name + "down")
            net = relu(net + inner)
    net = mx.sym.Pooling(net, global_pool=True, kernel=(8, 8), pool_type="avg")
    return mx.sym.FullyConnected(mx.sym.Flatten(net), num_hidden=10, name="dense")


def expression(mx, name):
    """An elementwise chain or a reduction of x and y, by its name in NumPy's notation."""
    x, y = mx.sym.Variable("x"), mx.sym.Variable("y")
    return {
        "2 * x + 1": lambda: 2 * x + 1,
        "x * y + x - y": lambda: x * y + x - y,
        "tanh(x) * exp(-y) + x": lambda: mx.sym.tanh(x) * mx.sym.exp(-y) + x,
        "sqrt(x * x + y * y) / (1 + x)": lambda: mx.sym.sqrt(x * x + y * y) / (1 + x),
        "sum(x)": lambda: mx.sym.sum(x),
        "sum(x * y)": lambda: mx.sym.sum(x * y),
        "sum(x, 0)": lambda: mx.sym.sum(x, axis=0),
        "sum(x, 1)": lambda: mx.sym.sum(x, axis=1),
        "mean(x, 0)": lambda: mx.sym.mean(x, axis=0),
        "max(x, 0)": lambda: mx.sym.max(x, axis=0),
        "max(x, 1)": lambda: mx.sym.max(x, axis=1),
        "argmax(x, 1)": lambda: mx.sym.argmax(x, axis=1),
        "x < y": lambda: x < y,
        "where(x < y, x, y)": lambda: mx.sym.where(x < y, x, y),
        "exp(x)": lambda: mx.sym.exp(x),
        "sin(x)": lambda: mx.sym.sin(x),
        "cumsum(x, 1)": lambda: mx.sym.cumsum(x, axis=1),
        "x.astype('int32')": lambda: mx.sym.Cast(x, dtype="int32"),
    }[name]()
