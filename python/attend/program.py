"""The program `attend`, where it is installed: ATTEND names it, else it is looked for on the path."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable


class ProgramError(RuntimeError):
    """The program refused, or is not there; the message is its own sentence."""


def find() -> str | None:
    return os.environ.get("ATTEND") or shutil.which("attend")


def needed(what: str) -> str:
    found = find()
    if not found:
        raise ProgramError(f"{what} needs the program attend: install it and put it on the path, or name it in ATTEND")
    return found


def warn(note: str) -> None:
    """What one should know of a result that is there, told of the line that asked this package for it."""
    level, frame = 1, sys._getframe()
    while frame.f_back and str(frame.f_globals.get("__name__")).startswith("attend."):
        level, frame = level + 1, frame.f_back
    warnings.warn(note, stacklevel=level)


def run(attend: str, *arguments: str, given: tuple[str, str] = ("", "")) -> str:
    """Runs it to its end; what it printed. What it notes becomes warnings, and the last line of what it says is why it
    refused. `given`: a file that nobody knows, and what it is called in these lines."""
    done = subprocess.run([attend, *arguments], capture_output=True, text=True, encoding="utf-8")
    said = (done.stderr.replace(*given) if given[0] else done.stderr).strip().splitlines()
    if done.returncode:
        raise ProgramError(said[-1] if said else f"attend ended with status {done.returncode}")
    for line in said:
        warn(line.removeprefix("attend: "))
    return done.stdout


def call(what: str, *arguments: str, given: tuple[str, str] = ("", "")) -> str:
    return run(needed(what), *arguments, given=given)


def window(name: str, write: Callable[[str], None]) -> subprocess.Popen:
    """Starts it on a file of this name, which stays in a folder for temporary files of its own."""
    attend = needed("the window")
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
