"""The program `attend`, where it is installed: ATTEND names it, else it is looked for on the path."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
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


def run(attend: str, *arguments: str) -> str:
    """Runs it to its end; what it printed. The last line of what it says is why it refused."""
    done = subprocess.run([attend, *arguments], capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        raise ProgramError((done.stderr.strip() or f"attend ended with status {done.returncode}").splitlines()[-1])
    return done.stdout


def call(what: str, *arguments: str) -> str:
    return run(needed(what), *arguments)


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
