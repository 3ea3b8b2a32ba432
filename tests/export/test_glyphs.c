/* Every character that lessons, their data and the interface use has its shape in a PDF: as much ink as in the PNG,
 * which FreeType draws. With ATTEND_LONG every Chinese character of our fonts. */
#include "support.h"

#include "export/export.h"

#include <glob.h>

enum { CELL = 36, COLUMNS = 16, MOST = 256, CODE_POINTS = 0x20000 };

static char folder[] = "/tmp/attend-glyphs-XXXXXX";
static Type *type;
static Arena arena;
static uint32_t *wanted; /* [wanted_count] code points */
static int wanted_count;

static void want(uint32_t codepoint)
{
    static bool seen[CODE_POINTS];
    Face face;
    float advance;
    if (codepoint >= CODE_POINTS || seen[codepoint] || utf8_is_control(codepoint))
        return;
    seen[codepoint] = true;
    uint32_t none = type_glyph(type, FACE_SANS, 0xFFFD, &face, &advance);
    if (type_glyph(type, FACE_SANS, codepoint, &face, &advance) == none && face == FACE_FALLBACK)
        return;
    if (face < FACE_SYSTEM)
        wanted[wanted_count++] = codepoint;
}

static void want_texts(const char *pattern)
{
    glob_t found;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        Bytes text;
        Error error = {0};
        expect_ok(file_read(found.gl_pathv[i], FILE_LIMIT_DATA, &text, &error), &error);
        for (Slice rest = bytes_slice(&text); rest.length;)
            want(utf8_next(&rest));
        bytes_finish(&text);
    }
    globfree(&found);
}

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    type = type_open(FONTS, &error);
    wanted = ARENA_ARRAY(&arena, uint32_t, CODE_POINTS);
    if (!type || !mkdtemp(folder))
        return -1;
    want(0x5982); /* of all the one that cairo left blank */
    want_texts(ROOT "/lessons/*/*.md");
    want_texts(ROOT "/lessons/*/*.tsv");
    want_texts(ROOT "/src/words/*.def");
    for (uint32_t c = 0x2E00; every_case() && c < CODE_POINTS; c++)
        want(c);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    type_close(type);
    arena_finish(&arena);
    return rmdir(folder);
}

/* How dark a cell is, in pixels that are all black. */
static double ink(const Image *image, int cell)
{
    double sum = 0;
    int left = cell % COLUMNS * CELL, top = cell / COLUMNS * CELL;
    for (int y = top; y < top + CELL; y++)
        for (int x = left; x < left + CELL; x++)
            sum += 255 - (image->pixels[y * image->width + x] & 0xFF);
    return sum / 255;
}

static void draw(DrawList *list, Face face, int first, int count)
{
    drawlist_reset(list, type, COLUMNS * CELL, (float)((count + COLUMNS - 1) / COLUMNS * CELL), color_hex(0xFFFFFF));
    for (int i = 0; i < count; i++) {
        char text[5] = "";
        utf8_put(text, wanted[first + i]);
        drawlist_text_at(list, (TextStyle){face, 24, color_hex(0), 0},
                         (Point){(float)(i % COLUMNS * CELL + 5), (float)(i / COLUMNS * CELL + 27)}, ALIGN_LEFT,
                         slice_of(text));
    }
}

static void compare(Face face, int first, int count)
{
    DrawList list = {0};
    Error error = {0};
    Image ours, theirs;
    Arena pixels = {0};
    char *png = path_join(&arena, folder, "a.png"), *pdf = path_join(&arena, folder, "a.pdf"),
         *page = path_join(&arena, folder, "b");
    draw(&list, face, first, count);
    expect_ok(export_png(&list, &(ExportOptions){.scale = 1}, png, &error), &error);
    expect_ok(export_pdf(&list, &(ExportOptions){0}, pdf, &error), &error);
    assert_int_equal(system(arena_printf(&arena, "pdftoppm -r 96 -png -singlefile %s %s", pdf, page)), 0);
    page = arena_printf(&arena, "%s.png", page);
    expect_ok(image_read(png, &pixels, &ours, &error), &error);
    expect_ok(image_read(page, &pixels, &theirs, &error), &error);
    assert_int_equal(ours.width, theirs.width);
    for (int i = 0; i < count; i++) {
        double here = ink(&ours, i), there = ink(&theirs, i);
        if (!(there >= 0.8 * here - 2 && there <= 1.25 * here + 2) || (here > 0) != (there > 0))
            fail_msg("U+%04X in face %d: %.1f px of ink, in the PDF %.1f", (unsigned)wanted[first + i], face, here,
                     there);
    }
    unlink(png), unlink(pdf), unlink(page);
    drawlist_finish(&list);
    arena_finish(&pixels);
}

static void every_character_has_its_shape_in_a_pdf(void **state)
{
    (void)state;
    if (system("pdftoppm -v 2>/dev/null") != 0)
        skip();
    assert_true(wanted_count > (every_case() ? 20000 : 900));
    for (Face face = FACE_SANS; face <= FACE_SANS_BOLD; face++)
        for (int first = 0; first < wanted_count; first += MOST)
            compare(face, first, wanted_count - first < MOST ? wanted_count - first : MOST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_character_has_its_shape_in_a_pdf)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
