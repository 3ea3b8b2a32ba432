#!/usr/bin/python3
"""Make the English-Chinese sentence pairs of lesson 17, where nine people translate each sentence, and differ; and names.

    make_beam_search.py              write voices.tsv, voices-heldout.tsv and letters.tsv
    make_beam_search.py --check      make them again and compare; 1 if a file differs
    --out DIR                        another folder

A line is `source TAB target TAB links`; a link `2-5` joins source word 2 to target word 5, from 0.

    Tom ate the cake               9  汤姆 吃 了 蛋糕
    Tom ate the cake yesterday     4  汤姆 昨天 吃 了 蛋糕          the sentence that most people write, and yet
                                   3  昨天 汤姆 吃 了 蛋糕          five of nine begin with 昨天
                                   2  昨天 蛋糕 被 汤姆 吃 了
    Mary sang                      4  玛丽 唱歌 了
                                   4  玛丽 唱 了 一 首 歌           longer, and each of its words is sure

A sentence is held out with all of its nine translations. The letters of names have no translation that is right:

    girl                           a n n a
    boy                            t o m

The words and the sentences are this project's own work, under
its licence (MIT).
"""
import itertools
import random
import sys

import tables

SEED = 18
SUBJECTS = {"Tom": "汤姆", "Mary": "玛丽", "Anna": "安娜", "Jerry": "杰瑞", "the boy": "男孩", "the girl": "女孩",
            "the teacher": "老师", "the student": "学生", "the doctor": "医生", "the farmer": "农民",
            "the cat": "猫", "the monkey": "猴子"}
DEEDS = {("ate", "吃"): [("apple", "苹果"), ("cake", "蛋糕"), ("fish", "鱼")],
         ("drank", "喝"): [("milk", "牛奶"), ("tea", "茶"), ("water", "水")],
         ("broke", "打破"): [("cup", "杯子"), ("bowl", "碗")],
         ("washed", "洗"): [("cup", "杯子"), ("bowl", "碗"), ("apple", "苹果")],
         ("sold", "卖掉"): [("book", "书"), ("ball", "球"), ("hat", "帽子")]}
TIMES = {"yesterday": "昨天", "today": "今天"}
ARTS = {"sang": ("唱歌", "唱", "首", "歌"), "danced": ("跳舞", "跳", "支", "舞"), "drew": ("画画", "画", "张", "画")}
PLAIN, TIMED, SHORT = (120, 12), (240, 24), (26, 8)  # sentences to train on, and held out
NAMES = {
    "girl": """ada agnes alice amy anna anne bella betty carla carol cathy clara cora daisy dora edith ella ellen elsa emily
               emma eva fiona flora grace greta hanna helen ida irene jane janet jenny joan judy julia karen kate laura lena
               lily lisa lucy mabel maria marie mary mia mila mona nancy nina nora olga olive paula polly rita rosa rose ruth
               sally sara sonia susan tina vera wilma""",
    "boy": """adam alan albert alex alfred andrew arthur ben bill bob brian carl charles chris daniel david dennis edgar edward
              eric ernest felix frank fred george gordon harold harry henry hugo ian isaac jack jacob james jerry jim joe john
              karl kevin leo leon louis luke marc mark martin max nick noah oliver oscar otto owen patrick paul peter philip
              ralph ray robert roger sam simon stephen steven ted thomas tim tom victor walter will"""}
SHOWN = {"Tom ate the cake", "Tom ate the cake yesterday", "Mary sang"}  # held out: the lesson shows them


def line(source, *words):
    """A word is a pair of Chinese and the place of the English word that it comes from."""
    links = " ".join("%d-%d" % (place, t) for t, (_, place) in enumerate(words))
    return " ".join(source), " ".join(zh for zh, _ in words), links


def plain_sentences():
    for (who, name), ((verb, act), things) in itertools.product(SUBJECTS.items(), DEEDS.items()):
        for thing, object_ in things:
            v = len(who.split())
            yield who.split() + [verb, "the", thing], (name, v - 1), (act, v), ("了", v), (object_, v + 2)


def plain():
    for source, who, act, did, thing in plain_sentences():
        yield 9 * [line(source, who, act, did, thing)]


def timed():
    for (source, who, act, did, thing), (time, day) in itertools.product(plain_sentences(), TIMES.items()):
        source, when, by = source + [time], (day, len(source)), ("被", act[1])
        yield (4 * [line(source, who, when, act, did, thing)] + 3 * [line(source, when, who, act, did, thing)]
               + 2 * [line(source, when, thing, by, who, act, did)])


def short():
    for (who, name), (verb, (whole, act, measure, thing)) in itertools.product(SUBJECTS.items(), ARTS.items()):
        source, v = who.split() + [verb], len(who.split())
        yield (4 * [line(source, (name, v - 1), (whole, v), ("了", v))]
               + 4 * [line(source, (name, v - 1), (act, v), ("了", v), ("一", v), (measure, v), (thing, v))])


def files():
    """Each line that is trained on stands once in nine: the nine together keep their shares."""
    draw, train, held = random.Random(SEED), [], []
    for sentences, (count, out) in ((plain(), PLAIN), (timed(), TIMED), (short(), SHORT)):
        sentences = list(sentences)
        draw.shuffle(sentences)
        sentences.sort(key=lambda nine: nine[0][0] not in SHOWN)
        held += itertools.chain(*sentences[:out])
        train += itertools.chain(*(nine if len(set(nine)) > 1 else nine[:3] for nine in sentences[out:out + count]))
    draw.shuffle(train)
    letters = [(kind, " ".join(name)) for kind, names in NAMES.items() for name in names.split()]
    return {"voices.tsv": train, "voices-heldout.tsv": held, "letters.tsv": letters}


def main():
    options = tables.options(__doc__, "17-beam-search")
    for name, rows in files().items():
        print("%s: %d pairs" % (name, len(rows)), file=sys.stderr)
        tables.put(options, name, rows)


if __name__ == "__main__":
    main()
