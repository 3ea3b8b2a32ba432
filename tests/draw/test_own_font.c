/* A font that a person gives: it is a face like ours, and a file that is none, or was damaged, gets a sentence. */
#include "support.h"

#include "base/file.h"
#include "base/random.h"
#include "draw/drawlist.h"

#include <string.h>

#define ROMAN FONTS "/attend-roman-regular.otf"
#define MONO  FONTS "/attend-mono-bold.ttf"

static char folder[] = "/tmp/attend-own-font-XXXXXX";
static Arena arena;
static Bytes roman;

static int set_up(void **state)
{
    (void)state;
    Error error = {0};
    return mkdtemp(folder) && file_read(ROMAN, FILE_LIMIT_DATA, &roman, &error) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    bytes_finish(&roman);
    arena_finish(&arena);
    folder_remove_all(folder);
    return 0;
}

static Type *open_type(void)
{
    Error error = {0};
    Type *type = type_open(FONTS, &error);
    assert_non_null(type);
    return type;
}

static Face face_of(const Type *type, Face wanted, uint32_t codepoint)
{
    Face face;
    float advance;
    type_glyph(type, wanted, codepoint, &face, &advance);
    return face;
}

static void faces_are_told_apart(void **state)
{
    (void)state;
    Type *type = open_type();
    Error error = {0};
    Face own = 0, again = 0, mono = 0;
    assert_true(type_add(type, ROMAN, &own, &error) && type_add(type, MONO, &mono, &error));
    assert_true(type_add(type, ROMAN, &again, &error));
    assert_true(own == again && own != mono && own >= FACE_SYSTEM);
    const FontFile *file = type_font(type, own), *bold = type_font(type, mono);
    assert_string_equal(file->family, "'Attend Roman', serif");
    assert_int_equal(file->weight, 400);
    assert_string_equal(bold->family, "'Attend Mono', sans-serif");
    assert_int_equal(bold->weight, 700);
    assert_int_equal(face_of(type, own, 'a'), own);
    assert_int_equal(face_of(type, own, 0x1EC7), own);      /* ệ */
    assert_int_equal(face_of(type, own, 0x416), FACE_SANS); /* Ж, which it lacks */
    assert_int_equal(face_of(type, own, 0x732B), FACE_CJK); /* 猫 */
    assert_int_equal(face_of(type, mono, 0x1EC7), FACE_FALLBACK);
    type_close(type);
}

/* Each letter has its glyph, where a font has one for several: what stands behind stands where it says. */
static void letters_stay_apart(void **state)
{
    (void)state;
    const char *path = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"; /* with ligatures */
    Type *type = open_type();
    Error error = {0};
    Face own;
    DrawList list = {0};
    if (!file_exists(path)) {
        type_close(type);
        skip();
    }
    assert_true(type_add(type, path, &own, &error));
    drawlist_reset(&list, type, 100, 50, color_hex(0xFFFFFF));
    drawlist_text_at(&list, (TextStyle){own, 20, color_hex(0), 0}, (Point){5, 30}, ALIGN_LEFT, slice_of("fif"));
    const DrawCommand *text = list.commands;
    assert_int_equal(text->text.count, 3);
    assert_int_equal(text->text.letters[0].glyph, text->text.letters[2].glyph);
    assert_true(text->text.letters[1].x > 4 && text->text.letters[2].x > text->text.letters[1].x + 4);
    drawlist_finish(&list);
    type_close(type);
}

/* A file of those bytes is refused with a sentence that names it, or can be used whatever stands in it. */
static bool try(const char *bytes, size_t length)
{
    Type *type = open_type();
    Error error = {0}, unsound = {0};
    Face own;
    const char *path = path_join(&arena, folder, "own.otf");
    assert_true(file_write(path, bytes, length, &error));
    bool ok = type_add(type, path, &own, &error);
    if (ok) {
        TextStyle style = {own, 20, color_hex(0), 0};
        (void)text_width(type, style, slice_of("Ångström 0.75 fi \xF0\x9F\x98\xB8"));
        (void)type_cap_height(type, own);
        ok = type_sound(type, &unsound);
    } else
        assert_non_null(strstr(error_text(&error), "own.otf: "));
    type_close(type);
    return ok;
}

static void damaged_files_are_refused(void **state)
{
    (void)state;
    assert_true(try(roman.data, roman.length));
    for (size_t length = 0; length < roman.length; length += 1 + roman.length / 60)
        assert_false(try(roman.data, length));
    assert_false(try("no font at all, but long enough", 31));
    Error error = {0};
    Face own;
    Type *type = open_type();
    assert_false(type_add(type, path_join(&arena, folder, "gone.otf"), &own, &error));
    assert_non_null(strstr(error_text(&error), "gone.otf: cannot be opened"));
    type_close(type);
}

static void any_bytes_may_be_changed(void **state)
{
    (void)state;
    Random random = random_seeded(11);
    Bytes changed = {0};
    bytes_add(&changed, roman.data, roman.length);
    int good = 0;
    for (int i = 0; i < 200; i++) {
        memcpy(changed.data, roman.data, roman.length);
        for (int k = 0; k < 8; k++)
            changed.data[random_below(&random, (uint32_t)(i % 2 ? roman.length : 2000))] =
                (char)random_below(&random, 256);
        good += try(changed.data, changed.length);
    }
    assert_true(good > 10 && good < 200);
    bytes_finish(&changed);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faces_are_told_apart),
        cmocka_unit_test(letters_stay_apart),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(any_bytes_may_be_changed),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
