"""The SVG of one matrix, as the program draws it: words are text, and each cell has its number as a title.

    svg = Drawing(heatmap).svg()        # heatmap: a Heatmap of weights [m, n]
"""
from __future__ import annotations

import base64
import html
import math
import struct
import zlib
from typing import TYPE_CHECKING

import numpy as np

from .arrays import counted, shown
from .layout import Layout, shorten
from .program import warn
from .style import ASCENT, STYLE, digits_text, hex_of, on, text_width

if TYPE_CHECKING:
    from .figure import Heatmap

CELLS_MOST = 20000   # that are drawn one by one; more are one picture
IMAGE_MOST = 2048    # px of its side
BAR_STEPS = 64
UNEVEN_MOST = 0.01   # that a row of shares may differ from 1
ENDS = ("</s>", "<eos>", "[SEP]", "<|endoftext|>")


class Drawing:
    def __init__(self, heatmap: Heatmap):
        m, n = heatmap.weights.shape
        self.heatmap, self.look = heatmap, heatmap.asked
        self.own = Layout(n, m, shown(heatmap.source), shown(heatmap.target), heatmap.asked)
        self.cut = self.no_digits = False   # words end in an ellipsis, numbers that were asked for have no room
        self.block = 1                      # cells of a point, along each side

    def svg(self) -> str:
        """The whole picture."""
        parts = [*self.ground(), *self.titles(), *self.column_words(), *self.row_words(), *self.cells(), *self.bar()]
        for note in self.notes():
            warn(note)
        own, unit = self.own, self.look.width > 0
        wide, high = (f"{size * 25.4 / 96:.4g}mm" if unit else f"{size:.6g}" for size in (own.width, own.height))
        return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {place(own.width)} '
                f'{place(own.height)}" font-family="{html.escape(STYLE["font"])}">\n' + "\n".join(parts) + "\n</svg>\n")

    def notes(self) -> list[str]:
        """What the program notes of the same figure, in its words (src/words)."""
        own, sums, found = self.own, self.heatmap.weights.sum(1), []
        uneven = np.flatnonzero(abs(sums - 1) > UNEVEN_MOST) if self.heatmap.shares else []
        if len(uneven):
            found.append(f"the weights: {len(uneven)} of {len(sums)} rows do not add up to 1 (row {uneven[0] + 1}: "
                         f"{digits_text(sums[uneven[0]], 3)})")
        if self.heatmap.pale:
            found.append(f"no share is larger than {digits_text(self.heatmap.weights.max(), 2)}, and the last colour is that of 1: "
                         "--max auto makes it that of the largest")
        if own.smaller:
            found.append(f"the words have type of {own.size * 0.75:.1f} pt: 8 pt do not fit into "
                         f"{self.look.width * 25.4 / 96:.1f} mm")
        if self.no_digits:
            found.append(f"cells have no room for numbers of {counted(self.heatmap.digits, 'decimal')}: they are left out")
        if self.block > 1:
            found.append(f"each point of the picture is the largest of {self.block} x {self.block} weights")
        if self.cut:
            found.append("words that are too long end in an ellipsis")
        return found

    def ground(self) -> list[str]:
        fill = {"paper": STYLE["themes"][self.heatmap.theme]["paper"], "white": "#ffffff"}.get(self.heatmap.background)
        return [rect(0, 0, self.own.width, self.own.height, fill)] if fill else []

    def titles(self) -> list[str]:
        own, look, em = self.own, self.look, self.own.size
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
        fill = STYLE["themes"][self.heatmap.theme].get(ink, ink)
        turned = f' transform="rotate({turn:g} {place(x)} {place(y)})"' if turn else ""
        weight, shown = ' font-weight="600"' if bold else "", shorten(text, size, room)
        self.cut |= shown != text
        known = shown and not bold and all(letter in STYLE["advance"] for letter in shown)  # as wide in any other font
        fixed = f' textLength="{place(text_width(shown) * size)}" lengthAdjust="spacingAndGlyphs"' if known else ""
        return (f'<text x="{place(x)}" y="{place(y)}" font-size="{place(size)}" fill="{fill}" text-anchor="{anchor}"'
                f"{fixed}{weight}{turned}>{html.escape(shown, quote=False)}</text>")

    def column_words(self) -> list[str]:
        own, size = self.own, self.own.size
        aside = {90: size * 0.35, 45: size * 0.05}.get(own.angle, 0)
        return [self.text(own.left + own.w * (j + 0.5) + aside, own.top - size * 0.5, self.own.word(False, j),
                          "start" if own.angle else "middle", own.most(False), turn=-own.angle) for j in own.shown(False)]

    def row_words(self) -> list[str]:
        own, size = self.own, self.own.size
        return [self.text(own.left - size * 0.5, own.top + own.h * (t + 0.5) + size * ASCENT, self.own.word(True, t), "end",
                          own.side_w, "muted" if self.heatmap.target and self.own.word(True, t) in ENDS else "ink")
                for t in own.shown(True)]

    def cells(self) -> list[str]:
        if self.heatmap.weights.size > CELLS_MOST:
            return [self.image()]
        own, gap = self.own, self.own.gap()
        radius = min(3, min(own.w, own.h) * 0.1) if gap >= 1 else 0
        ends = self.heatmap.number(self.heatmap.least), self.heatmap.number(self.heatmap.most)
        size = 0 if self.heatmap.digits == "none" else own.number_size(ends, self.heatmap.digits is None)
        self.no_digits = not size and isinstance(self.heatmap.digits, int)
        found = []
        weights = self.heatmap.weights
        for t, (row, colors) in enumerate(zip(weights.tolist(), self.heatmap.colors(weights).tolist())):
            for j, (value, color) in enumerate(zip(row, colors)):
                x, y = own.left + own.w * j + gap / 2, own.top + own.h * t + gap / 2
                found.append(self.cell(x, y, gap, radius, t, j, value, hex_of(color)))
                if size:
                    middle, base = x + (own.w - gap) / 2, y + (own.h - gap) / 2 + size * ASCENT
                    found.append(self.text(middle, base, self.heatmap.number(value), "middle", own.w,
                                           on(color), size=size))
        return found

    def cell(self, x: float, y: float, gap: float, radius: float, t: int, j: int, value: float, fill: str) -> str:
        """Cells without a gap lie over the seam to the next."""
        over = [0.3 if gap == 0 and i + 1 < count else 0 for i, count in ((j, self.own.n), (t, self.own.m))]
        told = html.escape(f"{self.own.word(False, j)} → {self.own.word(True, t)}: {digits_text(value, 4)}", quote=False)
        shape = rect(x, y, self.own.w - gap + over[0], self.own.h - gap + over[1], fill, radius)
        return f'{shape[:-2]} class="cell"><title>{told}</title></rect>'

    def image(self) -> str:
        """Very many cells, a pixel each, or one for the largest of a block."""
        own, heat = self.own, self.heatmap
        self.block = -(-max(heat.weights.shape) // IMAGE_MOST)
        values = pooled(heat.weights, self.block, heat.center if heat.map == "diverging" else heat.least)
        data = base64.b64encode(png(heat.colors(values))).decode()
        return (f'<image x="{place(own.left)}" y="{place(own.top)}" width="{place(own.right - own.left)}" '
                f'height="{place(own.bottom - own.top)}" preserveAspectRatio="none" style="image-rendering:pixelated" '
                f'href="data:image/png;base64,{data}"/>')

    def bar(self) -> list[str]:
        if not self.look.bar:
            return []
        x, y, wide, high = self.own.bar()
        heat, step, found = self.heatmap, wide / BAR_STEPS, []
        colors = heat.colors(heat.least + (heat.most - heat.least) * (np.arange(BAR_STEPS) + 0.5) / BAR_STEPS).tolist()
        for i, color in enumerate(colors):   # each runs under the next: no seams between them
            found.append(rect(x + step * i, y, min(2 * step, wide - step * i), high, hex_of(color)))
        ends = [(0.0, "start"), (1.0, "end"), ((heat.center - heat.least) / (heat.most - heat.least), "middle")]
        size, texts = self.own.size, []
        for share, _ in ends:
            value = heat.least + (heat.most - heat.least) * share
            texts.append(("−" if value < 0 else "") + digits_text(abs(value), 3))
        signed = (heat.map == "diverging" and 0.25 < ends[2][0] < 0.75
                  and size * (1 + sum(map(text_width, texts))) <= wide)   # they have room side by side
        narrow = wide < size * (text_width(texts[0]) + text_width(texts[1]) + 0.3)   # its ends would run into each other
        for (share, anchor), text in list(zip(ends, texts))[int(narrow):3 if signed else 2]:
            found.append(self.text(x + wide * share, y + high + 1.15 * self.own.size, text, anchor, math.inf, "muted"))
        return found


def pooled(values: np.ndarray, block: int, middle: float) -> np.ndarray:
    """Of every block of rows and columns the value that is farthest from the middle."""
    if block == 1:
        return values
    rows, columns = (range(0, count, block) for count in values.shape)
    least = np.minimum.reduceat(np.minimum.reduceat(values, rows), columns, 1)
    most = np.maximum.reduceat(np.maximum.reduceat(values, rows), columns, 1)
    return np.where(middle - least > most - middle, least, most)


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
