"""Every number that `attend decode --json` prints of a Transformer, computed again from the model file with numpy. Exit 77
(skipped) where there is no numpy.

    test_transformer.py ATTEND DATA.tsv
"""
import json
import math
import os
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: there is no numpy here (Debian: apt-get install python3-numpy)")
    sys.exit(77)

from attend import model_file

TOLERANCE = 1e-5  # float32 against double
START = 1
KINDS = ("--embed 6 --heads 2 --cross-heads 3 --layers 2 --feed-forward 5", "--embed 8 --heads 4 --places sinusoid",
         "--embed 6 --places none --feed-forward 3 --causal --layers 2 --source-end",
         "--norm pre --embed 6 --heads 2 --cross-heads 3 --layers 2 --feed-forward 5", "--norm pre --embed 6 --heads 3 --places sinusoid",
         "--cross-residual false --embed 6 --heads 2 --cross-heads 3 --layers 2 --feed-forward 5",
         "--cross-residual false --norm pre --embed 6 --heads 2 --layers 2 --feed-forward 5")


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


class Decode:
    """A model file and what the program printed of it."""

    def __init__(self, path, trace):
        file = model_file.read(path)
        self.tensors = {name: np.array(tensor.values, dtype=np.float64).reshape(tensor.shape)
                        for name, tensor in file.tensors.items()}
        self.config, self.trace = file.config, trace
        self.before = self.config.get("norm") == "pre"
        self.seen, self.worst = {}, 0.0

    def same(self, what, mine, theirs):
        mine, theirs = np.asarray(mine), np.asarray(theirs)
        assert mine.shape == theirs.shape, (what, mine.shape, theirs.shape)
        off = float(np.abs(mine - theirs).max())
        assert off <= TOLERANCE, (what, off)
        self.seen[what] = self.seen.get(what, 0) + mine.size
        self.worst = max(self.worst, off)

    def all_same(self, where, names, mine, theirs):
        for name, values in zip(names, mine):
            self.same(f"{where}.{name}", values, theirs[name])

    def of(self, side, layer, part):
        return self.tensors[f"{side}." + (f"layers.{layer}." if layer else "") + part]

    def norm(self, x, side, layer, part):
        """The row normalized, and then with weight and bias."""
        even = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
        return even, even * self.of(side, layer, f"{part}.weight") + self.of(side, layer, f"{part}.bias")

    def look(self, x, z, side, layer, part, heads, mask):
        """queries, keys, values, scores, weights [heads, ...], mixed and output [m, E]"""
        query, key, value, output = (self.of(side, layer, f"{part}.{name}.weight")
                                     for name in ("query", "key", "value", "output"))
        q, k, v = (rows.reshape(len(rows), heads, -1).transpose(1, 0, 2) for rows in (x @ query.T, z @ key.T, z @ value.T))
        scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[2])
        weights = softmax(np.where(mask, scores, -np.inf))
        mixed = (weights @ v).transpose(1, 0, 2).reshape(len(x), -1)
        return q, k, v, scores, weights, mixed, mixed @ output.T

    def take(self, x, side, layer, part):
        """Of a part: what it takes, and with norm pre that without the norm's weight and bias."""
        even, y = self.norm(x, side, layer, part)
        return (even, y) if self.before else (None, x)

    def join(self, x, even, added, side, layer, part):
        """x with what the part adds, and what its norm normalized; what asked the source may be left behind."""
        if part == "cross.norm" and not self.config.get("cross_residual", True):
            x = 0
        return (even, x + added) if self.before else self.norm(x + added, side, layer, part)

    def block(self, x, side, layer):
        even, middle = self.take(x, side, layer, "feed_forward.norm")
        weight = {name: self.of(side, layer, f"feed_forward.{name}") for name in
                  ("inner.weight", "inner.bias", "outer.weight", "outer.bias")}
        inner = np.maximum(0, middle @ weight["inner.weight"].T + weight["inner.bias"])
        outer = inner @ weight["outer.weight"].T + weight["outer.bias"]
        return middle, inner, outer, *self.join(x, even, outer, side, layer, "feed_forward.norm")

    def last(self, x, side, kept):
        """Behind the top layer."""
        if not self.before:
            return x
        even, x = self.norm(x, side, self.config["layers"] - 1, "last.norm")
        self.same(f"{side}.last", even[-1] if side == "decoder" else even, kept["normed"])
        return x

    def enter(self, table, ids, side):
        places = self.tensors.get(f"{side}.position.weight", self.tensors.get("encoder.position.weight"))
        x = math.sqrt(self.config["embed"]) * self.tensors[f"{table}_embedding.weight"][ids]
        return x if places is None else x + places[:len(ids)]

    def encode(self):
        ids, heads = self.trace["source"]["ids"], self.config["heads"]
        n = len(ids)
        x = self.enter("source", ids, "encoder")
        for layer in range(self.config["layers"]):
            run = self.trace["encoder"]["layers"][layer]["self"]
            self.same("encoder.inputs", x, run["inputs"])
            mask = np.tril(np.ones((n, n), bool)) if self.config.get("causal") else np.ones((n, n), bool)
            even, read = self.take(x, "encoder", layer, "norm")
            if self.before:
                self.same("encoder.evened", read, run["evened"])
            found = self.look(read, read, "encoder", layer, "self", heads, mask)
            self.all_same("encoder", ("queries", "keys", "values", "scores", "weights", "mixed", "output"), found, run)
            even, x = self.join(x, even, found[-1], "encoder", layer, "norm")
            self.same("encoder.normed", even, run["normed"])
            if self.config.get("feed_forward"):
                *rest, x = self.block(x, "encoder", layer)
                self.all_same("encoder", ("middle", "inner", "outer", "forward_normed"), rest, run)
        x = self.last(x, "encoder", self.trace["encoder"])
        self.same("encoder.states", x, self.trace["encoder"]["states"])
        return x

    def layer(self, layer, y, h, step):
        """What a decoder's layer makes of all rows y so far, against the last one in `step`."""
        run, m, heads = step["decoder"][layer], len(y), self.config.get("cross_heads", 1)
        self.same("inputs", y[-1], run["inputs"])
        even, read = self.take(y, "decoder", layer, "norm")
        if self.before:
            self.same("evened", read[-1], run["self"]["evened"])
        q, k, v, scores, weights, mixed, output = self.look(read, read, "decoder", layer, "self", self.config["heads"],
                                                            np.tril(np.ones((m, m), bool)))
        self.all_same("self", ("queries", "keys", "values", "scores", "weights", "mixed", "output"),
                      (q[:, -1], k, v, scores[:, -1], weights[:, -1], mixed[-1], output[-1]), run["self"])
        even, y = self.join(y, even, output, "decoder", layer, "norm")
        self.same("self.normed", even[-1], run["self"]["normed"])
        even, asked = self.take(y, "decoder", layer, "cross.norm")
        self.same("asked", asked[-1], run["asked"])
        q, k, v, scores, weights, mixed, output = self.look(asked, h, "decoder", layer, "cross", heads, True)
        self.all_same("answers", ("keys", "values"), (k, v), self.trace["encoder"]["layers"][layer]["answers"])
        self.all_same("cross", ("queries", "scores", "weights", "mixed", "output"),
                      (q[:, -1], scores[:, -1], weights[:, -1], mixed[-1], output[-1]), run["cross"])
        if layer == self.config["layers"] - 1:
            self.all_same("step", ("query", "scores", "weights", "context"),
                          (q[:, -1].ravel(), scores[:, -1].mean(0), weights[:, -1].mean(0), mixed[-1]), step)
        even, y = self.join(y, even, output, "decoder", layer, "cross.norm")
        self.same("cross.normed", even[-1], run["cross"]["normed"])
        if self.config.get("feed_forward"):
            *rest, y = self.block(y, "decoder", layer)
            self.all_same("block", ("middle", "inner", "outer", "forward_normed"), [rows[-1] for rows in rest], run)
        if layer == self.config["layers"] - 1:
            y = self.last(y, "decoder", step)
        self.same("given", y[-1], run["given"])
        return y

    def check(self):
        h, words = self.encode(), [START]
        for step in self.trace["steps"]:
            assert step["input"]["id"] == words[-1]
            y = self.enter("target", words, "decoder")
            for layer in range(self.config["layers"]):
                y = self.layer(layer, y, h, step)
            self.same("state", y[-1], step["state"])
            logits = y[-1] @ self.tensors["output.weight"].T + self.tensors["output.bias"]
            self.all_same("step", ("logits", "probabilities"), (logits, softmax(logits)), step)
            words.append(step["output"]["id"])


def main():
    attend, data = sys.argv[1:3]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "m.safetensors")
        for kind in KINDS:
            subprocess.run([attend, "train", data, "-o", path, "--cell", "transformer", "--epochs", "3", "--seed", "5",
                            *kind.split()], check=True, capture_output=True)
            told = subprocess.run([attend, "decode", path, "cat chase mouse", "--json"], check=True, capture_output=True,
                                  text=True).stdout
            decode = Decode(path, json.loads(told))
            decode.check()
            assert len(decode.seen) >= 30 and len(decode.trace["steps"]) >= 2
            print(f"{len(decode.seen)} kinds, {sum(decode.seen.values())} numbers, off by {decode.worst:.1e}: {kind}")


main()
