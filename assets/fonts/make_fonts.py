"""Makes and checks the fonts of this folder. Run it through make-fonts."""

import argparse
import io
import logging
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

from fontTools import subset
from fontTools.misc.transform import Transform
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._c_m_a_p import CmapSubtable
from fontTools.ttLib.tables._k_e_r_n import KernTable_format_0

HERE = Path(__file__).resolve().parent
INTER = "/usr/share/fonts/opentype/inter/Inter-%s.otf"
LM_MATH = "/usr/share/texmf/fonts/opentype/public/lm-math/latinmodern-math.otf"
LM_ROMAN = "/usr/share/texmf/fonts/opentype/public/lm/lmroman10-%s.otf"
TERMES = "/usr/share/texmf/fonts/opentype/public/tex-gyre/texgyretermes-%s.otf"
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans%s.ttf"
NOTO = "/usr/share/fonts/opentype/noto/NotoSansCJK-%s.ttc"
NOTO_SC = 2  # the index of Noto Sans CJK SC in Debian's collection
DOC = "/usr/share/doc/%s/copyright"

OFL_URL = "https://openfontlicense.org"
GUST_URL = "http://tug.org/fonts/licenses/GUST-FONT-LICENSE.txt"


# --- which characters ---------------------------------------------------------------------------


def span(*ranges):
    """The characters of "a-b" or "a" in hexadecimal."""
    found = set()
    for part in " ".join(ranges).split():
        first, _, last = part.partition("-")
        found.update(range(int(first, 16), int(last or first, 16) + 1))
    return found


def is_hanzi(c):
    return (
        c == 0x3007
        or 0x3400 <= c <= 0x4DBF
        or 0x4E00 <= c <= 0x9FFF
        or 0xF900 <= c <= 0xFAFF
        or 0x20000 <= c <= 0x323AF
        or 0x2E80 <= c <= 0x2EFF  # GBK counts 14 of the radicals
    )


def two_byte(codec, rows):
    """Every character that a double-byte codec has in these lead bytes."""
    found = set()
    for high in rows:
        for low in range(0x40, 0xFF):
            try:
                text = bytes((high, low)).decode(codec)
            except UnicodeDecodeError:
                continue
            found.update(map(ord, text))
    return {c for c in found if not unicodedata.category(chr(c)).startswith("C")}


ASCII = span("20-7e")
GBK_ALL = two_byte("gb18030", range(0x81, 0xFF)) | two_byte("gbk", range(0x81, 0xFF))
# 21,003 hanzi and the zero. The codec still puts 14 of them where they stood before Unicode had them.
GBK_HANZI = {c for c in GBK_ALL if is_hanzi(c)} | span(
    "9fb4-9fbb 20087 20089 200cc 215d7 2298f 241fe"
)
GB2312_HANZI = {c for c in two_byte("gb2312", range(0xA1, 0xF8)) if is_hanzi(c)}
BIG5_COMMON = {c for c in two_byte("big5", range(0xA4, 0xC7)) if is_hanzi(c)}
# Variants that traditional texts use often and Big5 counts as rare.
VARIANTS = set(map(ord, "爲墻裏峯羣麪綫衆啓衹頬説閲鷄牀糉枱鈎麽濶"))

# What Chinese text needs beside hanzi: its punctuation, full-width forms, kana, bopomofo,
# enclosed numbers. Greek, Cyrillic, boxes and arrows come from the other files.
CJK_SIGNS = ASCII | span(
    "a0 a7 b7 d7 f7 2013-2016 2018-201a 201c-201e 2020-2022 2025-2026 2030 2032-2033 203b",
    "20ac 2103 2116 2160-216b 2170-2179 2460-2473 2474-249b 3000-3030 303d 3041-3096 3099-30ff",
    "3105-312d 3220-3229 32a3 ff01-ff5e ffe0-ffe6",
)

SANS_WANTED = span(
    "20-7e a0-17f 192 1cd-1dc 1f8-1f9 218-21b 237 2b0 2b2-2b3 2b7-2b8 2bb-2bc 2c6-2c7 2d8-2dd",
    "300-304 306-308 30a-30c 327-328 370-3ff 1d62-1d6a 2c7c 400-45f 490-491 1e80-1e85 1e9e 1ef2-1ef3",
    "2002-200b 2010-2015 2018-2022 2026 202f 2030 2032-2033 2039-203a 203b 2044 2052 2070-209f",
    "20ac 20bf 2103 2109 2113 2116 2117 2122 2126 212e 2150-215f 2190-21ff 2202 2206 220f 2211",
    "2212 2215 2218-221e 222b 2248 2260 2261 2264 2265 2300-23ff 2460-2473 2500-25ff 2600-26ff",
    "2700-27bf 27e8-27e9 27f5-27ff 2900-297f 2b00-2bff 1d40 fb01-fb02 fffd",
)

FALLBACK = span(
    "20-7e a0-24f 250-2af 2b0-2ff 300-36f 370-3ff 400-52f 1d00-1dbf 1e00-1eff 1f00-1fff",
    "2000-200b 2010-2027 202f-205f 2070-209f 20a0-20bf 20d0-20d2 20d6-20d7 20db-20dc 2100-218f",
    "2190-21ff 2200-22ff 2300-23ff 2460-249b 24ea 2500-25ff 2600-26ff 2701-27bf 27c0-27ff",
    "2900-297f 2983-2998 29c0-29ff 2a00-2aff 2b00-2b1a 2c60-2c7f fb00-fb06 fffd",
)

