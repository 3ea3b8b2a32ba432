"""Weights as a figure: in a notebook, as a file, of an exact width. The program attend draws.

    picture = heatmap([[0.9, 0.1], [0.2, 0.8]], "the cat", "le chat", width="84mm")
    picture                        # in a notebook; the pointer on a cell tells its number
    picture.save("figure.pdf")
"""
from __future__ import annotations

import functools
import inspect
import io
import json
import os
import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO, Literal, ParamSpec, TypeVar

import numpy as np

from . import program
from .arrays import LABELS, fits, labelled, numbers, words

P = ParamSpec("P")
T = TypeVar("T")
Length = str | float             # "84mm", or px
Indices = str | int | Iterable[int]   # "0-2,5", 3, [0, 3]
Links = str | os.PathLike[str]   # "0-0 1-2", a file
Map = Literal["paper", "viridis", "cividis", "grey", "blues", "magma", "plasma", "inferno", "diverging"]
Page = Literal["acl-column", "acl-page", "neurips", "ieee-column", "ieee-page", "a4", "slide", "poster"]

PICTURES = (".png", ".svg", ".pdf", ".eps", ".html", ".tex", ".csv", ".json", ".npy")   # of attend heatmap
FILMS = (".gif", ".mp4", ".webm")                                                      # of attend film
OPTION = re.compile(r"--([a-z][a-z-]*)")
SIZE = re.compile(r'<svg [^>]*width="([\d.]+)" height="([\d.]+)"')
INSTEAD = {"cmap": 'map="viridis"', "vmin": "min=0", "vmax": "max=1", "annot": 'digits=2, or digits="none"', "fmt": "digits=2",
           "figsize": 'width="84mm", and height="60mm" where it matters', "cbar": 'bar="none", "right" or "below"',
           "xticklabels": "source=[...]", "yticklabels": "target=[...]", "ax": 'save("figure.pdf"), and take the file'}


def answers(function: Callable[P, T]) -> Callable[P, T]:
    """The function tells those who use the names of matplotlib and seaborn its own."""
    @functools.wraps(function)
    def answering(*given: P.args, **named: P.kwargs) -> T:
        for name in INSTEAD.keys() & named.keys():
            raise TypeError(f"heatmap has no argument {name!r}: say {INSTEAD[name]}")
        return function(*given, **named)
    return answering


