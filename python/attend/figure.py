"""Weights as a figure: in a notebook, as a file, of an exact width.

    picture = heatmap([[0.9, 0.1], [0.2, 0.8]], "the cat", "le chat", width="84mm")
    picture                        # in a notebook; the pointer on a cell shows its number
    picture.save("figure.pdf")

SVG and HTML are made here where the program attend is not installed, all else by the program.
"""
from __future__ import annotations

import base64
import html
import json
import os
import re
import struct
import tempfile
import zlib
from collections.abc import Sequence

import numpy as np

from . import program
from .arrays import fits, numbers, words
from .layout import Layout, Look, shorten
from .style import ASCENT, MAPS, STYLE, THEMES, hex_of, map_color, on, text_width

UNITS = {"mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "px": 1.0}   # px
CELLS_MOST = 20000   # that are drawn one by one; more are one picture
BAR_STEPS = 64
OWN = (".svg", ".html")


def heatmap(weights, source: str | Sequence[str] | None = None, target: str | Sequence[str] | None = None,
            width: str | float | None = None, font_size: str | float | None = None, **look) -> Heatmap:
    """The picture of weights [m, n] (m words of the target below one another, n of the source side by side), from numpy,
    PyTorch or lists. [heads, m, n] and [layers, heads, m, n] become a grid, which the program alone draws.

    width       "84mm", "3in", ... or px: of the page, exactly; cells take what words leave. As large as it needs if not given
    font_size   "8pt", ... or px: of all words
    map         paper, viridis, cividis, grey, blues, diverging
    theme       light, dark
    background  paper, white, none
    min, max, center    numbers of the first, the last and of diverging's middle colour; 0, 1 and 0
    digits      decimals in the cells; "none"; two where they fit if not given
    title, xlabel, ylabel   texts
    angle       0, 45 or 90: degrees that the words over columns rise by
    cell        px of a cell
    bar         below, none
    """
    return Heatmap(weights, source, target, dict(look, width=width, font_size=font_size))


def length(value: str | float | None, name: str) -> float:
    """px of "84mm" or of a number; 0 of None."""
    if value is None:
        return 0.0
    found = re.fullmatch(r"\s*([0-9.]+)\s*(mm|cm|in|pt|px)\s*", f"{value}px" if isinstance(value, (int, float)) else value)
    if not found or not 0 < float(found[1]) < 1e6:
        raise ValueError(f'{name} needs a length in mm, cm, in, pt or px, such as "84mm", not {value!r}')
    return float(found[1]) * UNITS[found[2]]


def choose(look: dict, name: str, allowed: tuple, usual):
    value = look.pop(name, None)
    if value is not None and value not in allowed:
        raise ValueError(f"{name} has to be one of {', '.join(map(str, allowed))}, not {value!r}")
    return usual if value is None else value


class Heatmap:
    """weights [.., m, n], source n words, target m words; both None where nobody named them."""

    def __init__(self, weights, source, target, look: dict):
        self.weights = numbers(weights, "the weights", 2, 3, 4)
        self.source = None if source is None else words(source, "source")
        self.target = None if target is None else words(target, "target")
        fits(self.weights, "the weights", len(self.target) if self.target else None, len(self.source) if self.source else None)
        self.given = {key: value for key, value in look.items() if value is not None}
        self.take(dict(self.given))
        self.own = self.layout() if self.weights.ndim == 2 else None

    def take(self, look: dict) -> None:
        self.map = choose(look, "map", MAPS, "paper")
        self.theme = choose(look, "theme", THEMES, "light")
        self.background = choose(look, "background", ("paper", "white", "none"), "paper")
        self.digits = choose(look, "digits", ("none", *range(7)), None)
        self.least, self.most, self.center = look.pop("min", None), look.pop("max", None), look.pop("center", 0.0)
        self.asked = Look(length(look.pop("width", None), "width"), length(look.pop("font_size", None), "font_size"),
                          look.pop("cell", 0), choose(look, "angle", (0, 45, 90), None), look.pop("title", None),
                          look.pop("xlabel", None), look.pop("ylabel", None),
                          choose(look, "bar", ("below", "none"), "below") == "below")
        if look:
            raise TypeError(f"heatmap has no argument {sorted(look)[0]!r}")
        self.choose_range()

    def choose_range(self) -> None:
        low, high = float(self.weights.min()), float(self.weights.max())
        if self.map == "diverging":
            extent = max(high - self.center, self.center - low, 1e-6)
            low, high = self.center - extent, self.center + extent
        elif self.least is None and self.most is None:
            if low < 0 or high > 1.0001:
                raise ValueError(f'weights from 0 to 1 were expected, and there is {low if low < 0 else high:g}; '
                                 'say min and max, or map="diverging"')
            low, high = 0.0, 1.0
        self.least = low if self.least is None else float(self.least)
        self.most = high if self.most is None else float(self.most)
        if not self.most > self.least:
            raise ValueError(f"min {self.least:g} and max {self.most:g} leave no range for the colours")

    def layout(self) -> Layout:
        m, n = self.weights.shape
        return Layout(n, m, self.source, self.target, self.asked)

    # ---- colours and numbers ----

    def color(self, value: float) -> tuple[int, int, int]:
        level = (value - self.least) / (self.most - self.least)
        if self.map == "diverging":
            level = 0.5 + 0.5 * (value - self.center) / max(self.most - self.center, self.center - self.least)
        return map_color(self.theme, self.map, level)

    def number(self, value: float) -> str:
        text = f"{abs(value):.{2 if self.digits in (None, 'none') else self.digits}f}"
        return "−" + text if value < 0 and float(text) > 0 else text

    def word(self, target: bool, i: int) -> str:
        given = self.target if target else self.source
        return given[i] if given else str(i + 1)

    # ---- SVG ----

    def svg(self) -> str:
        """The whole picture; words are text, and each cell has its number as a title."""
        if self.own is None:
            raise program.ProgramError("a grid of heads is drawn by the program attend; one matrix [m, n] is drawn without it")
        parts = [*self.ground(), *self.titles(), *self.column_words(), *self.row_words(), *self.cells(), *self.bar()]
        own, unit = self.own, self.asked.width > 0
        wide, high = (f"{size * 25.4 / 96:.4g}mm" if unit else f"{size:.6g}" for size in (own.width, own.height))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {place(own.width)} '
                f'{place(own.height)}" font-family="{html.escape(STYLE["font"])}">\n' + "\n".join(parts) + "\n</svg>\n")

    def ground(self) -> list[str]:
        fill = {"paper": STYLE["themes"][self.theme]["paper"], "white": "#ffffff"}.get(self.background)
        return [rect(0, 0, self.own.width, self.own.height, fill)] if fill else []

    def titles(self) -> list[str]:
        own, look, em = self.own, self.asked, self.own.size
        middle, y = (own.left + own.right) / 2, own.margin + em * 0.8
        room = 2 * min(middle - own.margin, own.width - own.margin - middle)
        found = []
        if look.title:
            found.append(self.text(middle, y, look.title, "middle", room, bold=True))
        if look.xlabel:
            found.append(self.text(middle, y + (em * 1.8 if look.title else 0), look.xlabel, "middle", room, "muted"))
        if look.ylabel:
            found.append(self.text(own.margin + em * 0.85, (own.top + own.bottom) / 2, look.ylabel, "middle",
                                   own.bottom - own.margin, "muted", turn=-90))
        return found

    def text(self, x: float, y: float, text: str, anchor: str, room: float, ink: str = "ink", turn: float = 0,
             bold: bool = False, size: float = 0) -> str:
        size = size or self.own.size
        fill = STYLE["themes"][self.theme].get(ink, ink)
        turned = f' transform="rotate({turn:g} {place(x)} {place(y)})"' if turn else ""
        weight, shown = ' font-weight="600"' if bold else "", shorten(text, size, room)
        known = shown and not bold and all(letter in STYLE["advance"] for letter in shown)  # as wide in any other font
        fixed = f' textLength="{place(text_width(shown) * size)}" lengthAdjust="spacingAndGlyphs"' if known else ""
        return (f'<text x="{place(x)}" y="{place(y)}" font-size="{place(size)}" fill="{fill}" text-anchor="{anchor}"'
                f"{fixed}{weight}{turned}>{html.escape(shown, quote=False)}</text>")

    def column_words(self) -> list[str]:
        own, size = self.own, self.own.size
        aside = {90: size * 0.35, 45: size * 0.05}.get(own.angle, 0)
        return [self.text(own.left + own.w * (j + 0.5) + aside, own.top - size * 0.5, self.word(False, j),
                          "start" if own.angle else "middle", own.most(False), turn=-own.angle) for j in own.shown(False)]

    def row_words(self) -> list[str]:
        own, size = self.own, self.own.size
        return [self.text(own.left - size * 0.5, own.top + own.h * (t + 0.5) + size * ASCENT, self.word(True, t), "end",
                          own.side_w, "muted" if self.target and self.word(True, t) == "</s>" else "ink")
                for t in own.shown(True)]

    def cells(self) -> list[str]:
        if self.weights.size > CELLS_MOST:
            return [self.image()]
        own, gap = self.own, self.own.gap()
        radius = min(3, min(own.w, own.h) * 0.1) if gap >= 1 else 0
        ends = self.number(self.least), self.number(self.most)
        size = 0 if self.digits == "none" else own.number_size(ends, self.digits is None)
        found = []
        for t, row in enumerate(self.weights):
            for j, value in enumerate(map(float, row)):
                x, y = own.left + own.w * j + gap / 2, own.top + own.h * t + gap / 2
                found.append(self.cell(x, y, gap, radius, t, j, value))
                if size:
                    found.append(self.text(x + (own.w - gap) / 2, y + (own.h - gap) / 2 + size * ASCENT, self.number(value),
                                           "middle", own.w, on(self.color(value)), size=size))
        return found

    def cell(self, x: float, y: float, gap: float, radius: float, t: int, j: int, value: float) -> str:
        """Cells without a gap lie over the seam to the next."""
        over = [0.3 if gap == 0 and i + 1 < count else 0 for i, count in ((j, self.own.n), (t, self.own.m))]
        told = html.escape(f"{self.word(False, j)} → {self.word(True, t)}: {value:.4g}", quote=False)
        shape = rect(x, y, self.own.w - gap + over[0], self.own.h - gap + over[1], hex_of(self.color(value)), radius)
        return f'{shape[:-2]} class="cell"><title>{told}</title></rect>'

    def image(self) -> str:
        """Very many cells, a pixel each."""
        own = self.own
        pixels = np.array([[self.color(float(value)) for value in row] for row in self.weights], np.uint8)
        data = base64.b64encode(png(pixels)).decode()
        return (f'<image x="{place(own.left)}" y="{place(own.top)}" width="{place(own.right - own.left)}" '
                f'height="{place(own.bottom - own.top)}" preserveAspectRatio="none" style="image-rendering:pixelated" '
                f'href="data:image/png;base64,{data}"/>')

    def bar(self) -> list[str]:
        if not self.asked.bar:
            return []
        x, y, wide, high = self.own.bar()
        step, found = wide / BAR_STEPS, []
        for i in range(BAR_STEPS):   # each runs under the next: no seams between them
            level = self.least + (self.most - self.least) * (i + 0.5) / BAR_STEPS
            found.append(rect(x + step * i, y, min(2 * step, wide - step * i), high, hex_of(self.color(level))))
        ends = [(0.0, "start"), (1.0, "end"), ((self.center - self.least) / (self.most - self.least), "middle")]
        signed = self.map == "diverging" and 0.25 < ends[2][0] < 0.75
        for share, anchor in ends if signed else ends[:2]:
            value = self.least + (self.most - self.least) * share
            text = f"{abs(value):.3g}"
            found.append(self.text(x + wide * share, y + high + 1.15 * self.own.size, f"−{text}" if value < 0 else text, anchor,
                                   wide, "muted"))
        return found

    # ---- where it goes ----

    def html(self) -> str:
        """One file that needs no other; the pointer on a cell shows its number."""
        hover = "<style>.cell:hover{stroke:currentColor;stroke-width:1.5px}</style>"
        return f'<!doctype html>\n<meta charset="utf-8">\n<title>{html.escape(self.asked.title or "heatmap")}</title>\n' \
               f"{hover}\n{self.svg()}"

    def _repr_svg_(self) -> str:
        return self.svg() if self.own else None

    def _repr_html_(self) -> str:
        if self.own is None:
            return self.by_program_to_text()
        return f"<style>.cell:hover{{stroke:currentColor;stroke-width:1.5px}}</style>{self.svg()}"

    def save(self, path: str | os.PathLike) -> None:
        """The ending says the format. What exists is replaced."""
        path, ending = os.fspath(path), os.path.splitext(path)[1].lower()
        if ending == ".html" and self.own or ending in OWN and self.own and not program.find():
            with open(path, "w", encoding="utf-8") as file:
                file.write(self.html() if ending == ".html" else self.svg())
        else:
            self.by_program(path)

    def by_program(self, path: str) -> None:
        content = {"weights": self.weights.tolist()}
        for name in ("source", "target"):
            if getattr(self, name):
                content[name] = getattr(self, name)
        with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
            json.dump(content, file, ensure_ascii=False)
            file.flush()
            program.call(f"a file {os.path.splitext(path)[1]}", "heatmap", "--from", file.name, "-o", path, *self.options())

    def by_program_to_text(self) -> str:
        with tempfile.TemporaryDirectory() as folder:
            made = os.path.join(folder, "grid.svg")
            self.by_program(made)
            with open(made, encoding="utf-8") as file:
                return file.read()

    def options(self) -> list[str]:
        """As the command line has them."""
        found = []
        for key, value in self.given.items():
            text = f"{value}px" if key in ("width", "font_size") and not isinstance(value, str) else str(value)
            found.append(f"--{key.replace('_', '-')}={text}")
        return found


def place(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def rect(x: float, y: float, wide: float, high: float, fill: str, radius: float = 0) -> str:
    rounded = f' rx="{place(radius)}"' if radius else ""
    return (f'<rect x="{place(x)}" y="{place(y)}" width="{place(wide)}" height="{place(high)}"{rounded} fill="{fill}"/>')


def png(pixels: np.ndarray) -> bytes:
    """A PNG of pixels [high, wide, 3] uint8."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    high, wide, _ = pixels.shape
    rows = b"".join(b"\0" + row.tobytes() for row in pixels)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0)) + \
        chunk(b"IDAT", zlib.compress(rows, 6)) + chunk(b"IEND", b"")
