#include "scene/kit/strokes.h"

float kit_text(const Painter *painter, TextStyle style, Box box, Align align, const char *text)
{
    return drawlist_text(painter->list, style, box, align, slice_of(text));
}

float kit_text_at(const Painter *painter, TextStyle style, Point origin, Align align, const char *text)
{
    return drawlist_text_at(painter->list, style, origin, align, slice_of(text));
}

float kit_width(const Painter *painter, TextStyle style, const char *text)
{
    return text_width(painter->list->type, style, slice_of(text));
}

TextStyle kit_shrunk(const Painter *painter, TextStyle style, float width, const char *text)
{
    while (style.size > TYPE_TINY && kit_width(painter, style, text) > width)
        style.size -= 0.5f;
    return style;
}

float kit_math(const Painter *painter, float size, Role role, float alpha, Point origin, Align align,
               const char *markup)
{
    MathStyle style = {painter->theme, size, color_fade(painter->theme->text[role], alpha)};
    return math_draw(painter->list, style, origin, align, markup);
}

void kit_line(const Painter *painter, Point from, Point to, Color color, float width)
{
    drawlist_segment(painter->list, from, to, paint_stroke(color, width));
}

Paint paint_dashed(Color color, float width, float dash, float gap)
{
    return (Paint){.stroke = color, .width = width, .dash = dash, .gap = gap};
}

void kit_press(const Painter *painter, Box box, float radius, Target target, const char *name)
{
    kit_mark(painter, box, target, true, name);
    kit_focus(painter, box, radius, target);
}

void kit_scroll_bar(const Painter *painter, Box track, float scroll, float limit)
{
    if (limit <= 0)
        return;
    Box thumb = track;
    thumb.w *= track.w / (track.w + limit);
    thumb.x += (track.w - thumb.w) * scroll / limit;
    drawlist_box(painter->list, track, 2, paint_fill(painter->theme->faint));
    drawlist_box(painter->list, thumb, 2, paint_fill(color_fade(painter->theme->text[ROLE_MUTED], 0.6f)));
}
