"""attend against its PyTorch twin, every kind of model: the same numbers from the same file, the same file back, and a
loss that falls when PyTorch trains on. Exit 77 (skipped) where there is no PyTorch.

    test_torch.py ATTEND DATA.tsv
"""
import json
import os
import subprocess
import sys
import tempfile

try:
    import torch
except ImportError:
    print("skipped: there is no PyTorch here (Debian: python3-torch)")
    sys.exit(77)

import attend.torch as twin
from attend import data as pairs_data

TOLERANCE = 2e-6  # of probabilities and weights, float32 on both sides
CAUSES = 1e-6     # of ln p and its slopes
SENTENCES = ["cat", "cat chase mouse", "dog see cat yesterday", "mouse zebra bird dog see cat chase"]


def kinds():
    for cell in ("rnn", "gru", "lstm"):
        for encoder in ("", "--bidirectional=false", "--layers 2"):
            for attention in ("none", "fixed", "uniform", "bahdanau", "luong"):
                yield f"--cell {cell} {encoder} --attention {attention}"
    for attention in ("bahdanau", "luong"):
        for score in twin.SCORES:
            for encoder in ("", "--bidirectional=false"):
                yield f"--attention {attention} --score {score} {encoder}"
    for local in ("local_m", "local_p"):
        for window in (1, 2):
            yield f"--attention luong --score dot --local {local} --window {window}"
            yield f"--attention luong --local {local} --window {window} --attention-size 5 --source-end"
    for cell in ("rnn", "gru", "lstm"):
        for attention in ("none", "fixed", "uniform", "bahdanau", "luong"):
            yield f"--cell {cell} --decoder-layers 2 --attention {attention}"
    yield "--decoder-layers 2 --layers 2 --attention luong --score dot --local local_p"
    yield "--decoder-layers 2 --bridge copy --bidirectional=false --cell lstm"
    yield "--decoder-layers 2 --bridge none --fault shifted"
    yield "--decoder-layers 2 --cell self --heads 2"
    yield "--bridge none"
    yield "--bridge copy --bidirectional=false"
    yield "--bridge copy --bidirectional=false --cell lstm --source-end"
    yield "--fault no_query"
    yield "--fault no_query --attention luong --local local_p"
    yield "--fault no_mask"
    yield "--fault no_mask --attention luong --source-end"
    yield "--fault mirrored --bidirectional=false --bridge none"
    yield "--fault mirrored --bidirectional=false --layers 2 --cell lstm"
    yield "--fault forward_only"
    yield "--fault forward_only --cell lstm --attention luong --score bilinear"
    yield "--fault embeddings --embed 14"
    yield "--fault embeddings --embed 7 --bidirectional=false --attention luong --score dot"
    yield "--fault not_normalised"
    yield "--fault not_normalised --attention luong --score dot --bidirectional=false"
    yield "--fault shifted"
    yield "--fault shifted --attention luong --cell lstm"
    yield "--fault answer_fed"
    yield "--cell self --heads 1"
    yield "--cell self --heads 3 --attention luong --score bilinear"
    yield "--cell self --heads 2 --attention fixed --bridge none"
    yield "--cell self --heads 2 --causal"
    yield "--cell self --places sinusoid --attention luong --score dot"
    yield "--cell self --places none --source-end"
    yield "--cell self --heads 3 --feed-forward 10"
    yield "--cell self --heads 2 --feed-forward 5 --causal --places sinusoid"
    yield "--cell transformer --heads 2 --feed-forward 5"
    yield "--cell transformer --layers 2 --cross-heads 3 --places sinusoid --source-end"
    yield "--cell transformer --places none --causal --heads 3 --feed-forward 9"
    yield "--cell transformer --norm pre --heads 2 --feed-forward 5"
    yield "--cell transformer --cross-residual false --heads 2 --feed-forward 5"
    yield "--cell transformer --cross-residual false --norm pre"
    yield "--cell transformer --norm pre --layers 2 --cross-heads 3 --places sinusoid"
    yield "--cell self --norm pre --layers 2 --heads 3 --feed-forward 5"
    yield "--source-tokens bpe:9 --target-tokens bpe:2"
    yield "--source-tokens bpe:99 --lowercase --attention luong"
    yield "--cell self --layers 2 --heads 2"
    yield "--cell self --layers 2 --heads 3 --feed-forward 5 --causal --attention luong --score dot"


