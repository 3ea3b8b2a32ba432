"""attend's models in PyTorch: the same equations (docs/design.md#equations) in nn.Modules, the same names and files.

    model = Model.load("model.safetensors")
    logits, weights = model(source, lengths, target_in)     # [B, T, V]; [B, T, n], None where there are none
    words = model.translate("cat chase mouse")
    model.save("model.safetensors")                         # what was not changed is the same to the last bit

    python3 -m attend.torch MODEL "sentence"                    translate greedily
    python3 -m attend.torch MODEL "sentence" --against attend   compare every number with `attend decode --json`
    python3 -m attend.torch MODEL -o M                          load and save

Needs PyTorch (Debian: python3-torch). Padding is masked or packed; batches come first. B pairs of a batch, n source words,
T target words, V words of the target vocabulary. `python3 -m attend.train` trains.
"""
from __future__ import annotations

import argparse
import array
import json
import math
import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from . import model_file, program, tokens
from .data import Pair, ids_of
from .pieces import Merges, join

PAD, START, END, UNKNOWN = range(4)
PADDED = 12  # places that a sentence has at least, with fault no_mask
RECURRENT = {"rnn": (nn.RNN, nn.RNNCell), "gru": (nn.GRU, nn.GRUCell), "lstm": (nn.LSTM, nn.LSTMCell)}
POSITIONS = 256

Drop = Callable[[tuple[int, int], Tensor], Tensor]


def stand_above(module: nn.Module, upper: nn.Module) -> nn.Module:
    """The parameters of a second layer beside those of the first, their names with _l1 behind."""
    for name, parameter in upper.named_parameters():
        module.register_parameter(f"{name}_l1", parameter)
    return upper


def split(x: Tensor, heads: int) -> Tensor:
    """[B, heads, n, d] of [B, n, E]"""
    return x.view(*x.shape[:2], heads, -1).transpose(1, 2)


def add_heads(module: nn.Module, name: str, size: int) -> None:
    """The four matrices of an attention, under a name that may be Python's own."""
    module.add_module(name, nn.ModuleDict({part: nn.Linear(size, size, bias=False)
                                           for part in ("query", "key", "value", "output")}))


def look(parts: Any, heads: int, x: Tensor, z: Any, seen: Any, temperature: float = 1.0) -> tuple[Tensor, Tensor]:
    """How x [B, m, E] looks at z [B, n, E], where `seen` [B, 1 or heads, m, n] allows: [B, m, E], and the weights
    [B, heads, m, n]."""
    query, key, value = (split(parts[name](rows), heads) for name, rows in (("query", x), ("key", z), ("value", z)))
    scores = query @ key.transpose(2, 3) / math.sqrt(query.shape[3]) / temperature
    alphas = scores.masked_fill(~seen, -math.inf).softmax(3)
    return parts["output"]((alphas @ value).transpose(1, 2).flatten(2)), alphas


def is_transformer(config: dict[str, Any]) -> bool:
    return bool(config.get("decoder", "cell") == "self")


