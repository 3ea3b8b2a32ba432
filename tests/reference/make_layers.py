#!/usr/bin/env python3
"""Makes tests/gradient/oracle/layers/: small models made of attention, with logits, loss and the gradient of every parameter,
by PyTorch's own nn.MultiheadAttention (its biases 0), nn.LayerNorm and nn.Linear in double precision.

    PYTHONPATH=python /usr/bin/python3 tests/reference/make_layers.py    # Debian: apt-get install python3-torch

A file has a model's settings, its weights by the names of the model file, a batch of two sentences, of each the logits, and
the mean loss of the target words with its gradients, of some less the entropy of the attention (`--attention-entropy`). Where both attentions have as many heads, nn.TransformerEncoderLayer
and nn.TransformerDecoderLayer must give the same states to 1e-12. A GRU behind self-attention is the twin's
(attend.torch), in which the encoder alone is another.
"""
import json
import math
import os
import types

import torch
from torch import nn

import attend.torch as twin
from make_entropy import ORACLE

FOLDER = os.path.join(ORACLE, "layers")
WORDS, WRITTEN = 7, 8
PAIRS = [([4, 6, 5, 4], [5, 4, 7]), ([5, 4], [6, 5, 6, 7, 4])]
COMMON = {"embed": 6, "hidden": 5, "layers": 1, "heads": 1, "bidirectional": False, "attention": "bahdanau",
          "score": "additive", "local": "none", "bridge": "tanh", "temperature": 1.0, "source_end": False, "cell": "self"}
KINDS = {
    "self": {"heads": 2, "attention_size": 5},
    "self_2_layers": {"heads": 3, "layers": 2, "feed_forward": 7, "places": "none", "attention_size": 5},
    "transformer": {"decoder": "self", "heads": 2, "cross_heads": 2, "feed_forward": 8, "places": "none"},
    "transformer_one_across": {"decoder": "self", "heads": 2, "feed_forward": 5, "places": "sinusoid"},
    "transformer_2_layers": {"decoder": "self", "heads": 3, "cross_heads": 3, "layers": 2, "feed_forward": 4},
    "self_pre": {"norm": "pre", "heads": 2, "layers": 2, "feed_forward": 7, "attention_size": 5},
    "transformer_pre": {"norm": "pre", "decoder": "self", "heads": 2, "cross_heads": 2, "feed_forward": 8, "places": "sinusoid"},
    "transformer_pre_2_layers": {"norm": "pre", "decoder": "self", "heads": 3, "cross_heads": 3, "layers": 2, "feed_forward": 4},
    "transformer_pre_one_across": {"norm": "pre", "decoder": "self", "heads": 2, "layers": 2, "places": "none"},
    "transformer_alone": {"cross_residual": False, "decoder": "self", "heads": 2, "cross_heads": 2, "feed_forward": 8, "layers": 2},
    "transformer_pre_alone": {"cross_residual": False, "norm": "pre", "decoder": "self", "heads": 2, "layers": 2, "feed_forward": 5},
    "transformer_no_block": {"decoder": "self", "cross_heads": 2, "layers": 2, "places": "none"},
}
SOFTER, ENTROPY = ("self", "transformer", "transformer_2_layers", "transformer_pre_2_layers"), 0.5  # the gradients of these are with the entropy


def attention(config, heads):
    return nn.MultiheadAttention(config["embed"], heads, bias=True, batch_first=True)


def set_attention(module, state, name):
    module.in_proj_weight.data = torch.cat([state[f"{name}.{part}.weight"] for part in ("query", "key", "value")])
    module.in_proj_bias.data.zero_()
    module.out_proj.weight.data = state[f"{name}.output.weight"].clone()
    module.out_proj.bias.data.zero_()


