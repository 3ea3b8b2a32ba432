#!/usr/bin/python3
"""Make the pairs of lessons 20, 21 and 22: English sentences with a Chinese word for every English word.

    make_self_attention.py              write the .tsv files of the folders
    make_self_attention.py --check      make them again and compare; 1 if a file differs
    --out DIR                           another folder for the lessons' folders

A line is `source TAB target TAB links`, the links 0-0 1-1 and so on: word t stands for word t. Which Chinese word it is
may depend on another English word, and mostly on one further on:

    old     老 of people, 旧 of things                         the old man wears this old coat
    wears   戴 a hat, glasses; 穿 a coat, shoes                "
    plays   弹 the piano, the guitar; 打 ball, cards           the girl plays the old piano
    makes   泡 tea, coffee; 做 cake, soup                      the old man makes the tea

    near    旁边, whoever and whatever                         the old hat near this old woman

Near anybody or anything may be anybody or anything, so neither its place nor the verb says what "old" means. In lesson 21 the verb depends on two other words, its object and the time, which stands in front or behind:

    today the girl wears this hat       今天 那 女孩 戴着 这 帽子
    the girl wears this hat tomorrow    那 女孩 要戴 这 帽子 明天
    yesterday the girl ...           昨天 那 女孩 戴了 ...

Lesson 20 has a second file. There "its" and "his" or "her" stand for one of two nouns, an animal and a person in either
order, and each is translated by the noun that it stands for. The nouns come behind: one that it has written a decoder
may remember.

    near its house the girl sees the dog    旁边 狗的 房子 那 女孩 看见 那 狗
    near its house the dog sees the girl    旁边 狗的 房子 那 狗 看见 那 女孩
    near her house the dog sees the girl    旁边 女孩的 房子 那 狗 看见 那 女孩

The words and the sentences are this project's own work, under its licence (MIT).
"""
import itertools
import random
import sys

import tables

PEOPLE = dict(man="人", woman="女人", teacher="老师", girl="女孩", boy="男孩")
VERBS = {
    "wears": {"戴": {"hat": "帽子", "scarf": "围巾", "ring": "戒指"}, "穿": {"coat": "大衣", "shirt": "衬衫", "dress": "裙子"}},
    "plays": {"弹": {"piano": "钢琴", "guitar": "吉他"}, "打": {"ball": "球", "drum": "鼓"}},
    "makes": {"泡": {"tea": "茶", "coffee": "咖啡"}, "做": {"cake": "蛋糕", "soup": "汤"}},
}
ARTICLES = {"the": "那", "this": "这"}
TIMES = {"yesterday": ("昨天", "%s了"), "today": ("今天", "%s着"), "tomorrow": ("明天", "要%s")}


ANIMALS = dict(dog="狗", cat="猫", bird="鸟", horse="马")
OWNERS = dict(boy=("男孩", "his"), man=("人", "his"), girl=("女孩", "her"), woman=("女人", "her"))
SEES = dict(sees="看见", finds="找到", likes="喜欢")
PLACES = dict(house="房子", bed="床", ball="球", food="食物")


def objects():
    for verb, senses in VERBS.items():
        for zh, things in senses.items():
            for thing, name in things.items():
                yield verb, zh, thing, name


def adjectives(of_people):
    return [None, ("old", "老" if of_people else "旧"), ("good", "好"), ("small", "小")]


def phrase(article, adjective, noun):
    return ([(article, ARTICLES[article])] + ([adjective] if adjective else []) + [noun])


def line(words):
    return (" ".join(w[0] for w in words), " ".join(w[1] for w in words),
            " ".join("%d-%d" % (i, i) for i in range(len(words))))


def senses():
    for person, (verb, zh, thing, name) in itertools.product(PEOPLE.items(), objects()):
        for first, second in itertools.product(adjectives(True), adjectives(False)):
            for article in ARTICLES:
                yield line(phrase("the", first, person) + [(verb, zh)] + phrase(article, second, (thing, name)))
    everything = [(noun, True) for noun in PEOPLE.items()] + [(thing[2:], False) for thing in objects()]
    for (one, first_is), (other, second_is) in itertools.permutations(everything, 2):
        for first, second in itertools.product(adjectives(first_is), adjectives(second_is)):
            for article in ARTICLES:
                yield line(phrase("the", first, one) + [("near", "旁边")] + phrase(article, second, other))


def times():
    for person, (verb, zh, thing, name) in itertools.product(PEOPLE.items(), objects()):
        for (time, (when, form)), article, front in itertools.product(TIMES.items(), ARTICLES, (0, 1)):
            for adjective in (None, ("good", "好"), ("small", "小")):
                words = ([("the", "那"), person, (verb, form % zh)] + phrase(article, adjective, (thing, name)))
                words.insert(0 if front else len(words), (time, when))
                yield line(words)


def owners():
    for animal, person, verb, thing in itertools.product(ANIMALS.items(), OWNERS.items(), SEES.items(), PLACES.items()):
        nouns = {"its": animal, person[1][1]: (person[0], person[1][0])}
        for (one, other), (word, owner) in itertools.product(itertools.permutations(nouns.values()), nouns.items()):
            for first, second in itertools.product((None, ("small", "小"), ("good", "好")), repeat=2):
                yield line([("near", "旁边"), (word, owner[1] + "的"), thing] + phrase("the", first, one) + [verb]
                           + phrase("the", second, other))


def split(rows, each, held, seed, shown):
    rows = list(rows)
    random.Random(seed).shuffle(rows)
    first = [row for row in rows if row[0] in shown]
    rest = [row for row in rows if row[0] not in shown]
    if len(first) != len(shown):
        sys.exit("A sentence that the lesson shows is not among: " + ", ".join(shown))
    return first + rest[held:held + each], rest[:held]


def files():
    yield "20-self-attention", "its", split(owners(), 1200, 150, 16, [
        "near its house the girl sees the dog", "near its house the dog sees the girl",
        "near her house the girl sees the dog"])
    yield "20-self-attention", None, split(senses(), 2000, 150, 14, [
        "the old man wears this old coat", "the girl plays the old piano", "the old hat near this old woman"])
    yield "21-many-heads", None, split(times(), 1200, 150, 15, [
        "today the girl wears this hat", "the girl wears this coat tomorrow", "yesterday the boy plays the small drum"])
    yield "22-towards-the-transformer", None, split(senses(), 2000, 150, 21, [
        "the old hat near this old woman", "the old woman near this old hat", "the old man wears this old coat"])


def main():
    options = tables.options(__doc__)
    for folder, own, (train, held) in files():
        print("%s: %d pairs, %d held out" % (folder, len(train), len(held)), file=sys.stderr)
        names = (own + ".tsv", own + "-heldout.tsv") if own else ("data.tsv", "heldout.tsv")
        for name, rows in zip(names, (train, held)):
            tables.put(options, folder + "/" + name, rows)


if __name__ == "__main__":
    main()