# What programs are written with, and signs of formulas that stand among them.
MONO_WANTED = span(
    "20-7e a0-ff 391-3a1 3a3-3a9 3b1-3c9 2010-2015 2018-201f 2022 2026 2032-2033 2070-209f 2190-2194",
    "2208-2209 2211-2212 2218 221a 221e 2248 2260 2264-2265 2299 22c5 1d40 1d62-1d65 2c7c",
)

# Operators and brackets, alike in the upright and in the italic file.
MATH_SIGNS = span(
    "20-40 5b-60 7b-7e a0 a7 ac af b1 b7 d7 f7 2c6 2d9 2dc 2010-2016 2018-2019 201c-201d 2020-2022",
    "2026 2032-2037 203e 2044 2057 2061-2064 2090-209c 2070-208e 20d7 2102 210d 210f 2113 2115 2118",
    "2119 211a 211d 2124 2135 2190-21ff 2200-22ff 2308-230b 2322-2323 25a0-25a1 25b2-25b7 25bc-25bd",
    "25c0-25c1 25c6-25c7 25cb 25cf 2605 2713 27e6-27eb 27f5-27ff 2a00-2a02 2a7d-2a7e b2 b3 b9 1d40",
)
MATH_LETTERS = span("41-5a 61-7a 131 237 391-3a1 3a3-3a9 3b1-3c9 3d1 3d5-3d6 3f0-3f1 3f5")
# Mathematical alphabets at their own codepoints: bold, italic, script, double-struck, Greek.
MATH_ALPHABETS = span(
    "210b-210c 2110-2112 211b-211c 212c-212d 2130-2131 2133 212f 2134 1d400-1d467 1d49c-1d4cf",
    "1d538-1d56b 1d6a4-1d71b 1d7ce-1d7d7",
)
BOLD_SIGNS = span(
    "20-7e a0 b1 b2 b3 b7 b9 d7 f7 2013-2014 2018-2019 201c-201d 2022 2026 2044 2190-2193 2212"
)

# What words of figures are made of.
ROMAN_WANTED = span(
    "20-7e a0-24f 2b0 2b7-2b8 2bb-2bc 2c6-2c7 2d8-2dd 300-304 306-30c 323 327-328 331 370-3ff 1e00-1eff",
    "2002-200b 2010-2015 2018-2022 2026 202f 2030 2032-2033 2039-203a 2044 20ac 2116 2122 2190-2193 2206 220f 2211",
    "2212 2215 2219-221a 221e 2248 2260 2264 2265 25ca fb01-fb02",
)

# Accents that the italic file carries ready made on a letter: U+0177 for y with a hat, and for
# pairs that Unicode has no single character for, private ones: h with a tilde is U+E168.
ACCENTS = {0x302: 0xE200, 0x303: 0xE100, 0x304: 0xE300, 0x307: 0xE400}


def italic_sources():
    """Character that the program asks for -> character of Latin Modern Math that has the shape."""
    shapes = {}
    for i in range(26):
        shapes[0x41 + i] = 0x1D434 + i
        shapes[0x61 + i] = 0x210E if chr(0x61 + i) == "h" else 0x1D44E + i
    for i in range(25):
        shapes[0x391 + i] = 0x1D6E2 + i
        shapes[0x3B1 + i] = 0x1D6FC + i
    del shapes[0x3A2]
    extra = "131:1d6a4 237:1d6a5 3f5:1d716 3d1:1d717 3f0:1d718 3d5:1d719 3f1:1d71a 3d6:1d71b"
    for pair in (extra + " 2202:1d715").split():
        asked, shape = (int(x, 16) for x in pair.split(":"))
        shapes[asked] = shape
    return shapes


def accented():
    """(letter, accent) -> character, over hat, tilde, bar and dot on a-z and A-Z."""
    pairs = {}
    for c in range(0xC0, 0x1F00):
        parts = unicodedata.decomposition(chr(c)).split()
        if len(parts) == 2 and not parts[0].startswith("<"):
            base, accent = (int(p, 16) for p in parts)
            if base in span("41-5a 61-7a") and accent in ACCENTS:
                pairs[base, accent] = c
    return pairs


# --- changing a font ----------------------------------------------------------------------------


def set_cmap(font, mapping):
    """Replaces the character map; mapping is character -> glyph name."""
    table = newTable("cmap")
    table.tableVersion = 0
    table.tables = []
    for platform, encoding, fmt in ((0, 3, 4), (0, 4, 12), (3, 1, 4), (3, 10, 12)):
        part = CmapSubtable.newSubtable(fmt)
        part.platformID, part.platEncID, part.language = platform, encoding, 0
        part.format, part.reserved, part.nGroups = fmt, 0, 0
        part.cmap = {c: g for c, g in mapping.items() if fmt == 12 or c < 0x10000}
        table.tables.append(part)
    font["cmap"] = table


