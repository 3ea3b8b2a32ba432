#include "draw/color.h"

#include "base/clamp.h"

#include <math.h>
#include <stddef.h>

#define HEX(rgb)                                                                                                       \
    {                                                                                                                  \
        (rgb) >> 16 & 0xFF, (rgb) >> 8 & 0xFF, (rgb)&0xFF, 0xFF                                                        \
    }

/* Fills are the hues of the design (orange a hair darker: #d97a08 has 2.99:1 on paper). tests/draw
 * computes all pairs. */
static const Theme light = {
    .kind = THEME_LIGHT,
    .paper = HEX(0xfbfaf7),
    .panel = HEX(0xffffff),
    .hairline = HEX(0xe4e1da),
    .faint = HEX(0xf3f1eb),
    .button = HEX(0x1f2430),
    .button_text = HEX(0xffffff),
    .fill = {[ROLE_INK] = HEX(0x1f2430),
             [ROLE_MUTED] = HEX(0x6b7180),
             [ROLE_ENCODER] = HEX(0x4f9a2e),
             [ROLE_DECODER] = HEX(0x8a4bc4),
             [ROLE_CONTEXT] = HEX(0xd87908),
             [ROLE_QUERY] = HEX(0x2f86c9),
             [ROLE_OUTPUT] = HEX(0xc9427a)},
    .text = {[ROLE_INK] = HEX(0x1f2430),
             [ROLE_MUTED] = HEX(0x646a79),
             [ROLE_ENCODER] = HEX(0x317a01),
             [ROLE_DECODER] = HEX(0x8445be),
             [ROLE_CONTEXT] = HEX(0xad5500),
             [ROLE_QUERY] = HEX(0x0b6eaf),
             [ROLE_OUTPUT] = HEX(0xb62f6a)},
    .tint = {[ROLE_INK] = HEX(0xf3f1eb),
             [ROLE_MUTED] = HEX(0xf3f1eb),
             [ROLE_ENCODER] = HEX(0xe9f3e4),
             [ROLE_DECODER] = HEX(0xf1e8fa),
             [ROLE_CONTEXT] = HEX(0xfdf0dc),
             [ROLE_QUERY] = HEX(0xe4f0fa),
             [ROLE_OUTPUT] = HEX(0xfbe7ef)},
};

static const Theme dark = {
    .kind = THEME_DARK,
    .paper = HEX(0x14161c),
    .panel = HEX(0x1b1e26),
    .hairline = HEX(0x343945),
    .faint = HEX(0x262a34),
    .button = HEX(0xe8e9ee),
    .button_text = HEX(0x14161c),
    .fill = {[ROLE_INK] = HEX(0xe8e9ee),
             [ROLE_MUTED] = HEX(0x8b92a3),
             [ROLE_ENCODER] = HEX(0x5cab39),
             [ROLE_DECODER] = HEX(0xae70ec),
             [ROLE_CONTEXT] = HEX(0xe98a1c),
             [ROLE_QUERY] = HEX(0x4199dd),
             [ROLE_OUTPUT] = HEX(0xe65d92)},
    .text = {[ROLE_INK] = HEX(0xe8e9ee),
             [ROLE_MUTED] = HEX(0x9aa1b1),
             [ROLE_ENCODER] = HEX(0x74c055),
             [ROLE_DECODER] = HEX(0xc998ff),
             [ROLE_CONTEXT] = HEX(0xf79638),
             [ROLE_QUERY] = HEX(0x60b4fa),
             [ROLE_OUTPUT] = HEX(0xff86b1)},
    .tint = {[ROLE_INK] = HEX(0x262a34),
             [ROLE_MUTED] = HEX(0x262a34),
             [ROLE_ENCODER] = HEX(0x263828),
             [ROLE_DECODER] = HEX(0x352c4a),
             [ROLE_CONTEXT] = HEX(0x3f2f20),
             [ROLE_QUERY] = HEX(0x223549),
             [ROLE_OUTPUT] = HEX(0x422a3a)},
};

