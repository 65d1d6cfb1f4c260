"""What new users do wrong, as code, and what they are told: the type of the error and its words.

A case is (code, exception, words); words are parts of the message, in their order. The code runs in
an empty directory, with the names that `common` makes.
"""
import numpy as np

import symgraph as mx

INFERENCE, GRAPH, KERNEL = "InferenceError", "GraphError", "KernelError"


def common():
    """The names that the cases use."""
    return {"mx": mx, "np": np, "V": mx.sym.Variable, "mlp": mlp, "rows": rows, "batch": batch,
            "bound": bound, "ready": ready, "sym_gen": sym_gen, "buckets": buckets, "write": write,
            "operator": operator}


def mlp(num_hidden=3):
    layer = mx.sym.FullyConnected(mx.sym.Variable("data"), num_hidden=num_hidden, name="fc1")
    return mx.sym.SoftmaxOutput(layer, name="softmax")


def rows(n=8, features=5, **settings):
    return mx.io.NDArrayIter(np.ones((n, features), "f"), np.arange(n) % 3, 4, **settings)


def batch(features=5, labels=(0, 1, 2, 0)):
    label = None if labels is None else [mx.nd.array(labels)]
    return mx.io.DataBatch([mx.nd.ones((4, features))], label)


def bound(symbol=None):
    module = mx.mod.Module(mlp() if symbol is None else symbol)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    return module


def ready(symbol=None):
    module = bound(symbol)
    module.init_params()
    return module


def sym_gen(key):
    return mlp(), ("data",), ("softmax_label",)


def buckets(made=sym_gen):
    module = mx.mod.BucketingModule(made, 5)
    module.bind([("data", (4, 5))], [("softmax_label", (4,))])
    module.init_params()
    return module


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)
    return path


def operator(**methods):
    """The name of a custom operator whose CustomOp has these methods."""
    kind = type("Mine", (mx.operator.CustomOp,), methods)
    mx.operator.register("mine")(type("MineProp", (mx.operator.CustomOpProp,), {
        "create_operator": lambda self, ctx, shapes, dtypes: kind()}))
    return "mine"