class Editor:
    """Adds glyphs to a font with PostScript outlines that is not CID-keyed."""

    def __init__(self, font):
        self.font = font
        self.top = font["CFF "].cff.topDictIndex[0]
        self.strings = self.top.CharStrings
        self.shapes = font.getGlyphSet()
        self.names = list(font.getGlyphOrder())
        self.top.charset = self.names
        font.setGlyphOrder(self.names)

    def bounds(self, name):
        pen = BoundsPen(self.shapes)
        self.shapes[name].draw(pen)
        return pen.bounds or (0, 0, 0, 0)

    def add(self, name, width, parts):
        """parts: (glyph set, glyph name, transform)."""
        private = self.top.Private
        pen = T2CharStringPen(width - private.nominalWidthX, None)
        for shapes, glyph, transform in parts:
            shapes[glyph].draw(TransformPen(pen, transform))
        string = pen.getCharString(private=private, globalSubrs=self.top.GlobalSubrs)
        self.strings.charStringsIndex.append(string)
        self.strings.charStrings[name] = len(self.strings.charStringsIndex) - 1
        self.names.append(name)
        left = round(parts[0][2].transformPoint((0, 0))[0]) if parts else 0
        self.font["hmtx"].metrics[name] = (width, left)

    def done(self):
        """The font, read afresh so that every table knows the new glyphs."""
        for tag in ("GSUB", "GPOS", "GDEF", "MATH", "FFTM"):
            if tag in self.font:
                del self.font[tag]
        self.font["maxp"].numGlyphs = len(self.names)
        buffer = io.BytesIO()
        self.font.save(buffer)
        buffer.seek(0)
        return TTFont(buffer, recalcTimestamp=False)


def single_subst(font, tag, pick=lambda found: found):
    """The replacements of a feature: glyph -> what pick makes of the replacement."""
    result = {}
    for record in font["GSUB"].table.FeatureList.FeatureRecord:
        if record.FeatureTag != tag:
            continue
        for index in record.Feature.LookupListIndex:
            for part in font["GSUB"].table.LookupList.Lookup[index].SubTable:
                part = getattr(part, "ExtSubTable", part)
                found = getattr(part, "mapping", None) or getattr(part, "alternates", {})
                result.update({k: pick(v) for k, v in found.items()})
    return result


def kern_pairs(font, glyphs):
    """The horizontal kerning of GPOS between these glyphs, class pairs written out."""
    gpos = font["GPOS"].table
    wanted = []
    for record in gpos.FeatureList.FeatureRecord:
        if record.FeatureTag == "kern":
            wanted += [i for i in record.Feature.LookupListIndex if i not in wanted]
    total = {}
    for index in wanted:
        seen = {}
        for part in gpos.LookupList.Lookup[index].SubTable:
            part = getattr(part, "ExtSubTable", part)
            if type(part).__name__ != "PairPos":
                continue
            for i, left in enumerate(part.Coverage.glyphs):
                if left not in glyphs:
                    continue
                if part.Format == 1:
                    for record in part.PairSet[i].PairValueRecord:
                        value = getattr(record.Value1, "XAdvance", 0) if record.Value1 else 0
                        if record.SecondGlyph in glyphs:
                            seen.setdefault((left, record.SecondGlyph), value)
                    continue
                row = part.Class1Record[part.ClassDef1.classDefs.get(left, 0)].Class2Record
                for right in glyphs:
                    cell = row[part.ClassDef2.classDefs.get(right, 0)]
                    value = getattr(cell.Value1, "XAdvance", 0) if cell.Value1 else 0
                    seen.setdefault((left, right), value)
        for pair, value in seen.items():
            total[pair] = total.get(pair, 0) + value
    return {pair: value for pair, value in total.items() if value}


def set_kern(font, pairs, smallest):
    """A plain `kern` table, the one that FT_Get_Kerning reads. It holds 10,900 pairs at most."""
    pairs = {p: v for p, v in pairs.items() if abs(v) >= smallest}
    if not 0 < len(pairs) <= 10900:
        raise SystemExit(f"make-fonts: {len(pairs)} kerning pairs do not fit")
    table = newTable("kern")
    table.version = 0
    part = KernTable_format_0()
    part.version, part.apple, part.coverage, part.tupleIndex = 0, False, 1, None
    part.kernTable = pairs
    table.kernTables = [part]
    font["kern"] = table


def keep(font, characters, hinting=True):
    """Cuts the font down to these characters and to the tables that FreeType needs."""
    options = subset.Options()
    options.layout_features = []
    options.hinting = hinting
    options.desubroutinize = False
    options.notdef_outline = True
    options.glyph_names = False
    options.name_IDs = ["*"]
    options.name_languages = [0x409]
    options.legacy_kern = True
    options.recalc_timestamp = False
    options.drop_tables += "BASE VORG vhea vmtx GSUB GPOS GDEF MATH FFTM DSIG".split()
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=characters)
    cutter.subset(font)


def rename(font, family, style, license_name, license_url, made_from):
    """Names of our own, with the copyright notice kept. Nothing here uses a reserved name."""
    table = font["name"]
    notice = str(table.getDebugName(0)).strip()
    if license_name == VERA[0]:  # whose notices are to stay in every copy
        license_name = str(table.getDebugName(13)).replace("\r", "").strip()
    version = str(table.getDebugName(5)).split(";")[0].strip()
    plain = f"{family} {style}"
    postscript = plain.replace(" ", "")
    table.names = []
    legacy = (plain, "Regular") if style == "Semibold" else (family, style)
    for number, text in {
        0: f"{notice}\nModified version: subset and renamed for attend.",
        1: legacy[0],
        2: legacy[1],
        3: f"attend;{postscript}",
        4: plain,
        5: f"{version};attend",
        6: postscript,
        10: f"Made by assets/fonts/make-fonts of attend from {made_from}.",
        13: license_name,
        14: license_url,
        16: family,
        17: style,
    }.items():
        table.setName(text, number, 3, 1, 0x409)
    if "CFF " in font:
        cff = font["CFF "].cff
        top = cff.topDictIndex[0]
        cff.fontNames = [postscript]
        top.FullName, top.FamilyName, top.Weight = plain, family, style
        top.Notice = notice.replace("©", "(c)").encode("ascii", "replace").decode()
        for key in ("Copyright", "UniqueID", "XUID"):
            top.rawDict.pop(key, None)
            if key in top.__dict__:
                delattr(top, key)
        if hasattr(top, "FDArray"):
            for part in top.FDArray:
                part.FontName = postscript + "-" + str(part.FontName).split("-")[-1]
    head = font["head"]
    head.modified = head.created
    head.checkSumAdjustment = 0
    font["OS/2"].achVendID = "attd"
    font["OS/2"].fsType = 0


