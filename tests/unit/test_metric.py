"""Metrics: values against formulas in float64, the two results, configurations, errors."""
import math
import tracemalloc

import numpy as np
import pytest

import symgraph as mx

# Three rows of two classes; the right classes are 0, 1, 1 and the first row is wrong.
PRED = [[0.3, 0.7], [0.0, 1.0], [0.4, 0.6]]
LABEL = [0, 1, 1]


def nd(values, dtype="float32"):
    return mx.nd.array(np.array(values, dtype=dtype), dtype=dtype)


def value_of(metric, *batches):
    for label, pred in batches:
        metric.update([nd(label)], [nd(pred)])
    return metric.get()[1]


@pytest.mark.parametrize(("name", "kwargs", "want"), [
    ("acc", {}, 2 / 3),
    ("f1", {}, 0.8),                                    # precision 2/3, recall 1
    ("f1", {"average": "micro"}, 0.8),
    ("mcc", {}, 0.0),                                   # only one class is ever predicted
    ("perplexity", {"ignore_label": None}, (0.3 * 1.0 * 0.6) ** (-1 / 3)),
    ("perplexity", {"ignore_label": 1}, 1 / 0.3),
    ("ce", {}, -math.log(0.3 * 0.6) / 3),
    ("nll_loss", {}, -math.log(0.3 * 0.6) / 3),
    ("top_k_accuracy", {"top_k": 2}, 1.0),
])
def test_value_of_one_batch(name, kwargs, want):
    assert value_of(mx.metric.create(name, **kwargs), (LABEL, PRED)) == pytest.approx(want, 1e-6)


def test_accuracy_along_an_axis_and_of_classes():
    pred = np.zeros((2, 3, 4))
    label = np.array([[0, 1, 2, 0], [1, 1, 1, 1]])
    pred[0, [0, 1, 2, 1], range(4)] = 1                 # 3 of 4 right
    pred[1, [1, 0, 0, 1], range(4)] = 1                 # 2 of 4 right
    assert value_of(mx.metric.Accuracy(), (label, pred)) == 5 / 8
    assert value_of(mx.metric.Accuracy(axis=2), (label, pred.transpose(0, 2, 1))) == 5 / 8
    assert value_of(mx.metric.Accuracy(), ([1, 2, 0], [1.9, 0, 0])) == 2 / 3


def test_accuracy_takes_numpy_arrays_and_single_arrays():
    metric = mx.metric.Accuracy()
    metric.update(np.array(LABEL), np.array(PRED))
    metric.update([nd(LABEL, "int32")], [nd(PRED, "float64")])
    assert metric.get() == ("accuracy", 4 / 6)


def test_nan_is_never_right():
    nan = float("nan")
    assert value_of(mx.metric.Accuracy(), ([nan, 1], [[0.9, 0.1], [0.1, 0.9]])) == 0.5
    assert value_of(mx.metric.TopKAccuracy(2), ([0, 0], [[nan, 0, 0], [0.2, 0, 0]])) == 0.5


def test_top_k_prefers_the_lower_class_among_equals():
    equal = [[1, 1, 1, 1]] * 4
    assert value_of(mx.metric.TopKAccuracy(2), ([0, 1, 2, 3], equal)) == 0.5


def test_top_k_against_sorting(rng):
    pred = rng.permutation(200).reshape(10, 20)
    label = rng.integers(0, 20, 10)
    top = np.argsort(pred)[:, -3:]
    want = np.mean([label[row] in top[row] for row in range(10)])
    metric = mx.metric.TopKAccuracy(top_k=3)
    assert value_of(metric, (label, pred)) == want
    assert metric.name == "top_k_accuracy_3"


def binary_counts(label, pred):
    guess = np.argmax(pred, axis=1)
    return [np.sum((guess == g) & (label == r)) for g, r in ((1, 1), (1, 0), (0, 0), (0, 1))]


def f1(tp, fp, tn, fn):
    return 2 * tp / (2 * tp + fp + fn)


def mcc(tp, fp, tn, fn):
    return (tp * tn - fp * fn) / math.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))


