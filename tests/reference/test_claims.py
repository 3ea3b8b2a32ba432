"""What the lessons claim of their models, worked out again from the model files with numpy and without attend: each gate of each
lesson.md, of every row that may be drawn, and the sums that its cards write out. What is not worked out again is counted
by its reason. Exit 77 (skipped) where there is no numpy or no PyYAML.

    test_claims.py LESSONS [LEAST]      # fails where a claim is wrong, or where fewer than LEAST were worked out
"""
import collections
import glob
import math
import os
import re
import sys

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
try:
    import numpy as np
    from yaml import CBaseLoader  # noqa: F401: claims_lesson.py reads with it
except ImportError as missing:
    print(f"skipped: there is no {missing.name} here (Debian: apt-get install python3-numpy python3-yaml)")
    sys.exit(77)

import claims_decode as decoding
from claims_decode import Impossible
from claims_lesson import Lesson, sum_holds
from claims_model import Model

ROUNDING = 1e-5  # the program works in float32


class NotDone(Exception):
    """Why a claim is not worked out again."""


def whole(asked, key):
    return [int(item) for item in asked[key]]


class Shelf:
    """Models, pairs and what was measured with them, each once."""

    def __init__(self):
        self.kept = {}

    def get(self, make, *key):
        key = (make.__name__, *key)
        if key not in self.kept:
            self.kept[key] = make(*key[1:])
        return self.kept[key]

    def model(self, path):
        return self.get(Model, path)

    def pairs(self, path):
        return self.get(decoding.read_pairs, path)

    def part(self, path, shortest, longest):
        return [pair for pair in self.pairs(path) if shortest <= len(pair[0]) <= longest]

    def evaluation(self, model, pairs, shortest, longest):
        def evaluate(model, pairs, shortest, longest):
            return decoding.evaluate(self.model(model), self.part(pairs, shortest, longest))
        return self.get(evaluate, model, pairs, shortest, longest)


SHELF = Shelf()


class Claim:
    """One gate, measured: `value` is what its bounds are asked of, or `holds` where it has none."""

    def __init__(self, lesson, kind, asked):
        self.lesson, self.kind, self.asked = lesson, kind, asked
        if "seeds" in asked:
            raise NotDone("of other seeds")
        if "learn" in asked:
            raise NotDone("behind a step of training")
        self.setting, self.path = lesson.model(asked.get("model", "model"))
        if not self.path:
            raise NotDone("of models that are not there")
        self.model = SHELF.model(self.path)
        if self.model.config["source_tokens"] not in ("space", "bpe") or self.model.config["target_tokens"] != "space":
            raise NotDone("of models whose words are not cut at white space, or into pieces")
        measure = getattr(self, "of_" + kind, None)
        if not measure:
            raise NotDone(kind)
        self.told = measure()

    # ---- bounds ----

    def within(self, value):
        least, most = (float(self.asked.get(key, other)) for key, other in (("at_least", "-inf"), ("at_most", "inf")))
        room = ROUNDING * max(1, abs(value))
        return f"is {value:.6g}", not math.isnan(value) and least - room <= value <= most + room

    # ---- one sentence ----

    def trace(self, sentence=None):
        asked = self.asked
        return decoding.decode(self.model, sentence or asked["sentence"], asked.get("force", ""),
                               [int(word) - 1 for word in asked.get("mute", "").split(",") if word],
                               float(asked.get("temperature", 0)) or None, whole(asked, "drag") if "drag" in asked else None,
                               int(asked.get("beam", 0)))

    def replaced(self):
        if "replace" not in self.asked:
            return self.asked["sentence"]
        words = self.asked["sentence"].split()
        words[int(self.asked["replace"][0]) - 1] = self.asked["replace"][1]
        return " ".join(words)

    def of_translation(self):
        trace = self.trace(self.replaced())
        return f"is {' '.join(trace.words)}", trace.words == self.asked["expect"].split() and not trace.truncated

    def of_value(self):
        return self.within(float(self.trace(self.replaced()).named(self.asked["name"])))

    def of_probability(self):
        step, word = self.trace(self.replaced()).step(int(self.asked["step"])), self.asked["word"]
        if word not in self.model.target_ids:
            raise Impossible(f"the model does not know the target word {word}")
        return self.within(float(step.p[0, self.model.target_ids[word]]))

    def of_weight(self):
        trace, first, found = self.trace(self.replaced()), int(self.asked.get("step", 1)), []
        for t, peak in enumerate(whole(self.asked, "peaks"), first):
            row = trace.step(t).weights[0]
            found.append((int(row.argmax()) + 1 == peak and row.max() > float(self.asked["above"]) - ROUNDING,
                          f"{row.max():.4f} on word {row.argmax() + 1} at step {t}"))
        return "has " + ", ".join(text for _, text in found), all(right for right, _ in found)

    def of_difference(self):
        names, other = self.asked["names"], self.asked.get("other")
        first = self.asked["sentence"] if len(names) == 1 else self.replaced()
        second = first if len(names) == 2 else other or self.replaced()
        sides = [self.trace(sentence).named(name) for sentence, name in zip((first, second), (names[0], names[-1]))]
        if sides[0].shape != sides[1].shape:
            raise Impossible("the vectors have different sizes")
        return self.within(float(np.abs(sides[0] - sides[1]).max()))

    def of_self_weight(self):
        looked = self.trace(self.replaced()).encoding.looked
        head, at, to = (int(self.asked[key]) - 1 for key in ("head", "from", "to"))
        if looked is None or head >= looked.shape[1] or max(at, to) >= looked.shape[2]:
            raise Impossible("there is no such head or word")
        return self.within(float(looked[0, head, at, to]))

    def of_fool(self):
        return self.within(decoding.farthest(self.model, self.asked["sentence"]))

    # ---- pairs and parameters ----

    def length(self):
        return whole(self.asked, "length") if "length" in self.asked else [1, 10 ** 9]

    def pairs_file(self, key):
        path = self.lesson.file(self.setting.get(key, key + ".tsv"))
        if not path or not path.endswith(".tsv"):
            raise NotDone("whose pairs are in no .tsv file")
        return path

    def of_pairs(self):
        def holds(key, words):
            wanted = self.asked.get(key, "").split()
            return any(words[i:i + len(wanted)] == wanted for i in range(len(words) - len(wanted) + 1))
        pairs = SHELF.part(self.pairs_file("data"), *self.length())
        return self.within(sum(holds("source", source) and holds("target", target) for source, target, _ in pairs))

    def of_parameters(self):
        front = self.asked.get("tensor", "")
        return self.within(sum(values.size for name, values in self.model.of.items() if name.startswith(front)))

    # ---- held-out sentences ----

    def measured(self):
        return SHELF.evaluation(self.path, self.pairs_file("heldout"), *self.length())

    def of_exact_match(self):
        if "beam" in self.asked:
            pairs = SHELF.part(self.pairs_file("heldout"), *self.length())
            return self.within(float(decoding.exact_by_beam(self.model, pairs, int(self.asked["beam"])).mean()))
        return self.within(float(self.measured().exact.mean()))

    def of_loss(self):
        return self.within(float(self.measured().loss))

    def of_alignment_error(self):
        of = (int(self.asked.get("layer", self.model.layers)), int(self.asked.get("head", 0)))
        if of not in self.measured().errors:
            raise Impossible("the model has no such weights")
        return self.within(self.measured().errors[of])

    def of_alignment_best(self):
        return self.within(self.measured().least)

    def of_agreement(self):
        pairs = SHELF.part(self.pairs_file("heldout"), *self.length())
        return self.within(decoding.agreement(self.model, pairs, self.measured().exact, self.asked["map"]))

    def of_first_word(self):
        pairs = SHELF.pairs(self.pairs_file("heldout"))
        return self.within(decoding.first_word(self.model, pairs, int(self.asked["after"]), *self.length()))