class Layer(nn.Module):
    """Of an encoder, or with `crosses` of a decoder."""

    def __init__(self, config, state, name, crosses):
        super().__init__()
        size, self.crosses, self.inner = config["embed"], crosses, None
        self.before, self.residual = config.get("norm") == "pre", config.get("cross_residual", True)
        self.own = attention(config, config["heads"])
        set_attention(self.own, state, f"{name}self")
        self.norm = self.norm_of(size, state, f"{name}norm")
        if crosses:
            self.cross = attention(config, config.get("cross_heads", 1))
            set_attention(self.cross, state, f"{name}cross")
            self.cross_norm = self.norm_of(size, state, f"{name}cross.norm")
        if config.get("feed_forward"):
            self.inner, self.outer = nn.Linear(size, config["feed_forward"]), nn.Linear(config["feed_forward"], size)
            for module, part in ((self.inner, "inner"), (self.outer, "outer")):
                module.weight.data = state[f"{name}feed_forward.{part}.weight"].clone()
                module.bias.data = state[f"{name}feed_forward.{part}.bias"].clone()
            self.forward_norm = self.norm_of(size, state, f"{name}feed_forward.norm")
        if f"{name}last.norm.weight" in state:
            self.last = self.norm_of(size, state, f"{name}last.norm")

    @staticmethod
    def norm_of(size, state, name):
        norm = nn.LayerNorm(size)
        norm.weight.data, norm.bias.data = state[f"{name}.weight"].clone(), state[f"{name}.bias"].clone()
        return norm

    def forward(self, x, masked, padded, source=None, source_padded=None):
        x = self.part(x, self.norm, lambda y: self.own(y, y, y, key_padding_mask=padded, attn_mask=masked)[0])
        if self.crosses:
            def across(y):
                found, self.looked = self.cross(y, source, source, key_padding_mask=source_padded, average_attn_weights=False)
                return found
            x = self.part(x, self.cross_norm, across) if self.residual else self.alone(x, across)
        return self.part(x, self.forward_norm, lambda y: self.outer(torch.relu(self.inner(y)))) if self.inner is not None else x

    def part(self, x, norm, made):
        return x + made(norm(x)) if self.before else norm(x + made(x))

    def alone(self, x, made):
        """As a part, but x is left behind."""
        return made(self.cross_norm(x)) if self.before else self.cross_norm(made(x))

    def whole(self, heads):
        """The same as PyTorch's own layer."""
        kind = nn.TransformerDecoderLayer if self.crosses else nn.TransformerEncoderLayer
        made = kind(self.norm.normalized_shape[0], heads, self.inner.out_features, dropout=0.0, batch_first=True,
                    norm_first=self.before).double()
        made.self_attn.load_state_dict(self.own.state_dict())
        norms = [self.norm, self.cross_norm, self.forward_norm] if self.crosses else [self.norm, self.forward_norm]
        if self.crosses:
            made.multihead_attn.load_state_dict(self.cross.state_dict())
        for i, norm in enumerate(norms):
            getattr(made, f"norm{i + 1}").load_state_dict(norm.state_dict())
        made.linear1.load_state_dict(self.inner.state_dict())
        made.linear2.load_state_dict(self.outer.state_dict())
        return made.train()  # in eval it has a path of its own

    def gradients(self, name):
        found = {}
        for own, part in ((self.own, "self"), (getattr(self, "cross", None), "cross")):
            if own is not None:
                for i, what in enumerate(("query", "key", "value")):
                    found[f"{name}{part}.{what}.weight"] = own.in_proj_weight.grad.chunk(3)[i]
                found[f"{name}{part}.output.weight"] = own.out_proj.weight.grad
        for own, part in (("norm", "norm"), ("cross_norm", "cross.norm"), ("inner", "feed_forward.inner"),
                          ("outer", "feed_forward.outer"), ("forward_norm", "feed_forward.norm"), ("last", "last.norm")):
            module = getattr(self, own, None)
            if module is not None:
                found[f"{name}{part}.weight"], found[f"{name}{part}.bias"] = module.weight.grad, module.bias.grad
        return found


class Stack(nn.Module):
    def __init__(self, config, state, side):
        super().__init__()
        self.names = [f"{side}." + (f"layers.{i}." if i else "") for i in range(config["layers"])]
        self.layers = nn.ModuleList(Layer(config, state, name, side == "decoder") for name in self.names).double()

    def forward(self, x, masked, padded, *source):
        for layer in self.layers:
            x = layer(x, masked, padded, *source)
        last = getattr(self.layers[-1], "last", None)
        return x if last is None else last(x)

    def gradients(self):
        found = {}
        for name, layer in zip(self.names, self.layers):
            found.update(layer.gradients(name))
        return found


def place(x, position):
    return x if position is None else x + position[:x.shape[1]]


def compare_whole(stack, config, x, masked, padded, *source):
    """Where PyTorch has such a layer."""
    if not config.get("feed_forward") or (source and (config.get("cross_heads", 1) != config["heads"]
                                                      or not config.get("cross_residual", True))):
        return
    mine = theirs = x
    with torch.no_grad():
        for layer in stack.layers:
            mine = layer(mine, masked, padded, *source)
            made = layer.whole(config["heads"])
            theirs = made(theirs, source[0], tgt_mask=masked, tgt_key_padding_mask=padded,
                          memory_key_padding_mask=source[1]) if source else made(theirs, masked, padded)
        assert (mine - theirs)[~padded].abs().max() < 1e-12


