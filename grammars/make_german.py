#!/usr/bin/python3
"""Make the English-German sentence pairs of the second course, examples/german, with gold alignments.

    make_german.py            write data.tsv and heldout.tsv of each lesson that has its own
    make_german.py --check    make them again and compare; 1 if a file differs
    --out DIR                 another folder for the lessons' folders

    order       the dog sees a cat                 der Hund sieht eine Katze             word for word
    front       today Tom sees the dog             heute sieht Tom den Hund              the verb is second
                Tom sees the dog today             Tom sieht heute den Hund
    perfect     Tom has seen the dog               Tom hat den Hund gesehen              "seen" is last
    past        Tom saw the dog                    Tom hat den Hund gesehen              one word becomes two
    future      tomorrow Tom will see the dog      morgen wird Tom den Hund sehen
    because     Anna laughs because Tom            Anna lacht weil Tom                   all of the verb is last
                has seen the dog                   den Hund gesehen hat
    and         Anna laughs and Tom sees the dog   Anna lacht und Tom sieht den Hund     no change of order

The article and the ending of the adjective come from gender and case: der kleine Hund, den kleinen Hund, ein kleiner
Hund, einen kleinen Hund. "in the" is one German word, im: every place is masculine or neuter. No noun here changes its
form in the accusative. There is no punctuation, as in the course's own sentences. The German is a function of the
English: a time or place at the end belongs to the last clause, one at the beginning to the first.

The words, the grammar and the sentences are this project's own work, under its licence (MIT).
"""
import collections
import random
import sys

import tables
from grammar import NOTHING, Phrase, join, word

Lesson = collections.namedtuple("Lesson", "folder train held seed kinds lengths shown")
LESSONS = [
    Lesson("01-words-in-order", 1200, 120, 1, dict(order=1), (2, 9),
           ["the dog sees the cat", "the cat sees the dog", "Tom sees the dog", "the old man reads a small book"]),
    Lesson("02-the-verb-goes-second", 1600, 160, 2, dict(order=25, front=75), (3, 9),
           ["Tom sees the dog today", "today Tom sees the dog", "now the small child sees the dog",
            "in the garden Anna reads a book"]),
    Lesson("03-the-verb-at-the-end", 2400, 240, 3, dict(order=10, front=10, perfect=30, past=15, because=25, both=10), (3, 11),
           ["Tom has seen the dog", "Tom has seen the dog in the garden", "Tom saw the dog",
            "Anna laughs because Tom sees the dog", "Anna laughs and Tom sees the dog",
            "Anna laughs because Tom has seen the dog"]),
    Lesson("04-one-vector-or-attention", 3000, 400, 4,
           dict(order=8, front=12, perfect=20, past=10, future=15, because=30, both=5), (3, 15),
           ["Anna has seen the dog",
            "today the old man laughs because the small child has seen a big dog"]),
]

# ---- words ----------------------------------------------------------------------------------------

Noun = collections.namedtuple("Noun", "en de gender kind adjectives")


def nouns(kind, adjectives, table):
    rows = [line.split() for line in table.strip().splitlines()]
    return [Noun(*row, kind, adjectives.split()) for row in rows]


NAMES = nouns("name", "", """
    Tom Tom m
    Paul Paul m
    Anna Anna f
    Maria Maria f""")
PEOPLE = nouns("person", "small big old", """
    man Mann m
    woman Frau f
    child Kind n""")
ANIMALS = nouns("animal", "small big old", """
    dog Hund m
    bird Vogel m
    cat Katze f
    horse Pferd n""")
THINGS = nouns("thing", "small big old", """
    ball Ball m
    lamp Lampe f
    picture Bild n""")
TEXTS = nouns("thing", "small big old", """
    letter Brief m
    book Buch n""")
FOODS = nouns("food", "small big", """
    apple Apfel m
    cake Kuchen m
    soup Suppe f
    bread Brot n""")
DRINKS = nouns("drink", "", """
    tea Tee m
    milk Milch f
    water Wasser n""")
PLACES = dict(garden="Garten", house="Haus", park="Park")           # all of them m or n: "im"

HUMANS = NAMES + PEOPLE
LIVING = HUMANS + ANIMALS

STEMS = dict(small="klein", big="groß", old="alt")
ARTICLES = dict(the=dict(m=("der", "den"), f=("die", "die"), n=("das", "das")),
                a=dict(m=("ein", "einen"), f=("eine", "eine"), n=("ein", "ein")))
