#!/usr/bin/python3
"""Make the pairs of lesson 29: names of what is in a small picture, words of sounds, answers of a talk.

    make_eyes_ears_and_talk.py              write the .tsv files of the folder
    make_eyes_ears_and_talk.py --check      make them again and compare; 1 if a file differs
    --out DIR                               another folder for the lessons' folders

A line is `source TAB target`, for sounds `TAB links`:

    pictures          white red red white ...                           a red bar and a blue dot
    sounds            d d o o o g g                                     d o g
    talk              who is in the park ? Tom . who is in the          Tom is in the park
                      shop ? Mary . where is he ?

A picture is one of lesson 28, with up to three things. Of sounds each letter lasts one to three moments; no letter follows
itself, so nothing is lost. A possible link joins a letter to each of its moments. In a talk two questions are answered, one
with a man and one with a woman, in two places; the third asks who is in one of the places, or where one of the two is: of
"he" and "she" the answer says the name. A picture, a row of sounds or a talk that is held out is never trained on.

All of it is this project's own work, under its licence (MIT).
"""
import random

import tables
from make_beyond_translation import COLORS, PLACES, picture, things, touch

MEN, WOMEN = "Tom Jerry Ben".split(), "Mary Anna Lily".split()
LETTERS = "a b d e g i k l m n o p s t u".split()


def pictures(seed):
    draw, everything = random.Random(seed), list(things())
    while True:
        parts, count = [], draw.choice([1, 2, 2, 3, 3, 3])
        for _ in range(20):
            shape, cells = draw.choice(everything)
            if len(parts) < count and not any(touch(cells, other) for _, _, other in parts):
                parts.append((draw.choice(COLORS), shape, cells))
        yield picture(parts)[:2]


def sounds(seed):
    draw = random.Random(seed)
    while True:
        word, heard = [], []
        for place in range(draw.randint(2, 6)):
            word.append(draw.choice([letter for letter in LETTERS if letter not in word[-1:]]))
            heard += draw.randint(1, 3) * [place]
        links = " ".join("%d?%d" % (moment, place) for moment, place in enumerate(heard))
        yield " ".join(word[place] for place in heard), " ".join(word), links


def talk(seed):
    draw = random.Random(seed)
    while True:
        people = [draw.choice(MEN), draw.choice(WOMEN)]
        he = people[0]
        draw.shuffle(people)
        where = dict(zip(people, draw.sample(PLACES, 2)))
        turns = ["who is in the %s ? %s ." % (where[who], who) for who in people]
        asked = draw.choice(people)
        pronoun = "he" if asked == he else "she"
        question, answer = draw.choice([("who is in the %s ?" % where[asked], asked + " is"),
                                        ("where is %s ?" % pronoun, "%s is in the %s" % (asked, where[asked])),
                                        ("where is %s ?" % asked, "%s is in the %s" % (pronoun, where[asked]))])
        yield " ".join(turns + [question]), answer


def files():
    yield "pictures", "pictures-heldout", tables.take(pictures(28), 1800, 200)
    yield "sounds", "sounds-heldout", tables.take(sounds(29), 2000, 200)
    yield "talk", "talk-heldout", tables.take(talk(30), 2000, 200)


def main():
    tables.put_all(tables.options(__doc__), "29-eyes-ears-and-talk/", files())


if __name__ == "__main__":
    main()
