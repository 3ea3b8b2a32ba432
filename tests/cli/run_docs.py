"""Runs every command that README.md and docs/*.md show, as it stands there.

    run_docs.py ATTEND SOURCE

A block of code is commands where it is indented, or fenced without a language: a line each, a `\\` at its end joins it
with the next. What is not meant to be run stands in a fence with a language (```yaml, ```text). `./dev test` and
`./dev bench` are left out. Each page has a fresh copy of the checkout, with the files that a reader has (EXAMPLES), and no
display: a command that opens the window has to say so.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

LEFT_OUT = re.compile(r"\./dev (test|bench|web)\b")
NO_WINDOW = "'attend moments', 'attend figure' and 'attend decode' need none\n"
EXAMPLES = {  # the files that a reader has
    "pairs.tsv": "".join("%s sees %s\t%s voit %s\n" % (a, b, a, b) for a in "ABCDEF" for b in "ABCDEF"),
    "sentences.txt": "Tom ate an apple\nMary likes Tom\n",
    "gold.txt": "0-0 1-1\n",
    "test.wa": "1 1 1 S\n1 2 2 P\n",
    "model.align": "0-0 1-1\n",
    "links.txt": "1-1 2-2\n",
    "weights.json": '{"source":["the","cat"],"target":["le","chat"],"weights":[[0.9,0.1],[0.2,0.8]]}',
}

SEEDS = {"attention.npy": "plain.npy", "heads.npz": "stored.npz", "generate.out": "fairseq.out", "base.npy": "plain.npy", "ours.npy": "half.npy"}  # and those that are no text, of tests/fuzz/seeds/weights


def commands(text):
    """(line number, command) of a page."""
    found, fence, blank, block = [], None, True, False
    for number, line in enumerate(text.splitlines(), 1):
        mark = re.match(r" {0,3}(```+|~~~+)\s*(\S*)", line)
        indented = line.startswith("    ")
        if fence:
            if mark and mark[1].startswith(fence[0]) and not mark[2]:
                fence = None
            elif not fence[1] and line.strip():
                found.append((number, line.strip()))
        elif mark:
            fence = (mark[1], mark[2])
        elif indented and line.strip() and (blank or block):
            found.append((number, line.strip()))
        block = not fence and ((indented and (blank or block)) or (block and not line.strip()))
        blank = not line.strip()
    joined = []
    for number, line in found:
        if joined and joined[-1][1].endswith("\\"):
            joined[-1] = (joined[-1][0], joined[-1][1][:-1] + line)
        else:
            joined.append((number, line))
    return joined


def checkout(source, folder, attend):
    """A copy of the source in which `build` and the program on the path are the ones to be tested."""
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("build*", ".git", "out", "__pycache__"))
    (folder / "build").symlink_to(attend.parents[2])
    (folder / "out" / "bin").mkdir(parents=True)
    (folder / "out" / "bin" / "attend").symlink_to(attend)
    for name, text in EXAMPLES.items():
        (folder / name).write_text(text)
    for name, seed in SEEDS.items():
        shutil.copy(source / "tests" / "fuzz" / "seeds" / "weights" / seed, folder / name)


def run(command, folder, attend):
    """What is wrong with it, or None."""
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    environment.update(ATTEND=str(attend), ATTEND_DATA=str(folder), HOME=str(folder / "out"),
                       PATH="%s:%s" % (folder / "out" / "bin", os.environ["PATH"]))
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    window = done.returncode == 1 and done.stderr.endswith(NO_WINDOW)
    return None if done.returncode == 0 or window else "status %d\n%s%s" % (done.returncode, done.stdout, done.stderr)


def main():
    attend, source = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    count = failures = 0
    for page in [source / "README.md"] + sorted((source / "docs").glob("*.md")):
        lines = [(number, command) for number, command in commands(page.read_text()) if not LEFT_OUT.match(command)]
        if not lines:
            continue
        with tempfile.TemporaryDirectory(prefix="attend-docs.") as folder:
            copy = pathlib.Path(folder) / "attend"
            checkout(source, copy, attend)
            for number, command in lines:
                count += 1
                wrong = run(command, copy, attend)
                failures += wrong is not None
                if wrong:
                    print("%s:%d: %s: %s" % (page.name, number, command, wrong))
    print("%d commands, %d failures" % (count, failures))
    sys.exit(failures > 0 or count == 0)


if __name__ == "__main__":
    main()
