/* The sentence field. */
#include "scene/window/panels.h"

#include "words/common_words.h"
#include "words/course_words.h"
#include "words/opening_words.h"

#include <math.h>

#define BUTTON_GAP 6

/* The sign of a list. */
static void draw_words_button(const Painter *painter, Box box)
{
    Target target = {TARGET_WORDS, 0, 0, 0};
    const Theme *theme = painter->theme;
    bool pointed = kit_pointed(painter, target);
    Color ink = pointed ? theme->text[ROLE_INK] : theme->text[ROLE_MUTED];
    drawlist_box(painter->list, box, 8,
                 paint_fill_stroke(pointed ? theme->faint : theme->panel, theme->hairline, 1.5f));
    for (int i = -1; i <= 1; i++) {
        float y = roundf(box.y + box.h / 2 + 6 * (float)i);
        drawlist_box(painter->list, (Box){box.x + 11, y - 1, 2, 2}, 1, paint_fill(ink));
        kit_line(painter, (Point){box.x + 16, y}, (Point){box.x + box.w - 11, y}, ink, 1.5f);
    }
    kit_press(painter, box, 8, target, kit_said(painter, W_WORDS_TITLE));
}

/* On paper, where nobody types. */
static void draw_sentence(const Painter *painter, Box box)
{
    const char *text = painter->view->field.text;
    TextStyle style = style_bold(painter->theme, TYPE_LARGE, ROLE_INK);
    kit_text(painter, kit_shrunk(painter, style, box.w, text), box, ALIGN_LEFT, text);
}

#define NOTE_ROOM 500.0f /* px of a field that can say beside the sentence why it is none */

/* The sentence of a trace, which cannot be another. */
static void draw_told(const Painter *painter, Box box)
{
    const Theme *theme = painter->theme;
    TextStyle style = style_plain(theme, TYPE_BODY + 0.5f, ROLE_INK),
              small = style_plain(theme, TYPE_SMALL, ROLE_MUTED);
    const char *note = box.w > NOTE_ROOM ? kit_said(painter, W_TRACE_NOTE) : "";
    float room = box.w - 28 - kit_width(painter, small, note), y = box.y + box.h / 2 + 5;
    drawlist_box(painter->list, box, 8, paint_fill(theme->faint));
    Slice text = drawlist_shorten(painter->list, style, slice_of(painter->view->field.text), room - 20);
    kit_text_at(painter, style, (Point){box.x + 14, y}, ALIGN_LEFT,
                arena_copy(&painter->list->arena, text.text, text.length));
    kit_text_at(painter, small, (Point){box.x + box.w - 14, y}, ALIGN_RIGHT, note);
}

void field_draw(const Painter *painter, Box box)
{
    if (painter->passive) {
        draw_sentence(painter, box);
        return;
    }
    if (!view_decodes(painter->view)) {
        draw_told(painter, box);
        return;
    }
    box.w -= box.h + BUTTON_GAP;
    draw_words_button(painter, (Box){box.x + box.w + BUTTON_GAP, box.y, box.h, box.h});
    const Theme *theme = painter->theme;
    const Field *field = &painter->view->field;
    Target target = {TARGET_FIELD, 0, 0, 0}, go = {TARGET_FIELD_GO, 0, 0, 0};
    Color outline = field->active                  ? theme->fill[ROLE_QUERY]
                    : kit_pointed(painter, target) ? theme->text[ROLE_MUTED]
                                                   : theme->hairline;
    FieldLook look = {kit_said(painter, W_SENTENCE),
                      kit_said(painter, W_TYPE_HERE),
                      TYPE_BODY + 0.5f,
                      2,
                      14,
                      38,
                      8,
                      theme->panel,
                      outline,
                      go,
                      kit_said(painter, W_PLAY)};
    kit_field(painter, box, &look, field, target);
}
