"""What a lesson claims: the gates of its front matter and of its cards, one for each row that may be drawn, and the sums that
its cards write out. docs/lessons.md says how a lesson is written.

    lesson = Lesson("lessons/05-cat-chase-mouse")
    for claim in lesson.claims: claim.kind, claim.asked, claim.line
"""
import math
import os
import re
from types import SimpleNamespace

import yaml

LOADER = yaml.CBaseLoader  # scalars stay text; of libyaml, as PyYAML's own takes no "?" inside a sentence


def plain(node):
    """A YAML node with all its scalars as they are written."""
    if isinstance(node, yaml.ScalarNode):
        return node.value
    if isinstance(node, yaml.SequenceNode):
        return [plain(item) for item in node.value]
    return {key.value: plain(value) for key, value in node.value}


def gates_of(text, line):
    """Claims of a list of gates whose first line is the file's `line`."""
    root = yaml.compose(text, Loader=LOADER)
    claims = []
    for item in root.value if root else []:
        (key, asked), = item.value
        claims.append(SimpleNamespace(kind=key.value, asked=plain(asked), line=line + item.start_mark.line))
    return claims


def sections(front):
    """The keys of the front matter, each with its lines and the number of its first one, from 0. Titles may hold what plain
    YAML would not read."""
    found, key = {}, None
    for number, line in enumerate(front):
        start = re.match(r"([a-z_]+):", line)
        key = start[1] if start else key
        if key and not line.startswith("#"):
            found.setdefault(key, (number, []))[1].append(line)
    return found


def rows_of(block):
    """The rows of a `draw` block, as {name: cell}; of a card without one a single row without names."""
    if block is None:
        return [{}]
    cells = [[cell.strip() for cell in line.split("|")] for line in block.lines if line.strip()]
    return [dict(zip(cells[0], row)) for row in cells[1:]]


def put_in(text, row):
    return re.sub(r"\[\[(.*?)\]\]", lambda found: row[found[1]], text)


class Card:
    """Between two `#` headings: its blocks, and its lines of text; questions too, but for the choices, which may be wrong."""

    def __init__(self):
        self.blocks, self.text = [], []

    def block(self, word):
        return next((block for block in self.blocks if block.word == word), None)


def cards_of(lines, first):
    """`first`: the file's number of the first line."""
    cards, fence, key = [Card()], None, ""
    for number, line in enumerate(lines, first):
        mark = re.match(r" {0,3}(`{3,}|~{3,}) *(\S*)", line)
        if fence:
            closes = mark and mark[1].startswith(fence.mark) and not mark[2]
            if closes:
                fence = None
                continue
            fence.lines.append(line)
        elif mark:
            fence = SimpleNamespace(mark=mark[1], word=mark[2], line=number + 1, lines=[])
            cards[-1].blocks.append(fence)
            continue
        elif re.match(r" {0,3}#[ \t]", line):
            cards.append(Card())
        key = (re.match(r"([a-z]+):", line) or [key, key])[1] if fence else ""
        if not fence or (fence.word == "quiz" and key != "choices"):
            cards[-1].text.append((number, line))
    return cards


class Lesson:
    def __init__(self, folder):
        self.folder, self.path = folder, os.path.join(folder, "lesson.md")
        with open(self.path, encoding="utf-8-sig") as file:
            lines = file.read().split("\n")
        end = lines.index("---", 1)
        self.front = sections(lines[1:end])
        self.sentence = self.value("sentence")
        files = self.value("files", [])
        self.neighbours = [files] if isinstance(files, str) else files
        self.models = self.value("models")
        self.claims = []
        if "gates" in self.front:
            number, text = self.front["gates"]
            self.claims += gates_of("\n".join([text[0].replace("gates:", "      ", 1), *text[1:]]), number + 2)
        self.cards = cards_of(lines[end + 1:], end + 2)
        self.sums = []
        for card in self.cards:
            for row in rows_of(card.block("draw")):
                self.read_card(card, row)

    def value(self, key, other=None):
        if key not in self.front:
            return other
        return plain(yaml.compose("\n".join(self.front[key][1]), Loader=LOADER))[key]

    def read_card(self, card, row):
        gates, stage = card.block("gates"), card.block("attend")
        if gates:
            self.claims += gates_of(put_in("\n".join(gates.lines), row), gates.line)
        setting = {}
        if stage:
            setting = plain(yaml.compose(put_in("\n".join(stage.lines), row), Loader=LOADER))
        for number, line in card.text:
            self.sums += [SimpleNamespace(kind="sum", line=number, text=text, setting=setting)
                          for text in sums_in(put_in(line, row))]

    # ---- files ----

    def file(self, name):
        """Its own, or that of a lesson that `files` names."""
        for folder in [self.folder] + [os.path.join(self.folder, "..", other) for other in self.neighbours]:
            path = os.path.join(folder, name)
            if os.path.exists(path):
                return os.path.normpath(path)
        return None

    def model(self, name):
        """The settings of a model, and its file."""
        setting = next((model for model in self.models if model.get("name", "model") == name), None)
        if setting is None:
            raise KeyError(f"the lesson has no model {name}")
        return setting, self.file(name + ".safetensors")


# ---- sums that are written out ----

NUMBER = r"[−-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?"
FUNCTIONS = {"√": math.sqrt, "exp": math.exp, "ln": math.log, "tanh": math.tanh, "": float}
OPERAND = rf"(?:√|(?:exp|ln|tanh) ?)?(?:{NUMBER}|\({NUMBER}\)|\{{[^}}]+\}})"
CALL = rf"(?:√|(?:exp|ln|tanh) ?)(?:{NUMBER}|\({NUMBER}\))"
SIGN = r"[·×*/+−-]"
SUM = re.compile(rf"(?<![\w.{{(·×*/+−=^_-])(?<![·×*/+−=^(-] )"         # nothing more on the left
                 rf"({OPERAND}(?: ?{SIGN} ?{OPERAND})+|{CALL}) ?(?:=|≈|\bis\b) ?({NUMBER})"
                 rf"(?![\w(]|[.,]\d| ?{SIGN} ?[\w√({{])")             # and nothing on the right


def sums_in(line):
    line = line.replace("\\cdot", "·").replace("\\times", "×").replace("$", "")
    return [found[0] for found in SUM.finditer(line)]


def number(text):
    return float(text.strip("()").replace("−", "-").replace(",", ""))


def operand(text):
    function, value = re.fullmatch(rf"(√|exp|ln|tanh|) ?(\(?{NUMBER}\)?)", text).groups()
    return FUNCTIONS[function](number(value))


def worked_out(terms):
    """What is on the left: operands, and signs between them; points before lines."""
    total, sign, product = 0.0, 1, 0.0
    for term, before in zip(terms[::2], ["+", *terms[1::2]]):
        value = operand(term)
        if before in "·×*":
            product *= value
        elif before == "/":
            product /= value
        else:
            total += sign * product
            sign, product = (1 if before == "+" else -1), value
    return total + sign * product


def sum_holds(text):
    """Does what is printed behind = follow from what is printed before it, to the last digit?"""
    left, right = SUM.fullmatch(text).groups()
    terms, rest = [], left
    while rest:
        found = re.match(rf" ?({SIGN}) ?" if len(terms) % 2 else OPERAND, rest)
        terms.append(found[1] if len(terms) % 2 else found[0])
        rest = rest[found.end():]
    digits = len(right.partition(".")[2])
    return abs(worked_out(terms) - number(right)) <= 0.5 * 10 ** -digits + 1e-9
