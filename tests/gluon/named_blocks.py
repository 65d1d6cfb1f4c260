"""Blocks whose names are asked for here and in MXNet; tests/data/ask_gluon.py reads this file too."""


def names(mx):
    """What blocks and parameters are called, a list of texts, by either library."""
    gluon, nn = mx.gluon, mx.gluon.nn
    found = []

    class Net(gluon.HybridBlock):
        def __init__(self, **kwargs):
            super().__init__(**kwargs)
            with self.name_scope():
                self.first = nn.Dense(3, activation="relu", in_units=2)
                self.weight = self.params.get("weight", shape=(0, 3), allow_deferred_init=True)
                self.second = nn.Conv2D(2, 1)
                self.inner = nn.HybridSequential()
                with self.inner.name_scope():
                    self.inner.add(nn.Dense(2), nn.MaxPool2D(), nn.Dense(2, prefix="own_"),
                                   nn.Activation("tanh"), nn.Dense(2, prefix=""))
            self.outside = nn.Dense(4)

        def hybrid_forward(self, F, x, weight):
            return F.broadcast_mul(F.FullyConnected(self.first(x), weight, no_bias=True, num_hidden=3),
                                   F.relu(x))

    class Child(Net):
        pass

    with mx.name.NameManager():
        for make in (Net, Net, Child, lambda: Net(prefix="my_"), lambda: nn.Dense(2),
                     lambda: nn.Dense(2, prefix=""), lambda: nn.HybridSequential(prefix="")):
            block = make()
            found += [block.prefix, block.name, repr(block)]
            found += list(block.collect_params().keys())
            found += list(block.collect_params(".*weight|.*_bias").keys())
            found += list(block._collect_params_with_prefix().keys())
            found += [child.prefix for child in block._children.values()]
        with mx.name.Prefix("outer_"):
            found += [nn.Dense(2).prefix, Net().prefix]
        first = nn.Dense(3, in_units=2)
        second = nn.Dense(3, in_units=2, params=first.params)
        found += [second.prefix, str(second.weight is first.weight), repr(second.collect_params())]
        net = Net()
        shared = Net(prefix="q_", params=net.collect_params())
        found += [shared.prefix, shared.params.prefix, repr(shared.collect_params()),
                  str(shared.first.weight is net.first.weight)]
        with net.name_scope():
            found += [nn.Dense(1).prefix, nn.BatchNorm().prefix]
        out = net(mx.sym.var("x"))
        found += out.get_internals().list_outputs()
        stack = nn.Sequential()
        stack.add(nn.Dense(1), nn.Dropout(0.5), nn.Dense(2))
        found += [stack[1:].prefix, repr(stack[1:]), repr(stack[-1]), str(len(stack))]
    return found
