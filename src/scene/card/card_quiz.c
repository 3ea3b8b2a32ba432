/* The questions of a card: what is asked, what can be chosen or typed, and what was right. */
#include "scene/card/card_told.h"
#include "scene/card/flow.h"
#include "scene/kit/glossed.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { COLUMNS_MOST = 5, COLUMN_GAP = 6 };

typedef struct QuizSetting {
    const Quiz *quiz;
    int index;
    Verdict verdict; /* open until it is answered */
} QuizSetting;

static void set_choice(Flow *flow, const QuizSetting *question, int choice, const char *text)
{
    const Painter *painter = flow->painter;
    const Theme *theme = painter->theme;
    Target target = target_at(TARGET_CHOICE, question->index, choice, 0);
    const QuizAnswer *answer = &painter->view->panel.quizzes[question->index];
    bool taken = answer->answered && answer->choice == choice;
    Verdict verdict = card_choice_told(painter->view, question->index, choice) ? VERDICT_RIGHT
                      : taken                                                  ? question->verdict
                                                                               : VERDICT_OPEN;
    bool kept = taken && verdict == VERDICT_OPEN; /* in an exam */
    Paint paint = kept ? paint_fill_stroke(theme->tint[ROLE_QUERY], theme->fill[ROLE_QUERY], 1.5f)
                       : kit_answer_paint(painter, target, verdict);
    int place = flow_ground(flow, 6, paint);
    float top = flow->y;
    flow_skip(flow, 5);
    flow_glossed(flow, "", text,
                 taken ? style_bold(theme, TYPE_BODY, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_INK), flow->x + 16,
                 flow->width - 52);
    flow_skip(flow, 3);
    Box box = flow_fit(flow, place, flow->x, top, flow->width);
    kit_answer_sign(painter, box, verdict);
    kit_press(painter, box, 6, target, kit_word_name(painter, text));
    flow_skip(flow, 6);
}

/* Short choices stand beside each other. */
static int count_columns(const Flow *flow, const char **choices, int count)
{
    TextStyle style = style_bold(flow->painter->theme, flow_size(flow, TYPE_BODY), ROLE_INK);
    float widest = 0;
    for (int i = 0; i < count; i++)
        widest = fmaxf(widest, kit_width(flow->painter, style, kit_words_room(flow->painter, choices[i])));
    int columns = count < COLUMNS_MOST ? count : COLUMNS_MOST;
    while (columns > 1 && (flow->width + COLUMN_GAP) / (float)columns - COLUMN_GAP < widest + 54)
        columns--;
    return count <= COLUMNS_MOST - 1 && count % columns ? 1 : columns; /* no row of few is left open */
}

static void set_choices(Flow *flow, const QuizSetting *question)
{
    const char **choices;
    int count = quiz_choices(question->quiz, scene_quiz_trace(flow->painter->view, question->index), flow->language,
                             &flow->painter->list->arena, &choices);
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

static void set_number(Flow *flow, const QuizSetting *question)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    const QuizAnswer *state = &view->panel.quizzes[question->index];
    bool active = view->panel.typing == question->index + 1, answered = question->verdict != VERDICT_OPEN;
    float width = fminf(150, flow->width - 96);
    Box box = {flow->x, flow->y + 2, width, 32}, button = {flow->x + width + 8, flow->y + 2, 76, 32};
    Role role = verdict_role(question->verdict);
    Color outline = active ? theme->fill[ROLE_QUERY] : answered ? theme->fill[role] : theme->text[ROLE_MUTED];
    FieldLook look = {question->quiz->question[flow->language],
                      active ? "" : kit_said(painter, W_TYPE_A_NUMBER),
                      TYPE_BODY,
                      0,
                      12,
                      30,
                      6,
                      answered ? theme->tint[role] : theme->faint,
                      outline,
                      {0},
                      NULL};
    Field typed = {state->typed, state->caret, state->caret, NULL, active, view->field.caret_on};
    kit_field(painter, box, &look, &typed, target_at(TARGET_NUMBER, question->index, 0, 0));
    kit_answer_sign(painter, box, question->verdict);
    kit_button(painter, button, kit_said(painter, W_CHECK_ANSWER), target_at(TARGET_NUMBER_GO, question->index, 0, 0),
               false);
    flow->y += 42;
}

/* ---- a question ---- */

/* Asks for the hint, or behind it for the answer; it stands at the end of the heading's line. */
static void set_hint_control(const Flow *flow, int index, bool answer)
{
    const Painter *painter = flow->painter;
    const char *text = said(flow->language, answer ? W_SHOW_THE_ANSWER : W_HINT);
    Target target = target_at(TARGET_HINT, index, answer, 0);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, kit_pointed(painter, target) ? ROLE_INK : ROLE_MUTED);
    float width = kit_width(painter, style, text) + 16;
    Box box = {flow->x + flow->width - width, flow->y - 6, width, 22};
    drawlist_box(painter->list, box, 6, paint_fill_stroke(painter->theme->panel, painter->theme->hairline, 1.5f));
    kit_text(painter, style, box, ALIGN_CENTER, text);
    kit_press(painter, box, 6, target, text);
}

static void set_answer(Flow *flow, const QuizSetting *question)
{
    const Painter *painter = flow->painter;
    const char *told = card_told(painter->view, question->index, painter->passive, &painter->list->arena);
    if (!told)
        return;
    flow->y += 2;
    float top = flow->y;
    flow_text(flow, told, style_plain(painter->theme, TYPE_SMALL, verdict_role(question->verdict)), flow->x,
              flow->width);
    kit_area(painter, (Box){flow->x, top, flow->width, flow->y - top},
             target_at(TARGET_PANEL, question->index + 1, 0, 0), told);
    flow_skip(flow, 8);
}

void card_quiz_draw(Flow *flow, int index)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    QuizSetting question = {&flow->card->quizzes[index], index, card_verdict(view, index)};
    const Quiz *quiz = question.quiz;
    flow->y += 6;
    kit_heading(painter, (Point){flow->x, flow->y + 9}, ROLE_QUERY, 1, said(flow->language, W_CHECK_YOURSELF));
    CardHelp help = card_help(view, index);
    if (help != HELP_NONE)
        set_hint_control(flow, index, help == HELP_ANSWER);
    flow->y += 21;
    Arena *arena = &painter->list->arena;
    flow_text(flow, live_fill(quiz->question[flow->language], scene_quiz_trace(view, index), arena),
              style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
    flow->y += 4;
    set_choices(flow, &question);
    if (quiz->kind == QUIZ_NUMBER)
        set_number(flow, &question);
    set_answer(flow, &question);
}
