/* What every picture draws again and again, in one short call each: words, formulas, lines, what can be pressed.
 *
 *   kit_text_at(painter, style_bold(theme, TYPE_BODY, ROLE_INK), (Point){20, 40}, ALIGN_LEFT, "mouse");
 *   kit_math(painter, TYPE_LARGE, ROLE_QUERY, 1, (Point){90, 40}, ALIGN_LEFT, "s_2");
 */
#ifndef SCENE_STROKES_H
#define SCENE_STROKES_H

#include "scene/kit/kit.h"

/* As drawlist_text, drawlist_text_at and text_width. */
float kit_text(const Painter *painter, TextStyle style, Box box, Align align, const char *text);
float kit_text_at(const Painter *painter, TextStyle style, Point origin, Align align, const char *text);
float kit_width(const Painter *painter, TextStyle style, const char *text);

/* In smaller type, down to TYPE_TINY, where it is wider than `width`. */
TextStyle kit_shrunk(const Painter *painter, TextStyle style, float width, const char *text);

/* A formula in the role's text colour. Returns its width. */
float kit_math(const Painter *painter, float size, Role role, float alpha, Point origin, Align align,
               const char *markup);

void kit_line(const Painter *painter, Point from, Point to, Color color, float width);
Paint paint_dashed(Color color, float width, float dash, float gap);

/* A place that the pointer finds, where Tab stops, with the ring of the focus around it. */
void kit_press(const Painter *painter, Box box, float radius, Target target, const char *name);

/* Where what is in sight lies in the whole: `scroll` of `limit` px, along a track of 4 px. None where all is in sight. */
void kit_scroll_bar(const Painter *painter, Box track, float scroll, float limit);

#endif