@answers
def heatmap(weights: Any, source: str | Iterable[Any] | None = None, target: str | Iterable[Any] | None = None, *,
            width: Length | None = None, height: Length | None = None, font_size: Length | None = None, for_: Page | None = None,
            font: Literal["sans", "bold", "serif", "times"] | None = None, font_file: str | os.PathLike[str] | None = None,
            title: str | None = None, xlabel: str | None = None,
            ylabel: str | None = None, caption: str | None = None, angle: Literal[0, 45, 90] | None = None, no_labels: bool = False,
            map: Map | None = None, min: float | None = None, max: float | Literal["auto"] | None = None,
            center: float | None = None, gamma: float | None = None, digits: int | Literal["none"] | None = None,
            threshold: float | None = None, bar: Literal["below", "right", "none"] | None = None,
            theme: Literal["light", "dark"] | None = None, background: Literal["paper", "white", "none"] | None = None,
            language: Literal["en", "zh"] | None = None, as_: Literal["cells", "arcs"] | None = None, cell: float | None = None,
            layers: Indices | None = None, heads: Indices | None = None,
            reduce: Literal["none", "mean", "max", "rollout"] | None = None, panel: Iterable[str] | None = None,
            letters: bool = False, no_letters: bool = False, difference: bool = False, rows: Indices | None = None,
            columns: Indices | None = None, transpose: bool = False, drop_end: bool = False, merge_subwords: bool = False,
            normalize: Literal["none", "rows"] | None = None, column_shares: bool = False, maxima: bool = False,
            mask: Literal["none", "blank"] | None = None, gold: Links | Iterable[Links | tuple[int, int]] | None = None,
            gold_format: Literal["pharaoh", "pharaoh1", "naacl"] | None = None, array: str | Iterable[str] | None = None,
            dpi: float | None = None, scale: float | None = None, embed_fonts: bool = False) -> Heatmap:
    """The picture of weights [m, n]: m words of the target below one another, n of the source side by side. They come from
    numpy, PyTorch, lists, or whatever numpy can read; a DataFrame brings its words along, and what is masked in a numpy.ma is
    blank. [heads, m, n] and [layers, heads, m, n] become a grid, and so do the attentions that a model of transformers gives for
    one sentence. The path of a file is read in every form that `attend heatmap --from` reads: "generate.out:12", "heads.npz";
    a list of paths draws one matrix of each side by side, and so does a figure of several files. The program reads a file again for each figure; `source` and `target` of
    it are words between spaces, or a file of them, and of several files also a list of lists.

    The arguments are the options of `attend heatmap`, which draws; None is what it does by itself.

    width, height   of the page, exactly: "84mm", "3in", ... or px; cells take what words leave
    font_size   of all words: "8pt", ... or px;   for_   the width and type of a page instead: "acl-column", "a4", "slide", ...
    font        sans, bold, serif, times;   font_file   a file of TrueType or OpenType
    title, xlabel, ylabel, caption   texts; caption="" for none;   language   en, zh: of what the program writes itself
    angle       0, 45 or 90: degrees that the words over columns rise by;   no_labels   no words along the sides
    map         paper, viridis, cividis, grey, blues, magma, plasma, inferno; diverging for signed numbers
    min, max, center    numbers of the first, the last and of diverging's middle colour; max="auto": the largest
    gamma       colours by this power of the number: below 1 small ones show more
    digits      decimals in the cells; "none"; two where they fit if not given
    threshold   leave out smaller weights;   bar   of colours: below, right, none
    theme       light, dark;   background   paper, white, none
    as_         cells, arcs;   cell   px of a cell
    layers, heads   which, from 0: [0, 3], "0-2,5";   reduce   one matrix of them: mean, max, rollout
    panel       what stands over each of several;   letters   (a), (b) over heads too;   no_letters   none over files
    difference  of two files one map: the numbers of the second less those of the first
    rows, columns   which, from 1 and in this order;   transpose   source words beside rows
    drop_end    without </s>, <eos>, [SEP];   merge_subwords   pieces of words become words
    normalize   rows: each weight as a share of its row;   column_shares   of its column
    maxima      a frame around the largest number of each row
    gold        dashed frames: "0-0 1-2", [(0, 0), (1, 2)], a file;   gold_format   of it, and of a file of links
    mask        blank: NaN and -inf are blank cells;   array   which one of a file that has several; of files a list, too
    dpi, scale  of a PNG: pixels for an inch, for a px;   embed_fonts   letters in the SVG
    """
    look = {name: list(value) if isinstance(value, Iterator) else value for name, value in locals().items()}   # asked more than once
    weights, source, target = (look.pop(name) for name in ("weights", "source", "target"))
    files = paths(weights)
    if files:
        return of_files(files, look | {"source": source, "target": target})
    return Heatmap(weights, source, target, look)


def looks_like_heatmap(function: T) -> T:
    """Shows what its `**look` passes on to heatmap: the same arguments, in help and completion."""
    own = inspect.signature(function)   # type: ignore[arg-type]
    kept = [given for given in own.parameters.values() if given.kind != given.VAR_KEYWORD]
    named = [given for given in inspect.signature(heatmap).parameters.values() if given.kind == given.KEYWORD_ONLY]
    function.__signature__ = own.replace(parameters=kept + named)   # type: ignore[attr-defined]
    return function


def is_path(given: Any) -> bool:
    return isinstance(given, (str, os.PathLike))


def paths(weights: Any) -> list[str]:
    """The files that are named in place of numbers; [] where these are given themselves."""
    named = [weights] if is_path(weights) else weights if isinstance(weights, (list, tuple)) else []
    return [os.fspath(path) for path in named] if all(map(is_path, named)) else []


