"""A decode with its attention: what `attend decode --json` prints, or what another model looked at.

    trace = Trace.read("trace.json")
    trace.source, trace.target, trace.weights       # n words, m words, [m, n]; trace.maps: what the words needed
    trace.heatmap().save("alignment.pdf")
    trace = Trace.of(source, target, cross=weights)  # [layers, heads, m, n]
    trace = Trace.of(sentence, encoder=weights)      # [layers, heads, n, n], of an encoder alone; decoder= of a decoder alone
    trace.write("trace.json"); trace.open()          # in the window

The file is described by docs/trace.schema.json. n words of the source, m steps of the decoder.
"""
from __future__ import annotations

import contextlib
import html
import json
import os
import subprocess
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import program
from .arrays import counted, fits, numbers, words
from .figure import Heatmap, framed, heatmap, looks_like_heatmap

KINDS = ("cross", "encoder", "decoder")


class Trace:
    """`json` is the whole file, as Python's json reads it; everything else is looked up there."""

    def __init__(self, content: dict[str, Any]):
        self.json = content
        self.check()

    # ---- what is in it ----

    @property
    def source(self) -> list[str]:
        """The n words that the encoder reads; none of a decoder alone."""
        return self.json["source"]["tokens"] if "source" in self.json else []

    @property
    def steps(self) -> list[dict[str, Any]]:
        """The m steps of the decoder as they stand in the file; none of an encoder alone."""
        return self.json.get("steps", [])

    @property
    def target(self) -> list[str]:
        """The m words that the steps write, with the end mark where it was written; of a text that a decoder alone read
        the last one may be nobody's."""
        return [step["output"]["token"] for step in self.steps if "output" in step]

    def __repr__(self) -> str:
        sides = [" ".join(side) for side in (self.source or self.inputs, self.target if self.source else []) if side]
        return f"<Trace {' → '.join(map(repr, sides))}>"

    @property
    def inputs(self) -> list[str]:
        """The m words that the steps read: the word before each; <s> before the first where the file does not say."""
        before = ["<s>", *self.target]
        return [step.get("input", {}).get("token", word) for step, word in zip(self.steps, before)]

    @property
    def weights(self) -> np.ndarray | None:
        """[m, n], or None of a model without cross-attention; of several heads and layers their mean."""
        rows = [step.get("weights") for step in self.steps]
        return None if not rows or any(row is None for row in rows) else numbers(rows, "the weights", 2)

    @property
    def cross(self) -> np.ndarray | None:
        """[layers, heads, m, n]: how much of each source word each step reads."""
        found = self.attention("cross")
        found = self.written("cross", len(self.source)) if found is None else found
        return self.weights[None, None] if found is None and self.weights is not None else found

    @property
    def encoder(self) -> np.ndarray | None:
        """[layers, heads, n, n]: self-attention of the source."""
        layers = [layer["self"]["weights"] for layer in self.json.get("encoder", {}).get("layers", []) if "self" in layer]
        return np.asarray(layers, dtype=np.float64) if layers else self.attention("encoder")

    @property
    def decoder(self) -> np.ndarray | None:
        """[layers, heads, m, m]: self-attention of the target, row t of step t, column i of the word that step i reads."""
        found = self.attention("decoder")
        return self.written("self", len(self.target)) if found is None else found

    @property
    def states(self) -> np.ndarray | None:
        """[layers, m, H]: the decoder's state after each step, of two recurrent layers the lower one's first; of a Transformer
        the top layer's alone. None where the file has none."""
        steps = self.steps
        if not steps or not all("state" in step for step in steps):
            return None
        layers = [[step["lower"]["state"] for step in steps]] if all("lower" in step for step in steps) else []
        return numbers([*layers, [step["state"] for step in steps]], "the states", 3)

    def written(self, part: str, columns: int) -> np.ndarray | None:
        """[layers, heads, m, columns] of a Transformer's decoder, 0 where a step could not look."""
        steps: list[Any] = [step.get("decoder") for step in self.steps]
        if not steps or not all(steps):
            return None
        found = np.zeros((len(steps[0]), len(steps[0][0][part]["weights"]), len(steps), columns))
        for t, layers in enumerate(steps):
            for i, layer in enumerate(layers):
                rows = numbers(layer[part]["weights"], "the weights", 2)
                found[i, :, t, :rows.shape[1]] = rows
        return found

    @property
    def maps(self) -> dict[str, np.ndarray] | None:
        """What each written word needed, in nats of its ln p, [m, n] each: "erase-unk", "erase-zero", "gradient". None where
        the decode was not asked with --maps."""
        found = self.json.get("maps")
        return found and {name: numbers(values, f'"maps.{name}"', 2) for name, values in found.items()}

    def attention(self, kind: str) -> np.ndarray | None:
        found = self.json.get("attentions", {}).get(kind)
        return None if found is None else numbers(found, f'"attentions.{kind}"', 4)

    # ---- making, reading and writing ----

    @classmethod
    def of(cls, source: str | Sequence[str], target: str | Sequence[str] | None = None, cross: Any = None, encoder: Any = None,
           decoder: Any = None, inputs: str | Sequence[str] | None = None, name: str | None = None) -> Trace:
        """A trace of another model: cross [m, n], [heads, m, n] or [layers, heads, m, n]; encoder [.., n, n] and decoder
        [.., m, m] likewise. `inputs`: the m words that the steps read; `name`: of the model. An encoder alone has no
        target and no cross; of a decoder alone `source` is what it reads, and `target` what its steps write, if known."""
        given = {"cross": cross, "encoder": encoder, "decoder": decoder}
        kept = {kind: layered(values, kind) for kind, values in given.items() if values is not None}
        if not kept:
            raise ValueError("none of cross, encoder and decoder was given; the weights of one were expected")
        read = words(source, "source")
        content: dict[str, Any] = {"name": name} if name else {}
        if kept.keys() == {"decoder"} and inputs is None:
            content["steps"] = steps_of(read[1:] if target is None else words(target, "target"), read, 1)
        else:
            content["source"] = {"tokens": read}
            if target is not None:
                content["steps"] = steps_of(words(target, "target"), None if inputs is None else words(inputs, "inputs"), 0)
        if "cross" in kept:
            fits(kept["cross"], "the weights", len(content.get("steps", [])), len(read))
            for step, row in zip(content["steps"], kept["cross"].mean((0, 1))):
                step["weights"] = row.tolist()
        if target is not None:
            content["output"] = [word for word in words(target, "target") if word != "</s>"]
        return cls({**content, "attentions": {kind: values.tolist() for kind, values in kept.items()}})

    @classmethod
    def read(cls, path: str | os.PathLike) -> Trace:
        with open(path, encoding="utf-8") as file:
            try:
                return cls(json.load(file))
            except (KeyError, TypeError, AttributeError, json.JSONDecodeError, UnicodeDecodeError):
                raise ValueError(f"{path}: this is no trace; what `attend decode --json` prints was expected") from None

    @classmethod
    def decode(cls, model: str | int | os.PathLike, sentence: str, *options: str) -> Trace:
        """What the program makes of a sentence; `model` is a file or a lesson, `options` are those of `attend decode`."""
        return cls(json.loads(program.call("decoding", "decode", str(model), sentence, "--json", *options)))

    def write(self, path: str | os.PathLike) -> None:
        text = json.dumps(self.json, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text + "\n")

    def check(self) -> None:
        """Raises ValueError where shapes and words do not agree."""
        if not self.json.keys() & {"source", "steps"}:
            raise KeyError("source")
        n, m = len(self.source), len(self.steps)
        alone = "encoder" if m == 0 else "decoder"
        if n == 0 and m == 0 or 0 in (n, m) and self.attention(alone) is None:
            raise ValueError("a trace needs a word of the source and a step of the decoder at least; an encoder or a decoder "
                             "alone its self-attention")
        for t, step in enumerate(self.steps, 1):
            step["output" if "output" in step else "input"]["token"]
            if len(step.get("weights", self.source)) != n:
                raise ValueError(f"step {t} has {counted(len(step['weights']), 'weight')}; {n} were expected, one for each source word")
        if self.weights is not None:
            fits(self.weights, "the weights", m, n)
        for name, values in (self.maps or {}).items():
            fits(values, f'"maps.{name}"', m, n)
        for kind, shape in zip(KINDS, ((m, n), (n, n), (m, m))):
            found = self.attention(kind)
            if found is not None:
                fits(found, f'"attentions.{kind}"', *shape)

    # ---- looking at it ----

    @looks_like_heatmap
    def heatmap(self, kind: str | None = None, layer: int | None = None, head: int | None = None, **look: Any) -> Heatmap:
        """The picture of one layer and head, counted from 0; the mean over all where None. `kind`: of KINDS, the first that
        is there if not said. `look`: as for attend.heatmap."""
        kind = kind or next((kind for kind in KINDS if getattr(self, kind) is not None), KINDS[0])
        if kind not in KINDS:
            raise ValueError(f"kind {kind!r} is not one of {', '.join(KINDS)}")
        found = getattr(self, kind)
        if found is None:
            raise ValueError(f"this trace has no {kind} attention")
        for name, chosen, count in (("layer", layer, len(found)), ("head", head, found.shape[1])):
            if chosen is not None and not 0 <= chosen < count:
                raise ValueError(f"there is no {name} {chosen}: they are 0 to {count - 1}")
        behind = hidden(found) & (kind != "cross")
        found = found.mean(0) if layer is None else found[layer]
        found = found.mean(0) if head is None else found[head]
        if behind.any():
            found, look = np.where(behind, np.nan, found), {"mask": "blank", **look}
        columns = self.inputs if kind == "decoder" else self.source
        rows = self.source if kind == "encoder" else self.inputs if kind == "decoder" else self.target
        return heatmap(found, columns, rows, **look)

    def stage(self, step: int | None = None) -> Stage:
        """A step, counted from 1, as a notebook shows it; the last one that writes a word if not said."""
        count = len(self.steps) or len(self.source)
        if step is None:
            words = [t for t, word in enumerate(self.target, 1) if word != "</s>"]
            step = words[-1] if words and self.weights is not None else count
        if not 1 <= step <= count:
            raise ValueError(f"there is no step {step}: they are 1 to {count}")
        return Stage(self, step)

    def _repr_html_(self) -> str:
        return self.stage()._repr_html_()

    def open(self) -> subprocess.Popen:
        """Starts the window on it."""
        return program.window("trace.json", self.write)


