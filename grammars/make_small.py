#!/usr/bin/python3
"""Make the English-Chinese sentence pairs of lessons 7, 8, 9, 10, 19, 18 and 30, with gold alignments.

    make_small.py            write data.tsv and heldout.tsv of each of the seven
    make_small.py --check    make them again and compare; 1 if a file differs
    --out DIR                another folder for the seven folders

The grammar of lesson 5 (grammar.py) cut down to few words and short sentences, so that several models learn it in
the time of one. Lines and links are as there: every Chinese word has exactly one English word.

    headline    cat chase mouse                  猫 捉 老鼠                    no article, no tense, no 了
    event       Tom ate an apple yesterday       汤姆 昨天 吃 了 一 个 苹果
                Mary did not buy the book        玛丽 没有 买 书
                the dog will chase Tom           狗 会 追逐 汤姆
    act         the cat slept in the garden      猫 在 花园 里 睡 了
    quality     the book that Tom likes is new   汤姆 喜欢 的 书 很 新
    relatives   the dog chased the cat that Tom likes     狗 追逐 了 汤姆 喜欢 的 猫
    question    what did the dog eat             狗 吃 了 什么

"chase" is 捉 when an animal chases an animal and 追逐 as soon as a person is in it. The Chinese is a
function of the English. The words, the grammar and the sentences are this project's own work, under
its licence (MIT).
"""
import collections
import random
import sys

import tables
from grammar import NOTHING, PREPOSITIONS, around, join, word

HELD_OUT = 200
MIXED = dict(headline=15, event=35, act=12, quality=16, relatives=10, question=12)

# What each lesson trains on: how many pairs, which kinds of sentence, and those it shows, which are
# never held out. In a tame one animals alone chase, and only each other, so that "chase" is 捉 by itself.
Lesson = collections.namedtuple("Lesson", "folder pairs seed kinds shown tame", defaults=[False])
LESSONS = [
    Lesson("07-scores-and-weights", 2000, 7, MIXED,
           ["dog chase cat", "Tom ate an apple yesterday"]),
    Lesson("08-five-scores", 2000, 8, dict(MIXED, headline=40),
           ["cat chase mouse", "Tom bought a book yesterday"]),
    Lesson("09-bahdanau", 2000, 9, MIXED,
           ["Mary saw a cat yesterday", "the book that Tom likes is new"]),
    Lesson("10-luong", 2000, 10, dict(MIXED, headline=40),
           ["small dog chase black cat", "the dog chased Mary in the garden yesterday"]),
    Lesson("19-query-key-value", 2000, 13, MIXED,
           ["the cat that Mary likes is small", "Tom drank tea today"]),
    Lesson("18-in-code", 2000, 19, MIXED,
           ["dog chase cat", "Tom drank tea today"]),
    Lesson("30-bug-museum", 2000, 22, dict(headline=40, event=35, act=12, question=12),
           ["cat chase mouse", "mouse chase cat", "Tom ate an apple yesterday"], tame=True),
]

# ---- words ----------------------------------------------------------------------------------------

Noun = collections.namedtuple("Noun", "en zh classifier kind adjectives")


def nouns(kind, classifier, table):
    rows = [line.split() for line in table.strip().splitlines()]
    return [Noun(r[0], r[1], classifier, kind, r[2:]) for r in rows]


NAMES = nouns("name", None, """
    Tom 汤姆
    Jerry 杰瑞
    Mary 玛丽""")
ANIMALS = nouns("animal", "只", """
    cat 猫 small big black white
    dog 狗 small big black white
    mouse 老鼠 small big black white
    bird 鸟 small big black white""")
FOODS = nouns("food", "个", """
    apple 苹果 small big
    egg 鸡蛋 small big white
    cake 蛋糕 small big white""")
THINGS = nouns("thing", "本", """
    book 书 small big black new
    magazine 杂志 small big new""") + nouns("thing", "个", """
    cup 杯子 small white new
    ball 球 small big black white new""")
DRINKS = nouns("mass", None, """
    milk 牛奶
    tea 茶""")
PLACES = nouns("place", None, """
    garden 花园
    school 学校
    kitchen 厨房""")

LIVING = NAMES + ANIMALS
ADJECTIVES = dict(small="小", big="大", black="黑", white="白", new="新")
GROUPS = (("small", "big"), ("black", "white"), ("new",))       # one of a group rules out the others
NUMBERS = dict(a="一", this="这")
TIMES = dict(yesterday="昨天", today="今天", tomorrow="明天")

