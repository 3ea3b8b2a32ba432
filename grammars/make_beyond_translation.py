#!/usr/bin/python3
"""Make the pairs of lesson 28: dates, questions about a small story, names of what is in a small picture.

    make_beyond_translation.py              write the .tsv files of the folder
    make_beyond_translation.py --check      make them again and compare; 1 if a file differs
    --out DIR                               another folder for the lessons' folders

A line is `source TAB target`, for pictures `TAB links`:

    data (dates)  1 2 M a r c h 2 0 2 1 -> 2 0 2 1 - 0 3 - 1 2     also M a r c h 1 2 , 2 0 2 1 and 1 2 . 3 . 2 0 2 1
    answers       Tom is in the garden . Mary is in the kitchen . where is Tom -> garden
    pictures      white red red white ... -> a red bar and a blue dot

A date or a story that is held out is never trained on, though its parts are. A picture is a grid of 4 x 4 patches, named
row by row; one or two things stand in it and do not touch: a dot is one patch, a bar two side by side, a post two above
each other, a block two by two. The thing whose first patch comes first is named first. A gold link joins the colour and the
name of a thing to each of its patches.

All of it is this project's own work, under its licence (MIT).
"""
import calendar
import itertools
import random

import tables

SIZE = 4
COLORS = ["red", "green", "blue", "yellow"]
SHAPES = {"dot": [(0, 0)], "bar": [(0, 0), (0, 1)], "post": [(0, 0), (1, 0)], "block": [(0, 0), (0, 1), (1, 0), (1, 1)]}
NAMES = ["Tom", "Mary", "Anna", "Jerry"]
PLACES = ["garden", "kitchen", "park", "school", "shop", "station"]


# ---- dates ----------------------------------------------------------------------------------------

def dates(seed):
    draw = random.Random(seed)
    while True:
        year, month = draw.randint(1900, 2099), draw.randint(1, 12)
        day = draw.randint(1, calendar.monthrange(year, month)[1])
        name = calendar.month_name[month]
        source = draw.choice(["%d%s%d" % (day, name, year), "%s%d,%d" % (name, day, year), "%d.%d.%d" % (day, month, year)])
        yield " ".join(source), " ".join("%04d-%02d-%02d" % (year, month, day))


# ---- questions ------------------------------------------------------------------------------------

def stories(seed):
    draw = random.Random(seed)
    while True:
        who = draw.sample(NAMES, draw.choice([2, 2, 3]))
        where = [draw.choice(PLACES) for _ in who]
        facts = ["%s is in the %s ." % pair for pair in zip(who, where)]
        asked = draw.randrange(len(who))
        yield " ".join(facts + ["where is " + who[asked]]), where[asked]


# ---- pictures -------------------------------------------------------------------------------------

def things():
    for (shape, patches), row, column in itertools.product(SHAPES.items(), range(SIZE), range(SIZE)):
        cells = frozenset((row + r, column + c) for r, c in patches)
        if all(r < SIZE and c < SIZE for r, c in cells):
            yield shape, cells


def touch(a, b):
    return any(abs(r - s) <= 1 and abs(c - d) <= 1 for r, c in a for s, d in b)


def picture(parts):
    parts = sorted(parts, key=lambda part: min(part[2]))
    grid, words, links = ["white"] * SIZE ** 2, [], []
    for color, shape, cells in parts:
        words += ["and"] if words else []
        words.append("a")
        for word in (color, shape):
            links += ["%d-%d" % (r * SIZE + c, len(words)) for r, c in sorted(cells)]
            words.append(word)
        for r, c in cells:
            grid[r * SIZE + c] = color
    return " ".join(grid), " ".join(words), " ".join(links)


def pictures(seed):
    draw, everything = random.Random(seed), list(things())
    yield picture([("red", "block", frozenset([(0, 0), (0, 1), (1, 0), (1, 1)])), ("blue", "dot", frozenset([(3, 2)]))])
    while True:
        parts = []
        for _ in range(draw.choice([1, 2, 2, 2])):
            shape, cells = draw.choice(everything)
            if not any(touch(cells, other) for _, _, other in parts):
                parts.append((draw.choice(COLORS), shape, cells))
        yield picture(parts)


# ---- files ----------------------------------------------------------------------------------------

def files():
    yield "data", "heldout", tables.take(dates(17), 2000, 200)
    yield "answers", "answers-heldout", tables.take(stories(18), 2000, 200)
    yield "pictures", "pictures-heldout", tables.take(pictures(19), 2500, 200)


def main():
    tables.put_all(tables.options(__doc__), "28-beyond-translation/", files())


if __name__ == "__main__":
    main()
