"""Sentences through a model of claims_model.py: one, with what a hand changes, or all of a file that are fed to it."""
import math
import re
from types import SimpleNamespace

import numpy as np

from claims_model import END, START, UNKNOWN, take

PAIRS_OF = ("alpha", "e")
LIVE = re.compile(r"(alpha|[ehxcsymfigorzD])_(\d{1,3})(?:,(\d{1,3}))?(?:\[(\d+)\])?")


class Impossible(Exception):
    """What is asked cannot be: a word that the model does not know, a step that is not there."""


# ---- one sentence ----

class Trace:
    def __init__(self, model, encoding, steps, ids):
        """`steps` with the one row that was written, `ids` with </s>."""
        self.model, self.encoding, self.steps, self.ids = model, take(encoding, slice(0, 1)), steps, ids
        self.truncated = ids[-1] != END
        self.words = [model.target[i] for i in ids if i != END]

    def step(self, t):
        if not 1 <= t <= len(self.steps):
            raise Impossible(f"there is no step {t}: it is decoded in {len(self.steps)}")
        return self.steps[t - 1]

    def named(self, name):
        """A number, or a vector, by the name that a card gives it."""
        found = LIVE.fullmatch(name)
        if not found:
            raise Impossible(f"{name} is no name of a value")
        kind, first, second, entry = found.groups()
        if kind in PAIRS_OF and not second:
            first, second = first[:-1], first[-1]
        value = self.vector(kind, int(first), second and int(second))
        if value is None:
            raise Impossible(f"this model has no {name}")
        return value if entry is None else value[int(entry) - 1]

    def vector(self, kind, at, second):
        encoding = self.encoding
        if kind in PAIRS_OF:
            row = self.step(at).weights if kind == "alpha" else self.step(at).scores
            return None if row is None else row[0, second - 1]
        if kind == "s" and at == 0:
            return None if self.model.written else encoding.initial[-1][0]
        if kind in "csD":
            row = {"c": self.step(at).context, "s": self.step(at).state, "D": self.step(at).asked}[kind]
            return None if row is None else row[0]
        if not 1 <= at <= encoding.n:
            raise Impossible(f"there is no word {at}: the sentence has {encoding.n}")
        if kind == "h":
            return encoding.states[0, at - 1]
        rows = encoding.runs[-1].get(kind) if encoding.runs else None
        return None if rows is None else rows[0, at - 1]


def known(model, words):
    for word in words:
        if model.target_ids.get(word, UNKNOWN) <= UNKNOWN:
            raise Impossible(f"the model does not know the target word {word}")
    return [model.target_ids[word] for word in words]


def decode(model, sentence, force="", mute=(), temperature=None, drag=None, beam=0):
    """`mute`: places from 0; `drag`: a step and a word, from 1."""
    row, forced = model.row(sentence.split()), known(model, force.split())
    n = row.shape[1]
    if any(j >= n for j in mute) or (drag and drag[1] > n):
        raise Impossible(f"the sentence has {n} words")
    how = SimpleNamespace(forced=forced, temperature=temperature if model.scores_words else None,
                          limit=max(model.limit(n), len(forced)), at=drag[0] - 1 if drag else -1,
                          given=np.eye(n)[drag[1] - 1][None] if drag else None)
    encoding = model.encode(row, mute=mute)
    return search(model, encoding, how, beam) if beam else greedy(model, encoding, how)


def greedy(model, encoding, how):
    state, steps, ids = model.start(encoding), [], [START]
    while len(steps) < how.limit and (ids[-1] != END or not steps):
        t = len(steps)
        step, state = model.step(encoding, state, np.array(ids[-1:]), t, how.given if t == how.at else None, how.temperature)
        steps.append(step)
        ids.append(how.forced[t] if t < len(how.forced) else int(model.best(step.logits)[0]))
    return Trace(model, encoding, steps, ids[1:])


def search(model, encoding, how, size):
    """Beam search: an end among the best `size` is kept and takes no place among those that go on."""
    ended, living, state = [], [SimpleNamespace(sum=0.0, ids=[START], steps=[])], model.start(encoding)
    for t in range(how.limit):
        rows = [0] * len(living)
        given = np.repeat(how.given, len(rows), 0) if t == how.at else None
        step, state = model.step(take(encoding, rows), state, np.array([one.ids[-1] for one in living]), t, given, how.temperature)
        logs = np.log(step.p) + np.array([one.sum for one in living])[:, None]
        logs[:, [i for i in range(UNKNOWN + 1) if i != END]] = -np.inf
        if t < len(how.forced):
            logs[:, np.arange(logs.shape[1]) != how.forced[t]] = -np.inf
        order = [divmod(int(i), logs.shape[1]) for i in np.argsort(-logs, None, "stable")[:2 * size] if logs.flat[i] > -np.inf]
        made = [(place, row, SimpleNamespace(sum=logs[row, word], ids=living[row].ids + [word],
                                             steps=living[row].steps + [take(step, [row])]))
                for place, (row, word) in enumerate(order)]
        ended += [one for place, _, one in made if one.ids[-1] == END and place < size]
        going = [(row, one) for _, row, one in made if one.ids[-1] != END][:size]
        living, state = [one for _, one in going], take(state, [row for row, _ in going])
        if not living or len(ended) >= size:
            break
    best = max(ended or living, key=lambda one: one.sum / len(one.steps))
    return Trace(model, encoding, best.steps, best.ids[1:])


