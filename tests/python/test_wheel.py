"""The package as a person installs it: pip makes the wheel, with the program, and puts it into a virtual environment that
sees the system's packages, without a network; from there it draws. Exit 77 (skipped) where something is missing. The program
is the one that was built already; with ATTEND_LONG pip has it built as well. A folder that is named gets the wheel.

    test_wheel.py ATTEND PACKAGE_FOLDER VERSION [FOLDER]
"""
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile

NEEDED = {"pip": "python3-pip", "venv": "python3-venv", "ensurepip": "python3-venv", "mesonpy": "python3-mesonpy",
          "numpy": "python3-numpy"}
USED = """
import attend, attend.model_file, attend.tokens, attend.data, os, pathlib, sys
assert pathlib.Path(attend.__file__).is_relative_to(sys.prefix), attend.__file__
assert attend.__version__ == sys.argv[1], attend.__version__
own, other = f"{sys.prefix}/bin/attend", pathlib.Path("other/attend").absolute()
other.parent.mkdir()
other.write_text("a program with a window")
assert attend.program.find() == attend.program.find(window=True) == own, attend.program.find()
other.chmod(0o755)
os.environ["PATH"] = f"{sys.prefix}/bin:{other.parent}"
assert attend.program.find() == own and attend.program.find(window=True) == str(other)
weights = [[[0.9, 0.1], [0.2, 0.8]]] * 4
attend.heatmap(weights[0], "the cat", "黑 猫").save("figure.pdf")
attend.heatmap(weights, "the cat", "le chat").save("grid.png")
attend.heatmap(weights, "the cat", "le chat").save("grid.html")
attend.heatmap(weights[0], "the cat", "le chat").save("film.gif")
attend.causes(5, "cat chase mouse").save("figure.svg")
for name, begin in (("figure.pdf", b"%PDF"), ("grid.png", b"PNG"), ("grid.html", b"<!doct"), ("film.gif", b"GIF"), ("figure.svg", b"<?xml")):
    assert begin in pathlib.Path(name).read_bytes()[:8], name
"""


def missing():
    return sorted({package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None})


def run(*command, **given):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, **given)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def main():
    program, source, version = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), sys.argv[3]
    if missing():
        print(f"skipped: apt-get install {' '.join(missing())}")
        sys.exit(77)
    for name in ("ATTEND", "ATTEND_DATA", "PYTHONPATH"):
        os.environ.pop(name, None)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for part in source.parent.iterdir():
            if part.name != source.name and not part.name.startswith((".", "build")):
                (folder / part.name).symlink_to(part)
        copy = shutil.copytree(source, folder / "python", ignore=shutil.ignore_patterns(".mesonpy-*", "__pycache__"))
        run(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
        python = folder / "venv" / "bin" / "python"
        run(python, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", copy, "-w", folder,
            *([] if os.environ.get("ATTEND_LONG") else ["--config-settings", f"setup-args=-Dprogram={program}"]))
        wheel, = folder.glob("*.whl")
        assert re.fullmatch(rf"attend-{re.escape(version)}-py3-none-[a-z]+_.*\.whl", wheel.name), wheel.name
        inside = {path.partition("/purelib/")[2] for path in zipfile.ZipFile(wheel).namelist()}
        wanted = {f"attend/{path.relative_to(source / 'attend')}" for path in (source / "attend").rglob("*")
                  if path.is_file() and "__pycache__" not in path.parts}
        assert wanted <= inside, wanted - inside
        run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", wheel)
        run(python, "-I", "-c", USED, version, cwd=folder)
        if sys.argv[4:]:
            shutil.copy(wheel, sys.argv[4])
    print(f"attend {version} installs and draws")


main()
