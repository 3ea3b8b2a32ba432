/* The questions of a card: what is asked, what can be chosen or typed, and what was right. */
#include "scene/card/flow.h"

#include <math.h>

enum { COLUMNS_MOST = 5, COLUMN_GAP = 6 };

typedef struct Setting {
    const Quiz *quiz;
    int index;
    bool answered, right;
} Setting;

static Role verdict_role(bool right)
{
    return right ? ROLE_QUERY : ROLE_OUTPUT;
}

/* A box whose height is known only when its text is set. */
static void fit_box(const Painter *painter, int place, Box box)
{
    DrawCommand *command = &painter->list->commands[place];
    command->box.box = box;
    command->bounds = box_inset(box, -1, -1);
}

static void set_choice(Flow *flow, const Setting *question, int choice, const char *text)
{
    const Painter *painter = flow->painter;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    Target target = {TARGET_CHOICE, (int16_t)question->index, (int16_t)choice, 0};
    bool taken = question->answered && painter->view->quizzes[question->index].choice == choice;
    Role role = verdict_role(question->right);
    int place = list->count;
    Color fill = taken ? theme->tint[role] : kit_pointed(painter, target) ? theme->hairline : theme->faint;
    Color outline = taken ? theme->fill[role] : color_fade(fill, 0);
    drawlist_box(list, (Box){0, 0, 64, 64}, 6, paint_fill_stroke(fill, outline, 1.5f));
    float top = flow->y;
    flow_skip(flow, 5);
    flow_text(flow, text, taken ? style_bold(theme, TYPE_BODY, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_INK),
              flow->x + 16, flow->width - 52);
    flow_skip(flow, 3);
    Box box = {flow->x, top, flow->width, flow->y - top};
    fit_box(painter, place, box);
    if (taken)
        drawlist_text(list, style_bold(theme, TYPE_BODY, role), (Box){box.x + box.w - 32, box.y, 20, box.h},
                      ALIGN_CENTER, slice_of(question->right ? "✓" : "✗"));
    kit_mark(painter, box, target, true, text);
    kit_focus(painter, box, 6, target);
    flow_skip(flow, 6);
}

/* Short choices stand beside each other. */
static int count_columns(const Flow *flow, const char **choices, int count)
{
    TextStyle style = style_bold(flow->painter->theme, flow_size(flow, TYPE_BODY), ROLE_INK);
    float widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest, text_width(flow->painter->list->type, style, slice_of(choices[i])));
    int columns = count < COLUMNS_MOST ? count : COLUMNS_MOST;
    while (columns > 1 && (flow->width + COLUMN_GAP) / (float)columns - COLUMN_GAP < widest + 54)
        columns--;
    return count <= COLUMNS_MOST - 1 && count % columns ? 1 : columns; /* no row of few is left open */
}

static void set_choices(Flow *flow, const Setting *question)
{
    const char **choices;
    int count =
        quiz_choices(question->quiz, flow->painter->view->trace, flow->language, &flow->painter->list->arena, &choices);
    int columns = count > 0 ? count_columns(flow, choices, count) : 1;
    float width = (flow->width + COLUMN_GAP) / (float)columns - COLUMN_GAP, bottom = flow->y;
    for (int i = 0; i < count; i++) {
        Flow own = *flow;
        own.x += (float)(i % columns) * (width + COLUMN_GAP);
        own.width = width;
        set_choice(&own, question, i, choices[i]);
        bottom = fmaxf(bottom, own.y);
        if ((i + 1) % columns == 0 || i + 1 == count)
            flow->y = bottom;
    }
}

/* ---- a number that is typed ---- */

static void draw_typed(const Painter *painter, Box text, const QuizAnswer *state, bool active)
{
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    TextStyle style = style_plain(theme, TYPE_BODY, ROLE_INK);
    Slice before = {state->typed, (size_t)state->caret};
    float caret = text_width(list->type, style, before), scroll = fmaxf(0, caret - text.w + 2);
    float baseline = text.y + text.h / 2 + 5;
    drawlist_clip(list, text);
    if (!state->typed[0] && !active)
        drawlist_text_at(list, style_plain(theme, TYPE_BODY, ROLE_MUTED), (Point){text.x, baseline}, ALIGN_LEFT,
                         slice_of(said(painter->view->language, W_TYPE_A_NUMBER)));
    drawlist_text_at(list, style, (Point){text.x - scroll, baseline}, ALIGN_LEFT, slice_of(state->typed));
    if (active && painter->view->field.caret_on)
        drawlist_box(list, (Box){text.x - scroll + caret, text.y + 6, 1.5f, text.h - 12}, 0,
                     paint_fill(theme->text[ROLE_INK]));
    drawlist_unclip(list);
}

