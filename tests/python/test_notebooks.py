"""The examples run from their first cell to their last, without Jupyter, and what a cell shows can be shown.

    test_notebooks.py ATTEND EXAMPLES
"""
import ast
import json
import os
import pathlib
import sys
import tempfile

def show(value):
    """What a notebook would ask for; the number of pictures."""
    if not hasattr(value, "_repr_html_"):
        return bool(repr(value)) and 0
    assert value._repr_html_().count("<svg") == 1
    return 1


def run_cell(code, names, where):
    """All of it; the last expression is shown."""
    tree = ast.parse(code, where)
    last = ast.Expression(tree.body.pop().value) if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, where, "exec"), names)
    return show(eval(compile(last, where, "eval"), names)) if last else 0


def run(path):
    """How many pictures it shows."""
    book = json.loads(path.read_text(encoding="utf-8"))
    assert (book["nbformat"], book["nbformat_minor"]) == (4, 5)
    names, pictures = {"__name__": "__main__"}, 0
    for number, cell in enumerate(book["cells"], 1):
        if cell["cell_type"] == "code":
            assert cell["outputs"] == [] and cell["execution_count"] is None, f"{path.name}: keep it without what it printed"
            pictures += run_cell("".join(cell["source"]), names, f"{path.name}, cell {number}")
    if "window" in names:
        names["window"].wait(timeout=60)  # there is no display here: it says so and ends
    return pictures


def main():
    examples = pathlib.Path(sys.argv[2]).resolve()
    os.environ["ATTEND"] = os.path.abspath(sys.argv[1])
    for display in ("DISPLAY", "WAYLAND_DISPLAY"):
        os.environ.pop(display, None)
    sys.modules["transformers"] = None  # nothing is downloaded: the stand-in is taken
    sys.path.insert(0, str(examples))
    books = sorted(examples.glob("*.ipynb"))
    assert len(books) == 3, books
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        tempfile.tempdir = folder  # what the window is given stays there otherwise
        shown = {book.name: run(book) for book in books}
        assert {"figure.svg", "figure.html", "figure.pdf", "trace.json", "class.safetensors"} <= set(os.listdir())
    assert all(shown.values()), shown
    print(", ".join(f"{name}: {count} pictures" for name, count in shown.items()))


main()