# --- the fonts ----------------------------------------------------------------------------------


def source(path, number=-1):
    return TTFont(path, fontNumber=number, recalcTimestamp=False)


def sans(style, heavier):
    font = source(INTER % style)
    edit = Editor(font)
    characters = dict(font.getBestCmap())
    tabular = single_subst(font, "tnum")
    for c in span("30-39 2c 2e 3a 3b"):
        characters[c] = tabular[characters[c]]
    # The cuts are a few units off; and the figure space is to be as wide as a figure.
    digit = font["hmtx"][characters[0x30]][0]
    for c in span("30-39 2007"):
        font["hmtx"][characters[c]] = (digit, font["hmtx"][characters[c]][1])
    # A superscript T for transposes: the T of a heavier cut at 0.6, its top at the capitals'.
    donor = source(INTER % heavier)
    glyph = donor.getBestCmap()[0x54]
    width = round(donor["hmtx"][glyph][0] * 0.6)
    height = font["OS/2"].sCapHeight
    shift = Transform(0.6, 0, 0, 0.6, 0, round(height * 1.02 - height * 0.6))
    edit.add("transpose", width, [(donor.getGlyphSet(), glyph, shift)])
    characters[0x1D40] = "transpose"
    # Tabular figures take no part in kerning, so that columns stay columns.
    latin = span("20-2f 3a-7e c0-17f 2013-2014 2018-201a 201c-201e 2026")
    letters = {characters[c] for c in latin if c in characters}
    pairs = kern_pairs(font, letters)
    font = edit.done()
    set_cmap(font, characters)
    set_kern(font, pairs, smallest=20)
    keep(font, SANS_WANTED & characters.keys())
    return font


