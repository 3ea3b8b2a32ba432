/* Every format of a picture with one of everything; and the ways in which writing fails. */
#include "fixture.h"

#include "base/file.h"
#include "export/export.h"

#include <cairo.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static Bytes exported(Fixture *fixture, const char *name, const ExportOptions *options)
{
    char *path = path_join(&fixture->arena, fixture->folder, name);
    Error error = {0};
    if (!export_picture(&fixture->list, path, options, &error))
        fail_msg("%s", error_text(&error));
    Bytes bytes;
    assert_true(file_read(path, FILE_LIMIT_DATA, &bytes, &error));
    return bytes;
}

static bool has(const Bytes *bytes, const char *text)
{
    return memmem(bytes->data, bytes->length, text, strlen(text)) != NULL;
}

static Color pixel(cairo_surface_t *image, int x, int y)
{
    const unsigned char *row = cairo_image_surface_get_data(image) + y * cairo_image_surface_get_stride(image);
    uint32_t argb;
    memcpy(&argb, row + 4 * x, sizeof argb);
    return (Color){(uint8_t)(argb >> 16), (uint8_t)(argb >> 8), (uint8_t)argb, 0xFF};
}

static void assert_color(Color found, Color expected)
{
    int away = abs(found.r - expected.r) + abs(found.g - expected.g) + abs(found.b - expected.b);
    if (away > 3)
        fail_msg("#%02x%02x%02x, expected #%02x%02x%02x", found.r, found.g, found.b, expected.r, expected.g,
                 expected.b);
}

static void test_png(void **state)
{
    Fixture *fixture = *state;
    Bytes bytes = exported(fixture, "a.png", &(ExportOptions){.scale = 2});
    bytes_finish(&bytes);
    cairo_surface_t *image = cairo_image_surface_create_from_png(path_join(&fixture->arena, fixture->folder, "a.png"));
    assert_int_equal(cairo_surface_status(image), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(image), 2 * SAMPLE_W);
    assert_int_equal(cairo_image_surface_get_height(image), 2 * SAMPLE_H);
    const Theme *theme = theme_get(THEME_LIGHT);
    assert_color(pixel(image, 4, 4), theme->paper);
    assert_color(pixel(image, 100, 600), theme->panel);
    assert_color(pixel(image, 2 * 36, 2 * 352), theme->tint[ROLE_ENCODER]);
    assert_color(pixel(image, 2 * 32, 2 * 352), theme->fill[ROLE_ENCODER]);
    assert_color(pixel(image, 2 * 320, 2 * 520), theme->fill[ROLE_OUTPUT]);
    assert_color(pixel(image, 2 * 310, 2 * 545), theme->paper); /* clipped away */
    assert_color(pixel(image, 2 * 560, 2 * 500), theme->paper); /* inside the ring */
    assert_color(pixel(image, 2 * 52 + 2 * 44 * 19, 2 * 623), color_weight(theme, MAP_PAPER, 1));
    cairo_surface_destroy(image);
}

/* Without a ground the picture is transparent, and its colours are not premultiplied. */
static void test_png_without_ground(void **state)
{
    Fixture *fixture = *state;
    DrawList list = {0};
    Error error = {0};
    char *path = path_join(&fixture->arena, fixture->folder, "clear.png");
    drawlist_reset(&list, fixture->type, 20, 10, (Color){0});
    drawlist_box(&list, (Box){0, 0, 10, 10}, 0, paint_fill((Color){200, 100, 40, 128}));
    assert_true(export_png(&list, &(ExportOptions){.scale = 1}, path, &error));
    cairo_surface_t *image = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_image_surface_get_format(image), CAIRO_FORMAT_ARGB32);
    assert_color(pixel(image, 5, 5), (Color){100, 50, 20, 0xFF}); /* cairo premultiplies again */
    assert_color(pixel(image, 15, 5), (Color){0});
    cairo_surface_destroy(image);
    drawlist_finish(&list);
}

static void test_pdf(void **state)
{
    Fixture *fixture = *state;
    Bytes bytes = exported(fixture, "a.PDF", &(ExportOptions){.title = "Specimen"});
    assert_memory_equal(bytes.data, "%PDF-1.", 7);
    assert_string_equal(bytes.data + bytes.length - 6, "%%EOF\n");
    assert_true(has(&bytes, "AttendCJKBold"));
    assert_false(has(&bytes, "/CreationDate"));
    bytes_finish(&bytes);
}

