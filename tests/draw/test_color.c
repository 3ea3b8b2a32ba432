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
    for (int look = 0; look < 4; look++) {
        ThemeKind kind = look & 1 ? THEME_DARK : THEME_LIGHT;
        const Theme *theme = theme_with(kind, look >= 2);
        float words = theme->strong ? 7 : 4.5f, strokes = theme->strong ? 4.5f : 3;
        assert_int_equal(theme->kind, kind);
        assert_true(theme->strong == (look >= 2) && theme_readable(theme) == words);
        for (int role = 0; role < ROLE_COUNT; role++) {
            assert_contrast(theme->text[role], theme->paper, words, kind, roles[role]);
            assert_contrast(theme->text[role], theme->panel, words, kind, roles[role]);
            assert_contrast(theme->text[role], theme->faint, words, kind, roles[role]);
            assert_contrast(theme->text[role], theme->tint[role], words, kind, roles[role]);
            assert_contrast(theme->text[ROLE_INK], theme->tint[role], words, kind, "ink on a tint");
            assert_contrast(theme->text[ROLE_MUTED], theme->tint[role], words, kind, "muted on a tint");
            assert_contrast(theme->fill[role], theme->paper, strokes, kind, roles[role]);
            assert_contrast(theme->fill[role], theme->panel, strokes, kind, roles[role]);
        }
        assert_contrast(theme->button_text, theme->button, words, kind, "button");
        if (theme->strong)
            assert_contrast(theme->hairline, theme->panel, strokes, kind, "hairline");
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
            for (int map = 0; map <= MAP_DIVERGING; map++) {
                Color color = color_weight(theme, (ColorMap)map, t);
                assert_contrast(color_on(color), color, 4.5f, kind, FIGURE_MAP_NAMES[map]);
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
        for (int map = 0; map < MAP_DIVERGING; map++) {
            const Theme *theme = theme_get((ThemeKind)kind);
            bool falls = (map == MAP_PAPER && kind == THEME_LIGHT) || map == MAP_GREY || map == MAP_BLUES;
            float before = color_contrast(color_weight(theme, (ColorMap)map, 0), black);
            for (int i = 1; i <= 64; i++) {
                float now = color_contrast(color_weight(theme, (ColorMap)map, (float)i / 64), black);
                assert_true(falls ? now < before : now > before);
                before = now;
            }
        }
}

/* No difference is nearly the ground, in every theme; more is further away, on both sides alike, and can be written on.
 */
static void test_no_difference_is_the_ground(void **state)
{
    (void)state;
    for (int kind = THEME_LIGHT; kind <= THEME_DARK; kind++)
        for (int strong = 0; strong < 2; strong++) {
            const Theme *theme = theme_with((ThemeKind)kind, strong);
            float before = 1;
            for (int i = 0; i <= 32; i++) {
                Color less = color_weight(theme, MAP_DIVERGING, 0.5f - (float)i / 64),
                      more = color_weight(theme, MAP_DIVERGING, 0.5f + (float)i / 64);
                float now = fminf(color_contrast(less, theme->paper), color_contrast(more, theme->paper));
                assert_true(i == 0 ? now < 1.4f : now > before);
                assert_true(color_contrast(less, more) < 1.3f);
                assert_contrast(color_on(less), less, 4.5f, kind, "diverging");
                assert_contrast(color_on(more), more, 4.5f, kind, "diverging");
                before = now;
            }
            assert_true(before > 7);
        }
}

/* ---- what a person sees: OKLab, of eyes that lack a cone too (Machado, Oliveira and Fernandes 2009) ---- */

typedef struct Seen {
    double lightness, a, b;
} Seen;

enum { EYES = 4 };
static const double EYE[EYES][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
};

static void times(const double matrix[3][3], const double in[3], double out[3])
{
    for (int i = 0; i < 3; i++)
        out[i] = matrix[i][0] * in[0] + matrix[i][1] * in[1] + matrix[i][2] * in[2];
}

static double linear(uint8_t channel)
{
    double value = channel / 255.0;
    return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4);
}

static Seen see(Color color, int eye)
{
    static const double cones[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                       {0.2119034982, 0.6806995451, 0.1073969566},
                                       {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double axes[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                      {1.9779984951, -2.4285922050, 0.4505937099},
                                      {0.0259040371, 0.7827717662, -0.8086757660}};
    double light[3] = {linear(color.r), linear(color.g), linear(color.b)}, there[3], excited[3], out[3];
    times(EYE[eye], light, there);
    times(cones, there, excited);
    for (int i = 0; i < 3; i++)
        excited[i] = cbrt(fmax(excited[i], 0));
    times(axes, excited, out);
    return (Seen){out[0], out[1], out[2]};
}

static double hue_apart(Seen one, Seen two)
{
    double between = fabs(atan2(one.b, one.a) - atan2(two.b, two.a)) * 180 / acos(-1);
    return between > 180 ? 360 - between : between;
}

/* A value's colour is none of the roles', and its sign is seen by every eye, from a third of the extent on. */
static void test_values_look_like_no_role(void **state)
{
    (void)state;
    for (int kind = THEME_LIGHT; kind <= THEME_DARK; kind++) {
        const Theme *theme = theme_get((ThemeKind)kind);
        for (float value = -1; value <= 1; value += 2)
            for (int role = ROLE_ENCODER; role < ROLE_COUNT; role++)
                assert_true(hue_apart(see(color_signed(theme, value, 1), 0), see(theme->fill[role], 0)) >= 25);
        for (int eye = 0; eye < EYES; eye++)
            for (int third = 1; third <= 3; third++) {
                float value = (float)third / 3;
                Seen low = see(color_signed(theme, -value, 1), eye), high = see(color_signed(theme, value, 1), eye);
                assert_true(hypot(high.a - low.a, high.b - low.b) >= 0.075);
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
        cmocka_unit_test(test_no_difference_is_the_ground),
        cmocka_unit_test(test_values_look_like_no_role),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
