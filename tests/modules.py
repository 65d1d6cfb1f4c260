"""What the tests of modules share: batches run, parameters read and compared bit for bit."""


def params_of(module):
    return {name: a.asnumpy() for params in module.get_params() for name, a in params.items()}


def assert_same(found, wanted):
    assert sorted(found) == sorted(wanted)
    for name in wanted:
        assert found[name].tobytes() == wanted[name].tobytes(), name


def train(module, batches):
    for batch in batches:
        module.forward_backward(batch)
        module.update()


def messages(caplog):
    return [record.getMessage() for record in caplog.records]