ENDINGS = dict(the=dict(m=("e", "en"), f=("e", "e"), n=("e", "e")),
               a=dict(m=("er", "en"), f=("e", "e"), n=("es", "es")))
SUBJECT, OBJECT = 0, 1                                              # nominative, accusative

# A verb: English present, past, participle, base; the German of the same but the past; who, and whom or what.
Verb = collections.namedtuple("Verb", "sees saw seen see sieht gesehen sehen doers patients")
TO_SOMETHING = [Verb(*row.split(), doers, patients) for row, doers, patients in (
    ("sees saw seen see sieht gesehen sehen", LIVING, LIVING + THINGS + TEXTS),
    ("hears heard heard hear hört gehört hören", LIVING, LIVING),
    ("finds found found find findet gefunden finden", LIVING, ANIMALS + THINGS + TEXTS + FOODS),
    ("buys bought bought buy kauft gekauft kaufen", HUMANS, THINGS + TEXTS + FOODS + DRINKS),
    ("draws drew drawn draw zeichnet gezeichnet zeichnen", HUMANS, LIVING + THINGS),
    ("eats ate eaten eat isst gegessen essen", LIVING, FOODS),
    ("drinks drank drunk drink trinkt getrunken trinken", LIVING, DRINKS),
    ("reads read read read liest gelesen lesen", HUMANS, TEXTS))]
ALONE = [Verb(*row.split(), doers, None) for row, doers in (
    ("sleeps slept slept sleep schläft geschlafen schlafen", LIVING),
    ("waits waited waited wait wartet gewartet warten", LIVING),
    ("laughs laughed laughed laugh lacht gelacht lachen", HUMANS),
    ("sings sang sung sing singt gesungen singen", HUMANS))]

TIMES = dict(now="jetzt", today="heute", yesterday="gestern", tomorrow="morgen")
TIMES_OF = dict(present="now today", perfect="today", past="yesterday", future="tomorrow")

# What a clause is made of. The finite verb and the rest of it part in German; without the rest it is NOTHING.
Parts = collections.namedtuple("Parts", "subject finite rest patient time place verb")


# ---- the grammar ----------------------------------------------------------------------------------

