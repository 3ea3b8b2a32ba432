"""docs/adding-a-score.md and docs/adding-a-view.md, typed into a copy of the tree as they stand there: it builds, the tests
that they name pass, and the score and the view are found wherever the pages promise them.

    recipes.py SOURCE

A line of a page that ends with a colon names a file; the block of code behind it is the file, or what is added to it: "At the
end of `FILE`:", "The row in `FILE`:" (behind the last row like it).
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^([^\n`]*`([\w./-]+)`[^\n]*):\n\n```\w+\n(.*?)^```$", re.S | re.M)
COPIED = ("src", "tests", "docs", "python", "meson.build", "meson_options.txt")
TESTS = ("gradient finite", "gradient kernels", "derive values", "scene golden", "scene contrast", "scene brush")


def insert_row(text, row):
    """Behind the last line that begins as the row does: `    "name": Score(`."""
    like = re.compile(r"^" + re.sub(r"\w+", r"\\w+", re.escape(row.split("(")[0]).replace("\\ ", " ")) + r"\(.*\n", re.M)
    end = [match.end() for match in like.finditer(text)][-1]
    return text[:end] + row + text[end:]


def type_in(page, tree):
    text = (tree / "docs" / page).read_text()
    files = [match.groups() for match in BLOCK.finditer(text)]
    assert len(files) >= 3, "docs/%s: has %d files to be typed, at least 3 were expected" % (page, len(files))
    for words, name, block in files:
        path = tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        old = path.read_text() if path.exists() else ""
        if "At the end of `" in words:
            path.write_text(old + block)
        elif "The row in `" in words:
            path.write_text(insert_row(old, block))
        else:
            assert not old, "docs/%s: %s is there already" % (page, name)
            path.write_text(block)


def copy(source, tree):
    for entry in source.iterdir():
        if entry.name not in COPIED and not entry.name.startswith(("build", ".", "out")):
            (tree / entry.name).symlink_to(entry)
    for name in COPIED:
        path = source / name
        (shutil.copytree if path.is_dir() else shutil.copy)(path, tree / name)


def run(*command, **environment):
    usual = {name: value for name, value in os.environ.items() if name != "ATTEND_LONG"} # it is the pages that are tested
    done = subprocess.run(command, env={**usual, **environment}, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == 0, "%s: status %d\n%s" % (" ".join(map(str, command)), done.returncode, done.stdout[-4000:])
    return done.stdout


def words_of(svg):
    return re.sub(r"<[^>]*>", "", svg.read_text().replace("\n", ""))


def expect(what, text):
    assert what in text, "%r was expected in %s" % (what, text[:2000])


def try_score(attend, source, out):
    expect("|distance", run(attend, "train", "--help"))
    model = out / "m.safetensors"
    run(attend, "train", source / "tests/data/tiny.tsv", "-o", model, "--score", "distance", "--hidden", "24", "--embed", "16",
        "--epochs", "12", "--seed", "1")
    expect("Scores", run(attend, "decode", model, "cat chase mouse", "--explain"))
    expect('"score":"distance"', run(attend, "decode", model, "cat chase mouse", "--json"))
    scores = json.loads(run(attend, "decode", model, "cat chase mouse", "--json"))["steps"][1]["scores"]
    figure = out / "f.svg"
    run(attend, "figure", model, "--sentence", "cat chase mouse", "--step", "2", "--moment", "scores", "-o", figure)
    for score in scores: # each stands at the end of its sum
        expect(("%+.2f" % score).replace("-", "\u2212"), words_of(figure))
    run(attend, "figure", model, "--sentence", "cat chase mouse", "--step", "2", "--moment", "scores", "--language", "zh", "-o", figure)
    expect("得分", words_of(figure))


def try_view(attend, source, out):
    """A lesson that asks for it, and each number of it computed anew."""
    lesson = out / "spread"
    shutil.copytree(source / "lessons/05-cat-chase-mouse", lesson)
    text = (lesson / "lesson.md").read_text()
    (lesson / "lesson.md").write_text(text.replace("\nview: decode\n", "\nview: spread\n", 1))
    figure = out / "v.svg"
    run(attend, "figure", lesson, "--view", "spread", "-o", figure)
    said = words_of(figure)
    steps = json.loads(run(attend, "decode", lesson, "cat chase mouse", "--json"))["steps"]
    for step in steps:
        expect("%.2f" % (1 / sum(weight * weight for weight in step["weights"])), said)


def main():
    source = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="attend-recipes.") as folder:
        tree, out = pathlib.Path(folder) / "tree", pathlib.Path(folder) / "out"
        tree.mkdir(), out.mkdir()
        copy(source, tree)
        for page in ("adding-a-score.md", "adding-a-view.md"):
            type_in(page, tree)
        build = tree / "build"
        run("meson", "setup", build, tree, "-Dgui=disabled", "-Dtests=enabled", "-Dbuildtype=plain", "-Doptimization=1")
        run("ninja", "-C", build, "src/cli/attend")
        run("meson", "test", "-C", build, "-t", "10", "scene golden", ATTEND_REBASELINE="1")
        run("meson", "test", "-C", build, "-t", "10", *TESTS)
        os.environ["ATTEND_DATA"] = str(tree)
        try_score(build / "src/cli/attend", source, out)
        try_view(build / "src/cli/attend", source, out)
    for name in re.findall(r"^SCORE\(\w+, (\w+),", (source / "src/nn/scores.def").read_text(), re.M):
        expect("`%s`" % name, (source / "docs/training.md").read_text())
        expect("`%s`" % name, (source / "docs/design.md").read_text())
        expect('"%s": Score(' % name, (source / "python/attend/torch.py").read_text())
    print("a score and a view are added as the pages say")


if __name__ == "__main__":
    main()
