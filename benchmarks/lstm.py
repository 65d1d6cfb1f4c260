"""Train the LSTM language model of MXNet's bucketing example for an epoch and report the speed.

`python benchmarks/lstm.py FOLDER [cells|bn]`; FOLDER has sherlockholmes.train.txt. The batches are the
same for every framework: lines are sentences, words stand between spaces, buckets 10 to 60.
"""
import argparse
import json
import time
from pathlib import Path

import numpy as np

import symgraph as mx

BATCH, HIDDEN, EMBED, LAYERS = 32, 200, 200, 2
BUCKETS = (10, 20, 30, 40, 50, 60)


def batches(path):
    """(bucket, data, label) of every full batch, in a fixed random order; the number of words."""
    vocab, rows = {"\n": 0}, {bucket: [] for bucket in BUCKETS}
    with open(path, encoding="utf-8") as file:
        for line in file:
            ids = [vocab.setdefault(word, len(vocab)) for word in line.split(" ") if word]
            bucket = next((b for b in BUCKETS if len(ids) <= b), None)
            if bucket:
                rows[bucket].append(ids + [0] * (bucket - len(ids)))
    found = []
    for bucket, sentences in rows.items():
        for i in range(0, len(sentences) - BATCH + 1, BATCH):
            data = np.array(sentences[i:i + BATCH])
            label = np.zeros_like(data)
            label[:, :-1] = data[:, 1:]
            found.append((bucket, data, label))
    np.random.default_rng(0).shuffle(found)
    return found, len(vocab)


def normalized(layer, steps):
    """One layer with BatchNorm at every step on both products, written out by hand."""
    names = ("i2h_weight", "i2h_bias", "h2h_weight", "h2h_bias", "i2h_gamma", "i2h_beta",
             "h2h_gamma", "h2h_beta")
    p = {name: mx.sym.Variable(f"l{layer}_{name}") for name in names}
    h = c = mx.sym.zeros(shape=(BATCH, HIDDEN))
    outputs = []
    for t, x in enumerate(steps):
        sums = []
        for kind, data in (("i2h", x), ("h2h", h)):
            product = mx.sym.FullyConnected(data, p[f"{kind}_weight"], p[f"{kind}_bias"],
                                            num_hidden=4 * HIDDEN)
            sums.append(mx.sym.BatchNorm(product, p[f"{kind}_gamma"], p[f"{kind}_beta"],
                                         fix_gamma=False, name=f"t{t}_l{layer}_{kind}_bn"))
        gates = mx.sym.SliceChannel(sums[0] + sums[1], num_outputs=4)
        i, f, o = (mx.sym.Activation(gates[k], act_type="sigmoid") for k in (0, 2, 3))
        c = f * c + i * mx.sym.Activation(gates[1], act_type="tanh")
        h = o * mx.sym.Activation(c, act_type="tanh")
        outputs.append(h)
    return outputs


def sym_gen(mode, vocab):
    """What BucketingModule calls for each bucket."""
    stack = mx.rnn.SequentialRNNCell()
    for layer in range(LAYERS):
        stack.add(mx.rnn.LSTMCell(num_hidden=HIDDEN, prefix=f"lstm_l{layer}_"))

    def make(length):
        data, label = mx.sym.Variable("data"), mx.sym.Variable("softmax_label")
        embed = mx.sym.Embedding(data=data, input_dim=vocab, output_dim=EMBED, name="embed")
        if mode == "bn":
            steps = list(mx.sym.SliceChannel(embed, num_outputs=length, squeeze_axis=True))
            for layer in range(LAYERS):
                steps = normalized(layer, steps)
            outputs = mx.sym.Concat(*[mx.sym.expand_dims(h, axis=1) for h in steps], dim=1)
        else:
            stack.reset()
            outputs, _ = stack.unroll(length, inputs=embed, merge_outputs=True)
        outputs = mx.sym.Reshape(outputs, shape=(-1, HIDDEN))
        pred = mx.sym.FullyConnected(outputs, num_hidden=vocab, name="pred")
        label = mx.sym.Reshape(label, shape=(-1,))
        return mx.sym.SoftmaxOutput(pred, label, name="softmax"), ("data",), ("softmax_label",)
    return make


def train(folder, mode, epochs):
    """Seconds of the fastest of some epochs, with what else is worth knowing."""
    found, vocab = batches(Path(folder) / "sherlockholmes.train.txt")
    data = [mx.io.DataBatch([mx.nd.array(d)], [mx.nd.array(t)], bucket_key=b,
                            provide_data=[mx.io.DataDesc("data", d.shape)],
                            provide_label=[mx.io.DataDesc("softmax_label", t.shape)])
            for b, d, t in found]
    longest = max(b for b, _, _ in found)
    module = mx.mod.BucketingModule(sym_gen(mode, vocab), default_bucket_key=longest)
    module.bind([mx.io.DataDesc("data", (BATCH, longest))],
                [mx.io.DataDesc("softmax_label", (BATCH, longest))])
    module.init_params(mx.init.Xavier(factor_type="in", magnitude=2.34))
    module.init_optimizer(optimizer="sgd", optimizer_params={"learning_rate": 0.01, "wd": 1e-5})

    def epoch():
        start = time.perf_counter()
        for batch in data:
            module.forward(batch, is_train=True)
            module.backward()
            module.update()
        return time.perf_counter() - start

    warm = epoch()
    seconds = min(epoch() for _ in range(epochs))
    metric = mx.metric.Perplexity(None)
    for batch in data:
        module.forward(batch, is_train=True)
        module.update_metric(metric, batch.label)
    tokens = sum(d.size for _, d, _ in found)
    flops = tokens * 3 * (LAYERS * 16 * HIDDEN * HIDDEN + 2 * HIDDEN * vocab)
    return {"seconds": seconds, "warm": warm, "tokens/s": tokens / seconds,
            "GFLOP/s": flops / seconds / 1e9, "perplexity": metric.get()[1],
            "threads": mx.get_num_threads()}


def main():
    reader = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    reader.add_argument("folder")
    reader.add_argument("mode", choices=("cells", "bn"), nargs="?", default="cells")
    reader.add_argument("--epochs", type=int, default=2)
    args = reader.parse_args()
    print(json.dumps({"workload": f"lstm {args.mode}", **train(args.folder, args.mode, args.epochs)}))


if __name__ == "__main__":
    main()
