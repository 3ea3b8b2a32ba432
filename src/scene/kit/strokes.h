/* What every picture draws again and again, in one short call each: words, formulas, lines, what can be pressed.
 *
 *   kit_text_at(painter, style_bold(theme, TYPE_BODY, ROLE_INK), (Point){20, 40}, ALIGN_LEFT, "mouse");
 *   kit_math(painter, TYPE_LARGE, ROLE_QUERY, 1, (Point){90, 40}, ALIGN_LEFT, "s_2");
 */
#ifndef SCENE_STROKES_H
#define SCENE_STROKES_H

#include "scene/kit/kit.h"

const char *kit_said(const Painter *painter, Word word); /* view_said */
/* "HEAD 2" of self-attention, from 0; of several layers with the one that is shown: "LAYER 2 · HEAD 2". */
const char *kit_head_title(const Painter *painter, int head);
TextStyle style_of(const Theme *theme, bool bold, float size, Role role);

/* As drawlist_text, drawlist_text_at and text_width. */
float kit_text(const Painter *painter, TextStyle style, Box box, Align align, const char *text);
float kit_text_at(const Painter *painter, TextStyle style, Point origin, Align align, const char *text);
float kit_width(const Painter *painter, TextStyle style, const char *text);

/* In smaller type, down to view_type_least, where it is wider than `width`. */
TextStyle kit_shrunk(const Painter *painter, TextStyle style, float width, const char *text);

/* A paragraph: lines from the baseline `at` down. Returns the height of those that are drawn. */
typedef struct Paragraph {
    TextStyle style;
    Point at;
    float width, pitch; /* px; from line to line */
    int most;           /* lines, what follows is left out; 0: all are set */
    bool cut;           /* what is left out shows as an ellipsis */
} Paragraph;
float kit_paragraph(const Painter *painter, const Paragraph *paragraph, const char *text);
int kit_paragraph_lines(const Painter *painter, const Paragraph *paragraph, const char *text); /* how many are drawn */

/* A formula in the role's text colour. Returns its width. */
float kit_math(const Painter *painter, float size, Role role, float alpha, Point origin, Align align,
               const char *markup);

/* A panel's ground with a hairline along one of its edges. */
typedef enum Edge { EDGE_TOP, EDGE_BOTTOM, EDGE_LEFT, EDGE_RIGHT } Edge;
void kit_panel(const Painter *painter, Box box, Edge edge);
void kit_edge(const Painter *painter, Box box, Edge edge); /* the hairline alone */
/* More lies beyond that edge: it fades into `ground`, 2 px a step. */
void kit_fade(const Painter *painter, Box box, Edge edge, Color ground, int steps);

void kit_line(const Painter *painter, Point from, Point to, Color color, float width);
Paint paint_dashed(Color color, float width, float dash, float gap);

void kit_triangle(const Painter *painter, Point a, Point b, Point c, Color color);
void kit_chevron(const Painter *painter, Point at, float dx, float dy, Color color); /* its point looks along dx, dy */

Color kit_ink(const Painter *painter, Target target); /* of what is muted until it is pointed at */

/* A place that the pointer finds, where Tab stops, with the ring of the focus around it. */
void kit_press(const Painter *painter, Box box, float radius, Target target, const char *name);
/* The same with the ring around another box; Tab stops there only where `stops`. */
void kit_press_ring(const Painter *painter, Box box, Box ring, float radius, Target target, bool stops,
                    const char *name);
void kit_area(const Painter *painter, Box box, Target target, const char *name); /* found by the pointer alone */

/* Where what is in sight lies in the whole: `scroll` of `limit` px, along a track of 4 px. None where all
 * is in sight. */
void kit_scroll_bar(const Painter *painter, Box track, float scroll, float limit);

#endif