class SelfLayer(nn.Module):
    """Multi-head attention of the words to each other, a residual, a layer norm; of a decoder (`crosses`) the same of the
    words to the source; then, if there is one, a feed-forward block with another of both. With `norm: pre` each norm stands
    before what it is a norm of, and one more behind the top layer. Without `cross_residual` what asks the source is not added
    to what the source gives."""

    def __init__(self, config: dict[str, Any], crosses: bool = False, layer: int = 0):
        super().__init__()
        self.before = config.get("norm", "post") == "pre"
        size, inner = config["embed"], config.get("feed_forward", 0)
        self.heads, self.temperature = config["heads"], config["temperature"]
        self.cross_heads, self.cross_residual = config.get("cross_heads", 1), config.get("cross_residual", True)
        add_heads(self, "self", size)
        self.norm = nn.LayerNorm(size)
        if crosses:
            add_heads(self, "cross", size)
            self.cross["norm"] = nn.LayerNorm(size)
        self.feed_forward = nn.ModuleDict({"inner": nn.Linear(size, inner), "outer": nn.Linear(inner, size),
                                           "norm": nn.LayerNorm(size)}) if inner else None
        top = self.before and layer == config["layers"] - 1
        self.last = nn.ModuleDict({"norm": nn.LayerNorm(size)}) if top else None

    def part(self, x: Tensor, norm: Any, made: Callable[[Tensor], Tensor], residual: bool = True) -> Tensor:
        kept = x if residual else torch.zeros_like(x)
        return kept + made(norm(x)) if self.before else norm(kept + made(x))

    def through(self, x: Tensor, seen: Tensor, drop: Drop, part: int, source: Tensor | None = None,
                there: Tensor | None = None) -> tuple[Tensor, Tensor | None]:
        """[B, m, E]; of a decoder's layer also the weights [B, heads, m, n] of the source [B, n, E], where it is `there`."""
        looked: list[Tensor] = []

        def across(rows: Tensor) -> Tensor:
            found, alphas = look(self.cross, self.cross_heads, rows, source, there, self.temperature)
            looked.append(alphas)
            return drop((part, 1), found)

        x = self.part(x, self.norm, lambda rows: drop((part, 0), look(self._modules["self"], self.heads, rows, rows, seen)[0]))
        if source is not None and there is not None:
            x = self.part(x, self.cross["norm"], across, self.cross_residual)
        if self.feed_forward is not None:
            block: Any = self.feed_forward
            x = self.part(x, block["norm"], lambda rows: drop((part, 2), block["outer"](torch.relu(block["inner"](rows)))))
        return x if self.last is None else self.last["norm"](x), looked[0] if looked else None


def add_places(module: nn.Module, config: dict[str, Any]) -> None:
    places = config.get("places", "learned")
    module.position = nn.Embedding(POSITIONS, config["embed"]) if places != "none" else None
    if module.position is not None and places == "sinusoid":
        module.position.weight.requires_grad_(False)


def placed(x: Tensor, position: nn.Embedding | None) -> Tensor:
    """x [B, n, E] with the vectors of the places."""
    return x if position is None else x + position(torch.arange(x.shape[1], device=x.device).clamp(max=POSITIONS - 1))


def earlier(n: int, device: Any) -> Tensor:
    """[n, n]: which places a place may look at that knows nothing of those behind it."""
    return torch.ones(n, n, dtype=torch.bool, device=device).tril()


class SelfDecoder(SelfLayer):
    """`decoder: self`: its first layer, and those above."""

    def __init__(self, config: dict[str, Any]):
        super().__init__(config, True)
        if config.get("places", "learned") == "learned":
            add_places(self, config)
        self.layers = nn.ModuleDict({str(layer): SelfLayer(config, True, layer) for layer in range(1, config["layers"])})

    def forward(self, y: Tensor, source: Tensor, mask: Tensor, drop: Drop, part: int) -> tuple[Tensor, list[Tensor]]:
        """Embeddings y [B, T, E] with their places, the encoder's states and which of them count: states [B, T, E], and the
        weights of each layer [B, heads, T, n]."""
        layers: list[Any] = [self, *self.layers.values()]
        looked = []
        for i, layer in enumerate(layers):
            y, alphas = layer.through(y, earlier(y.shape[1], y.device), drop, part + i, source, mask[:, None, None, :])
            looked.append(alphas)
        return y, looked


class SelfEncoder(SelfLayer):
    """`cell: self`: its first layer, and those above."""

    def __init__(self, config: dict[str, Any]):
        super().__init__(config)
        self.causal = config.get("causal", False)
        add_places(self, config)
        self.layers = nn.ModuleDict({str(layer): SelfLayer(config, False, layer) for layer in range(1, config["layers"])})

    def forward(self, x: Tensor, mask: Tensor, drop: Drop) -> tuple[Tensor, Tensor]:
        """Words [B, n, E] and which of them count [B, n]: states [B, n, E] and their mean [B, E]. `drop` drops of a
        Transformer's parts."""
        n = x.shape[1]
        x = drop((3, 3), placed(x, self.position))
        seen = mask[:, None, None, :] & (earlier(n, x.device) if self.causal else True)
        layers: list[Any] = [self, *self.layers.values()]
        for i, layer in enumerate(layers):
            x, _ = layer.through(x, seen, drop, 3 + i)
        states = x * mask[:, :, None]
        return states, states.sum(1) / mask.sum(1, keepdim=True)