def train(attend, data, kind, path):
    run = subprocess.run([attend, "train", data, "-o", path, "--embed", "6", "--hidden", "7", "--epochs", "3", "--seed",
                          "5", "--threads", "1", *kind.split()], capture_output=True, text=True)
    if run.returncode == 2:
        return False  # this version has not that kind
    assert run.returncode == 0, run.stderr
    return True


def causes_apart(model, path, sentence, attend, folder):
    """How far the maps of `attend heatmap --of` are from PyTorch's, at most; relative where numbers are beyond 1."""
    trace = json.loads(subprocess.run([attend, "decode", path, sentence, "--json"], check=True, capture_output=True).stdout)
    found = model.causes(trace["source"]["ids"], [step["output"]["id"] for step in trace["steps"]])
    worst, out = 0.0, os.path.join(folder, "map.json")
    for name, wanted in found.items():
        of, _, eraser = name.partition("-")
        options = ["--of", of] + (["--eraser", eraser] if eraser else [])
        subprocess.run([attend, "heatmap", path, sentence, "-o", out, *options], check=True, capture_output=True)
        with open(out, encoding="utf-8") as file:
            made = torch.tensor(json.load(file)["weights"])
        assert made.shape == wanted.shape, (name, made.shape, wanted.shape)
        worst = max(worst, ((made - wanted).abs() / wanted.abs().clamp(min=1)).max().item())
    return worst


def train_on(model, data, epochs=5):
    """The mean loss of each epoch."""
    with open(data, encoding="utf-8") as lines:
        columns = [line.rstrip("\n").split("\t") for line in lines]
    known = pairs_data.ids_of(model.target)
    pairs = [(model.source_ids(c[0]), [known[word] for word in c[1].split()]) for c in columns]
    adam, losses = torch.optim.Adam(model.parameters(), lr=0.01), []
    for _ in range(epochs):
        adam.zero_grad()
        losses.append(twin.batch_loss(model, pairs))
        losses[-1].backward()
        adam.step()
    return losses


def main():
    attend, data = sys.argv[1:3]
    torch.set_num_threads(1)
    compared = worst = apart = 0
    with tempfile.TemporaryDirectory() as folder:
        path, copy = (os.path.join(folder, name) for name in ("m.safetensors", "copy.safetensors"))
        for kind in kinds():
            if not train(attend, data, kind, path):
                print(f"passed over: {kind}")
                continue
            model = twin.Model.load(path)
            model.save(copy)
            with open(path, "rb") as a, open(copy, "rb") as b:
                assert a.read() == b.read(), f"{kind}: the file came back changed"
            difference = max(twin.largest_difference(model, path, sentence, attend) for sentence in SENTENCES)
            assert difference <= TOLERANCE, f"{kind}: {difference}"
            apart = max(apart, causes_apart(model, path, SENTENCES[1], attend, folder))
            assert apart <= CAUSES, f"{kind}: causes {apart}"
            worst, compared = max(worst, difference), compared + 1
        losses = train_on(model, data)
        assert losses[-1] < losses[0], losses
        model.save(copy)
        assert twin.largest_difference(model, copy, SENTENCES[1], attend) <= TOLERANCE
        told = subprocess.run([sys.executable, "-m", "attend.torch", copy, SENTENCES[1], "--against", attend], check=True,
                              capture_output=True, text=True).stdout
        assert float(told) <= TOLERANCE, told
    assert compared >= 20
    print(f"{compared} kinds of models agree to {worst:.2g}, what words did to {apart:.2g}")


main()
