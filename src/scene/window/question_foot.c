/* What predicting puts on the picture: the question in the foot's place, the button, and the trace that tells
 * nothing. */
#include "scene/kit/glossed.h"
#include "scene/window/panels.h"
#include "study/question.h"
#include "words/common_words.h"
#include "words/window_words.h"

#include <math.h>

enum { MARGIN = 28, BUTTON_H = 34 };

/* px of a question to one person, and to a class. */
typedef struct AskLook {
    float head, choice, sign; /* type: of the question, of a choice, of its digit or letter */
    float head_h, choice_h, sign_w, gap;
    float told, pitch; /* type and lines of the explanation */
} AskLook;
static const AskLook ONE = {TYPE_LARGE, TYPE_BODY, TYPE_SMALL, 46, BUTTON_H, 14, 10, TYPE_SMALL, 18};
static const AskLook CLASS = {28, 24, 22, 58, 62, 26, 14, TYPE_LARGE, 22};

/* ---- the button ---- */

float predict_button_width(const Painter *painter)
{
    const Predict *predict = &painter->view->predict;
    return predict->on && predict->asked > 0 ? 112 : 84;
}

void predict_button(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    Target target = {TARGET_CONTROL, PREDICT_SWITCH, 0, 0};
    bool on = view->predict.on, pointed = kit_pointed(painter, target);
    Color fill = on ? theme->tint[ROLE_QUERY] : pointed ? theme->faint : theme->panel;
    Color outline = on ? theme->fill[ROLE_QUERY] : theme->hairline;
    drawlist_box(painter->list, box, box.h / 2, paint_fill_stroke(fill, outline, 1.5f));
    const char *text = kit_said(painter, W_PREDICT);
    if (on && view->predict.asked > 0)
        text = arena_printf(&painter->list->arena, "%s %d/%d", text, view->predict.right, view->predict.asked);
    TextStyle style = style_bold(theme, TYPE_SMALL, on || pointed ? ROLE_INK : ROLE_MUTED);
    kit_text(painter, style, box_inset(box, 6, 0), ALIGN_CENTER, text);
    kit_press(painter, box, box.h / 2, target, text);
}

/* ---- the question ---- */

typedef struct Asking {
    const Painter *painter;
    const Trace *trace; /* the whole one */
    Question question;
    bool told, class; /* class: large, with letters */
    const AskLook *look;
    int choice; /* where it is told */
    Box in;
} Asking;

static const char *choice_text(const Asking *asking, int i)
{
    return predict_choice(asking->trace, asking->painter->view->model, &asking->question, i);
}

/* In the middle, with what they mean behind them where there is room. */
static void draw_words(const Painter *painter, float size, Box box, const char *words)
{
    Arena *arena = &painter->list->arena;
    TextStyle style = kit_shrunk(painter, style_bold(painter->theme, size, ROLE_INK), box.w, words),
              muted = style_plain(painter->theme, kit_gloss_size(painter, TYPE_LARGE), ROLE_MUTED);
    const char *room = view_gloss_text_room(painter->view, words, arena),
               *gloss = view_gloss_text(painter->view, words, arena);
    float behind = room ? kit_width(painter, muted, room) + 7 : 0, width = kit_width(painter, style, words);
    if (width + behind > box.w)
        gloss = NULL, behind = 0;
    kit_text(painter, style, (Box){box.x, box.y, box.w - behind, box.h}, ALIGN_CENTER, words);
    if (gloss)
        kit_text_at(painter, muted, (Point){box.x + (box.w - behind + width) / 2 + 7, box.y + box.h / 2 + size * 0.36f},
                    ALIGN_LEFT, gloss);
}

static void draw_choice(const Asking *asking, Box box, int i)
{
    const Painter *painter = asking->painter;
    const Theme *theme = painter->theme;
    bool right = asking->told && predict_right(asking->trace, &asking->question, i);
    bool wrong = asking->told && i == asking->choice && !right;
    const AskLook *look = asking->look;
    float sign = look->sign_w, right_w = asking->class ? 28 : 12 + sign;
    Verdict verdict = right ? VERDICT_RIGHT : wrong ? VERDICT_WRONG : VERDICT_OPEN;
    Target target = asking->told ? (Target){0} : target_at(TARGET_CONTROL, PREDICT_CHOICE, i, 0);
    drawlist_box(painter->list, box, 6, kit_answer_paint(painter, target, verdict));
    kit_text(painter,
             asking->class ? style_bold(theme, look->sign, ROLE_QUERY) : style_plain(theme, look->sign, ROLE_MUTED),
             (Box){box.x + 10, box.y, sign, box.h}, ALIGN_LEFT,
             arena_printf(&painter->list->arena, "%c", (asking->class ? 'A' : '1') + i));
    draw_words(painter, look->choice, (Box){box.x + 12 + sign, box.y, box.w - 12 - sign - right_w, box.h},
               choice_text(asking, i));
    kit_answer_sign(painter, box, verdict);
    if (!asking->told)
        kit_press(painter, box, 6, target, kit_word_name(painter, choice_text(asking, i)));
}