class Stage:
    """One step of a trace. The program draws the stage of a decode of attend's, where it is installed, and the pointer tells
    every number; of other traces, and without the program, the numbers stand in a table."""

    def __init__(self, trace: Trace, step: int):
        self.trace, self.step = trace, step

    def __repr__(self) -> str:
        return f"<step {self.step} of {self.trace!r}>"

    def _repr_html_(self) -> str:
        if "model" in self.trace.json and program.find():
            with contextlib.suppress(program.ProgramError), tempfile.TemporaryDirectory() as folder:
                path = os.path.join(folder, "trace.json")
                self.trace.write(path)
                return framed(program.call("the stage", "figure", path, "--step", str(self.step), "-o", "-.html").decode())
        return self.table()

    def columns(self) -> tuple[str, list[str], dict[str, Any]]:
        """What the step says, the words that it looks at, and its numbers for each of them."""
        trace, t = self.trace, self.step - 1
        if trace.weights is not None:
            step = trace.steps[t]
            wrote = step.get("output", {})
            said = f"step {self.step}: {trace.inputs[t]} → {wrote.get('token', '')}" + (f", p {wrote['p']:.4f}" if "p" in wrote else "")
            return said, trace.source, {name: step[name] for name in ("scores", "weights") if name in step}
        kind = "encoder" if trace.encoder is not None else "decoder"
        rows, read = getattr(trace, kind), trace.source if kind == "encoder" else trace.inputs
        if rows is None or t >= rows.shape[2]:
            return f"step {self.step}", [], {}
        return f"{read[t]} looks at", read, {"weights": np.where(hidden(rows), np.nan, rows.mean((0, 1)))[t]}

    def table(self) -> str:
        said, read, numbers_of = self.columns()
        lines = [f"<tr><th>{html.escape(name)}</th>" + "".join("<td></td>" if np.isnan(value) else f"<td>{value:.4f}</td>" for value in values) + "</tr>"
                 for name, values in numbers_of.items()]
        head = "".join(f"<th>{html.escape(word)}</th>" for word in read)
        return f"<table><caption>{html.escape(said)}</caption><tr><th></th>{head}</tr>{''.join(lines)}</table>"


def steps_of(target: list[str], inputs: list[str] | None, unwritten: int) -> list[dict[str, Any]]:
    """What each step reads, where that is known, and writes; of the last `unwritten` nobody may know what they write."""
    if inputs is None:
        return [{"output": {"token": word}} for word in target]
    if not 0 <= len(inputs) - len(target) <= unwritten:
        raise ValueError(f"inputs has {counted(len(inputs), 'word')}; {len(target)} were expected, as many as the target has")
    steps: list[dict[str, Any]] = [{"input": {"token": word}} for word in inputs]
    for step, word in zip(steps, target):
        step["output"] = {"token": word}
    return steps


def hidden(found: np.ndarray) -> np.ndarray:
    """[rows, columns]: is it behind a causal mask? Then no word looks at one behind it, in any layer and head."""
    behind = np.triu(np.ones(found.shape[-2:], bool), 1)
    return behind & (not found[..., behind].any())


def layered(values: Any, kind: str) -> np.ndarray:
    """[layers, heads, rows, columns] of what may lack layers and heads."""
    found = numbers(values, f"the {kind} attentions", 2, 3, 4)
    return found.reshape((1,) * (4 - found.ndim) + found.shape)
