"""Numbers from numpy, PyTorch or lists, and what is wrong with them in one sentence."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

SHAPES = {2: "[m, n]", 3: "[heads, m, n]", 4: "[layers, heads, m, n]"}


def counted(count: int, name: str) -> str:
    """1 word, 2 words."""
    return f"{count} {name}{'s' * (count != 1)}"


def plain(values: Any, name: str) -> Any:
    """As numpy takes them, alone or in lists: tensors may lie on a GPU, be of bfloat16 or have gradients; of what is masked NaN."""
    if isinstance(values, (list, tuple)):
        return [plain(value, name) for value in values]
    if hasattr(values, "detach"):
        return values.detach().cpu().double().numpy()
    if isinstance(values, np.ma.MaskedArray):
        return np.ma.filled(values.astype(np.float64), np.nan)
    if hasattr(values, "__array__") or not hasattr(values, "__dlpack__"):
        return values
    try:
        return np.from_dlpack(values)
    except (BufferError, RuntimeError) as error:
        raise ValueError(f"{name} cannot be read by numpy: {error}") from None


def lacking(values: Any) -> bool:
    """A tuple of nothing but None."""
    return isinstance(values, tuple) and len(values) > 0 and all(value is None or lacking(value) for value in values)


def unbatched(found: np.ndarray, name: str) -> np.ndarray:
    """[layers, heads, m, n] of what a model of transformers gives for one sentence: [layer][1, heads, m, n] of its forward pass,
    [step][layer][1, heads, 1, n] of the cross-attention of generate. Anything else as it is."""
    if found.ndim not in (5, 6):
        return found
    batch = found.shape[found.ndim - 4]
    if batch != 1:
        raise ValueError(f"{name} are those of {batch} sentences; expected one, such as [layer[:1] for layer in attentions]")
    return found[:, 0] if found.ndim == 5 else np.concatenate(found[:, :, 0], axis=-2)


def numbers(values: Any, name: str, *dimensions: int, masked: bool = False) -> np.ndarray:
    """A float64 array with one of so many dimensions (SHAPES); everything in it is finite, or where it is masked NaN."""
    if lacking(values) and not masked:
        raise ValueError(f'{name} are None; a model of transformers gives attentions where it was loaded with '
                         'attn_implementation="eager" and is asked with output_attentions=True')
    values = plain(values, name)
    try:
        found = np.array(values, dtype=np.float64) if masked else np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} are not rows of numbers of one length") from None
    found = unbatched(found, name)
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


LABELS = (str, int, float, np.number)


def words(given: Any, name: str, kinds: tuple[type, ...] = (str,)) -> list[str]:
    """A sentence is cut between spaces; a list of words is taken as it is, with LABELS also one of numbers."""
    found = given.split() if isinstance(given, str) else list(given) if isinstance(given, Iterable) else None
    if found is None or not all(isinstance(word, kinds) for word in found):
        raise TypeError(f"{name} has to be a sentence or a list of words")
    return [str(word) for word in found]


def labelled(values: Any) -> tuple[Any, dict[str, list[str] | None]]:
    """The numbers of a DataFrame, and its columns and index as words; of anything else None in their place."""
    if not (hasattr(values, "to_numpy") and hasattr(values, "columns")):
        return values, {"source": None, "target": None}
    sides = {"source": values.columns, "target": getattr(values, "index", None)}   # one of polars has no index
    return values.to_numpy(), {side: None if labels is None else [label(one) for one in labels] for side, labels in sides.items()}


def label(given: Any) -> str:
    return " ".join(map(str, given)) if isinstance(given, tuple) else str(given)


def fits(array: np.ndarray, name: str, rows: int | None, columns: int | None) -> None:
    """Its rows and columns are as many as their words; None: any."""
    have = array.shape[-2:]
    want = have[0] if rows is None else rows, have[1] if columns is None else columns
    if have != want:
        turned = "; turned by .T they would fit" if have == want[::-1] else ""
        raise ValueError(f"{name} are {have[0]} x {have[1]}, rows by columns, and their words {want[0]} x {want[1]}{turned}")
