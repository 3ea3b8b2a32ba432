/* FreeType out of memory, now here, now there: no file is written, and none after it either. */
#include "support.h"

#include "export/export.h"
#include "export/film.h"

#include <ft2build.h>
#include FT_FREETYPE_H

/* How many calls succeed before one fails; below zero: all. */
static int patience = -1;
static bool failed;

FT_Error __real_FT_Load_Glyph(FT_Face face, FT_UInt glyph, FT_Int32 flags);
FT_Error __wrap_FT_Load_Glyph(FT_Face face, FT_UInt glyph, FT_Int32 flags);
FT_Error __real_FT_New_Memory_Face(FT_Library library, const FT_Byte *file, FT_Long size, FT_Long index, FT_Face *face);
FT_Error __wrap_FT_New_Memory_Face(FT_Library library, const FT_Byte *file, FT_Long size, FT_Long index, FT_Face *face);

static bool fails(void)
{
    bool now = patience == 0;
    failed |= now;
    patience -= patience >= 0;
    return now;
}

FT_Error __wrap_FT_Load_Glyph(FT_Face face, FT_UInt glyph, FT_Int32 flags)
{
    return fails() ? FT_Err_Out_Of_Memory : __real_FT_Load_Glyph(face, glyph, flags);
}

FT_Error __wrap_FT_New_Memory_Face(FT_Library library, const FT_Byte *file, FT_Long size, FT_Long index, FT_Face *face)
{
    return fails() ? FT_Err_Out_Of_Memory : __real_FT_New_Memory_Face(library, file, size, index, face);
}

static void draw(DrawList *list, const Type *type)
{
    TextStyle style = {FACE_SANS, 14, color_hex(0), 0};
    drawlist_reset(list, type, 200, 60, color_hex(0xFFFFFF));
    drawlist_text(list, style, (Box){10, 10, 180, 20}, ALIGN_LEFT, slice_of("cat α 老鼠"));
}

static const char *const NAMES[] = {"a.png", "a.svg", "a.pdf", "a.gif"};

static bool export_any(const DrawList *list, const char *path, Error *error)
{
    if (!film_is_gif(path))
        return export_picture(list, path, NULL, error);
    FilmOptions options = {1, 10};
    Film *film = film_create(path, list->width, list->height, &options, error);
    if (film && film_frame(film, list, error))
        return film_end(film, error);
    film_abandon(film);
    return false;
}

static void nothing_is_written_without_memory_for_a_font(void **state)
{
    (void)state;
    char folder[] = "/tmp/attend-fonts-XXXXXX";
    assert_non_null(mkdtemp(folder));
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(NAMES); i++) {
        char *path = path_join(&arena, folder, NAMES[i]);
        bool whole = false;
        int failures = 0;
        for (int calls = 0; !whole; calls++) {
            Error error = {0}, again = {0};
            DrawList list = {0};
            patience = -1;
            Type *type = type_open(FONTS, &error);
            assert_non_null(type);
            patience = calls;
            failed = false;
            draw(&list, type);
            whole = export_any(&list, path, &error);
            assert_int_equal(whole, !failed);
            assert_int_equal(whole, file_exists(path));
            patience = -1;
            if (failed) {
                failures++;
                assert_non_null(strstr(error_text(&error), "no memory for this font"));
                assert_false(export_any(&list, path, &again)); /* what was measured wrongly stays wrong */
            }
            unlink(path);
            drawlist_finish(&list);
            type_close(type);
        }
        assert_true(failures >= 8);
    }
    rmdir(folder);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(nothing_is_written_without_memory_for_a_font)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