SYMBOLS = [
    ("mx.np", AttributeError, ["no attribute 'np'; arrays are those of mx.nd"]),
    ("mx.symbl", AttributeError, ["symgraph has no attribute 'symbl'"]),
    ("mx.sym.FullyConnected(V('data'), num_hiden=3)", GRAPH,
     ["FullyConnected has no parameter 'num_hiden' (did you mean 'num_hidden'?); it takes num_hidden"]),
    ("mx.sym.Convolution(V('data'), num_filter=2)", GRAPH,
     ["Convolution needs the parameter 'kernel'"]),
    ("mx.sym.FullyConnected(V('data'), num_hidden=-1)", GRAPH, ["num_hidden is -1", "at least 1"]),
    ("mx.sym.FullyConnected(V('data'), num_hidden=0)", GRAPH, ["num_hidden is 0", "at least 1"]),
    ("mx.sym.FullyConnected(V('data'), num_hidden=2.5)", GRAPH,
     ["FullyConnected: parameter 'num_hidden': expected int, got 2.5"]),
    ("mx.sym.Activation(V('data'), act_type='ReLU')", GRAPH, ["act_type", "'relu'", "got 'ReLU'"]),
    ("mx.sym.Cast(V('data'), dtype='float23')", GRAPH,
     ["Cast: parameter 'dtype'", "it has float32"]),
    ("mx.sym.FullyConnected(input=V('data'), num_hidden=3)", GRAPH,
     ["no input 'input'", "it takes data, weight, bias"]),
    ("mx.sym.FullyConnected(np.ones((2, 3)), num_hidden=3)", TypeError,
     ["FullyConnected takes a Symbol, got ndarray (2, 3); let a Variable stand for the values"]),
    ("mx.sym.FullyConnected(V('x'), weight=mx.nd.ones((2, 3)), num_hidden=3)", TypeError,
     ["FullyConnected: the input 'weight' is a Symbol, got NDArray (2, 3)"]),
    ("mx.sym.FullyConnected('data', num_hidden=3)", TypeError,
     ["got 'data'; Variable(name) makes one"]),
    ("mx.sym.FullyConnected(V('x'), 3, num_hidden=4)", TypeError,
     ["'num_hidden' is given twice, in order as 3 and by name as 4"]),
    ("mx.sym.Concat([V('a'), V('b')], dim=1)", TypeError, ["Symbols one by one", "Concat(*["]),
    ("mx.sym.add_n([V('a'), V('b')])", TypeError,
     ["add_n takes Symbols one by one, not in a list"]),
    ("V('a') + np.ones(2)", TypeError, ["elemwise_add of a Symbol and a ndarray", "Variable"]),
    ("np.array(V('a'))", "NotImplementedForSymbol",
     ["a symbol has no values; bind it, or call eval"]),
    ("V('a').shape", AttributeError, ["no attribute 'shape' before it is bound; infer_shape"]),
    ("if V('a') > 0: pass", "MXNetError", ["no truth value"]),
    ("V('a', lr_mul=2)", ValueError,
     ["no argument 'lr_mul' (did you mean 'lr_mult'?)", "__lr_mul__"]),
    ("V('a', dtype='float23')", INFERENCE,
     ["the dtype of variable 'a': 'float23'", "it has float32"]),
    ("V('a', shape='3,4')", TypeError, ["the shape of variable 'a' is a tuple of ints, got '3,4'"]),
    ("V('a', init=mx.init.Xavier)", TypeError, ["init of variable 'a' is an initializer", "Xavier"]),
    ("V('a', init=3)", TypeError, ["init of variable 'a' is an initializer", "got 3"]),
    ("mx.sym.Group([V('a'), 3])", TypeError, ["Group takes a list of Symbols, one at least", "3"]),
    ("mlp()['fc1_output']", ValueError,
     ["no output is called 'fc1_output' (get_internals() has", "the outputs are softmax_output"]),
    ("mlp().get_internals()['fc1']", ValueError,
     ["no output is called 'fc1' (did you mean 'fc1_output'?)"]),
    ("mx.sym.Group([mx.sym.exp(V('a'), name='e')] * 2)['e_output']", ValueError,
     ["2 outputs are called 'e_output'; take one by its number, 0 or 1"]),
    ("mlp()[3]", IndexError, ["there is no output 3; the symbol has 1: softmax_output"]),
    ("mlp()[1.0]", TypeError, ["by its number or its name", "got 1.0"]),
    ("mlp()(V('x'), data=V('y'))", TypeError, ["in order or by name, not both"]),
    ("mlp()(dta=V('y'))", GRAPH, ["no variable 'dta' (did you mean 'data'?)", "fc1_weight"]),
    ("mlp()(data=mx.nd.ones((2, 3)))", TypeError,
     ["for 'data' it got NDArray; bind, then forward"]),
    ("mlp()(V('a'), V('b'), V('c'), V('d'), V('e'))", TypeError,
     ["5 symbols are given for 4 arguments"]),
    ("mx.sym.load_json('net-symbol.json')", GRAPH,
     ["no JSON", "to read a file of that name, call load"]),
    ("mx.sym.load_json('<!DOCTYPE html>\\n<html>')", GRAPH, ["an HTML page, no symbol's JSON"]),
    ("mx.sym.load_json('{\"layers\": [], \"model\": 1}')", GRAPH,
     ["something else", "layers, model"]),
    ("mx.sym.load_json(mlp().tojson()[:300])", GRAPH, ["truncated", "300 characters"]),
    ("mx.sym.load(write('a.json', b''))", GRAPH, ["a.json: there is no text"]),
    ("mx.sym.load_json(mlp().tojson().replace('\"FullyC', '\"FulyC'))", GRAPH,
     ["operators that symgraph does not have, FulyConnected 'fc1'"]),
    ("mx.sym.exp(V('a'), name=5)", GRAPH, ["exp: the name of a node is a str, got 5"]),
    ("mx.sym.exp(V('a'), name='e', attr='x')", GRAPH, ["exp 'e': attr is a dict of text by name"]),
    ("mx.AttrScope(ctx_group=1)", ValueError, ["ctx_group", "is text, got 1"]),
    ("mx.name.Prefix(3)", TypeError, ["a prefix of names is a str, got 3"]),
]

