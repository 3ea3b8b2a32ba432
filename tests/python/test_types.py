"""Every function of the package says what it takes and what it gives. (Whether that holds says `mypy python/attend`.)

    test_types.py PACKAGE
"""
import ast
import pathlib
import sys


def bare(path):
    """Functions that leave something open, by their line."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            given = node.args
            arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            untyped = [a.arg for a in arguments if a and not a.annotation and a.arg not in ("self", "cls")]
            if untyped or not node.returns and node.name != "__init__":
                yield f"{path.name}:{node.lineno}: {node.name} {untyped}"


def main():
    package = pathlib.Path(sys.argv[1])
    files = sorted(package.glob("*.py"))
    found = [line for path in files for line in bare(path)]
    assert len(files) > 10 and not found, "\n".join(found)
    print(f"{len(files)} files have their types")


main()
