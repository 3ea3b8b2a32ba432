/* The words of SVG and PDF stand where the draw list measured them: within 1 px a run. */
#include "system_font.h"

#include "export/export.h"

#include <ft2build.h>
#include FT_FREETYPE_H
#include <math.h>

#define LINE 60 /* px from run to run */

static const struct {
    Face face;
    float size, tracking;
    const char *text;
} RUNS[] = {
    {FACE_SANS, 14.5f, 0, "Each answer is a score: 0.93 −1.31"},
    {FACE_SANS, 28, 0, "AVATAR To Ty. WAVE, LT P. \"A\" Yo Te VA."},
    {FACE_SANS, 20, 0, "cafe\xcc\x81 x\xcc\x83 X\xcc\x83 q\xcc\x84 A\xcc\x8a h\xcc\x82 Việt"},
    {FACE_SANS_BOLD, 20, 0, "One sentence, read twice"},
    {FACE_SANS, 17, 0, "老鼠捉猫，一句话读两遍。“对吗？”"},
    {FACE_SANS_BOLD, 17, 0, "编码器 GRU 的状态 h\xcc\x82，共 16 个"},
    {FACE_MATH, 22, 0, "softmax(e)₃ = exp(2.52) / ∑ √2"},
    {FACE_MATH_ITALIC, 22, 0, "W h\xcc\x83 + x\xcc\x82 + ŷ fjαβ"},
    {FACE_MATH_BOLD, 22, 0, "0.42 × 1.00"},
    {FACE_SANS_BOLD, 11, 0.9f, "CONTEXT & <unk>"},
    {FACE_SANS, 17, 0, "cat " HANGUL HANGUL " mouse ✓"},
};

static char folder[64];
static Type *type;
static DrawList list;
static Arena arena;

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    system_fonts_make(folder, FONTS "/attend-fallback.ttf", 1);
    type = type_open(FONTS, &error);
    drawlist_reset(&list, type, 900, 3000, color_hex(0xFFFFFF));
    for (size_t i = 0; type && i < LENGTH(RUNS); i++)
        drawlist_text_at(&list, (TextStyle){RUNS[i].face, RUNS[i].size, color_hex(0), RUNS[i].tracking},
                         (Point){20.3f, 0}, ALIGN_LEFT, slice_of(RUNS[i].text));
    for (int i = 0; i < list.count; i++)
        list.commands[i].text.origin.y = (float)(LINE * (i + 1)); /* a line each */
    return list.count > (int)LENGTH(RUNS) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    drawlist_finish(&list);
    type_close(type);
    arena_finish(&arena);
    folder_remove_all(folder);
    return 0;
}

static void expect_within(double found, double measured, double most, int run)
{
    if (!(fabs(found - measured) <= most))
        fail_msg("run %d: %.2f, measured %.2f", run, found, measured);
}

static float start_of(const DrawCommand *run, int glyph)
{
    return run->text.origin.x + run->text.letters[glyph].x;
}

static bool is_mark(uint32_t codepoint)
{
    return codepoint >= 0x300 && codepoint < 0x370;
}

/* ---- SVG ---- */

static Slice between(const char *text, const char *from, const char *to)
{
    const char *start = strstr(text, from);
    assert_non_null(start);
    start += strlen(from);
    const char *end = strstr(start, to);
    assert_non_null(end);
    return (Slice){start, (size_t)(end - start)};
}

static Bytes decode(Slice base64)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    Bytes out = {0};
    uint32_t bits = 0;
    for (size_t i = 0; i < base64.length && base64.text[i] != '='; i++) {
        bits = bits << 6 | (uint32_t)(strchr(digits, base64.text[i]) - digits);
        char byte = (char)(bits >> (6 - 2 * (i % 4)));
        if (i % 4)
            bytes_add(&out, &byte, 1);
    }
    return out;
}

/* How far the letter reaches to the right in the font that the file carries for the run. */
static float advance_in(const char *svg, const FontFile *font, uint32_t codepoint)
{
    Slice families = slice_of(font->family), family;
    slice_cut(&families, ',', &family);
    char *rule = arena_printf(&arena, "font-family:%.*s;font-weight:%d;font-style:%s;src:url(data:font/",
                              (int)family.length, family.text, font->weight, font->italic ? "italic" : "normal");
    Bytes file = decode(between(between(svg, rule, "}").text, "base64,", ")"));
    FT_Library library;
    FT_Face face;
    assert_int_equal(FT_Init_FreeType(&library), 0);
    assert_int_equal(FT_New_Memory_Face(library, (const FT_Byte *)file.data, (FT_Long)file.length, 0, &face), 0);
    if (FT_Get_Char_Index(face, codepoint) == 0)
        fail_msg("U+%04X is not in the %s of the file", (unsigned)codepoint, font->family);
    assert_int_equal(FT_Load_Char(face, codepoint, FT_LOAD_NO_SCALE), 0);
    float advance = (float)face->glyph->metrics.horiAdvance / (float)face->units_per_EM;
    FT_Done_Face(face);
    FT_Done_FreeType(library);
    bytes_finish(&file);
    return advance;
}