@pytest.mark.parametrize(("name", "formula"), [("f1", f1), ("mcc", mcc)])
def test_macro_and_micro_average(name, formula, rng):
    batches = [(rng.integers(0, 2, n), rng.random((n, 2))) for n in (40, 25)]
    counts = [binary_counts(*batch) for batch in batches]
    macro = np.mean([formula(*each) for each in counts])
    micro = formula(*np.sum(counts, axis=0))
    assert value_of(mx.metric.create(name), *batches) == pytest.approx(macro)
    metric = mx.metric.create(name, average="micro")
    assert value_of(metric, *batches) == pytest.approx(micro)
    metric.reset_local()
    assert math.isnan(metric.get()[1])
    metric.update([nd(batches[0][0])], [nd(batches[0][1])])
    assert metric.get()[1] == pytest.approx(formula(*counts[0]))
    assert metric.get_global()[1] == pytest.approx(formula(*(np.array(counts[0]) * 2
                                                            + np.array(counts[1]))))


def test_perplexity_floor_ignored_labels_and_axis():
    zero = mx.metric.Perplexity(ignore_label=None)
    assert value_of(zero, ([0], [[0.0, 1.0]])) == pytest.approx(1e10)
    metric = mx.metric.Perplexity(ignore_label=0)
    assert math.isnan(value_of(metric, ([0, 0], PRED[:2])))
    assert (metric.num_inst, metric.sum_metric) == (0, 0.0)
    assert value_of(metric, ([[0], [1]], [[[0.5, 0.5]], [[0.75, 0.25]]])) == pytest.approx(4)
    across = mx.metric.Perplexity(ignore_label=None, axis=1)
    pred = np.array([[[0.5, 0.1], [0.5, 0.9]], [[0.2, 1.0], [0.8, 0.0]]])
    want = (0.5 * 0.9 * 0.8 * 1.0) ** -0.25
    assert value_of(across, ([[0, 1], [1, 0]], pred)) == pytest.approx(want, 1e-6)


@pytest.mark.parametrize("metric", [mx.metric.Perplexity(0), mx.metric.CrossEntropy(),
                                    mx.metric.Accuracy()], ids=lambda metric: metric.name)
def test_large_predictions_are_not_copied(metric):
    pred = mx.nd.full((1920, 2000), 1 / 2000)
    label = mx.nd.ones((32, 60))
    tracemalloc.start()
    try:
        metric.update([label], [pred])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < pred.size * 4 / 20


def test_no_loss_is_negative():
    assert value_of(mx.metric.CrossEntropy(), ([1], [[0.0, 1.0]])) == 0.0


def test_regression_of_two_batches():
    batches = [([1, 2, 3], [[1], [1], [1]]), ([1, 2, 6], [[1], [1], [1]])]
    assert value_of(mx.metric.MAE(), *batches) == pytest.approx((1 + 2) / 2)
    assert value_of(mx.metric.MSE(), *batches) == pytest.approx((5 / 3 + 26 / 3) / 2)
    want = (math.sqrt(5 / 3) + math.sqrt(26 / 3)) / 2
    assert value_of(mx.metric.RMSE(), *batches) == pytest.approx(want)


def test_regression_pairs_elements_whatever_the_shape():
    assert value_of(mx.metric.MAE(), ([[1, 2, 3]], [[1], [2], [5]])) == pytest.approx(2 / 3)
    assert value_of(mx.metric.MAE(), ([1, 2], [[1, 2, 3], [2, 2, 2]])) == pytest.approx(0.5)


def test_regression_of_float16_does_not_overflow():
    metric = mx.metric.MSE()
    metric.update([nd([300.0], "float16")], [nd([-300.0], "float16")])
    assert metric.get()[1] == 360000


def test_pearson_correlation(rng):
    batches = [(rng.random((n, 3)), rng.random((n, 3))) for n in (5, 9, 2)]
    want = np.mean([np.corrcoef(a.ravel(), b.ravel())[0, 1] for a, b in batches])
    assert value_of(mx.metric.PearsonCorrelation(), *batches) == pytest.approx(want, 1e-5)
    metric = mx.metric.create("pearsonr", average="micro")
    labels, preds = (np.concatenate([batch[i].ravel() for batch in batches]) for i in (0, 1))
    want = np.corrcoef(labels, preds)[0, 1]
    assert value_of(metric, *batches) == pytest.approx(want, 1e-5)
    assert metric.get_global()[1] == pytest.approx(want, 1e-5)
    metric.reset_local()
    want = np.corrcoef(batches[0][0].ravel(), batches[0][1].ravel())[0, 1]
    assert value_of(metric, batches[0]) == pytest.approx(want, 1e-5)


