"""Sentences of words as batches: the vocabulary, and an iterator with one shape per bucket."""
import bisect

import numpy as np

from .. import log, ndarray, random
from ..errors import MXNetError
from ..io import DataBatch, DataDesc, DataIter


def encode_sentences(
    sentences,
    vocab=None,
    invalid_label=-1,
    invalid_key="\n",
    start_label=0,
    unknown_token=None,
):
    """Return (sentences as lists of ints, vocabulary as a dict from word to int).

    Without `vocab` it is built: the words are counted from `start_label` on, in order of
    appearance; `invalid_label` stands for `invalid_key` and is left out; `unknown_token` comes
    last. A given `vocab` is extended by nothing but `unknown_token`, which takes the place of
    unknown words. Raises MXNetError for unknown words if there is no `unknown_token`.
    """
    sentences = [list(sentence) for sentence in sentences]
    if vocab is None:
        vocab = {invalid_key: invalid_label}
        free = start_label
        for sentence in sentences:
            for word in sentence:
                if word not in vocab:
                    free = vocab[word] = _skip(free, invalid_label)
                    free += 1
    else:
        free = max(vocab.values(), default=start_label - 1) + 1
    if unknown_token is not None:
        vocab.setdefault(unknown_token, _skip(free, invalid_label))
    return [[_label(word, vocab, unknown_token) for word in line] for line in sentences], vocab


def _skip(label, invalid_label):
    return label + 1 if label == invalid_label else label


def _label(word, vocab, unknown_token):
    if word in vocab:
        return vocab[word]
    if unknown_token is None:
        raise MXNetError(
            f"encode_sentences: the word {word!r} is not among the {len(vocab)} of vocab; give an "
            "unknown_token to put in its place"
        )
    return vocab[unknown_token]


def _is_count(value):
    """Whether value is a whole number from 1, of Python or of NumPy."""
    return isinstance(value, (int, np.integer)) and not isinstance(value, bool) and value >= 1


def _require_lists(sentences, buckets, batch_size):
    """Raise TypeError or ValueError for arguments that no batches can be made from."""
    if not _is_count(batch_size):
        raise ValueError(
            f"BucketSentenceIter: batch_size is a whole number from 1, got {batch_size!r}"
        )
    if not hasattr(sentences, "__iter__") or isinstance(sentences, str):
        raise TypeError(
            f"BucketSentenceIter: sentences are a list of lists of ints, got {sentences!r:.60}"
        )
    if buckets is None:
        return
    if not isinstance(buckets, list) or not all(
        isinstance(bucket, (int, np.integer)) for bucket in buckets
    ):
        raise TypeError(
            "BucketSentenceIter: buckets are a list of lengths of sentences, as [10, 20], got "
            f"{buckets!r:.60}"
        )


