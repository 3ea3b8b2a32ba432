"""Trains a model of attend with PyTorch, on as many processes and machines as there are.

    python3 -m attend.train pairs.tsv -o m.safetensors --hidden 256
    torchrun --nproc_per_node 8 -m attend.train pairs.tsv -o m.safetensors --hidden 1024 --batch 1024 --bf16
    python3 -m attend.train pairs.csv -o m.safetensors --heldout heldout.tsv --patience 5 --log loss.csv
    python3 -m attend.train pairs.csv -o m.safetensors --resume      # goes on where it was stopped

The words, the batches and all random numbers follow from the data, the seed and each pair's number alone, and the loss is
divided by the words of all processes: with the same --batch (of all processes together) N processes learn what one does,
up to rounding. DistributedDataParallel adds the gradients: gloo without a GPU, nccl with. (nccl and --bf16 are untried:
there was no GPU to try them on.)

Beside M lie, until the training has ended, M.data (the pairs as ids, see attend.data), M.resume.pt (all that the training
consists of), and with held-out pairs M.best, the model of the epoch with the least held-out loss, which M becomes. They have
to be where every process can read them.
"""
from __future__ import annotations

import argparse
import contextlib
import errno
import json
import math
import os
import shutil
import sys
import tempfile
import time
from dataclasses import dataclass, fields
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import numpy as np
import torch
import torch.distributed as dist
from torch import nn

from . import tokens
from .arrays import counted
from .data import WINDOW, Corpus, Cutting, Pair, prepare, uniform
from .epochs import EpochLog, Progress, check_log
from .heldout import Found, HeldOut
from .model_file import dump
from .pairs import FIRST
from .program import command
from .torch import SCORES, UNKNOWN, Drop, Model, losses

CONFIG = {  # every key of a model file that is always there, in its order, with what `attend train` takes without options
    "cell": "gru", "layers": 1, "bidirectional": True, "attention": "bahdanau", "score": "additive", "local": "none",
    "window": 2, "embed": 64, "hidden": 64, "attention_size": 0, "heads": 1, "bridge": "tanh", "temperature": 1.0,
    "source_tokens": "space", "target_tokens": "space", "lowercase": False, "source_end": False, "limit_factor": 2.0,
    "limit_extra": 5}
QUIET = {"places": "learned", "causal": False, "feed_forward": 0, "norm": "post", "decoder": "cell", "cross_heads": 1,
         "cross_residual": True, "decoder_layers": 1}  # written where they differ
CHOICES = {"cell": ["rnn", "gru", "lstm", "self"], "attention": ["none", "fixed", "uniform", "bahdanau", "luong"],
           "score": list(SCORES), "local": ["none", "local_m", "local_p"], "bridge": ["tanh", "copy", "none"],
           "places": ["learned", "sinusoid", "none"], "norm": ["post", "pre"], "decoder": ["cell", "self"], "source_tokens": list(tokens.KINDS),
           "target_tokens": list(tokens.KINDS), "schedule": ["linear", "constant"]}


PREPARING = timedelta(days=2)  # that processes wait for the first one, which reads the data


@dataclass
class Settings:
    """As the options of `attend train`; batch is of all processes together."""
    epochs: int = 30
    batch: int = 32
    accumulate: int = 1      # parts that a process cuts its share of a batch into
    lr: float = 0.002
    schedule: str = "linear"  # the learning rate falls linearly to `decay` of itself, or it is constant
    decay: float = 0.1
    warmup: int = 0          # batches over which it rises from 0 before that
    adam_beta2: float = 0.999
    clip: float = 1.0        # largest norm of the gradient; 0: none
    unk: float = 0.01        # probability of <unk> for a source word
    dropout: float = 0.0
    smoothing: float = 0.0
    attention_entropy: float = 0.0
    patience: int = 0        # epochs without a better held-out loss after which it stops; 0: never
    seed: int = 1


