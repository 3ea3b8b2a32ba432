#!/usr/bin/env python3
"""Makes tests/gradient/oracle/entropy/: the gradients of three models of that folder when the loss holds the entropy of
the attention too (`attend train --attention-entropy`), by PyTorch in double precision.

    /usr/bin/python3 tests/reference/make_entropy.py          # Debian: apt-get install python3-torch

The models, the batch and the names are those of the file of the same name one folder up. Without the entropy the
gradients must be those of that file to 1e-12.
"""
import json
import os
import types

import torch

import attend.torch as twin

ORACLE = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "gradient", "oracle")
NAMES = ("gru_bi_bahdanau_additive", "gru_uni_luong_cosine", "lstm_bi_luong_bilinear")
ENTROPY = 0.5
OURS = {"src_emb": "source_embedding", "tgt_emb": "target_embedding", "bridge_h": "bridge.hidden",
        "bridge_c": "bridge.cell", "att.W_q": "attention.query", "att.W_k": "attention.key", "att.v": "attention.energy",
        "att.W": "attention.bilinear", "W_c": "combine", "out": "output"}


def our_name(name):
    for theirs in sorted(OURS, key=len, reverse=True):
        if name == theirs or name.startswith(theirs + "."):
            return OURS[theirs] + name[len(theirs):]
    return name


def model_of(oracle):
    config, words = oracle["config"], lambda count: [str(i) for i in range(count)]
    size = {"additive": config["hidden"], "bilinear": config["hidden"]}.get(config["score"], config["enc_dim"])
    file = types.SimpleNamespace(source=words(config["vocab_src"]), target=words(config["vocab_tgt"]), config={
        "cell": config["cell"], "embed": config["embed"], "hidden": config["hidden"], "layers": config["layers"],
        "bidirectional": config["bidir"], "attention": config["attention"], "score": config["score"], "local": "none",
        "bridge": config["bridge"], "temperature": 1.0, "attention_size": size})
    return twin.Model(file).double()


def loaded(oracle):
    """The oracle's model with its weights, its batch, and our names by its own."""
    model, inputs = model_of(oracle), oracle["inputs"]
    ours = {name: our_name(name) for name in oracle["weights"]}
    state = {ours[name]: torch.tensor(values, dtype=torch.float64) for name, values in oracle["weights"].items()}
    for name in list(state):  # attention.bilinear is a layer, attention.energy a vector
        if name not in model.state_dict() and name + ".weight" in model.state_dict():
            state[name + ".weight"] = state.pop(name)
    model.load_state_dict(state)
    pairs = [(inputs["src"][i][:inputs["src_len"][i]], inputs["tgt_out"][i][:inputs["tgt_len"][i] - 1])
             for i in range(len(inputs["src"]))]
    return model, pairs, ours


def parameters(model, ours, of):
    """`of` each parameter, by the oracle's names."""
    found = {name: of(parameter) for name, parameter in model.named_parameters()}
    return {name: found.get(ours[name], found.get(ours[name] + ".weight")) for name in ours}


def gradients(oracle, entropy):
    model, pairs, ours = loaded(oracle)
    twin.batch_loss(model, pairs, entropy).backward()
    return parameters(model, ours, lambda parameter: parameter.grad)


def main():
    for name in NAMES:
        with open(os.path.join(ORACLE, name + ".json"), encoding="utf-8") as file:
            oracle = json.load(file)
        for key, values in gradients(oracle, 0).items():
            miss = (values - torch.tensor(oracle["grads"][key], dtype=torch.float64)).abs().max().item()
            assert miss < 1e-12, (name, key, miss)
        softer = {"attention_entropy": ENTROPY,
                  "grads": {key: values.tolist() for key, values in gradients(oracle, ENTROPY).items()}}
        path = os.path.join(ORACLE, "entropy", name + ".json")
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            json.dump(softer, file, allow_nan=False)
            file.write("\n")


if __name__ == "__main__":
    main()