class BucketSentenceIter(DataIter):
    """Batches of sentences of similar length, each with the following words as its labels.

    `sentences` are lists of ints. A sentence goes to the smallest of `buckets` that holds it, and
    is filled up with `invalid_label`; the label is the sentence one step on, with `invalid_label`
    at the end. Without `buckets` they are the lengths that at least `batch_size` sentences have;
    buckets without any sentence are left out. Batches are of shape (batch_size, bucket) for
    `layout` "NT" and (bucket, batch_size) for "TN"; `bucket_key` is the bucket.

    Longer sentences are left out, and so are those that do not fill a batch, others in each epoch,
    as every `reset` shuffles anew by `symgraph.random.host()`; `logging` warns with their counts.
    Raises ValueError if nothing is left.
    """

    def __init__(
        self,
        sentences,
        batch_size,
        buckets=None,
        invalid_label=-1,
        data_name="data",
        label_name="softmax_label",
        dtype="float32",
        layout="NT",
    ):
        super().__init__(batch_size)
        if set(layout[:2]) != {"N", "T"}:
            raise ValueError(
                f"BucketSentenceIter: layout must be 'NT' or 'TN', found {layout!r}"
            )
        self.data_name = data_name
        self.label_name = label_name
        self.dtype = dtype
        self.invalid_label = invalid_label
        self.layout = layout
        self.major_axis = layout.index("N")
        buckets = list(buckets) if hasattr(buckets, "__iter__") else buckets
        _require_lists(sentences, buckets, batch_size)
        self._sort_into_buckets([list(sentence) for sentence in sentences], buckets)
        self.default_bucket_key = self.buckets[-1]
        self.provide_data = [self._describe(data_name, self.default_bucket_key)]
        self.provide_label = [self._describe(label_name, self.default_bucket_key)]
        self.idx = [
            (bucket, start)
            for bucket, rows in enumerate(self.data)
            for start in range(0, len(rows) - batch_size + 1, batch_size)
        ]
        self.reset()

    def _sort_into_buckets(self, sentences, buckets):
        """Set `buckets`, sorted, and `data`, an array of shape (sentences, bucket) for each."""
        if buckets is None:
            counts = np.bincount([len(sentence) for sentence in sentences], minlength=1)
            buckets = [n for n, count in enumerate(counts) if n and count >= self.batch_size]
        buckets = sorted(buckets)
        rows = [[] for _ in buckets]
        too_long = 0
        for sentence in sentences:
            bucket = bisect.bisect_left(buckets, len(sentence))
            if bucket == len(buckets):
                too_long += 1
                continue
            padding = [self.invalid_label] * (buckets[bucket] - len(sentence))
            rows[bucket].append(sentence + padding)
        self.buckets = [bucket for bucket, filled in zip(buckets, rows, strict=True) if filled]
        try:
            self.data = [np.array(filled, dtype=self.dtype) for filled in rows if filled]
        except ValueError as error:
            raise ValueError(f"BucketSentenceIter: sentences are lists of ints, encode_sentences makes "
                             f"them of words; {error}") from None
        if not self.data:
            raise ValueError(
                f"BucketSentenceIter: none of the {len(sentences)} sentences fits the buckets "
                f"{buckets}; without buckets, {self.batch_size} (batch_size) sentences of one "
                "length make one"
            )
        self._warn_of_losses(too_long)

    def _warn_of_losses(self, too_long):
        if too_long:
            log.warning(
                "BucketSentenceIter: discarded %d sentences longer than the largest bucket.",
                too_long,
            )
        rest = {
            bucket: len(rows) % self.batch_size
            for bucket, rows in zip(self.buckets, self.data, strict=True)
            if len(rows) % self.batch_size
        }
        if rest:
            log.warning(
                "BucketSentenceIter: leaving out %d sentences that do not fill a batch of %d, "
                "by bucket: %s.",
                sum(rest.values()),
                self.batch_size,
                rest,
            )

    def _shape(self, bucket):
        return (self.batch_size, bucket) if self.major_axis == 0 else (bucket, self.batch_size)

    def _describe(self, name, bucket):
        return DataDesc(
            name, self._shape(bucket), dtype=np.dtype(self.dtype).type, layout=self.layout
        )

    def reset(self):
        """Shuffle the sentences of each bucket and the order of the batches, and start anew."""
        self.curr_idx = 0
        self.nddata = []
        self.ndlabel = []
        random.host().shuffle(self.idx)
        for rows in self.data:
            random.host().shuffle(rows)
            labels = np.full_like(rows, self.invalid_label)
            labels[:, :-1] = rows[:, 1:]
            self.nddata.append(self._laid_out(rows))
            self.ndlabel.append(self._laid_out(labels))

    def _laid_out(self, rows):
        return ndarray.array(rows if self.major_axis == 0 else rows.T, dtype=self.dtype)

    def next(self):
        """Return the next DataBatch."""
        if self.curr_idx == len(self.idx):
            raise StopIteration
        bucket, start = self.idx[self.curr_idx]
        self.curr_idx += 1
        data = self._batch(self.nddata[bucket], start)
        label = self._batch(self.ndlabel[bucket], start)
        key = self.buckets[bucket]
        return DataBatch(
            [data],
            [label],
            pad=0,
            bucket_key=key,
            provide_data=[self._describe(self.data_name, key)],
            provide_label=[self._describe(self.label_name, key)],
        )

    def _batch(self, array, start):
        rows = slice(start, start + self.batch_size)
        return array[rows if self.major_axis == 0 else (slice(None), rows)].copy()