def gate_wrong(lesson, claim):
    """What is wrong of a gate, or None."""
    try:
        text, holds = Claim(lesson, claim.kind, claim.asked).told
    except Impossible as why:
        text, holds = f"cannot be worked out: {why}", False
    return None if holds else f"{claim.kind} {claim.asked} {text}"


def filled(lesson, claim):
    """The sum with the numbers of the card's own decode in the place of its live names."""
    if "{" not in claim.text:
        return claim.text
    stage, (_, path) = claim.setting, lesson.model(claim.setting.get("model", "model"))
    sentence, mute = stage.get("sentence", lesson.sentence), [int(word) - 1 for word in stage.get("mute", "").split(",") if word]
    if not path or not sentence:
        raise NotDone("sums of a sentence or model that is not there")
    trace = decoding.decode(SHELF.model(path), sentence, stage.get("force", ""), mute, float(stage.get("temperature", 0)) or None)
    return re.sub(r"\{((?:alpha|e)_[0-9,]+)\}", lambda name: f"{float(trace.named(name[1])):.2f}", claim.text)


def sum_wrong(lesson, claim):
    text = filled(lesson, claim)
    if "{" in text:
        raise NotDone("sums of names that are no numbers")
    return None if sum_holds(text) else f"{text} does not hold to the printed digits"


def check(lesson, counts, left_out, wrong):
    for claim in lesson.claims + lesson.sums:
        try:
            found = sum_wrong(lesson, claim) if claim.kind == "sum" else gate_wrong(lesson, claim)
        except NotDone as why:
            left_out[str(why)] += 1
            continue
        counts[claim.kind] += 1
        wrong += [f"{lesson.path}:{claim.line}: {found}"] if found else []


def named(counts):
    return ", ".join(f"{count} {name}" for name, count in counts.most_common()) or "nothing"


def main():
    folder, least = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    counts, left_out, wrong = collections.Counter(), collections.Counter(), []
    lessons = [Lesson(os.path.dirname(path)) for path in sorted(glob.glob(os.path.join(folder, "*", "lesson.md")))]
    for lesson in lessons:
        check(lesson, counts, left_out, wrong)
    for line in wrong:
        print(line)
    done = sum(counts.values())
    print(f"{done} claims of {len(lessons)} lessons recomputed, {len(wrong)} wrong; not recomputed: {named(left_out)}")
    print(f"recomputed: {named(counts)}")
    if done < least:
        print(f"{done} claims are too few: at least {least} were expected")
    return 1 if wrong or done < least else 0


if __name__ == "__main__":
    sys.exit(main())