# A verb: base, past (third person for "like"), Chinese, who does it, what it is done to.
Verb = collections.namedtuple("Verb", "base past zh doers patients")
CHASE = Verb("chase", "chased", None, LIVING, LIVING)
LIKE = Verb("like", "likes", "喜欢", NAMES, LIVING + FOODS + THINGS + DRINKS)
EVENTS = [
    CHASE,
    Verb("eat", "ate", "吃", LIVING, FOODS),
    Verb("drink", "drank", "喝", NAMES, DRINKS),
    Verb("buy", "bought", "买", NAMES, FOODS + THINGS + DRINKS),
    Verb("see", "saw", "看见", LIVING, LIVING + THINGS),
]
ACTS = [
    Verb("sleep", "slept", "睡", LIVING, None),
    Verb("sing", "sang", "唱歌", NAMES, None),
]


# ---- the grammar ----------------------------------------------------------------------------------

class Grammar:
    def __init__(self, seed, kinds, tame):
        self.random, self.tame = random.Random(seed), tame
        self.kinds = {getattr(self, kind): share for kind, share in kinds.items()}

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, choices):
        """One of a list, or one of a table of weights."""
        if isinstance(choices, dict):
            return self.random.choices(list(choices), list(choices.values()))[0]
        return self.random.choice(choices)

    def parties(self, verb):
        """Who, and whom: never the same twice."""
        doers, patients = (ANIMALS, ANIMALS) if verb is CHASE and self.tame else (verb.doers, verb.patients)
        doer = self.pick(doers)
        return doer, self.pick([n for n in patients if n is not doer]) if patients else doer

    def chinese(self, verb, doer, patient):
        if verb is CHASE:
            return "捉" if doer.kind == patient.kind == "animal" else "追逐"
        return verb.zh

    def adjective(self, noun, percent):
        if not noun.adjectives or not self.chance(percent):
            return []
        name = self.pick(noun.adjectives)
        return [word(name, ADJECTIVES[name])]

    def np(self, noun, style="any"):
        """NP -> Name | Det Adj? N      style: any; bare (headlines); the; negated ("a" is silent)."""
        if noun.kind in ("name", "mass"):
            return word(noun.en, noun.zh)
        number = {"bare": "", "the": "the", "negated": "the"}.get(style) or "the"
        if style == "any" and noun.classifier:
            number = self.pick(dict(the=55, a=30, this=15))
        adjectives = self.adjective(noun, 25)
        head = word(noun.en, noun.zh)
        if style == "bare":
            return join([*adjectives, head], [*adjectives, head])
        determiner = word(number, NUMBERS[number] + " " + noun.classifier if number in NUMBERS else "")
        if number == "a":
            first = (adjectives + [head])[0].en[0][0]
            determiner.en[0][0] = "an" if first[0] in "aeiou" else "a"
        return join([determiner, *adjectives, head], [determiner, *adjectives, head])

    def relative(self, noun):
        """the N that NP V      NP V 的 N"""
        verb = self.pick([v for v in EVENTS + [LIKE, LIKE, LIKE] if noun in v.patients])
        doer = self.pick([n for n in verb.doers if n is not noun])
        that, subject, head = word("that", "的"), self.np(doer, "the"), self.np(noun, "the")
        v = word(verb.past, self.chinese(verb, doer, noun))
        return join([head, that, subject, v], [subject, v, that, head])

    def time(self, names, percent):
        if not self.chance(percent):
            return NOTHING
        name = self.pick(names.split())
        return word(name, TIMES[name])

    def place(self, percent):
        """in the garden      在 花园 里"""
        if not self.chance(percent):
            return NOTHING
        return around(word("in", PREPOSITIONS["in"]), self.np(self.pick(PLACES), "the"))

    def told(self, verb, doer, patient):
        """(auxiliaries, verb, times): ate | did not eat | will eat | will not eat"""
        zh, tense = self.chinese(verb, doer, patient), self.pick(dict(past=62, no=14, will=16, wont=8))
        if tense == "past":
            return NOTHING, word(verb.past, zh + " 了"), "yesterday today"
        if tense == "no":
            no = word("not", "没有")
            return join([word("did"), no], [no]), word(verb.base, zh), "yesterday today"
        will, no = word("will", "会"), word("not", "不")
        auxiliary = will if tense == "will" else join([will, no], [no, will])
        return auxiliary, word(verb.base, zh), "today tomorrow"

    def clause(self, subject, auxiliary, verb, rest=NOTHING, time=NOTHING, place=NOTHING, first=20):
        """S aux V rest place time      S time aux place V rest; time may come first in English."""
        english = [subject, auxiliary, verb, rest, place, time]
        if self.chance(first):
            english = [time, subject, auxiliary, verb, rest, place]
        return join(english, [subject, time, auxiliary, place, verb, rest])

    # -- sentences

    def headline(self):
        """small cat chase mouse"""
        verb = self.pick([CHASE, CHASE] + EVENTS)
        doer, patient = self.parties(verb)
        return self.clause(self.np(doer, "bare"), NOTHING, word(verb.base, self.chinese(verb, doer, patient)),
                           self.np(patient, "bare"), self.time("yesterday today tomorrow", 20))

    def event(self):
        """the dog chased Mary in the garden yesterday"""
        verb = self.pick(EVENTS)
        doer, patient = self.parties(verb)
        auxiliary, v, times = self.told(verb, doer, patient)
        negated = any(w[0] == "not" for w in auxiliary.en)
        return self.clause(self.np(doer, "the" if negated or self.chance(65) else "any"), auxiliary, v,
                           self.np(patient, "negated" if negated else "any"),
                           self.time(times, 45), self.place(25))

    def act(self):
        """the cat slept in the garden"""
        verb = self.pick(ACTS)
        doer, patient = self.parties(verb)
        auxiliary, v, times = self.told(verb, doer, patient)
        return self.clause(self.np(doer, "the"), auxiliary, v, NOTHING, self.time(times, 35), self.place(60))

    def quality(self):
        """the book that Tom likes is new; this cup is not white"""
        noun = self.pick(ANIMALS + FOODS + THINGS)
        subject = self.relative(noun) if self.chance(70) else self.np(noun, "the")
        said = {w[0] for w in subject.en}               # a small cup is neither small nor big
        told = {a for group in GROUPS if said & set(group) for a in group}
        fresh = [a for a in noun.adjectives if a not in told]
        if not fresh:
            return self.quality()
        name = self.pick(fresh)
        quality = word(name, ADJECTIVES[name])
        if self.chance(30):
            no = word("not", "不")
            return self.clause(subject, join([word("is"), no], [no]), quality)
        return self.clause(subject, word("is", "很"), quality)

    def relatives(self):
        """the dog chased the cat that Tom likes: time only in front, it could belong to either verb"""
        verb = self.pick([v for v in EVENTS if v.base != "drink"])
        doer = self.pick(verb.doers)
        patient = self.pick([n for n in verb.patients if n is not doer and n.kind not in ("name", "mass")])
        v = word(verb.past, self.chinese(verb, doer, patient) + " 了")
        return self.clause(self.np(doer, "the"), NOTHING, v, self.relative(patient),
                           self.time("yesterday today", 20), first=100)

    def question(self):
        """what did the dog eat today"""
        verb = self.pick([v for v in EVENTS if v is not CHASE])
        doer = self.pick(verb.doers)
        what, subject = word("what", "什么"), self.np(doer, "the")
        v = word(verb.base, verb.zh + " 了")
        time, place = self.time("yesterday today", 35), self.place(20)
        return join([what, word("did"), subject, v, place, time], [subject, time, place, v, what])

    def sentence(self):
        return self.pick(self.kinds)()


