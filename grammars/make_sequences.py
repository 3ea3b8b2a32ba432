#!/usr/bin/python3
"""Make the pairs of lessons 1 and 2: words, spellings, moods, kinds of words, short sentences.

    make_sequences.py              write the .tsv files of both folders
    make_sequences.py --check      make them again and compare; 1 if a file differs
    --out DIR                      another folder for the lessons' folders

A line is `source TAB target`. Lesson 1 has a file for every shape of input and output:

    one-to-one     cat                        猫                        a word
    one-to-many    cat                        c a t                     its letters
    many-to-one    the soup was not good      sad                       a mood
    data           the small cat sees a dog   小 猫 看见 狗             a sentence
                   cat chase mouse            猫 捉 老鼠                without articles, as a headline
    in-step        they walk to the shop      other verb other other noun   as many kinds as words
    pieces         Tom is unkind              sad                       a mood, of words that begin with un- or do not

Words and spellings cannot be held out: what was never seen cannot be looked up. Of the sentences some are. In the
sentences of moods "not" turns the mood around, so the last word alone says nothing. Of the kinds, "walk", "play" and
"drink" are nouns behind an article and verbs behind a person, so a word alone does not say its kind.
In the short sentences "chase" is 捉 when an animal chases an animal and 追逐 as soon as a person is in it.
Of the words with un- "unlucky" and "unsafe" are held out, "lucky" and "safe" are not. Each word without un- is there at least
twice as often as with it, so that sixty merges make all of these whole and none of those.
Lesson 2 has the sentences of moods again, with fewer words.

The words and the sentences are this project's own work, under its licence (MIT).
"""
import random
import sys

import tables

WORDS = dict(line.split() for line in """
    cat 猫
    dog 狗
    mouse 老鼠
    bird 鸟
    fish 鱼
    rabbit 兔子
    monkey 猴子
    apple 苹果
    egg 鸡蛋
    cake 蛋糕
    milk 牛奶
    tea 茶
    water 水
    rice 米饭
    book 书
    ball 球
    cup 杯子
    box 盒子
    tree 树
    bed 床
    table 桌子
    chair 椅子
    garden 花园
    park 公园
    school 学校
    teacher 老师
    student 学生
    boy 男孩
    girl 女孩
    red 红
    black 黑
    white 白
    small 小
    big 大
    new 新
    good 好""".strip().splitlines())


def pick_some(rows, held, seed, shown):
    """Shuffled rows without repeats, those that the lesson shows first and never held out."""
    rows = [row for row in dict.fromkeys(rows)]
    random.Random(seed).shuffle(rows)
    first = [row for row in rows if row[0] in shown]
    if len(first) != len(shown):
        sys.exit("A sentence that the lesson shows is not among: " + ", ".join(shown))
    rest = [row for row in rows if row[0] not in shown]
    return first + rest[held:], rest[:held]


# ---- moods ----------------------------------------------------------------------------------------

def moods(things, good, bad, opening):
    rows = []
    for thing in things:
        for verb in opening:
            for quality, mood in [(q, 0) for q in good] + [(q, 1) for q in bad]:
                for no in (0, 1, 2):
                    words = ["the", thing, verb] + (["not"] if no == 1 else ["very"] if no == 2 else []) + [quality]
                    rows.append((" ".join(words), ("happy", "sad")[mood ^ (no == 1)]))
    return rows


def mood_of_feelings(feelings, things):
    rows = []
    for who in ("I", "we"):
        for verb, mood in feelings:
            for thing in things:
                rows.append(("%s %s the %s" % (who, verb, thing), ("happy", "sad")[mood]))
                rows.append(("%s do not %s the %s" % (who, verb, thing), ("happy", "sad")[1 - mood]))
    return rows


def lesson_moods():
    things = "soup film book tea game song".split()
    return pick_some(moods(things, ["good", "nice", "great"], ["bad", "dull", "awful"], ["is", "was"])
                     + mood_of_feelings([("like", 0), ("love", 0), ("hate", 1)], things),
                     40, 1, ["the soup was not good", "the film was good", "I do not like the song"])


def small_moods():
    things = "soup film tea song".split()
    return pick_some(moods(things, ["good", "nice"], ["bad", "dull"], ["is", "was"]),
                     16, 2, ["the soup was not good", "the film was not bad", "the tea is good", "the soup was good"])


# ---- words in pieces ------------------------------------------------------------------------------

