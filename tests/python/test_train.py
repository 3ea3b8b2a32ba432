"""python3 -m attend.train: two processes learn what one does, also killed and resumed, the program opens what was learned,
measures the same on held-out pairs, and reads the log. Exit 77 (skipped) where there is no PyTorch.

    test_train.py ATTEND
"""
import contextlib
import csv
import io
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time

try:
    import torch
except ImportError:
    print("skipped: there is no PyTorch here (Debian: apt-get install python3-torch)")
    sys.exit(77)

from attend import epochs, model_file, program, train
from attend.torch import Model, largest_difference

TOLERANCE = 1e-4  # of the loss of a batch: float32, added in another order
SHAPE = "--embed 12 --hidden 16 --batch 16 --together 40 --lr 0.01 --dropout 0.1 --smoothing 0.05 --unk 0.1".split()
EPOCHS = 60
KINDS = ("--cell lstm --attention luong --score bilinear", "--cell self --embed 12 --heads 2 --places sinusoid --causal true",
         "--attention luong --score dot --local local_p", "--cell rnn --layers 2 --bidirectional false --bridge copy",
         "--cell self --embed 12 --feed-forward 6 --source-end true --attention none",
         "--cell self --embed 12 --heads 3 --layers 2 --feed-forward 5 --warmup 3 --adam-beta2 0.98 --schedule constant",
         "--cell self --decoder self --embed 12 --heads 3 --cross-heads 2 --layers 2 --feed-forward 5 --dropout 0.1",
         "--cell self --decoder self --norm pre --embed 12 --heads 2 --layers 2 --feed-forward 6",
         "--cell self --decoder self --cross-residual false --embed 12 --feed-forward 6",
         "--cell self --decoder self --embed 12 --places sinusoid --attention-entropy 0.1")


def write_pairs(path):
    names = "ABCDEFG"
    with open(path, "w", encoding="utf-8") as file:
        for a in names:
            for i, b in enumerate(names):
                file.write(f"{a} sees {b}" + " today" * (i % 3) + f"\t{b} wird von {a}" + " heute" * (i % 3) + " gesehen\n")


def write_heldout(path):
    """Some that are learned, some with words that are not, some with words that are written elsewhere; with their alignments."""
    with open(path, "w", encoding="utf-8") as file:
        for a, b in ("AB", "CD", "EF", "GA", "AX", "BB"):
            file.write(f"{a} sees {b} today\t{b} wird von {a} heute gesehen\t0-2 2-0 1-4 1?1 3p3\n")
        file.write("A sees  B\tB wird von A gesehen\t\nX\tY\tCC-BY\n\tempty\n")