/* Pages of their own sizes, fonts in the file once, the same bytes every time. */
static void test_pages(void **state)
{
    Fixture *fixture = *state;
    DrawList pages[3] = {0};
    Error error = {0};
    Bytes bytes[2];
    for (int i = 0; i < 3; i++) {
        drawlist_reset(&pages[i], fixture->type, 400, (float)(300 + 100 * i), color_hex(0xFFFFFF));
        drawlist_text_at(&pages[i], (TextStyle){FACE_SANS, 20, color_hex(0), 0}, (Point){20, 40}, ALIGN_LEFT,
                         slice_of("mouse"));
    }
    for (int i = 0; i < 2; i++) {
        bytes[i] = (Bytes){0};
        assert_true(export_pdf_pages(pages, 3, "Pages", "a.pdf", &bytes[i], &error));
    }
    assert_int_equal(bytes[0].length, bytes[1].length);
    assert_memory_equal(bytes[0].data, bytes[1].data, bytes[0].length);
    Bytes single = {0};
    assert_true(export_pdf_pages(pages, 1, "Pages", "a.pdf", &single, &error));
    assert_true(bytes[0].length > single.length + 100);   /* there are more pages in it */
    assert_true(bytes[0].length < single.length * 3 / 2); /* and no more fonts */
    bytes_finish(&single);
    for (int i = 0; i < 2; i++)
        bytes_finish(&bytes[i]);
    for (int i = 0; i < 3; i++)
        drawlist_finish(&pages[i]);
}

/* Tags are closed in the order they were opened, and no & stands alone: enough for what we write ourselves. */
static void assert_well_formed(const Bytes *bytes)
{
    char open[16][16];
    int depth = 0;
    const char *at = strchr(bytes->data, '>') + 1; /* behind <?xml ...?> */
    while ((at = strpbrk(at, "<&"))) {
        if (*at == '&') {
            assert_true(strncmp(at, "&lt;", 4) == 0 || strncmp(at, "&gt;", 4) == 0 || strncmp(at, "&amp;", 5) == 0
                        || strncmp(at, "&quot;", 6) == 0);
            at++;
            continue;
        }
        const char *end = strchr(at, '>');
        assert_non_null(end);
        char name[16];
        assert_int_equal(sscanf(at, at[1] == '/' ? "</%15[a-zA-Z]" : "<%15[a-zA-Z]", name), 1);
        if (at[1] == '/') {
            assert_true(depth > 0);
            assert_string_equal(open[--depth], name);
        } else if (end[-1] != '/') {
            assert_true(depth < 16);
            strcpy(open[depth++], name);
        }
        at = end;
    }
    assert_int_equal(depth, 0);
}

static void test_svg(void **state)
{
    Fixture *fixture = *state;
    Bytes bytes = exported(fixture, "a.svg",
                           &(ExportOptions){.title = "a < b & \x01"
                                                     "c"});
    assert_well_formed(&bytes);
    assert_true(utf8_valid(bytes_slice(&bytes)));
    assert_true(has(&bytes, "<title>a &lt; b &amp; \xEF\xBF\xBD"
                            "c</title>"));
    assert_true(has(&bytes, ">老鼠</text>"));
    assert_true(has(&bytes, ">OUTPUT &amp; &lt;unk&gt;</text>"));
    assert_true(has(&bytes, "h\xCC\x83"));
    assert_true(has(&bytes, "stroke-dasharray=\"5 5\""));
    assert_true(has(&bytes, "rotate(-55 720 440)"));
    assert_true(has(&bytes, "<g clip-path=\"url(#clip-1)\">"));
    assert_false(has(&bytes, "@font-face"));
    bytes_finish(&bytes);
}

static void test_svg_with_fonts(void **state)
{
    Fixture *fixture = *state;
    Bytes bytes = {0};
    Error error = {0};
    char *path = path_join(&fixture->arena, fixture->folder, "fonts.svg");
    assert_true(export_picture(&fixture->list, path, &(ExportOptions){.embed_fonts = true}, &error));
    assert_true(file_read(path, FILE_LIMIT_DATA, &bytes, &error));
    assert_well_formed(&bytes);
    assert_true(has(&bytes, "@font-face{font-family:'Attend CJK';font-weight:700"));
    assert_true(bytes.length < 200000);
    bytes_finish(&bytes);
}

