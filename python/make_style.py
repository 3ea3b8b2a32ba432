#!/usr/bin/env python3
"""Reads colours and widths of letters off the program's own figures, for figures that the package draws without it.

    python/make_style.py ATTEND            writes python/attend/style.json
    python/make_style.py ATTEND --check    says whether that file is what the program draws today
"""
import json
import os
import string
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

STYLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "attend", "style.json")
MAPS = ("paper", "viridis", "cividis", "grey", "blues", "magma", "plasma", "inferno", "diverging")
EM = 100                       # px of the type that letters are measured in
LETTERS = string.ascii_letters + string.digits + string.punctuation
ACCENTED = "".join(chr(c) for c in (*range(0xA1, 0xAD), *range(0xAE, 0x180)) if chr(c) not in "ĊĠ") + "‘’“”–—…€−≤≥▁"
ROW = 40                       # letters of a word
SVG = "{http://www.w3.org/2000/svg}"


def draw(attend, weights, source, target, *look):
    """The rectangles and texts of the program's figure."""
    with tempfile.TemporaryDirectory() as folder:
        given, made = os.path.join(folder, "w.json"), os.path.join(folder, "w.svg")
        with open(given, "w", encoding="utf-8") as file:
            json.dump({"source": source, "target": target, "weights": weights}, file)
        subprocess.run([attend, "heatmap", "--from", given, "-o", made, *look], check=True, stderr=subprocess.DEVNULL)
        root = tree.parse(made).getroot()
    return root.findall(f".//{SVG}rect"), root.findall(f".//{SVG}text")


def pairs(letters):
    """Words in which every letter stands before every other once, and before itself."""
    words, at = [], {letter: list(letters) for letter in letters}
    for first in letters:
        while at[first]:
            word = first
            while at[word[-1]] and len(word) < ROW:
                word += at[word[-1]].pop()
            words.append(word)
    return words


def measure(attend, words):
    """The texts beside rows, with the x of each letter and of their end, in px of a type of EM px."""
    rects, texts = draw(attend, [[1]] * len(words), ["x"], list(words), "--width", "5000mm", "--font-size", f"{EM * 0.75}pt",
                    "--bar", "none", "--background", "paper")
    lines = {}  # by their y: a word may be of two fonts
    for text in texts:
        if text.get("fill") == texts[0].get("fill"):
            word, xs = lines.get(text.get("y"), ("", []))
            lines[text.get("y")] = word + text.text, xs + [float(x) for x in text.get("x").split()]
    end = float(rects[1].get("x")) - 1 - 0.5 * EM  # behind the ground: the first cell, half a gap and half an em behind it
    found = {word: xs + [end] for word, xs in lines.values()}
    missing = set(words) - set(found)
    assert not missing, f"not found in the figure: {sorted(missing)[:20]}"
    return found


def widths(attend):
    """Advances of letters, and what a pair of them differs by, in thousandths of the type's size."""
    alone = {word: round((xs[-1] - xs[0]) * 1000 / EM) for word, xs in measure(attend, LETTERS + ACCENTED).items()}
    kerned = {}
    for word, xs in measure(attend, pairs(LETTERS)).items():
        assert len(xs) == len(word) + 1, f"{word} has letters that are drawn as one"
        for i in range(len(word) - 1):
            kern = round((xs[i + 1] - xs[i]) * 1000 / EM) - alone[word[i]]
            if kern:
                kerned[word[i:i + 2]] = kern
    return alone, kerned


def hexes(rects):
    return [rect.get("fill") for rect in rects]


def channels(color):
    return [int(color[i:i + 2], 16) for i in (1, 3, 5)]


def error(anchors, samples):
    """How far the anchors, evenly spaced and joined by straight lines, are from the samples."""
    total = 0
    for i, sample in enumerate(samples):
        at = i / (len(samples) - 1) * (len(anchors) - 1)
        low = min(int(at), len(anchors) - 2)
        mixed = (a + (b - a) * (at - low) for a, b in zip(channels(anchors[low]), channels(anchors[low + 1])))
        total += sum(abs(int(value + 0.5) - have) for value, have in zip(mixed, channels(sample)))
    return total


def colors(attend, name, theme):
    """The fewest colours that give the whole map best."""
    def levels(count):
        row = [[i / (count - 1) for i in range(count)]]
        look = ("--map", name, "--theme", theme, "--no-labels", "--bar", "none", "--background", "paper", "--cell", "10")
        if name == "diverging":
            look += ("--min", "0", "--max", "1", "--center", "0.5")
        rects, _ = draw(attend, row, [str(i) for i in range(count)], ["x"], *look)
        return hexes(rects)[-count:]
    samples = levels(97)
    return min((levels(count) for count in range(2, 17)), key=lambda anchors: error(anchors, samples))


def inks(attend, theme):
    """What else has a colour: the ground, words, what is said in passing, and numbers on pale and on dark cells."""
    rects, texts = draw(attend, [[0, 1]], ["a", "b"], ["c"], "--theme", theme, "--background", "paper", "--cell", "80")
    of = {text.text: text.get("fill") for text in texts}
    ends = of["0.00"], of["1.00"]
    return {"paper": rects[0].get("fill"), "ink": of["a"], "muted": of["0"], "numbers": list(ends if theme == "light" else ends[::-1])}


def style(attend):
    alone, kerned = widths(attend)
    _, texts = draw(attend, [[1]], ["a"], ["c"])
    return {"about": "made by python/make_style.py from the program's figures",
            "font": texts[0].get("font-family"),
            "maps": {theme: {name: colors(attend, name, theme) for name in MAPS} for theme in ("light", "dark")},
            "themes": {theme: inks(attend, theme) for theme in ("light", "dark")},
            "advance": alone, "kern": kerned}


def main():
    made = json.dumps(style(sys.argv[1]), ensure_ascii=False, separators=(",", ":")).replace('},"', '},\n"') + "\n"
    if "--check" in sys.argv:
        with open(STYLE, encoding="utf-8") as file:
            if file.read() != made:
                print(f"{STYLE} is not what the program draws today: python/make_style.py ATTEND makes it anew")
                sys.exit(1)
        return
    with open(STYLE, "w", encoding="utf-8") as file:
        file.write(made)


main()
