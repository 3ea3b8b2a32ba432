"""The sentence pairs of a file as the program reads them (src/text/corpus.h), one at a time: lines of source TAB target, or
where the name ends in .csv a spreadsheet's table, with commas or semicolons, its columns in order or named in the first row.

    for source, target in read_pairs("pairs.csv"):
        ...

What stands behind the target, such as alignments, is not read: a training makes no use of it.
"""
from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator

from .arrays import counted

NAMES = (("source", "src", "input", "sentence"), ("target", "tgt", "trg", "output", "translation"))
NO_FORMULA = re.compile(r"'(?='*[=+\-@\t\r])")  # what keeps a spreadsheet from running a text


def wrong(path: str, line: int, said: str) -> ValueError:
    return ValueError(f"{path}:{line}: there {said}")


def read_text(path: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, from 1."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                raise wrong(path, number, "is text that is not UTF-8; if the file is Latin-1 or GBK, save it as UTF-8 "
                                          "first") from None
            if "\0" in text:
                raise wrong(path, number, "is a NUL byte; plain text was expected (UTF-16 has to be saved as UTF-8 first)")
            yield number, text


def tab_pairs(path: str) -> Iterator[tuple[str, str]]:
    for number, line in read_text(path):
        line = line.rstrip("\r\n")
        if "\r" in line:
            raise wrong(path, number, "is a carriage return inside a line; lines that end in LF or CR LF were expected")
        source, tab, behind = line.partition("\t")
        if tab:
            yield source, behind.partition("\t")[0]
        elif line.strip():
            raise wrong(path, number, "is no TAB; source TAB target was expected")


def table_rows(path: str) -> Iterator[tuple[int, list[str]]]:
    """Rows of fields, with the number of the line that each begins on."""
    text = (line for _, line in read_text(path))
    first = next(text, "")
    lines = itertools.chain.from_iterable(io.StringIO(line, newline="") for line in itertools.chain([first], text))
    rows = csv.reader(lines, delimiter=";" if first.count(";") > first.count(",") else ",", strict=True)
    line = 1
    try:
        for row in rows:
            if row and (len(row) > 1 or row[0].strip()):
                yield line, [NO_FORMULA.sub("", field, count=1) if field.startswith("'") else field for field in row]
            line = rows.line_num + 1
    except csv.Error:
        raise wrong(path, line, "is a field in quotes that does not end as it should") from None


def table_pairs(path: str) -> Iterator[tuple[str, str]]:
    columns, width = [0, 1], 0
    for line, row in table_rows(path):
        if width and len(row) != width:
            raise wrong(path, line, f"{'is' if len(row) == 1 else 'are'} {counted(len(row), 'field')}; {width} were expected, as in the first row")
        if not width:
            if len(row) < 2:
                raise wrong(path, line, "is one field; a source sentence, a comma and its translation were expected")
            width, heads = len(row), [field.strip().lower() for field in row]
            named = [next((i for i, head in enumerate(heads) if head in names), -1) for names in NAMES]
            if min(named) >= 0:
                columns = named
                continue
        yield row[columns[0]], row[columns[1]]


def read_pairs(path: str) -> Iterator[tuple[str, str]]:
    """Source and target of each line or row; what is none is an error with its number."""
    return (table_pairs if path.lower().endswith(".csv") else tab_pairs)(path)
