"""Writes tests/data/NAME/ from a folder of recorded cases: make_golden.py SOURCE_DIR NAME.

SOURCE_DIR holds what MXNet 1.9.1 computed: cases.json, a list of cases whose arrays lie in *.npz
beside it, and sometimes files/, which MXNet wrote itself. NAME is golden for the cases that were
recorded first, asked for those of ask_mxnet.py. tests/golden reads the result, so the suite needs
neither SOURCE_DIR nor MXNet.

The result is compact: one case a line in <kind>.jsonl, and in arrays.npz one long array per dtype.
An array of a case is written as text, "float32[3,4]@120" being twelve numbers from place 120 of
the array float32. What a case says for information only is left out.
"""
import json
import shutil
import sys
from pathlib import Path

import numpy as np

DROPPED = {"check", "checked", "group", "npz_file", "inputs_mutated", "mxnet_random"}
DROPPED_ARRAYS = {"aux_after_forward", "inputs_after", "mxnet_grads", "mxnet_weights_after"}


class Pool:
    """Arrays of one dtype each, laid end to end; equal arrays are kept once."""

    def __init__(self):
        self.parts, self.size, self.places = {}, {}, {}

    def add(self, array):
        """The text that stands for array."""
        dtype = array.dtype.name
        key = (dtype, array.tobytes())
        if key not in self.places:
            self.places[key] = self.size.get(dtype, 0)
            self.size[dtype] = self.places[key] + array.size
            self.parts.setdefault(dtype, []).append(array.reshape(-1))
        return f"{dtype}[{','.join(map(str, array.shape))}]@{self.places[key]}"

    def save(self, path):
        np.savez_compressed(path, **{k: np.concatenate(v) for k, v in self.parts.items()})


def packed(value, arrays, pool):
    """value with every key of arrays replaced by the text that pool gives its array."""
    if isinstance(value, dict):
        return {k: packed(v, arrays, pool) for k, v in value.items()}
    if isinstance(value, list):
        return [packed(v, arrays, pool) for v in value]
    return value if value is None else pool.add(arrays[value])


def main(source, target):
    cases = json.loads((source / "cases.json").read_text())["cases"]
    loaded = {p.name: np.load(p) for p in source.glob("*.npz")}
    pool, lines = Pool(), {}
    for case in cases:
        arrays = loaded.get(case.get("npz_file"), {})
        short = {k: v for k, v in case.items() if k not in DROPPED}
        if "npz" in case:
            wanted = {k: v for k, v in case["npz"].items() if k not in DROPPED_ARRAYS}
            short["npz"] = packed(wanted, arrays, pool)
        if "tojson" in case:     # compared parsed, so white space need not be kept
            short["tojson"] = json.dumps(json.loads(case["tojson"]), separators=(",", ":"))
        lines.setdefault(case["kind"], []).append(json.dumps(short, separators=(",", ":")))
    target.mkdir(exist_ok=True)
    for kind, text in lines.items():
        (target / f"{kind}.jsonl").write_text("\n".join(text) + "\n")
    pool.save(target / "arrays.npz")
    if (source / "files").exists():
        shutil.copytree(source / "files", target / "files", dirs_exist_ok=True,
                        copy_function=shutil.copyfile)


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[2] not in ("golden", "asked"):
        sys.exit(__doc__)
    main(Path(sys.argv[1]), Path(__file__).resolve().parent / sys.argv[2])
