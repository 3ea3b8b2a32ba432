"""Weights as a figure: in a notebook, as a file, of an exact width.

    picture = heatmap([[0.9, 0.1], [0.2, 0.8]], "the cat", "le chat", width="84mm")
    picture                        # in a notebook; the pointer on a cell shows its number
    picture.save("figure.pdf")

SVG and HTML of one matrix are made here where the program attend is not installed, all else by the program.
"""
from __future__ import annotations

import html
import json
import math
import os
import re
import subprocess
import tempfile
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import program
from .arrays import fits, numbers, words
from .drawing import Drawing
from .layout import Look
from .style import MAPS, STYLE, THEMES, digits_text, map_colors

UNITS = {"mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "px": 1.0}   # px
OWN = (".svg", ".html")      # written without the program
FILMS = (".gif", ".mp4", ".webm")
TOLD = re.compile(r'(<rect class="cell"[^>]*) aria-label="([^"]*)"/>')
PALE, HALF = 0.25, 0.5       # where no share is as large, the largest has the full colour; a note says that it could
FURTHER = frozenset((        # options of `attend heatmap` that the program alone draws
    "as", "caption", "column_shares", "columns", "dpi", "drop_end", "embed_fonts", "font", "font_file", "for", "gamma", "gold", "gold_format",
    "heads", "height", "layers", "mask", "maxima", "merge_subwords", "no_labels", "normalize", "reduce", "rows", "scale", "threshold", "transpose"))


def heatmap(weights: Any, source: str | Sequence[str] | None = None, target: str | Sequence[str] | None = None,
            width: str | float | None = None, font_size: str | float | None = None, **look: Any) -> Heatmap:
    """The picture of weights [m, n] (m words of the target below one another, n of the source side by side), from numpy,
    PyTorch or lists. [heads, m, n] and [layers, heads, m, n] become a grid, which the program alone draws. The path of a
    file is read by the program, in every form that `attend heatmap --from` reads: "generate.out:12", "heads.npz", ...

    width       "84mm", "3in", ... or px: of the page, exactly; cells take what words leave; if not given, what it needs
    font_size   "8pt", ... or px: of all words
    map         paper, viridis, cividis, grey, blues, magma, plasma, inferno, diverging
    theme       light, dark
    background  paper, white, none; if not given none where there is a width, except in dark, and paper elsewhere
    min, max, center    numbers of the first, the last and of diverging's middle colour; 0, 1 (the largest, if none reaches
                        0.25) and 0; max="auto": the largest
    digits      decimals in the cells; "none"; two where they fit if not given
    title, xlabel, ylabel   texts
    angle       0, 45 or 90: degrees that the words over columns rise by
    cell        px of a cell
    bar         below, right, none
    language    en, zh: of what the program writes over the heads of a grid

    Further arguments are those of `attend heatmap`, which then draws: for_="acl-column", as_="arcs", gold="0-0 1-2",
    maxima=True, threshold=0.05, transpose=True, normalize="rows", mask="blank", rows=[3, 1], heads=[0, 3], reduce="mean", drop_end=True, ...
    """
    if isinstance(weights, (str, os.PathLike)):
        asked = [f"--mask={look['mask']}"] if look.get("mask") else []
        asked += [f"--array={look.pop('array')}"] if "array" in look else []
        asked += ["--map=diverging"] if {"normalize", "min", "max"} & look.keys() else []   # then they need not be shares
        made, signed = read("reading a file of weights", "--from", os.fspath(weights), *asked)
        weights, source, target = made["weights"], source or made.get("source"), target or made.get("target")
        look = ({"map": "diverging"} if signed else {}) | look
    return Heatmap(weights, source, target, dict(look, width=width, font_size=font_size))


def read(what: str, *arguments: str) -> tuple[dict[str, Any], bool]:
    """The numbers that `attend heatmap` would draw, with their words, and whether some are below 0."""
    with tempfile.TemporaryDirectory(prefix="attend-") as folder:
        path = os.path.join(folder, "map.json")
        program.call(what, "heatmap", *arguments, "-o", path)
        with open(path, encoding="utf-8") as file:
            made = json.load(file)
    return made, bool((np.asarray(made["weights"], np.float64) < 0).any())


def causes(model: str | int | os.PathLike, sentence: str, of: str = "erase", eraser: str | None = None, **look: Any) -> Heatmap:
    """What the source words of a sentence did to the words that a model wrote, as the program computes it; `model` is a file or
    a lesson. The numbers are nats of ln p, signed, but for attention; they are `weights` of what comes back.

    of       erase: by how much ln p of each written word falls without the source word; gradient: its slope along the word's
             embedding, times that embedding; attention: the weights
    eraser   of erase: unk (if not given) or zero, what stands in the word's place
    look     as for heatmap
    """
    made, _ = read("asking a model", str(model), sentence, "--of", of, *(["--eraser", eraser] if eraser else []))
    return heatmap(made["weights"], made["source"], made["target"], **({} if of == "attention" else {"map": "diverging"}) | look)


def length(value: str | float | None, name: str) -> float:
    """px of "84mm" or of a number; 0 of None."""
    if value is None:
        return 0.0
    text = value if isinstance(value, str) else f"{value}px"
    found = re.fullmatch(r"\s*(\d+\.?\d*|\.\d+)\s*(mm|cm|in|pt|px)\s*", text)
    if not found or not 0 < float(found[1]) < 1e6:
        raise ValueError(f'{name} needs a length in mm, cm, in, pt or px, such as "84mm", not {value!r}')
    return float(found[1]) * UNITS[found[2]]


def choose(look: dict[str, Any], name: str, allowed: tuple[Any, ...], usual: Any = None) -> Any:
    value = look.pop(name, usual)
    if value is not usual and (isinstance(value, bool) or value not in allowed):
        raise ValueError(f"{name} has to be one of {', '.join(map(str, allowed))}, not {value!r}")
    return value


def number(look: dict[str, Any], name: str, usual: float | None = None, least: float = -math.inf) -> Any:
    value = look.pop(name, usual)
    if value is not usual and not (isinstance(value, (int, float, np.number)) and least <= value < math.inf):
        raise ValueError(f"{name} has to be a number{' from 0' if least == 0 else ''}, not {value!r}")
    return value


def text(look: dict[str, Any], name: str) -> str | None:
    value = look.pop(name, None)
    return None if value is None else str(value)


class Heatmap:
    """weights [.., m, n], source n words, target m words; both None where nobody named them."""

    def __init__(self, weights: Any, source: str | Sequence[str] | None, target: str | Sequence[str] | None,
                 look: dict[str, Any]):
        self.weights = numbers(weights, "the weights", 2, 3, 4, masked=look.get("mask") == "blank")
        self.source = None if source is None else words(source, "source")
        self.target = None if target is None else words(target, "target")
        fits(self.weights, "the weights", *(len(named) if named else None for named in (self.target, self.source)))
        self.least = self.most = 0.0   # numbers of the first and the last colour
        self.shares = self.pale = False   # the weights are shares of 1, and too small for the colours
        self.given = {key.rstrip("_"): value for key, value in look.items() if value is not None and value is not False}
        further = FURTHER & self.given.keys()
        self.take({key: value for key, value in self.given.items() if key not in further})
        further |= {"bar"} if self.given.get("bar") == "right" else set()
        self.own = None if further or self.weights.ndim > 2 else Drawing(self)

    def __repr__(self) -> str:
        return f"<Heatmap {' x '.join(map(str, self.weights.shape))}>"

    def take(self, look: dict[str, Any]) -> None:
        self.map = choose(look, "map", MAPS, "paper")
        self.theme = choose(look, "theme", THEMES, "light")
        page = look.get("width") is not None and self.theme == "light"   # whose own ground is behind the figure
        self.background = choose(look, "background", ("paper", "white", "none"), "none" if page else "paper")
        choose(look, "language", ("en", "zh"), "en")
        self.digits = choose(look, "digits", ("none", *range(7)))
        least, self.center = number(look, "min"), number(look, "center", 0.0)
        most = look.pop("max") if look.get("max") == "auto" else number(look, "max")
        self.asked = Look(length(look.pop("width", None), "width"), length(look.pop("font_size", None), "font_size"),
                          number(look, "cell", 0, least=0), choose(look, "angle", (0, 45, 90)), text(look, "title"),
                          text(look, "xlabel"), text(look, "ylabel"),
                          choose(look, "bar", ("below", "right", "none"), "below") == "below")
        if look:
            raise TypeError(f"heatmap has no argument {sorted(look)[0]!r}")
        self.choose_range(least, most)

    def choose_range(self, least: float | None, most: Any) -> None:
        """Of the colours; `most` may be "auto"."""
        there = self.weights[~np.isnan(self.weights)]
        low, high = (float(there.min()), float(there.max())) if there.size else (0.0, 0.0)
        self.shares = self.map != "diverging" and least is None and most in (None, "auto") and "normalize" not in self.given
        if self.map == "diverging":
            extent = max(high - self.center, self.center - low, 1e-6)
            low, high = self.center - extent, self.center + extent
        elif self.shares:
            if low < 0 or high > 1.0001:
                raise ValueError(f'weights from 0 to 1 were expected, and there is {digits_text(low if low < 0 else high, 6)}; '
                                 'say min and max, or map="diverging"')
            low, largest, high = 0.0, high, high if high < PALE or most == "auto" else 1.0
            self.pale = most is None and high == 1 and largest < HALF
        self.least = low if least is None else float(least)
        most = None if most == "auto" else most
        self.most = high if most is None else float(most)
        if most is None and self.most <= self.least:
            self.most = self.least + 1
        if not self.most > self.least:
            raise ValueError(f"min {digits_text(self.least, 6)} and max {digits_text(self.most, 6)} leave no range for the colours")

    # ---- colours and numbers ----

    def colors(self, values: np.ndarray) -> np.ndarray:
        """[.., 3] uint8 of numbers [..]."""
        levels = (values - self.least) / (self.most - self.least)
        if self.map == "diverging":
            levels = 0.5 + 0.5 * (values - self.center) / max(self.most - self.center, self.center - self.least)
        return map_colors(self.theme, self.map, levels)

    def number(self, value: float) -> str:
        """As it stands in a cell."""
        text = f"{abs(value):.{2 if self.digits in (None, 'none') else self.digits}f}"
        return "−" + text if value < 0 and float(text) > 0 else text

    # ---- where it goes ----

    def svg(self) -> str:
        """One matrix without the program; a grid, and what has further arguments, by it."""
        return self.own.svg() if self.own else self.made(".svg")

    def html(self) -> str:
        """One file that needs no other; the pointer on a cell shows its number."""
        title = html.escape(self.asked.title or "heatmap")
        return f'<!doctype html>\n<meta charset="utf-8">\n<title>{title}</title>\n{self._repr_html_()}'

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        if self.own:
            picture = self.own.svg()
        else:  # the program's page, whose script a notebook may not run: the browser tells titles by itself
            page = self.made(".html")
            picture = TOLD.sub(r"\1><title>\2</title></rect>", page[page.index("<svg"):page.index("</svg>") + 6])
        if "background" not in self.given:   # a notebook may be dark
            picture = picture.replace("<svg ", f'<svg style="background:{STYLE["themes"][self.theme]["paper"]}" ', 1)
        return "<style>.cell:hover{stroke:currentColor;stroke-width:1.5px}.told rect{fill:transparent}</style>" + picture

    def save(self, path: str | os.PathLike) -> None:
        """The ending says the format: .svg and .html; with the program .pdf, .png, .eps, .tex, .csv, .json and .npy too, and
        as a film row by row .gif, .mp4 and .webm. What exists is replaced."""
        path, ending = os.fspath(path), os.path.splitext(path)[1].lower()
        if self.own and ending in OWN and not program.find():
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.html() if ending == ".html" else self.svg())
        else:
            self.by_program(path)

    def by_program(self, path: str) -> None:
        command = "film" if path.lower().endswith(FILMS) else "heatmap"
        with tempfile.NamedTemporaryFile(suffix=".npz") as file:
            self.write_arrays(file.name)
            program.call("anything but SVG and HTML of one matrix", command, "--from", file.name, "-o", path, *self.options(),
                         given=(file.name, "the weights"))

    def write_arrays(self, path: str) -> None:
        """An .npz, as the program reads it."""
        arrays = {"weights": self.weights.astype(np.float32), "source": self.source, "target": self.target}
        np.savez(path, **{name: np.array(array) for name, array in arrays.items() if array is not None and len(array)})

    def open(self) -> subprocess.Popen:
        """Starts the window on the weights, with all heads and layers; what else was asked for is left to the window."""
        return program.window("weights.npz", self.write_arrays)

    def made(self, ending: str) -> str:
        """What the program writes."""
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "made" + ending)
            self.by_program(path)
            with open(path, encoding="utf-8") as file:
                return file.read()

    def options(self) -> list[str]:
        """As the command line has them."""
        found = []
        for key, value in self.given.items():
            if isinstance(value, (list, tuple)):
                value = ",".join(map(str, value))
            elif key in ("width", "height", "font_size") and not isinstance(value, str):
                value = f"{value}px"
            found.append(f"--{key.replace('_', '-')}" + ("" if value is True else f"={value}"))
        return found


