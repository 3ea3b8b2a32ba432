"""The program `attend`, which came with this package or is installed by itself."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable


class ProgramError(RuntimeError):
    """The program refused, or is not there; the message is its own sentence."""


def find(window: bool = False) -> str | None:
    """The program that ATTEND names, else the one that was installed with this package, else one on the path; for the window,
    which the package's own is built without, that comes first."""
    here = pathlib.Path(__file__).resolve().parents
    own = [str(folder / "bin") for folder in (*here[4:5], *here[1:2])]   # above lib/python3.11/site-packages; of pip's --target
    others = [folder for folder in os.get_exec_path() if folder not in own]
    return os.environ.get("ATTEND") or shutil.which("attend", path=os.pathsep.join(others + own if window else own + others))


def needed(what: str, window: bool = False) -> str:
    found = find(window)
    if not found:
        raise ProgramError(f"{what} needs the program attend: put it on the path, or name it in ATTEND; the wheel for Linux carries it")
    return found


def warn(note: str) -> None:
    """What one should know of a result that is there, told of the line that asked this package for it."""
    level, frame = 1, sys._getframe()
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("attend."):
        level, frame = level + 1, frame.f_back
    warnings.warn(note, stacklevel=level)


def run(attend: str, *arguments: str, content: bytes = b"", say: Callable[[str], str] = str) -> bytes:
    """Runs it to its end, with `content` on its standard input; what it wrote on its standard output. What it notes becomes
    warnings, and the last line of what it says is why it refused; `say` has the last word on these lines."""
    done = subprocess.run([attend, *arguments], input=content, capture_output=True)
    said = say(done.stderr.decode("utf-8", "replace")).strip().splitlines()
    if done.returncode:
        raise ProgramError(said[-1] if said else f"attend ended with status {done.returncode}")
    for line in said:
        warn(line.removeprefix("attend: "))
    return done.stdout


def call(what: str, *arguments: str, content: bytes = b"", say: Callable[[str], str] = str) -> bytes:
    return run(needed(what), *arguments, content=content, say=say)


def window(name: str, write: Callable[[str], None]) -> subprocess.Popen:
    """Starts it on a file of this name, which stays in a folder for temporary files of its own."""
    attend = needed("the window", window=True)
    path = os.path.join(tempfile.mkdtemp(prefix="attend-"), name)
    write(path)
    return subprocess.Popen([attend, path])


def command(name: str, work: Callable[[], None]) -> int:
    """The status of a command of ours: 1 where something is wrong, which is one sentence on standard error."""
    try:
        work()
    except OSError as error:
        said = f"{error.filename}: {error.strerror}" if error.filename else str(error)
    except (ValueError, ProgramError) as error:
        said = str(error)
    else:
        return 0
    print(f"{name}: {said}", file=sys.stderr)
    return 1
