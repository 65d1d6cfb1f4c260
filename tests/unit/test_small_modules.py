"""mx.log, mx.contrib: what scripts call in passing."""
import logging

import symgraph as mx


def test_loggers(tmp_path):
    path = tmp_path / "log"
    logger = mx.log.get_logger("symgraph.test", str(path), "w", mx.log.INFO)
    logger.info("hello %d", 3)
    logger.debug("not this")
    assert mx.log.get_logger("symgraph.test") is logger and len(logger.handlers) == 1
    logger.handlers.pop().close()
    line = path.read_text()
    assert line.startswith("I") and line.endswith("] hello 3\n") and "test_loggers" in line
    assert mx.log.getLogger() is logging.getLogger()


def test_other_names():
    data = mx.sym.Variable("data")
    assert mx.contrib.sym.MultiBoxPrior(data).infer_shape(data=(1, 1, 2, 3))[1] == [(1, 6, 4)]
    assert mx.contrib.symbol is mx.sym.contrib and mx.contrib.nd is mx.nd.contrib
    assert mx.contrib.ndarray is mx.nd.contrib and mx.rnd is mx.random