class Score:
    """Of queries q [B, A], keys k [B, n, A] and v [A]: e [B, n]; and which tensors those come from, as in src/nn/score.h."""

    def __init__(self, function: Callable[..., Tensor], query: bool = False, key: str | None = None, energy: bool = False):
        self.function, self.query, self.key, self.energy = function, query, key, energy


def product(q: Tensor, k: Tensor, v: Tensor | None) -> Tensor:
    return (k @ q[:, :, None])[:, :, 0]


def cosine(q: Tensor, k: Tensor, v: Tensor | None) -> Tensor:
    return product(q, k, v) / (q.norm(dim=1, keepdim=True).clamp(min=1e-8) * k.norm(dim=2).clamp(min=1e-8))


SCORES = {  # a row for each of src/nn/scores.def
    "dot": Score(product),
    "scaled_dot": Score(lambda q, k, v: product(q, k, v) / math.sqrt(q.shape[1])),
    "cosine": Score(cosine),
    "bilinear": Score(product, key="bilinear"),
    "additive": Score(lambda q, k, v: torch.tanh(q[:, None] + k) @ v, query=True, key="key", energy=True),
}


class Attention(nn.Module):
    """Scores, weights and context of one step; global and, for Luong's, local."""

    def __init__(self, config: dict[str, Any], annotation: int):
        super().__init__()
        self.config = config
        hidden, size, score = config["hidden"], config["attention_size"], SCORES[config["score"]]
        self.score = score
        if score.query:
            self.query = nn.Linear(hidden, size, bias=False)
        if score.key or size != annotation:
            self.add_module(score.key or "key", nn.Linear(annotation, size, bias=False))
        if score.energy:
            self.energy = nn.Parameter(torch.zeros(size))
        if config["local"] == "local_p":
            self.position = nn.Linear(hidden, size, bias=False)
            self.position.energy = nn.Parameter(torch.zeros(size))

    def keys(self, annotations: Tensor) -> Tensor:
        """[B, n, A] of [B, n, C]"""
        matrix = getattr(self, self.score.key or "key", None)
        return matrix(annotations) if matrix is not None else annotations

    def scores(self, state: Tensor, keys: Tensor) -> Tensor:
        """[B, n] of [B, H] and [B, n, A]"""
        query = self.query(state) if self.score.query else state
        if self.config.get("fault") == "no_query":
            query = torch.zeros_like(query)
        return self.score.function(query, keys, self.energy if self.score.energy else None)

    def weights(self, query: Tensor, keys: Tensor, mask: Tensor, t: int) -> Tensor:
        """[B, n] of step t"""
        e = self.scores(query, keys) / self.config["temperature"]
        if self.config["local"] == "none":
            alphas = e.masked_fill(~mask, -math.inf).softmax(1)
            fault = self.config.get("fault") == "not_normalised"
            return alphas / alphas.max(1, keepdim=True)[0] / mask.sum(1, keepdim=True) if fault else alphas
        n, window = mask.sum(1, keepdim=True), self.config["window"]
        centre = n.clamp(max=t + 1).to(e.dtype)
        if self.config["local"] == "local_p":
            centre = n * torch.sigmoid(torch.tanh(self.position(query)) @ self.position.energy)[:, None]
        off = torch.arange(1, mask.shape[1] + 1, device=mask.device)[None] - centre
        alphas = e.masked_fill(~mask | (off.abs() > window), -math.inf).softmax(1)
        if self.config["local"] == "local_p":
            alphas = alphas * torch.exp(-off ** 2 / (2 * (window / 2) ** 2))
        return alphas


def keep(kind: tuple[int, int], x: Tensor) -> Tensor:
    return x


