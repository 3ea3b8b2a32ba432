"""Where everything of a heatmap stands, as in the program's figures (src/scene/weights/weights_figure.c): words and type
have their size, and cells take what is left. All lengths are in px, 1/96 inch; em is the size of the type.

    layout = lay_out(n, m, source, target, Look(width=317.5))
    layout.w, layout.h          # of a cell
    layout.left, layout.top     # of the first

m rows with the words of the target, n columns with the words of the source.
"""
from __future__ import annotations

import copy
import math
from dataclasses import dataclass

from .style import text_width

MARGIN, MARGIN_WIDTH = 20.0, 0.25        # px around a figure of free width, em around one of a given width
LINE, CELL_MOST = 1.4, 4.2               # em from line to line; that a cell is high in a figure of a given width
LEVEL_ROOM, TURN_PITCH, LINE_PITCH = 0.5, 1.5, 1.12   # em between level words; from word to word at 45 and at 90 degrees
SIDE_MOST, HEAD_MOST = 0.36, 22.0        # of the page's width; em: more is cut off a word beside rows, over columns
TYPE_LEAST, TYPE_BODY, TYPE_PAGE = 11.0, 14.5, 8 / 0.75
SMALLEST = 5 / 0.75                      # px: smaller type cannot be read in print
SIDE_SHARED, SIDE_POOLED = 2400.0, 1200.0  # px that many cells share, and very many
ANGLES = (0, 45, 90)


@dataclass
class Look:
    """What a person asks for; 0 and None leave it to the layout."""
    width: float = 0
    size: float = 0
    cell: float = 0
    angle: int | None = None
    title: str | None = None
    xlabel: str | None = None
    ylabel: str | None = None
    bar: bool = True


def shorten(text: str, em: float, width: float) -> str:
    """As much of it as fits, with an ellipsis."""
    if text_width(text) * em <= width + 0.01:
        return text
    while text and text_width(text.rstrip() + "…") * em > width + 0.01:
        text = text[:-1]
    return text.rstrip() + "…"


