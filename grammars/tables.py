"""The tables that a script makes: written into the lessons' folders, or compared with what stands there.

    options = tables.options(__doc__)                        --check and --out are there
    tables.put(options, "20-self-attention/data.tsv", rows)
"""
import argparse
import pathlib
import sys

LESSONS = pathlib.Path(__file__).resolve().parent.parent / "lessons"


def parser(doc, folder=""):
    made = argparse.ArgumentParser(description=doc.splitlines()[0])
    made.add_argument("--check", action="store_true", help="compare with the files, write nothing")
    made.add_argument("--out", type=pathlib.Path, default=LESSONS / folder)
    return made


def options(doc, folder=""):
    return parser(doc, folder).parse_args()


def take(rows, train, held, shown=()):
    """So many rows without repeats; those shown are there to train on, or held out where nothing else is."""
    found = {row[0]: row for row in shown}
    for row in rows:
        found.setdefault(row[0], row)
        if len(found) == train + held:
            break
    rows = list(found.values())
    return rows[:train], rows[train:]


def put_all(given, folder, files):
    """Of names of data and of what is held out, each with the rows of both."""
    for data, heldout, (train, held) in files:
        print("%s: %d pairs, %d held out" % (data, len(train), len(held)), file=sys.stderr)
        put(given, folder + data + ".tsv", train)
        put(given, folder + heldout + ".tsv", held)


def put_lessons(given, lessons, make, report):
    """Of each lesson, which has a `folder`: the rows to train on and those held out, told before they are written."""
    for lesson in lessons:
        train, held = make(lesson)
        report(lesson, train, held)
        put(given, lesson.folder + "/data.tsv", train)
        put(given, lesson.folder + "/heldout.tsv", held)


def put(given, name, rows):
    path = given.out / name
    made = "".join("\t".join(row) + "\n" for row in rows).encode()
    try:
        if not given.check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(made)
        elif path.read_bytes() != made:
            sys.exit("%s is not what this script makes." % path)
    except OSError as error:
        sys.exit("%s: %s." % (path, error.strerror))
