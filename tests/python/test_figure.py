"""attend.heatmap takes numbers and words of many kinds, has the program draw them, and saves what it has drawn.

    test_figure.py ATTEND
"""
import base64
import html
import inspect
import io
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import typing
import warnings
import zlib

import numpy as np

import attend
from attend.figure import FILMS, PICTURES, argument

WORDS = "the cat sat on a mat and looked at it".split()
GOOD = [[0.9, 0.1], [0.2, 0.8]]


def theirs(*asked, **given):
    """What the command line draws."""
    return subprocess.run([os.environ["ATTEND"], "heatmap", "-o", "-.svg", *asked], check=True, capture_output=True, **given).stdout.decode()


def drawn(folder):
    """What the command line draws of the same numbers, byte for byte."""
    path, random = os.path.join(folder, "w.npz"), np.random.default_rng(5)
    for shape, look, asked in (((5, 4), {}, []), ((7, 9), {"width": "84mm", "digits": "none"}, ["--width=84mm", "--digits=none"]),
                               ((3, 3), {"width": 400, "map": "viridis", "theme": "dark"}, ["--width=400px", "--map=viridis", "--theme=dark"]),
                               ((2, 3, 4, 5), {"heads": [0, 2], "layers": 1}, ["--heads=0,2", "--layers=1"]),
                               ((4, 4), {"for_": "acl-column", "as_": "arcs", "maxima": True}, ["--for=acl-column", "--as=arcs", "--maxima"])):
        weights = random.dirichlet(np.full(shape[-1], 0.5), shape[:-1]).astype(np.float32)
        np.savez(path, weights=weights, source=np.array(WORDS[:shape[-1]]), target=np.array(WORDS[:shape[-2]]))
        with open(path, "rb") as file:
            wanted = theirs("--from", "-", *asked, stdin=file)
        assert attend.heatmap(weights, WORDS[:shape[-1]], WORDS[:shape[-2]], **look).svg() == wanted, look


def saved(folder):
    picture = attend.heatmap(np.array(GOOD, np.float32), "the cat", ["le", "<b>"], width="84mm", title="A & B")
    begins = {".pdf": b"%PDF", ".png": b"\x89PNG", ".svg": b"<?xml", ".csv": b"", ".html": b"<!doctype", ".npy": b"\x93NUMPY",
              ".eps": b"%!PS", ".tex": b"%", ".json": b"{"}
    for ending, begin in begins.items():
        path = os.path.join(folder, "s" + ending)
        picture.save(path)
        with open(path, "rb") as file:
            content = file.read()
        made = io.BytesIO()
        picture.save(made, ending[1:])
        assert content.startswith(begin) and made.getvalue() == content, ending
    picture.save(pathlib.Path(folder) / "odd", "pdf")
    with open(os.path.join(folder, "odd"), "rb") as file, open(os.path.join(folder, "open.svg"), "w+b") as opened:
        assert file.read(4) == b"%PDF"
        picture.save(opened)     # its name says what it becomes
        opened.seek(0)
        assert opened.read().decode() == picture.svg()
    made = io.BytesIO()
    picture.save(made)
    assert made.getvalue().startswith(b"\x89PNG")
    film = os.path.join(folder, "s.gif")
    attend.heatmap(GOOD, "the cat", "le chat").save(film)
    with open(film, "rb") as file:
        assert file.read(3) == b"GIF"
    assert tuple(begins) != () and set(begins) == set(PICTURES)


def without(folder):
    """Of a wrong ending, of words that do not fit, and then of the program that is not there."""
    picture, path = attend.heatmap(GOOD), os.path.join(folder, "own.pdf")
    attend_was, path_was = os.environ.pop("ATTEND"), os.environ["PATH"]
    os.environ["PATH"] = folder
    try:
        refuse(lambda: picture.save("figure.doc"), ValueError, "figure.doc: must end in .png")
        refuse(lambda: picture.save(io.BytesIO(), "doc"), ValueError, "must end in .png")
        refuse(lambda: attend.heatmap(GOOD, "a b c"), ValueError, "are 2 x 2, rows by columns, and their words 2 x 3")
        for what in (lambda: picture.save(path), picture.svg, picture._repr_html_, picture.open, lambda: attend.causes(5, "a")):
            refuse(what, attend.ProgramError, "needs the program attend: put it on the path")
    finally:
        os.environ["ATTEND"], os.environ["PATH"] = attend_was, path_was