static const Theme light_strong = {
    .kind = THEME_LIGHT,
    .strong = true,
    .paper = HEX(0xffffff),
    .panel = HEX(0xffffff),
    .hairline = HEX(0x4a5060),
    .faint = HEX(0xf0f0f0),
    .button = HEX(0x000000),
    .button_text = HEX(0xffffff),
    .fill = {[ROLE_INK] = HEX(0x000000),
             [ROLE_MUTED] = HEX(0x000000),
             [ROLE_ENCODER] = HEX(0x317a01),
             [ROLE_DECODER] = HEX(0x8445be),
             [ROLE_CONTEXT] = HEX(0xad5500),
             [ROLE_QUERY] = HEX(0x0b6eaf),
             [ROLE_OUTPUT] = HEX(0xb62f6a)},
    .text = {[ROLE_INK] = HEX(0x000000),
             [ROLE_MUTED] = HEX(0x000000),
             [ROLE_ENCODER] = HEX(0x1c5200),
             [ROLE_DECODER] = HEX(0x5f2494),
             [ROLE_CONTEXT] = HEX(0x743800),
             [ROLE_QUERY] = HEX(0x064a7a),
             [ROLE_OUTPUT] = HEX(0x861545)},
    .tint = {[ROLE_INK] = HEX(0xf0f0f0),
             [ROLE_MUTED] = HEX(0xf0f0f0),
             [ROLE_ENCODER] = HEX(0xe9f3e4),
             [ROLE_DECODER] = HEX(0xf1e8fa),
             [ROLE_CONTEXT] = HEX(0xfdf0dc),
             [ROLE_QUERY] = HEX(0xe4f0fa),
             [ROLE_OUTPUT] = HEX(0xfbe7ef)},
};

static const Theme dark_strong = {
    .kind = THEME_DARK,
    .strong = true,
    .paper = HEX(0x000000),
    .panel = HEX(0x0c0e13),
    .hairline = HEX(0xb8bfce),
    .faint = HEX(0x20242d),
    .button = HEX(0xffffff),
    .button_text = HEX(0x000000),
    .fill = {[ROLE_INK] = HEX(0xffffff),
             [ROLE_MUTED] = HEX(0xffffff),
             [ROLE_ENCODER] = HEX(0x74c055),
             [ROLE_DECODER] = HEX(0xc998ff),
             [ROLE_CONTEXT] = HEX(0xf79638),
             [ROLE_QUERY] = HEX(0x60b4fa),
             [ROLE_OUTPUT] = HEX(0xff86b1)},
    .text = {[ROLE_INK] = HEX(0xffffff),
             [ROLE_MUTED] = HEX(0xffffff),
             [ROLE_ENCODER] = HEX(0x93e071),
             [ROLE_DECODER] = HEX(0xdcbfff),
             [ROLE_CONTEXT] = HEX(0xffb56b),
             [ROLE_QUERY] = HEX(0x8fccff),
             [ROLE_OUTPUT] = HEX(0xffb3cf)},
    .tint = {[ROLE_INK] = HEX(0x20242d),
             [ROLE_MUTED] = HEX(0x20242d),
             [ROLE_ENCODER] = HEX(0x1c2c1e),
             [ROLE_DECODER] = HEX(0x2a2140),
             [ROLE_CONTEXT] = HEX(0x352514),
             [ROLE_QUERY] = HEX(0x182a3d),
             [ROLE_OUTPUT] = HEX(0x361d2d)},
};

const Theme *theme_with(ThemeKind kind, bool strong)
{
    static const Theme *const themes[][2] = {
        [THEME_LIGHT] = {&light, &light_strong}, [THEME_DARK] = {&dark, &dark_strong}};
    return themes[kind][strong];
}

const Theme *theme_get(ThemeKind kind)
{
    return theme_with(kind, false);
}

