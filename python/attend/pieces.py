"""Words in pieces by byte-pair encoding, as the program cuts and joins them (src/text/pieces.h).

    merges = Merges(model_file.read("m.safetensors").merges("source"))
    merges.cut(["unable", "to"])       # ["un@@", "able", "to"]
    join(["un@@", "able", "to"])       # ["unable", "to"]
"""
from __future__ import annotations

MARK = "@@"


def goes_on(piece: str) -> bool:
    """Another piece of the same word follows."""
    return len(piece) > len(MARK) and piece.endswith(MARK)


class Merges:
    """Pairs of pieces in the order in which they were learned."""

    def __init__(self, learned: list[tuple[str, str]]):
        self.places = {pair: place for place, pair in enumerate(learned)}

    def cut_word(self, word: str) -> list[str]:
        pieces = [letter + MARK for letter in word[:-1]] + [word[-1]]
        none = len(self.places)
        while True:
            found = [(self.places.get(pair, none), i) for i, pair in enumerate(zip(pieces, pieces[1:]))]
            place, i = min(found, default=(none, 0))
            if place == none:
                return pieces
            pieces[i:i + 2] = [pieces[i][:-len(MARK)] + pieces[i + 1]]

    def cut(self, words: list[str]) -> list[str]:
        return [piece for word in words for piece in self.cut_word(word)]


def join(pieces: list[str]) -> list[str]:
    """The words whole again."""
    words: list[str] = []
    inside = False
    for piece in pieces:
        before = words.pop() if inside else ""
        inside = goes_on(piece)
        words.append(before + (piece[:-len(MARK)] if inside else piece))
    return words
