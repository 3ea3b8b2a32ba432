/* Type: the fonts of assets/fonts, and the only place where text is measured (shaped by HarfBuzz, unhinted).
 *
 *   Type *type = type_open("assets/fonts", &error);
 *   float width = text_width(type, style, slice_of("mouse"));
 *   type_close(type);
 *
 * Which face shows a code point is decided here, run by run: the style's own face first; then, for what is Chinese, the
 * CJK face and the fallback, for all else the fallback and the CJK face; last the system's fonts. Quotation marks and
 * ellipses between hanzi are the wide ones. What has no shape (joiners, variation selectors) is left out, except
 * joiners in scripts whose letters join; Hebrew and Arabic run to the left (levels.c). Widths scale with the size, so a
 * picture laid out once can be painted at any scale. Glyphs are remembered inside: one Type is for one thread. */
#ifndef DRAW_TYPE_H
#define DRAW_TYPE_H

#include "base/arena.h"
#include "base/error.h"
#include "base/utf8.h"
#include "draw/color.h"

typedef enum Face {
    FACE_SANS,
    FACE_SANS_BOLD,
    FACE_MATH, /* upright: digits, operators, exp */
    /* letters that stand for something; a letter and a combining tilde, hat, bar or dot are one glyph */
    FACE_MATH_ITALIC,
    FACE_MATH_BOLD, /* a number that is lit */
    FACE_MONO,      /* programs: all letters are as wide as each other */
    FACE_MONO_BOLD,
    FACE_CJK,
    FACE_CJK_BOLD,
    FACE_FALLBACK,
    FACE_SYSTEM, /* from here on: fonts of the system and those of type_add, in the order in which they were wanted */
    FACE_COUNT = FACE_SYSTEM + 24
} Face;

typedef struct TextStyle {
    /* FACE_SANS, FACE_SANS_BOLD, one of the three for formulas or of the two for programs, or one of type_add */
    Face face;
    float size;
    Color color;
    float tracking; /* px between letters (not behind the last), for the small capitals of headings */
} TextStyle;

/* Sizes of docs/design.md#look. */
#define TYPE_TINY    11.0f
#define TYPE_SMALL   13.0f
#define TYPE_BODY    14.5f
#define TYPE_LARGE   17.0f
#define TYPE_TITLE   20.0f
#define TYPE_DISPLAY 28.0f

typedef struct Type Type;

Type *type_open(const char *folder, Error *error); /* NULL where a font is missing or broken */
void type_close(Type *type);

/* One face more, of a file of TrueType or OpenType with outlines, the first of a collection: for texts that are set in
 * it. What it lacks comes from the others. False: it cannot be used. */
MUST_USE bool type_add(Type *type, const char *path, Face *out, Error *error);

/* False, with what came first, where a font has turned out to be damaged or there was no memory for it: what was
 * measured and drawn since is not what it should be. It stays so. */
MUST_USE bool type_sound(const Type *type, Error *error);

/* In a page, fonts of rare letters come when one is first measured; till then it is a box. True, once, where such a
 * font has come, or may be had again: texts are to be measured and drawn anew. */
bool type_has_more(const Type *type);

/* The code points of texts so far that no face has, each once, the first 64. Returns how many. */
int type_missing(const Type *type, const uint32_t **codepoints);

/* For back ends that paint glyphs: a face that cannot be opened or a glyph that cannot be loaded, for want of memory or
 * because the font is damaged. */
void type_blame(const Type *type, Face face, bool memory);

/* For back ends that paint glyphs: the font's file, in memory until type_close. A back end opens its own
 * face from it. */
typedef struct FontFile {
    Slice bytes;
    int index;          /* of the face in the file, as FreeType counts */
    const char *family; /* for SVG: "Inter, sans-serif" and the like */
    int weight;         /* 400 is regular, as in CSS */
    bool italic;
} FontFile;
const FontFile *type_font(const Type *type, Face face);
struct hb_face_t *type_hb_face(const FontFile *file); /* HarfBuzz's, to be destroyed */

float type_cap_height(const Type *type, Face face); /* of capitals and digits, in em: times the size */

/* The glyph for a code point in a style's face or its stand-ins; `*face` is the one that has it. A code point that no
 * face has becomes the fallback's U+FFFD. Advances in em. Not shaped: no kerning. */
uint32_t type_glyph(const Type *type, Face wanted, uint32_t codepoint, Face *face, float *advance);

/* For a back end that shapes by itself: the script of a text, "Latn", "Hang" and so on; and how far to the left of its
 * origin and above its baseline a run of one face has ink, in em. */
void text_script(Slice text, char tag[5]);
void text_ink(const Type *type, Face face, Slice text, bool to_the_left, float *left, float *top);

float text_width(const Type *type, TextStyle style, Slice text);

/* How many bytes of `text` fit into `width` px, whole code points. */
size_t text_fit(const Type *type, TextStyle style, Slice text, float width);

/* Carets: px from the text's left end to the one behind `at` bytes; which byte has its own nearest to x. */
float text_caret(const Type *type, TextStyle style, Slice text, size_t at);
size_t text_at(const Type *type, TextStyle style, Slice text, float x);

/* Some of it runs to the left. Then the caret's neighbours to the left (`way` -1) and right (1) may be anywhere in the
 * text: the nearest, `at` where there is none. */
bool text_goes_left(const Type *type, TextStyle style, Slice text);
size_t text_beside(const Type *type, TextStyle style, Slice text, size_t at, int way);

/* What the bytes from `from` to `to` cover: at most `most` spans, with gaps between them. */
typedef struct TextSpan {
    float left, right;
} TextSpan;
int text_cover(const Type *type, TextStyle style, Slice text, size_t from, size_t to, TextSpan *spans, int most);

/* Where a line may end. */
bool text_opens(uint32_t codepoint);  /* opening punctuation: never ends a line */
bool text_closes(uint32_t codepoint); /* closing punctuation: never begins one */
/* Between these two, neither of them a space; `last` stands before them, where a line may end behind a
 * hyphen, else 0. */
bool text_may_break(uint32_t last, uint32_t before, uint32_t after);

/* Breaks a paragraph into lines of at most `width` px: at spaces, behind hyphens, and between CJK characters (not
 * before closing punctuation, not after opening); a line feed always breaks. A word longer than a line is broken. Lines
 * are slices of `text` without the spaces around them, in an array of the arena's; empty text has no lines. */
typedef struct TextLines {
    Slice *lines;
    int count;
} TextLines;
TextLines text_break(Arena *arena, const Type *type, TextStyle style, Slice text, float width);

#endif
