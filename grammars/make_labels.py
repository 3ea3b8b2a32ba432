#!/usr/bin/python3
"""Make the pairs of lesson 27: a sentence and one word for it, its mood.

    make_labels.py              write the .tsv files of the folder
    make_labels.py --check      make them again and compare; 1 if a file differs
    --out DIR                   another folder for the lessons' folders

A line is `source TAB mood TAB link`:

    Tom saw a dull film in the park        sad         4-0
    the soup that Anna made was not bad    happy       7-0
    the film that Jerry saw was not long   neither     (no link)

One word decides, somewhere in a sentence of up to 14 words, and the link joins it to the mood; "not" before it turns the mood
around. A third of the sentences have no such word. All other words stand in sentences of every mood alike. Among those that
are held out 200 have 20 words and more, the deciding word in the first quarter or so.

The words and the sentences are this project's own work, under its licence (MIT).
"""
import random

import tables

FOLDER = "27-one-label-for-a-sentence"
TRAIN, HELD_OUT, LONG = 1200, 200, 200
SHOWN = ["Tom saw a dull film in the park", "Tom saw a long film in the park", "the soup was not good"]

HAPPY = "good nice lovely great".split()
SAD = "bad dull boring terrible".split()
NAMES = "Tom Mary Anna Jerry".split()
# What one does with it, and how it may be without any mood.
THINGS = {"film": ("saw made found", "long short new"), "book": ("bought made found", "thick long new"),
          "song": ("heard made found", "long short new"), "soup": ("made bought found", "hot thick"),
          "game": ("saw bought found", "long short new"), "story": ("heard made found", "long short new")}
PLACES = "park kitchen garden shop".split()
TIMES = "today yesterday".split()


class Sentence:
    """Words, and the place of the one that decides; -1: none does."""

    def __init__(self, draw):
        self.draw, self.words, self.decides, self.turned = draw, [], -1, False

    def say(self, *words):
        self.words += words

    def quality(self, thing, mood):
        if mood and self.decides < 0:
            self.decides = len(self.words)
            self.say(self.draw.choice(HAPPY if mood == "happy" else SAD))
        else:
            self.say(self.draw.choice(THINGS[thing][1].split()))

    def where_and_when(self):
        if self.draw.random() < 0.5:
            self.say("in", "the", self.draw.choice(PLACES))
        if self.draw.random() < 0.4:
            self.say(self.draw.choice(TIMES))

    def thing(self, mood, article):
        """a dull film; returns the thing"""
        thing = self.draw.choice(sorted(THINGS))
        self.say(article)
        if mood or self.draw.random() < 0.3:
            self.quality(thing, mood)
        self.say(thing)
        return thing

    def event(self, mood):
        """Tom saw a dull film in the park today"""
        place = len(self.words)
        self.say(self.draw.choice(NAMES), "")
        thing = self.thing(mood, "a")
        self.words[place + 1] = self.draw.choice(THINGS[thing][0].split())
        self.where_and_when()

    def state(self, mood):
        """the film that Tom saw in the park was not dull; and without mood: was long"""
        early = mood and self.draw.random() < 0.3
        thing = self.thing(mood if early else None, "the")
        if self.draw.random() < 0.5:
            self.say("that", self.draw.choice(NAMES), self.draw.choice(THINGS[thing][0].split()))
            self.where_and_when()
        self.say("was")
        if self.draw.random() < 0.4:
            self.say("not")
            self.turned = self.turned or bool(mood) and not early
        self.quality(thing, None if early else mood)


def long_sentence(draw):
    """Four clauses, the first of which decides."""
    mood, made = draw.choice(["happy", "sad"]), Sentence(draw)
    draw.choice([made.event, made.state])(mood)
    for _ in range(3):
        made.say("and")
        draw.choice([made.event, made.state])(None)
    return made, mood


def sentence(draw):
    mood = draw.choice(["happy", "sad", None])
    made = Sentence(draw)
    first, second = draw.choice([(mood, None), (mood, None), (None, mood)]) if draw.random() < 0.35 else (mood, False)
    draw.choice([made.event, made.state])(first)
    if second is not False:
        made.say("and")
        draw.choice([made.event, made.state])(second)
    return made, mood


def line(made, mood):
    said = mood and ("sad" if (mood == "happy") == made.turned else "happy") or "neither"
    return " ".join(made.words), said, "%d-0" % made.decides if made.decides >= 0 else ""


def some(draw, make, rows, count, shortest, longest):
    """Adds to `rows`, by their lower case, until there are so many."""
    while len(rows) < count:
        made, mood = make(draw)
        if shortest <= len(made.words) <= longest:
            rows.setdefault(" ".join(made.words).lower(), line(made, mood))
    return list(rows.values())


def pairs():
    draw, rows = random.Random(20), {}
    for source in SHOWN:
        mood = {"dull": "sad", "long": "neither", "good": "sad"}
        word = next(w for w in source.split() if w in mood)
        rows[source.lower()] = (source, mood[word], "%d-0" % source.split().index(word) if word != "long" else "")
    rows = some(draw, sentence, rows, TRAIN + HELD_OUT, 3, 14)
    shown, rest = rows[:len(SHOWN)], rows[len(SHOWN):]
    return shown + rest[HELD_OUT:], rest[:HELD_OUT] + some(draw, long_sentence, {}, LONG, 20, 40)


def main():
    options = tables.options(__doc__)
    for name, rows in zip(("data.tsv", "heldout.tsv"), pairs()):
        tables.put(options, FOLDER + "/" + name, [[field for field in row if field] for row in rows])


if __name__ == "__main__":
    main()
