#!/usr/bin/python3
"""Make the English-Chinese sentence pairs of lessons 3, 4, 6, 11, 12 and 14, with gold alignments.

    make_pairs.py              write data.tsv and heldout.tsv of each of them
    make_pairs.py --check      make them again and compare; 1 if a file differs
    --only 04 --out DIR        one lesson alone; another folder for the lessons' folders

Lines, links and grammar are those of lesson 5 (grammar.py), with fewer words, so that less data is
enough. Every length of a lesson's English sentences has the same number of pairs, to train on and
held out (fewer only where the grammar has no more to say): where a model does worse on long
sentences, it is not because it saw fewer of them. The words, the grammar and the sentences are this
project's own work, under its licence (MIT).
"""
import collections
import sys

import tables
from grammar import NAMES, Grammar

WORDS = set("""Tom Jerry Mary boy girl cat dog mouse apple cake fish milk tea book ball garden park tree
    table chase eat drink buy see like sleep run sing small big black new good yesterday today
    tomorrow in on under near""".split())

SHOWN = {       # what the cards show: always trained on, never held out
    "cat chase mouse": ("猫 捉 老鼠", "0-0 1-1 2-2"),
    "Tom chase Jerry": ("汤姆 追逐 杰瑞", "0-0 1-1 2-2"),
    "Jerry chase Tom": ("杰瑞 追逐 汤姆", "0-0 1-1 2-2"),
    "Tom ate an apple yesterday": ("汤姆 昨天 吃 了 一 个 苹果", "0-0 4-1 1-2 1-3 2-4 2-5 3-6"),
}

# lengths: of the English, first and last. each, held: pairs of each length to train on and held out. longest: up to so
# many words as many more are held out; 0: none.
Lesson = collections.namedtuple("Lesson", "folder seed lengths each held merged shown longest", defaults=[0])
KINDS = {Grammar.headline: 20, Grammar.event: 35, Grammar.act: 13, Grammar.state: 8, Grammar.quality: 7,
         Grammar.question: 12}
LESSONS = [
    Lesson("03-one-context", 3, (3, 7), 500, 60, False, ["cat chase mouse", "Tom ate an apple yesterday"]),
    Lesson("04-the-bottleneck", 4, (3, 14), 250, 40, False, [], 17),
    Lesson("06-tom-chase-jerry", 6, (3, 8), 400, 50, False, ["Tom chase Jerry", "Jerry chase Tom"]),
    Lesson("11-teacher-forcing", 11, (3, 10), 250, 40, False, ["Tom ate an apple yesterday"]),
    Lesson("12-reading-alignments", 12, (3, 7), 800, 60, True, ["Tom ate an apple yesterday"]),
    Lesson("14-attention-being-learned", 16, (3, 7), 250, 40, False, []),
]
PATIENCE = 20000    # draws without a new sentence of a length: the grammar has no more of it


def clumsy(words):
    """The boy that Mary saw saw Anna; Tom and Mary like Tom."""
    return (any(a == b for a, b in zip(words, words[1:]))
            or any(words.count(name.en) > 1 for name in NAMES))


def make(lesson):
    """The rows of data.tsv and of heldout.tsv; no source sentence is there twice."""
    grammar = Grammar(lesson.seed, WORDS, KINDS, lesson.merged)
    low, high = lesson.lengths
    wanted = {length: lesson.each + lesson.held for length in range(low, high + 1)}
    shown = {source.lower(): (source, *SHOWN[source]) for source in lesson.shown}
    said, idle = dict(shown), 0
    while any(wanted.values()) and idle < PATIENCE:
        row = grammar.sentence().line()
        words, idle = row[0].split(), idle + 1
        if clumsy(words) or len(row[1].split()) < 2:
            continue
        # What was said before must mean the same again: the Chinese is a function of the English.
        if said.get(row[0].lower(), row)[1:] != row[1:]:
            sys.exit("The grammar has two readings of: " + row[0])
        if row[0].lower() not in said and wanted.get(len(words), 0):
            said[row[0].lower()] = row
            wanted[len(words)] -= 1
            idle = 0
    train, held_out = list(shown.values()), []
    for length in range(low, high + 1):
        rows = [row for key, row in said.items() if key not in shown and len(row[0].split()) == length]
        held = len(rows) * lesson.held // (lesson.each + lesson.held)
        held_out += rows[:held]
        train += rows[held:]
    return train, held_out + longer(lesson)


def longer(lesson):
    """Held-out rows of more words than any sentence that is trained on, by another seed: the others stay what they are."""
    grammar, rows = Grammar(lesson.seed + 100, WORDS, KINDS, lesson.merged), {}
    wanted = dict.fromkeys(range(lesson.lengths[1] + 1, lesson.longest + 1), lesson.held)
    while any(wanted.values()):
        row = grammar.sentence().line()
        words = row[0].split()
        if wanted.get(len(words), 0) and not clumsy(words) and row[0].lower() not in rows:
            rows[row[0].lower()] = row
            wanted[len(words)] -= 1
    return sorted(rows.values(), key=lambda row: len(row[0].split()))


def report(lesson, train, held_out):
    """On stderr: how many pairs and words there are. Fails where a held-out word is never trained on."""
    sizes = collections.Counter(len(row[0].split()) for row in train)
    count = [collections.Counter(w for row in train for w in row[side].lower().split()) for side in (0, 1)]
    print("%s: %d pairs, %d held out; %d English and %d Chinese words, the rarest %d times; lengths %s" % (
        lesson.folder, len(train), len(held_out), len(count[0]), len(count[1]),
        min(min(c.values()) for c in count), " ".join("%d:%d" % s for s in sorted(sizes.items()))),
        file=sys.stderr)
    for side in (0, 1):
        new = {w for row in held_out for w in row[side].lower().split()} - set(count[side])
        if new:
            sys.exit("%s: never trained on: %s." % (lesson.folder, " ".join(sorted(new))))


def main():
    parser = tables.parser(__doc__)
    parser.add_argument("--only", default="", help="folders that start with this")
    options = parser.parse_args()
    tables.put_lessons(options, [lesson for lesson in LESSONS if lesson.folder.startswith(options.only)], make, report)


if __name__ == "__main__":
    main()
