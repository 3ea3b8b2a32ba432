/* In place of the stage. While a page fetches what it shows: what that is; where it did not come, why, and a button.
 * While a question is open that it would answer: that it comes. */
#include "scene/kit/widget.h"
#include "scene/window/panels.h"
#include "words/stage_words.h"
#include "words/window_words.h"

#define LINE 30.0f /* px from line to line */

const char *awaited_told(const View *view, Arena *arena)
{
    const AwaitedState *awaited = &view->awaited;
    Word lost = awaited->refused ? W_NOT_FETCHED_NOT_THERE : W_NOT_FETCHED_NO_NETWORK;
    if (awaited->lost)
        return arena_printf(arena, said(view->language, lost), awaited->file);
    if (awaited->lesson > 0)
        return arena_printf(arena, said(view->language, W_LESSON_IS_STILL_LOADING), awaited->lesson);
    return said(view->language, W_THE_MODEL_IS_STILL_LOADING);
}

static void draw_buttons(const Painter *painter, const AwaitedState *awaited, Point top)
{
    const char *names[] = {kit_said(painter, W_TRY_AGAIN), kit_said(painter, W_STAY_IN_THIS_LESSON)};
    TextStyle style = style_bold(painter->theme, TYPE_BODY, ROLE_INK);
    bool shown[] = {awaited->lost, awaited->lesson > 0};
    float widths[2], all = 0;
    for (int i = 0; i < 2; i++) {
        widths[i] = shown[i] ? kit_width(painter, style, names[i]) + 36 : 0;
        all += widths[i] + (i > 0 && shown[0] && shown[1] ? 12 : 0);
    }
    float x = top.x - all / 2;
    for (int i = 0; i < 2; i++) {
        if (!shown[i])
            continue;
        kit_button(painter, (Box){x, top.y, widths[i], 34}, names[i],
                   target_at(TARGET_AWAITED, i == 0 ? AWAITED_AGAIN : AWAITED_STAY, 0, 0), i == 0);
        x += widths[i] + 12;
    }
}

/* A line in the middle; what is wider, a paragraph as wide as the box. Returns the height. */
static float draw_centred(const Painter *painter, Box box, TextStyle style, const char *text)
{
    float width = fminf(kit_width(painter, style, text) + 1, box.w);
    Paragraph lines = {.style = style, .at = {box.x + (box.w - width) / 2, box.y}, .width = width, .pitch = LINE};
    return kit_paragraph(painter, &lines, text);
}

void awaited_draw(const Painter *painter, Box stage, Box foot)
{
    const AwaitedState *awaited = &painter->view->awaited;
    Box box = {foot.x + 20, stage.y + stage.h * 0.4f, foot.w - 40, 0};
    kit_panel(painter, foot, EDGE_TOP);
    box.y += draw_centred(painter, box, style_bold(painter->theme, TYPE_TITLE, ROLE_INK),
                          awaited_told(painter->view, &painter->list->arena));
    if (!awaited->lost)
        box.y += draw_centred(painter, box, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED),
                              kit_said(painter, W_IT_GOES_ON_BY_ITSELF));
    draw_buttons(painter, awaited, (Point){box.x + box.w / 2, box.y});
}

void covered_draw(const Painter *painter, Box box)
{
    const char *sentence = painter->view->field.text;
    TextStyle title = kit_shrunk(painter, style_bold(painter->theme, TYPE_TITLE, ROLE_INK), box.w - 40, sentence);
    kit_text(painter, title, (Box){box.x + 20, box.y, box.w - 40, box.h - 220}, ALIGN_CENTER, sentence);
    kit_text(painter, style_bold(painter->theme, 64, ROLE_MUTED), (Box){box.x, box.y, box.w, box.h - 60}, ALIGN_CENTER,
             "?");
    kit_text(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED),
             (Box){box.x + 20, box.y + 60, box.w - 40, box.h - 60}, ALIGN_CENTER,
             kit_said(painter, W_THE_PICTURE_COMES_WITH_THE_ANSWER));
}
