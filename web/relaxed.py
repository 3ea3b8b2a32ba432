#!/usr/bin/python3
"""relaxed.py PROGRAM.wasm: what clang 14 has linked becomes PROGRAM.relaxed.wasm, and PROGRAM.wasm for machines without
relaxed SIMD. A program that has been through it is left as it is.

clang 14 writes f32x4.fma of a draft (fd af 01). Machines know the f32x4.relaxed_madd that became of it (fd 85 02), or no
relaxed SIMD at all and refuse the whole module. So the one gets the new code, and the other an instruction of plain SIMD
in its place, v128.bitselect (fd 52, written as fd d2 00 so that nothing moves): the program tries out the kernels that
have it before it takes them (kernels.c: rounds_once), and takes others. The code is read instruction by instruction: the
same three bytes inside a constant are none.
"""
import sys

DRAFT, MADD, BITSELECT = b"\xfd\xaf\x01", b"\xfd\x85\x02", b"\xfd\xd2\x00"
CODE = 10  # the section of functions' bodies

# What stands behind an instruction's code: n a number (LEB128, whatever its sign), m a memory's alignment and offset, b a
# byte, 4, 8, v so many bytes (v: 16), t a table of branches, s a list of types.
BEHIND = {0x0E: "t", 0x1C: "s", 0x11: "nn", 0x13: "nn", 0x43: "4", 0x44: "8"}
BEHIND.update({code: "n" for code in (*range(0x02, 0x05), *range(0x06, 0x0A), 0x0C, 0x0D, 0x10, 0x12, 0x18,
                                      *range(0x20, 0x27), 0x3F, 0x40, 0x41, 0x42, 0xD0, 0xD2)})
BEHIND.update({code: "m" for code in range(0x28, 0x3F)})
BEHIND.update({code: "" for code in (0x00, 0x01, 0x05, 0x0B, 0x0F, 0x19, 0x1A, 0x1B, *range(0x45, 0xC5), 0xD1)})
MEMORY = {**{code: "" for code in range(8)}, 8: "nn", 9: "n", 10: "nn", 11: "n", 12: "nn", 13: "n", 14: "nn", 15: "n",
          16: "n", 17: "n"}
SIMD = {**{code: "" for code in range(0x160)}, **{code: "m" for code in (*range(12), 92, 93)}, 12: "v", 13: "v",
        **{code: "b" for code in range(21, 35)}, **{code: "mb" for code in range(84, 92)}}
ATOMIC = {**{code: "m" for code in range(0x4F)}, 3: "b"}
PREFIXED = {0xFC: MEMORY, 0xFD: SIMD, 0xFE: ATOMIC}


def number(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 0x7F) << shift
        shift += 7
        at += 1
        if data[at - 1] < 0x80:
            return value, at


def skip(kind, data, at):
    if kind == "m" or kind == "n":
        for _ in range(1 + (kind == "m")):
            _, at = number(data, at)
        return at
    if kind in "ts":
        count, at = number(data, at)
        for _ in range(count + (kind == "t")):
            _, at = number(data, at)
        return at
    return at + {"b": 1, "4": 4, "8": 8, "v": 16}[kind]


def instructions(data, at, end):
    """Where each instruction of a body begins."""
    groups, at = number(data, at)
    for _ in range(groups):
        _, at = number(data, at)
        at += 1
    while at < end:
        yield at
        code, begin, table = data[at], at, BEHIND
        at += 1
        if code in PREFIXED:
            table = PREFIXED[code]
            code, at = number(data, at)
        if code not in table:
            sys.exit(f"relaxed.py: {sys.argv[1]}: instruction {data[begin:at].hex()} at {begin} is not known")
        for kind in table[code]:
            at = skip(kind, data, at)


def drafts(data):
    at = 8
    while at < len(data):
        section, (size, begin) = data[at], number(data, at + 1)
        at = begin + size
        if section != CODE:
            continue
        count, body = number(data, begin)
        for _ in range(count):
            size, body = number(data, body)
            yield from (i for i in instructions(data, body, body + size) if data[i:i + 3] == DRAFT)
            body += size


def main():
    path = sys.argv[1]
    with open(path, "rb") as file:
        data = file.read()
    places = list(drafts(data)) if DRAFT in data else []
    for out, code in ((path.removesuffix("wasm") + "relaxed.wasm", MADD), (path, BITSELECT)) if places else ():
        module = bytearray(data)
        for place in places:
            module[place:place + 3] = code
        with open(out, "wb") as file:
            file.write(module)


main()
