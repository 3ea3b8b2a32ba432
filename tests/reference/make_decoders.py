#!/usr/bin/env python3
"""Makes decoder_*.json of tests/gradient/oracle/layers/: recurrent decoders of two layers, with logits, loss and the gradient
of every parameter, by PyTorch's own nn.RNN, nn.GRU and nn.LSTM with num_layers=2, in double precision.

    PYTHONPATH=python /usr/bin/python3 tests/reference/make_decoders.py    # Debian: apt-get install python3-torch

The files have the form of make_layers.py's. The encoder is the twin's (attend.torch), and the loss of the whole twin must be the
same to 1e-10.
"""
import json
import os
import types

import torch
from torch import nn

import attend.torch as twin
from make_layers import FOLDER, PAIRS, WORDS, WRITTEN

COMMON = {"embed": 6, "hidden": 5, "attention_size": 5, "layers": 1, "decoder_layers": 2, "heads": 1, "bidirectional": True,
          "attention": "bahdanau", "score": "additive", "local": "none", "bridge": "tanh", "temperature": 1.0,
          "source_end": False, "cell": "gru"}
KINDS = {
    "decoder_gru_bahdanau": {},
    "decoder_gru_luong": {"attention": "luong", "score": "dot", "layers": 2},
    "decoder_gru_fixed": {"attention": "fixed", "bidirectional": False, "bridge": "copy"},
    "decoder_lstm_bahdanau": {"cell": "lstm", "layers": 2},
    "decoder_lstm_luong": {"cell": "lstm", "attention": "luong"},
    "decoder_lstm_none": {"cell": "lstm", "attention": "none"},
    "decoder_rnn_bahdanau": {"cell": "rnn", "bridge": "none"},
    "decoder_rnn_luong": {"cell": "rnn", "attention": "luong", "score": "dot", "bidirectional": False},
}
CELL_TENSORS = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")