def refuse(what, kind, said):
    try:
        what()
    except kind as error:
        assert said in str(error) and "\n" not in str(error), (said, error)
    else:
        raise AssertionError(f"{said}: nothing was refused")


def in_a_notebook():
    """A page in a frame, kept once, of its own size and ground."""
    picture = attend.heatmap(GOOD, "the cat", ["le", "<b>"], width="84mm")
    kept = [name for name in ("_repr_html_", "_repr_svg_", "_repr_png_", "_repr_mimebundle_") if hasattr(picture, name)]
    shown = picture._repr_html_()
    assert kept == ["_repr_html_"] and shown.startswith('<iframe width="317" height="')
    page = html.unescape(shown.partition("srcdoc='")[2].partition("'")[0])
    assert page.startswith("<!doctype html>") and 'aria-label="the → le: 0.9"' in page and "→ &lt;b&gt;: 0.2" in page
    assert 'body { background: #fbfaf7; }' in page and "body { background: #" not in picture.html()
    grid = attend.heatmap(np.arange(24).reshape(2, 3, 2, 2) / 24).html()
    assert grid.count('class="cell"') == 24 and grid.count("<option>") == 7
    packed = base64.b64decode(grid.partition('id="packed">')[2].partition("<")[0])
    alone = zlib.decompress(packed).decode().split("\f")[:-1]    # each head, for the page to show
    assert len(alone) == 6 and 'aria-label="2 → 1: 0.7083"' in alone[4] and alone[4].count('class="cell"') == 4
    assert ">layer 1, head 1</text>" in alone[4]


