/* A folder with a font of the test's own making, which is all that fontconfig then knows: our fallback face, whose
 * ligatures of f stand where Hangul is (U+D55C and the six behind it), which no face of ours has. */
#ifndef TESTS_SYSTEM_FONT_H
#define TESTS_SYSTEM_FONT_H

#include "support.h"

#define HANGUL "\xed\x95\x9c" /* U+D55C */

static inline uint32_t big_endian(const char *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value = value << 8 | (unsigned char)at[i];
    return value;
}

static inline void add_to_16(char *at, uint32_t more)
{
    uint32_t value = big_endian(at, 2) + more;
    at[0] = (char)(value >> 8);
    at[1] = (char)value;
}

/* In every table of format 4 the last segment but two, U+FB00 .. U+FB06, is moved. */
static inline void move_ligatures(char *font)
{
    char *cmap = font;
    for (char *entry = font + 12; cmap == font; entry += 16)
        if (memcmp(entry, "cmap", 4) == 0)
            cmap = font + big_endian(entry + 8, 4);
    char *last = NULL;
    for (uint32_t i = 0; i < big_endian(cmap + 2, 2); i++) {
        char *table = cmap + big_endian(cmap + 8 + 8 * i, 4);
        uint32_t twice = big_endian(table + 6, 2), moved = 0xD55C - 0xFB00;
        char *end = table + 14 + twice - 6, *start = end + twice + 2, *delta = start + twice;
        if (table == last)
            continue;
        last = table;
        assert_int_equal(big_endian(table, 2), 4);
        assert_int_equal(big_endian(start, 2), 0xFB00);
        add_to_16(end, moved);
        add_to_16(start, moved);
        if (big_endian(delta + twice, 2) == 0)
            add_to_16(delta, 0 - moved);
    }
}

/* In ASCII and in UTF-16. */
static inline void rename_family(Bytes *font)
{
    static const char from[] = "Fallback", to[] = "Leftover";
    for (size_t i = 0; i + 2 * sizeof from < font->length; i++)
        for (int wide = 1; wide <= 2; wide++) {
            size_t k = 0;
            while (from[k] && font->data[i + k * (size_t)wide] == from[k] && (wide == 1 || !font->data[i + 2 * k + 1]))
                k++;
            for (size_t j = 0; !from[k] && j < k; j++)
                font->data[i + j * (size_t)wide] = to[j];
        }
}

/* Writes `count` such fonts and what fontconfig reads. `folder` is made and named; remove it with folder_remove_all. */
static inline void system_fonts_make(char folder[64], const char *fallback_face, int count)
{
    Arena arena = {0};
    Error error = {0};
    Bytes font;
    folder_create(folder);
    expect_ok(file_read(fallback_face, FILE_LIMIT_DATA, &font, &error), &error);
    move_ligatures(font.data);
    rename_family(&font);
    for (int i = 0; i < count; i++) {
        char *path = arena_printf(&arena, "%s/font-%d.ttf", folder, i);
        expect_ok(file_write(path, font.data, font.length, &error), &error);
    }
    char *config = arena_printf(
        &arena, "<?xml version=\"1.0\"?><fontconfig><dir>%s</dir><cachedir>%s/cache</cachedir></fontconfig>", folder,
        folder);
    char *path = path_join(&arena, folder, "fonts.conf");
    expect_ok(file_write(path, config, strlen(config), &error), &error);
    setenv("FONTCONFIG_FILE", path, 1);
    bytes_finish(&font);
    arena_finish(&arena);
}

#endif