# ---- sentences that are fed ----

def feed(model, ids, written, scale=None, given=None):
    """The steps of B sentences [B, n] whose words to be written [B, T] are fed; `given`: weights [B, n] of some steps."""
    encoding, state, before = model.encode(ids, scale), None, np.full(len(ids), START)
    state = model.start(encoding)
    for t in range(written.shape[1]):
        step, state = model.step(encoding, state, before, t, (given or {}).get(t))
        yield step
        before = written[:, t]


def read_pairs(path):
    """Source words, target words, and gold links (source, target, possible), of each line."""
    pairs = []
    with open(path, encoding="utf-8-sig") as file:
        for line in file.read().split("\n"):
            cells = line.split("\t")
            if len(cells) < 2 or not cells[0].split() or not cells[1].split():
                continue
            gold = cells[2].split() if len(cells) > 2 and re.match(r"\s*\d", cells[2]) else []
            links = [re.fullmatch(r"(\d+)([-?p])(\d+)", link).groups() for link in gold]
            pairs.append((cells[0].split(), cells[1].split(), [(int(s), int(t), kind != "-") for s, kind, t in links]))
    return pairs


def groups(model, pairs):
    """Pairs of one length at a time: their places among the pairs, ids [B, n], written words [B, T] with </s>, lengths."""
    lengths = {}
    for index, pair in enumerate(pairs):
        lengths.setdefault(model.row(pair[0]).shape[1], []).append(index)
    for indices in lengths.values():
        ids = np.concatenate([model.row(pairs[i][0]) for i in indices])
        words = [[model.target_ids.get(word, UNKNOWN) for word in pairs[i][1]] for i in indices]
        T = max(map(len, words)) + 1
        written = np.array([[w if w > UNKNOWN else UNKNOWN for w in row] + [END] * (T - len(row)) for row in words])
        yield indices, ids, written, np.array([len(row) for row in words])


def maps_of(model, step):
    """The weights [B, n] by layer and head, from 1; head 0 is the mean."""
    if step.weights is None:
        return {}
    if step.maps is None:
        return {(model.layers, 0): step.weights}
    found = {}
    for layer, heads in enumerate(step.maps, 1):
        found.update({(layer, 0): heads.mean(1), **{(layer, k + 1): heads[:, k] for k in range(heads.shape[1])}})
    return found


def evaluate(model, pairs):
    """Exact match of each pair, the loss, and the alignment error of each map."""
    exact, loss, tokens, peaks = np.zeros(len(pairs), bool), 0.0, 0, {}
    for indices, ids, written, lengths in groups(model, pairs):
        same = lengths < model.limit(ids.shape[1])
        for t, step in enumerate(feed(model, ids, written)):
            inside = t <= lengths
            same &= ~inside | (model.best(step.logits) == written[:, t])
            loss -= np.log(np.maximum(step.p[np.arange(len(ids)), written[:, t]], 1e-30))[inside].sum()
            tokens += int(inside.sum())
            for of, rows in maps_of(model, step).items():
                for index, best, length in zip(indices, rows.argmax(1), lengths):
                    if t < length:
                        peaks.setdefault(of, {})[index, t] = int(best)
        exact[indices] = same
    errors = {of: alignment_error(pairs, best) for of, best in peaks.items()}
    return SimpleNamespace(exact=exact, loss=loss / tokens, errors=errors, least=alignment_error(pairs, None))


def alignment_error(pairs, best):
    """best: {(pair, target word): source word}; None: the least that one word for each can reach."""
    chosen = sure = possible = links = 0
    for index, (_, target, gold) in enumerate(pairs):
        links += sum(not maybe for _, _, maybe in gold)
        for t in range(len(target)):
            all_of = {s for s, at, _ in gold if at == t}
            sure_of = {s for s, at, maybe in gold if at == t and not maybe}
            chosen += bool(all_of)
            sure += bool(sure_of) if best is None else best[index, t] in sure_of
            possible += bool(all_of) if best is None else best[index, t] in all_of
    return 1 - (sure + possible) / (chosen + links) if chosen else math.nan


