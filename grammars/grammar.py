"""The grammar behind the English-Chinese sentence pairs of the lessons, with gold alignments.

    grammar = Grammar(seed)                                  all words, the mixture of lesson 5
    grammar = Grammar(seed, words={"Tom", "cat", "chase"}, kinds={Grammar.headline: 1})
    source, target, links = grammar.sentence().line()

A link `2-5` joins source word 2 to target word 5, from 0. No aligner made the links: every Chinese
word is born from one English word and remembers it, so each Chinese word has exactly one link
whatever order the grammar puts it in.

    headline      cat chase mouse                   猫 捉 老鼠                      no article, no tense, no 了
    past          Tom ate an apple yesterday        汤姆 昨天 吃 了 一 个 苹果         了 belongs to the verb
    negation      Tom did not eat an apple          汤姆 没有 吃 苹果               a, an are silent under "not"
    future        Tom will not sleep                汤姆 不 会 睡
    classifiers   two cats, this book               两 只 猫, 这 本 书               they belong to the number
    place         Anna sang in the garden           安娜 在 花园 里 唱歌 了           在 and 里 both come from "in"
    relatives     the cat that chased the mouse     捉 了 老鼠 的 猫                 的 comes from "that"
                  the book that Mary bought         玛丽 买 的 书                   no 了 inside such a clause
    states        the tea that Tom likes is good    汤姆 喜欢 的 茶 很 好             很 comes from "is"
                  two books that Mary bought        玛丽 买 的 两 本 书
                  two cats that chased the mouse    两 只 捉 了 老鼠 的 猫
    giving        Mary gave a book to Tom           玛丽 给 了 汤姆 一 本 书
    questions     what did the dog eat today        狗 今天 吃 了 什么

"the", "did", "does" and "to" have no counterpart; with `merged` the did of "did not" (and does) is
linked too: two English words, one Chinese.  "chase" is 捉 when an animal chases an animal and
追逐 as soon as a person is in it; "old" is 老 for animals and 旧 for things.  The Chinese is a
function of the English: a time or place after a relative clause could belong to either verb, so the
grammar never says one there.

The words, the grammar and the sentences are this project's own work, under its licence (MIT).
"""
import collections
import random

# ---- words ----------------------------------------------------------------------------------------

Noun = collections.namedtuple("Noun", "en plural zh classifier kind adjectives")


def nouns(kind, classifier, table):
    rows = [line.split() for line in table.strip().splitlines()]
    return [Noun(r[0], r[1], r[2], classifier, kind, r[3:]) for r in rows]


NAMES = nouns("name", None, """
    Tom - 汤姆
    Jerry - 杰瑞
    Mary - 玛丽
    Anna - 安娜""")
PEOPLE = nouns("person", "个", """
    teacher teachers 老师 good new
    student students 学生 good new
    boy boys 男孩 small big good
    girl girls 女孩 small big good""")
ANIMALS = nouns("animal", "只", """
    cat cats 猫 small big black white old good
    dog dogs 狗 small big black white old good
    mouse mice 老鼠 small big black white
    bird birds 鸟 small big black white red old
    rabbit rabbits 兔子 small big black white old
    monkey monkeys 猴子 small big black white old""")
FOODS = nouns("food", "个", """
    apple apples 苹果 small big red good
    orange oranges 橘子 small big good
    egg eggs 鸡蛋 small big white
    cake cakes 蛋糕 small big white red good""")
DISHES = nouns("mass", None, """
    fish - 鱼 small big good
    rice - 米饭 white good""")
DRINKS = nouns("mass", None, """
    milk - 牛奶 good
    water - 水
    tea - 茶 good""")
PAPERS = nouns("thing", "本", """
    book books 书 small big red white black new old good
    magazine magazines 杂志 small big new old good""")
THINGS = PAPERS + nouns("thing", "个", """
    ball balls 球 small big red white black new old
    cup cups 杯子 small big red white black new old
    box boxes 盒子 small big red white black new old""")