# ---- processes ----

@dataclass
class Team:
    """The processes of a training; alone there is one, and nothing is sent."""
    rank: int = 0
    size: int = 1
    device: torch.device = torch.device("cpu")

    @classmethod
    def join(cls) -> Team:
        gpu = torch.cuda.is_available()
        local = int(os.environ.get("LOCAL_RANK", "0"))
        if gpu:
            torch.cuda.set_device(local)
        team = cls(int(os.environ.get("RANK", "0")), int(os.environ.get("WORLD_SIZE", "1")),
                   torch.device("cuda", local) if gpu else torch.device("cpu"))
        if team.size > 1:
            dist.init_process_group("nccl" if gpu else "gloo", timeout=PREPARING)
        return team

    def wait(self) -> None:
        if self.size > 1:
            dist.barrier()

    def total(self, *values: float) -> list[float]:
        """The sums over all processes."""
        tensor = torch.tensor(values, dtype=torch.float64, device=self.device)
        if self.size > 1:
            dist.all_reduce(tensor)
        return tensor.tolist()


def unused(model: Model) -> bool:
    """Whether some parameter has no part in the loss, as the query of a model that is wrong on purpose."""
    losses(model, model.config, [(model.source_row([UNKNOWN, UNKNOWN]), [UNKNOWN])])[0].backward()
    idle = any(parameter.requires_grad and parameter.grad is None for parameter in model.parameters())
    model.zero_grad(set_to_none=True)
    return idle


def distributed(model: Model, team: Team) -> nn.Module:
    if team.size == 1:
        return model.to(team.device)
    idle = unused(model)
    model.to(team.device)
    ids = [team.device.index] if team.device.type == "cuda" else None
    return nn.parallel.DistributedDataParallel(model, device_ids=ids, find_unused_parameters=idle)


# ---- a batch ----

def with_unknown(pair: Pair, row: np.ndarray, share: float) -> Pair:
    """The pair with some source words unread; row holds a number from 0 to 1 for each."""
    return [UNKNOWN if chance < share else i for i, chance in zip(pair[0], row)], pair[1]


def dropper(settings: Settings, epoch: int, numbers: np.ndarray, device: torch.device) -> Drop | None:
    """What a Model calls to drop: the mask of a pair follows from its number."""
    if not settings.dropout:
        return None

    def drop(kind: tuple[int, int], x: torch.Tensor) -> torch.Tensor:
        places = uniform([settings.seed, epoch, 1 + kind[0], kind[1]], numbers, x[0].numel())
        mask = torch.from_numpy(places >= settings.dropout).to(device, x.dtype).view(x.shape)
        return x * mask / (1 - settings.dropout)
    return drop


def rate(settings: Settings, step: int, steps: int) -> float:
    """The learning rate of a step, from 0, of so many in all."""
    if step < settings.warmup:
        return settings.lr * (step + 1) / settings.warmup
    if settings.schedule == "constant":
        return settings.lr
    return settings.lr * (1 - (1 - settings.decay) * (step - settings.warmup) / (steps - settings.warmup))


