"""Byte-pair encoding: the merges that `attend train` learns, and the pieces that it cuts, are those of the plain reference
below, which counts everything anew each time.

    test_pieces.py ATTEND LESSONS
"""
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from attend import model_file, pieces, tokens

SMALL = ["low low low low low lower lower", "newest newest newest newest newest newest", "widest, widest -- widest!",
         "aaaa aaaaa baaaa @@@@ @@ @ a@b", "\u732b\u6349\u8001\u9f20 \u8001\u9f20\u6349\u732b \u8001\u9f20 l'homme l'an \u00c9t\u00e9 \u00e9t\u00e9",
         "abcd abcd xabc xabc bcd bcd abc abc ab bc"]


# ---- the reference ----

def merged(row, pair):
    """Wherever the two stand side by side, from the left."""
    out = []
    for piece in row:
        if out and (out[-1], piece) == pair:
            out[-1] = out[-1][:-2] + piece
        else:
            out.append(piece)
    return out


def spelled(word):
    return [letter + "@@" for letter in word[:-1]] + [word[-1]]


def learn(words, most, least):
    """Merges, and the vocabulary behind the special words."""
    counts, letters = Counter(words), Counter(letter for word in words for letter in word)
    known = sorted((letter for letter in letters if letters[letter] >= least), key=lambda letter: -letters[letter])
    vocabulary = [form for letter in known for form in (letter + "@@", letter)]
    still = {form for letter in letters if letter not in known or letter == "@" for form in (letter + "@@", letter)}
    rows = {word: spelled(word) for word in counts}
    merges = []
    while len(merges) < most:
        pairs = Counter()
        for word, row in rows.items():
            for pair in zip(row, row[1:]):
                if not still & set(pair):
                    pairs[pair] += counts[word]
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair[0].encode(), pair[1].encode()))
        if pairs[best] < max(2, least):
            break
        rows = {word: merged(row, best) for word, row in rows.items()}
        merges += [best] if best not in merges else []
        vocabulary += [made] if (made := best[0][:-2] + best[1]) not in vocabulary else []
    return merges, vocabulary


def cut(word, merges):
    """Each merge that can be made, the first learned first."""
    row = spelled(word)
    while possible := [pair for pair in merges if pair in set(zip(row, row[1:]))]:
        row = merged(row, possible[0])
    return row


# ---- the program ----

def train(attend, folder, pairs, merges, *options):
    path = os.path.join(folder, "m.safetensors")
    subprocess.run([attend, "train", pairs, "-o", path, "--epochs", "0", "--embed", "2", "--hidden", "2", "--heldout-share", "0",
                    "--max-length", "0", "--source-tokens", f"bpe:{merges}", "--target-tokens", f"bpe:{merges}", *options],
                   check=True, capture_output=True)
    return path


def compare(attend, folder, lines, merges, least, lowercase):
    """Of (source, target) lines, none twice."""
    path = os.path.join(folder, "p.tsv")
    Path(path).write_text("".join(f"{source}\t{target}\n" for source, target in lines), encoding="utf-8")
    file = model_file.read(train(attend, folder, path, merges, "--min-count", str(least), f"--lowercase={str(lowercase).lower()}"))
    assert file.config["source_tokens"] == "bpe" and file.config["source_merges"] == merges
    for side, vocabulary in enumerate((file.source, file.target)):
        words = [word for line in lines for word in tokens.cut(line[side], "word")]
        words = [tokens.lower(word) for word in words] if lowercase and side == 0 else words
        learned, expected = learn(words, merges, least)
        found = file.merges("target" if side else "source")
        assert found == learned, next((pair for pair in zip(found, learned) if pair[0] != pair[1]), (len(found), len(learned)))
        assert vocabulary == model_file.SPECIAL + expected
        ours = pieces.Merges(found)
        for word in dict.fromkeys(words):
            assert ours.cut_word(word) == cut(word, learned), word
        assert pieces.join(ours.cut(words)) == words
    return file


def sentences(lessons):
    """2,000 of the lessons' own prose, beside as many of the Chinese."""
    def of(name):
        text = " ".join(path.read_text(encoding="utf-8") for path in sorted(Path(lessons).glob(f"*/{name}")))
        return [" ".join(line.split()) for line in re.split(r"(?<=[.?!。？！])|\n\n", text) if line.strip()[:1].isalpha()]
    english, chinese = of("lesson.md"), of("lesson.zh.md")
    lines = list(dict.fromkeys(zip(english, chinese)))[:2000]
    assert len(lines) == 2000
    return lines


def what_the_program_reads(attend, folder, file, lines):
    """The pieces of a decode, and the words of an evaluation."""
    ours, path = pieces.Merges(file.merges("source")), os.path.join(folder, "m.safetensors")
    for source, _ in lines[::100]:
        trace = json.loads(subprocess.run([attend, "decode", path, source, "--json"], check=True, capture_output=True).stdout)
        words = tokens.cut(source, "word")
        assert trace["source"]["tokens"] == ours.cut(words)[:200]
    out = os.path.join(folder, "o.tsv")
    subprocess.run([attend, "eval", path, os.path.join(folder, "p.tsv"), "--translations", out], check=True, capture_output=True)
    with open(out, encoding="utf-8", newline="") as table:
        rows = list(csv.reader(table, delimiter="\t"))[1:]
    assert len(rows) == len(lines)
    for (source, _), row in zip(lines, rows):
        assert row[0].replace(" ", "") == "".join(tokens.cut(source, "word")), (row[0], source)


def main():
    attend, lessons = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        small = [(line, SMALL[-i - 1]) for i, line in enumerate(SMALL)]
        for merges in (1, 7, 100):
            for least in (1, 2, 3):
                compare(attend, folder, small, merges, least, lowercase=merges == 7)
        lines = sentences(lessons)
        file = compare(attend, folder, lines, 300, 2, lowercase=False)
        what_the_program_reads(attend, folder, file, lines)
    print("the merges are those of the reference")


main()