OPEN = nouns("place", "个", """
    garden - 花园 small big
    park - 公园 small big new
    kitchen - 厨房 small big new
    school - 学校 small big new""")
TREE = nouns("place", None, "tree - 树 small big")
FURNITURE = nouns("place", None, """
    table - 桌子 small big black white new
    chair - 椅子 small big black white new
    bed - 床 small big white new""")
BED = [n for n in FURNITURE if n.en == "bed"]

HUMANS, LIVING = NAMES + PEOPLE, NAMES + PEOPLE + ANIMALS
ADJECTIVES = dict(small="小", big="大", black="黑", white="白", red="红", new="新", good="好")
SIZES, COLOURS = ("small", "big"), ("black", "white", "red")
QUALITIES = (SIZES, COLOURS, ("new", "old"), ("good",))
NUMBERS = dict(a="一", one="一", two="两", three="三", this="这")
PREPOSITIONS = {"in": "在 里", "on": "在 上", "under": "在 下", "near": "在 旁边"}

DIET = dict(cat="fish mouse egg cake", dog="fish rice cake egg", mouse="apple cake rice egg orange",
            bird="rice fish apple orange", rabbit="apple orange cake rice",
            monkey="apple orange cake egg rice")

# A verb: base, past (third person for a state), Chinese, who does it, what it is done to.
Verb = collections.namedtuple("Verb", "base past zh doers patients")
CHASE = Verb("chase", "chased", None, LIVING, LIVING)
EAT = Verb("eat", "ate", "吃", LIVING, FOODS + DISHES + ANIMALS)
EVENTS = [
    CHASE, EAT,
    Verb("drink", "drank", "喝", LIVING, DRINKS),
    Verb("buy", "bought", "买", HUMANS, FOODS + DISHES + DRINKS + THINGS + ANIMALS),
    Verb("see", "saw", "看见", LIVING, LIVING + THINGS),
    Verb("find", "found", "找到", LIVING, ANIMALS + THINGS + FOODS),
    Verb("draw", "drew", "画", HUMANS, LIVING + THINGS + FOODS),
]
GIVE = Verb("give", "gave", "给", HUMANS, THINGS + FOODS + DRINKS)
STATES = [
    Verb("like", "likes", "喜欢", LIVING, LIVING + FOODS + DISHES + DRINKS + THINGS),
    Verb("hate", "hates", "讨厌", LIVING, LIVING + FOODS + DISHES + DRINKS),
]
ACTS = [     # done to nothing
    Verb("sleep", "slept", "睡", LIVING, None),
    Verb("run", "ran", "跑", LIVING, None),
    Verb("rest", "rested", "休息", LIVING, None),
    Verb("cry", "cried", "哭", HUMANS, None),
    Verb("laugh", "laughed", "笑", HUMANS, None),
    Verb("sing", "sang", "唱歌", HUMANS + [n for n in ANIMALS if n.en == "bird"], None),
]


# ---- phrases --------------------------------------------------------------------------------------

class Phrase:
    """English words in English order, and Chinese words in Chinese order.

    An English word is a list of one string, so that two uses of a word stay two things; a Chinese
    word is a tuple (text, the English word or words it comes from).  Phrases are joined by joining
    lists.
    """

    def __init__(self, en=(), zh=()):
        self.en, self.zh = list(en), list(zh)

    def line(self):
        """The three columns."""
        place = {id(word): i for i, word in enumerate(self.en)}
        links = ["%d-%d" % (place[id(word)], t) for t, (_, *words) in enumerate(self.zh) for word in words]
        return tuple(map(" ".join, ([w[0] for w in self.en], [text for text, *_ in self.zh], links)))


NOTHING = Phrase()


def word(en, zh=""):
    """One English word and all the Chinese words that come from it."""
    cell = [en]
    return Phrase([cell], [(text, cell) for text in zh.split()])


def join(english, chinese):
    """The same phrases in English order and in Chinese order."""
    return Phrase([w for p in english for w in p.en], [w for p in chinese for w in p.zh])