class Trainer:
    """A training in one process of the team; `step` learns a batch, `save` and `restore` keep all of it."""

    def __init__(self, model: Model, corpus: Corpus, settings: Settings, team: Team, bf16: bool = False,
                 heldout: HeldOut | None = None):
        self.model, self.corpus, self.settings, self.team, self.bf16 = model, corpus, settings, team, bf16
        self.heldout = heldout
        self.shared: Any = distributed(model, team)
        self.adam = torch.optim.Adam([p for p in model.parameters() if p.requires_grad], lr=settings.lr,
                                     betas=(0.9, settings.adam_beta2))
        self.steps = corpus.steps(settings.batch)   # of an epoch
        self.epoch, self.done = 1, 0                # the epoch that is being learned, and batches of it that are
        self.sums = [0.0, 0.0]                      # of it: cross-entropy, words
        self.read = 0                               # source and target words, in this run
        self.loss = math.nan                        # of the last epoch that ended,
        self.found: Found | None = None             # and on the held-out pairs
        self.best: dict[str, float] = {"epoch": 0}  # the one with the least held-out loss, and what was found then

    def rate(self) -> float:
        return rate(self.settings, (self.epoch - 1) * self.steps + self.done, self.steps * self.settings.epochs)

    def parts(self, numbers: np.ndarray, pairs: list[Pair]) -> Iterator[tuple[np.ndarray, list[Pair], bool]]:
        """This process's share, cut into parts: (numbers, pairs, whether they count). There is always something to do, since
        all processes have to meet; what stands in for an empty part does not count."""
        mine = list(range(self.team.rank, len(pairs), self.team.size))
        for part in range(self.settings.accumulate):
            chosen = mine[part::self.settings.accumulate]
            rows = chosen or [0]
            unread = uniform([self.settings.seed, self.epoch, 0], numbers[rows], max(len(pairs[i][0]) for i in rows))
            kept = [with_unknown(pairs[i], row, self.settings.unk) for i, row in zip(rows, unread)]
            yield numbers[rows], [(self.model.source_row(s), t) for s, t in kept], bool(chosen)

    def backward(self, part: tuple[np.ndarray, list[Pair], bool], last: bool, scale: float) -> float:
        """Adds the gradient of a part; returns its cross-entropy. Only the last part's is sent."""
        numbers, pairs, counts = part
        quiet = self.team.size > 1 and not last
        with self.shared.no_sync() if quiet else contextlib.nullcontext():
            with torch.autocast(self.team.device.type, torch.bfloat16, enabled=self.bf16):
                loss, plain, _ = losses(self.shared, self.model.config, pairs, self.settings.smoothing,
                                        self.settings.attention_entropy,
                                        dropper(self.settings, self.epoch, numbers, self.team.device), self.team.device)
            (loss * (scale if counts else 0)).backward()
        return plain.item() if counts else 0.0

    def step(self, numbers: np.ndarray, pairs: list[Pair]) -> float:
        """Learns one batch of all processes; returns its mean cross-entropy per target word."""
        words = sum(len(target) + 1 for _, target in pairs)
        self.adam.zero_grad(set_to_none=True)
        parts, found = list(self.parts(numbers, pairs)), 0.0
        for i, part in enumerate(parts):  # DistributedDataParallel divides the sum of all processes by their number
            found += self.backward(part, i == len(parts) - 1, self.team.size / words)
        if self.settings.clip:
            nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.clip)
        self.adam.param_groups[0]["lr"] = self.rate()
        self.adam.step()
        found, = self.team.total(found)
        self.done += 1
        self.read += sum(len(source) + len(target) for source, target in pairs)
        self.sums = [self.sums[0] + found, self.sums[1] + words]
        if not math.isfinite(found):
            raise ValueError("the training ran away: a smaller --lr or --clip may help")
        return found / words

    def steps_of_epoch(self) -> Iterator[float]:
        """Learns what is left of the epoch; yields the loss of each batch."""
        for numbers, pairs in self.corpus.batches(self.epoch, self.settings.seed, self.settings.batch, self.done):
            yield self.step(numbers, pairs)

    def end_epoch(self) -> bool:
        """Measures what it has led to; is it the best so far?"""
        self.loss = self.sums[0] / self.sums[1]
        epoch, self.epoch, self.done, self.sums = self.epoch, self.epoch + 1, 0, [0.0, 0.0]
        if self.heldout is None:
            return False
        counts = self.heldout.measure(self.model, self.team.rank, self.team.size)
        self.found = Found.of(self.team.total(*counts))
        better = self.found.loss < self.best.get("loss", math.inf)
        if better:
            self.best = {"epoch": epoch, **vars(self.found)}
        return better

    def ended(self) -> bool:
        patience = self.settings.patience if self.best["epoch"] else 0
        return self.epoch > self.settings.epochs or 0 < patience <= self.epoch - 1 - self.best["epoch"]

    def epochs_done(self) -> float:
        return self.epoch - 1 + self.done / self.steps

    def about(self) -> dict[str, Any]:
        return {"settings": vars(self.settings), "sha256": self.corpus.sha256, "config": self.model.config,
                "heldout": self.heldout and self.heldout.sha256}

    def save(self, path: str) -> None:
        """Whole or not at all."""
        torch.save({"about": self.about(), "model": self.model.state_dict(), "adam": self.adam.state_dict(),
                    "epoch": self.epoch, "done": self.done, "sums": self.sums, "loss": self.loss, "best": self.best},
                   path + ".new")
        os.replace(path + ".new", path)

    def restore(self, path: str) -> None:
        kept = torch.load(path, map_location=self.team.device)
        if kept["about"] != self.about():
            raise ValueError(f"{path} is of another training: the same data, settings and shape were expected; "
                             "without --resume a new one begins")
        self.model.load_state_dict(kept["model"])
        self.adam.load_state_dict(kept["adam"])
        self.epoch, self.done, self.sums = kept["epoch"], kept["done"], kept["sums"]
        self.loss, self.best = kept["loss"], kept["best"]


