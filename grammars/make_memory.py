#!/usr/bin/python3
"""Make the pairs of lesson 16: who said it first?

    make_memory.py              write the .tsv files of the folder
    make_memory.py --check      make them again and compare; 1 if a file differs
    --out DIR                   another folder for the lessons' folders

A line is `source TAB target`:

    Anna says that Tom thinks that it rains        安娜

A sentence has 1 to 10 people, each of whom says, thinks, knows or hopes what follows, and nobody stands behind himself. The answer
is the first of them, so everything behind the first word is there to be ignored. Among those that are held out LONG have
all 10 people, 32 words, and each name comes first equally often: on them is measured how long word 1 lives in the state.

The words and the sentences are this project's own work, under its licence (MIT).
"""
import random

import tables

FOLDER = "16-the-memory"
TRAIN, HELD_OUT, LONG, MOST = 3500, 200, 480, 10
SHOWN = ["Anna says that Tom thinks that it rains", "Tom thinks that Anna says that it rains"]
NAMES = {"Anna": "安娜", "Tom": "汤姆", "Mary": "玛丽", "Jerry": "杰瑞", "Lucy": "露西", "Jack": "杰克", "Paul": "保罗", "Lily": "莉莉"}
VERBS = "says thinks knows hopes".split()


def sentence(draw, people, first=None):
    words, before = [], None
    for _ in range(people):
        before = first if first and not words else draw.choice([name for name in NAMES if name != before])
        words += [before, draw.choice(VERBS), "that"]
    return " ".join(words + ["it", "rains"])


def row(source):
    return source, NAMES[source.split()[0]]


def pairs():
    draw, seen = random.Random(25), dict.fromkeys(SHOWN)
    while len(seen) < TRAIN + HELD_OUT:
        seen.setdefault(sentence(draw, draw.randint(1, MOST)))
    some, names = list(seen), list(NAMES)
    long = [sentence(draw, MOST, names[i % len(names)]) for i in range(LONG)]
    draw.shuffle(long)
    return [row(s) for s in some[:TRAIN]], [row(s) for s in some[TRAIN:] + long]


def main():
    options = tables.options(__doc__)
    for name, rows in zip(("data.tsv", "heldout.tsv"), pairs()):
        tables.put(options, FOLDER + "/" + name, rows)


if __name__ == "__main__":
    main()
