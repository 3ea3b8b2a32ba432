#include "scene/kit/strokes.h"

#include "words/common_words.h"

#include <math.h>

const char *kit_said(const Painter *painter, Word word)
{
    return view_said(painter->view, word);
}

const char *kit_head_title(const Painter *painter, int head)
{
    int layers = painter->view->trace->config.layers;
    return layers > 1 ? arena_printf(&painter->list->arena, kit_said(painter, W_LAYER_HEAD_TITLE), layers, head + 1)
                      : arena_printf(&painter->list->arena, kit_said(painter, W_HEAD_TITLE), head + 1);
}

TextStyle style_of(const Theme *theme, bool bold, float size, Role role)
{
    return bold ? style_bold(theme, size, role) : style_plain(theme, size, role);
}

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
    float least = view_type_least(painter->view);
    while (style.size > least && kit_width(painter, style, text) > width)
        style.size -= 0.5f;
    return style;
}

static TextLines break_lines(const Painter *painter, const Paragraph *paragraph, const char *text, int *drawn)
{
    TextLines lines =
        text_break(&painter->list->arena, painter->list->type, paragraph->style, slice_of(text), paragraph->width);
    *drawn = paragraph->most > 0 && lines.count > paragraph->most ? paragraph->most : lines.count;
    return lines;
}

int kit_paragraph_lines(const Painter *painter, const Paragraph *paragraph, const char *text)
{
    int count;
    break_lines(painter, paragraph, text, &count);
    return count;
}

float kit_paragraph(const Painter *painter, const Paragraph *paragraph, const char *text)
{
    DrawList *list = painter->list;
    int count;
    TextLines lines = break_lines(painter, paragraph, text, &count);
    Point at = paragraph->at;
    list->cut += lines.count > count && !paragraph->cut;
    for (int i = 0; i < count; i++, at.y += paragraph->pitch) {
        bool rest = paragraph->cut && i + 1 == count && lines.count > count;
        Slice line = !rest ? lines.lines[i]
                           : drawlist_shorten(list, paragraph->style, slice_of(lines.lines[i].text), paragraph->width);
        drawlist_text_at(list, paragraph->style, at, ALIGN_LEFT, line);
    }
    return paragraph->pitch * (float)count;
}

float kit_math(const Painter *painter, float size, Role role, float alpha, Point origin, Align align,
               const char *markup)
{
    MathStyle style = {painter->theme, size, color_fade(painter->theme->text[role], alpha)};
    return math_draw(painter->list, style, origin, align, markup);
}

void kit_edge(const Painter *painter, Box box, Edge edge)
{
    Point from = {edge == EDGE_RIGHT ? box.x + box.w : box.x, edge == EDGE_BOTTOM ? box.y + box.h : box.y};
    Point to = {edge == EDGE_LEFT ? box.x : box.x + box.w, edge == EDGE_TOP ? box.y : box.y + box.h};
    kit_line(painter, from, to, painter->theme->hairline, 1.5f);
}

void kit_panel(const Painter *painter, Box box, Edge edge)
{
    drawlist_box(painter->list, box, 0, paint_fill(painter->theme->panel));
    kit_edge(painter, box, edge);
}

void kit_fade(const Painter *painter, Box box, Edge edge, Color ground, int steps)
{
    bool across = edge == EDGE_LEFT || edge == EDGE_RIGHT;
    Box strip = {box.x, box.y, across ? 2 : box.w, across ? box.h : 2};
    for (int i = 0; i < steps; i++) {
        float in = 2 * (float)i;
        if (across)
            strip.x = edge == EDGE_LEFT ? box.x + in : box.x + box.w - in - 2;
        else
            strip.y = edge == EDGE_TOP ? box.y + in : box.y + box.h - in - 2;
        drawlist_box(painter->list, strip, 0, paint_fill(color_fade(ground, 1 - (float)i / (float)steps)));
    }
}

void kit_line(const Painter *painter, Point from, Point to, Color color, float width)
{
    drawlist_segment(painter->list, from, to, paint_stroke(color, width));
}

Paint paint_dashed(Color color, float width, float dash, float gap)
{
    return (Paint){.stroke = color, .width = width, .dash = dash, .gap = gap};
}

void kit_triangle(const Painter *painter, Point a, Point b, Point c, Color color)
{
    drawlist_move(painter->list, a.x, a.y);
    drawlist_line(painter->list, b.x, b.y);
    drawlist_line(painter->list, c.x, c.y);
    drawlist_close(painter->list);
    drawlist_path_end(painter->list, paint_fill(color));
}

void kit_chevron(const Painter *painter, Point at, float dx, float dy, Color color)
{
    float x = 3 * dx, y = 3 * dy, across_x = 5 * fabsf(dy), across_y = 5 * fabsf(dx);
    Point tip = {at.x + x, at.y + y};
    kit_line(painter, (Point){at.x - x - across_x, at.y - y - across_y}, tip, color, 1.8f);
    kit_line(painter, tip, (Point){at.x - x + across_x, at.y - y + across_y}, color, 1.8f);
}

Color kit_ink(const Painter *painter, Target target)
{
    return painter->theme->text[kit_pointed(painter, target) ? ROLE_INK : ROLE_MUTED];
}

void kit_area(const Painter *painter, Box box, Target target, const char *name)
{
    kit_mark(painter, box, target, false, name);
}

void kit_press_ring(const Painter *painter, Box box, Box ring, float radius, Target target, bool stops,
                    const char *name)
{
    kit_mark(painter, box, target, stops, name);
    kit_focus(painter, ring, radius, target);
}

void kit_press(const Painter *painter, Box box, float radius, Target target, const char *name)
{
    kit_press_ring(painter, box, box, radius, target, true, name);
}

void kit_scroll_bar(const Painter *painter, Box track, float scroll, float limit)
{
    if (limit <= 0)
        return;
    Box thumb = track;
    if (track.h > track.w) {
        thumb.h *= track.h / (track.h + limit);
        thumb.y += (track.h - thumb.h) * scroll / limit;
    } else {
        thumb.w *= track.w / (track.w + limit);
        thumb.x += (track.w - thumb.w) * scroll / limit;
    }
    drawlist_box(painter->list, track, 2, paint_fill(painter->theme->faint));
    drawlist_box(painter->list, thumb, 2, paint_fill(color_fade(painter->theme->text[ROLE_MUTED], 0.6f)));
}
