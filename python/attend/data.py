"""Sentence pairs for training that need not fit into memory: a TSV or CSV file (attend.pairs) is read once and kept as ids
in a folder, from which batches are read as they are wanted.

    prepare("pairs.tsv", "m.safetensors.data", Cutting())
    corpus = Corpus("m.safetensors.data")
    for numbers, pairs in corpus.batches(epoch=1, seed=1, batch=32):     # pairs: [(source ids, target ids)]
        ...

The folder holds words.json (both vocabularies, and what the ids were made from), ids.bin (all ids, source then target of
each pair, little-endian uint32) and index.bin (of each pair where its ids begin, and how many a side has). Only the
vocabularies are kept in memory, and one window of pairs at a time.
"""
from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass

import numpy as np

from . import tokens
from .model_file import SPECIAL
from .pairs import read_pairs

UNKNOWN = 3
INDEX = np.dtype([("at", "<u8"), ("source", "<u4"), ("target", "<u4")])
IDS = np.dtype("<u4")
WINDOW = 65536  # pairs that are shuffled, and sorted by length, together

Pair = tuple[list[int], list[int]]


@dataclass
class Cutting:
    """How lines become tokens, and which of these are learned."""
    source_tokens: str = "space"
    target_tokens: str = "space"
    lowercase: bool = False   # of the source
    least: int = 1            # words that are rarer are <unk>
    max_length: int = 50      # pairs with a longer side are left out; 0: none

    def source(self, sentence: str) -> list[str]:
        words = tokens.cut(sentence, self.source_tokens)
        return [tokens.lower(word) for word in words] if self.lowercase else words

    def target(self, sentence: str) -> list[str]:
        return tokens.cut(sentence, self.target_tokens)


def read_words(path: str, cutting: Cutting) -> Iterator[tuple[list[str], list[str]]]:
    """Source and target words of each pair that is taken."""
    for source, target in read_pairs(path):
        pair = cutting.source(source), cutting.target(target)
        if all(pair) and not 0 < cutting.max_length < max(map(len, pair)):
            yield pair


def ordered(counts: Counter, least: int) -> list[str]:
    """Words by falling count, then by first appearance, behind the special ones."""
    words = sorted((word for word, count in counts.items() if count >= least and word not in SPECIAL),
                   key=lambda word: -counts[word])
    return SPECIAL + words


def vocabularies(path: str, cutting: Cutting) -> tuple[list[str], list[str]]:
    sources: Counter[str] = Counter()
    targets: Counter[str] = Counter()
    for source, target in read_words(path, cutting):
        sources.update(source)
        targets.update(target)
    return ordered(sources, cutting.least), ordered(targets, cutting.least)


def ids_of(vocabulary: list[str]) -> dict[str, int]:
    """A word that happens to read "</s>" is unknown, not the end of the sentence."""
    return {word: i for i, word in enumerate(vocabulary) if i > UNKNOWN}


def sha256(path: str) -> str:
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def write_ids(path: str, folder: str, cutting: Cutting, source: list[str], target: list[str]) -> int:
    """ids.bin and index.bin; returns how many pairs."""
    known = ids_of(source), ids_of(target)
    count = at = 0
    with open(os.path.join(folder, "ids.bin"), "wb") as ids, open(os.path.join(folder, "index.bin"), "wb") as index:
        for pair in read_words(path, cutting):
            row = [table.get(word, UNKNOWN) for words, table in zip(pair, known) for word in words]
            ids.write(np.array(row, IDS).tobytes())
            index.write(np.array([(at, len(pair[0]), len(pair[1]))], INDEX).tobytes())
            at += len(row)
            count += 1
    return count


def prepare(path: str, folder: str, cutting: Cutting, words: tuple[list[str], list[str]] | None = None) -> None:
    """Makes the folder, whole or not at all; one that was made from the same file in the same way is left as it is.
    `words`: vocabularies that are there already, source and target; else they are counted."""
    about = {"sha256": sha256(path), "data": os.path.basename(path), "cutting": asdict(cutting)}
    listed = os.path.join(folder, "words.json")
    if os.path.exists(listed):
        with open(listed, encoding="utf-8") as file:
            kept = json.load(file)
        if all(kept[key] == about[key] for key in about) and words in (None, (kept["source"], kept["target"])):
            return
    source, target = words or vocabularies(path, cutting)
    new = f"{folder}.new"
    shutil.rmtree(new, ignore_errors=True)
    os.mkdir(new)
    if not write_ids(path, new, cutting, source, target):
        raise ValueError(f"{path}: holds no usable sentence pair; lines of source TAB target, or rows of a table, were expected")
    with open(os.path.join(new, "words.json"), "w", encoding="utf-8") as file:
        json.dump({**about, "source": source, "target": target}, file, ensure_ascii=False)
    shutil.rmtree(folder, ignore_errors=True)
    os.rename(new, folder)


