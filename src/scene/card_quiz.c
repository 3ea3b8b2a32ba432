/* The questions of a card. */
#include "scene/flow.h"

static void set_choice(Flow *flow, int quiz, int choice, const char *text, int answered, bool right)
{
    const Painter *painter = flow->painter;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    Target target = {TARGET_CHOICE, (int16_t)quiz, (int16_t)choice, 0};
    bool taken = answered == choice;
    int place = list->count;
    Color fill = taken                          ? theme->tint[right ? ROLE_QUERY : ROLE_OUTPUT]
                 : kit_pointed(painter, target) ? theme->hairline
                                                : theme->faint;
    Color outline = taken ? theme->fill[right ? ROLE_QUERY : ROLE_OUTPUT] : color_fade(fill, 0);
    drawlist_box(list, (Box){0, 0, 64, 64}, 6, paint_fill_stroke(fill, outline, 1.5f));
    float top = flow->y;
    flow->y += 5;
    flow_text(flow, text, taken ? style_bold(theme, TYPE_BODY, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_INK),
              flow->x + 16, flow->width - 52);
    flow->y += 3;
    Box box = {flow->x, top, flow->width, flow->y - top};
    list->commands[place].box.box = box;
    list->commands[place].bounds = box_inset(box, -1, -1);
    if (taken)
        drawlist_text(list, style_bold(theme, TYPE_BODY, right ? ROLE_QUERY : ROLE_OUTPUT),
                      (Box){box.x + box.w - 32, box.y, 20, box.h}, ALIGN_CENTER, slice_of(right ? "✓" : "✗"));
    kit_mark(painter, box, target, true, text);
    kit_focus(painter, box, 6, target);
    flow->y += 6;
}

void card_quiz_draw(Flow *flow, int index)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const Quiz *quiz = &flow->card->quizzes[index];
    flow->y += 6;
    kit_heading(painter, (Point){flow->x, flow->y + 9}, ROLE_QUERY, 1, word(flow->language, W_CHECK));
    flow->y += 17;
    Arena *arena = &painter->list->arena;
    flow_text(flow, live_fill(quiz->question[flow->language], view->trace, arena),
              style_plain(painter->theme, TYPE_BODY, ROLE_INK), flow->x, flow->width);
    flow->y += 4;
    const char **choices;
    int count = quiz_choices(quiz, view->trace, flow->language, arena, &choices);
    int answered = index < VIEW_QUIZZES ? view->answered[index] : -1;
    bool right = answered >= 0 && quiz_right(quiz, view->trace, answered, 0);
    for (int i = 0; i < count; i++)
        set_choice(flow, index, i, choices[i], answered, right);
    if (answered < 0)
        return;
    const char *more = right ? quiz->why[flow->language] : quiz->hint[flow->language];
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, right ? ROLE_QUERY : ROLE_OUTPUT);
    const char *verdict = word(flow->language, right ? W_RIGHT : W_WRONG);
    flow->y += 2;
    flow_text(flow, more ? arena_printf(arena, "%s %s", verdict, live_fill(more, view->trace, arena)) : verdict, style,
              flow->x, flow->width);
    flow->y += 8;
}