def of_files(files: list[str], look: dict[str, Any]) -> Heatmap:
    """What the program draws of them. Their numbers are read too, where they are those of one array or one difference."""
    made: dict[str, Any] = {}
    if len(files) == 1 or look["difference"]:
        asked = [*sources(files), "--map=diverging",    # numbers may be any here: whether they have to be shares is said of the figure
                 *options({name: look[name] for name in ("source", "target", "difference", "mask", "array", "gold_format")})]
        try:
            made = read("reading a file of weights", *asked)
        except program.ProgramError:
            if look["transpose"]:
                made = read("reading a file of weights", *asked, "--transpose")   # whose words fit only so
            else:
                Heatmap(None, None, None, look, files).svg()   # a figure of several files has no one array, and is drawn as it was
    return Heatmap(made.get("weights"), made.get("source"), made.get("target"), look, files)


def sources(files: list[str]) -> list[str]:
    return [f"--from={file}" for file in files]


def read(what: str, *arguments: str) -> dict[str, Any]:
    """The numbers that `attend heatmap` would draw, with their words."""
    return json.loads(program.call(what, "heatmap", *arguments, "-o", "-.json", say=spoken))


@looks_like_heatmap
def causes(model: str | int | os.PathLike[str], sentence: str, of: Literal["erase", "gradient", "attention"] = "erase",
           eraser: Literal["unk", "zero"] | None = None, **look: Any) -> Heatmap:
    """What the source words of a sentence did to the words that a model wrote, as the program computes it; `model` is a file or
    a lesson. The numbers are nats of ln p, signed, but for attention; they are `weights` of what comes back.

    of       erase: by how much ln p of each written word falls without the source word; gradient: its slope along the word's
             embedding, times that embedding; attention: the weights
    eraser   of erase: unk (if not given) or zero, what stands in the word's place
    """
    made = read("asking a model", str(model), sentence, "--of", of, *(["--eraser", eraser] if eraser else []))
    drawn = heatmap(made["weights"], made["source"], made["target"], **look)
    drawn.signed = made.get("signed", False)
    return drawn


def spoken(said: str) -> str:
    """What the program says, with the names of Python."""
    return OPTION.sub(lambda found: argument(found[1]), said.replace("standard input", "the weights"))


def argument(option: str) -> str:
    """font_size of font-size, for_ of for; where --from is said, heatmap has its first argument."""
    return {"for": "for_", "as": "as_", "from": "weights"}.get(option, option.replace("-", "_"))


def options(given: dict[str, Any]) -> list[str]:
    """As the command line has them."""
    return [f"--{name.rstrip('_').replace('_', '-')}" + ("" if one is True else f"={one}")
            for name, value in given.items() for one in values(name, value) if one is not None and one is not False]


def values(name: str, given: Any) -> list[Any]:
    """Of one option: one, or one for each panel or file."""
    if name in ("width", "height", "font_size") and isinstance(given, (int, float)):
        return [f"{given}px"]
    if is_path(given) or not isinstance(given, Iterable):
        return [given]
    found = list(given)
    if name in ("panel", "array") or name == "gold" and found and all(map(is_path, found)):
        return found
    if name in ("source", "target"):
        own = found and all(isinstance(side, (list, tuple)) for side in found)
        return [sentence(side, name) for side in (found if own else [found])]
    return [" ".join(f"{column}-{row}" for column, row in found) if name == "gold" else ",".join(map(str, found))]


def sentence(given: list[Any], name: str) -> str:
    """Words as the program cuts them. The space at the end keeps it from taking a single word for a file's name."""
    found = words(given, name, LABELS)
    for word in found:
        if word.split() != [word]:
            raise ValueError(f"{name} has the word {word!r}, and beside a file words are cut between spaces; "
                             "heatmap(heatmap(file).weights, source, target) takes them whole")
    return " ".join(found) + " "


def ending_of(name: Any) -> str:
    """Of a file, of a name, or a format: ".pdf"."""
    found = os.path.splitext(name)[1].lower()
    if found not in PICTURES + FILMS:
        raise ValueError(f"{name}: must end in {', '.join(PICTURES + FILMS[:-1])} or {FILMS[-1]}")
    return found


def framed(page: str) -> str:
    """A page of the program for a notebook: in a frame as large as its picture, so that its script meets no other's."""
    width, height = (float(px) for px in SIZE.search(page).groups())   # type: ignore[union-attr]
    height += 40 * ("<select" in page)
    quoted = page.replace("&", "&amp;").replace("'", "&#39;")   # all that an attribute asks for
    return (f'<iframe width="{width:.0f}" height="{height:.0f}" sandbox="allow-scripts" style="border:0;max-width:100%" '
            f"srcdoc='{quoted}'></iframe>")