SHAPES = [
    ("mlp().infer_shape(dat=(2, 3))", ValueError,
     ["no argument 'dat' (did you mean 'data'?); it has data"]),
    ("mlp().infer_shape(data=5)", TypeError, ["the shape of 'data' is a tuple of ints, got 5"]),
    ("mlp().infer_shape((2, 3), (3, 3), (3,), (2,), (5,))", ValueError,
     ["5 values", "4 arguments: data"]),
    ("mlp().infer_shape(data=(2, 3), fc1_weight=(3, 4))", INFERENCE,
     ["FullyConnected 'fc1': weight is (3, 4), expected (3, 3) (data=(2, 3), weight=(3, 4), bias=?)"]),
    ("mlp().infer_shape(data=(2, 3), fc1_weight=(4, 3), fc1_bias=(4,))", INFERENCE,
     ["weight is (4, 3), expected (3, 3); bias is (4,), expected (3,)"]),
    ("mlp().infer_type(data='float32', fc1_weight='float64')", INFERENCE,
     ["FullyConnected 'fc1': weight is float64, expected float32; Cast converts"]),
    ("mlp().infer_type(data='float23')", INFERENCE,
     ["the dtype of 'data': 'float23' is no data type"]),
    ("(V('a', shape=(2, 3)) + V('a', shape=(3, 2))).simple_bind(mx.cpu())", GRAPH,
     ["variable 'a' is declared twice, with shape=(2, 3) and with shape=(3, 2)", "rename one"]),
    ("(V('a') + V('b')).infer_shape(a=(2, 3), b=(1, 3))", INFERENCE,
     ["elemwise_add", "lhs has shape (2, 3), rhs has shape (1, 3)", "broadcast_add broadcasts"]),
    ("mx.sym.Concat(V('a'), V('b'), dim=1, name='c').infer_shape(a=(2, 3), b=(3, 3))", INFERENCE,
     ["Concat 'c': arg1 is (3, 3), expected (2, ?)"]),
    ("mx.sym.stack(V('a'), V('b'), V('c'), name='s').infer_shape(a=(9,), b=(2,), c=(2,))", INFERENCE,
     ["stack 's': arg0 is (9,), expected (2,)"]),
    ("mx.sym.where(V('c'), V('a'), V('b')).infer_shape(c=(2, 3), a=(2, 4), b=(2, 4))", INFERENCE,
     ["condition is (2, 3), expected (2, 4), or one element for each row, (2,)"]),
    ("mx.sym.BatchNorm(V('x'), name='bn').infer_shape(x=(2, 3), bn_gamma=(4,))", INFERENCE,
     ["BatchNorm 'bn': gamma is (4,), expected (3,)"]),
    ("mx.sym.dot(V('a'), V('b'), name='d').infer_shape(a=(2, 3), b=(4, 5))", INFERENCE,
     ["dot 'd': the axis of lhs that is summed over has 3 elements, that of rhs 4; transpose_a"]),
    ("mx.sym.batch_dot(V('a'), V('b')).infer_shape(a=(2, 3, 4), b=(3, 4, 5))", INFERENCE,
     ["batches of equal size", "(2,) and (3,)"]),
    ("mx.sym.Reshape(V('x'), shape=(4, -1), name='r').infer_shape(x=(2, 3))", INFERENCE,
     ["Reshape 'r': cannot reshape (2, 3) into (4, ?)", "-1 infers one"]),
    ("mx.sym.SliceChannel(V('x'), num_outputs=4, name='s').infer_shape(x=(2, 6))", INFERENCE,
     ["SliceChannel 's'", "length 6", "num_outputs=4"]),
    ("mx.sym.Convolution(V('x'), kernel=(7, 7), num_filter=2, name='c').infer_shape(x=(1, 1, 5, 5))",
     INFERENCE, ["Convolution 'c': the kernel spans (7, 7), more than the image (5, 5)", "pad"]),
    ("mx.sym.Convolution(V('x'), kernel=(3, 3), num_filter=2).infer_shape(x=(10, 5))", INFERENCE,
     ["data needs the axes (n, channels, h, w)", "it is (10, 5)"]),
    ("mlp().infer_shape(data=(2, 3), softmax_label=(5,))", INFERENCE,
     ["SoftmaxOutput 'softmax': label is (5,), expected (2,) or (2, 3)"]),
    ("mx.sym.zeros((0, 2)).eval()", INFERENCE, ["_zeros", "(?, 2)", "a 0 in a shape stands for"]),
]