static void test_same_bytes(void **state)
{
    Fixture *fixture = *state;
    static const char *const names[][2] = {{"1.png", "2.png"}, {"1.svg", "2.svg"}, {"1.pdf", "2.pdf"}};
    for (int i = 0; i < 3; i++) {
        ExportOptions options = {.scale = 1};
        Bytes one = exported(fixture, names[i][0], &options), two = exported(fixture, names[i][1], &options);
        assert_int_equal(one.length, two.length);
        assert_memory_equal(one.data, two.data, one.length);
        bytes_finish(&one);
        bytes_finish(&two);
    }
}

static void test_failures(void **state)
{
    Fixture *fixture = *state;
    folder_remove_all(fixture->folder);
    folder_create(fixture->folder);
    Arena *arena = &fixture->arena;
    char *folder = path_join(arena, fixture->folder, "folder.svg");
    assert_int_equal(mkdir(folder, 0777), 0);
    const struct {
        const char *path, *says;
        ErrorCode code;
    } cases[] = {
        {path_join(arena, fixture->folder, "nowhere/a.png"), "cannot be written", ERROR_FILE},
        {path_join(arena, fixture->folder, "nowhere/a.svg"), "cannot be written", ERROR_FILE},
        {path_join(arena, fixture->folder, "nowhere/a.pdf"), "cannot be written", ERROR_FILE},
        {folder, "is a folder", ERROR_FILE},
        {path_join(arena, fixture->folder, "a.bmp"), ".png, .svg, .pdf, .eps, .html or .tex", ERROR_USAGE},
        {path_join(arena, fixture->folder, "png"), ".png, .svg, .pdf, .eps, .html or .tex", ERROR_USAGE},
        {"", ".png, .svg, .pdf, .eps, .html or .tex", ERROR_USAGE},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Error error = {0};
        assert_false(export_picture(&fixture->list, cases[i].path, NULL, &error));
        assert_int_equal(error.code, cases[i].code);
        if (!strstr(error_text(&error), cases[i].says))
            fail_msg("'%s' does not say '%s'", error_text(&error), cases[i].says);
    }
    Error error = {0};
    assert_false(export_png(&fixture->list, &(ExportOptions){.scale = 1000},
                            path_join(arena, fixture->folder, "large.png"), &error));
    assert_int_equal(error.code, ERROR_USAGE);
    assert_int_equal(folder_count(fixture->folder), 1); /* the folder itself */
    rmdir(folder);
}

/* /dev/full fails like a full disk; a link gives it the endings. */
static void test_full_disk(void **state)
{
    Fixture *fixture = *state;
    static const char *const names[] = {"full.png", "full.svg", "full.pdf"};
    if (access("/dev/full", W_OK) != 0)
        skip();
    for (int i = 0; i < 3; i++) {
        Error error = {0};
        char *path = path_join(&fixture->arena, fixture->folder, names[i]);
        assert_int_equal(symlink("/dev/full", path), 0);
        assert_false(export_picture(&fixture->list, path, NULL, &error));
        assert_non_null(strstr(error_text(&error), "cannot be written"));
        unlink(path);
    }
}

/* A picture of pixels, there and back: as PNG its own pixels, in SVG its own file; a PDF is made. */
static void test_image(void **state)
{
    Fixture *fixture = *state;
    Error error = {0};
    uint32_t pixels[] = {0xff204060, 0xffffffff, 0xff000000, 0xffff8000};
    Image image = {.width = 2, .height = 2, .pixels = pixels, .png = slice_of("as it was")}, back;
    DrawList list = {0};
    drawlist_reset(&list, fixture->type, 2, 2, (Color){1, 2, 3, 255});
    drawlist_image(&list, (Box){0, 0, 2, 2}, &image);
    char *path = path_join(&fixture->arena, fixture->folder, "image.png");
    assert_true(export_png(&list, &(ExportOptions){.scale = 1}, path, &error));
    assert_true(image_read(path, &fixture->arena, &back, &error));
    assert_memory_equal(back.pixels, pixels, sizeof pixels);
    Bytes text;
    path = path_join(&fixture->arena, fixture->folder, "image.svg");
    assert_true(export_picture(&list, path, NULL, &error) && file_read(path, 1 << 20, &text, &error));
    assert_non_null(strstr(text.data, "href=\"data:image/png;base64,YXMgaXQgd2Fz\"/>"));
    bytes_finish(&text);
    assert_true(export_picture(&list, path_join(&fixture->arena, fixture->folder, "image.pdf"), NULL, &error));
    drawlist_finish(&list);
}