def test_pearson_correlation_with_a_constant_is_nan():
    assert math.isnan(value_of(mx.metric.PearsonCorrelation(), ([1, 1], [1, 2])))


def test_pcc_is_the_correlation_of_indicator_vectors(rng):
    """Gorodkin's definition: covariances summed over classes."""
    label, guess = rng.integers(0, 4, 60), rng.integers(0, 4, 60)
    x, y = np.eye(4)[label], np.eye(4)[guess]
    x, y = x - x.mean(0), y - y.mean(0)
    want = (x * y).sum() / math.sqrt((x * x).sum() * (y * y).sum())
    metric = mx.metric.PCC()
    assert value_of(metric, (label[:20], guess[:20]), (label[20:], guess[20:])) == (
        pytest.approx(want))
    metric.reset_local()
    assert math.isnan(metric.get()[1])
    assert metric.get_global()[1] == pytest.approx(want)


def test_pcc_of_two_classes_is_mcc(rng):
    batch = rng.integers(0, 2, 50), rng.random((50, 2))
    assert value_of(mx.metric.PCC(), batch) == pytest.approx(value_of(mx.metric.MCC(), batch))
    assert math.isnan(value_of(mx.metric.PCC(), ([0, 1], [[0, 1], [0, 1]])))


@pytest.mark.parametrize("name", ["loss", "torch", "caffe"])
def test_loss_is_the_mean_of_all_outputs(name):
    metric = mx.metric.create(name)
    metric.update(None, [nd([[1, 2], [3, 4]]), nd([1, 2, 3])])
    assert metric.get() == (name, 16 / 7)


def test_local_and_global_result():
    metric = mx.metric.Accuracy()
    assert math.isnan(metric.get()[1]) and math.isnan(metric.get_global()[1])
    value_of(metric, (LABEL, PRED))
    metric.reset_local()
    assert value_of(metric, ([1], [[0, 1]])) == 1
    assert metric.get_global_name_value() == [("accuracy", 0.75)]
    assert metric.get_name_value() == [("accuracy", 1.0)]
    metric.reset()
    assert math.isnan(metric.get_global()[1])
    assert str(metric) == "EvalMetric: {'accuracy': nan}"


def test_own_metric_without_global_result():
    class Rows(mx.metric.EvalMetric):
        def update(self, labels, preds):
            self.sum_metric += len(preds[0])
            self.num_inst += 1

    metric = Rows("rows")
    assert value_of(metric, (LABEL, PRED)) == 3
    assert metric.get_global() == ("rows", 3)


class TwoTasks(mx.metric.EvalMetric):
    """The sum and the number of rows, with names as a list, a tuple, or what zip makes."""

    def __init__(self, kind):
        self.kind = kind
        super().__init__("two")

    def update(self, labels, preds):
        self.sum_metric += 10
        self.num_inst += 1

    def get(self):
        names, values = ("sum", "rows"), (self.sum_metric, self.num_inst)
        return zip(*zip(names, values)) if self.kind is zip else (self.kind(names),
                                                                  self.kind(values))


@pytest.mark.parametrize("kind", [list, tuple, zip])
def test_own_metric_with_several_values(kind):
    want = [("sum", 10), ("rows", 1)]
    metric = TwoTasks(kind)
    metric.update([], [])
    assert metric.get_name_value() == metric.get_global_name_value() == want
    both = mx.metric.CompositeEvalMetric([TwoTasks(kind), "acc"])
    both.update([nd([1])], [nd([[0, 1]])])
    assert both.get() == both.get_global() == (["sum", "rows", "accuracy"], [10, 1, 1])
    assert both.get_global_name_value() == [*want, ("accuracy", 1)]


def test_own_pairs_are_the_global_result_too():
    """As in MXNet; `fit` logs those."""
    class Own(mx.metric.EvalMetric):
        def update(self, labels, preds):
            self.num_inst += 1

        def get_name_value(self):
            return [("own", self.num_inst)]

    metric = Own("m")
    metric.update([], [])
    assert metric.get_global_name_value() == [("own", 1)]