class Layout:
    def __init__(self, n: int, m: int, source: list[str] | None, target: list[str] | None, look: Look):
        self.n, self.m, self.source, self.target, self.look = n, m, source, target, look
        self.size = self.w = self.h = 0.0
        self.angle = 0
        self.smaller = False   # nobody asked for a size, and 8 pt did not fit
        if look.width > 0:
            self.fit_page()
        else:
            self.lay_free()
        self.lay_heights()

    # ---- words ----

    def word(self, target: bool, i: int) -> str:
        words = self.target if target else self.source
        return words[i] if words else str(i + 1)

    def most(self, target: bool) -> float:
        if not target:
            return HEAD_MOST * self.size
        return self.look.width * SIDE_MOST if self.look.width > 0 else 320

    def longest(self, target: bool) -> float:
        count, words = (self.m, self.target) if target else (self.n, self.source)
        widest = max(text_width(self.word(target, i)) for i in (range(count) if words else [count - 1]))
        return min(widest * self.size, self.most(target))

    def reach(self, j: int) -> float:
        """From a column's middle to the right end of its word."""
        width = min(text_width(self.word(False, j)) * self.size, self.most(False))
        return {0: width / 2, 90: self.size * 0.5}.get(self.angle, width * math.cos(math.radians(45)) + self.size * 0.6)

    def needed(self, angle: int) -> float:
        """That a column's word needs of its width."""
        return self.size * TURN_PITCH if angle == 45 else self.size * LINE_PITCH if angle else \
            self.longest(False) + LEVEL_ROOM * self.size

    def shown(self, target: bool) -> list[int]:
        """Which words have room: every so many; numbers go by 1, 2, 5, 10, ..., with the first where it has room too."""
        count, words, pitch = (self.m, self.target, self.h) if target else (self.n, self.source, self.w)
        needed = LINE_PITCH * self.size if target else self.needed(self.angle)
        stride = math.ceil(needed / pitch - 1e-3) if pitch < needed else 1
        if words or stride == 1:
            return list(range(0, count, stride))
        stride = next(step * 10 ** power for power in range(9) for step in (1, 2, 5) if step * 10 ** power >= stride)
        return [0] * ((stride - 1) * pitch >= needed) + list(range(stride - 1, count, stride))

    # ---- widths ----

    def measure_sides(self) -> None:
        self.margin = self.size * MARGIN_WIDTH if self.look.width > 0 else MARGIN
        self.side_w = self.longest(True)
        self.left = self.margin + (self.size * 1.6 if self.look.ylabel else 0) + self.side_w + self.size * 0.5

    def column_room(self) -> float:
        end = self.look.width - self.margin - self.left
        return min([end / self.n] + [(end - self.reach(j)) / (j + 0.5) for j in range(self.n)])

    def try_angle(self, angle: int) -> bool:
        self.angle = angle
        self.w = self.column_room()
        return self.w > 0 and self.needed(angle) <= self.w

    def fit_width(self) -> bool:
        self.measure_sides()
        if not self.source:
            self.try_angle(0)
            return self.w > 0
        return any(self.try_angle(angle) for angle in (ANGLES if self.look.angle is None else [self.look.angle]))

    def fits_at(self, size: float) -> bool:
        self.size = size
        return self.fit_width()

    def size_that_fits(self) -> float:
        """0: none that can be read."""
        low, high = SMALLEST, self.size
        if high <= low or not self.fits_at(low):
            return 0
        while high - low > 0.01:
            middle = (low + high) / 2
            low, high = (middle, high) if self.fits_at(middle) else (low, middle)
        return math.floor(low * 7.5) / 7.5

    def would_fit_turned(self, size: float) -> bool:
        turned = copy.copy(self)
        turned.n, turned.m, turned.source, turned.target = self.m, self.n, self.target, self.source
        return turned.fits_at(size) or (not self.look.size and turned.size_that_fits() > 0)

    def fit_page(self) -> None:
        wanted = self.size = self.look.size or TYPE_PAGE
        if self.fit_width():
            return
        smaller = self.size_that_fits()
        if not smaller or self.look.size:
            other = f"; type of {smaller * 0.75:.1f} pt would fit" if smaller else ""
            turned = "; turned by transpose=True they would fit" if self.would_fit_turned(wanted) else ""
            raise ValueError(f"{self.look.width * 25.4 / 96:.1f} mm is too narrow for {self.n} columns with words of "
                             f"{wanted * 0.75:.3g} pt{other}{turned}")
        self.smaller = True
        self.fits_at(smaller)

    def lay_free(self) -> None:
        """Cells by their number, type by the cells."""
        larger = max(self.n, self.m)
        side = SIDE_SHARED / larger
        many = SIDE_POOLED / larger if larger > 2048 else side if side < 4 else min(22, math.floor(side))
        self.w = self.look.cell or (56 if larger <= 14 else 36 if larger <= 28 else many)
        self.size = self.look.size or max(TYPE_LEAST, min(TYPE_BODY, TYPE_BODY if self.w >= 19 else self.w * 0.84))
        self.measure_sides()
        fits = [angle for angle in ANGLES if self.needed(angle) <= self.w]
        self.angle = self.look.angle if self.look.angle is not None else (fits + [45 if self.source else 0])[0]

    # ---- heights ----

    def lay_heights(self) -> None:
        look, em = self.look, self.size
        if look.cell and look.width:
            self.w = min(self.w, look.cell)
        self.h = min(self.w, CELL_MOST * em) if look.width else self.w
        if self.target and look.width:
            self.h = max(self.h, 1.15 * em)
        turned = self.longest(False) * math.sin(math.radians(self.angle)) + em * (1.2 if self.angle == 45 else 0.7)
        self.top = self.margin + (em * 1.8 if look.title else 0) + (em * LINE if look.xlabel else 0) + \
            (turned if self.angle else em * 1.5)
        self.right, self.bottom = self.left + self.w * self.n, self.top + self.h * self.m
        beyond = max([0] + [self.reach(j) - self.w * (self.n - j - 0.5) for j in range(self.n)])
        self.width = look.width or math.ceil(self.right + beyond + self.margin)
        height = self.bottom + (em * 2.8 if look.bar else 0) + self.margin
        self.height = height if look.width else math.ceil(height)

    def number_size(self, texts: tuple[str, str], fit: bool) -> float:
        """The size at which every number fits its cell; 0: none does. `texts`: of the least and the largest."""
        widest = max(map(text_width, texts))
        size = min(self.size, (self.w - 4) / widest, (self.h - 2) / 1.1)
        least = self.size if self.look.width and fit else self.size * 0.625
        return 0 if size < least - 0.01 else size

    def gap(self) -> float:
        side = min(self.w, self.h)
        return 2 if side >= 24 else 1 if side >= 12 else 0.5 if side >= 6 else 0

    def bar(self) -> tuple[float, float, float, float]:
        """x, y, width and height of the bar of colours."""
        wide = min(self.right - self.left, max(9 * self.size, 0.4 * (self.right - self.left)), 14 * self.size)
        return self.right - wide, self.bottom + 0.9 * self.size, wide, 0.6 * self.size