def exact_by_beam(model, pairs, size):
    return np.array([decode(model, " ".join(source), beam=size).words == target for source, target, _ in pairs])


# ---- causes ----

def logs(model, ids, written, scale=None):
    """[B, T]: ln p of the written words."""
    rows = np.arange(len(ids))
    return np.stack([np.log(step.p[rows, written[:, t]]) for t, step in enumerate(feed(model, ids, written, scale))], 1)


def causes(model, ids, written, kind):
    """[B, T, n]: what word j does to ln p of each written word. The gradient times the embedding is the slope of ln p along
    the embedding: in double precision two runs beside it tell it to 1e-8."""
    whole, columns, near = logs(model, ids, written), [], 1e-5
    for j in range(ids.shape[1]):
        erased, scale = ids.copy(), np.ones(ids.shape)
        if kind == "erase-unk":
            erased[:, j] = UNKNOWN
            columns.append(whole - logs(model, erased, written))
        elif kind == "erase-zero":
            scale[:, j] = 0
            columns.append(whole - logs(model, ids, written, scale))
        else:
            step = np.zeros(ids.shape)
            step[:, j] = near
            columns.append((logs(model, ids, written, scale + step) - logs(model, ids, written, scale - step)) / (2 * near))
    return np.stack(columns, 2)


def agreement(model, pairs, exact, kind):
    """The share of linked words whose row is largest at a gold link, of the pairs that are translated exactly."""
    pairs = [pair for pair, right in zip(pairs, exact) if right and pair[2]]
    words = hits = 0
    for indices, ids, written, lengths in groups(model, pairs):
        if kind == "attention":
            rows = np.stack([step.weights for step in feed(model, ids, written)], 1)
        else:
            rows = causes(model, ids, written[:, :-1], kind)  # </s> has no link
        for row, index in zip(rows.argmax(2), indices):
            gold = pairs[index][2]
            linked = {t for _, t, _ in gold}
            words += len(linked)
            hits += sum((int(row[t]), t) in {(s, at) for s, at, _ in gold} for t in linked)
    return hits / words if words else math.nan


def first_word(model, pairs, after, shortest, longest):
    """How often the state after so many words is nearest to the mean state of the same first word in the other half."""
    states = []  # half, first word, state
    for indices, ids, _, _ in groups(model, pairs):
        size = len(pairs[indices[0]][0])
        if not shortest <= size <= longest or size < after:
            continue
        encoding = model.encode(ids)
        rows = np.concatenate([run[name][:, after - 1] for run in encoding.runs for name in ("h", "m") if name in run], 1)
        states += [(index % 2, int(row[0]), state) for index, row, state in zip(indices, ids, rows)]
    told = 0
    for half in range(2):
        others = [(first, state) for at, first, state in states if at != half]
        firsts = sorted({first for first, _ in others})
        means = np.array([np.mean([state for at, state in others if at == first], 0) for first in firsts])
        for at, first, state in states:
            if at == half and firsts:
                told += firsts[int(((means - state) ** 2).sum(1).argmin())] == first
    return told / len(states) if states else math.nan


# ---- how far a map can be moved ----

GRID = 20  # places of a bar that are tried


def farthest(model, sentence):
    """The mean share of a row's weight that can be moved, bar by bar from the first step on, with every word staying."""
    own = decode(model, sentence)
    n, total, given = own.encoding.n, 0.0, {}
    row, written = model.row(sentence.split()), np.array([own.ids])
    if not model.weighs or n < 2:
        return 0.0
    for t, step in enumerate(own.steps):
        weights, bars = step.weights[0], []
        for j in range(n):
            others = weights.sum() - weights[j]
            for place in range(GRID + 1):
                moved = weights * (1 - place / GRID) / others if others > 0 else np.full(n, (1 - place / GRID) / (n - 1))
                moved[j] = place / GRID
                bars.append((np.abs(moved - weights).sum() / 2, j, moved))
        bars.sort(key=lambda bar: (-round(bar[0], 7), bar[1]))
        B = len(bars)
        tried = {**{at: np.repeat(kept[None], B, 0) for at, kept in given.items()},
                 t: np.array([moved / moved.sum() for _, _, moved in bars])}
        same = np.ones(B, bool)
        for at, found in enumerate(feed(model, np.repeat(row, B, 0), np.repeat(written, B, 0), given=tried)):
            same &= model.best(found.logits) == own.ids[at]
        if same.any():
            first = int(same.argmax())
            total += bars[first][0]
            given[t] = tried[t][first]
    return total / len(own.steps)