class Transformer(nn.Module):
    def __init__(self, config, state):
        super().__init__()
        self.config = config
        self.tensors = {name: values.clone().requires_grad_() for name, values in state.items()
                        if "embedding" in name or "position" in name or name.startswith("output")}
        self.encoder, self.decoder = Stack(config, state, "encoder"), Stack(config, state, "decoder")

    def forward(self, source, lengths, target_in, drop=None):
        tensors, scale = self.tensors, math.sqrt(self.config["embed"])
        padded = torch.arange(source.shape[1])[None] >= lengths[:, None]
        position = tensors.get("encoder.position.weight")
        x = place(scale * tensors["source_embedding.weight"][source], position)
        states = self.encoder(x, None, padded)
        compare_whole(self.encoder, self.config, x, None, padded)
        T = target_in.shape[1]
        y = place(scale * tensors["target_embedding.weight"][target_in], tensors.get("decoder.position.weight", position))
        masked, none = torch.ones(T, T, dtype=torch.bool).triu(1), torch.zeros(target_in.shape, dtype=torch.bool)
        compare_whole(self.decoder, self.config, y, masked, none, states.detach(), padded)
        written = self.decoder(y, masked, none, states, padded)
        self.looked = [layer.looked for layer in self.decoder.layers]
        return written @ tensors["output.weight"].T + tensors["output.bias"], self.looked[-1].mean(1)

    def gradients(self):
        found = {name: tensor.grad for name, tensor in self.tensors.items()}
        if self.config.get("places") == "sinusoid":
            found["encoder.position.weight"] = torch.zeros_like(self.tensors["encoder.position.weight"])
        return {**found, **self.encoder.gradients(), **self.decoder.gradients()}


class Behind(nn.Module):
    """The twin, with another encoder."""

    def __init__(self, config, model, state):
        super().__init__()
        self.looked = []
        self.model, self.stack, self.position = model, Stack(config, state, "encoder"), None
        if "encoder.position.weight" in state:
            self.position = state["encoder.position.weight"].clone().requires_grad_()
        model.encoder.forward = self.encode

    def encode(self, x, mask, _):
        states = self.stack(place(x, self.position), None, ~mask) * mask[:, :, None]
        return states, states.sum(1) / mask.sum(1, keepdim=True)

    def forward(self, *arguments):
        return self.model(*arguments)

    def gradients(self):
        found = {name: parameter.grad for name, parameter in self.model.named_parameters() if parameter.grad is not None}
        if self.position is not None:
            found["encoder.position.weight"] = self.position.grad
        return {**found, **self.stack.gradients()}


def config_of(kind):
    config = {**COMMON, **kind}
    if config.get("decoder") == "self":
        config.update(hidden=config["embed"], attention_size=config["embed"], score="scaled_dot", bridge="none")
    return config


def make(name, kind):
    torch.manual_seed(sum(map(ord, name)))
    config, words = config_of(kind), lambda count: [str(i) for i in range(count)]
    model = twin.Model(types.SimpleNamespace(source=words(WORDS), target=words(WRITTEN), config=config)).double()
    state = {key: (torch.rand(values.shape, dtype=torch.float64) * 1.4 - 0.7 + ("norm.weight" in key)).mul(1000).round() / 1000
             for key, values in model.state_dict().items()}
    model.load_state_dict(state)
    tried = Transformer(config, state) if config.get("decoder") == "self" else Behind(config, model, state)
    entropy = ENTROPY if name in SOFTER else 0.0
    loss, plain, count = twin.losses(tried, config, PAIRS, attention_entropy=entropy)
    (loss / count).backward()
    with torch.no_grad():
        logits = [tried(torch.tensor([s]), torch.tensor([len(s)]), torch.tensor([[twin.START] + t]))[0][0].tolist()
                  for s, t in PAIRS]
        of_twin, _, _ = twin.losses(model, config, PAIRS, attention_entropy=entropy)
        if config.get("decoder") == "self":
            assert abs(of_twin.item() - loss.item()) < 1e-10, (of_twin.item(), loss.item())
    gradients = tried.gradients()
    assert sorted(gradients) == sorted(state), sorted(set(gradients) ^ set(state))
    settings = " ".join(f"{key}={str(value).lower()}" for key, value in {**COMMON, **kind}.items())
    return {"settings": settings, "words": WORDS, "written": WRITTEN,
            "pairs": [{"source": s, "target": t} for s, t in PAIRS],
            "weights": {key: values.tolist() for key, values in state.items()}, "logits": logits,
            "loss": plain.item() / count, "attention_entropy": entropy, "grads": {key: values.tolist() for key, values in gradients.items()}}


def main():
    twin.POSITIONS = 256
    os.makedirs(FOLDER, exist_ok=True)
    for name, kind in KINDS.items():
        with open(os.path.join(FOLDER, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(make(name, kind), file, allow_nan=False)
            file.write("\n")


if __name__ == "__main__":
    main()
