#!/usr/bin/python3
"""Make the English-Chinese sentence pairs of lesson 5, with gold alignments.

    make_cat_chase_mouse.py            write data.tsv and heldout.tsv
    make_cat_chase_mouse.py --check    make them again and compare; 1 if a file differs
    --seed N, --out DIR                another seed, another folder

A line is `source TAB target TAB links`; a link `2-5` joins source word 2 to target word 5, from 0.
The grammar is grammar.py: all its words, all its kinds of sentence. The words, the grammar and the
sentences are this project's own work, under its licence (MIT).
"""
import collections
import itertools
import sys

import tables
from grammar import NAMES, Grammar

TRAIN, HELD_OUT, SEED = 6000, 500, 1
LEAST = 40                     # how often each word is said in data.tsv
SHOWN = [                      # always in data.tsv: the lesson shows them
    ("Cat chase mouse", "猫 捉 老鼠", "0-0 1-1 2-2"),
    ("Tom chase Jerry", "汤姆 追逐 杰瑞", "0-0 1-1 2-2"),
    ("Tom ate an apple yesterday", "汤姆 昨天 吃 了 一 个 苹果", "0-0 4-1 1-2 1-3 2-4 2-5 3-6"),
]

# ---- files ----------------------------------------------------------------------------------------

def clumsy(words):
    """The boy that Mary saw saw Anna; Tom and Mary like Tom."""
    return (any(a == b for a, b in zip(words, words[1:]))
            or any(words.count(name.en) > 1 for name in NAMES))


def counts(rows, side):
    """How often each word of one side is said."""
    return collections.Counter(w for row in rows for w in row[side].lower().split())


def draw(grammar):
    """The rows of data.tsv and of heldout.tsv; no source sentence is there twice."""
    said = {row[0].lower(): row for row in SHOWN}
    while len(said) < TRAIN + HELD_OUT:
        row = grammar.sentence().line()
        lengths = [len(column.split()) for column in row[:2]]
        if min(lengths) < 3 or max(lengths) > 14 or clumsy(row[0].split()):
            continue
        # What was said before must mean the same again: the Chinese is a function of the English.
        if said.setdefault(row[0].lower(), row)[1:] != row[1:]:
            sys.exit("The grammar has two readings of: " + row[0])
    rows = list(said.values())
    shown, rest = rows[:len(SHOWN)], rows[len(SHOWN):]
    return shown + rest[HELD_OUT:], rest[:HELD_OUT]


def make(seed):
    """As draw, until no word is too rare to be learned: chance alone leaves one out now and then."""
    for again in itertools.count():
        train, held_out = draw(Grammar("%d, again %d" % (seed, again) if again else seed))
        said = [counts(train, side) for side in (0, 1)]
        if all(min(said[side].values()) >= LEAST and counts(held_out, side).keys() <= said[side].keys()
               for side in (0, 1)):
            return train, held_out


def report(train, held_out):
    """On stderr: how many words there are, how long sentences are, how much the order moves."""
    def say(text, *values):
        print(text % values, file=sys.stderr)

    say("%d pairs to train on, %d held out", len(train), len(held_out))
    for side, name in enumerate(("English", "Chinese")):
        count = counts(train, side)
        sizes = collections.Counter(len(row[side].split()) for row in train)
        rarest = sorted(count, key=lambda w: (count[w], w))[:5]
        say("%s: %d words, %d tokens; rarest %s", name, len(count), sum(count.values()),
            ", ".join("%s %d" % (w, count[w]) for w in rarest))
        say("  lengths %s; 10 or more: %.1f %%", " ".join("%d:%d" % s for s in sorted(sizes.items())),
            100 * sum(n for size, n in sizes.items() if size >= 10) / len(train))
    moved = sentences = 0
    for row in train:
        sources = [int(link.split("-")[0]) for link in row[2].split()]
        back = sum(b < a for a, b in zip(sources, sources[1:]))
        away = sum(s != r for s, r in zip(sources, sorted(sources)))
        moved, sentences = moved + away, sentences + (back > 0)
    tokens = sum(len(row[1].split()) for row in train)
    say("order moves in %.1f %% of the sentences; %.1f %% of the Chinese words are not where English "
        "order would put them", 100 * sentences / len(train), 100 * moved / tokens)


def main():
    parser = tables.parser(__doc__, "05-cat-chase-mouse")
    parser.add_argument("--seed", type=int, default=SEED)
    options = parser.parse_args()
    train, held_out = make(options.seed)
    report(train, held_out)
    tables.put(options, "data.tsv", train)
    tables.put(options, "heldout.tsv", held_out)


if __name__ == "__main__":
    main()