BINDING = [
    ("mlp().simple_bind(mx.cpu())", INFERENCE, ["unknown are data ?", "pass them as keywords"]),
    ("mlp().simple_bind(mx.cpu(), dat=(2, 3))", ValueError,
     ["simple_bind", "(did you mean 'data'?)"]),
    ("mlp().simple_bind((2, 3))", TypeError, ["a context is wanted, as mx.cpu(), got (2, 3)"]),
    ("mlp().bind({'data': mx.nd.ones((2, 3))})", TypeError, ["a context is wanted", "got {'data': "]),
    ("mlp().simple_bind(mx.cpu(), data=(2, 3), shared_exec=3)", TypeError, ["is an Executor, got 3"]),
    ("mlp().simple_bind(data=(2, 3)).set_monitor_callback(3)", TypeError, ["a function of a"]),
    ("mlp().simple_bind(mx.gpu(0), data=(2, 3))", "MXNetError",
     ["gpu(0)", "CPU only; use mx.cpu()"]),
    ("mlp().simple_bind(mx.cpu(), grad_req='wirte', data=(2, 3))", ValueError,
     ["write, add, got 'wirte'"]),
    ("mlp().simple_bind(mx.cpu(), type_dict={'dat': 'int32'}, data=(2, 3))", ValueError,
     ["type_dict: the symbol has no argument 'dat' (did you mean 'data'?)"]),
    ("mlp().simple_bind(mx.cpu(), type_dict={'data': 'flt'}, data=(2, 3))", INFERENCE,
     ["the dtype of 'data': 'flt'"]),
    ("mlp().bind(mx.cpu(), {'data': mx.nd.ones((2, 3)), 'fc_bias': mx.nd.ones(3)})", ValueError,
     ["bind: args lacks fc1_weight, fc1_bias, softmax_label; it has fc_bias instead"]),
    ("mlp().bind(mx.cpu(), {'data': np.ones((2, 3))})", TypeError,
     ["args of 'data' is an NDArray, got ndarray; mx.nd.array makes one"]),
    ("mx.sym.exp(V('x')).bind(mx.cpu(), {'x': mx.nd.ones(2)}, {'y': mx.nd.ones(2)})", ValueError,
     ["args_grad: the symbol has no argument 'y'"]),
    ("mx.sym.exp(V('x')).eval()", ValueError, ["eval: args lacks x"]),
    ("mlp().simple_bind(data=(2, 3)).forward(mx.nd.ones((2, 3)))", TypeError,
     ["forward: is_train is True or False, got NDArray; arrays are given by name, as forward(data="]),
    ("mlp().simple_bind(data=(2, 3)).forward(dat=mx.nd.ones((2, 3)))", "MXNetError",
     ["no argument 'dat' (did you mean 'data'?); there are data"]),
    ("mlp().simple_bind(data=(2, 3)).forward(data=mx.nd.ones((3, 3)))", "MXNetError",
     ["'data' is bound with shape (2, 3), got (3, 3); use reshape()"]),
    ("mx.sym.BatchNorm(V('x'), name='bn').simple_bind(x=(2, 3)).forward(bn_moving_var=1)", "MXNetError",
     ["no argument 'bn_moving_var' (it is an auxiliary state, aux_dict['bn_moving_var'][:] = "]),
    ("mlp().simple_bind(data=(2, 3)).backward()", GRAPH,
     ["backward() needs a forward(is_train=True)"]),
    ("mlp().simple_bind(data=(2, 3)).arg_dict['fc_weight']", KeyError,
     ["arg_dict has no array 'fc_weight' (did you mean 'fc1_weight'?)"]),
    ("mlp().simple_bind(data=(2, 3)).arg_dict['fc1_bias'] = mx.nd.ones(3)", TypeError,
     ["arg_dict['fc1_bias'] is bound", "write into it, arg_dict['fc1_bias'][:] = "]),
    ("mlp().simple_bind(data=(2, 3)).aux_dict.update(x=1)", TypeError,
     ["write into it, aux_dict['x'][:]"]),
    ("mlp().simple_bind(data=(2, 3)).output_dict['softmax']", KeyError,
     ["did you mean 'softmax_output'?"]),
    ("mlp().simple_bind(data=(2, 3)).copy_params_from({'fc2_bias': mx.nd.ones(3)})", ValueError,
     ["copy_params_from: 'fc2_bias' is not among the arguments (did you mean 'fc1_bias'?)",
      "allow_extra_params=True"]),
    ("mlp().simple_bind(data=(2, 3)).copy_params_from({'fc1_bias': mx.nd.ones(4)})", ValueError,
     ["copy_params_from: 'fc1_bias' is bound with shape (3,), got (4,)"]),
    ("mx.sym.Custom(V('x'), op_type=operator(), name='c').simple_bind(x=(2,)).forward()", KERNEL,
     ["Custom 'c': NotImplementedError: Mine must define forward"]),
    ("e = mx.sym.MakeLoss(mx.sym.Custom(V('x'), op_type=operator(forward=lambda self, **_: None), "
     "name='c')).simple_bind(x=(2,))\ne.forward(is_train=True)\ne.backward()", KERNEL,
     ["backward of Custom 'c': NotImplementedError: Mine must define backward"]),
    ("operator(); mx.sym.Custom(V('x'), op_type='mien')", GRAPH,
     ["no operator 'mien' is registered (did you mean 'mine'?)"]),
    ("@mx.operator.register\nclass P(mx.operator.CustomOpProp): pass", TypeError,
     ["@register('name')"]),
]

