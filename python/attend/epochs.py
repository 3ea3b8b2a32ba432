"""What a training tells while it runs: a row of numbers for each epoch, in the log that `attend train` writes and `attend F.csv`
shows as curves (src/model/epoch_log.h), and a line with the time that is left.

    log = EpochLog("loss.csv", 0)                       # or .jsonl; 2: the rows up to epoch 2 are kept
    log.add({"epoch": 1, "loss": 2.31, "seconds": 4.2})  # what was not measured is left empty
"""
from __future__ import annotations

import json
import math
import os
import sys
import time

import numpy as np

COLUMNS = ("epoch", "loss", "heldout_loss", "exact_match", "bleu", "aer", "tokens_per_second", "seconds")
ENDINGS = (".csv", ".jsonl")
HEADING = ",".join(COLUMNS)
DRAW_EVERY = 0.2   # seconds


def digits(value: float) -> str:
    """Seven of them, never with an exponent."""
    return np.format_float_positional(value, 7, unique=False, fractional=False, trim="-") if math.isfinite(value) else ""


def row_text(row: dict[str, float], table: bool) -> str:
    numbers = {name: digits(row.get(name, math.nan)) for name in COLUMNS}
    if table:
        return ",".join(numbers.values()) + "\n"
    return "{" + ",".join(f'"{name}":{number or "null"}' for name, number in numbers.items()) + "}\n"


def check_log(path: str) -> None:
    """Raises ValueError where the name is none of a log, or another file has it."""
    if not path.lower().endswith(ENDINGS):
        raise ValueError(f"{path}: a log ends in {' or '.join(ENDINGS)}")
    if os.path.exists(path) and os.path.getsize(path):
        with open(path, encoding="utf-8", errors="replace") as file:
            begin = file.readline()
        if not (begin.strip() == HEADING if path.lower().endswith(ENDINGS[0]) else begin.startswith('{"epoch":')):
            raise ValueError(f"{path}: is there and is no log of a training: it is left as it is; expected another name for the log")


class EpochLog:
    """`path` None: nothing is written. `epoch`: the last one whose row is kept."""

    def __init__(self, path: str | None, epoch: int):
        self.path, self.seconds = path, 0.0   # of the last row that is kept
        if not path:
            return
        check_log(path)
        self.table = path.lower().endswith(ENDINGS[0])
        kept = self.rows(epoch) if epoch and os.path.exists(path) else []
        with open(path, "w", encoding="utf-8") as file:
            file.writelines([HEADING + "\n"] * self.table + kept)

    def rows(self, epoch: int) -> list[str]:
        """The lines up to that epoch."""
        kept = []
        assert self.path
        with open(self.path, encoding="utf-8") as file:
            for line in file.readlines()[self.table:]:
                values = dict(zip(COLUMNS, line.split(","))) if self.table else json.loads(line)
                if not line.endswith("\n") or float(values["epoch"]) > epoch:
                    break
                kept.append(line)
                self.seconds = float(values["seconds"])
        return kept

    def add(self, row: dict[str, float]) -> None:
        """It is in the file then."""
        if self.path:
            with open(self.path, "a", encoding="utf-8") as file:
                file.write(row_text(row, self.table))


def duration(seconds: float) -> str:
    whole = round(seconds) if math.isfinite(seconds) and 0 < seconds < 1e8 else 0
    hours, rest = divmod(whole, 3600)
    return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60}:{rest % 60:02}"


class Progress:
    """Lines on standard error, as `attend train` has them: one for each epoch; on a terminal the last one moves."""

    def __init__(self, title: str, epochs: int, begun: float, silent: bool = False):
        self.title, self.epochs, self.begun, self.silent = title, epochs, begun, silent   # begun: epochs that were there
        self.started = self.drawn = time.monotonic()
        self.words = 0   # source and target words that were learned since

    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def speed(self) -> float:
        return self.words / max(self.elapsed(), 1e-9)

    def line(self, epoch: int, done: float, loss: float, heldout: float, stops: bool = False) -> str:
        """`done`: epochs; how long the others take when so many took the time until now."""
        left = self.elapsed() * (self.epochs - done) / (done - self.begun) if done > self.begun and not stops else 0
        held = f"  held-out {heldout:.4f}" if math.isfinite(heldout) else ""
        return (f"{self.title}: epoch {epoch}/{self.epochs}  loss {loss:.4f}{held}  {self.speed():.0f} tokens/s  "
                f"{duration(self.elapsed())} elapsed  {duration(left)} left")

    def batch(self, epoch: int, done: float, loss: float, heldout: float) -> None:
        if not self.silent and sys.stderr.isatty() and time.monotonic() - self.drawn >= DRAW_EVERY:
            self.drawn = time.monotonic()
            sys.stderr.write("\r\033[K" + self.line(epoch, done, loss, heldout))
            sys.stderr.flush()

    def end_epoch(self, epoch: int, loss: float, heldout: float, stops: bool) -> None:
        if not self.silent:
            terminal = "\r\033[K" if sys.stderr.isatty() else ""
            print(terminal + self.line(epoch, epoch, loss, heldout, stops), file=sys.stderr)

    def tell(self, said: str) -> None:
        if not self.silent:
            print(f"{self.title}: {said}", file=sys.stderr)
