"""Numbers from numpy, PyTorch or lists, and what is wrong with them in one sentence."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

SHAPES = {2: "[m, n]", 3: "[heads, m, n]", 4: "[layers, heads, m, n]"}


def counted(count: int, name: str) -> str:
    """1 word, 2 words."""
    return f"{count} {name}{'s' * (count != 1)}"


def plain(values: Any) -> Any:
    """Tensors as numpy takes them, alone or in lists: they may lie on a GPU, be of bfloat16 or have gradients."""
    if hasattr(values, "detach"):
        return values.detach().cpu().double().numpy()
    return [plain(value) for value in values] if isinstance(values, (list, tuple)) else values


def numbers(values: Any, name: str, *dimensions: int, masked: bool = False) -> np.ndarray:
    """A float64 array with one of so many dimensions (SHAPES); everything in it is finite, or where it is masked NaN."""
    try:
        found = np.array(plain(values), dtype=np.float64) if masked else np.asarray(plain(values), dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} are not rows of numbers of one length") from None
    if found.ndim not in dimensions:
        wanted = " or ".join(SHAPES[count] for count in dimensions)
        raise ValueError(f"{name} have the shape {list(found.shape)}; {wanted} was expected")
    if found.size == 0:
        raise ValueError(f"{name} are empty")
    if masked:
        found[found == -np.inf] = np.nan
    finite = np.isfinite(found) | np.isnan(found) if masked else np.isfinite(found)
    if not finite.all():
        *_, row, column = np.argwhere(~finite)[0]
        raise ValueError(f"{name} hold a number that is not finite, in row {row + 1}, column {column + 1}")
    return found


def words(given: Any, name: str) -> list[str]:
    """A sentence is cut between spaces; a list of words is taken as it is."""
    found = given.split() if isinstance(given, str) else list(given) if isinstance(given, Iterable) else [given]
    if not all(isinstance(word, str) for word in found):
        raise TypeError(f"{name} has to be a sentence or a list of words")
    return found


BYTES = {chr(c): c for c in (*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100))}
BYTES.update({chr(0x100 + i): c for i, c in enumerate(c for c in range(0x100) if c not in BYTES.values())})


def shown(given: list[str] | None) -> list[str] | None:
    """Words whose letters stand for bytes, as GPT-2's do, as text, like the program (src/matrix/byte_words.c): "cafÃ©" is
    café, a space in front (Ġ) is ▁, the end of a line (Ċ) ↵."""
    def text(word: str) -> str | None:
        try:
            found = bytes(BYTES[letter] for letter in word).decode().replace(" ", "▁").replace("\n", "↵")
        except (KeyError, UnicodeDecodeError):
            return None
        return found if found.isprintable() else None

    texts = [text(word) for word in given or []]
    marked = any(mark in word for word in given or [] for mark in "ĠĊ")
    if not marked and (None in texts or all(word.isascii() for word in given or [])):
        return given
    return [word if found is None else found for word, found in zip(given or [], texts)]


def fits(array: np.ndarray, name: str, rows: int | None, columns: int | None) -> None:
    """Its rows and columns are as many as their words; None: any."""
    have = array.shape[-2:]
    want = have[0] if rows is None else rows, have[1] if columns is None else columns
    if have != want:
        turned = "; turned by .T they would fit" if have == want[::-1] else ""
        raise ValueError(f"{name} are {have[0]} x {have[1]}, rows by columns, and their words {want[0]} x {want[1]}{turned}")