def warned(make):
    """What is said while something is made, of a line of this file."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        make()
    assert all(warning.filename == __file__ and warning.category is UserWarning for warning in told), told
    return [str(warning.message) for warning in told]


def noted():
    """What the program notes of a figure is a warning, with the names of Python."""
    words, even = [f"international{i}" for i in range(12)], np.full((2, 12), 1 / 12)
    for weights, names, look, part in (
            (even, words, {}, None), (even, words, {"width": "35mm"}, "type of 6.5 pt: 8 pt do not fit into 35.0 mm"),
            ([[0.5, 0.5], [0.5, 0.2]], None, {}, "the weights: 1 of 2 rows do not add up to 1 (row 2: 0.7)"),
            ([[0.5, 0.5], [0.5, 0.2]], None, {"min": 0}, None), (even, words, {"cell": 12, "digits": 3}, "numbers of 3 decimals"),
            ([[0.4, 0.4, 0.2]], None, {}, "no share is larger than 0.4"), ([[0.4, 0.4, 0.2]], None, {"max": "auto"}, None),
            (even, ["\ue123", *words[1:]], {}, "boxes stand in the picture"),
            ([even, even], words, {"width": "35mm"}, " pt")):
        told = warned(attend.heatmap(weights, names, **look).svg)
        assert len(told) == (part is not None) and (part or "") in "".join(told) and "--" not in "".join(told), (look, part, told)


def tensors():
    """What PyTorch holds, of whatever type, with gradients; where there is PyTorch."""
    try:
        import torch
    except ImportError:
        return
    weights = torch.tensor([[0.75, 0.25], [0.5, 0.5]], dtype=torch.bfloat16, requires_grad=True)
    assert attend.heatmap(weights).svg() == attend.heatmap(weights.tolist()).svg() == attend.heatmap(list(weights)).svg()


class Exchanged:
    """Only by the protocol of DLPack; with a reason, what lies on a GPU."""
    def __init__(self, array, reason=None):
        self.array, self.reason = array, reason

    def __dlpack__(self, **given):
        if self.reason:
            raise BufferError(self.reason)
        return self.array.__dlpack__(**given)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class Convertible:
    def __array__(self, dtype=None, copy=None):
        return np.array(GOOD, dtype)


def arrays():
    """Whatever numpy can read, what transformers gives, and what is masked."""
    for given in (Exchanged(np.array(GOOD)), Convertible(), tuple(map(tuple, GOOD)), np.array(GOOD, np.float16).astype(np.float64).round(1)):
        assert attend.heatmap(given).weights.tolist() == GOOD, given
    refuse(lambda: attend.heatmap(Exchanged(None, "on a GPU")), ValueError, "the weights cannot be read by numpy: on a GPU")
    layers = tuple(np.arange(24.0).reshape(1, 2, 3, 4) + 100 * i for i in range(5))     # a forward pass
    assert attend.heatmap(layers).weights[4, 1, 2, 3] == 423 and attend.heatmap(layers).weights.shape == (5, 2, 3, 4)
    steps = tuple(tuple(layer[:, :, t:t + 1] for layer in layers) for t in range(3))    # generate
    assert (attend.heatmap(steps).weights == attend.heatmap(layers).weights).all()
    refuse(lambda: attend.heatmap([layer.repeat(2, 0) for layer in layers]), ValueError, "are those of 2 sentences; expected one")
    refuse(lambda: attend.heatmap((None, None)), ValueError, 'the weights are None; a model of transformers gives attentions where')
    masked = attend.heatmap(np.ma.masked_greater([[0.25, 0.75], [1, 0]], 0.8))
    assert masked.svg().count("rx=") == 3 and np.isnan(masked.weights[1, 0])
    assert attend.heatmap([[0.5, 0.5]], range(2), np.array([7])).source == ["0", "1"]


def frames():
    """A DataFrame brings its columns and index along; where there is pandas."""
    class Frame:
        columns, index = [1, ("a", "b")], ["le"]

        def to_numpy(self):
            return np.array([[0.25, 0.75]])

    made = [Frame()]
    try:
        import pandas
        made.append(pandas.DataFrame([[0.25, 0.75]], ["le"], pandas.Index([1, ("a", "b")], tupleize_cols=False)))
    except ImportError:
        pass
    for frame in made:
        picture = attend.heatmap(frame)
        assert (picture.source, picture.target) == (["1", "a b"], ["le"]), picture.source
        assert attend.heatmap(frame, target=["die"]).target == ["die"] and picture.weights.tolist() == [[0.25, 0.75]]


def further():
    """Options by their names, with their values, as the program has them."""
    weights = GOOD
    assert "<path" in attend.heatmap(weights, "the cat", "le chat", as_="arcs").svg()
    turned = attend.heatmap(weights, "the cat", "le chat", rows=[2, 1], for_="acl-column", maxima=True, gold=None, no_labels=False)
    assert turned.svg().index(">chat<") < turned.svg().index(">le<")
    assert attend.heatmap(weights, "the cat", "le chat", transpose=True, normalize="rows").svg().count(">the<") == 1
    assert "层" in attend.heatmap(np.full((2, 3, 2, 9), 0.1), language="zh").svg()
    dark, pale = (attend.heatmap([[0.0, 0.5, 1.0]], gamma=gamma).svg() for gamma in (0.5, 2))
    assert dark != pale != attend.heatmap([[0.0, 0.5, 1.0]]).svg()
    assert 'height="200"' in attend.heatmap(weights, width=300, height=200).svg()
    assert attend.heatmap([[30, 10]], normalize="rows").svg().count(">0.75<") == 1
    masked = np.array([[1, -np.inf], [0.5, np.nan]])
    assert attend.heatmap(masked, mask="blank").svg().count("rx=") == 2 and masked[0, 1] == -np.inf
    with tempfile.NamedTemporaryFile(suffix=".npy") as file:
        np.save(file.name, masked)
        assert attend.heatmap(file.name, mask="blank").svg().count("rx=") == 2
        np.save(file.name, np.array([[30, 10]]))
        assert attend.heatmap(file.name, normalize="rows").svg().count(">0.75<") == 1
    assert attend.heatmap([weights] * 4, heads=[1, 3], bar="right").svg().count(">head ") == 2
    titled = attend.heatmap([weights] * 2, panel=["one, all", "two"], letters=True).svg()
    assert ">(a) one, all</text>" in titled and ">(b) two</text>" in titled
    assert attend.heatmap(weights, gold=pathlib.Path("0-0 1-1"), dpi=np.int64(100)).svg().count("dash") == 2
    assert attend.heatmap(weights, gold=[(0, 0), (1, 1)]).svg() == attend.heatmap(weights, gold="0-0 1-1").svg()


def known():
    """heatmap has every option of the program but those that ask a model, with the same values; --from is its first argument."""
    said = subprocess.run([os.environ["ATTEND"], "heatmap", "--help"], check=True, capture_output=True, text=True).stdout
    options = {argument(name): values.strip() for name, values in re.findall(r"^  (?:-o, |    )?--([a-z-]+)((?: [^ ]+)?)", said, re.MULTILINE)}
    ours = typing.get_type_hints(attend.heatmap)
    given = set(inspect.signature(attend.heatmap).parameters)
    assert set(options) - given == {"output", "no_values", "gloss", "of", "eraser"} and given <= set(options), set(options) ^ given
    for name in given & set(options):
        literals = [str(value) for part in (ours[name], *typing.get_args(ours[name])) if typing.get_origin(part) is typing.Literal
                    for value in typing.get_args(part)]
        wanted = [word for word in options[name].split("|") if word.islower() or word.isdigit()] if "|" in options[name] else []
        assert literals == wanted, (name, literals, options[name])
    assert "map" in inspect.signature(attend.causes).parameters and "look" not in inspect.signature(attend.causes).parameters
    for name in FILMS:
        assert name in subprocess.run([os.environ["ATTEND"], "film", "--help"], check=True, capture_output=True, text=True).stdout
    told = subprocess.run([os.environ["ATTEND"], "heatmap", "--from", "-", "-o", "x.doc"], input="", capture_output=True, text=True).stderr
    assert set(re.findall(r"\.[a-z]+", told.partition("must end in")[2])) == set(PICTURES), told


def refused():
    """By the package, before anything is drawn, or by the program, in its words with the names of Python."""
    for given, look, said in (([[0.5], [0.5, 0.5]], {}, "of one length"), ([[float("inf")]], {}, "finite"), (GOOD, {"colour": 1}, "'colour'"),
                              (GOOD, {"source": "a b c"}, "are 2 x 2, rows by columns, and their words 2 x 3"),
                              ([[1, 0, 0]], {"source": "a", "target": "b c d"}, "turned by .T they would fit"),
                              (GOOD, {"source": 3}, "a list of words"), ([], {}, "[m, n] or"), ([[0, np.nan]], {}, "row 1, column 2"),
                              (GOOD, {"cmap": "viridis"}, 'no argument \'cmap\': say map="viridis"'), (GOOD, {"vmin": 0}, "say min=0"),
                              (GOOD, {"vmax": 1}, "say max=1"), (GOOD, {"annot": True}, "say digits=2"), (GOOD, {"figsize": (3, 2)}, "say width=")):
        refuse(lambda: attend.heatmap(given, **look), (ValueError, TypeError), said)
    for given, look, said in (([[0.5, 1.5]], {}, "a share from 0 to 1 (other numbers with map diverging, or min and max)"),
                              (GOOD, {"width": "84 miles"}, "width needs a length in mm"), (GOOD, {"map": "jet"}, "map is one of paper"),
                              (GOOD, {"digits": 7}, "digits needs"), (GOOD, {"cell": "x"}, "cell needs"), (GOOD, {"height": 90}, "goes with width or for_"),
                              (GOOD, {"source": ["word " * 9] * 2, "width": "12mm", "font_size": "12pt"}, "too narrow"),
                              ([[0.05] * 20], {"source": ["word"] * 20, "target": "x", "width": "40mm"}, "turned by transpose they would fit"),
                              (GOOD, {"min": 1, "max": 1}, "no range")):
        refuse(attend.heatmap(given, **look).svg, attend.ProgramError, said)


def files():
    """A file in any form is read by the program: its weights, words, and whether they are signed."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "generate.out")
        with open(path, "w", encoding="utf-8") as file:
            file.write("S-7\ta b\nH-7\t-0.5\tx\nA-7\t0.25,0.75,0 1,0,0\nS-3\tc\nH-3\t-1\ty\nA-3\t0-0\n")
        made = attend.heatmap(path + ":7")
        assert made.source == ["a", "b", "</s>"] and made.target == ["x", "</s>"], (made.source, made.target)
        assert made.weights.tolist() == [[0.25, 0.75, 0], [1, 0, 0]]
        assert attend.heatmap(path + ":7", target="u v").target == ["u", "v"]
        refuse(lambda: attend.heatmap(path), attend.ProgramError, "has several sentences; expected one of them")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"sequence_attributions":[{"source":[{"token":"a"}],"target":[{"token":"x"},{"token":"y"}],"attr_pos_start":0,'
                       '"source_attributions":[[0.5,-0.25]]}]}')
        assert attend.heatmap(path).svg() == theirs("--from", path) and ">+0.50<" in attend.heatmap(path).svg()


def alone():
    """The program draws a file itself, with all that it is asked, and has read its numbers once."""
    with tempfile.TemporaryDirectory() as folder:
        links, tall = os.path.join(folder, "links.txt"), os.path.join(folder, "tall.csv")
        with open(links, "w", encoding="utf-8") as file:
            file.write("1-1 2-2 3-1\n")
        with open(tall, "w", encoding="utf-8") as file:
            file.write("0.5,0.5\n1,0\n0.25,0.25\n")
        made = attend.heatmap(links, gold_format="pharaoh1")
        assert made.weights.tolist() == [[1, 0, 1], [0, 1, 0]] and attend.heatmap(links).weights.shape == (3, 4)
        assert warned(made.svg) == [] and made.svg() == theirs("--from", links, "--gold-format=pharaoh1")
        made = attend.heatmap(links, iter("a b c d e".split()), "x y z", gold="1-1", maxima=True)    # words say that the fifth has no link
        assert (made.source, made.target, made.weights.shape) == (list("abcde"), list("xyz"), (3, 5))
        assert made.svg() == theirs("--from", links, "--source=a b c d e", "--target=x y z", "--gold=1-1", "--maxima")
        told = warned(lambda: attend.heatmap(tall).svg())
        assert len(told) == 1 and "tall.csv: 1 of 3 rows do not add up to 1 (row 3: 0.5)" in told[0], told
        turned = attend.heatmap(tall, "a b c", "x y", transpose=True)
        assert turned.weights.tolist() == [[0.5, 1, 0.25], [0.5, 0, 0.25]] and turned.source == list("abc")
        assert turned.svg() == theirs("--from", tall, "--source=a b c", "--target=x y", "--transpose")
        refuse(lambda: attend.heatmap(tall, "a b c", "x y"), attend.ProgramError, "source names 3 words; expected as many; turned by transpose")
        refuse(lambda: attend.heatmap(tall, ["New York", "b"]), ValueError, "source has the word 'New York'")
        np.save(os.path.join(folder, "one.npy"), [[1.0]])
        assert attend.heatmap(os.path.join(folder, "one.npy"), [links]).source == [links]    # in a list it is a word,
        assert attend.heatmap(tall, target=links).target == ["1-1", "2-2", "3-1"]            # and else a file of them


def several():
    """Files stand side by side, as the program has them, or are one difference."""
    with tempfile.TemporaryDirectory() as folder:
        a, b, both = (os.path.join(folder, name) for name in ("a.npy", "b.npy", "both.npz"))
        np.save(a, GOOD)
        np.save(b, [[0.4, 0.6], [0, 1]])
        np.savez(both, one=GOOD, two=np.eye(2))
        two, files = attend.heatmap([a, pathlib.Path(b)]), [f"--from={a}", f"--from={b}"]
        assert (two.weights, two.source, two.target, repr(two)) == (None, None, None, f"<Heatmap {a}, {b}>")
        assert two.svg() == theirs(*files) and ">(b) b</text>" in two.svg()
        for look, asked in (({"panel": ("A", "B, C"), "no_letters": True}, ["--panel=A", "--panel=B, C", "--no-letters"]),
                            ({"source": "u v", "target": [["k", "l"], ["m", 2]]}, ["--source=u v", "--target=k l", "--target=m 2"]),
                            ({"gold": ["0-0", "1-1 0-1"]}, ["--gold=0-0", "--gold=1-1 0-1"]), ({"gold": [(0, 0), (1, 1)]}, ["--gold=0-0 1-1"])):
            assert attend.heatmap([a, b], **look).svg() == theirs(*files, *asked), look
        assert ">(b) two</text>" in attend.heatmap((both, both), array=["one", "two"]).svg()
        less = attend.heatmap([a, b], "u v", difference=True, panel=["A", "B"])
        assert less.weights.round(6).tolist() == [[-0.5, 0.5], [-0.2, 0.2]] and less.source == ["u", "v"], less.weights
        assert less.svg() == theirs(*files, "--source=u v", "--difference", "--panel=A", "--panel=B") and "B minus A." in less.svg()
        less.save(os.path.join(folder, "less.npy"))
        assert (np.load(os.path.join(folder, "less.npy")) == less.weights.astype(np.float32)).all()
        assert attend.heatmap([a]).weights.round(6).tolist() == GOOD
        whole = os.path.join(folder, "two.pdf")
        two.save(whole)
        again = attend.heatmap(whole, caption="again")
        assert again.weights is None and again.svg() == theirs("--from", whole, "--caption=again") and ">(b) b</text>" in again.svg()
        assert attend.heatmap(whole, array="b").weights.round(6).tolist() == [[0.4, 0.6], [0, 1]]
        refuse(lambda: attend.heatmap(both), attend.ProgramError, "choose one of one, two with array")
        for what, said in ((lambda: two.save(os.path.join(folder, "two.csv")), "two.csv: would hold the numbers of 2 files"),
                           (attend.heatmap([a, b], as_="arcs").svg, "as_ arcs shows the weights of one file, and there are 2"),
                           (attend.heatmap(GOOD, difference=True).svg, "it needs weights twice"),
                           (lambda: attend.heatmap(a, difference=True), "it needs weights twice"),
                           (lambda: attend.heatmap([a, "none.npy"], difference=True), "none.npy")):
            refuse(what, attend.ProgramError, said)
        refuse(lambda: two.save(os.path.join(folder, "two.gif")), ValueError, "two.gif: a film goes through the rows of one file, and here are 2")
        os.environ["ATTEND"], was = "true", os.environ["ATTEND"]
        window = two.open()
        os.environ["ATTEND"] = was
        assert window.wait() == 0 and window.args == ["true", a, b]


def main():
    os.environ["ATTEND"] = os.path.abspath(sys.argv[1])
    warnings.simplefilter("ignore")   # but where they are what is tested
    with tempfile.TemporaryDirectory() as folder:
        drawn(folder)
        saved(folder)
        without(folder)
    for part in (in_a_notebook, noted, tensors, arrays, frames, further, known, refused, files, alone, several):
        part()
    print("figures are the program's")


main()