def sinusoids(size: int) -> Tensor:
    """[256, E]: row j, columns 2 i and 2 i + 1: sine and cosine of j / 10000^(2 i / E)."""
    angle = torch.arange(POSITIONS)[:, None] * 10000.0 ** (-torch.arange(0, size, 2)[None] / size)
    return torch.stack([angle.sin(), angle.cos()], 2).flatten(1)[:, :size].contiguous()


class Model(nn.Module):
    """A whole model; its tensors have the names of the model file."""

    def __init__(self, file: model_file.ModelFile):
        super().__init__()
        config = self.config = file.config
        self.file, self.source, self.target = file, file.source, file.target
        self.drop: Drop = keep
        self.looked: list[Tensor] = []     # of a Transformer: the weights [B, heads, T, n] of each layer of its decoder
        self.before: Tensor | None = None  # the context of the step before, for fault shifted
        embed, hidden, cell = config["embed"], config["hidden"], config["cell"]
        self.source_embedding = nn.Embedding(len(self.source), embed)
        self.target_embedding = nn.Embedding(len(self.target), embed)
        both = config["bidirectional"] and cell != "self"
        self.annotation = embed if cell == "self" else hidden * (2 if both else 1)
        self.encoder: Any
        if cell == "self":
            self.encoder = SelfEncoder(config)
        else:
            self.encoder = RECURRENT[cell][0](embed, hidden, config["layers"], batch_first=True, bidirectional=both)
        self.layers = config.get("decoder_layers", 1)  # of a recurrent decoder
        self.bridge = nn.Module()
        self.upper: dict[str, nn.Module] = {}  # its second layer, and the bridges there
        for part in ("hidden", "cell") if cell == "lstm" else ("hidden",):
            if config["bridge"] == "tanh":
                self.bridge.add_module(part, nn.Linear(self.annotation, hidden))
                if self.layers > 1:
                    self.upper[part] = stand_above(getattr(self.bridge, part), nn.Linear(self.annotation, hidden))
        mode = self.mode = config["attention"]
        self.transformer = is_transformer(config)
        if self.transformer:
            self.decoder: Any = SelfDecoder(config)
            self.output = nn.Linear(embed, len(self.target))
            return
        feeds = self.annotation if mode in ("fixed", "uniform", "bahdanau") else 0
        kind = RECURRENT["gru" if cell == "self" else cell][1]
        self.decoder = kind(embed + feeds, hidden)
        if self.layers > 1:
            self.upper["decoder"] = stand_above(self.decoder, kind(hidden, hidden))
        if mode in ("bahdanau", "luong"):
            self.attention = Attention(config, self.annotation)
        if mode == "luong":
            self.combine = nn.Linear(self.annotation + hidden, hidden, bias=False)
        self.output = nn.Linear(hidden, len(self.target))

    # ---- files ----

    @classmethod
    def fresh(cls, config: dict[str, Any], source: list[str], target: list[str], seed: int = 1) -> Model:
        """A model that has learned nothing; `config` has every key that a model file needs, the vocabularies begin with
        the special words."""
        torch.manual_seed(seed)
        file = model_file.ModelFile({
            "attend.version": "1", "attend.config": model_file.dump(config),
            "attend.source_vocab": model_file.dump(source), "attend.target_vocab": model_file.dump(target)})
        model = cls(file)
        for name, parameter in model.named_parameters():
            if name.endswith("energy"):
                nn.init.uniform_(parameter, -len(parameter) ** -0.5, len(parameter) ** -0.5)
            elif model.transformer and ("embedding" in name or "position" in name or name == "output.weight"):
                nn.init.normal_(parameter, 0, parameter.shape[1] ** -0.5)
            elif model.transformer and parameter.dim() == 2:
                nn.init.xavier_uniform_(parameter)
            elif model.transformer and "norm" not in name:
                nn.init.zeros_(parameter)
        if config.get("places") == "sinusoid":
            model.encoder.position.weight.data = sinusoids(config["embed"])
        file.tensors = {name: model_file.Tensor(list(values.shape), array.array("f"))
                        for name, values in model.state_dict().items()}
        return model

    @classmethod
    def load(cls, path: str) -> Model:
        file = model_file.read(path)
        model = cls(file)
        state = {name: torch.frombuffer(tensor.values, dtype=torch.float32).reshape(tensor.shape).clone()
                 for name, tensor in file.tensors.items()}
        model.load_state_dict(state)
        return model

    def save(self, path: str) -> None:
        state = self.state_dict()
        for name, tensor in self.file.tensors.items():
            values = state[name].detach().to("cpu", torch.float32).contiguous()
            tensor.values = array.array("f", bytes(values.numpy().tobytes()))
        model_file.write(path, self.file)

    # ---- forward ----

    def states(self, x: Tensor, lengths: Tensor) -> tuple[Tensor, Any]:
        packed = pack_padded_sequence(x, lengths.cpu(), batch_first=True, enforce_sorted=False)
        states, last = self.encoder(packed)
        return pad_packed_sequence(states, batch_first=True)[0], last

    def forward_only(self, states: Tensor, last: Any, x: Tensor, lengths: Tensor, turned: Tensor) -> tuple[Tensor, Any]:
        """The half that should read from the right reads from the left as well: from the right of the turned sentence."""
        turned = turned[:, :, None]
        mirrored, ends = self.states(x.gather(1, turned.expand_as(x)), lengths)
        H = self.config["hidden"]
        states = torch.cat([states[:, :, :H], mirrored.gather(1, turned.expand_as(mirrored))[:, :, H:]], 2)
        mixed = [torch.stack([a[0], b[1]]) for a, b in zip(*(p if isinstance(p, tuple) else (p,) for p in (last, ends)))]
        return states, tuple(mixed) if isinstance(last, tuple) else mixed[0]

    def encode(self, source: Tensor, lengths: Tensor) -> tuple[Tensor, Tensor, Tensor | None, Tensor, Tensor]:
        """Of ids [B, n] and lengths [B]: annotations [B, n, C], the decoder's first state and cell [B, H] (of two layers
        [B, 2 H], the first one's in front), the encoder's last state [B, C], and which places count [B, n]."""
        places = torch.arange(source.shape[1], device=source.device)[None]
        mask, turned = places < lengths[:, None], (lengths[:, None] - 1 - places).clamp(min=0)
        fault = self.config.get("fault")
        if fault == "mirrored":
            source = source.gather(1, turned)
        x = self.source_embedding(source)
        if self.transformer:
            states, final = self.encoder(x * math.sqrt(x.shape[2]), mask, self.drop)
            return states, source.new_zeros(len(source), 0), None, final, mask  # no word is written yet
        x = self.drop((0, 0), x)
        if self.config["cell"] == "self":
            states, final = self.encoder(x, mask, keep)
            return states, self.start("hidden", final), None, final, mask
        states, last = self.states(x, lengths)
        if fault == "forward_only":
            states, last = self.forward_only(states, last, x, lengths, turned)
        hidden, cell = last if isinstance(last, tuple) else (last, None)
        top = [torch.cat([part[-2], part[-1]], 1) if self.encoder.bidirectional else part[-1]
               for part in (hidden, cell) if part is not None]
        states = x * mask[:, :, None] if fault == "embeddings" else states
        return states, self.start("hidden", top[0]), self.start("cell", top[1]) if cell is not None else None, top[0], mask

    def start(self, part: str, final: Tensor) -> Tensor:
        bridge = self.config["bridge"]
        if bridge == "tanh":
            rows = [getattr(self.bridge, part)(final)] + ([self.upper[part](final)] if self.layers > 1 else [])
            return torch.tanh(torch.cat(rows, 1))
        return (final if bridge == "copy" else final.new_zeros(len(final), self.config["hidden"])).repeat(1, self.layers)

    def advance(self, x: Tensor, state: Tensor, cell: Tensor | None) -> tuple[Tensor, Tensor | None]:
        """Layer by layer: the second reads the new state of the first."""
        states, cells = state.chunk(self.layers, 1), cell.chunk(self.layers, 1) if cell is not None else ()
        made: list[Tensor] = []
        kept: list[Tensor] = []
        for i, layer in enumerate([self.decoder, self.upper["decoder"]] if self.layers > 1 else [self.decoder]):
            if cell is not None:
                x, memory = layer(x, (states[i], cells[i]))
                kept.append(memory)
            else:
                x = layer(x, states[i])
            made.append(x)
        return torch.cat(made, 1), torch.cat(kept, 1) if kept else None

    def top(self, state: Tensor) -> Tensor:
        """[B, H]: what asks, and what the output layer reads."""
        return state[:, -self.config["hidden"]:]

    def read(self, context: Tensor) -> Tensor:
        """What a step reads of its context: with fault shifted that of the step before, at first zeros."""
        if self.config.get("fault") != "shifted":
            return context
        before, self.before = self.before, context
        return torch.zeros_like(context) if before is None else before

    def written(self, words: Tensor, annotations: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Of a Transformer that has read words [B, T]: logits [B, T, V] and weights [B, T, n], the mean of the heads."""
        y = self.target_embedding(words)
        y = placed(y * math.sqrt(y.shape[2]), getattr(self.decoder, "position", self.encoder.position))
        layers = self.config["layers"]
        states, self.looked = self.decoder(self.drop((3 + layers, 3), y), annotations, mask, self.drop, 3 + layers)
        return self.output(states), self.looked[-1].mean(1)

    def step(self, t: int, words: Tensor, state: Tensor, cell: Tensor | None, annotations: Tensor, keys: Tensor | None,
             final: Tensor, mask: Tensor) -> tuple[Tensor, Tensor | None, Tensor, Tensor | None]:
        """One decode step that reads words [B]: logits [B, V], weights [B, n] or None, the next state and cell [B, H]. Steps are
        taken in order, from t = 0. Of two layers the states are side by side. A Transformer's state are the words so far."""
        if self.transformer:
            state = torch.cat([state, words[:, None]], 1)
            row, alphas = self.written(state, annotations, mask)
            return row[:, -1], alphas[:, -1], state, None
        y, alphas = self.drop((1, t), self.target_embedding(words)), None
        if self.mode == "luong":
            state, cell = self.advance(y, state, cell)
        if self.mode == "uniform":
            alphas = mask / mask.sum(1, keepdim=True)
        elif keys is not None:
            alphas = self.attention.weights(self.top(state), keys, mask, t)
        context: Tensor | None = None
        if alphas is not None:
            self.before = self.before if t else None
            context = self.read((alphas[:, None] @ annotations)[:, 0])
        elif self.mode == "fixed":
            context = final
        if self.mode == "luong":
            assert context is not None
            combined = torch.tanh(self.combine(torch.cat([context, self.top(state)], 1)))
            return self.output(self.drop((2, t), combined)), alphas, state, cell
        state, cell = self.advance(y if context is None else torch.cat([y, context], 1), state, cell)
        return self.output(self.drop((2, t), self.top(state))), alphas, state, cell

    def forward(self, source: Tensor, lengths: Tensor, target_in: Tensor,
                drop: Drop | None = None) -> tuple[Tensor, Tensor | None]:
        """Ids source [B, n] and target_in [B, T] (<s> first), lengths [B]: logits [B, T, V], and weights [B, T, n] or None.
        `drop((kind, t), x)`, if there is one, drops of the embeddings (kinds 0 and 1) and the output layer's input (2)."""
        self.drop = drop or keep
        annotations, state, cell, final, mask = self.encode(source, lengths)
        if self.transformer:
            return self.written(target_in, annotations, mask)
        keys = self.attention.keys(annotations) if hasattr(self, "attention") else None
        logits: list[Tensor] = []
        weights: list[Tensor] = []
        for t in range(target_in.shape[1]):
            row, alphas, state, cell = self.step(t, target_in[:, t], state, cell, annotations, keys, final, mask)
            logits.append(row)
            weights += [alphas] if alphas is not None else []
        return torch.stack(logits, 1), torch.stack(weights, 1) if weights else None

    # ---- sentences ----

    def source_row(self, ids: list[int]) -> list[int]:
        """What the encoder reads of a sentence's ids."""
        ids = list(ids) + [END] * self.config["source_end"]
        return ids + [PAD] * (PADDED - len(ids)) if self.config.get("fault") == "no_mask" else ids

    def source_ids(self, sentence: str) -> list[int]:
        known = ids_of(self.source)
        pieced = self.config["source_tokens"] == "bpe"
        words = tokens.cut(sentence, "word" if pieced else self.config["source_tokens"])
        words = [tokens.lower(word) for word in words] if self.config["lowercase"] else words
        words = Merges(self.file.merges("source")).cut(words) if pieced else words
        return self.source_row([known.get(word, UNKNOWN) for word in words])

    @torch.no_grad()
    def greedy(self, ids: list[int]) -> tuple[list[int], list[Tensor], list[Tensor | None]]:
        """Ids of the translation with </s>; of each step the probabilities [V], and the weights [1, n] or None."""
        annotations, state, cell, final, mask = self.encode(torch.tensor([ids]), torch.tensor([len(ids)]))
        keys = self.attention.keys(annotations) if hasattr(self, "attention") else None
        limit = int(self.config["limit_factor"] * len(ids)) + self.config["limit_extra"]
        words: list[int] = [START]
        rows: list[Tensor] = []
        weights: list[Tensor | None] = []
        while len(words) <= limit and (words[-1] != END or len(words) == 1):
            logits, alphas, state, cell = self.step(len(rows), torch.tensor([words[-1]]), state, cell, annotations, keys,
                                                    final, mask)
            rows.append(logits[0].softmax(0))
            weights.append(alphas)
            allowed = rows[-1].clone()
            allowed[[PAD, START, UNKNOWN]] = -1
            words.append(int(allowed.argmax()))
        return words[1:], rows, weights

    def causes(self, ids: list[int], written: list[int]) -> dict[str, Tensor]:
        """What the source words `ids`, as the encoder reads them, did to the words `written` (with </s>), which are fed: [T, n]
        each, in nats. "erase-unk" and "erase-zero": by how much ln p of the written word falls when <unk>, or an embedding of 0,
        stands in the source word's place; "gradient": its slope along the word's embedding, times that embedding."""
        n, turned = len(ids), self.config.get("fault") == "mirrored"
        fed = [START] + written[:-1]
        kept: list[Tensor] = []

        def run(row: list[int], change: Callable[[Tensor], Tensor]) -> Tensor:
            hook = self.source_embedding.register_forward_hook(lambda module, given, made: change(made))
            try:
                logits, _ = self(torch.tensor([row]), torch.tensor([n]), torch.tensor([fed]))
            finally:
                hook.remove()
            return logits[0].log_softmax(1).gather(1, torch.tensor(written)[:, None])[:, 0]

        def keep_input(x: Tensor) -> Tensor:
            kept.append(x.detach().clone().requires_grad_(True))
            return kept[0]

        def without(j: int, x: Tensor) -> Tensor:
            x = x.clone()
            x[0, n - 1 - j if turned else j] = 0
            return x

        whole = run(ids, keep_input)
        slopes = torch.stack([(torch.autograd.grad(p, kept[0], retain_graph=True)[0] * kept[0])[0].sum(1) for p in whole])
        with torch.no_grad():
            unknown = [run(ids[:j] + [UNKNOWN] + ids[j + 1:], lambda x: x) for j in range(n)]
            zero = [run(ids, partial(without, j)) for j in range(n)]
        maps = {"erase-unk": whole[:, None] - torch.stack(unknown, 1), "erase-zero": whole[:, None] - torch.stack(zero, 1),
                "gradient": slopes.flip(1) if turned else slopes}
        return {name: value.detach() for name, value in maps.items()}

    def translate(self, sentence: str) -> list[str]:
        ids, _, _ = self.greedy(self.source_ids(sentence))
        words = [self.target[i] for i in ids if i != END]
        return join(words) if self.config["target_tokens"] == "bpe" else words


# ---- loss ----

def padded(rows: list[list[int]], device: Any = None) -> Tensor:
    """[B, longest]"""
    width = max(map(len, rows))
    return torch.tensor([row + [PAD] * (width - len(row)) for row in rows], device=device)


def losses(model: nn.Module, config: dict[str, Any], pairs: list[Pair], smoothing: float = 0.0, attention_entropy: float = 0.0,
           drop: Drop | None = None, device: Any = None) -> tuple[Tensor, Tensor, int]:
    """Sums over the target words and </s> of the pairs: what training lessens, the cross-entropy, and how many words.
    `pairs` are rows of ids as the encoder reads them, and the target's; `model` is called as Model.forward."""
    fed = config.get("fault") == "answer_fed"
    lengths = torch.tensor([len(s) for s, _ in pairs], device=device)
    logits, weights = model(padded([s for s, _ in pairs], device), lengths,
                            padded([t + [END] if fed else [START] + t for _, t in pairs], device), drop)
    wanted = padded([t + [END] for _, t in pairs], device)
    inside = torch.arange(wanted.shape[1])[None] <= torch.tensor([len(t) for _, t in pairs])[:, None]
    inside = inside.to(wanted.device)
    logits, wanted = logits[inside], wanted[inside]
    logits = logits.float() if logits.dtype == torch.bfloat16 else logits
    plain = nn.functional.cross_entropy(logits, wanted, reduction="sum")
    loss = nn.functional.cross_entropy(logits, wanted, reduction="sum", label_smoothing=smoothing) if smoothing else plain
    if attention_entropy and weights is not None:  # of every layer of a Transformer, the mean of its heads
        for alphas in getattr(model, "module", model).looked or [weights[:, None]]:
            logs = alphas.clamp(min=torch.finfo(alphas.dtype).tiny).log()  # padding has the weight 0: 0 ln 0 is 0
            loss = loss + attention_entropy * (alphas * logs).sum(3).mean(1)[inside].sum()
    return loss, plain, len(wanted)


def batch_loss(model: Model, pairs: list[Pair], attention_entropy: float = 0.0) -> Tensor:
    """Mean loss of the target words and </s>, less attention_entropy times the mean entropy of their weights."""
    loss, _, count = losses(model, model.config, pairs, attention_entropy=attention_entropy)
    return loss / count


# ---- against attend ----

def largest_difference(model: Model, path: str, sentence: str, attend: str) -> float:
    """The largest difference of any probability or weight to those of `attend decode --json`; inf if words differ."""
    trace = json.loads(program.run(attend, "decode", path, sentence, "--json"))
    ids, rows, weights = model.greedy(trace["source"]["ids"])
    if ids != [step["output"]["id"] for step in trace["steps"]]:
        return math.inf
    worst = 0.0
    for step, row, alphas in zip(trace["steps"], rows, weights):
        worst = max(worst, (torch.tensor(step["probabilities"]) - row).abs().max().item())
        if alphas is not None:
            worst = max(worst, (torch.tensor(step["weights"]) - alphas[0]).abs().max().item())
    return worst


def main() -> None:
    parser = argparse.ArgumentParser(prog="python3 -m attend.torch", description="attend's models in PyTorch")
    parser.add_argument("model")
    parser.add_argument("sentence", nargs="?")
    parser.add_argument("--against", metavar="ATTEND", help="compare with this program")
    parser.add_argument("-o", "--output", metavar="M.safetensors")
    given = parser.parse_intermixed_args()
    model = Model.load(given.model)
    if given.sentence and given.against:
        print(f"{largest_difference(model, given.model, given.sentence, given.against):.3g}")
    elif given.sentence:
        print(" ".join(model.translate(given.sentence)))
    if given.output:
        model.save(given.output)


if __name__ == "__main__":
    sys.exit(program.command("attend.torch", main))
