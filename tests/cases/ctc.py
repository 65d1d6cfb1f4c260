"""Cases of CTCLoss. The reference goes from step to step with the probability of every text that may
still become the labels, and of every class that it may have ended in."""
import numpy as np

from . import case


def probability(p, labels, blank):
    """That labels come out if a class is drawn at each step with the probabilities p[t]."""
    found = {((), blank): 1.0}
    for now in p:
        after = {}
        for (text, last), ways in found.items():
            for k, chance in enumerate(now):
                grown = text if k in (blank, last) else (*text, k)
                if grown == labels[:len(grown)]:
                    after[grown, k] = after.get((grown, k), 0) + ways * chance
        found = after
    return sum(ways for (text, _), ways in found.items() if text == labels)


def ctc(data, label, *lengths, use_data_lengths=False, use_label_lengths=False,
        blank_label="first", is_train=True):
    steps, batch, classes = data.shape
    blank, padding = (0, 0) if blank_label == "first" else (classes - 1, -1)
    p = np.exp(data - data.max(2, keepdims=True))
    p /= p.sum(2, keepdims=True)
    losses = np.zeros(batch)
    for n in range(batch):
        row = [int(k) for k in label[n]]
        if use_label_lengths:
            row = row[:int(lengths[-1][n])]
        elif padding in row:
            row = row[:row.index(padding)]
        length = int(np.clip(lengths[0][n], 0, steps)) if use_data_lengths else steps
        found = probability(p[:length, n], tuple(row), blank)
        losses[n] = -np.log(found) if found else 0
    return losses


FLOATS = ("float32", "float64")


def labels(shape, *rows, dtype=None, dtypes=FLOATS, **params):
    lengths = [np.array(params.pop(name)) for name in ("data_lengths", "label_lengths")
               if name in params]
    make = {1 + i: lambda rng, a=a: a for i, a in enumerate((np.array(rows), *lengths))}
    case("CTCLoss", lambda *x, is_train: ctc(*x, is_train=is_train, **params), shape,
         *(a(None).shape for a in make.values()), params=params, make=make, low=-2, high=2,
         wanted=(0,), in_dtypes={slot: dtype for slot in make if dtype}, dtypes=dtypes)


labels((5, 3, 4), (1, 2, 3), (2, 2, 0), (3, 0, 0), dtypes=("float16", *FLOATS))
labels((6, 2, 3), (1, 1), (0, 0), dtype="int32")
labels((4, 3, 4), (0, 2), (1, -1), (-1, -1), blank_label="last", dtype="int8")
labels((5, 4, 4), (1, 2), (2, 2), (0, 0), (3, 1), use_data_lengths=True,
       data_lengths=(5, 2, 0, 99))
labels((5, 3, 4), (1, 2), (2, 2), (9, 9), use_label_lengths=True, label_lengths=(1, 2, 0),
       dtype="int64")
labels((6, 2, 4), (1, 0, 2), (0, 0, 1), use_data_lengths=True, use_label_lengths=True,
       data_lengths=(4, 3), label_lengths=(2, 2), blank_label="last")
labels((1, 1, 2), (1,))
labels((2, 2, 3), (1, 2, 1), (2, 1, 0))
labels((17, 9, 33), *[(5, 5, 7, 32, 1, 0)[k % 3:] + (0,) * (k % 3) for k in range(9)])