#define READABLE        4.5f /* contrast of text, as WCAG 2 wants it, */
#define READABLE_STRONG 7.0f /* and where it is to be enhanced */

float theme_readable(const Theme *theme)
{
    return theme->strong ? READABLE_STRONG : READABLE;
}

#define ANCHORS 10 /* of a colour map, evenly spaced */

static const uint32_t paper_light[ANCHORS] = {0xfdf6e4, 0xfdecca, 0xfcdba2, 0xfac580, 0xf4a255,
                                              0xea8044, 0xd95b36, 0xc24034, 0xa52933, 0x821a35};
static const uint32_t paper_dark[ANCHORS] = {0x22242c, 0x3a2c25, 0x573620, 0x78421a, 0x9a5114,
                                             0xbd6410, 0xdb7f1d, 0xf19f43, 0xfbc279, 0xffe7bd};
static const uint32_t viridis[ANCHORS] = {0x440154, 0x482878, 0x3e4989, 0x31688e, 0x26828e,
                                          0x1f9e89, 0x35b779, 0x6ece58, 0xb5de2b, 0xfde725};
static const uint32_t cividis[ANCHORS] = {0x00224e, 0x123570, 0x3b496c, 0x575d6d, 0x707173,
                                          0x8a8678, 0xa59c74, 0xc3b369, 0xe1cc55, 0xfee838};
static const uint32_t magma[ANCHORS] = {0x000004, 0x180f3d, 0x440f76, 0x721f81, 0x9e2f7f,
                                        0xcd4071, 0xf1605d, 0xfd9668, 0xfeca8d, 0xfcfdbf};
static const uint32_t plasma[ANCHORS] = {0x0d0887, 0x46039f, 0x7201a8, 0x9c179e, 0xbd3786,
                                         0xd8576b, 0xed7953, 0xfb9f3a, 0xfdca26, 0xf0f921};
static const uint32_t inferno[ANCHORS] = {0x000004, 0x1b0c41, 0x4a0c6b, 0x781c6d, 0xa52c60,
                                          0xcf4446, 0xed6925, 0xfb9b06, 0xf7d13d, 0xfcffa4};

/* Even steps of lightness in OKLab (Ottosson, 2020), from 0.98 down: without chroma to 0.22, and along the hues 250 to
 * 262 degrees to 0.30. */
static const uint32_t grey[ANCHORS] = {0xf8f8f8, 0xdcdcdc, 0xc1c1c1, 0xa6a6a6, 0x8d8d8d,
                                       0x747474, 0x5c5c5c, 0x454545, 0x2f2f2f, 0x1b1b1b};
static const uint32_t blues[ANCHORS] = {0xf4f9fe, 0xcee2f8, 0xa8caf3, 0x84b2ec, 0x639ae0,
                                        0x4781d0, 0x3069bb, 0x1f52a2, 0x133d84, 0x0b2963};
/* The same way from a neutral middle, which is nearly the ground, to both sides, blue (252 to 260 degrees) and red (40
 * to 26): equally light. In dark from 0.26 up to 0.86. */
#define DIVERGING_ANCHORS 11
static const uint32_t diverging_light[DIVERGING_ANCHORS] = {0x023a8e, 0x2061bf, 0x4a8ae2, 0x7db3f8, 0xb9d8ff, 0xf8f6f4,
                                                            0xfcc7b7, 0xef947e, 0xd5624e, 0xae3329, 0x7e030e};
static const uint32_t diverging_dark[DIVERGING_ANCHORS] = {0xb0d5fe, 0x6eaefb, 0x3c86e4, 0x2460b7, 0x204177, 0x22242c,
                                                           0x6e2825, 0xa83630, 0xd5594a, 0xf18a74, 0xfdc2b0};

/* teal, paper, gold: between the hues of the roles, so that a value looks like none of them */
#define SIGNED_ANCHORS 7
static const uint32_t signed_light[SIGNED_ANCHORS] = {0x005664, 0x3a8c98, 0xa2ccd2, 0xf5f2ec,
                                                      0xe3d28f, 0xb8962a, 0x846600};