def around(outer, inner):
    """在 inner 里: the two halves of the outer phrase's Chinese go round the inner one."""
    return Phrase(outer.en + inner.en, outer.zh[:1] + inner.zh + outer.zh[1:])


# ---- the grammar ----------------------------------------------------------------------------------

class Grammar:
    """words: the nouns, verbs (base form), adjectives, prepositions and time words it may say, or all.
    kinds: how often each kind of sentence comes.  merged: did and does are linked with "not"."""

    def __init__(self, seed, words=None, kinds=None, merged=False):
        self.random = random.Random(seed)
        self.words, self.kinds, self.merged = words, kinds or MIXTURE, merged

    def known(self, choices):
        """Those it may say: nouns, verbs and prepositions go by their first field."""
        if self.words is None:
            return choices
        return [c for c in choices if (c if isinstance(c, str) else c[0]) in self.words]

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, choices):
        """One of a list, or one of a table of weights."""
        if isinstance(choices, dict):
            return self.random.choices(list(choices), list(choices.values()))[0]
        return self.random.choice(self.known(choices))

    def noun(self, choices):
        """A noun: first its kind, then one of the kind, so that no kind drowns another.

        Animals, food and things come more often: they are many, or few verbs take them.
        """
        often = dict(animal=2, food=2, thing=5)
        choices = self.known(choices)
        kind = self.pick({k: often.get(k, 1) for k in sorted({n.kind for n in choices})})
        return self.pick([n for n in choices if n.kind == kind])

    # -- who does what to whom

    def patients(self, verb, doer):
        """What this doer can do this to."""
        if verb is EAT:
            diet = DIET.get(doer.en, "fish rice apple orange egg cake").split()
            return [n for n in EAT.patients if n.en in diet]
        if verb.patients and doer.kind == "animal":     # animals take no notice of our things
            return [n for n in verb.patients if n is not doer and n.kind != "thing"
                    and n.en != "tea"]
        return [n for n in verb.patients if n is not doer]

    def chinese(self, verb, doer, patient):
        if verb is CHASE:
            return "捉" if doer.kind == patient.kind == "animal" else "追逐"
        return verb.zh

    # -- noun phrases

    def adjectives(self, noun, percent=35):
        if not noun.adjectives or not self.chance(percent):
            return []
        first = self.pick(noun.adjectives)
        colours = [a for a in noun.adjectives if a in COLOURS]
        if first in SIZES and colours and self.chance(40):
            return [self.adjective(first, noun), self.adjective(self.pick(colours), noun)]
        return [self.adjective(first, noun)]

    def adjective(self, name, noun):
        if name == "old":
            return word("old", "老" if noun.kind == "animal" else "旧")
        return word(name, ADJECTIVES[name])

    def np(self, noun, style="any", relative=0):
        """NP -> Name | Det Adj* N Relative?      Chinese: Det VP 的 Adj* N | NP V 的 Det Adj* N

        style: any; bare (headlines); definite (the, this); the; counted (a, one, two, three);
        negated (a and an are silent); kind (cats, tea: what one likes).
        relative: per cent of relative clauses.
        """
        if noun.kind == "name":
            return word(noun.en, noun.zh)
        adjectives = self.adjectives(noun, 22 if style == "bare" else 35)
        if style == "bare":
            number = ""
        elif noun.kind == "mass":
            number = self.pick({"": 60, "the": 40}) if style in ("any", "negated", "kind") else "the"
        elif style == "the":
            number = "the"
        elif style == "definite" or noun.kind == "place":
            number = self.pick({"the": 92, "this": 8}) if noun.classifier else "the"
        elif style == "kind":
            number = self.pick({"the": 34, "this": 4, "plural": 62})
        elif style == "counted":
            number = self.pick({"a": 45, "one": 11, "two": 22, "three": 22})
        elif style == "negated":
            number = self.pick({"the": 62, "this": 5, "a": 22, "two": 6, "three": 6})
        else:
            number = self.pick({"the": 50, "this": 4, "a": 13, "one": 4, "two": 8, "three": 8,
                                "plural": 14})

        plural = number in ("two", "three", "plural")
        head = word(noun.plural if plural else noun.en, noun.zh)
        outer = inner = clause = NOTHING
        if number not in ("", "plural") and style != "negated" and self.chance(relative):
            outer, inner = self.relative(noun, plural, plain=number != "the")
            clause = join([outer, inner], [])
        if number in ("", "plural"):
            determiner = NOTHING
        elif number == "the" or (number == "a" and style == "negated"):
            determiner = word(number)
        else:
            determiner = word(number, NUMBERS[number] + " " + noun.classifier)
        if number == "a":
            following = (adjectives + [head])[0].en[0][0]
            determiner.en[0][0] = "an" if following[0] in "aeiou" else "a"
        return join([determiner, *adjectives, head, clause],
                    [outer, determiner, inner, *adjectives, head])

    def relative(self, noun, plural, plain):
        """Relative -> that VP | that NP V        Chinese: VP 的 | NP V 的

        Two phrases, one of them empty.  In Chinese NP V 的 goes before the determiner (玛丽 买 的
        两 本 书) and VP 的 after it (两 只 捉 了 老鼠 的 猫).
        """
        that = word("that", "的")
        about_doer = [v for v in EVENTS + STATES if noun in v.doers and not (plural and v in STATES)]
        about_patient = [(v, d) for v in EVENTS + STATES for d in v.doers
                         if noun in self.patients(v, d)]
        if about_doer and (not about_patient or self.chance(55)):
            verb = self.pick(about_doer)
            patient = self.noun(self.patients(verb, noun))
            le = "" if verb in STATES else " 了"
            v = word(verb.past, self.chinese(verb, noun, patient) + le)
            o = self.np(patient, "the" if plain or verb in STATES else "any")
            return NOTHING, join([that, v, o], [v, o, that])
        verb = self.pick([v for v in EVENTS + STATES if any(v is w for w, _ in about_patient)])
        doer = self.noun([d for v, d in about_patient if v is verb])
        s, v = self.np(doer, "the"), word(verb.past, self.chinese(verb, doer, noun))
        return join([that, s, v], [s, v, that]), NOTHING

    def pair(self, noun, choices, style, relative=0):
        """NP, or NP and NP of one kind and one style."""
        others = [n for n in choices if n.kind == noun.kind and n is not noun]
        if not others or not self.chance(12):
            return self.np(noun, style, relative), False
        style = self.pick({"the": 75, "counted": 25}) if style == "any" else style
        parts = [self.np(noun, style), word("and", "和"), self.np(self.pick(others), style)]
        return join(parts, parts), True

    # -- time, place, tense

    def time(self, tense):
        """A time word that goes with the tense, or nothing."""
        times = dict(past="yesterday today", will="today tomorrow", can="today tomorrow",
                     bare="yesterday today tomorrow")
        zh = dict(yesterday="昨天", today="今天", tomorrow="明天")
        if not self.chance(12 if tense == "bare" else 32):
            return NOTHING
        name = self.pick(times[tense].split())
        return word(name, zh[name])

    def place(self, verb, doer, bare=False, percent=25):
        """PP -> P NP         Chinese: 在 NP 里"""
        if verb.base in ("run", "give") or not self.chance(percent):
            return NOTHING
        spots = [("in", OPEN)] * 4 + [("near", OPEN + TREE), ("near", FURNITURE), ("under", TREE)]
        if doer.kind == "animal" or verb.base in ("see", "find"):
            spots += [("under", FURNITURE)] * 2 + [("on", FURNITURE)] * 3
        elif verb.base in ("sleep", "rest"):
            spots += [("on", BED)]
        preposition, choices = self.pick(spots)
        inner = self.np(self.pick(choices), "bare" if bare else "definite")
        return around(word(preposition, PREPOSITIONS[preposition]), inner)

    def verb(self, verb, tense, negated, zh):
        """(auxiliaries, verb): ate | did not eat | will eat | can not eat | eat"""
        no = word("not", "没有" if tense == "past" else "不")
        if tense == "past" and not negated:
            return NOTHING, word(verb.past, zh + " 了")
        if tense == "past":
            return self.merge(word("did"), no), word(verb.base, zh)
        if tense in ("will", "can"):
            modal = word(tense, "会" if tense == "will" else "能")
            return (join([modal, no], [no, modal]) if negated else modal), word(verb.base, zh)
        return NOTHING, word(verb.base, zh)

    def merge(self, silent, no):
        """did not: 没有"""
        zh = [(text, *silent.en, *words) for text, *words in no.zh] if self.merged else no.zh
        return Phrase(silent.en + no.en, zh)

    def tense(self, past, modal=33):
        """A tense, and whether it is negated.  "did" and "not" must not always come together, or a
        model may as well look at the one for the other."""
        tense = self.pick({"past": past, "will": (100 - past) * 0.6, "can": (100 - past) * 0.4})
        return tense, self.chance(9 if tense == "past" else modal)

    def clause(self, subject, auxiliary, verb, rest=NOTHING, time=NOTHING, place=NOTHING, front=None):
        """English: S aux V rest place time      Chinese: S time aux place V rest

        Time or place may come first in English; Chinese does not move them.  front "time" forces
        the time there: after a relative clause it would be read as part of that.
        """
        if front is None:
            front = self.pick({"": 60, "time": 25, "place": 15})
        english = [subject, auxiliary, verb, rest, place, time]
        if front:
            first = time if front == "time" else place
            english.remove(first)
            english.insert(0, first)
        return join(english, [subject, time, auxiliary, place, verb, rest])

    # -- sentences

    def headline(self):
        """cat chase mouse in garden"""
        verb = self.pick([CHASE, CHASE, CHASE] + EVENTS)
        doer = self.noun(verb.doers)
        patient = self.noun(self.patients(verb, doer))
        subject, _ = self.pair(doer, verb.doers, "bare")
        auxiliary, v = self.verb(verb, "bare", False, self.chinese(verb, doer, patient))
        return self.clause(subject, auxiliary, v, self.np(patient, "bare"), self.time("bare"),
                           self.place(verb, doer, bare=True, percent=12),
                           self.pick({"": 70, "time": 30}))

    def event(self):
        """the black dog chased two cats in the park yesterday"""
        verb = self.pick(EVENTS)
        tense, negated = self.tense(62)
        doer = self.noun(verb.doers)
        choices = self.patients(verb, doer)
        patient = self.noun(choices)
        subject, _ = self.pair(doer, verb.doers, "the" if negated else "any", relative=35)
        if negated:
            rest = self.np(patient, "negated")
        else:
            rest, _ = self.pair(patient, choices, "any", relative=30)
        auxiliary, v = self.verb(verb, tense, negated, self.chinese(verb, doer, patient))
        open_end = any(w[0] == "that" for w in rest.en)
        place = NOTHING if open_end else self.place(verb, doer)
        return self.clause(subject, auxiliary, v, rest, self.time(tense), place,
                           "time" if open_end else None)

    def act(self):
        """the small cat slept under the table"""
        verb = self.pick(ACTS)
        tense, negated = self.tense(62)
        doer = self.noun(verb.doers)
        subject, _ = self.pair(doer, verb.doers, "the" if negated else "any", relative=50)
        auxiliary, v = self.verb(verb, tense, negated, verb.zh)
        return self.clause(subject, auxiliary, v, NOTHING, self.time(tense),
                           self.place(verb, doer, percent=50))

    def giving(self):
        """Mary gave Tom a book; Mary gave a book to Tom"""
        tense, negated = self.tense(62)
        doer = self.noun(HUMANS)
        receiver = self.np(self.noun([n for n in HUMANS if n is not doer]), "the")
        gift = self.np(self.noun(GIVE.patients), "negated" if negated else "any")
        rest = join([receiver, gift] if self.chance(35) else [gift, word("to"), receiver],
                    [receiver, gift])
        subject = self.np(doer, "the" if negated else "any", relative=20)
        return self.clause(subject, *self.verb(GIVE, tense, negated, GIVE.zh), rest, self.time(tense))

    def state(self):
        """Anna does not like tea"""
        verb = self.pick(STATES)
        doer = self.noun(verb.doers)
        patient = self.noun(self.patients(verb, doer))
        subject, several = self.pair(doer, verb.doers, "definite", relative=25)
        rest = self.np(patient, "kind", relative=20)
        if several:
            return self.clause(subject, NOTHING, word(verb.base, verb.zh), rest)
        if self.chance(16):
            no = word("not", "不")
            return self.clause(subject, self.merge(word("does"), no), word(verb.base, verb.zh), rest)
        return self.clause(subject, NOTHING, word(verb.past, verb.zh), rest)

    def quality(self):
        """the book that Mary bought is not new"""
        noun = self.noun([n for n in LIVING + FOODS + DISHES + DRINKS + THINGS if n.adjectives])
        subject = self.np(noun, "definite", relative=65)
        said = {w[0] for w in subject.en}           # a small cup is neither small nor big
        told = {a for group in QUALITIES if said & set(group) for a in group}
        new = [a for a in noun.adjectives if a not in told]
        if not new:
            return self.quality()
        quality = self.adjective(self.pick(new), noun)
        if self.chance(35):
            no = word("not", "不")
            return self.clause(subject, join([word("is"), no], [no]), quality)
        return self.clause(subject, word("is", "很"), quality)

    def yes_or_no(self):
        """did the dog eat the fish today; does Mary like tea"""
        verb = self.pick(EVENTS + STATES + STATES)
        doer = self.noun(verb.doers)
        patient = self.noun(self.patients(verb, doer))
        zh, subject = self.chinese(verb, doer, patient), self.np(doer, "the", relative=20)
        if verb in STATES:
            does, v, rest = word("does", "吗"), word(verb.base, zh), self.np(patient, "kind")
            return join([does, subject, v, rest], [subject, v, rest, does])
        did, v, rest = word("did", "吗"), word(verb.base, zh + " 了"), self.np(patient)
        time, place = self.time("past"), self.place(verb, doer)
        return join([did, subject, v, rest, place, time], [subject, time, place, v, rest, did])

    def question(self):
        """what did the dog eat today; who does Mary like; who bought the book"""
        if self.chance(45):
            return self.yes_or_no()
        verb = self.pick(EVENTS + STATES)
        doer = self.noun(verb.doers)
        if self.chance(35):
            somebody = self.pick(PEOPLE)
            patient = self.noun(self.patients(verb, somebody))
            zh, who = self.chinese(verb, somebody, patient), word("who", "谁")
            if verb in STATES:
                return self.clause(who, NOTHING, word(verb.past, zh), self.np(patient, "kind"))
            tense = self.pick({"past": 65, "will": 35})
            return self.clause(who, *self.verb(verb, tense, False, zh), self.np(patient),
                               self.time(tense), self.place(verb, somebody), front="")
        patient = self.noun(self.patients(verb, doer))
        asked = word("who", "谁") if patient.kind in ("name", "person") else word("what", "什么")
        # "what" is never a person, so with "what" the Chinese of "chase" is as for an animal.
        zh, subject = self.chinese(verb, doer, patient), self.np(doer, "the", relative=25)
        if verb in STATES:
            v = word(verb.base, zh)
            return join([asked, word("does"), subject, v], [subject, v, asked])
        time, place = self.time("past"), self.place(verb, doer)
        v = word(verb.base, zh + " 了")
        return join([asked, word("did"), subject, v, place, time], [subject, time, place, v, asked])

    def sentence(self):
        """One sentence; a draw that `words` leaves nothing for is thrown away."""
        while True:
            try:
                return self.pick(self.kinds)(self)
            except IndexError:
                continue


MIXTURE = {Grammar.headline: 20, Grammar.event: 35, Grammar.act: 13, Grammar.giving: 7,
           Grammar.state: 8, Grammar.quality: 7, Grammar.question: 12}