class Stacked(nn.Module):
    """The twin's encoder, and a decoder that PyTorch stacks."""

    def __init__(self, config, model, state):
        super().__init__()
        self.config, self.model, self.looked = config, model, []
        kind = twin.RECURRENT[config["cell"]][0]
        self.stack = kind(state["decoder.weight_ih"].shape[1], config["hidden"], num_layers=2, batch_first=True).double()
        self.tensors = {name: values.clone().requires_grad_() for name, values in state.items()
                        if name.split(".")[0] in ("bridge", "attention", "combine", "output", "target_embedding")}
        for name in CELL_TENSORS:
            for i, suffix in enumerate(("", "_l1")):
                getattr(self.stack, f"{name}_l{i}").data = state[f"decoder.{name}{suffix}"].clone()

    def first(self, part, final):
        """[2, B, H]"""
        bridge = self.config["bridge"]
        if bridge == "tanh":
            rows = [final @ self.tensors[f"bridge.{part}.weight{suffix}"].T + self.tensors[f"bridge.{part}.bias{suffix}"]
                    for suffix in ("", "_l1")]
            return torch.tanh(torch.stack(rows))
        return torch.stack([final if bridge == "copy" else final.new_zeros(len(final), self.config["hidden"])] * 2)

    def look(self, query, states, mask):
        """Weights [B, n] and context [B, D]."""
        if self.config["score"] == "dot":
            keys = states @ self.tensors["attention.key.weight"].T if "attention.key.weight" in self.tensors else states
            scores = torch.einsum("bna,ba->bn", keys, query)
        else:
            asked = query @ self.tensors["attention.query.weight"].T
            keys = states @ self.tensors["attention.key.weight"].T
            scores = torch.tanh(asked[:, None] + keys) @ self.tensors["attention.energy"]
        alphas = scores.masked_fill(~mask, float("-inf")).softmax(1)
        return alphas, torch.einsum("bn,bnd->bd", alphas, states)

    def finals(self, source, lengths):
        """Of the encoder: states [B, n, D], the last state and memory [B, D]."""
        states, last = self.model.states(self.model.source_embedding(source), lengths)
        parts = last if isinstance(last, tuple) else (last,)
        both = self.config["bidirectional"]
        return states, [torch.cat([part[-2], part[-1]], 1) if both else part[-1] for part in parts]

    def forward(self, source, lengths, target_in, drop=None):
        mode, tensors = self.config["attention"], self.tensors
        states, finals = self.finals(source, lengths)
        mask = torch.arange(source.shape[1])[None] < lengths[:, None]
        hidden = tuple(self.first(part, final) for part, final in zip(("hidden", "cell"), finals))
        y, logits, weights = tensors["target_embedding.weight"][target_in], [], []
        for t in range(target_in.shape[1]):
            x = y[:, t]
            if mode == "bahdanau":
                alphas, context = self.look(hidden[0][1], states, mask)
                x = torch.cat([x, context], 1)
            elif mode == "fixed":
                x = torch.cat([x, finals[0]], 1)
            _, hidden = self.stack(x[:, None], hidden if len(hidden) > 1 else hidden[0])
            hidden = hidden if isinstance(hidden, tuple) else (hidden,)
            answer = hidden[0][1]
            if mode == "luong":
                alphas, context = self.look(answer, states, mask)
                answer = torch.tanh(torch.cat([context, answer], 1) @ tensors["combine.weight"].T)
            logits.append(answer @ tensors["output.weight"].T + tensors["output.bias"])
            weights += [alphas] if mode in ("bahdanau", "luong") else []
        return torch.stack(logits, 1), torch.stack(weights, 1) if weights else None

    def gradients(self):
        found = {name: tensor.grad for name, tensor in self.tensors.items()}
        for name, parameter in self.model.named_parameters():
            if name.startswith(("encoder.", "source_embedding.")):
                found[name] = parameter.grad
        for name in CELL_TENSORS:
            for i, suffix in enumerate(("", "_l1")):
                found[f"decoder.{name}{suffix}"] = getattr(self.stack, f"{name}_l{i}").grad
        return found


def make(name, kind):
    torch.manual_seed(sum(map(ord, name)))
    config, words = {**COMMON, **kind}, lambda count: [str(i) for i in range(count)]
    model = twin.Model(types.SimpleNamespace(source=words(WORDS), target=words(WRITTEN), config=config)).double()
    state = {key: (torch.rand(values.shape, dtype=torch.float64) * 1.4 - 0.7).mul(1000).round() / 1000
             for key, values in model.state_dict().items()}
    model.load_state_dict(state)
    tried = Stacked(config, model, state)
    loss, plain, count = twin.losses(tried, config, PAIRS)
    (loss / count).backward()
    with torch.no_grad():
        logits = [tried(torch.tensor([s]), torch.tensor([len(s)]), torch.tensor([[twin.START] + t]))[0][0].tolist()
                  for s, t in PAIRS]
        of_twin, _, _ = twin.losses(model, config, PAIRS)
        assert abs(of_twin.item() - loss.item()) < 1e-10, (name, of_twin.item(), loss.item())
    gradients = tried.gradients()
    assert sorted(gradients) == sorted(state), sorted(set(gradients) ^ set(state))
    settings = " ".join(f"{key}={str(value).lower()}" for key, value in config.items())
    return {"settings": settings, "words": WORDS, "written": WRITTEN,
            "pairs": [{"source": s, "target": t} for s, t in PAIRS],
            "weights": {key: values.tolist() for key, values in state.items()}, "logits": logits,
            "loss": plain.item() / count, "attention_entropy": 0.0,
            "grads": {key: values.tolist() for key, values in gradients.items()}}


def main():
    for name, kind in KINDS.items():
        with open(os.path.join(FOLDER, name + ".json"), "w", encoding="utf-8") as file:
            json.dump(make(name, kind), file, allow_nan=False)
            file.write("\n")


if __name__ == "__main__":
    main()
