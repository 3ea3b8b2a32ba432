"""A model of attend worked out from its file alone, with numpy in double precision: docs/design.md says the equations and the
names of the tensors. Nothing of attend's own code is used. Rows come first: B sentences of one length n at a time.

    model = Model("model.safetensors")
    encoding = model.encode(model.row("cat chase mouse".split()))       # [1, n]
    step, state = model.step(encoding, model.start(encoding), np.array([START]), 0)
"""
import json
import math
from types import SimpleNamespace

import numpy as np

PAD, START, END, UNKNOWN = range(4)
PADDED = 12       # places that a sentence has at least with the fault no_mask
LAST_PLACE = 255  # the last one that has a vector of its own


def softmax(x):
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def sigmoid(x):
    return 0.5 * (1 + np.tanh(0.5 * x))


def linear(x, matrix):
    """[..., outputs] of [..., inputs]; three times as fast as x @ matrix.T where numpy has Debian's plain BLAS."""
    return np.einsum("...i,oi->...o", x, matrix)


def take(values, rows):
    """The same rows of all arrays in lists, tuples and namespaces."""
    if isinstance(values, np.ndarray):
        return values[rows]
    if isinstance(values, SimpleNamespace):
        return SimpleNamespace(**{name: take(value, rows) for name, value in vars(values).items()})
    if isinstance(values, dict):
        return {name: take(value, rows) for name, value in values.items()}
    return type(values)(take(value, rows) for value in values) if isinstance(values, (list, tuple)) else values


def advance(kind, a, b, h, m):
    """A cell's new state and memory and its gates, of what W_ih and W_hh give."""
    if kind == "rnn":
        return np.tanh(a + b), None, {}
    H = h.shape[1]
    (a1, a2, a3), (b1, b2, b3) = (([x[:, k * H:(k + 1) * H] for k in range(3)]) for x in (a, b))
    if kind == "gru":
        r, z = sigmoid(a1 + b1), sigmoid(a2 + b2)
        new = np.tanh(a3 + r * b3)
        return (1 - z) * new + z * h, None, {"r": r, "z": z}
    i, f, g = sigmoid(a1 + b1), sigmoid(a2 + b2), np.tanh(a3 + b3)
    o = sigmoid(a[:, 3 * H:] + b[:, 3 * H:])
    m = f * m + i * g
    return o * np.tanh(m), m, {"i": i, "f": f, "g": g, "o": o}