static void an_svg_places_every_letter(void **state)
{
    (void)state;
    Error error = {0};
    Bytes svg;
    char *path = path_join(&arena, folder, "runs.svg");
    expect_ok(export_svg(&list, &(ExportOptions){.embed_fonts = true}, path, &error), &error);
    expect_ok(file_read(path, FILE_LIMIT_DATA, &svg, &error), &error);
    const char *at = svg.data;
    for (int i = 0; i < list.count; i++) {
        const DrawCommand *run = &list.commands[i];
        const FontFile *font = type_font(type, run->text.face);
        at = strstr(at, "<text ");
        assert_non_null(at);
        Slice head = between(at, "<text ", ">"), family = between(at, "font-family=\"", "\"");
        assert_true(slice_is(family, font->family));
        assert_int_equal(strtod(between(at, " y=\"", "\"").text, NULL), run->text.origin.y);
        char *x = (char *)(uintptr_t)between(at, " x=\"", "\"").text;
        double last = 0;
        for (int k = 0; k < run->text.count; k++) {
            double place = strtod(x, &x);
            expect_within(place, (double)start_of(run, k), 0.006, i);
            if (run->text.letters[k].codepoint != ' ' && !is_mark(run->text.letters[k].codepoint))
                last = place + (double)(run->text.size * advance_in(svg.data, font, run->text.letters[k].codepoint));
        }
        assert_int_equal(*x, '"');
        if (run->text.letters[run->text.count - 1].codepoint != ' ')
            expect_within(last, (double)(run->text.origin.x + run->text.width), 1, i);
        at = head.text + head.length;
    }
    bytes_finish(&svg);
}

/* ---- PDF ---- */

/* The nearest beginning or end of a glyph of the run. A mark takes no room, but in a PDF its glyph
 * has a width: that of a blank where the letter's glyph shows the mark too. */
static float nearest(const DrawCommand *run, float x, bool end)
{
    float best = INFINITY;
    for (int i = 0; i < run->text.count; i++) {
        Face face;
        float width, next = i + 1 < run->text.count ? start_of(run, i + 1) : run->text.origin.x + run->text.width;
        if (type_glyph(type, run->text.face, ' ', &face, &width) != run->text.letters[i].glyph)
            type_glyph(type, run->text.face, run->text.letters[i].codepoint, &face, &width);
        float edge = !end                                      ? start_of(run, i)
                     : is_mark(run->text.letters[i].codepoint) ? start_of(run, i) + width * run->text.size
                                                               : next;
        best = fabsf(edge - x) < fabsf(best - x) ? edge : best;
    }
    return best;
}

static void a_pdf_places_every_word(void **state)
{
    (void)state;
    if (system("pdftotext -v 2>/dev/null") != 0)
        skip();
    Error error = {0};
    Bytes boxes;
    char *path = path_join(&arena, folder, "runs.pdf"), *html = path_join(&arena, folder, "runs.html");
    expect_ok(export_pdf(&list, &(ExportOptions){0}, path, &error), &error);
    assert_int_equal(system(arena_printf(&arena, "pdftotext -bbox %s %s", path, html)), 0);
    expect_ok(file_read(html, FILE_LIMIT_DATA, &boxes, &error), &error);
    double ends[64][2] = {{0}}; /* of the runs */
    int words = 0;
    for (const char *at = boxes.data; (at = strstr(at, "<word ")); at++, words++) {
        double x0, y0, x1, y1;
        assert_int_equal(sscanf(at, "<word xMin=\"%lf\" yMin=\"%lf\" xMax=\"%lf\" yMax=\"%lf\"", &x0, &y0, &x1, &y1),
                         4);
        int line = (int)(y1 / 0.75 / LINE) - 1; /* points to px */
        assert_in_range(line, 0, list.count - 1);
        const DrawCommand *run = &list.commands[line];
        assert_true(y0 / 0.75 < (double)run->text.origin.y && y1 / 0.75 > (double)run->text.origin.y);
        x0 /= 0.75, x1 /= 0.75;
        expect_within(x0, (double)nearest(run, (float)x0, false), 1, line);
        expect_within(x1, (double)nearest(run, (float)x1, true), 1, line);
        ends[line][0] = ends[line][0] > 0 ? fmin(ends[line][0], x0) : x0;
        ends[line][1] = fmax(ends[line][1], x1);
    }
    assert_true(words > list.count);
    for (int i = 0; i < list.count; i++) {
        const DrawCommand *run = &list.commands[i];
        if (run->text.letters[0].codepoint != ' ')
            expect_within(ends[i][0], (double)start_of(run, 0), 1, i);
        uint32_t last = run->text.letters[run->text.count - 1].codepoint;
        if (last != ' ' && !is_mark(last))
            expect_within(ends[i][1], (double)(run->text.origin.x + run->text.width), 1, i);
    }
    bytes_finish(&boxes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(an_svg_places_every_letter),
                                       cmocka_unit_test(a_pdf_places_every_word)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
