"""attend.heatmap draws what the program draws: 31 matrices, each number, word, place and colour; and saves it.

    test_figure.py ATTEND MAKE_STYLE
"""
import os
import subprocess
import sys
import tempfile
import warnings
import xml.etree.ElementTree as tree

import numpy as np

import attend
from attend.drawing import pooled
from attend.figure import FURTHER
from attend.style import text_width

NEAR = 0.06       # px: the program computes in float32, and letters were measured to a thousandth of their size
SVG = "{http://www.w3.org/2000/svg}"
WORDS = "the cat sat on a mat and AVATAR looked at WAVE To. Yes, it's (quite) 42 international well-known x Fly".split()
LOOKS = ({}, {"width": "84mm"}, {"width": "160mm", "title": "A title", "xlabel": "source", "ylabel": "target"},
         {"map": "viridis", "theme": "dark"}, {"width": "5in", "font_size": "9pt", "map": "blues", "background": "white"},
         {"map": "grey", "digits": 1, "cell": 40}, {"angle": 90, "map": "cividis", "bar": "none"},
         {"map": "diverging", "digits": 2}, {"map": "magma", "max": "auto"})


def cases():
    random = np.random.default_rng(5)
    for i in range(24):
        look = LOOKS[i % len(LOOKS)]
        m, n = ((2, 3), (7, 9), (16, 12), (1, 1), (30, 24), (4, 13), (12, 5), (5, 6))[(i * 3 + i // 8) % 8]
        n = min(n, 16) if "width" in look else n
        weights = random.dirichlet(np.full(n, 0.5), m) if "diverging" not in look.values() else random.normal(0, 1, (m, n))
        names = [[WORDS[k] for k in random.integers(0, len(WORDS), count)] for count in (n, m)]
        yield weights, *((names[0], names[1]) if i % 6 != 5 else (None, None)), look
    ends = ["le", "</s>", "<eos>", "[SEP]", "<|endoftext|>"]
    yield np.full((2, 3), 1 / 3), ["the", "nÃ©", "x"], ["aÃ¼", "b"], {}   # letters that stand for bytes
    yield np.array([[0.0673, -0.02], [0.01, -0.05]]), WORDS[:2], WORDS[:2], {"map": "diverging"}   # no room for the middle's number
    yield np.full((5, 8), 0.125), WORDS[:8], ends, {"digits": 3}   # pale ones fill the range
    for shape, look in (((40, 60), {"cell": 6}), ((3, 48), {"width": "90mm"}), ((2, 2), {"min": 2}), ((2, 3), {"min": -1, "max": 0.5})):
        yield random.uniform(0, 1, shape), None, None, look        # numbers that go by 5 and 10; what is beyond the ends


def channels(fill):
    return [int(fill[i:i + 2], 16) for i in (1, 3, 5)]


def theirs(root):
    """Rectangles and texts with the x where each begins."""
    rects = [([float(rect.get(key)) for key in ("x", "y", "width", "height")], float(rect.get("rx", 0)), channels(rect.get("fill")))
             for rect in root.iter(SVG + "rect")]
    texts = [(text.text, float(text.get("x").split()[0]), float(text.get("y")), float(text.get("font-size")),
              text.get("fill"), text.get("transform", "rotate(0 ").split()[0]) for text in root.iter(SVG + "text")]
    return rects, texts


def ours(root):
    """The same of our own, where `text-anchor` says what x is."""
    rects, texts = theirs(root)
    moved = []
    for text, element in zip(texts, root.iter(SVG + "text")):
        back = {"start": 0, "middle": 0.5, "end": 1}[element.get("text-anchor")] * text_width(text[0]) * text[3]
        level = text[5] == "rotate(0"
        x, y = (text[1] - back, text[2]) if level else (text[1], text[2] + back)
        moved.append((text[0], x, y, *text[3:]))
    return rects, moved


def same(case, left, right):
    """Positions, colours and texts; a picture has the same order of rectangles, texts by their words and places."""
    assert len(left[0]) == len(right[0]), (case, len(left[0]), len(right[0]))
    for a, b in zip(left[0], right[0]):
        assert np.allclose(a[0], b[0], atol=NEAR) and abs(a[1] - b[1]) < NEAR, (case, a, b)
        assert max(abs(x - y) for x, y in zip(a[2], b[2])) <= 1, (case, a, b)
    key = lambda text: (round(text[2] / 2), text[0], text[1])  # noqa: E731
    assert len(left[1]) == len(right[1]), (case, sorted({t[0] for t in left[1]} ^ {t[0] for t in right[1]}))
    for a, b in zip(sorted(left[1], key=key), sorted(right[1], key=key)):
        assert a[0] == b[0] and a[4:] == b[4:], (case, a, b)
        bold = a[0] == "A title"  # letters of bold type were not measured
        assert np.allclose(a[1:4], b[1:4], atol=3 if bold else NEAR), (case, a, b)


def the_programs(folder):
    count = 0
    for case, (weights, source, target, look) in enumerate(cases()):
        picture = attend.heatmap(weights, source, target, **look)
        made = os.path.join(folder, "p.svg")
        picture.by_program(made)
        program, own = tree.parse(made).getroot(), tree.fromstring(picture.svg())
        assert [float(x) for x in program.get("viewBox").split()][2:] == [
            float(x) for x in own.get("viewBox").split()][2:] or np.allclose(
                [float(x) for x in program.get("viewBox").split()], [float(x) for x in own.get("viewBox").split()], atol=NEAR), case
        same((case, look), theirs(program), ours(own))
        count += 1
    return count


def saved(folder):
    """By the program where it is there, by itself where it is not."""
    picture = attend.heatmap(np.array([[0.9, 0.1], [0.2, 0.8]], np.float32), "the cat", ["le", "<b>"], width="84mm", title="A & B")
    for ending, begin in ((".pdf", b"%PDF"), (".png", b"\x89PNG"), (".svg", b"<?xml"), (".csv", b""), (".html", b"<!doctype")):
        path = os.path.join(folder, "s" + ending)
        picture.save(path)
        with open(path, "rb") as file:
            assert file.read().startswith(begin), ending
    film = os.path.join(folder, "s.gif")
    attend.heatmap([[0.9, 0.1], [0.2, 0.8]], "the cat", "le chat").save(film)
    with open(film, "rb") as file:
        assert file.read(3) == b"GIF"
    assert "&lt;b&gt;" in picture._repr_html_() and "<title>the → le: 0.9</title>" in picture._repr_html_()
    assert 'width="84mm"' in picture._repr_svg_()
    grid = attend.heatmap(np.full((2, 3, 2, 2), 0.5))
    assert "<svg" in grid._repr_svg_() and grid._repr_html_().count(": 0.5</title></rect>") == 2 * 3 * 2 * 2
    assert "层" in attend.heatmap(np.full((2, 3, 2, 9), 0.1), language="zh").svg()
    attend_was, path_was = os.environ.pop("ATTEND"), os.environ["PATH"]
    os.environ["PATH"] = folder
    try:
        picture.save(os.path.join(folder, "own.svg"))
        tree.parse(os.path.join(folder, "own.svg"))
        picture.save(os.path.join(folder, "own.html"))
        with open(os.path.join(folder, "own.html"), encoding="utf-8") as file:
            assert file.read().startswith("<!doctype html>") and "<title>A &amp; B</title>" in picture.html()
        for what in (lambda: picture.save(os.path.join(folder, "own.pdf")), grid.svg):
            try:
                what()
            except attend.ProgramError as error:
                assert str(error).startswith("anything but SVG and HTML of one matrix needs the program attend"), error
            else:
                raise AssertionError("drawn without the program")
    finally:
        os.environ["ATTEND"], os.environ["PATH"] = attend_was, path_was


def warned(make):
    """What is said while something is made, of a line of this file."""
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        make()
    assert all(warning.filename == __file__ and warning.category is UserWarning for warning in told), told
    return [str(warning.message) for warning in told]


def noted(folder):
    """What the program notes of a figure is a warning, and the same where the package draws."""
    words, even = [f"international{i}" for i in range(12)], np.full((2, 12), 1 / 12)
    path = os.path.join(folder, "n.svg")
    for weights, names, look, part in (
            (even, words, {}, None), (even, words, {"width": "35mm"}, "type of 6.5 pt: 8 pt do not fit into 35.0 mm"),
            ([[0.5, 0.5], [0.5, 0.2]], None, {}, "the weights: 1 of 2 rows do not add up to 1 (row 2: 0.7)"),
            ([[0.5, 0.5], [0.5, 0.2]], None, {"min": 0}, None), (even, words, {"cell": 12, "digits": 3}, "numbers of 3 decimals"),
            (np.full((2100, 10), 0.1), None, {}, "the largest of 2 x 2 weights"),
            ([[0.4, 0.4, 0.2]], None, {}, "no share is larger than 0.4"), ([[0.4, 0.4, 0.2]], None, {"max": "auto"}, None),
            (even, ["word" * 40, *words[1:]], {}, "words that are too long end in an ellipsis")):
        picture = attend.heatmap(weights, names, **look)
        own, program = warned(picture.svg), warned(lambda: picture.by_program(path))
        assert own == program and (part or "") in "".join(own) and len(own) == (part is not None), (look, part, own, program)
    letters = warned(lambda: attend.heatmap(even, ["\ue123", *words[1:]]).save(path))
    assert "boxes stand in the picture" in letters[0], letters
    narrow = warned(attend.heatmap([even, even], words, width="35mm").svg)   # a grid, of the program
    assert narrow and "pt" in narrow[0], narrow


def tensors():
    """What PyTorch holds, of whatever type, with gradients; where there is PyTorch."""
    try:
        import torch
    except ImportError:
        return
    weights = torch.tensor([[0.75, 0.25], [0.5, 0.5]], dtype=torch.bfloat16, requires_grad=True)
    assert attend.heatmap(weights).svg() == attend.heatmap(weights.tolist()).svg() == attend.heatmap(list(weights)).svg()


def large():
    """Very many cells are one picture, with the colours of the map."""
    svg = attend.heatmap(np.linspace(0, 1, 200 * 300).reshape(200, 300)).svg()
    assert svg.count("<rect") < 70 and "data:image/png" in svg
    values = np.zeros((5000, 4100))
    values[4999, 4099], values[0, 0] = 0.75, -2.0
    few = pooled(values, 3, 0.0)
    assert few.shape == (1667, 1367) and few[-1, -1] == 0.75 and few[0, 0] == -2 and (few != 0).sum() == 2


def further():
    """What the program alone draws, by the names of its options; and that all of these are known."""
    weights = [[0.9, 0.1], [0.2, 0.8]]
    assert "<path" in attend.heatmap(weights, "the cat", "le chat", as_="arcs").svg()
    turned = attend.heatmap(weights, "the cat", "le chat", rows=[2, 1], for_="acl-column", maxima=True, gold=None, no_labels=False)
    assert turned.svg().index(">chat<") < turned.svg().index(">le<") and turned.own is None
    assert attend.heatmap(weights, "the cat", "le chat", transpose=True, normalize="rows").svg().count(">the<") == 1
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
    assert attend.heatmap([weights] * 4, heads=[1, 3], bar="right").svg().count("head") == 2
    said = subprocess.run([os.environ["ATTEND"], "heatmap", "--help"], check=True, capture_output=True, text=True).stdout
    theirs = {line.split()[0][2:].replace("-", "_") for line in said.replace("-o, --", "--").splitlines() if line.startswith("  --")}
    ours = set(FURTHER) | {"width", "font_size", "map", "theme", "background", "min", "max", "center", "digits", "title", "xlabel",
                           "ylabel", "angle", "cell", "bar", "language"}
    assert theirs - ours == {"output", "from", "array", "source", "target", "no_values", "gloss", "of", "eraser", "difference",
                             "panel", "letters", "no_letters"} and ours <= theirs, theirs ^ ours


def refused():
    good = [[0.5, 0.5], [0.5, 0.5]]
    for given, look, said in (([[0.5, 1.5]], {}, "from 0 to 1"), ([[0.5], [0.5, 0.5]], {}, "of one length"), ([[float("inf")]], {}, "finite"),
                              (good, {"width": "84 miles"}, "length in mm"), (good, {"map": "jet"}, "one of paper"),
                              (good, {"colour": 1}, "no argument"), (good, {"source": "a b c"}, "are 2 x 2, rows by columns, and their words 2 x 3"),
                              ([[1, 0, 0]], {"source": "a", "target": "b c d"}, "turned by .T they would fit"),
                              (good, {"digits": True}, "one of none"), (good, {"source": 3}, "a list of words"), (good, {"cell": "4"}, "a number from 0"),
                              (good, {"width": [84]}, "length in mm"), (good, {"width": "8..4mm"}, "length in mm"),
                              (good, {"source": ["word " * 9] * 2, "width": "12mm", "font_size": "12pt"}, "too narrow"),
                              ([[0.05] * 20], {"source": ["word"] * 20, "target": "x", "width": "40mm"}, "turned by transpose=True they would fit"),
                              (good, {"min": 1, "max": 1}, "no range"), ([], {}, "[m, n] or"), ([[0, np.nan]], {}, "row 1, column 2")):
        try:
            attend.heatmap(given, **look)
        except (ValueError, TypeError) as error:
            assert said in str(error), (said, error)
        else:
            raise AssertionError(f"{said}: nothing was refused")


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
        try:
            attend.heatmap(path)
        except attend.ProgramError as error:
            assert "has several sentences; expected one of them" in str(error), error
        else:
            raise AssertionError("one of several sentences was not asked for")
        with open(path, "w", encoding="utf-8") as file:
            file.write('{"sequence_attributions":[{"source":[{"token":"a"}],"target":[{"token":"x"},{"token":"y"}],"attr_pos_start":0,'
                       '"source_attributions":[[0.5,-0.25]]}]}')
        assert attend.heatmap(path).map == "diverging"


def main():
    os.environ["ATTEND"] = sys.argv[1]
    warnings.simplefilter("ignore")   # but where they are what is tested
    with tempfile.TemporaryDirectory() as folder:
        count = the_programs(folder)
        saved(folder)
        noted(folder)
    large()
    tensors()
    further()
    refused()
    files()
    subprocess.run([sys.executable, sys.argv[2], sys.argv[1], "--check"], check=True)
    print(f"{count} matrices are drawn as the program draws them")


main()