def math(italic):
    font = source(LM_MATH)
    edit = Editor(font)
    characters = dict(font.getBestCmap())
    info = font["MATH"].table
    glyph_info = info.MathGlyphInfo.MathTopAccentAttachment
    anchor = dict(
        zip(
            glyph_info.TopAccentCoverage.glyphs,
            (v.Value for v in glyph_info.TopAccentAttachment),
        )
    )
    floor = info.MathConstants.AccentBaseHeight.Value
    small = single_subst(font, "ssty", lambda found: found[0] if isinstance(found, list) else found)
    asked = {c: g for c, g in characters.items()}
    if italic:
        for c, shape in italic_sources().items():
            asked[c] = characters[shape]

    # Sub- and superscripts: the drawing that the font keeps for small sizes, at 0.7.
    down = -round(info.MathConstants.SubscriptShiftDown.Value * 0.85)
    up = info.MathConstants.SuperscriptShiftUp.Value
    scripts = {0x2070: "0", 0xB9: "1", 0xB2: "2", 0xB3: "3", 0x207A: "+", 0x207B: "−", 0x207C: "="}
    scripts |= {0x2074 + i: str(4 + i) for i in range(6)}
    scripts |= {0x207D: "(", 0x207E: ")", 0x2071: "i", 0x207F: "n", 0x1D40: "T"}
    raised = set(scripts)
    scripts |= {0x2080 + i: c for i, c in enumerate("0123456789+−=()")}
    scripts |= dict(zip(span("2090-2093"), "aeox"))
    scripts |= {0x2095 + i: c for i, c in enumerate("hklmnpst")}
    scripts |= {0x1D62: "i", 0x2C7C: "j", 0x1D63: "r", 0x1D64: "u", 0x1D65: "v"}
    for c, shape in sorted(scripts.items()):
        glyph = asked[ord(shape)] if c != 0x1D40 else characters[ord(shape)]
        glyph = small.get(glyph, glyph)
        transform = Transform(0.7, 0, 0, 0.7, 0, up if c in raised else down)
        name = f"script{c:04X}"
        edit.add(name, round(font["hmtx"][glyph][0] * 0.7), [(edit.shapes, glyph, transform)])
        asked[c] = name

    # Letters with a hat, a tilde, a bar or a dot, placed by the font's own accent anchors.
    ready = accented()
    made = set()
    for base in sorted(span("41-5a 61-7a")):
        for accent, private in sorted(ACCENTS.items()):
            c = ready.get((base, accent), private + base if italic else None)
            if c is None:
                continue
            dotless = {0x69: 0x131, 0x6A: 0x237}.get(base, base)
            glyph, mark = asked[dotless], characters[accent]
            height = edit.bounds(glyph)[3]
            width = font["hmtx"][glyph][0]
            dx = anchor.get(glyph, width // 2) - anchor[mark]
            dy = round(max(0, height - floor))
            name = f"accented{c:04X}"
            here = (edit.shapes, glyph, Transform())
            edit.add(name, width, [here, (edit.shapes, mark, Transform(1, 0, 0, 1, dx, dy))])
            asked[c] = name
            made.add(c)

    # TeX hangs the radical below its baseline; here it stands in the line, centred on the axis.
    glyph = characters[0x221A]
    _, bottom, _, top = edit.bounds(glyph)
    rise = round(info.MathConstants.AxisHeight.Value - (bottom + top) / 2)
    raised_radical = [(edit.shapes, glyph, Transform(1, 0, 0, 1, 0, rise))]
    edit.add("radicalinline", font["hmtx"][glyph][0], raised_radical)
    asked[0x221A] = "radicalinline"

    wanted = MATH_SIGNS | MATH_LETTERS | set(scripts) | made | span("302-304 307")
    if not italic:
        wanted |= MATH_ALPHABETS | span("c0-17f")
    else:
        wanted |= set(italic_sources().values())
    font = edit.done()
    set_cmap(font, asked)
    if not italic:  # kerning of the words in formulas, from the text cut of the same letters
        roman = source(LM_ROMAN % "regular")
        letters = {g: c for c, g in roman.getBestCmap().items() if c in span("41-5a 61-7a")}
        pairs = kern_pairs(roman, set(letters))
        pairs = {(asked[letters[a]], asked[letters[b]]): v for (a, b), v in pairs.items()}
        set_kern(font, pairs, smallest=5)
    keep(font, wanted & asked.keys())
    return math_lines(font)


def math_bold():
    font = source(LM_ROMAN % "bold")
    characters = font.getBestCmap()
    letters = {characters[c] for c in span("41-5a 61-7a")}
    pairs = kern_pairs(font, letters)
    for tag in ("GSUB", "GPOS"):
        del font[tag]
    set_kern(font, pairs, smallest=5)
    keep(font, BOLD_SIGNS & characters.keys())
    return math_lines(font)


def roman():
    font = source(TERMES % "regular")
    characters = font.getBestCmap()
    letters = {characters[c] for c in span("20-2f 3a-7e c0-17f 2013-2014 2018-201a 201c-201e 2026") if c in characters}
    pairs = kern_pairs(font, letters)
    for tag in ("GSUB", "GPOS"):
        del font[tag]
    set_kern(font, pairs, smallest=10)
    keep(font, ROMAN_WANTED & characters.keys())
    font["OS/2"].panose.bFamilyType, font["OS/2"].panose.bSerifStyle = 2, 2  # Latin with serifs, which Termes leaves open
    return font


def math_lines(font):
    """One line height for the three: tall operators may reach out of it, as in TeX."""
    font["hhea"].ascent, font["hhea"].descent, font["hhea"].lineGap = 806, -194, 200
    os2 = font["OS/2"]
    os2.sTypoAscender, os2.sTypoDescender, os2.sTypoLineGap = 806, -194, 200
    os2.usWinAscent, os2.usWinDescent = 1127, 290
    return font


def dejavu(cut, wanted):
    font = source(DEJAVU % cut)
    keep(font, wanted & font.getBestCmap().keys(), hinting=False)
    return font


def cjk(style, hanzi):
    font = source(NOTO % style, NOTO_SC)
    keep(font, (hanzi | CJK_SIGNS) & font.getBestCmap().keys())
    return font


OFL = ("This Font Software is licensed under the SIL Open Font License, Version 1.1.", OFL_URL)
GUST = ("This work is released under the GUST Font License (LPPL 1.3c or later).", GUST_URL)
VERA = ("Bitstream Vera licence; DejaVu changes are in the public domain.", "https://dejavu-fonts.github.io/License.html")

BASIC = "0123456789+-=.,:;()[]/%"
FONTS = {
    # file: (maker, family, style, licence, Debian package, made from, what it covers)
    "attend-sans-regular.otf": (
        lambda: sans("Regular", "SemiBold"), "Attend Sans", "Regular", OFL, "fonts-inter", "Inter Regular",
        "Latin with Extended-A, Greek, Cyrillic, punctuation, arrows, sub- and superscripts, key caps; tabular figures",
    ),
    "attend-sans-semibold.otf": (
        lambda: sans("SemiBold", "ExtraBold"), "Attend Sans", "Semibold", OFL, "fonts-inter", "Inter SemiBold",
        "the same",
    ),
    "attend-math-regular.otf": (
        lambda: math(False), "Attend Math", "Regular", GUST, "fonts-lmodern", "Latin Modern Math",
        "upright letters and Greek, figures, operators, brackets, scripts, ℝ ℓ 𝐡 𝒩 at their own codepoints",
    ),
    "attend-math-italic.otf": (
        lambda: math(True), "Attend Math", "Italic", GUST, "fonts-lmodern", "Latin Modern Math",
        "mathematical italic on a-z, A-Z and Greek; figures and operators as in the regular; letters with hat, tilde, bar, dot",
    ),
    "attend-math-bold.otf": (
        math_bold, "Attend Math", "Bold", GUST, "fonts-lmodern", "Latin Modern Roman 10 Bold",
        "ASCII, − × · ± for a number that is lit",
    ),
    "attend-roman-regular.otf": (
        roman, "Attend Roman", "Regular", GUST, "fonts-texgyre", "TeX Gyre Termes",
        "words of figures with `--font times`: Latin with Extended-A and Vietnamese, Greek, punctuation",
    ),
    "attend-mono-regular.ttf": (
        lambda: dejavu("Mono", MONO_WANTED), "Attend Mono", "Regular", VERA, "fonts-dejavu-core", "DejaVu Sans Mono",
        "programs: Latin-1, Greek, some operators, arrows, scripts; all letters are as wide as each other",
    ),
    "attend-mono-bold.ttf": (
        lambda: dejavu("Mono-Bold", MONO_WANTED), "Attend Mono", "Bold", VERA, "fonts-dejavu-core",
        "DejaVu Sans Mono Bold", "the same",
    ),
    "attend-fallback.ttf": (
        lambda: dejavu("", FALLBACK), "Attend Fallback", "Regular", VERA, "fonts-dejavu-core", "DejaVu Sans",
        "what the others lack: operators, arrows, shapes, ✓ ✗ ⏎ ⌘, all Latin, Greek, Cyrillic, scripts",
    ),
    "attend-cjk-regular.otf": (
        lambda: cjk("Regular", GBK_HANZI), "Attend CJK", "Regular", OFL, "fonts-noto-cjk", "Noto Sans CJK SC Regular",
        "all hanzi of GBK, Chinese punctuation, full-width forms, kana, bopomofo",
    ),
    "attend-cjk-bold.otf": (
        lambda: cjk("Bold", GB2312_HANZI | BIG5_COMMON | VARIANTS), "Attend CJK", "Bold", OFL, "fonts-noto-cjk", "Noto Sans CJK SC Bold",
        "hanzi of GB2312 and the common ones of Big5, and the same signs",
    ),
}

SANS_PROMISE = (
    set(map(ord, BASIC + "−×÷±·…–—‘’“”‹›«»←→↑↓↵⏎⌘⌥⇧✓✗▲▼▶•≈≤≥≠∞√∑ᵀ₀₁₂₃₄₅₆₇₈₉⁰¹²³⁻ᵢⱼₜαβγσ"))
    | ASCII | span("a0-148 14a-17f 391-3a1 3a3-3a9 3b1-3c9 410-44f 2007")
)
MATH_PROMISE = set(map(ord, BASIC + "−×·±∑∏√≤≥≠≈∝∈∉⊙⊕⊗⊤∘→←↦⇒∞∇∂‖⟨⟩⌊⌋′″ᵀ₀₁₂₃₄₅₆₇₈₉⁰¹²³⁻ₜᵢⱼŷ…ℝℓ∼∀∃"))
MONO_PROMISE = ASCII | span("391-3a1 3a3-3a9 3b1-3c9") | set(map(ord, "−×·…→←≤≥≠∞"))
PROMISES = {
    "attend-sans-regular.otf": SANS_PROMISE,
    "attend-sans-semibold.otf": SANS_PROMISE,
    "attend-math-regular.otf": MATH_PROMISE | MATH_LETTERS | ASCII,
    "attend-math-italic.otf": MATH_PROMISE | MATH_LETTERS | ASCII | span("e163 e168 e173 e178"),
    "attend-math-bold.otf": ASCII | set(map(ord, "−×·±")),
    "attend-roman-regular.otf": ASCII | span("a0-137 13a-148 14a-165 168-17f") | set(map(ord, "−–—‘’“”…αβγδλ")),
    "attend-mono-regular.ttf": MONO_PROMISE,
    "attend-mono-bold.ttf": MONO_PROMISE,
    "attend-fallback.ttf": ASCII
    | set(map(ord, "✓✗▲▼←→↑↓⏎⌘ŷᵀ₀₁ₜᵢⱼ⁻∈∝⊙⊤∇⟨⟩∘ℝ⌥⌫⇄�"))
    | span("391-3a1 3a3-3a9 3b1-3c9 400-45f"),
    "attend-cjk-regular.otf": GBK_HANZI | CJK_SIGNS,
    "attend-cjk-bold.otf": GB2312_HANZI | BIG5_COMMON | VARIANTS | CJK_SIGNS,
}
# Where a text looks for its characters, in order.
CHAIN = ["attend-sans-regular.otf", "attend-fallback.ttf", "attend-cjk-regular.otf"]


# --- licences and README ------------------------------------------------------------------------


def paragraph(path, label):
    """The licence text of one `License:` paragraph of a Debian copyright file."""
    text = Path(path).read_text(encoding="utf-8")
    for block in re.split(r"\n(?=\S)", text):
        head, _, body = block.partition("\n")
        if head.strip() == f"License: {label}" and body.strip():
            lines = (re.sub(r"^ ", "", line) for line in body.split("\n"))
            return "\n".join("" if s.strip() == "." else s.rstrip() for s in lines).strip() + "\n"
    raise SystemExit(f"make-fonts: {path} has no text of the licence {label}")


def write_licences(out, notices):
    ofl = paragraph(DOC % "fonts-noto-cjk", "SIL-1.1")

    def put(name, text):
        (out / name).write_text(text, encoding="utf-8")

    under = "\nThis Font Software is licensed under the SIL Open Font License, Version 1.1, below.\n\n"
    if out != HERE:  # the one text that no small package of Debian has
        put("LICENSE-LPPL.txt", (HERE / "LICENSE-LPPL.txt").read_text(encoding="utf-8"))
    put("LICENSE-Inter.txt",
        "The files attend-sans-*.otf are modified versions of Inter.\n\n"
        "Copyright 2016-2022 The Inter Project Authors (https://github.com/rsms/inter)\n"
        f"{notices['attend-sans-regular.otf']}\n" + under + ofl)
    put("LICENSE-Noto-CJK.txt",
        "The files attend-cjk-*.otf are modified versions of Noto Sans CJK SC.\n\n"
        "Copyright 2010-2012, Google Corporation\n"
        f"{notices['attend-cjk-regular.otf']}\n" + under + ofl)
    vera = Path(DOC % "fonts-dejavu-core").read_text(encoding="utf-8")
    notice = source(DEJAVU % "")["name"].getDebugName(13).replace("\r", "")
    if "Tavmjong Bah" not in notice or "Vera" not in vera:
        raise SystemExit("make-fonts: the licence text in DejaVu Sans is not the one expected")
    put("LICENSE-DejaVu.txt",
        "The file attend-fallback.ttf is a modified version of DejaVu Sans, attend-mono-regular.ttf and\n"
        "attend-mono-bold.ttf are modified versions of DejaVu Sans Mono and DejaVu Sans Mono Bold.\n\n"
        + "\n".join(s.rstrip() for s in notice.split("\n")).strip() + "\n")
    gust = Path("/usr/share/doc/fonts-lmodern/copyright").read_text(encoding="utf-8")
    gust = "% This is version 1.0" + gust.split("% This is version 1.0", 1)[1]
    under_gust = (
        "The work and these files are under the GUST Font License, below; the LaTeX Project Public License that\n"
        "it names is in LICENSE-LPPL.txt.\n\n" + gust.strip() + "\n")
    put("LICENSE-TeX-Gyre.txt",
        "The file attend-roman-regular.otf is a derived work of TeX Gyre Termes 2.004. It is not TeX Gyre Termes: it was\n"
        "changed (cut down to some characters, kerning in another table, renamed), by make-fonts in this folder, and the\n"
        "Current Maintainers of TeX Gyre do not support it. The unchanged work is at\n"
        "https://www.gust.org.pl/projects/e-foundry/tex-gyre and https://ctan.org/pkg/tex-gyre-termes, and in Debian's\n"
        "package fonts-texgyre.\n\n"
        f"{notices['attend-roman-regular.otf']}\n\n" + under_gust)
    put("LICENSE-Latin-Modern.txt",
        "The files attend-math-*.otf are derived works of Latin Modern Math 1.959 and of Latin Modern\n"
        "Roman 10 Bold 2.004. They are not Latin Modern: they were changed (cut down to some characters, letters\n"
        "moved to other codepoints, scripts and accented letters added, other line metrics, renamed), by make-fonts\n"
        "in this folder, and the Current Maintainers of Latin Modern do not support them. The unchanged work is at\n"
        "https://www.gust.org.pl/projects/e-foundry/latin-modern and https://ctan.org/pkg/lm,\n"
        "https://ctan.org/pkg/lm-math, and in Debian's package fonts-lmodern.\n\n"
        f"{notices['attend-math-regular.otf']}\n\n{notices['attend-math-bold.otf']}\n\n" + under_gust)


def version(package):
    command = ["dpkg-query", "-W", "-f", "${Version}", package]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def extent(font, text):
    """The top of a flat letter, measured."""
    shapes = font.getGlyphSet()
    pen = BoundsPen(shapes)
    shapes[font.getBestCmap()[ord(text)]].draw(pen)
    return round(pen.bounds[3])


def metrics(font, probe="Hx"):
    line = font["hhea"]
    return (font["head"].unitsPerEm, line.ascent, line.descent, extent(font, probe[0]), extent(font, probe[1]))


README_HEAD = """# Fonts

The program looks a character up by its codepoint and asks HarfBuzz for kerning and marks alone, so what matters is
put into the character map by `make-fonts`, which makes these files from Debian's packages
(the same packages give the same bytes). `make-fonts --check` looks whether they cover what is promised here.

"""

README_TAIL = """
- **Names.** The files are subsets, so they carry names of their own (`Attend ...`). Copyright notices stay in the name tables.
- **Figures.** The sans has Inter's tabular figures as its figures 0-9 (and . , : ;); a figure space (U+2007) is as wide
  as a figure; + and − are as wide as each other. Figures take no part in kerning.
- **Kerning** is a plain `kern` table (Latin letters and punctuation), which HarfBuzz reads. There is no GSUB and no GPOS.
- **Formulas.** In `attend-math-italic`, `a`, `A` and `α` are the mathematical italic letters; figures, brackets and operators
  are upright, and √ stands in the line, so a whole formula but for its function names can be set in that one file. ŷ, ȳ and the like are ready
  made where Unicode has the character; other pairs are private, drawn only: U+E100 + letter for a tilde (h̃ is U+E168),
  U+E200 + letter for a hat, U+E300 for a bar, U+E400 for a dot. In text that is copied write them as letter + combining mark.
  Subscripts after an italic letter start at its advance; superscripts move right by the italic correction, in 1/1000 em:
  {italics}.
- **Quotes and dashes.** “ ” ‘ ’ — … exist in the sans (narrow) and in the CJK files (full width): choose by the neighbours.
- **Bold.** A hanzi that `attend-cjk-bold` lacks comes from `attend-cjk-regular`.
- **Licences.** OFL: `LICENSE-Inter.txt`, `LICENSE-Noto-CJK.txt`. GUST Font License (LPPL): `LICENSE-Latin-Modern.txt`,
  `LICENSE-TeX-Gyre.txt`, `LICENSE-LPPL.txt`. Bitstream Vera: `LICENSE-DejaVu.txt`.
"""


def italic_corrections():
    font = source(LM_MATH)
    info = font["MATH"].table.MathGlyphInfo.MathItalicsCorrectionInfo
    value = dict(zip(info.Coverage.glyphs, (v.Value for v in info.ItalicsCorrection)))
    characters = font.getBestCmap()
    found = []
    for c, shape in sorted(italic_sources().items()):
        by = value.get(characters[shape], 0)
        if by >= 20 and (c < 0x80 or chr(c) in "αβγδεηθλμνπρστφψωΓΔΘΛΣΦΨΩ"):
            found.append(f"{chr(c)} {by}")
    return ", ".join(found)


def write_readme(out):
    rows = ["| file | made from | package | covers | characters | bytes | licence |", "|---|---|---|---|---:|---:|---|"]
    lines = ["| file | units per em | ascent | descent | cap height | x height |", "|---|---:|---:|---:|---:|---:|"]
    total = 0
    for name, (_, _, _, licence, package, made_from, covers) in FONTS.items():
        size = (out / name).stat().st_size
        total += size
        font = TTFont(out / name)
        short = {id(OFL): "OFL 1.1", id(GUST): "GUST (LPPL)", id(VERA): "Bitstream Vera"}[id(licence)]
        rows.append(
            f"| `{name}` | {made_from} | {package} {version(package)} | {covers} "
            f"| {len(font.getBestCmap()):,} | {size:,} | {short} |"
        )
        lines.append(f"| `{name}` | " + " | ".join(map(str, metrics(font))) + " |")
    rows.append(f"| total | | | | | {total:,} | |")
    text = README_HEAD + "\n".join(rows) + "\n\n" + "\n".join(lines) + "\n"
    (out / "README.md").write_text(text + README_TAIL.replace("{italics}", italic_corrections()), encoding="utf-8")
    print("\n".join(lines))
    print(f"total {total:,} bytes")


# --- checking -----------------------------------------------------------------------------------


def check(folder, texts):
    wrong = []
    readme = (folder / "README.md").read_text(encoding="utf-8")
    maps = {}
    for name, promise in PROMISES.items():
        path = folder / name
        font = TTFont(path, lazy=True)
        maps[name] = font.getBestCmap()
        lacks = sorted(promise - maps[name].keys())
        if lacks:
            wrong.append(f"{name} lacks {len(lacks)}: " + "".join(map(chr, lacks[:60])))
        if f"| {len(maps[name]):,} | {path.stat().st_size:,} |" not in readme:
            wrong.append(f"{name}: characters or bytes differ from README.md")
        names = " ".join(str(font["name"].getDebugName(i)) for i in (1, 3, 4, 6, 16))
        if re.search("Inter|Noto|Source|DejaVu|Vera|Bitstream|Latin|Modern|LM|Gyre|Termes", names):
            wrong.append(f"{name} has a name that is not its own: {names}")
        if not font["name"].getDebugName(0) or not font["name"].getDebugName(13):
            wrong.append(f"{name} has lost its copyright or licence notice")
        if {"GSUB", "GPOS", "fvar"} & set(font.keys()):
            wrong.append(f"{name} has layout or variation tables")
        print(f"{name:28} {len(maps[name]):6} characters, {path.stat().st_size:9,} bytes, promised {len(promise)}")
    for name in ("attend-sans-regular.otf", "attend-sans-semibold.otf"):
        font = TTFont(folder / name, lazy=True)
        widths = {font["hmtx"][maps[name][c]][0] for c in span("30-39 2007")}
        if len(widths) != 1:
            wrong.append(f"{name}: figures are not tabular: {sorted(widths)}")
    for name in ("attend-mono-regular.ttf", "attend-mono-bold.ttf"):
        font = TTFont(folder / name, lazy=True)
        widths = {font["hmtx"][maps[name][c]][0] for c in MONO_PROMISE}
        if len(widths) != 1:
            wrong.append(f"{name}: letters are not as wide as each other: {sorted(widths)}")
    if len(GBK_HANZI) != 21003 + 1:
        wrong.append(f"only {len(GBK_HANZI)} hanzi were taken for GBK")
    for licence in "Inter Noto-CJK DejaVu Latin-Modern TeX-Gyre LPPL".split():
        if not (folder / f"LICENSE-{licence}.txt").is_file():
            wrong.append(f"LICENSE-{licence}.txt is missing")
    anywhere = set().union(*(maps[name] for name in CHAIN))
    for text in texts:
        seen = {ord(c) for c in Path(text).read_text(encoding="utf-8") if c.isprintable()}
        hanzi = {c for c in seen if is_hanzi(c)}
        lost = {c for c in hanzi if c not in maps["attend-cjk-regular.otf"]}
        bold = hanzi - maps["attend-cjk-bold.otf"].keys()
        boxes = sorted(seen - anywhere)
        print(f"{text}: {len(hanzi)} hanzi, {len(lost)} not in regular, {len(bold)} not in bold; "
              f"{len(seen)} characters, in no font: {' '.join(f'U+{c:04X}' for c in boxes) or 'none'}")
        if lost:
            wrong.append(f"{text}: no glyph for " + "".join(map(chr, sorted(lost))))
    for line in wrong:
        print("make-fonts: " + line, file=sys.stderr)
    if not wrong:
        print("ok")
    return 1 if wrong else 0


def main():
    parser = argparse.ArgumentParser(prog="make-fonts")
    parser.add_argument("--check", nargs="*", metavar="TEXT")
    parser.add_argument("--out", type=Path, default=HERE)
    parser.add_argument("--only", nargs="*", metavar="FILE", help="make only these, no README")
    args = parser.parse_args()
    if args.check is not None:
        return check(args.out, args.check)
    logging.getLogger("fontTools").setLevel(logging.ERROR)
    args.out.mkdir(parents=True, exist_ok=True)
    notices = {}
    for name, (make, family, style, licence, package, made_from, _) in FONTS.items():
        if args.only and name not in args.only:
            continue
        font = make()
        notices[name] = str(font["name"].getDebugName(0)).strip()
        rename(font, family, style, *licence, f"{made_from} (Debian {package} {version(package)})")
        font.save(args.out / name)
        print(f"{name:28} {(args.out / name).stat().st_size:9,} bytes", flush=True)
    if not args.only:
        write_licences(args.out, notices)
        write_readme(args.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