class Grammar:
    def __init__(self, seed, kinds):
        self.random, self.kinds = random.Random(seed), kinds

    def chance(self, percent):
        return self.random.random() * 100 < percent

    def pick(self, choices):
        if isinstance(choices, dict):
            return self.random.choices(list(choices), list(choices.values()))[0]
        return self.random.choice(choices)

    def np(self, noun, case, adjectives):
        """Tom | tea | the small dog: der kleine Hund, den kleinen Hund"""
        head = word(noun.en, noun.de)
        if noun.kind == "name" or (noun.kind == "drink" and self.chance(50)):
            return head
        article = "a" if noun.kind != "drink" and self.chance(35) else "the"
        parts = []
        if noun.adjectives and self.chance(adjectives):
            name = self.pick(noun.adjectives)
            parts.append(word(name, STEMS[name] + ENDINGS[article][noun.gender][case]))
        first = (parts + [head])[0].en[0][0]
        said = "an" if article == "a" and first[0] in "aeiou" else article
        parts = [word(said, ARTICLES[article][noun.gender][case]), *parts, head]
        return join(parts, parts)

    def place(self):
        """in the garden: im Garten"""
        two, name = word("in").en + word("the").en, self.pick(list(PLACES))
        im, noun = Phrase(two, [("im", *two)]), word(name, PLACES[name])
        return join([im, noun], [im, noun])

    def parts(self, tense, verbs=None, adjectives=25, times=30, places=20):
        if not verbs:
            verbs = TO_SOMETHING if self.pick({True: 75, False: 25}) else ALONE
        verb = self.pick(verbs)
        doer = self.pick(verb.doers)
        patient = NOTHING
        if verb.patients:
            patient = self.np(self.pick([n for n in verb.patients if n is not doer]), OBJECT, adjectives)
        finite, rest, said = word(verb.sees, verb.sieht), NOTHING, NOTHING
        if tense == "perfect":
            finite, rest = word("has", "hat"), word(verb.seen, verb.gesehen)
        elif tense == "future":
            finite, rest = word("will", "wird"), word(verb.see, verb.sehen)
        elif tense == "past":
            both = word(verb.saw, "hat " + verb.gesehen)
            finite, rest = Phrase(both.en, both.zh[:1]), Phrase([], both.zh[1:])
        time = self.pick(TIMES_OF[tense].split())
        return Parts(self.np(doer, SUBJECT, adjectives), finite, rest, patient,
                     word(time, TIMES[time]) if self.chance(times) else NOTHING,
                     self.place() if self.chance(places) else NOTHING, verb)

    @staticmethod
    def clause(p, front="", last=False):
        """The verb second, behind the subject, the time or the place; or, with `last`, all of it at the end."""
        middle = dict(subject=p.subject, time=p.time, patient=p.patient, place=p.place)
        english = [p.subject, p.finite, p.rest, p.patient, p.place, p.time]
        if front:
            english = [middle[front]] + [x for x in english if x is not middle[front]]
        if last:
            return join(english, [*middle.values(), p.rest, p.finite])
        first = middle.pop(front or "subject")
        return join(english, [first, p.finite, *middle.values(), p.rest])

    # -- sentences

    def order(self):
        """the small dog sees a cat"""
        return self.clause(self.parts("present", adjectives=45, times=0, places=0))

    def told(self, tense, times, front):
        p = self.parts(tense, times=times)
        ends = [name for name in ("time", "place") if getattr(p, name) is not NOTHING]
        return self.clause(p, self.pick(ends) if ends and self.chance(front) else "")

    def front(self):
        """today Tom sees the dog; Tom sees the dog today"""
        return self.told("present", 75, 60)

    def perfect(self):
        """Tom has seen the dog in the garden"""
        return self.told("perfect", 30, 40)

    def past(self):
        """yesterday Tom saw the dog"""
        return self.told("past", 40, 40)

    def future(self):
        """tomorrow Tom will see the dog"""
        return self.told("future", 40, 50)

    def two(self, name, de, last):
        first = self.parts("present", ALONE, adjectives=25, times=20, places=0)
        opening = self.clause(first, "time" if first.time is not NOTHING else "")
        tense = self.pick(dict(present=55, perfect=30, past=15))
        second = self.clause(self.parts(tense, adjectives=30, times=15, places=20), last=last)
        parts = [opening, word(name, de), second]
        return join(parts, parts)

    def because(self):
        """Anna laughs because Tom has seen the dog"""
        return self.two("because", "weil", True)

    def both(self):
        """Anna laughs and Tom sees the dog"""
        return self.two("and", "und", False)

    def sentence(self):
        return getattr(self, self.pick(self.kinds))()


# ---- files ----------------------------------------------------------------------------------------

def make(lesson):
    """The rows of data.tsv and of heldout.tsv: no English sentence is there twice, none that the cards show is there."""
    grammar = Grammar(lesson.seed, lesson.kinds)
    said = {}
    while len(said) < lesson.train + lesson.held:
        row = grammar.sentence().line()
        words = row[0].split()
        fits = lesson.lengths[0] <= len(words) <= lesson.lengths[1]
        if not fits or row[0] in lesson.shown or any(words.count(noun.en) > 1 for noun in LIVING):
            continue
        if said.setdefault(row[0].lower(), row)[1:] != row[1:]:
            sys.exit("The grammar has two readings of: " + row[0])
    rows = list(said.values())
    return rows[lesson.held:], rows[:lesson.held]


def report(lesson, train, held):
    """On stderr: how many words there are and how often; a word that is too rare ends the program."""
    for side in (0, 1):
        count = collections.Counter(w for row in train for w in row[side].split())
        sizes = collections.Counter(len(row[side].split()) for row in train)
        rarest = min(count, key=lambda w: (count[w], w))
        print("%s: %d words, rarest %s %d; lengths %s" % (
            lesson.folder, len(count), rarest, count[rarest],
            " ".join("%d:%d" % size for size in sorted(sizes.items()))), file=sys.stderr)
        new = {w for row in held for w in row[side].split()} - set(count)
        if new or count[rarest] < 10:
            sys.exit("%s: too rare, or never trained on: %s" % (lesson.folder, " ".join([rarest, *sorted(new)])))


def main():
    options = tables.options(__doc__, "../examples/german")
    tables.put_lessons(options, LESSONS, make, report)


if __name__ == "__main__":
    main()
