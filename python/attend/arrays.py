"""Numbers from numpy, PyTorch or lists, and what is wrong with them in one sentence."""
from __future__ import annotations

import numpy as np


def numbers(values, name: str, *dimensions: int) -> np.ndarray:
    """A float64 array with one of so many dimensions; everything in it is finite. A tensor may lie on a GPU, be of bfloat16
    or have gradients."""
    if hasattr(values, "detach"):
        values = values.detach().cpu().float().numpy()
    try:
        found = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} are not rows of numbers of one length") from None
    if found.ndim not in dimensions:
        allowed = " or ".join(map(str, dimensions))
        raise ValueError(f"{name} have {found.ndim} dimensions; {allowed} were expected")
    if found.size == 0:
        raise ValueError(f"{name} are empty")
    if not np.isfinite(found).all():
        raise ValueError(f"{name} hold a number that is not finite")
    return found


def words(given, name: str) -> list[str]:
    """A sentence is cut between spaces; a list of words is taken as it is."""
    found = given.split() if isinstance(given, str) else list(given)
    if not all(isinstance(word, str) for word in found):
        raise TypeError(f"{name} has to be a sentence or a list of words")
    return found


def fits(array: np.ndarray, name: str, *shape: int | None) -> None:
    """The last dimensions of `array` are `shape`; None: any."""
    found = array.shape[len(array.shape) - len(shape):]
    if any(want is not None and want != have for want, have in zip(shape, found)):
        want = ", ".join("..." if size is None else str(size) for size in shape)
        raise ValueError(f"{name} have the shape {list(array.shape)}; [..., {want}] was expected, by the words")