/* No date, so that the same picture gives the same bytes. */
static void test_eps(void **state)
{
    Fixture *fixture = *state;
    Bytes one = exported(fixture, "a.eps", &(ExportOptions){.title = "猫"}), two = exported(fixture, "b.eps", NULL);
    assert_true(has(&one, "%!PS-Adobe-3.0 EPSF-3.0\n") && has(&one, "\n%%EOF"));
    assert_true(
        has(&one, arena_printf(&fixture->arena, "%%%%BoundingBox: 0 0 %d %d\n", SAMPLE_W * 3 / 4, SAMPLE_H * 3 / 4)));
    assert_false(has(&one, "CreationDate"));
    assert_int_equal(one.length, two.length);
    assert_memory_equal(one.data, two.data, one.length);
    bytes_finish(&one);
    bytes_finish(&two);
}

/* Words are TeX's, at the point where they were placed; what TeX would take for a command is written out. */
static void test_tikz(void **state)
{
    Fixture *fixture = *state;
    char *path = path_join(&fixture->arena, fixture->folder, "a.tex");
    DrawList list = {0};
    Error error = {0};
    drawlist_reset(&list, fixture->type, 100, 50, (Color){0});
    TextStyle style = {FACE_SANS, 12, {10, 20, 30, 0xFF}, 0};
    drawlist_text_at(&list, style, (Point){60, 20}, ALIGN_RIGHT, slice_of("a_b < 5%"));
    drawlist_clip(&list, (Box){1, 2, 30, 40});
    drawlist_box(&list, (Box){10, 10, 20, 20}, 2, paint_fill((Color){200, 100, 40, 255}));
    assert_true(export_tikz(&list, &(ExportOptions){.title = "a\nb"}, path, &error));
    Bytes page;
    assert_true(file_read(path, FILE_LIMIT_DATA, &page, &error));
    assert_true(has(&page, "anchor=base east,"));
    assert_true(has(&page, "font=\\fontsize{9.00}{10.80}\\selectfont] at (60.00,20.00) {a\\_b \\textless{} 5\\%};"));
    assert_true(has(&page, "\\clip (1.00,2.00) rectangle ++(30.00,40.00);"));
    assert_true(has(&page, "{rgb,255:red,200;green,100;blue,40}"));
    assert_true(has(&page, "\\end{scope}\n\\end{tikzpicture}\n"));
    assert_true(has(&page, "% a b\n"));
    bytes_finish(&page);
    drawlist_finish(&list);
}

/* Of a word that several faces share TeX gets one text, of a letter and its marks one letter, of an emoji all its
 * parts. */
