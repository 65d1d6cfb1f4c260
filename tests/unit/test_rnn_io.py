"""Sentences: the vocabulary, and the batches of BucketSentenceIter."""
import logging

import numpy as np
import pytest

import symgraph as mx

LENGTHS = [3, 3, 4, 5, 5, 5, 2, 9, 12, 3, 4, 1, 20]


def sentences(lengths=LENGTHS):
    """Sentences of the given lengths with words counted through, so that each word occurs once."""
    words = iter(range(1, sum(lengths) + 1))
    return [[next(words) for _ in range(length)] for length in lengths]


def make(lengths=LENGTHS, batch_size=2, buckets=(5, 10, 15), **kwargs):
    buckets = None if buckets is None else list(buckets)
    return mx.rnn.BucketSentenceIter(sentences(lengths), batch_size, buckets=buckets, **kwargs)


def epoch(batches):
    """(bucket, data, label) of each batch until the end of the epoch."""
    return [
        (batch.bucket_key, batch.data[0].asnumpy(), batch.label[0].asnumpy()) for batch in batches
    ]


def test_vocabulary_counts_in_order_of_appearance():
    text = [["a", "b", "a"], ["c", "\n", "a"], []]
    encoded, vocab = mx.rnn.encode_sentences(text)
    assert encoded == [[0, 1, 0], [2, -1, 0], []]
    assert vocab == {"\n": -1, "a": 0, "b": 1, "c": 2}


def test_vocabulary_leaves_out_the_invalid_label():
    text = [["a", "b"], ["c"]]
    encoded, vocab = mx.rnn.encode_sentences(text, invalid_label=0, start_label=0)
    assert encoded == [[1, 2], [3]]
    encoded, _ = mx.rnn.encode_sentences(text, invalid_label=2, start_label=1)
    assert encoded == [[1, 3], [4]]
    _, vocab = mx.rnn.encode_sentences(text, invalid_key="<eos>", invalid_label=7)
    assert vocab == {"<eos>": 7, "a": 0, "b": 1, "c": 2}


def test_given_vocabulary_is_kept():
    vocab = {"a": 1, "b": 2}
    encoded, same = mx.rnn.encode_sentences([["b", "a"]], vocab=vocab)
    assert encoded == [[2, 1]]
    assert same is vocab == {"a": 1, "b": 2}
    with pytest.raises(mx.base.MXNetError, match="word 'zz' is not among the 2 of vocab.*unknown"):
        mx.rnn.encode_sentences([["zz"]], vocab=vocab)


def test_unknown_words_become_the_unknown_token():
    encoded, vocab = mx.rnn.encode_sentences(
        [["a", "q"], ["r"]], vocab={"a": 1, "b": 2}, unknown_token="b"
    )
    assert encoded == [[1, 2], [2]]
    encoded, vocab = mx.rnn.encode_sentences(
        [["a", "q"]], vocab={"a": 1, "b": 2}, unknown_token="<unk>"
    )
    assert encoded == [[1, 3]]
    assert vocab == {"a": 1, "b": 2, "<unk>": 3}
    encoded, vocab = mx.rnn.encode_sentences([["a", "b"]], unknown_token="<unk>")
    assert encoded == [[0, 1]]
    assert vocab == {"\n": -1, "a": 0, "b": 1, "<unk>": 2}


def test_each_sentence_goes_to_the_smallest_bucket_that_holds_it():
    batches = epoch(make(lengths=[3, 3, 5, 5, 6, 10], buckets=(10, 5)))
    rows = {}
    for key, data, _ in batches:
        assert data.shape == (2, key)
        rows.setdefault(key, []).extend(data)
    assert {key: len(found) for key, found in rows.items()} == {5: 4, 10: 2}
    got = sorted(tuple(row[row >= 0].astype(int)) for found in rows.values() for row in found)
    assert got == sorted(tuple(line) for line in sentences([3, 3, 5, 5, 6, 10]))


def test_label_is_the_data_one_step_on():
    for _, data, label in epoch(make(invalid_label=0)):
        np.testing.assert_array_equal(label[:, :-1], data[:, 1:])
        np.testing.assert_array_equal(label[:, -1], 0)
        assert ((data > 0).sum(axis=1) > 0).all()


def test_time_major_layout_is_the_transpose():
    mx.random.seed(3)
    rows = epoch(make())
    mx.random.seed(3)
    columns = make(layout="TN", dtype="int32")
    assert columns.provide_data[0].shape == (15, 2)
    assert columns.provide_data[0].layout == "TN"
    for (key, data, label), (same, data_t, label_t) in zip(rows, epoch(columns), strict=True):
        assert same == key and data_t.dtype == np.int32 and data.dtype == np.float32
        np.testing.assert_array_equal(data_t, data.T)
        np.testing.assert_array_equal(label_t, label.T)