ARRAYS = [
    ("mx.nd.relu(np.ones((2, 3)))", TypeError,
     ["relu takes an NDArray, got ndarray (2, 3); mx.nd.array"]),
    ("mx.nd.relu(3)", TypeError, ["relu takes an NDArray, got 3"]),
    ("mx.nd.relu(V('x'))", TypeError, ["got <Symbol x>; mx.sym.relu is for symbols"]),
    ("mx.nd.concat([mx.nd.ones(2), mx.nd.ones(2)], dim=0)", TypeError, ["one by one", "concat(*["]),
    ("mx.nd.FullyConnected(mx.nd.ones((2, 3)), num_hidden=3)", GRAPH, ["missing are weight, bias"]),
    ("mx.nd.FullyConnected(mx.nd.ones((2, 3)), weigth=mx.nd.ones((2, 3)), num_hidden=3)", GRAPH,
     ["no input 'weigth' (did you mean 'weight'?)"]),
    ("mx.nd.relu(mx.nd.ones((2, 3)), out=np.ones((2, 3)))", TypeError,
     ["relu: out is an NDArray", "ndarray"]),
    ("mx.nd.relu(mx.nd.ones((2, 3)), out=mx.nd.ones((3, 2)))", KERNEL,
     ["relu: the result has the shape (2, 3), out has (3, 2)"]),
    ("mx.nd.ones(2) + mx.nd.ones(2, dtype='int32')", INFERENCE,
     ["rhs is int32, expected float32; Cast"]),
    ("mx.nd.ones((2, 3)) + mx.nd.ones((4, 5))", INFERENCE,
     ["(2, 3)", "(4, 5)", "do not broadcast"]),
    ("mx.nd.ones((2, 3)).reshape('3,2')", TypeError, ["reshape takes lengths", "got ('3,2',)"]),
    ("mx.nd.random.uniform(shape=(0, 2))", INFERENCE,
     ["_random_uniform", "(?, 2)", "a 0 in a shape"]),
    ("mx.nd.array(V('x'))", "NotImplementedForSymbol", ["a symbol has no values"]),
    ("mx.nd.concatenate([np.ones(2)])", TypeError, ["a list of NDArrays, got a ndarray in it"]),
    ("mx.nd.linalg.gemm2(*[mx.nd.ones((2, 2), dtype='float16')] * 2)", INFERENCE,
     ["float16 is not a type that it works on; it takes float32, float64 (Cast converts)"]),
    ("mx.nd.ones(2).copyto([1])", TypeError, ["copyto takes an NDArray or a context, got list"]),
    ("mx.nd.ones(2, ctx=mx.gpu(0))", "MXNetError", ["gpu(0)", "use mx.cpu()"]),
]
