#!/usr/bin/env python3
"""Remakes the reference decodes of this folder with PyTorch, from the model files alone.

    /usr/bin/python3 tests/reference/make_reference.py        # Debian: apt-get install python3-torch

Each NAME.json holds a model, its file's SHA-256, a sentence, and what `attend decode MODEL SENTENCE --json` must print,
within 1e-5 for every number. It shares no code with attend: the file is taken apart by hand, layers are torch.nn's, all
in double precision. Gates, which torch does not show, are computed beside them and must lead to the same states.
"""
import hashlib
import json
import os
import struct
import sys

import torch

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))

CASES = [  # a name, MODEL (a lesson's folder means its first model), a sentence
    ("tiny", "tests/data/tiny.safetensors", "cat chase mouse"),
    ("tiny-moved", "tests/data/tiny.safetensors", "cat chase mouse yesterday"),
    ("tiny-unknown", "tests/data/tiny.safetensors", "zebra chase cat"),
    ("tiny-tanh", "tests/data/tiny-tanh.safetensors", "cat chase mouse"),
    ("tiny-uniform", "tests/data/tiny-uniform.safetensors", "cat chase mouse"),
    ("tiny-fixed", "tests/data/tiny-fixed.safetensors", "cat chase mouse"),
    ("tiny-none", "tests/data/tiny-none.safetensors", "cat chase mouse"),
    ("cat-chase-mouse", "lessons/05-cat-chase-mouse", "cat chase mouse"),
]

PAD, START, END, UNKNOWN = range(4)
torch.set_default_dtype(torch.float64)


