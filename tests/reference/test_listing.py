"""The program that lesson 18 shows gives attend's own words and weights, with the numbers of attend's own model. The one in
TensorFlow is compiled alone. Exit 77 (skipped, the compiling aside) where there is no PyTorch.

    test_listing.py ATTEND LESSON_FOLDER
"""
import ast
import importlib.util
import json
import pathlib
import subprocess
import sys

attend, folder = sys.argv[1], pathlib.Path(sys.argv[2])
for name in ("model.py", "model_tf.py"):
    ast.parse((folder / name).read_text(encoding="utf-8"), name)

try:
    import torch
except ImportError:
    print("skipped: there is no PyTorch here (Debian: python3-torch)")
    sys.exit(77)

from attend import model_file

TOLERANCE = 2e-6  # float32 on both sides
SENTENCES = ["dog chase cat", "Tom drank tea today", "the book that Tom likes is new", "cat"]
PARTS = {"source_embedding.": ("encoder", "embedding."), "encoder.": ("encoder", "gru."),
         "target_embedding.": ("decoder", "embedding."), "attention.energy": ("decoder", "attention.v.weight"),
         "attention.": ("decoder", "attention."), "decoder.": ("decoder", "gru."), "output.": ("decoder", "output.")}


def listing():
    spec = importlib.util.spec_from_file_location("listing", folder / "model.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def fill(modules, tensors):
    """The file's tensors under the listing's names."""
    states = {name: {} for name in modules}
    for name, tensor in tensors.items():
        begin = next(begin for begin in PARTS if name.startswith(begin))
        module, rest = PARTS[begin]
        rest += name[len(begin):]
        values = torch.frombuffer(tensor.values, dtype=torch.float32)
        states[module][rest] = values.reshape(modules[module].state_dict()[rest].shape).clone()
    for name, module in modules.items():
        module.load_state_dict(states[name])


def main():
    file, program = model_file.read(folder / "model.safetensors"), listing()
    E, H = file.config["embed"], file.config["hidden"]
    encoder = program.Encoder(len(file.source), E, H)
    decoder = program.Decoder(len(file.target), E, H, file.config["attention_size"])
    fill({"encoder": encoder, "decoder": decoder}, file.tensors)
    for sentence in SENTENCES:
        run = subprocess.run([attend, "decode", folder / "model.safetensors", sentence, "--json"], check=True,
                             capture_output=True)
        trace = json.loads(run.stdout)
        source, written = torch.tensor(trace["source"]["ids"]), [step["output"]["id"] for step in trace["steps"]]
        with torch.no_grad():
            assert program.translate(encoder, decoder, source, 1, 2, 50) == written, sentence
            h, s, word, worst = encoder(source), torch.zeros(H), 1, 0.0
            for step in trace["steps"]:
                p, s, alpha = decoder(torch.tensor(word), s, h)
                for made, kept in ((p, "probabilities"), (alpha, "weights"), (s, "state")):
                    worst = max(worst, (made - torch.tensor(step[kept])).abs().max().item())
                word = step["output"]["id"]
        print(f"{sentence}: largest difference {worst:.2g}")
        assert worst < TOLERANCE, sentence


main()