# ---- the command ----

class BatchLog:
    """A line of JSON for each batch that was learned; what was written behind a checkpoint is cut off on resuming."""

    def __init__(self, path: str | None, steps: int):
        self.file = None
        if path:
            with open(path, "a+", encoding="utf-8") as file:
                file.seek(0)
                kept = file.readlines()[:steps]
            self.file = open(path, "w", encoding="utf-8")
            self.file.writelines(kept)

    def add(self, trainer: Trainer, loss: float) -> None:
        if self.file:
            self.file.write(json.dumps({"epoch": trainer.epoch, "batch": trainer.done, "loss": loss}) + "\n")
            self.file.flush()


def row_of(trainer: Trainer, progress: Progress, began: float) -> dict[str, float]:
    """Of the log: the epoch that ended last."""
    found = trainer.found or Found(math.nan, math.nan, math.nan, math.nan)
    return {"epoch": trainer.epoch - 1, "loss": trainer.loss, "heldout_loss": found.loss, "exact_match": found.exact_match,
            "bleu": found.bleu, "aer": found.aer, "tokens_per_second": progress.speed(), "seconds": time.monotonic() - began}


def save_model(model: Model, path: str) -> None:
    """Whole or not at all."""
    model.save(path + ".new")
    os.replace(path + ".new", path)


def run(trainer: Trainer, given: argparse.Namespace) -> None:
    """To the end, with checkpoints; the first process speaks and writes."""
    first, resume = trainer.team.rank == 0, given.output + ".resume.pt"
    progress = Progress(f"attend.train: {os.path.basename(given.output)}", trainer.settings.epochs, trainer.epochs_done(), not first)
    log = EpochLog(given.log if first else None, trainer.epoch - 1)
    batches = BatchLog(given.log_batches if first else None, (trainer.epoch - 1) * trainer.steps + trainer.done)
    began = time.monotonic() - log.seconds
    while not trainer.ended():
        for loss in trainer.steps_of_epoch():
            batches.add(trainer, loss)
            progress.words = trainer.read
            progress.batch(trainer.epoch, trainer.epochs_done(), trainer.sums[0] / trainer.sums[1],
                           trainer.found.loss if trainer.found else math.nan)
            if first and given.save_every and trainer.done % given.save_every == 0:
                trainer.save(resume)
        better = trainer.end_epoch()
        if first:
            if better:
                save_model(trainer.model, given.output + ".best")
            row = row_of(trainer, progress, began)
            log.add(row)
            progress.end_epoch(int(row["epoch"]), trainer.loss, row["heldout_loss"], trainer.ended())
            trainer.save(resume)
    if first:
        finish(trainer, given, progress)


