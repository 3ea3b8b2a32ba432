"""Cuts sentences into tokens as the program does (src/text/tokens.h), so that a vocabulary counted here is the same.

    cut("Don't go, l'homme!", "word")    # ["Don't", "go", ",", "l'", "homme", "!"]

space: at white space, nothing else; word: punctuation set apart; char: every CJK character by itself as well.
"""
from __future__ import annotations

import re

KINDS = ("space", "word", "char")

SPACES = " \t-\r\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
CJK = "\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\U00020000-\U0003ffff"
PUNCTUATION = ("\u0021-\u002f\u003a-\u0040\\\u005b-\u0060\u007b-\u007e\u00a1-\u00a9\u00ab-\u00ac\u00ae-\u00b1\u00b4"
               "\u00b6-\u00b8\u00bb\u00bf\u00d7\u00f7\u2010-\u2027\u2030-\u205e\u20a0-\u20cf\u2190-\u2bff\u2e00-\u2e7f"
               "\u3001-\u3003\u3008-\u3020\u3030\u303d\u30fb\ufe10-\ufe19\ufe30-\ufe6f\uff01-\uff0f\uff1a-\uff20"
               "\uff3b-\uff40\uff5b-\uff65\uffe0-\uffee\U0001f000-\U0001faff")
VANISHING = [(0x0000, 0x0008), (0x000E, 0x001F), (0x007F, 0x0084), (0x0086, 0x009F), (0x00AD, 0x00AD), (0x061C, 0x061C),
             (0x200B, 0x200B), (0x200E, 0x200F), (0x202A, 0x202E), (0x2060, 0x2069), (0xFEFF, 0xFEFF)]
REPLACED = {"\u02bc": "'", "\u2010": "-", "\u2011": "-", "\u2018": "'", "\u2019": "'", "\u201a": "'", "\u201b": "'",
            "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u201f": '"', "\u2024": ".", "\u2025": "..", "\u2026": "...",
            "\u2032": "'", "\u2033": '"', "\u2212": "-", "\ufb00": "ff", "\ufb01": "fi", "\ufb02": "fl",
            "\ufb03": "ffi", "\ufb04": "ffl", "\ufb05": "st", "\ufb06": "st", "\uff61": "\u3002", "\uff62": "\u300c",
            "\uff63": "\u300d", "\uff64": "\u3001"}
ACCENTS = [("\u0300", "AEINOUaeinou", "ÀÈÌǸÒÙàèìǹòù"), ("\u0301", "ACEILNORSUYZaceilnorsuyz", "ÁĆÉÍĹŃÓŔŚÚÝŹáćéíĺńóŕśúýź"),
           ("\u0302", "ACEGHIJOSUWYaceghijosuwy", "ÂĈÊĜĤÎĴÔŜÛŴŶâĉêĝĥîĵôŝûŵŷ"), ("\u0303", "AINOUainou", "ÃĨÑÕŨãĩñõũ"),
           ("\u0304", "AEIOUaeiou", "ĀĒĪŌŪāēīōū"), ("\u0306", "AEGIOUaegiou", "ĂĔĞĬŎŬăĕğĭŏŭ"),
           ("\u0307", "CEGIZcegz", "ĊĖĠİŻċėġż"), ("\u0308", "AEIOUYaeiouy", "ÄËÏÖÜŸäëïöüÿ"), ("\u030a", "AUau", "ÅŮåů"),
           ("\u030b", "OUou", "ŐŰőű"), ("\u030c", "CDENRSTZcdenrstz", "ČĎĚŇŘŠŤŽčďěňřšťž"),
           ("\u0327", "CGKLNRSTcklnrst", "ÇĢĶĻŅŖŞŢçķļņŗşţ"), ("\u0328", "AEIUaeiu", "ĄĘĮŲąęįų")]
COMPOSED = {(letter, accent): made for accent, plain, all_made in ACCENTS for letter, made in zip(plain, all_made)}

NONCHARACTERS = {c: "\ufffd" for plane in range(17) for c in (plane << 16 | 0xFFFE, plane << 16 | 0xFFFF)}
NONCHARACTERS.update({c: "\ufffd" for c in range(0xFDD0, 0xFDF0)})
VISIBLE: dict[int, str | None] = {**NONCHARACTERS, **{c: None for first, last in VANISHING for c in range(first, last + 1)}}
FULL_WIDTH = {chr(c): chr(c - 0xFF01 + 0x21) for c in range(0xFF01, 0xFF5F)}
A_SPACE = re.compile(f"[{SPACES}]")


def normal(text: str) -> str:
    """One spelling for what files write in several ways; `text` holds nothing invisible. As src/text/normal.h."""
    if text.isascii():
        return A_SPACE.sub(" ", text)
    out: list[str] = []
    last = ""
    for c in text:
        made = COMPOSED.get((last, c))
        if made:
            out[-1] = last = made
            continue
        plain = REPLACED.get(c)
        last = "" if plain else " " if A_SPACE.match(c) else FULL_WIDTH.get(c, c)
        out.append(plain or last)
    return "".join(out)


def pattern(kind: str) -> re.Pattern:
    """A token: a word, one CJK character, or a sign as often as it is repeated."""
    letter = f"[^{SPACES}{PUNCTUATION}{CJK if kind == 'char' else ''}]"
    word = rf"{letter}(?:{letter}|['\u2019\-\u2010\u2011](?={letter})|(?<=[0-9])[.,](?=[0-9]))*"
    return re.compile(rf"({word})|[{CJK}]|([^{SPACES}])\2*", re.DOTALL)


PATTERNS = {kind: pattern(kind) for kind in ("word", "char")}
ELIDED = re.compile("(?:c|d|j|jusqu|l|lorsqu|m|n|puisqu|qu|quoiqu|s|t)'(?=.)", re.IGNORECASE | re.ASCII | re.DOTALL)


def cut(sentence: str, kind: str = "space") -> list[str]:
    """The tokens of a sentence; `kind` is one of KINDS."""
    text = sentence.translate(VISIBLE)
    if kind == "space":
        return [token for token in A_SPACE.sub(" ", text).split(" ") if token]
    text, tokens, at = normal(text), [], 0
    while found := PATTERNS[kind].search(text, at):
        elided = found[1] and ELIDED.match(found[1])
        tokens.append(elided[0] if elided else found[0])
        at = found.start() + len(tokens[-1])
    return tokens


def lower_letter(c: int) -> int:
    """The small letter of the scripts whose case the program folds (utf8_lower of src/base/utf8.c)."""
    if 0x41 <= c <= 0x5A or 0xC0 <= c <= 0xDE and c != 0xD7 or 0x391 <= c <= 0x3A9 or 0x410 <= c <= 0x42F:
        return c + 32
    if 0x400 <= c <= 0x40F:
        return c + 80
    if c == 0x178:
        return 0xFF
    even = 0x100 <= c <= 0x137 and c not in (0x130, 0x131) or 0x14A <= c <= 0x177
    odd = 0x139 <= c <= 0x148 or 0x179 <= c <= 0x17E
    return c + 1 if even and c % 2 == 0 or odd and c % 2 == 1 else c


LOWER = {c: lower_letter(c) for c in range(0x430) if lower_letter(c) != c}


def lower(text: str) -> str:
    return text.translate(LOWER)