static const uint32_t signed_dark[SIGNED_ANCHORS] = {0x62dbe6, 0x349aa8, 0x28535c, 0x272a33,
                                                     0x5c4e22, 0xa88a2a, 0xf0d050};

#define WINDOW_MAPS "paper", "viridis", "cividis"
const char *const MAP_NAMES[] = {WINDOW_MAPS, NULL};
const char *const FIGURE_MAP_NAMES[] = {WINDOW_MAPS, "grey", "blues", "magma", "plasma", "inferno", "diverging", NULL};

static Color color_between(const uint32_t *anchors, int count, float t)
{
    t = clamp_unit(t) * (float)(count - 1);
    int below = (int)t < count - 1 ? (int)t : count - 2;
    return color_mix(color_hex(anchors[below]), color_hex(anchors[below + 1]), t - (float)below);
}

Color color_weight(const Theme *theme, ColorMap map, float weight)
{
    if (map == MAP_DIVERGING)
        return color_between(theme->kind == THEME_LIGHT ? diverging_light : diverging_dark, DIVERGING_ANCHORS, weight);
    static const uint32_t *const maps[] = {
        [MAP_VIRIDIS] = viridis, [MAP_CIVIDIS] = cividis, [MAP_GREY] = grey,      [MAP_BLUES] = blues,
        [MAP_MAGMA] = magma,     [MAP_PLASMA] = plasma,   [MAP_INFERNO] = inferno};
    const uint32_t *paper = theme->kind == THEME_LIGHT ? paper_light : paper_dark;
    const uint32_t *anchors = map == MAP_PAPER ? paper : maps[map];
    return color_mix(color_between(anchors, ANCHORS, weight), theme->panel, theme->quiet);
}

Color color_signed(const Theme *theme, float value, float extent)
{
    if (isnan(value))
        return color_hex(0x9a9a9a);
    float t = value / extent;
    return color_between(theme->kind == THEME_LIGHT ? signed_light : signed_dark, SIGNED_ANCHORS, 0.5f + 0.5f * t);
}

Color color_on(Color ground)
{
    Color ink = light.text[ROLE_INK], white = light.panel;
    ground.a = 0xFF;
    float of_ink = color_contrast(ink, ground), of_white = color_contrast(white, ground);
    return fmaxf(of_ink, of_white) < READABLE ? color_hex(0) : of_ink >= of_white ? ink : white;
}

static uint8_t mix_channel(uint8_t a, uint8_t b, float t)
{
    return (uint8_t)((float)a + ((float)b - (float)a) * t + 0.5f);
}

Color color_mix(Color a, Color b, float t)
{
    t = clamp_unit(t);
    return (Color){mix_channel(a.r, b.r, t), mix_channel(a.g, b.g, t), mix_channel(a.b, b.b, t),
                   mix_channel(a.a, b.a, t)};
}

Color color_fade(Color color, float alpha)
{
    color.a = (uint8_t)((float)color.a * clamp_unit(alpha) + 0.5f);
    return color;
}

Color color_hex(uint32_t rgb)
{
    return (Color)HEX(rgb);
}

static float linear(uint8_t channel)
{
    float value = (float)channel / 255;
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static float luminance(Color color)
{
    return 0.2126f * linear(color.r) + 0.7152f * linear(color.g) + 0.0722f * linear(color.b);
}

Color color_grey(Color color)
{
    uint8_t level = (uint8_t)(0.299f * (float)color.r + 0.587f * (float)color.g + 0.114f * (float)color.b + 0.5f);
    return (Color){level, level, level, color.a};
}

float color_contrast(Color a, Color b)
{
    float one = luminance(a), two = luminance(b);
    return (most(one, two) + 0.05f) / (least(one, two) + 0.05f);
}