class Heatmap:
    """weights [.., m, n], source n words, target m words; both None where nobody named them. Of several files all are None."""

    def __init__(self, weights: Any, source: str | Iterable[Any] | None, target: str | Iterable[Any] | None, look: dict[str, Any],
                 files: list[str] | None = None):
        weights, named = labelled(weights)
        blank = {"mask": "blank"} if isinstance(weights, np.ma.MaskedArray) else {}
        self.given = {name: value for name, value in look.items() if value is not None and value is not False} | blank
        self.files = files or []     # which are drawn; without them the numbers are
        self.signed = False          # they are for and against, and the program says so by their colours and signs
        masked = self.given.get("mask") == "blank"
        self.weights = None if files and weights is None else numbers(weights, "the weights", 2, 3, 4, masked=masked)
        source, target = named["source"] if source is None else source, named["target"] if target is None else target
        self.source = None if source is None else words(source, "source", LABELS)
        self.target = None if target is None else words(target, "target", LABELS)
        if self.weights is not None:
            fits(self.weights, "the weights", *(len(side) if side else None for side in (self.target, self.source)))

    def __repr__(self) -> str:
        return f"<Heatmap {', '.join(self.files) if self.weights is None else ' x '.join(map(str, self.weights.shape))}>"

    # ---- where it goes ----

    def svg(self) -> str:
        return self.draw("-.svg").decode()

    def html(self) -> str:
        """One file that needs no other; the pointer on a cell tells its number."""
        return self.draw("-.html").decode()

    def _repr_html_(self) -> str:
        return framed(self.draw("-.html", **{"background": "paper"} | self.given).decode())   # a notebook may be dark

    def save(self, file: str | os.PathLike[str] | BinaryIO, format: str | None = None) -> None:
        """The ending says the format: .pdf, .png, .svg, .html, .eps, .tex, .csv, .json and .npy, and as a film row by row .gif,
        .mp4 and .webm. What exists is replaced. `file` may also be open for bytes; `format` is png, pdf and so on, png if not
        given and without a name."""
        name = getattr(file, "name", None) if hasattr(file, "write") else os.fspath(file)   # type: ignore[arg-type]
        ending = ending_of(f"-.{format.lstrip('.')}" if format else name if isinstance(name, str) else "-.png")
        if hasattr(file, "write"):
            file.write(self.draw("-" + ending))
        elif format:
            with open(file, "wb") as opened:   # type: ignore[arg-type]
                opened.write(self.draw("-" + ending))
        else:
            self.draw(os.path.join(".", name) if name.startswith("-") else name)   # type: ignore[union-attr, arg-type]

    def draw(self, path: str, **also: Any) -> bytes:
        """Into this file by the program, with further arguments; of "-.pdf" what would be in it."""
        film = path.lower().endswith(FILMS)
        if film and len(self.files) > 1:
            raise ValueError(f"{path}: a film goes through the rows of one file, and here are {len(self.files)}")
        return program.call("a figure", "film" if film else "heatmap", *sources(self.files or ["-"]), "-o", path,
                            *options(self.given | also), content=b"" if self.files else self.arrays(), say=spoken)

    def arrays(self) -> bytes:
        """An .npz, as the program reads it; of signed numbers JSON, which says so."""
        assert self.weights is not None
        found, made = io.BytesIO(), {"weights": self.weights.astype(np.float32), "source": self.source, "target": self.target}
        given = {name: array for name, array in made.items() if array is not None and len(array)}
        if self.signed:
            return json.dumps(given | {"weights": self.weights.tolist(), "signed": True}).encode()
        np.savez(found, **{name: np.array(array) for name, array in given.items()})
        return found.getvalue()

    def open(self) -> subprocess.Popen[bytes]:
        """Starts the window on the weights, with all heads and layers, or on two files; what else was asked for is left to it."""
        if self.weights is None:
            return subprocess.Popen([program.needed("the window", window=True), *self.files])

        def write(path: str) -> None:
            with open(path, "wb") as file:
                file.write(self.arrays())
        return program.window("weights.json" if self.signed else "weights.npz", write)