static void test_tikz_words(void **state)
{
    static const struct {
        const char *word, *tex;
    } CASES[] = {
        {"e\u0301te\u0301", "(50.00,20.00) {\u00E9t\u00E9};"},
        {"h\u0303at", "(50.00,20.00) {\\~{h}at};"},
        {"xq\u0323\u0302", "(50.00,20.00) {x\\d{\\^{q}}};"},
        {"a\u0323\u0302\u0301", "(50.00,20.00) {\\'{\u1EAD}};"},
        {"n\u0302", "(50.00,20.00) {\\^{n}};"},
        {"a👩🏽\u200D🚀b", "(50.00,20.00) {a👩🏽\u200D🚀b};"},
        {"❤\uFE0F\u200D🔥", "(50.00,20.00) {❤\uFE0F\u200D🔥};"},
        {"🇫🇷 is 法国", "(50.00,20.00) {🇫🇷 is 法国};"},
        {"a\u200Db\uFE0F", "(50.00,20.00) {ab};"},
    };
    Fixture *fixture = *state;
    char *path = path_join(&fixture->arena, fixture->folder, "w.tex");
    TextStyle style = {FACE_SANS, 12, {10, 20, 30, 0xFF}, 0};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        DrawList list = {0};
        Error error = {0};
        Bytes page;
        drawlist_reset(&list, fixture->type, 100, 50, (Color){0});
        drawlist_text_at(&list, style, (Point){50, 20}, ALIGN_CENTER, slice_of(CASES[i].word));
        drawlist_text_at(&list, style, (Point){50, 40}, ALIGN_LEFT, slice_of("next"));
        assert_true(export_tikz(&list, &(ExportOptions){0}, path, &error));
        assert_true(file_read(path, FILE_LIMIT_DATA, &page, &error));
        if (!has(&page, CASES[i].tex) || !has(&page, "anchor=base,") || !has(&page, "(50.00,40.00) {next};"))
            fail_msg("%s: %s", CASES[i].word, page.data);
        assert_int_equal(has(&page, "add_fallback"),
                         utf8_first(slice_of(CASES[i].word)) >> 12 == 0x1F || i == 5 || i == 6);
        bytes_finish(&page);
        drawlist_finish(&list);
    }
}

/* Every mark with a name is a part that says it. */
static void test_html(void **state)
{
    Fixture *fixture = *state;
    char *path = path_join(&fixture->arena, fixture->folder, "a.html");
    DrawList list = {0};
    Error error = {0};
    drawlist_reset(&list, fixture->type, 100, 50, (Color){255, 255, 255, 255});
    drawlist_box(&list, (Box){10, 10, 20, 20}, 0, paint_fill((Color){200, 100, 40, 255}));
    drawlist_text_at(&list, (TextStyle){FACE_SANS, 10, {0, 0, 0, 255}, 0}, (Point){10, 40}, ALIGN_LEFT,
                     slice_of("cat"));
    drawlist_mark(&list, (Box){10, 10, 20, 20}, (Target){.kind = 1}, true, "\"cat\" < 1 & 0.93");
    drawlist_mark(&list, (Box){50, 10, 20, 20}, (Target){.kind = 2}, false, NULL);
    assert_true(export_html(&list, 1, NULL, &(ExportOptions){.title = "<cat>"}, path, &error));
    Bytes page;
    assert_true(file_read(path, FILE_LIMIT_DATA, &page, &error));
    assert_true(has(&page, "<title>&lt;cat&gt;</title>"));
    assert_true(
        has(&page, "x=\"10\" y=\"10\" width=\"20\" height=\"20\" aria-label=\"&quot;cat&quot; &lt; 1 &amp; 0.93\"/>"));
    assert_false(has(&page, "x=\"50\" y=\"10\""));
    assert_true(has(&page, "@font-face") && has(&page, "body { background: #ffffff; }"));
    assert_true(has(&page, "</svg>") && has(&page, "</html>"));
    assert_false(has(&page, "which.add"));
    bytes_finish(&page);
    DrawList pages[] = {list, {0}};
    drawlist_reset(&pages[1], fixture->type, 60, 40, (Color){0, 0, 0, 255});
    assert_true(export_html(pages, 2, (const char *const[]){"all", "a < b"}, &(ExportOptions){0}, path, &error));
    assert_true(file_read(path, FILE_LIMIT_DATA, &page, &error));
    assert_true(has(&page, "<option>all</option>\n<option>a &lt; b</option>") && has(&page, "which.add"));
    assert_true(has(&page, "viewBox=\"0 0 100 50\"") && has(&page, "id=\"packed\">eJ")); /* as zlib begins */
    bytes_finish(&page);
    drawlist_finish(&pages[1]);
    drawlist_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_png),        cmocka_unit_test(test_eps),
        cmocka_unit_test(test_html),       cmocka_unit_test(test_tikz),
        cmocka_unit_test(test_tikz_words), cmocka_unit_test(test_png_without_ground),
        cmocka_unit_test(test_pdf),        cmocka_unit_test(test_pages),
        cmocka_unit_test(test_svg),        cmocka_unit_test(test_svg_with_fonts),
        cmocka_unit_test(test_same_bytes), cmocka_unit_test(test_failures),
        cmocka_unit_test(test_full_disk),  cmocka_unit_test(test_image),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
