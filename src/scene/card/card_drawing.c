/* A picture from an SVG file: its paths and words are commands like all others, sharp at every size. */
#include "scene/card/flow.h"

#include <math.h>

/* Where a drawing lies, in px of the list a px of it. */
typedef struct Place {
    DrawList *list;
    Point from;
    float scale;
} Place;

static Color color_of(uint32_t argb)
{
    return (Color){(uint8_t)(argb >> 16), (uint8_t)(argb >> 8), (uint8_t)argb, (uint8_t)(argb >> 24)};
}

static Point point_at(const Place *place, float x, float y)
{
    return (Point){place->from.x + x * place->scale, place->from.y + y * place->scale};
}

static void draw_path(const Place *place, const DrawingPart *part)
{
    DrawList *list = place->list;
    const float *at = part->path.points;
    for (int i = 0; i < part->path.verb_count; i++) {
        char verb = part->path.verbs[i];
        Point p[3];
        int count = verb == 'Z' ? 0 : verb == 'C' ? 3 : 1;
        for (int k = 0; k < count; k++, at += 2)
            p[k] = point_at(place, at[0], at[1]);
        if (verb == 'Z')
            drawlist_close(list);
        else if (verb == 'C')
            drawlist_cubic(list, p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y);
        else
            (verb == 'M' ? drawlist_move : drawlist_line)(list, p[0].x, p[0].y);
    }
    Paint paint = {color_of(part->path.fill), color_of(part->path.stroke), place->scale * part->path.width,
                   place->scale * part->path.dash, place->scale * part->path.gap};
    (part->path.even_odd ? drawlist_path_end_even_odd : drawlist_path_end)(list, paint);
}

static TextStyle words_style(const Place *place, const DrawingPart *part)
{
    Face face = part->text.italic ? FACE_MATH_ITALIC : part->text.bold ? FACE_SANS_BOLD : FACE_SANS;
    return (TextStyle){face, place->scale * part->text.size, color_of(part->text.color), 0};
}

/* A text with all that goes on behind it; returns how many parts they are. */
static int draw_words(const Place *place, const DrawingPart *part, int left)
{
    int count = 1;
    float width = 0, c = cosf(part->text.angle), s = sinf(part->text.angle);
    while (count < left && part[count].kind == DRAWING_TEXT && part[count].text.goes_on)
        count++;
    for (int i = 0; i < count; i++)
        width += text_width(place->list->type, words_style(place, part + i), slice_of(part[i].text.text))
                 + (i ? place->scale * (part[i].text.x * c + part[i].text.y * s) : 0);
    Point at = point_at(place, part->text.x, part->text.y);
    float back = part->text.anchor == DRAWING_MIDDLE ? width / 2 : part->text.anchor == DRAWING_END ? width : 0;
    at = (Point){at.x - back * c, at.y - back * s};
    for (int i = 0; i < count; i++) {
        if (i)
            at = (Point){at.x + place->scale * part[i].text.x, at.y + place->scale * part[i].text.y};
        float own = drawlist_text_turned(place->list, words_style(place, part + i), at, part->text.angle, ALIGN_LEFT,
                                         slice_of(part[i].text.text));
        at = (Point){at.x + own * c, at.y + own * s};
    }
    return count;
}

void card_drawing_draw(const Painter *painter, Box box, const Drawing *drawing)
{
    Place place = {painter->list, {box.x, box.y}, box.w / drawing->width};
    if (painter->theme->kind == THEME_DARK) /* it is drawn for white paper */
        drawlist_box(painter->list, box, 4, paint_fill(color_hex(0xFFFFFF)));
    drawlist_clip(painter->list, box);
    for (int i = 0; i < drawing->count;) {
        const DrawingPart *part = &drawing->parts[i];
        Point from = point_at(&place, part->clip.x, part->clip.y);
        switch (part->kind) {
        case DRAWING_PATH:
            draw_path(&place, part);
            break;
        case DRAWING_TEXT:
            i += draw_words(&place, part, drawing->count - i);
            continue;
        case DRAWING_CLIP:
            drawlist_clip(painter->list, (Box){from.x, from.y, place.scale * part->clip.w, place.scale * part->clip.h});
            break;
        case DRAWING_UNCLIP:
            drawlist_unclip(painter->list);
            break;
        }
        i++;
    }
    drawlist_unclip(painter->list);
}