static void set_number(Flow *flow, const Setting *question)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    Target target = {TARGET_NUMBER, (int16_t)question->index, 0, 0};
    Target grade = {TARGET_NUMBER_GO, (int16_t)question->index, 0, 0};
    const QuizAnswer *state = &view->quizzes[question->index];
    bool active = view->typing == question->index + 1;
    float width = fminf(150, flow->width - 96);
    Box box = {flow->x, flow->y + 2, width, 32}, button = {flow->x + width + 8, flow->y + 2, 76, 32};
    Role role = verdict_role(question->right);
    Color outline = active ? theme->fill[ROLE_QUERY] : question->answered ? theme->fill[role] : theme->text[ROLE_MUTED];
    Color fill = question->answered ? theme->tint[role] : theme->faint;
    drawlist_box(painter->list, box, 6, paint_fill_stroke(fill, outline, 1.5f));
    draw_typed(painter, (Box){box.x + 12, box.y, box.w - 42, box.h}, state, active);
    if (question->answered)
        drawlist_text(painter->list, style_bold(theme, TYPE_BODY, role), (Box){box.x + box.w - 28, box.y, 20, box.h},
                      ALIGN_CENTER, slice_of(question->right ? "✓" : "✗"));
    kit_mark(painter, box, target, true, question->quiz->question[flow->language]);
    kit_focus(painter, box, 6, active ? (Target){0} : target);
    kit_button(painter, button, said(flow->language, W_CHECK_ANSWER), grade, false);
    flow->y += 42;
}

/* ---- a question ---- */

static Setting question_at(const Flow *flow, int index)
{
    const View *view = flow->painter->view;
    Setting question = {&flow->card->quizzes[index], index, false, false};
    question.answered = view->quizzes[index].answered;
    question.right = quiz_answered_right(question.quiz, &view->quizzes[index], view->trace);
    return question;
}

/* Asks for the hint; it stands at the end of the heading's line. */
static void set_hint_control(const Flow *flow, int index)
{
    const Painter *painter = flow->painter;
    const char *text = said(flow->language, W_HINT);
    Target target = {TARGET_HINT, (int16_t)index, 0, 0};
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, kit_pointed(painter, target) ? ROLE_INK : ROLE_MUTED);
    float width = text_width(painter->list->type, style, slice_of(text)) + 16;
    Box box = {flow->x + flow->width - width, flow->y - 6, width, 22};
    drawlist_box(painter->list, box, 6, paint_fill_stroke(painter->theme->panel, painter->theme->hairline, 1.5f));
    drawlist_text(painter->list, style, box, ALIGN_CENTER, slice_of(text));
    kit_mark(painter, box, target, true, text);
    kit_focus(painter, box, 6, target);
}

/* The verdict with what explains it, or the hint that was asked for. */
static void set_answer(Flow *flow, const Setting *question)
{
    const Painter *painter = flow->painter;
    Arena *arena = &painter->list->arena;
    const Quiz *quiz = question->quiz;
    bool hinted = painter->view->quizzes[question->index].hint;
    const char *more = question->right                ? quiz->why[flow->language]
                       : question->answered || hinted ? quiz->hint[flow->language]
                                                      : NULL;
    const char *lead = question->answered ? said(flow->language, question->right ? W_RIGHT : W_WRONG)
                       : more             ? said(flow->language, W_HINT_LEAD)
                                          : NULL;
    if (!lead)
        return;
    Role role = question->answered ? verdict_role(question->right) : ROLE_MUTED;
    if (more)
        lead = arena_printf(arena, said(flow->language, W_LEAD_AND_TEXT), lead,
                            live_fill(more, painter->view->trace, arena));
    flow->y += 2;
    float top = flow->y;
    flow_text(flow, lead, style_plain(painter->theme, TYPE_SMALL, role), flow->x, flow->width);
    kit_mark(painter, (Box){flow->x, top, flow->width, flow->y - top},
             (Target){TARGET_PANEL, (int16_t)(question->index + 1), 0, 0}, false, lead);
    flow_skip(flow, 8);
}

void card_quiz_draw(Flow *flow, int index)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    Setting question = question_at(flow, index);
    const Quiz *quiz = question.quiz;
    flow->y += 6;
    kit_heading(painter, (Point){flow->x, flow->y + 9}, ROLE_QUERY, 1, said(flow->language, W_CHECK_YOURSELF));
    bool hinted = view->quizzes[index].hint;
    if (quiz->hint[flow->language] && !hinted && !question.answered)
        set_hint_control(flow, index);
    flow->y += 21;
    Arena *arena = &painter->list->arena;
    flow_text(flow, live_fill(quiz->question[flow->language], view->trace, arena),
              style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
    flow->y += 4;
    set_choices(flow, &question);
    if (quiz->kind == QUIZ_NUMBER)
        set_number(flow, &question);
    set_answer(flow, &question);
}
