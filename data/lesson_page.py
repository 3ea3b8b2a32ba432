#!/usr/bin/env python3
"""Prints docs/lessons.md as the manual page attend-lesson(5).   usage: lesson_page.py lessons.md VERSION

It knows the Markdown that the page has: headings, paragraphs, lists, tables, and code, indented or fenced. Pictures are left out."""
import pathlib
import re
import sys

BULLET = r'\[u2022]'
ESCAPED = {'\\': r'\e', '-': r'\-', "'": r'\(aq', '`': r'\(ga', '^': r'\(ha', '~': r'\(ti'}
PIECE = re.compile(r'`(?P<code>[^`]*)`|\*\*(?P<strong>.+?)\*\*|(?P<picture>!\[[^\]]*\]\([^)]*\))|\[(?P<link>[^\]]*)\]\([^)]*\)'
                   r'|\*(?P<emphasis>[^*\s][^*]*)\*|(?P<plain>.[^`*\[!]*)', re.S)
FONTS = {'code': r'\fB', 'strong': r'\fB', 'emphasis': r'\fI'}
ITEM = re.compile(r'([-*]|\d+\.) +(.*)')


def escape(text):
    text = ''.join(ESCAPED.get(letter, letter) for letter in text)
    return re.sub(r'^\.', r'\\&.', text, flags=re.M)  # a point at the beginning of a line is a command


def inline(text):
    out = ''
    for piece in PIECE.finditer(text):
        kind, said = piece.lastgroup, piece[piece.lastgroup]
        if kind in FONTS:
            out += FONTS[kind] + escape(said) + r'\fR'
        elif kind != 'picture':
            out += escape(said)
    return out


def table(rows):
    """What stands in the first column, and below it what the others say of that."""
    cells = [[cell.replace('\\|', '|').strip() for cell in re.split(r'(?<!\\)\|', row.strip().strip('|'))] for row in rows]
    for first, *others in cells[2:]:
        said = [(name, cell) for name, cell in zip(cells[0][1:], others) if cell]
        yield from ['.TP', inline(first), inline('; '.join(cell if len(others) == 1 else f'{name}: {cell}' for name, cell in said))]


def block_of(lines):
    """The kind of what these lines begin with, and how many of them it has."""
    fence = re.match('```+|~~~+', lines[0])
    if fence:
        return 'code', next(i for i, line in enumerate(lines[1:], 2) if line.startswith(fence[0]))
    for kind, begin in ('code', '    '), ('table', r'\|'):
        if re.match(begin, lines[0]):
            return kind, next((i for i, line in enumerate(lines) if not re.match(begin, line)), len(lines))
    if lines[0].startswith('#'):
        return 'heading', 1
    ends = r'$|#|```|~~~|\||' + ITEM.pattern
    return 'text', next((i for i, line in enumerate(lines[1:], 1) if re.match(ends, line)), len(lines))


def page(text):
    lines = text.splitlines()
    while lines:
        if not lines[0]:
            lines.pop(0)
            continue
        kind, count = block_of(lines)
        block, lines = lines[:count], lines[count:]
        if kind == 'code':
            code = block[1:-1] if not block[0].startswith(' ') else [line[4:] for line in block]
            yield from ['.PP', '.RS 4', '.nf', *(escape(line) or r'\&' for line in code), '.fi', '.RE']
        elif kind == 'table':
            yield from table(block)
        elif kind == 'heading':
            yield f'.{"SH" if block[0].startswith("## ") else "SS"} "{escape(block[0].lstrip("# "))}"'
        else:
            item = ITEM.match(block[0])
            said = inline('\n'.join([item[2] if item else block[0], *(line.strip() for line in block[1:])]))
            mark = item and (escape(item[1]) if item[1][0].isdigit() else BULLET)
            yield from [f'.IP "{mark}" 4' if item else '.PP', said] if said else []


def main():
    source, version = sys.argv[1:]
    body = pathlib.Path(source).read_text(encoding='utf-8').split('\n', 1)[1]  # behind its title
    print(f'.TH ATTEND\\-LESSON 5 "" "attend {version}"')
    print('.SH NAME\nattend\\-lesson \\- a lesson of attend: a folder of text and sentence pairs\n.SH DESCRIPTION')
    before = '.SH'
    for line in page(body):
        if line != '.PP' or not before.startswith(('.SH', '.SS')):  # no empty paragraph
            print(line)
        before = line
    print('.SH "SEE ALSO"\n.BR attend (1),\n.BR attend\\-check (1),\n.BR attend\\-new\\-lesson (1),\n.BR attend\\-pack (1),\n.BR attend\\-train (1)')


sys.exit(main())