def test_custom_metric_of_a_function():
    def distance(label, pred):
        assert type(label) is type(pred) is np.ndarray
        return np.abs(label - pred).sum()

    metric = mx.metric.create(distance)
    assert metric.name == "distance"
    assert value_of(metric, ([1, 2], [1, 1]), ([1, 2], [3, 4])) == 2.5
    assert mx.metric.create(lambda label, pred: 1.0).name == "custom(<lambda>)"
    assert value_of(mx.metric.np(lambda label, pred: (3.0, 6), name="n"), ([1], [1])) == 0.5
    with pytest.raises(mx.MXNetError, match="distance.*no configuration"):
        metric.get_config()


def test_numbers_of_functions_add_up_in_double():
    """2**24 + 1 is no float32, and a value is shown as a plain number."""
    figures = iter([2.0 ** 24, *[1.0] * 8])
    metric = mx.metric.np(lambda label, pred: (np.float32(next(figures)), np.int32(1)), name="n")
    assert value_of(metric, *[([1], [1])] * 9) == (2 ** 24 + 8) / 9
    assert repr(metric.get()) == repr(metric.get_global()) == f"('n', {(2 ** 24 + 8) / 9!r})"


def test_values_of_own_metrics_are_plain_numbers():
    class Right(mx.metric.EvalMetric):
        def update(self, labels, preds):
            self.sum_metric += (preds[0].asnumpy().argmax(1) == labels[0].asnumpy()).sum()
            self.num_inst += labels[0].size

    metric = Right("right")
    metric.update([nd([1, 0])], [nd([[0, 1], [0, 1]])])
    assert repr(metric.get_name_value()) == "[('right', 0.5)]"
    assert str(metric) == "EvalMetric: {'right': 0.5}"


@pytest.mark.parametrize("name", ["acc", "top_k_accuracy", "f1", "mcc", "ce", "nll_loss", "loss",
                                  "mae", "mse", "rmse", "pcc", "perplexity"])
def test_values_of_all_metrics_are_plain_numbers(name):
    metric = mx.metric.create(name, **{"perplexity": {"ignore_label": None},
                                       "top_k_accuracy": {"top_k": 2}}.get(name, {}))
    pred = nd([[0.4, 0.6], [0.7, 0.3], [0.2, 0.8]])
    label = pred if name in ("mae", "mse", "rmse") else nd([1, 0, 0])
    metric.update([label], [pred])
    assert type(metric.get()[1]) is type(metric.get_global()[1]) is float


def test_custom_metric_with_extra_outputs():
    metric = mx.metric.np(lambda label, pred: pred.sum(), allow_extra_outputs=True)
    metric.update([nd([1])], [nd([7]), nd([8])])
    assert metric.get()[1] == 7
    strict = mx.metric.np(lambda label, pred: pred.sum())
    with pytest.raises(ValueError, match="1 labels do not match 2 predictions"):
        strict.update([nd([1])], [nd([7]), nd([8])])


def test_composite():
    metric = mx.metric.create(["acc", "ce", mx.metric.create(["f1"])])
    metric.add("mcc")
    metric.update([nd(LABEL)], [nd(PRED)])
    names, values = metric.get()
    assert names == ["accuracy", "cross-entropy", "f1", "mcc"]
    assert values == pytest.approx([2 / 3, -math.log(0.18) / 3, 0.8, 0.0], 1e-6)
    assert metric.get_metric(0).name == "accuracy"
    metric.reset_local()
    assert np.isnan(metric.get()[1]).all()
    assert metric.get_global() == (names, pytest.approx(values))
    metric.reset()
    assert np.isnan(metric.get_global()[1]).all()
    with pytest.raises(ValueError, match="has 4 metrics, there is none at 4"):
        metric.get_metric(4)


def test_update_dict_picks_by_name():
    metric = mx.metric.create("acc", output_names=["out"], label_names=["lab"])
    arrays = {"other": nd(PRED), "lab": nd(LABEL)}, {"state": nd([0]), "out": nd(PRED)}
    metric.update_dict(*arrays)
    assert metric.get()[1] == 2 / 3
    composite = mx.metric.CompositeEvalMetric(["acc"], output_names=["out"], label_names=["lab"])
    composite.update_dict(*arrays)
    assert composite.get()[1] == [2 / 3]
    with pytest.raises(ValueError, match=r"needs the outputs \['out'\].*no out among x"):
        metric.update_dict({"lab": nd(LABEL)}, {"x": nd(PRED)})
    with pytest.raises(ValueError, match="no lab among none"):
        metric.update_dict({}, {"out": nd(PRED)})