def test_descriptions_name_shape_type_and_layout():
    batches = make(data_name="words", label_name="next", dtype="int32")
    assert batches.default_bucket_key == 15
    assert batches.batch_size == 2
    (data,), (label,) = batches.provide_data, batches.provide_label
    assert (data.name, data.shape, data.layout) == ("words", (2, 15), "NT")
    assert (label.name, label.shape, label.dtype) == ("next", (2, 15), np.int32)
    for batch in batches:
        assert batch.provide_data[0].shape == (2, batch.bucket_key) == batch.data[0].shape
        assert batch.provide_label[0].name == "next"
        assert batch.pad == 0


def test_automatic_buckets_are_lengths_of_enough_sentences():
    assert make(buckets=None).buckets == [3, 4, 5]
    assert make(buckets=None, batch_size=3).buckets == [3, 5]
    assert make(lengths=[0, 0, 2, 2], buckets=None).buckets == [2]


def test_empty_buckets_are_left_out():
    batches = make(lengths=[3, 3, 12, 12], buckets=(5, 10, 20))
    assert batches.buckets == [5, 20]
    assert batches.default_bucket_key == 20
    assert sorted(key for key, _, _ in epoch(batches)) == [5, 20]


def test_losses_are_reported_with_counts(caplog):
    with caplog.at_level(logging.WARNING):
        make()
    too_long, rest = (record.getMessage() for record in caplog.records)
    assert "discarded 1 sentences longer than the largest bucket" in too_long
    assert "2 sentences that do not fill a batch of 2, by bucket: {10: 1, 15: 1}" in rest
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        make(lengths=[5, 5, 15, 15])
    assert not caplog.records


def test_epochs_are_shuffled_by_the_one_seed():
    lengths = [5] * 40
    mx.random.seed(11)
    batches = make(lengths, buckets=(5,))
    first = epoch(batches)
    batches.reset()
    second = epoch(batches)
    mx.random.seed(11)
    again = epoch(make(lengths, buckets=(5,)))
    order = [data[:, 0].tolist() for _, data, _ in first]
    assert order == [data[:, 0].tolist() for _, data, _ in again]
    assert order != [data[:, 0].tolist() for _, data, _ in second]
    for batches_seen in (first, second):
        words = np.concatenate([data.ravel() for _, data, _ in batches_seen])
        assert sorted(words) == list(range(1, 201))


def test_the_end_of_an_epoch():
    batches = make(lengths=[5, 5], buckets=(5,))
    batches.next()
    with pytest.raises(StopIteration):
        batches.next()
    batches.reset()
    assert len(epoch(batches)) == 1


def test_arguments_stay_as_they_were():
    buckets, text = [10, 5], sentences([3, 3])
    mx.rnn.BucketSentenceIter(text, 2, buckets=buckets)
    assert buckets == [10, 5] and text == sentences([3, 3])
    mx.rnn.BucketSentenceIter([np.array(line) for line in text], 2, buckets=(5,))


@pytest.mark.parametrize("kwargs, message", [
    ({"lengths": [3, 3], "buckets": (2,)}, r"none of the 2 sentences fits the buckets \[2\]"),
    ({"lengths": []}, "none of the 0 sentences fits"),
    ({"lengths": [3, 4], "buckets": None}, r".* buckets \[\]; without buckets, 2 \(batch_size\)"),
    ({"layout": "NC"}, "layout must be 'NT' or 'TN', found 'NC'"),
])
def test_what_cannot_work_is_refused(kwargs, message):
    with pytest.raises(ValueError, match=f"BucketSentenceIter: {message}"):
        make(**kwargs)


def test_padding_is_harmless_in_embedding_and_loss(rng):
    """Labels of -1 neither count in the loss nor reach memory outside of the table."""
    words, size = 8, 3
    batch = mx.rnn.BucketSentenceIter([[1, 2], [3, 4, 5]], 2, buckets=[4]).next()
    embedded = mx.sym.Embedding(mx.sym.Variable("data"), input_dim=words, output_dim=size,
                                name="embedding0")
    outputs, _ = mx.rnn.RNNCell(words, prefix="r_").unroll(4, embedded, merge_outputs=True)
    net = mx.sym.SoftmaxOutput(
        mx.sym.Reshape(outputs, shape=(-1, words)),
        mx.sym.Reshape(mx.sym.Variable("softmax_label"), shape=(-1,)),
        use_ignore=True, ignore_label=-1, name="softmax",
    )
    executor = net.simple_bind(mx.cpu(), data=(2, 4), softmax_label=(2, 4))
    for array in executor.arg_dict.values():
        array[:] = rng.uniform(-1, 1, array.shape)
    executor.arg_dict["data"][:] = batch.data[0]
    executor.arg_dict["softmax_label"][:] = batch.label[0]
    executor.forward(is_train=True)
    executor.backward()
    table = executor.grad_dict["embedding0_weight"].asnumpy()
    assert np.isfinite(table).all()
    # The last step of every sentence has no label, so that words 2 and 5 get no gradient.
    used = np.abs(table).sum(axis=1) > 0
    np.testing.assert_array_equal(np.flatnonzero(used), [1, 3, 4])