class Model:
    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        end = 8 + int.from_bytes(data[:8], "little")
        header = json.loads(data[8:end])
        meta = header.pop("__metadata__")
        self.config = json.loads(meta["attend.config"])
        self.source, self.target = json.loads(meta["attend.source_vocab"]), json.loads(meta["attend.target_vocab"])
        self.merges = [tuple(pair.split(" ")) for pair in json.loads(meta.get("attend.source_merges", "[]"))]
        self.of = {name: np.frombuffer(data[end + item["data_offsets"][0]:end + item["data_offsets"][1]], "<f4")
                   .astype(np.float64).reshape(item["shape"]) for name, item in header.items()}
        self.source_ids = {word: i for i, word in enumerate(self.source) if i > UNKNOWN}
        self.target_ids = {word: i for i, word in enumerate(self.target)}
        config = self.config
        self.fault, self.layers = config.get("fault", "none"), config["layers"]
        self.written = config.get("decoder") == "self"  # a Transformer
        self.before = config.get("norm") == "pre"
        self.above = config.get("decoder_layers", 1)
        self.weighs = self.written or config["attention"] in ("uniform", "bahdanau", "luong")
        self.scores_words = self.written or config["attention"] in ("bahdanau", "luong")

    # ---- words ----

    def pieces(self, word):
        """Byte-pair encoding: letters, then merge after merge, each wherever it can be made."""
        row = [letter + "@@" for letter in word[:-1]] + [word[-1]]
        for left, right in self.merges:
            at = 0
            while at + 1 < len(row):
                if (row[at], row[at + 1]) == (left, right):
                    row[at:at + 2] = [left[:-2] + right]
                at += 1
        return row

    def ids(self, words):
        words = [word.lower() for word in words] if self.config["lowercase"] else words
        words = [piece for word in words for piece in self.pieces(word)] if self.config["source_tokens"] == "bpe" else words
        return [self.source_ids.get(word, UNKNOWN) for word in words]

    def row(self, words):
        """[1, n]: what the encoder reads."""
        ids = self.ids(words) + [END] * self.config["source_end"]
        return np.array([ids + [PAD] * (PADDED - len(ids) if self.fault == "no_mask" else 0)])

    def limit(self, n):
        return max(1, min(1000, int(self.config["limit_factor"] * n) + self.config["limit_extra"]))

    @staticmethod
    def best(logits):
        """[B]: the word that is written."""
        allowed = logits.copy()
        allowed[:, [PAD, START, UNKNOWN]] = -np.inf
        return allowed.argmax(1)

    # ---- layers of self-attention ----

    def named(self, side, layer, part):
        return self.of[f"{side}." + (f"layers.{layer}." if layer else "") + part]

    def norm(self, x, side, layer, part):
        even = (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)
        return even * self.named(side, layer, part + ".weight") + self.named(side, layer, part + ".bias")

    def split(self, x, side, layer, part, heads):
        """[B, heads, rows, d] of what a matrix makes of [B, rows, E]"""
        made = linear(x, self.named(side, layer, part + ".weight"))
        return made.reshape(*made.shape[:2], heads, -1).transpose(0, 2, 1, 3)

    def look(self, q, k, v, output, mask=True, temperature=1.0, forced=None):
        """[B, rows, E], and on the way there scores and weights [B, heads, rows, n], what is mixed [B, rows, E]"""
        scores = q @ k.transpose(0, 1, 3, 2) / math.sqrt(q.shape[3])
        weights = softmax(np.where(mask, scores / temperature, -np.inf))
        if forced is not None:
            weights = np.broadcast_to(forced[:, None, None], weights.shape)
        mixed = (weights @ v).transpose(0, 2, 1, 3)
        mixed = mixed.reshape(*mixed.shape[:2], -1)
        return linear(mixed, output), scores, weights, mixed

    def join(self, x, side, layer, part, made, residual=True):
        """A part with its norm: behind what is added up, or before what it takes."""
        kept = x if residual else 0
        return kept + made(self.norm(x, side, layer, part)) if self.before else self.norm(kept + made(x), side, layer, part)

    def block(self, x, side, layer):
        """The feed-forward block, if there is one; and the last norm of the top layer."""
        def through(rows, part):
            weight, bias = (self.named(side, layer, f"feed_forward.{part}.{kind}") for kind in ("weight", "bias"))
            return linear(rows, weight) + bias

        def made(rows):
            inner = through(rows, "inner")
            return through(np.maximum(0, inner), "outer")
        if self.config.get("feed_forward"):
            x = self.join(x, side, layer, "feed_forward.norm", made)
        return self.norm(x, side, layer, "last.norm") if self.before and layer == self.layers - 1 else x

    def encode_self(self, x):
        """[B, n, E]: annotations, and the weights [B, heads, n, n] of the top layer."""
        n, found = x.shape[1], []
        places = self.of.get("encoder.position.weight")
        x = x * (math.sqrt(x.shape[2]) if self.written else 1)
        x = x if places is None else x + places[np.minimum(np.arange(n), LAST_PLACE)]
        mask = np.tril(np.ones((n, n), bool)) if self.config.get("causal") else True
        for layer in range(self.layers):
            def made(rows):
                q, k, v = (self.split(rows, "encoder", layer, "self." + name, self.config["heads"])
                           for name in ("query", "key", "value"))
                found.append(self.look(q, k, v, self.named("encoder", layer, "self.output.weight"), mask))
                return found[-1][0]
            x = self.block(self.join(x, "encoder", layer, "norm", made), "encoder", layer)
        return x, found[-1][2]

    # ---- recurrent layers ----

    def read(self, x, layer, reverse):
        """One layer in one direction: states, memories or None, gates, all [B, n, H]."""
        suffix = f"_l{layer}" + ("_reverse" if reverse else "")
        w, u, b, c = (self.of["encoder." + name + suffix] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
        from_right = reverse and self.fault != "forward_only"
        h = m = np.zeros((len(x), self.config["hidden"]))
        order = range(x.shape[1])
        rows = []
        for j in reversed(order) if from_right else order:
            h, m, gates = advance(self.config["cell"], linear(x[:, j], w) + b, linear(h, u) + c, h, m)
            rows.append({"h": h, **({} if m is None else {"m": m}), **gates})
        rows = rows[::-1] if from_right else rows
        return {name: np.stack([row[name] for row in rows], 1) for name in rows[0]}

    def encode_cells(self, x, out):
        """Annotations [B, n, D] and what crosses the bridge: last states, last memories or None."""
        both, last = self.config["bidirectional"], {}
        for layer in range(self.layers):
            runs = [self.read(x, layer, reverse) for reverse in range(1 + both)]
            out.runs.append(runs[0])
            x = np.concatenate([run["h"] for run in runs], 2)
        for name in runs[0].keys() & {"h", "m"}:
            ends = [runs[0][name][:, -1]] + ([runs[1][name][:, -1 if self.fault == "forward_only" else 0]] if both else [])
            last[name] = np.concatenate(ends, 1)
        return x, last["h"], last.get("m")

    def bridge(self, part, final):
        """[B, H] for each layer of the decoder"""
        kind, made = self.config["bridge"], []
        for layer in range(self.above):
            suffix = f"_l{layer}" if layer else ""
            if kind == "tanh":
                weight, bias = (self.of[f"bridge.{part}.{name}{suffix}"] for name in ("weight", "bias"))
                made.append(np.tanh(linear(final, weight) + bias))
            else:
                made.append(final if kind == "copy" else np.zeros((len(final), self.config["hidden"])))
        return made

    # ---- the encoder ----

    def encode(self, ids, scale=None, mute=()):
        """Of ids [B, n]; `scale` [B, n]: what the embeddings are multiplied by; `mute`: places that attention gets 0 of."""
        x = self.of["source_embedding.weight"][ids]
        x = x if scale is None else x * scale[:, :, None]
        out = SimpleNamespace(n=ids.shape[1], runs=[], looked=None, keys=None, cross=[], memories=None)
        memory = None
        if self.config["cell"] == "self":
            out.states, out.looked = self.encode_self(x)
            out.final = out.states.mean(1)
        else:
            out.states, out.final, memory = self.encode_cells(x[:, ::-1] if self.fault == "mirrored" else x, out)
        if self.fault == "embeddings":
            out.states = x
        if not self.written:
            out.initial = self.bridge("hidden", out.final)
            out.memories = None if memory is None else self.bridge("cell", memory)
        if mute:
            out.states = out.states.copy()
            out.states[:, list(mute)] = 0
        matrix = self.of.get("attention.key.weight", self.of.get("attention.bilinear.weight"))
        out.keys = out.states if matrix is None else linear(out.states, matrix)
        for layer in range(self.layers if self.written else 0):
            out.cross.append([self.split(out.states, "decoder", layer, "cross." + name, self.config.get("cross_heads", 1))
                              for name in ("key", "value")])
        return out

    # ---- attention ----

    def scores(self, query, keys):
        """[B, n] of [B, H] and [B, n, A]"""
        kind, matrix = self.config["score"], self.of.get("attention.query.weight")
        q = query if matrix is None else linear(query, matrix)
        q = np.zeros_like(q) if self.fault == "no_query" else q
        if kind == "additive":
            return np.tanh(keys + q[:, None]) @ self.of["attention.energy"]
        products = (keys @ q[:, :, None])[:, :, 0]
        if kind == "scaled_dot":
            return products / math.sqrt(self.config["hidden"])
        if kind == "cosine":
            lengths = [np.maximum(1e-8, np.sqrt((rows ** 2).sum(-1))) for rows in (q[:, None], keys)]
            return products / lengths[0] / lengths[1]
        return products

    def weights(self, query, scores, t, temperature):
        """[B, n]"""
        e, n, local = scores / temperature, scores.shape[1], self.config["local"]
        if local == "none":
            powers = np.exp(e - e.max(1, keepdims=True))
            return powers / (n if self.fault == "not_normalised" else powers.sum(1, keepdims=True))
        w, centre = self.config["window"], np.full((len(e), 1), min(t + 1, n), float)
        if local == "local_p":
            told = np.tanh(linear(query, self.of["attention.position.weight"])) @ self.of["attention.position.energy"]
            centre = n * sigmoid(told)[:, None]
        off = np.arange(1, n + 1)[None] - centre
        alphas = softmax(np.where(np.abs(off) <= w, e, -np.inf))
        return alphas * np.exp(-off ** 2 / (2 * (w / 2) ** 2)) if local == "local_p" else alphas

    def attend(self, encoding, query, t, forced, temperature, step):
        """Fills in the step's scores, weights and context; what the fault shifted reads of it is the step's affair."""
        mode = self.config["attention"]
        if mode == "fixed":
            step.context = encoding.final
        if mode == "uniform":
            step.weights = np.full(encoding.states.shape[:2], 1 / encoding.n)
        if mode in ("bahdanau", "luong"):
            step.scores = self.scores(query, encoding.keys)
            step.weights = self.weights(query, step.scores, t, temperature)
        if step.weights is not None:
            step.weights = step.weights if forced is None else forced
            step.context = (step.weights[:, None] @ encoding.states)[:, 0]

    # ---- the decoder ----

    def start(self, encoding):
        B = len(encoding.states)
        if self.written:
            d = self.config["embed"] // self.config["heads"]
            return [[np.zeros((B, self.config["heads"], 0, d))] * 2 for _ in range(self.layers)]
        return SimpleNamespace(h=encoding.initial, m=encoding.memories, context=np.zeros((B, encoding.states.shape[2])))

    def step(self, encoding, state, words, t, forced=None, temperature=None):
        """Step t, from 0, that reads the words [B]; `forced`: weights [B, n] in place of the model's. A step with `logits` and
        `p` [B, V], `state` [B, H], and where there are such `scores`, `weights`, `context`, `asked`, `maps`; the next state."""
        step = SimpleNamespace(scores=None, weights=None, context=None, asked=None, maps=None)
        temperature = temperature or self.config["temperature"]
        y = self.of["target_embedding.weight"][words]
        if self.written:
            state = self.step_written(encoding, state, y, t, forced, temperature, step)
            answer = step.state
        else:
            state, answer = self.step_cells(encoding, state, y, t, forced, temperature, step)
        step.logits = linear(answer, self.of["output.weight"]) + self.of["output.bias"]
        step.p = softmax(step.logits)
        return step, state

    def step_cells(self, encoding, state, y, t, forced, temperature, step):
        luong, new = self.config["attention"] == "luong", SimpleNamespace(h=state.h, m=state.m, context=state.context)
        if luong:
            self.go_on(new, y)
        self.attend(encoding, new.h[-1], t, forced, temperature, step)
        read = step.context
        if read is not None and self.fault == "shifted":
            read, new.context = state.context, step.context
        if luong:
            answer = np.tanh(linear(np.concatenate([read, new.h[-1]], 1), self.of["combine.weight"]))
        else:
            self.go_on(new, y if read is None else np.concatenate([y, read], 1))
            answer = new.h[-1]
        step.state = new.h[-1]
        return new, answer

    def go_on(self, state, x):
        """The cells of the decoder, layer by layer: a second one reads the new state of the first."""
        kind = "gru" if self.config["cell"] == "self" else self.config["cell"]
        states, memories = [], []
        for layer, h in enumerate(state.h):
            suffix = f"_l{layer}" if layer else ""
            w, u, b, c = (self.of["decoder." + name + suffix] for name in ("weight_ih", "weight_hh", "bias_ih", "bias_hh"))
            x, m, _ = advance(kind, linear(x, w) + b, linear(h, u) + c, h, state.m[layer] if state.m else None)
            states.append(x)
            memories.append(m)
        state.h, state.m = states, memories if kind == "lstm" else None

    def step_written(self, encoding, state, y, t, forced, temperature, step):
        places = self.of.get("decoder.position.weight", self.of.get("encoder.position.weight"))
        x = math.sqrt(y.shape[1]) * y[:, None]
        x = x if places is None else x + places[min(t, LAST_PLACE)]
        step.maps, kept = [], []
        for layer, past in enumerate(state):
            def itself(rows):
                q, k, v = (self.split(rows, "decoder", layer, "self." + name, self.config["heads"])
                           for name in ("query", "key", "value"))
                kept.append([np.concatenate([before, now], 2) for before, now in zip(past, (k, v))])
                return self.look(q, *kept[-1], self.named("decoder", layer, "self.output.weight"))[0]

            def source(rows):
                step.asked = rows[:, 0]
                q = self.split(rows, "decoder", layer, "cross.query", self.config.get("cross_heads", 1))
                output = self.named("decoder", layer, "cross.output.weight")
                made, scores, weights, mixed = self.look(q, *encoding.cross[layer], output, True, temperature, forced)
                step.maps.append(weights[:, :, 0])
                step.scores, step.weights, step.context = scores[:, :, 0].mean(1), weights[:, :, 0].mean(1), mixed[:, 0]
                return made
            x = self.join(x, "decoder", layer, "norm", itself)
            x = self.join(x, "decoder", layer, "cross.norm", source, self.config.get("cross_residual", True))
            x = self.block(x, "decoder", layer)
        step.state = x[:, 0]
        return kept
