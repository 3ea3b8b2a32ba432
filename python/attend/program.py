"""The program `attend`, where it is installed: ATTEND names it, else it is looked for on the path."""
from __future__ import annotations

import os
import shutil
import subprocess


class ProgramError(RuntimeError):
    """The program refused, or is not there; the message is its own sentence."""


def find() -> str | None:
    return os.environ.get("ATTEND") or shutil.which("attend")


def needed(what: str) -> str:
    found = find()
    if not found:
        raise ProgramError(f"{what} needs the program attend: install it and put it on the path, or name it in ATTEND")
    return found


def call(what: str, *arguments: str) -> str:
    """Runs it to its end; what it printed. The last line of what it says is why it refused."""
    run = subprocess.run([needed(what), *arguments], capture_output=True, text=True, encoding="utf-8")
    if run.returncode:
        raise ProgramError((run.stderr.strip() or f"attend ended with status {run.returncode}").splitlines()[-1])
    return run.stdout