# ---- files ----------------------------------------------------------------------------------------

def make(lesson):
    """The rows of data.tsv and of heldout.tsv; no source sentence is there twice."""
    grammar = Grammar(lesson.seed, lesson.kinds, lesson.tame)
    said, wanted = {}, {sentence.lower() for sentence in lesson.shown}
    while len(said) < lesson.pairs + HELD_OUT or not wanted <= said.keys():
        row = grammar.sentence().line()
        english, chinese = (len(column.split()) for column in row[:2])
        if not (3 <= english <= 10 and 3 <= chinese <= 11) or any(row[0].split().count(n.en) > 1 for n in NAMES):
            continue
        # What was said before must mean the same again: the Chinese is a function of the English.
        if said.setdefault(row[0].lower(), row)[1:] != row[1:]:
            sys.exit("The grammar has two readings of: " + row[0])
    shown = [said.pop(sentence.lower()) for sentence in lesson.shown]
    rows = list(said.values())
    return shown + rows[HELD_OUT:lesson.pairs + HELD_OUT - len(shown)], rows[:HELD_OUT]


def report(lesson, train, held_out):
    """On stderr: how many words there are, how long sentences are, how much the order moves."""
    def say(text, *values):
        print(text % values, file=sys.stderr)

    say("%s: %d pairs to train on, %d held out", lesson.folder, len(train), len(held_out))
    for side, name in enumerate(("English", "Chinese")):
        count = collections.Counter(w for row in train for w in row[side].lower().split())
        sizes = collections.Counter(len(row[side].split()) for row in train)
        rarest = sorted(count, key=lambda w: (count[w], w))[:4]
        say("  %s: %d words; rarest %s; lengths %s", name, len(count),
            ", ".join("%s %d" % (w, count[w]) for w in rarest),
            " ".join("%d:%d" % size for size in sorted(sizes.items())))
        new = {w for row in held_out for w in row[side].lower().split()} - set(count)
        if new or count[rarest[0]] < 20:
            sys.exit("The %s words are too rare, or never trained on." % name)
    moved = 0
    for row in train:
        sources = [int(link.split("-")[0]) for link in row[2].split()]
        moved += sources != sorted(sources)
    say("  order moves in %.1f %% of the sentences", 100 * moved / len(train))


def main():
    options = tables.options(__doc__)
    tables.put_lessons(options, LESSONS, make, report)


if __name__ == "__main__":
    main()
