"""How good a model is on sentence pairs that it does not learn from, measured as the program measures (src/model/evaluate.c).

    heldout = HeldOut("heldout.tsv", Cutting(), source_words, target_words)
    found = Found.of(heldout.measure(model))
    found.loss, found.exact_match, found.bleu, found.aer     # NaN: there is nothing to measure it by

Several processes measure a share each: the counts that `measure` gives are added up before `Found.of` looks at them.
"""
from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import torch

from .data import Cutting, Pair, ids_of, sha256
from .pairs import Link, links_of, read_rows
from .torch import END, PAD, START, UNKNOWN, Model, keep, losses, padded

ORDERS = 4      # of BLEU's n-grams
TOGETHER = 64   # pairs that are measured at once
LOSS, WORDS, EXACT, PAIRS, CHOSEN, SURE, POSSIBLE, LINKS, LENGTH, REFERENCE, MATCHES = range(11)
COUNTS = MATCHES + 2 * ORDERS   # then the n-grams that match, and all of them


@dataclass
class Found:
    loss: float          # mean per target word and end mark
    exact_match: float   # share of pairs
    bleu: float          # 0 to 100
    aer: float

    @classmethod
    def of(cls, counts: list[float]) -> Found:
        tried, linked = counts[PAIRS], counts[CHOSEN]
        return cls(counts[LOSS] / counts[WORDS], counts[EXACT] / tried, bleu(counts),
                   1 - (counts[SURE] + counts[POSSIBLE]) / (linked + counts[LINKS]) if linked else math.nan)


def bleu(counts: list[float]) -> float:
    """As src/text/bleu.h; NaN where no translation has as many words as its longest n-grams."""
    matches, totals = counts[MATCHES:MATCHES + ORDERS], counts[MATCHES + ORDERS:COUNTS]
    if not totals[-1]:
        return math.nan
    if not matches[0]:
        return 0.0
    smooth, logs = 1.0, 0.0
    for match, total in zip(matches, totals):
        smooth *= 1 if match else 2
        logs += math.log((match or 1 / smooth) / total)
    short = counts[LENGTH] < counts[REFERENCE]
    return 100 * math.exp(logs / ORDERS) * (math.exp(1 - counts[REFERENCE] / counts[LENGTH]) if short else 1)


def grams(words: list[int], n: int) -> Counter[tuple[int, ...]]:
    return Counter(tuple(words[i:i + n]) for i in range(len(words) - n + 1))


def count_translation(counts: np.ndarray, made: list[int], target: list[int]) -> None:
    counts[LENGTH] += len(made)
    counts[REFERENCE] += len(target)
    for n in range(1, ORDERS + 1):
        own = grams(made, n)
        counts[MATCHES + n - 1] += (own & grams(target, n)).total()
        counts[MATCHES + ORDERS + n - 1] += own.total()


def count_links(counts: np.ndarray, links: list[Link], best: list[int]) -> None:
    """`best`: of each target word the source word with the largest weight."""
    counts[LINKS] += sum(sure for *_, sure in links)
    counts[CHOSEN] += len({target for _, target, _ in links})
    for source, target, sure in links:
        counts[POSSIBLE] += source == best[target]
        counts[SURE] += sure and source == best[target]


class HeldOut:
    """Pairs as ids; a word that the model lacks is <unk>. An alignment behind them goes by words between white space, and
    is left out where a sentence is cut otherwise."""

    def __init__(self, path: str, cutting: Cutting, source: list[str], target: list[str], form: str = "pharaoh"):
        self.sha256, known = sha256(path), (ids_of(source), ids_of(target))
        self.pairs: list[Pair] = []
        self.links: list[list[Link]] = []
        for row in read_rows(path):
            pair = cutting.source(row[1]), cutting.target(row[2])
            if all(pair):
                links = links_of(row, path, form)
                same = [len(words) for words in pair] == [len(Cutting().source(text)) for text in row[1:3]]
                ids = [[table.get(word, UNKNOWN) for word in words] for words, table in zip(pair, known)]
                self.pairs.append((ids[0], ids[1]))
                self.links.append(links if same else [])
        if not self.pairs:
            raise ValueError(f"{path}: holds no usable sentence pair; lines of source TAB target, or rows of a table, were expected")

    def batches(self, rank: int, size: int) -> Iterator[list[int]]:
        """The pairs of one process of `size`, those of like lengths together."""
        order = sorted(range(len(self.pairs)), key=lambda i: (len(self.pairs[i][0]), len(self.pairs[i][1])))[rank::size]
        return (order[at:at + TOGETHER] for at in range(0, len(order), TOGETHER))

    @torch.no_grad()
    def measure(self, model: Model, rank: int = 0, size: int = 1) -> list[float]:
        """The counts that a Found is made of."""
        counts = np.zeros(COUNTS)
        device = next(model.parameters()).device
        for chosen in self.batches(rank, size):
            rows = [(model.source_row(self.pairs[i][0]), self.pairs[i][1]) for i in chosen]
            looked: list[Any] = []
            watch = model.register_forward_hook(lambda module, given, made: looked.append(made[1]))
            try:
                _, plain, words = losses(model, {}, rows, device=device)   # without its fault: each step is fed the word before
            finally:
                watch.remove()
            counts[LOSS] += plain.item()
            counts[WORDS] += words
            for i, made, ended in zip(chosen, *translations(model, [source for source, _ in rows], device)):
                counts[EXACT] += ended and made == self.pairs[i][1]
                counts[PAIRS] += 1
                count_translation(counts, made, self.pairs[i][1])
            if looked[0] is not None:
                for i, best in zip(chosen, looked[0].argmax(2).tolist()):
                    count_links(counts, self.links[i], best)
        return counts.tolist()


@torch.no_grad()
def translations(model: Model, rows: list[list[int]], device: Any) -> tuple[list[list[int]], list[bool]]:
    """What the model writes for sentences as its encoder reads them, greedily and without the end mark; and whether it has
    written that within the limit."""
    model.drop = keep
    lengths = torch.tensor([len(row) for row in rows], device=device)
    annotations, state, cell, final, mask = model.encode(padded(rows, device), lengths)
    keys = model.attention.keys(annotations) if hasattr(model, "attention") else None
    limits = [int(model.config["limit_factor"] * len(row)) + model.config["limit_extra"] for row in rows]
    made: list[list[int]] = [[] for _ in rows]
    ended = [False] * len(rows)
    words = torch.full((len(rows),), START, device=device)
    for t in range(max(limits)):
        logits, _, state, cell = model.step(t, words, state, cell, annotations, keys, final, mask)
        logits[:, [PAD, START, UNKNOWN]] = -math.inf
        words = logits.argmax(1)
        for i, word in enumerate(words.tolist()):
            if not ended[i] and t < limits[i]:
                ended[i] = word == END
                made[i] += [] if ended[i] else [word]
        if all(end or t + 1 >= limit for end, limit in zip(ended, limits)):
            break
    return made, ended