def subwords():
    words, held = "kind fair lucky safe able clear wise friendly helpful tidy easy sure".split(), "lucky safe".split()
    rows, others = [], []
    for who in ("Tom", "Mary", "the dog", "the girl"):
        for word in words:
            rows += [("%s is %s" % (who, word), "happy"), ("%s is very %s" % (who, word), "happy")]
            (others if word in held else rows).append(("%s is un%s" % (who, word), "sad"))
    random.Random(6).shuffle(rows)
    return rows, others


# ---- kinds of words -------------------------------------------------------------------------------

BOTH = "walk play drink".split()          # noun or verb, as the word before says


def kinds():
    nouns, verbs = "cat dog girl shop".split() + BOTH, "see like".split() + BOTH
    adjectives, people = "long new good".split(), "they we you".split()
    ends = [[], ["today"], ["to", "the", "shop"]]
    rows = []

    def add(*parts):
        words = [w for part in parts for w in part[0]]
        tags = [t for part in parts for t in part[1]]
        rows.append((" ".join(words), " ".join(tags)))

    def end(words):
        return words, ["noun" if w == "shop" else "other" for w in words]

    subjects = [([p], ["other"]) for p in people]
    objects = [(["the", n], ["other", "noun"]) for n in nouns]
    objects += [(["the", a, n], ["other", "adjective", "noun"]) for a in adjectives for n in nouns]
    for subject in subjects:
        for verb in verbs:
            for tail in ends:
                if verb in BOTH:
                    add(subject, ([verb], ["verb"]), end(tail))
            for thing in objects:
                if thing[0][-1] != verb:
                    add(subject, ([verb], ["verb"]), thing, end([]))
    for thing in objects:
        for adjective in adjectives:
            if adjective not in thing[0]:
                add(thing, (["is"], ["verb"]), ([adjective], ["adjective"]))
    return pick_some(rows, 60, 3, ["they walk to the shop", "the long walk is good", "we like the new drink"])


# ---- sentences ------------------------------------------------------------------------------------

def sentences():
    animals, people = "cat dog mouse bird".split(), "boy girl".split()
    qualities = "small big black white".split()
    chinese = {"boy": "男孩", "girl": "女孩", "see": "看见", "like": "喜欢"}
    chinese.update(WORDS)
    random_of = random.Random(4)
    rows = []
    nouns = [([n], [chinese[n]]) for n in animals + people]
    nouns += [([q, n], [chinese[q], chinese[n]]) for n in animals for q in qualities]
    nouns += [([q, n], [chinese[q], chinese[n]]) for n in people for q in qualities[:2]]
    for who in nouns:
        for verb in ("see", "like", "chase"):
            for whom in nouns:
                if who[0][-1] == whom[0][-1]:
                    continue
                caught = who[0][-1] in animals and whom[0][-1] in animals
                zh = chinese.get(verb, "捉" if caught else "追逐")
                article = random_of.choice(["the", "a", ""])
                words = ["the"] + who[0] + [verb + "s", article] + whom[0] if article else who[0] + [verb] + whom[0]
                rows.append((" ".join(words), " ".join(who[1] + [zh] + whom[1])))
        for verb, zh in (("sleeps", "在 睡觉"), ("sings", "在 唱歌")):
            rows.append((" ".join(["the"] + who[0] + [verb]), " ".join(who[1] + [zh])))
    extra = [("cat chase mouse", "猫 捉 老鼠"), ("the small cat sees the dog", "小 猫 看见 狗"),
             ("the girl likes the white bird", "女孩 喜欢 白 鸟")]
    shown = [source for source, _ in extra] + ["the bird sings"]
    train, held = pick_some(extra + rows, 80, 5, shown)
    return train, held


# ---- files ----------------------------------------------------------------------------------------

def files():
    first, second = "01-sequences-in-and-out", "02-one-recurrent-step"
    yield first, "data.tsv", "heldout.tsv", sentences()
    yield first, "one-to-one.tsv", None, (list(WORDS.items()), [])
    yield first, "one-to-many.tsv", None, ([(w, " ".join(w)) for w in WORDS], [])
    yield first, "many-to-one.tsv", "many-to-one-heldout.tsv", lesson_moods()
    yield first, "in-step.tsv", "in-step-heldout.tsv", kinds()
    yield first, "pieces.tsv", "pieces-heldout.tsv", subwords()
    yield second, "data.tsv", "heldout.tsv", small_moods()


def main():
    options = tables.options(__doc__)
    for folder, data, heldout, (train, held) in files():
        print("%s/%s: %d pairs, %d held out" % (folder, data, len(train), len(held)), file=sys.stderr)
        tables.put(options, folder + "/" + data, train)
        if heldout:
            tables.put(options, folder + "/" + heldout, held)


if __name__ == "__main__":
    main()
