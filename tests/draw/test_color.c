#include "draw/color.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

static const char *const roles[ROLE_COUNT] = {"ink", "muted", "encoder", "decoder", "context", "query", "output"};

static void assert_contrast(Color color, Color ground, float least, int theme, const char *what)
{
    float contrast = color_contrast(color, ground);
    if (contrast < least)
        fail_msg("%s, %s: %.2f:1 of #%02x%02x%02x on #%02x%02x%02x", theme ? "dark" : "light", what, (double)contrast,
                 color.r, color.g, color.b, ground.r, ground.g, ground.b);
}

/* Words 4.5:1, strokes 3:1, on every ground where they stand. */
static void test_contrasts(void **state)
{
    (void)state;
    for (int kind = THEME_LIGHT; kind <= THEME_DARK; kind++) {
        const Theme *theme = theme_get((ThemeKind)kind);
        assert_int_equal(theme->kind, kind);
        for (int role = 0; role < ROLE_COUNT; role++) {
            assert_contrast(theme->text[role], theme->paper, 4.5f, kind, roles[role]);
            assert_contrast(theme->text[role], theme->panel, 4.5f, kind, roles[role]);
            assert_contrast(theme->text[role], theme->faint, 4.5f, kind, roles[role]);
            assert_contrast(theme->text[role], theme->tint[role], 4.5f, kind, roles[role]);
            assert_contrast(theme->text[ROLE_INK], theme->tint[role], 4.5f, kind, "ink on a tint");
            assert_contrast(theme->text[ROLE_MUTED], theme->tint[role], 4.5f, kind, "muted on a tint");
            assert_contrast(theme->fill[role], theme->paper, 3, kind, roles[role]);
            assert_contrast(theme->fill[role], theme->panel, 3, kind, roles[role]);
        }
        assert_contrast(theme->button_text, theme->button, 4.5f, kind, "button");
    }
}

/* Every number in a cell can be read, whatever its colour. */
static void test_words_on_maps(void **state)
{
    (void)state;
    for (int kind = THEME_LIGHT; kind <= THEME_DARK; kind++) {
        const Theme *theme = theme_get((ThemeKind)kind);
        for (int i = 0; i <= 200; i++) {
            float t = (float)i / 200;
            for (int map = 0; map < MAP_COUNT; map++) {
                Color color = color_weight(theme, (ColorMap)map, t);
                assert_contrast(color_on(color), color, 4.5f, kind, MAP_NAMES[map]);
            }
            Color color = color_signed(theme, 2 * t - 1, 1);
            assert_contrast(color_on(color), color, 4.5f, kind, "signed");
        }
    }
}

/* A larger weight is never hard to tell from a smaller one: luminance goes one way all along. */
static void test_maps_are_ordered(void **state)
{
    (void)state;
    Color black = color_hex(0);
    for (int kind = THEME_LIGHT; kind <= THEME_DARK; kind++)
        for (int map = 0; map < MAP_COUNT; map++) {
            const Theme *theme = theme_get((ThemeKind)kind);
            bool falls = map == MAP_PAPER && kind == THEME_LIGHT;
            float before = color_contrast(color_weight(theme, (ColorMap)map, 0), black);
            for (int i = 1; i <= 64; i++) {
                float now = color_contrast(color_weight(theme, (ColorMap)map, (float)i / 64), black);
                assert_true(falls ? now < before : now > before);
                before = now;
            }
        }
}

static void assert_same(Color a, Color b)
{
    assert_memory_equal(&a, &b, sizeof a);
}

static void test_edges(void **state)
{
    (void)state;
    const Theme *theme = theme_get(THEME_LIGHT);
    assert_same(color_weight(theme, MAP_VIRIDIS, -1), color_hex(0x440154));
    assert_same(color_weight(theme, MAP_VIRIDIS, 7), color_hex(0xfde725));
    assert_same(color_weight(theme, MAP_CIVIDIS, NAN), color_hex(0x00224e));
    assert_same(color_signed(theme, NAN, 1), color_hex(0x9a9a9a));
    assert_same(color_signed(theme, 9, 2), color_signed(theme, 2, 2));
    assert_same(color_signed(theme, -INFINITY, 2), color_signed(theme, -2, 2));
    assert_same(color_signed(theme, 0, 2), color_hex(0xf5f2ec));
    assert_same(color_mix(color_hex(0x102030), color_hex(0x304050), 0.5f), color_hex(0x203040));
    assert_int_equal(color_fade(color_hex(0xffffff), 0.5f).a, 128);
    assert_int_equal(color_fade((Color){0, 0, 0, 100}, 2).a, 100);
    assert_true(fabsf(color_contrast(color_hex(0), color_hex(0xffffff)) - 21) < 1e-3f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_contrasts),
        cmocka_unit_test(test_words_on_maps),
        cmocka_unit_test(test_maps_are_ordered),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
