"""The package as a person installs it: pip makes the wheel and puts it into a virtual environment that sees the system's
packages, without a network. Exit 77 (skipped) where pip, venv, setuptools or wheel are missing.

    test_wheel.py PACKAGE_FOLDER VERSION
"""
import importlib.util
import pathlib
import shutil
import subprocess
import sys
import tempfile
import zipfile

NEEDED = {"pip": "python3-pip", "venv": "python3-venv", "ensurepip": "python3-venv", "setuptools": "python3-setuptools",
          "wheel": "python3-wheel", "numpy": "python3-numpy"}
USED = """
import attend, attend.model_file, attend.tokens, attend.data, pathlib, sys
assert pathlib.Path(attend.__file__).is_relative_to(sys.prefix), attend.__file__
trace = attend.Trace.of("the cat", "le chat", [[0.9, 0.1], [0.2, 0.8]])
assert trace.weights.shape == (2, 2) and "<svg" in trace.heatmap()._repr_html_()
"""


def missing():
    return sorted({package for module, package in NEEDED.items() if importlib.util.find_spec(module) is None})


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def main():
    source, version = pathlib.Path(sys.argv[1]), sys.argv[2]
    if missing():
        print(f"skipped: apt-get install {' '.join(missing())}")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        copy = shutil.copytree(source, folder / "python", ignore=shutil.ignore_patterns("build", "*.egg-info", "__pycache__"))
        run(sys.executable, "-m", "venv", "--system-site-packages", folder / "venv")
        python = folder / "venv" / "bin" / "python"
        run(python, "-m", "pip", "wheel", "--quiet", "--no-index", "--no-build-isolation", "--no-deps", copy, "-w", folder)
        wheel, = folder.glob("*.whl")
        assert wheel.name == f"attend-{version}-py3-none-any.whl", wheel.name
        inside = set(zipfile.ZipFile(wheel).namelist())
        wanted = {f"attend/{path.relative_to(source / 'attend')}" for path in (source / "attend").rglob("*")
                  if path.is_file() and "__pycache__" not in path.parts}
        assert wanted <= inside, wanted - inside
        run(python, "-m", "pip", "install", "--quiet", "--no-index", "--no-build-isolation", wheel)
        run(python, "-I", "-c", USED)
    print(f"attend {version} installs and imports")


main()
