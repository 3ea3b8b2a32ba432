"""Colours and widths of letters as the program has them: style.json, which python/make_style.py reads off its figures."""
from __future__ import annotations

import json
import math
import pathlib
from collections.abc import Sequence

import numpy as np

STYLE = json.loads(pathlib.Path(__file__).with_name("style.json").read_text(encoding="utf-8"))
MAPS = tuple(STYLE["maps"]["light"])
THEMES = tuple(STYLE["themes"])
ASCENT = 0.36  # em from the middle of a line to its baseline


def digits_text(value: float, digits: int) -> str:
    """So many digits that count, all of those before the point, and no power of ten (src/base/digits.h)."""
    size = abs(value)
    if not size < 1e15 or 0 < size < 1e-9:
        return f"{value:.{digits}g}"
    decimals = max(0, digits - 1 - math.floor(math.log10(size))) if size > 0 else 0
    text = f"{value:.{decimals}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def text_width(text: str) -> float:
    """em. Letters that were not measured count as wide as they mostly are: an em in Chinese, Japanese and Korean."""
    total = sum(STYLE["kern"].get(text[i:i + 2], 0) for i in range(len(text) - 1))
    for letter in text:
        total += STYLE["advance"].get(letter, 1000 if letter >= "\u2e80" else 300 if letter == " " else 600)
    return total / 1000


def color(text: str) -> tuple[int, int, int]:
    return int(text[1:3], 16), int(text[3:5], 16), int(text[5:7], 16)


def hex_of(value: Sequence[int]) -> str:
    return "#%02x%02x%02x" % tuple(value)


def map_colors(theme: str, name: str, levels: np.ndarray) -> np.ndarray:
    """[.., 3] uint8 of levels [..] from 0 to 1; what is beyond has the ends' colours."""
    anchors = np.array([color(text) for text in STYLE["maps"][theme][name]])
    at, places = np.asarray(levels) * (len(anchors) - 1), np.arange(len(anchors))
    return np.stack([np.interp(at, places, channel) + 0.5 for channel in anchors.T], -1).astype(np.uint8)


def luminance(value: Sequence[int]) -> float:
    linear = [c / 255 / 12.92 if c / 255 <= 0.04045 else math.pow((c / 255 + 0.055) / 1.055, 2.4) for c in value]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: Sequence[int], b: Sequence[int]) -> float:
    """As WCAG 2 defines it: 1 to 21."""
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def on(ground: Sequence[int]) -> str:
    """The colour of a number on it."""
    dark, pale = STYLE["themes"]["light"]["numbers"]
    of_dark, of_pale = contrast(color(dark), ground), contrast(color(pale), ground)
    return "#000000" if max(of_dark, of_pale) < 4.5 else dark if of_dark >= of_pale else pale