def start(arguments, processes=1):
    """The processes of a training, as torchrun starts them."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    started = []
    for rank in range(processes):
        environment = {**os.environ, "OMP_NUM_THREADS": "1", "RANK": str(rank), "LOCAL_RANK": str(rank),
                       "WORLD_SIZE": str(processes), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
        started.append(subprocess.Popen([sys.executable, "-m", "attend.train", *arguments], env=environment,
                                        stderr=subprocess.PIPE, text=True))
    return started


def finish(processes):
    for process in processes:
        said = process.communicate()[1]
        assert process.returncode == 0, said


def logged(path):
    if not os.path.exists(path):
        return []
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.endswith("\n")]


def rows_of(path):
    """Of a log: numbers by their names, None where nothing was measured."""
    with open(path, encoding="utf-8", newline="") as file:
        return [{name: float(text) if text else None for name, text in row.items()} for row in csv.DictReader(file)]


def kill_within(processes, log, lines):
    """Kills all once so many batches are learned."""
    until = time.monotonic() + 120
    while len(logged(log)) < lines and time.monotonic() < until and all(p.poll() is None for p in processes):
        time.sleep(0.02)
    for process in processes:
        process.send_signal(signal.SIGKILL)
    for process in processes:
        process.communicate()


def two_are_one(attend, folder):
    pairs, heldout, one, two = (os.path.join(folder, name) for name in ("p.tsv", "h.tsv", "one.safetensors", "two.safetensors"))
    write_pairs(pairs)
    write_heldout(heldout)
    common = [pairs, *SHAPE, "--epochs", str(EPOCHS), "--heldout", heldout]
    finish(start([*common, "-o", one, "--log-batches", one + ".log", "--log", one + ".csv"]))
    shared = [*common, "-o", two, "--log-batches", two + ".log", "--log", two + ".csv", "--save-every", "3"]
    killed = start(shared, 2)
    kill_within(killed, two + ".log", 7)
    learned = len(logged(two + ".log"))
    whole = logged(one + ".log")
    assert 7 <= learned < len(whole), f"{learned} batches were learned before the kill"
    assert not os.path.exists(two) and os.path.exists(two + ".resume.pt")
    finish(start([*shared, "--resume"], 2))
    again = logged(two + ".log")
    assert [(line["epoch"], line["batch"]) for line in whole] == [(line["epoch"], line["batch"]) for line in again]
    worst = max(abs(a["loss"] - b["loss"]) for a, b in zip(whole, again))
    assert worst <= TOLERANCE, worst
    assert whole[-1]["loss"] < 0.6 * whole[0]["loss"], (whole[0], whole[-1])
    made = [path + ending for path in (one, two) for ending in ("", ".log", ".csv")]
    assert sorted(os.listdir(folder)) == sorted(os.path.basename(name) for name in (pairs, heldout, *made))
    for path in (one, two):
        assert largest_difference(Model.load(path), path, "C sees D today", attend) <= 2e-6
        measured_alike(attend, path, heldout)
    alike_rows(rows_of(one + ".csv"), rows_of(two + ".csv"))
    picture = os.path.join(folder, "curves.svg")
    subprocess.run([attend, "figure", one + ".csv", "-o", picture], check=True, capture_output=True)
    os.remove(picture)
    return worst, learned


def measured_alike(attend, path, heldout):
    """The file is the best epoch's model, and the program finds the same with it."""
    rows = rows_of(path + ".csv")
    assert [row["epoch"] for row in rows] == list(range(1, EPOCHS + 1))
    best = min(rows, key=lambda row: row["heldout_loss"])
    said = subprocess.run([attend, "eval", path, heldout, "--json"], check=True, capture_output=True, text=True).stdout
    found = json.loads(said)
    note = json.loads(model_file.read(path).metadata["attend.training"])
    for ours, theirs in (("heldout_loss", "loss"), ("exact_match", "exact_match"), ("bleu", "bleu"), ("aer", "aer")):
        assert abs(best[ours] - found[theirs]) < TOLERANCE * (100 if ours == "bleu" else 1), (ours, best, found)
        assert theirs == "bleu" or abs(note[theirs] - found[theirs]) < TOLERANCE, (note, found)
    assert 0 < found["exact_match"] < 1 and 0 < found["aer"] < 1 and found["bleu"] > 20, found
    assert note["epochs"] == EPOCHS


def alike_rows(one, two):
    for a, b in zip(one, two, strict=True):
        assert a["seconds"] > 0 and b["tokens_per_second"] > 0
        for name in ("epoch", "loss", "heldout_loss"):
            assert abs(a[name] - b[name]) <= TOLERANCE, (name, a, b)
    seconds = [row["seconds"] for row in two]
    assert seconds == sorted(seconds)   # they go on where it was stopped


def patience_ends_it(folder):
    """Nothing is learned, so that no epoch is better than the first; the line of each says what is left."""
    pairs, heldout, model, log = (os.path.join(folder, name) for name in ("p.tsv", "h.tsv", "patient", "patient.jsonl"))
    sys.argv = ["train", pairs, "-o", model, *SHAPE, "--lr", "0", "--epochs", "9", "--heldout", heldout, "--patience", "2", "--log", log]
    said, out = io.StringIO(), io.StringIO()
    with contextlib.redirect_stderr(said), contextlib.redirect_stdout(out):
        assert program.command("attend.train", train.train) == 0
    rows = logged(log)
    assert [row["epoch"] for row in rows] == [1, 2, 3] and len({row["heldout_loss"] for row in rows}) == 1
    assert json.loads(model_file.read(model).metadata["attend.training"])["epochs"] == 3
    lines = said.getvalue().splitlines()
    assert lines[0].startswith("attend.train: patient: epoch 1/9  loss ") and "  held-out " in lines[0] and lines[0].endswith(" left")
    assert lines[2].endswith("  0:00 left") and "after epoch 1; 3 epochs were trained" in lines[3], lines
    assert out.getvalue().startswith(f"{model}: loss ") and out.getvalue().endswith("(held-out)\n")
    for path in (model, log):
        os.remove(path)


def parts_add_up(folder):
    """However a batch is cut, and whatever stands in for an empty part, the gradient is the same."""
    pairs = os.path.join(folder, "p.tsv")
    found = []
    for parts in (1, 3, 40):
        given = train.options().parse_args([pairs, "-o", os.path.join(folder, "a"), *SHAPE, "--accumulate", str(parts)])
        model, corpus = train.open_model(given, train.Team())
        settings = train.Settings(batch=16, accumulate=parts, dropout=0.2, unk=0.1)
        trainer = train.Trainer(model, corpus, settings, train.Team())
        found.append([trainer.step(*batch) for batch in list(corpus.batches(1, 1, 16))[:3]])
    for losses in found[1:]:
        assert max(abs(a - b) for a, b in zip(losses, found[0])) < TOLERANCE, found