def finish(trainer: Trainer, given: argparse.Namespace, progress: Progress) -> None:
    """M becomes the best epoch's model, where pairs are held out, else the last one's."""
    corpus, best, epochs = trainer.corpus, trainer.best, trainer.epoch - 1
    model = Model.load(given.output + ".best") if best["epoch"] else trainer.model
    note = {"data": corpus.name, "sha256": corpus.sha256, "seed": trainer.settings.seed, "epochs": epochs}
    measured = best if best["epoch"] else {"loss": trainer.loss}
    for key in ("loss", "exact_match", "aer"):
        if math.isfinite(measured.get(key, math.nan)):
            note[key] = float(f"{measured[key]:.9g}")
    model.file.metadata["attend.training"] = dump(note)
    save_model(model, given.output)
    shutil.rmtree(given.output + ".data", ignore_errors=True)
    for ending in (".best", ".resume.pt"):
        with contextlib.suppress(FileNotFoundError):
            os.remove(given.output + ending)
    if best["epoch"]:
        progress.tell(f"the held-out loss was least, {best['loss']:.4f}, after epoch {best['epoch']}; "
                      f"{counted(epochs, 'epoch')} {'was' if epochs == 1 else 'were'} trained")
    print(f"{given.output}: {told(measured)}")


def told(measured: dict[str, float]) -> str:
    """As `attend train` says it."""
    if math.isnan(measured["loss"]):
        return "nothing was learned (training)"
    parts = [f"loss {measured['loss']:.4f}"]
    for key, form in (("exact_match", "exact match {:.2%}"), ("bleu", "BLEU {:.2f}"), ("aer", "AER {:.4f}")):
        if math.isfinite(measured.get(key, math.nan)):
            parts.append(form.format(measured[key]).replace("%", " %"))
    return f"{', '.join(parts)} ({'held-out' if 'epoch' in measured else 'training'})"


def config_of(given: argparse.Namespace) -> dict[str, Any]:
    config = {key: getattr(given, key) for key in CONFIG}
    config.update({key: getattr(given, key) for key, usual in QUIET.items() if getattr(given, key) != usual})
    if config.get("decoder") == "self":  # as the program sets it
        config.update(hidden=config["embed"], attention_size=config["embed"], score="scaled_dot", bridge="none")
    config["attention_size"] = config["attention_size"] or config["hidden"]
    return config


def cutting_of(config: dict[str, Any], given: argparse.Namespace) -> Cutting:
    return Cutting(config["source_tokens"], config["target_tokens"], config["lowercase"], given.min_count, given.max_length)


def open_model(given: argparse.Namespace, team: Team) -> tuple[Model, Corpus]:
    """The first process prepares the data, the others wait for it."""
    start = Model.load(given.start) if given.start else None
    config = start.config if start else config_of(given)
    if "bpe" in (config["source_tokens"], config["target_tokens"]):
        raise ValueError(f"{given.start}: reads or writes pieces of words, and attend train alone trains such a model")
    cutting = cutting_of(config, given)
    if team.rank == 0:
        prepare(given.data, given.output + ".data", cutting, (start.source, start.target) if start else None)
    team.wait()
    corpus = Corpus(given.output + ".data", given.together)
    return start or Model.fresh(config, corpus.source, corpus.target, given.seed), corpus


def check_writable(path: str) -> None:
    """Raises OSError where no file of this name can be made, before anything is computed for it."""
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, "is a folder, a file name was expected", path)
    try:
        tempfile.TemporaryFile(dir=os.path.dirname(path) or ".").close()
    except OSError as error:
        raise OSError(error.errno, f"cannot be written: {error.strerror}", path) from None