@pytest.mark.parametrize("metric", [
    mx.metric.Accuracy(axis=2), mx.metric.TopKAccuracy(top_k=3, name="t"),
    mx.metric.F1(average="micro"), mx.metric.Perplexity(5, axis=0),
    mx.metric.create(["acc", "mse"]), mx.metric.PearsonCorrelation(label_names=["l"]),
], ids=lambda metric: type(metric).__name__)
def test_configuration_makes_an_equal_metric(metric):
    again = mx.metric.create(**metric.get_config())
    assert type(again) is type(metric)
    assert again.get_config() == metric.get_config()
    assert again.get()[0] == metric.get()[0]


def test_create_from_other_descriptions():
    assert mx.metric.create('["acc", {"axis": 0}]').axis == 0
    assert mx.metric.create('{"metric": "acc", "name": "a"}').name == "a"
    assert mx.metric.create(mx.metric.MSE).name == "mse"
    assert mx.metric.create(("acc", "mse")).get()[0] == ["accuracy", "mse"]
    metric = mx.metric.MAE()
    assert mx.metric.create(metric) is metric


def test_register_and_alias():
    @mx.metric.register
    @mx.metric.alias("mine_for_short")
    class MineForTests(mx.metric.Accuracy):
        pass

    assert type(mx.metric.create("minefortests")) is MineForTests
    assert type(mx.metric.create("Mine_For_Short")) is MineForTests


@pytest.mark.parametrize(("make", "error", "message"), [
    (lambda: mx.metric.create("acuracy"), ValueError, "no metric 'acuracy' .did you mean 'accura"),
    (lambda: mx.metric.create(3), TypeError, "a metric is a name, a function.*got 3"),
    (lambda: mx.metric.create(mx.metric.MSE(), 3), ValueError, "'mse' is finished"),
    (lambda: mx.metric.TopKAccuracy(), ValueError, "top_k is at least 2, got 1; use Accuracy"),
    (lambda: mx.metric.F1(average="all"), ValueError, "F1: average is 'macro' or 'micro'"),
    (lambda: mx.metric.EvalMetric("x").update([], []), NotImplementedError, "must define update"),
    (lambda: value_of(mx.metric.Accuracy(), ([0, 1], PRED)), ValueError,
     r"Accuracy: labels of shape \(2,\) do not match predictions of shape \(3, 2\), which take 3"),
    (lambda: value_of(mx.metric.F1(), ([0, 1, 2], PRED)), ValueError, "F1 is for two classes"),
    (lambda: value_of(mx.metric.MCC(), ([3, 4, 4], PRED)), ValueError, r"labels \[3.0, 4.0\]"),
    (lambda: value_of(mx.metric.F1(), ([0, 1], [0.2, 0.7])), ValueError, r"shape \(n, 2\), got"),
    (lambda: value_of(mx.metric.CrossEntropy(), ([0, -1, 1], PRED)), ValueError,
     r"CrossEntropy: label -1.0 at 1 is outside \[0, 2\)"),
    (lambda: value_of(mx.metric.CrossEntropy(), ([0], [0.5])), ValueError, r"\(n, classes\)"),
    (lambda: value_of(mx.metric.TopKAccuracy(2), ([0], [[[0.5]]])), ValueError, r"or \(n,\)"),
    (lambda: value_of(mx.metric.PCC(), ([-1, 1], [0, 1])), ValueError, "PCC: label -1.0 at 0"),
    (lambda: value_of(mx.metric.Perplexity(None), ([0, 1], PRED)), ValueError, "take 3 labels"),
    (lambda: value_of(mx.metric.MSE(), ([1, 2, 3], [1, 2])), ValueError, "MSE: labels of shape"),
    (lambda: value_of(mx.metric.PearsonCorrelation(), ([1, 2], [[1], [2]])), ValueError,
     r"shape \(2,\) do not match predictions of shape \(2, 1\)"),
])
def test_errors(make, error, message):
    with pytest.raises(error, match=message):
        make()