static float choices_width(const Asking *asking, float room)
{
    const Painter *painter = asking->painter;
    TextStyle style = style_bold(asking->painter->theme, asking->look->choice, ROLE_INK);
    float widest = 50;
    for (int i = 0; i < asking->question.count; i++)
        widest = fmaxf(widest, kit_width(painter, style, kit_words_room(painter, choice_text(asking, i))));
    float most = (room - asking->look->gap * (float)(asking->question.count - 1)) / (float)asking->question.count;
    return fminf(widest + 26 + 2 * asking->look->sign_w, most);
}

static void draw_head(const Asking *asking)
{
    const Painter *painter = asking->painter;
    const Predict *predict = &painter->view->predict;
    Language language = painter->view->language;
    Arena *arena = &painter->list->arena;
    Box in = asking->in;
    const char *text = predict_ask(&asking->question, language, arena);
    if (asking->class && !asking->told)
        text = arena_printf(arena, kit_said(painter, W_HANDS_UP), text);
    bool right = asking->told && predict_right(asking->trace, &asking->question, asking->choice);
    if (asking->told && !predict->shown)
        text = arena_printf(arena, "%s  %s", text, kit_said(painter, right ? W_RIGHT : W_WRONG));
    float high = asking->look->head_h - 18, room = in.w - (predict->asked > 0 ? 130 : 0);
    TextStyle style = style_bold(painter->theme, asking->look->head, ROLE_INK);
    kit_text(painter, kit_shrunk(painter, style, room, text), (Box){in.x, in.y + 12, room, high}, ALIGN_LEFT, text);
    if (predict->asked == 0)
        return;
    const char *score = arena_printf(arena, kit_said(painter, W_OF_RIGHT), predict->right, predict->asked);
    kit_text(painter, style_plain(painter->theme, TYPE_BODY, ROLE_MUTED),
             (Box){in.x + in.w - 120, in.y + 12, 120, high}, ALIGN_RIGHT, score);
}

static void draw_explanation(const Asking *asking, float y, float width)
{
    const Painter *painter = asking->painter;
    const char *text = kit_said(painter, asking->class ? W_HANDS_UP_HOW : W_PRESS_A_DIGIT_OR_CLICK_Q_ENDS);
    Maths maths = kit_maths(painter, asking->trace);
    if (asking->told)
        text = predict_explain(&maths, &asking->question, asking->choice);
    TextStyle style = style_plain(painter->theme, asking->look->told, asking->told ? ROLE_INK : ROLE_MUTED);
    kit_paragraph(painter, &(Paragraph){style, {asking->in.x, y}, width, asking->look->pitch, 2, false}, text);
}

bool predict_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    /* `trace` of the view is the one that hides the answer */
    Asking asking = {.painter = painter, .trace = view_whole(view), .choice = view->predict.choice};
    asking.told = scene_answered(view, &asking.question);
    if (painter->passive || (!asking.told && !scene_asks(view, &asking.question)))
        return false;
    asking.in = (Box){box.x + MARGIN, box.y, box.w - 2 * MARGIN, box.h};
    asking.class = window_asks_class(view);
    asking.look = asking.class ? &CLASS : &ONE;
    kit_panel(painter, box, EDGE_TOP);
    draw_head(&asking);
    float y = box.y + asking.look->head_h, h = asking.look->choice_h, on_w = 110, off_w = 84;
    float beside = fmaxf(on_w, off_w) + 16, below = y + h + (asking.class ? 30 : 22);
    float width = choices_width(&asking, asking.in.w - (asking.class ? 0 : beside)), right = asking.in.x + asking.in.w;
    for (int i = 0; i < asking.question.count; i++)
        draw_choice(&asking, (Box){asking.in.x + (width + asking.look->gap) * (float)i, y, width, h}, i);
    y = asking.class ? below - 16 : y; /* a class's choices have all of the width */
    if (asking.told)
        kit_button(painter, (Box){right - on_w, y, on_w, BUTTON_H}, said(view->language, W_GO_ON),
                   (Target){TARGET_CONTROL, PREDICT_ON, 0, 0}, true);
    else
        predict_button(painter, (Box){right - off_w, y + 3, off_w, BUTTON_H - 6});
    draw_explanation(&asking, below, asking.in.w - (asking.class ? beside : 0));
    return true;
}
