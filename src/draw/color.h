/* Colours: the roles of docs/design.md#look in both themes, and the maps from numbers to colours. */
#ifndef DRAW_COLOR_H
#define DRAW_COLOR_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Color {
    uint8_t r, g, b, a;
} Color;

/* What a colour is for. A role has a fill, a text shade and a tint for backgrounds. */
typedef enum Role {
    ROLE_INK,     /* words */
    ROLE_MUTED,   /* words that matter less */
    ROLE_ENCODER, /* green */
    ROLE_DECODER, /* purple */
    ROLE_CONTEXT, /* orange: context and weights */
    ROLE_QUERY,   /* blue: query and scores */
    ROLE_OUTPUT,  /* pink */
    ROLE_COUNT
} Role;

typedef enum ThemeKind { THEME_LIGHT, THEME_DARK } ThemeKind;

/* The strong theme of either kind is for those who want high contrast: there words that matter less are words,
 * and lines ink. */
typedef struct Theme {
    ThemeKind kind;
    bool strong;
    Color paper, panel, hairline, faint; /* faint: empty bars and buttons */
    Color button, button_text;           /* the dark button of the pictures */
    Color fill[ROLE_COUNT];              /* strokes and fills: 3:1 on paper and panel, strong 4.5:1 */
    Color text[ROLE_COUNT];              /* words: 4.5:1 on paper, panel and the role's own tint, strong 7:1 */
    Color tint[ROLE_COUNT];              /* a light wash of the role */
    float quiet;                         /* of maps of weights that stand beside what a moment is about: this much
                                          * of their colour is the panel's; 0 in every theme that theme_get gives */
} Theme;

const Theme *theme_get(ThemeKind kind);
const Theme *theme_with(ThemeKind kind, bool strong);
float theme_readable(const Theme *theme); /* the least contrast of its words */

/* The first MAP_COUNT are those of the window; figures have more. */
typedef enum ColorMap {
    MAP_PAPER,
    MAP_VIRIDIS,
    MAP_CIVIDIS,
    MAP_COUNT,
    MAP_GREY = MAP_COUNT,
    MAP_BLUES,
    MAP_MAGMA,
    MAP_PLASMA,
    MAP_INFERNO,
    MAP_DIVERGING
} ColorMap;
extern const char *const MAP_NAMES[];        /* "paper", "viridis", "cividis", NULL */
extern const char *const FIGURE_MAP_NAMES[]; /* those, and the others, NULL */

/* A weight in [0, 1] (clamped) on a sequential map; `paper` runs from cream over orange to dark red, in dark from the
 * ground up; in the middle of `diverging` is nearly the ground. */
Color color_weight(const Theme *theme, ColorMap map, float weight);
/* A signed value on teal - paper - gold; `extent` > 0 is the value of the full colour. NaN gives grey. */
Color color_signed(const Theme *theme, float value, float extent);
/* Ink or white, whichever reads better on `ground`; black where neither has 4.5:1. */
Color color_on(Color ground);

Color color_mix(Color a, Color b, float t); /* t = 0: a; t = 1: b; alpha too */
Color color_fade(Color color, float alpha); /* its alpha times `alpha` */
Color color_grey(Color color);              /* as light, without hue */
Color color_hex(uint32_t rgb);              /* 0xRRGGBB, opaque */
float color_contrast(Color a, Color b);     /* WCAG 2 contrast of two opaque colours, 1 .. 21 */

#endif