def kinds_open(attend, folder):
    pairs = os.path.join(folder, "p.tsv")
    for kind in KINDS:
        path = os.path.join(folder, "kind.safetensors")
        train.train([pairs, "-o", path, "--hidden", "10", "--epochs", "1", *kind.split()])
        assert largest_difference(Model.load(path), path, "A sees B", attend) <= 2e-6, kind
        train.train([pairs, "-o", path, "--start", path, "--epochs", "1"])
        assert json.loads(model_file.read(path).metadata["attend.training"])["epochs"] == 1


def read_first(attend, folder, pairs, path):
    """The heading of the log that the program writes."""
    log = os.path.join(folder, "program.csv")
    subprocess.run([attend, "train", pairs, "-o", path, "--epochs", "1", "--log", log], check=True, capture_output=True)
    with open(log, encoding="utf-8") as file:
        return file.readline()


def options_are_the_programs(attend, folder):
    """What is taken without options is what `attend train` takes."""
    pairs, path = os.path.join(folder, "p.tsv"), os.path.join(folder, "c.safetensors")
    subprocess.run([attend, "train", pairs, "-o", path, "--epochs", "0", "--source-tokens", "space", "--target-tokens",
                    "space"], check=True, capture_output=True)
    given = train.options().parse_args([pairs, "-o", path])
    assert list(train.config_of(given).items()) == list(model_file.read(path).config.items())
    told = subprocess.run([attend, "train", "--help"], check=True, capture_output=True, text=True).stdout
    told = " ".join(told.split())
    usual = train.Settings()
    assert epochs.HEADING in read_first(attend, folder, pairs, path)
    said = f"--epochs {usual.epochs} --batch {usual.batch} --lr {usual.lr} --decay {usual.decay} --clip {usual.clip:g}"
    assert said in told, (said, told[-700:])


def refused(folder):
    """One sentence each; a training that has not begun is no mistake, so that a cluster may start the same line again."""
    pairs, model = (os.path.join(folder, name) for name in ("p.tsv", "r"))
    other, note = model + ".resume.pt", os.path.join(folder, "note.csv")
    bad = os.path.join(folder, "bad.tsv")
    with open(note, "w", encoding="utf-8") as file:
        file.write("a letter\n")
    with open(bad, "w", encoding="utf-8") as file:
        file.write("a b\tc\t0-0 2-0\n")
    torch.save({"about": {}}, other)
    for data, more, wanted in ((pairs, ["--resume"], "is of another training"), (pairs, ["--lr", "1e30"], "ran away"),
                               (pairs, ["--heldout", pairs + "y"], f"{pairs}y: No such file"),
                               (pairs, ["--heldout", bad], f"{bad}:1: the link 2-0 leads past the sentence: at most 1-0"),
                               (pairs, ["--patience", "2"], "--patience needs --heldout"),
                               (pairs, ["--log", note], f"{note}: is there and is no log of a training"),
                               (pairs, ["--log", note + ".txt"], "a log ends in .csv or .jsonl"),
                               (pairs + "x", [], f"{pairs}x: No such file")):
        sys.argv = ["train", data, "-o", model, *SHAPE, "--clip", "0", *more]
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            assert program.command("attend.train", train.train) == 1, more
        assert said.getvalue().startswith("attend.train: ") and wanted in said.getvalue(), said.getvalue()
    os.remove(other)
    nowhere = os.path.join(folder, "nowhere")   # nothing is trained, and no folder made, for a file that cannot be written
    for output, more, wanted in ((os.path.join(nowhere, "m"), [], f"{nowhere}/m: cannot be written: No such file"),
                                 (folder, [], f"{folder}: is a folder"), (model, ["--log", os.path.join(nowhere, "l.csv")], f"{nowhere}/l.csv: cannot")):
        sys.argv = ["train", pairs, "-o", output, *SHAPE, *more]
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            assert program.command("attend.train", train.train) == 1
        assert said.getvalue().startswith(f"attend.train: {wanted}") and "epoch" not in said.getvalue(), said.getvalue()
        assert not os.path.exists(nowhere)
    train.train([pairs, "-o", model, *SHAPE, "--epochs", "1", "--resume", "--lowercase"])
    assert model_file.read(model).config["lowercase"] is True


def main():
    torch.set_num_threads(1)
    attend = sys.argv[1]
    with tempfile.TemporaryDirectory() as folder:
        worst, learned = two_are_one(attend, folder)
        patience_ends_it(folder)
        parts_add_up(folder)
        kinds_open(attend, folder)
        options_are_the_programs(attend, folder)
        refused(folder)
    print(f"two processes, killed after {learned} batches and resumed, differ from one by {worst:.2g} at most")


main()