class Corpus:
    """A folder that `prepare` has made."""

    def __init__(self, folder: str, window: int = WINDOW):
        with open(os.path.join(folder, "words.json"), encoding="utf-8") as file:
            about = json.load(file)
        self.folder, self.window = folder, window
        self.source: list[str] = about["source"]
        self.target: list[str] = about["target"]
        self.name: str = about["data"]
        self.sha256: str = about["sha256"]
        self.count = os.path.getsize(os.path.join(folder, "index.bin")) // INDEX.itemsize

    def read(self, name: str, kind: np.dtype, first: int, count: int) -> np.ndarray:
        return np.fromfile(os.path.join(self.folder, name), kind, count, offset=first * kind.itemsize)

    def windows(self) -> int:
        return -(-self.count // self.window)

    def size(self, window: int) -> int:
        return min(self.window, self.count - window * self.window)

    def steps(self, batch: int) -> int:
        """Batches of an epoch."""
        return sum(-(-self.size(window) // batch) for window in range(self.windows()))

    def plan(self, index: np.ndarray, key: list[int], batch: int) -> list[np.ndarray]:
        """The rows of a window's pairs, batch by batch: pairs of like lengths together, batches in a random order."""
        random = np.random.default_rng(key)
        order = random.permutation(len(index))
        order = order[np.lexsort((index["target"][order], index["source"][order]))]
        starts = random.permutation(-(-len(index) // batch)) * batch
        return [order[start:start + batch] for start in starts]

    def batches(self, epoch: int, seed: int, batch: int, skip: int = 0) -> Iterator[tuple[np.ndarray, list[Pair]]]:
        """The batches of an epoch, from number `skip` on: the numbers of its pairs [B], and these."""
        for window in np.random.default_rng([seed, epoch]).permutation(self.windows()):
            steps = -(-self.size(window) // batch)
            if skip >= steps:
                skip -= steps
                continue
            first = int(window) * self.window
            index = self.read("index.bin", INDEX, first, self.size(window))
            begin = int(index["at"][0])
            end = int(index["at"][-1] + index["source"][-1] + index["target"][-1])
            ids = self.read("ids.bin", IDS, begin, end - begin)
            for rows in self.plan(index, [seed, epoch, int(window)], batch)[skip:]:
                yield first + rows, [pair_at(index[row], ids, begin) for row in rows]
            skip = 0


def pair_at(entry: np.void, ids: np.ndarray, begin: int) -> Pair:
    at, n, m = int(entry["at"]) - begin, int(entry["source"]), int(entry["target"])
    return ids[at:at + n].tolist(), ids[at + n:at + n + m].tolist()


# ---- random numbers that go by the sample, so that it does not matter which process has it ----

def mix(value: np.ndarray) -> np.ndarray:
    """uint64 to uint64: as random_mix of src/base/random.c, behind an odd constant."""
    value = value + np.uint64(0x9E3779B97F4A7C15)
    value = (value ^ value >> np.uint64(30)) * np.uint64(0xBF58476D1CE4E5B9)
    value = (value ^ value >> np.uint64(27)) * np.uint64(0x94D049BB133111EB)
    return value ^ value >> np.uint64(31)


def uniform(key: Iterable[int], numbers: np.ndarray, places: int) -> np.ndarray:
    """[B, places] numbers from 0 to 1 that follow from the key, the sample's number [B] and the place alone."""
    value = np.zeros(1, np.uint64)
    for part in key:
        value = mix(value ^ np.uint64(part))
    rows = mix(value ^ np.asarray(numbers).astype(np.uint64))
    bits = mix(rows[:, None] ^ np.arange(places, dtype=np.uint64)[None])
    return (bits >> np.uint64(11)).astype(np.float64) * 2.0 ** -53