def truth(text: str) -> bool:
    if text not in ("true", "false"):
        raise argparse.ArgumentTypeError(f"true or false was expected, not '{text}'")
    return text == "true"


def add_setting(parser: argparse.ArgumentParser, key: str, usual: Any) -> None:
    option, choices = "--" + key.replace("_", "-"), CHOICES.get(key)
    if isinstance(usual, bool):   # as the program has them: alone it is true
        parser.add_argument(option, type=truth, nargs="?", const=True, default=usual, metavar="true|false",
                            help=str(usual).lower())
    else:
        parser.add_argument(option, type=type(usual), default=usual, choices=choices, help=f"{usual}",
                            metavar="|".join(choices) if choices else "X" if isinstance(usual, float) else "N")


def options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 -m attend.train", description="trains a model of attend with PyTorch",
                                     epilog="docs/python.md tells more")
    parser.add_argument("data", metavar="DATA.tsv", help="a pair a line: source TAB target; or a table DATA.csv")
    parser.add_argument("-o", "--output", metavar="M.safetensors", required=True)
    parser.add_argument("--start", metavar="M.safetensors", help="train this model on, with its words and its shape")
    parser.add_argument("--resume", action="store_true",
                        help="go on with a training of -o M that was stopped; one that has not begun begins")
    parser.add_argument("--save-every", type=int, default=1000, metavar="N", help="batches; 1000. Each epoch is saved as well")
    parser.add_argument("--heldout", metavar="F.tsv", help="pairs to measure the model on after each epoch; the best one is kept")
    parser.add_argument("--gold-format", default="pharaoh", choices=list(FIRST), metavar="|".join(FIRST),
                        help="of alignments behind the held-out pairs: i-j from 0 or from 1; pharaoh")
    parser.add_argument("--log", metavar="F", help="a row for each epoch, .csv or .jsonl, as `attend train --log` has it")
    parser.add_argument("--log-batches", metavar="F.jsonl", help="the loss of every batch")
    parser.add_argument("--min-count", type=int, default=1, metavar="N", help="rarer words are <unk>; 1")
    parser.add_argument("--max-length", type=int, default=50, metavar="N", help="words a side; longer pairs are left out; 50")
    parser.add_argument("--together", type=int, default=WINDOW, metavar="N",
                        help=f"pairs that are shuffled and sorted by length together, and in memory; {WINDOW}")
    parser.add_argument("--bf16", action="store_true", help="compute in bfloat16, keep the parameters in float32")
    for setting in fields(Settings):
        add_setting(parser, setting.name, setting.default)
    for key, usual in {**CONFIG, **QUIET}.items():
        add_setting(parser, key, usual)
    return parser


def train(arguments: list[str] | None = None) -> None:
    given = options().parse_args(arguments)
    settings = Settings(**{setting.name: getattr(given, setting.name) for setting in fields(Settings)})
    for path in (given.output, given.log, given.log_batches):
        if path:
            check_writable(path)
    if given.log:
        check_log(given.log)
    if given.heldout:   # what is wrong with it is told before anything is prepared
        HeldOut(given.heldout, Cutting(), [], [], given.gold_format)
    elif settings.patience:
        raise ValueError("--patience needs --heldout: it waits for a better held-out loss")
    team = Team.join()
    model, corpus = open_model(given, team)
    heldout = HeldOut(given.heldout, cutting_of(model.config, given), corpus.source, corpus.target,
                      given.gold_format) if given.heldout else None
    trainer = Trainer(model, corpus, settings, team, given.bf16, heldout)
    resume = given.output + ".resume.pt"
    if given.resume and os.path.exists(resume):
        trainer.restore(resume)
    elif given.resume and team.rank == 0:
        print(f"{resume} is not there: a new training begins", file=sys.stderr)
    run(trainer, given)


if __name__ == "__main__":
    status = command("attend.train", train)
    sys.stderr.flush()
    os._exit(status)  # taking the group of processes apart may wait for one that has gone already
