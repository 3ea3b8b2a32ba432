"""The sentence pairs of a file as the program reads them (src/text/corpus.h), one at a time: lines of source TAB target, or
where the name ends in .csv a spreadsheet's table, with commas or semicolons, its columns in order or named in the first row.

    for source, target in read_pairs("pairs.csv"):
        ...

`read_rows` also gives what stands behind the target; `links_of` reads it where it is an alignment.
"""
from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator

from . import tokens
from .arrays import counted

NAMES = (("source", "src", "input", "sentence"), ("target", "tgt", "trg", "output", "translation"),
         ("alignment", "alignments", "links", "gold"))
LINK = re.compile("([0-9]+)([-?p])([0-9]+)")
FIRST = {"pharaoh": 0, "pharaoh1": 1}   # what links count from

Row = tuple[int, str, str, str]         # line, source, target, what stands behind them
Link = tuple[int, int, bool]            # source word, target word, from 0; whether it is sure
NO_FORMULA = re.compile(r"'(?='*[=+\-@\t\r])")  # what keeps a spreadsheet from running a text


def wrong(path: str, line: int, said: str) -> ValueError:
    return ValueError(f"{path}:{line}: {said}")


def read_text(path: str) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, from 1."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            try:
                text = line.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError:
                raise wrong(path, number, "there is text that is not UTF-8; if the file is Latin-1 or GBK, save it as UTF-8 "
                                          "first") from None
            if "\0" in text:
                raise wrong(path, number, "there is a NUL byte; plain text was expected (UTF-16 has to be saved as UTF-8 first)")
            yield number, text


def tab_rows(path: str) -> Iterator[Row]:
    for number, line in read_text(path):
        line = line.rstrip("\r\n")
        if "\r" in line:
            raise wrong(path, number, "there is a carriage return inside a line; lines that end in LF or CR LF were expected")
        source, tab, behind = line.partition("\t")
        if tab:
            target, _, more = behind.partition("\t")
            yield number, source, target, more.partition("\t")[0]
        elif line.strip():
            raise wrong(path, number, "there is no TAB; source TAB target was expected")


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
        raise wrong(path, line, "there is a field in quotes that does not end as it should") from None


def list_rows(path: str) -> Iterator[Row]:
    columns, width = [0, 1, 2], 0
    for line, row in table_rows(path):
        if width and len(row) != width:
            raise wrong(path, line, f"there {'is' if len(row) == 1 else 'are'} {counted(len(row), 'field')}; {width} were expected, as in the first row")
        if not width:
            if len(row) < 2:
                raise wrong(path, line, "there is one field; a source sentence, a comma and its translation were expected")
            width, heads = len(row), [field.strip().lower() for field in row]
            named = [next((i for i, head in enumerate(heads) if head in names), -1) for names in NAMES]
            if min(named[:2]) >= 0:
                columns = named
                continue
        yield line, row[columns[0]], row[columns[1]], row[columns[2]] if 0 <= columns[2] < width else ""


def read_rows(path: str) -> Iterator[Row]:
    """Of each line or row; what is none is an error with its number."""
    return (list_rows if path.lower().endswith(".csv") else tab_rows)(path)


def read_pairs(path: str) -> Iterator[tuple[str, str]]:
    """Source and target of each line or row."""
    return ((source, target) for _, source, target, _ in read_rows(path))


def links_of(row: Row, path: str, form: str = "pharaoh") -> list[Link]:
    """The alignment behind a pair, of the words between white space; what begins with no digit is none, as a credit."""
    line, source, target, behind = row
    if not behind.strip()[:1] in "0123456789":
        return []
    first = FIRST[form]
    found: list[Link] = []
    most = len(tokens.cut(source)) - 1, len(tokens.cut(target)) - 1
    for text in tokens.cut(behind):
        given = LINK.fullmatch(text)
        link = (int(given[1]) - first, int(given[3]) - first, given[2] == "-") if given else (-1, -1, True)
        if min(link[:2]) < 0:
            raise wrong(path, line, f'"{text}" is not an alignment link: source-target counted from {first}, such as '
                                    f"{first}-{first}, was expected")
        if link[0] > most[0] or link[1] > most[1]:
            raise wrong(path, line, f"the link {link[0] + first}-{link[1] + first} leads past the sentence: at most "
                                    f"{most[0] + first}-{most[1] + first} was expected")
        if link[:2] in [other[:2] for other in found]:
            raise wrong(path, line, f"the link {link[0] + first}-{link[1] + first} stands there twice")
        found.append(link)
    return found