class File:
    """A safetensors file: 8 bytes of length, a JSON header, float32 data."""

    def __init__(self, path):
        with open(path, "rb") as file:
            data = file.read()
        self.sha256 = hashlib.sha256(data).hexdigest()
        (length,) = struct.unpack("<Q", data[:8])
        header = json.loads(data[8:8 + length])
        body = data[8 + length:]
        meta = header.pop("__metadata__")
        self.config = json.loads(meta["attend.config"])
        self.source = json.loads(meta["attend.source_vocab"])
        self.target = json.loads(meta["attend.target_vocab"])
        self.tensors = {}
        for name, item in header.items():
            assert item["dtype"] == "F32", name
            start, end = item["data_offsets"]
            values = struct.unpack("<%df" % ((end - start) // 4), body[start:end])
            self.tensors[name] = torch.tensor(values, dtype=torch.float64).reshape(item["shape"])

    def __getitem__(self, name):
        return self.tensors[name]


def fill(module, **tensors):
    """Copies tensors into a torch module by its own names."""
    with torch.no_grad():
        for name, tensor in tensors.items():
            getattr(module, name).copy_(tensor)
    return module


def gates_of(x, h, w_ih, w_hh, b_ih, b_hh):
    """r, z, n of one GRU step, and the new state."""
    i_r, i_z, i_n = (w_ih @ x + b_ih).chunk(3)
    h_r, h_z, h_n = (w_hh @ h + b_hh).chunk(3)
    r, z = torch.sigmoid(i_r + h_r), torch.sigmoid(i_z + h_z)
    n = torch.tanh(i_n + r * h_n)
    return {"r": r, "z": z, "n": n}, (1 - z) * n + z * h


def run_direction(file, inputs, suffix, backward):
    names = ["weight_ih", "weight_hh", "bias_ih", "bias_hh"]
    weights = [file["encoder.%s_%s" % (name, suffix)] for name in names]
    length, hidden = len(inputs), file.config["hidden"]
    states, gates = [None] * length, [None] * length
    h = torch.zeros(hidden)
    for j in reversed(range(length)) if backward else range(length):
        gates[j], h = gates_of(inputs[j], h, *weights)
        states[j] = h
    return {"states": torch.stack(states), "gates": {k: torch.stack([g[k] for g in gates]) for k in ("r", "z", "n")}}


def encode(file, ids):
    """Every layer by hand, then all of them by nn.GRU: both must agree."""
    config = file.config
    embeddings = torch.nn.functional.embedding(torch.tensor(ids), file["source_embedding.weight"])
    both = config["bidirectional"]
    inputs, layers = embeddings, []
    for layer in range(config["layers"]):
        runs = {"forward": run_direction(file, inputs, "l%d" % layer, False)}
        if both:
            runs["backward"] = run_direction(file, inputs, "l%d_reverse" % layer, True)
        inputs = torch.cat([run["states"] for run in runs.values()], dim=1)
        layers.append(runs)
    gru = torch.nn.GRU(config["embed"], config["hidden"], config["layers"], bidirectional=both)
    fill(gru, **{name: file["encoder." + name] for name, _ in gru.named_parameters()})
    states, final = gru(embeddings.unsqueeze(1))
    states = states.squeeze(1)
    assert torch.allclose(states, inputs, atol=1e-12)
    final = final[-2:].reshape(-1) if both else final[-1].reshape(-1)
    return {"embeddings": embeddings, "layers": layers, "states": states, "final": final}, final


def attend_to(file, query, keys, states):
    config = file.config
    projected = file["attention.query.weight"] @ query
    scores = torch.tanh(keys + projected) @ file["attention.energy"]
    weights = torch.softmax(scores / config["temperature"], dim=0)
    return {"query": query, "projected": projected, "scores": scores, "weights": weights, "context": weights @ states}


def look(file, query, keys, states, final):
    """What a step knows of the source, by the attention mode."""
    mode = file.config["attention"]
    if mode == "none":
        return {}
    if mode == "fixed":
        return {"context": final}
    if mode == "uniform":
        weights = torch.full((len(states),), 1 / len(states))
        return {"weights": weights, "context": weights @ states}
    return attend_to(file, query, keys, states)


def token_of(file, index, probability):
    return {"token": file.target[index], "id": index, "p": probability}


def step_of(file, cell, look_at, state, previous):
    embedding = file["target_embedding.weight"][previous]
    seen = look_at(state)
    x = torch.cat([embedding, seen["context"]]) if "context" in seen else embedding
    gates, by_hand = gates_of(x, state, cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
    state = cell(x.unsqueeze(0), state.unsqueeze(0)).squeeze(0)
    assert torch.allclose(state, by_hand, atol=1e-12)
    logits = torch.nn.functional.linear(state, file["output.weight"], file["output.bias"])
    probabilities = torch.softmax(logits, dim=0)
    legal = [i for i in range(len(file.target)) if i not in (PAD, START, UNKNOWN)]
    best = max(legal, key=lambda i: (probabilities[i].item(), -i))
    order = sorted(range(len(file.target)), key=lambda i: (-probabilities[i].item(), i))[:5]
    step = {"input": {"token": file.target[previous], "id": previous, "embedding": embedding}}
    step.update(seen)
    step.update({"gates": gates, "state": state, "logits": logits, "probabilities": probabilities,
                 "top": [token_of(file, i, probabilities[i]) for i in order],
                 "output": dict(token_of(file, best, probabilities[best]), how="greedy")})
    return step, state, best, torch.log_softmax(logits, dim=0)[best]


def source_ids(file, sentence):
    assert file.config["source_tokens"] == "space"
    tokens = sentence.split()
    words = [t.lower() if file.config["lowercase"] else t for t in tokens]
    ids = [file.source.index(w) if w in file.source else UNKNOWN for w in words]
    unknown = [i == UNKNOWN for i in ids]
    if file.config["source_end"]:
        tokens, ids, unknown = tokens + [file.source[END]], ids + [END], unknown + [False]
    return {"tokens": tokens, "ids": ids, "unknown": unknown}


def decode(file, sentence):
    config = file.config
    assert config["cell"] == "gru" and config["local"] == "none"
    source = source_ids(file, sentence)
    encoder, final = encode(file, source["ids"])
    if config["bridge"] == "tanh":
        state = torch.tanh(torch.nn.functional.linear(final, file["bridge.hidden.weight"], file["bridge.hidden.bias"]))
    else:
        state = torch.zeros(config["hidden"])
    result = {"model": config, "source": source, "encoder": encoder, "initial": {"state": state}, "vocabulary": file.target}
    keys = None
    if config["attention"] == "bahdanau":
        result["energy"] = file["attention.energy"]
        keys = result["keys"] = encoder["states"] @ file["attention.key.weight"].T
    cell = torch.nn.GRUCell(file["decoder.weight_ih"].shape[1], config["hidden"])
    fill(cell, **{name: file["decoder." + name] for name, _ in cell.named_parameters()})
    result["steps"], result["output"], total, word = [], [], 0.0, START
    limit = int(config["limit_factor"] * len(source["ids"])) + config["limit_extra"]
    while word != END and len(result["steps"]) < limit:
        step, state, word, logarithm = step_of(
            file, cell, lambda query: look(file, query, keys, encoder["states"], final), state, word)
        result["steps"].append(step)
        result["output"] += [file.target[word]] if word != END else []
        total += logarithm.item()
    result["log_probability"], result["truncated"] = total, word != END
    return result


def plain(value):
    """Tensors as lists, numbers with seven digits: ten times finer than the tolerance needs."""
    if isinstance(value, torch.Tensor):
        return plain(value.detach().tolist())
    if isinstance(value, float):
        return float("%.7g" % value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def main():
    for name, model, sentence in CASES:
        path = model if model.endswith(".safetensors") else model + "/model.safetensors"
        if not os.path.exists(os.path.join(ROOT, path)):
            print("%s is not there: %s.json was not made" % (path, name), file=sys.stderr)
            continue
        file = File(os.path.join(ROOT, path))
        with torch.no_grad():
            expected = plain(decode(file, sentence))
        case = {"model": model, "file": path, "sha256": file.sha256, "sentence": sentence, "made_by": "PyTorch " + torch.__version__,
                "expected": expected}
        with open(os.path.join(HERE, name + ".json"), "w") as out:
            out.write(json.dumps(case, ensure_ascii=False, separators=(",", ":")) + "\n")
        print("%s: %s" % (name, " ".join(expected["output"])))


if __name__ == "__main__":
    main()
