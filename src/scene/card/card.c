/* The lesson's card: prose with live numbers, notes, questions. */
#include "scene/card/card_told.h"
#include "scene/card/flow.h"

#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

enum { MARGIN = 28, FOOT_H = 84, LOW_FOOT_H = 56, LOW_WINDOW = 800 };
#define WAITS_INK 0.5f /* of what is dim while a person plays */
/* Scales of the text: 14.5 px, or smaller until the card fits, 12 px at least. A longer card scrolls. */
static const float SCALES[] = {1, 0.9f, 0.835f};
enum { SCALE_COUNT = sizeof SCALES / sizeof *SCALES };

/* Small headings stand in capitals, as far as their letters have any. */
static const char *capitals(DrawList *list, const char *text)
{
    char *copy = arena_string(&list->arena, text);
    for (char *c = copy; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 32);
    return copy;
}

/* A note stands in a tinted box: its height is known only when its text is set, so the box is put behind it later. */
static void set_note(Flow *flow, const TextBlock *block)
{
    DrawList *list = flow->painter->list;
    const Theme *theme = flow->painter->theme;
    int place = flow_ground(flow, 8, paint_fill(theme->tint[ROLE_CONTEXT]));
    float top = flow->y;
    flow_skip(flow, 14);
    if (block->label) {
        TextStyle style = style_bold(theme, TYPE_TINY, ROLE_CONTEXT);
        style.tracking = 0.9f;
        drawlist_text_at(list, style, (Point){flow->x + 16, flow->y + 9}, ALIGN_LEFT,
                         slice_of(capitals(list, block->label)));
        flow->y += 18;
    }
    flow_spans(flow, block->spans, block->span_count, flow->x + 16, flow->width - 32, TYPE_BODY);
    flow_skip(flow, 9);
    flow_fit(flow, place, flow->x, top, flow->width);
    flow_skip(flow, 14);
}

/* The height of a question with that answer; what is drawn for it is thrown away. */
static float answered_height(const Flow *flow, int quiz, QuizAnswer answer)
{
    DrawList *list = flow->painter->list;
    View view = *flow->painter->view;
    Painter painter = {&view, flow->painter->theme, list, true, NULL};
    Flow own = *flow;
    int before = list->count;
    own.painter = &painter;
    view.panel.quizzes[quiz] = answer;
    card_quiz_draw(&own, quiz);
    list->count = before;
    return own.y - flow->y;
}

/* The greatest height that a question can have when it is answered: with its hint, or with the choice that has the
 * longest comment. */
static float tallest_answer(const Flow *flow, int quiz)
{
    QuizAnswer answer = {.answered = true, .choice = -1, .number = NAN};
    const char **choices;
    int count = quiz_choices(&flow->card->quizzes[quiz], scene_quiz_trace(flow->painter->view, quiz), flow->language,
                             &flow->painter->list->arena, &choices);
    bool reasons = flow->card->quizzes[quiz].wrong[flow->language] != NULL;
    float height = answered_height(flow, quiz, answer);
    for (answer.choice = 0; reasons && answer.choice < count; answer.choice++)
        height = fmaxf(height, answered_height(flow, quiz, answer));
    return fmaxf(height, answered_height(flow, quiz, (QuizAnswer){.shown = true}));
}

#define PICTURE_MOST 300.0f /* px high */
#define PAPER_MOST   190.0f /* beside a figure of the stage */

/* As large as it is, or as there is room. */
static void set_picture(Flow *flow, const TextBlock *block)
{
    const Image *image = block->image;
    if (!image) /* of a lesson that was not read from a folder */
        return;
    float width = (float)image->width, height = (float)image->height;
    float scale = fminf(1, fminf(flow->width / width, (flow->painter->passive ? PAPER_MOST : PICTURE_MOST) / height));
    Box box = {flow->x, flow->y, scale * width, scale * height};
    box.x += (flow->width - box.w) / 2;
    drawlist_image(flow->painter->list, box, image);
    kit_mark(flow->painter, box, (Target){TARGET_PICTURE, (int16_t)flow->block, 0, 0}, false, block->spans[0].text);
    flow->y += box.h;
    flow_skip(flow, 12);
}

static void set_block(Flow *flow, const TextBlock *block)
{
    const Theme *theme = flow->painter->theme;
    float indent = block->kind == BLOCK_HEADING ? 0 : 18 * (float)block->level;
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        flow_spans(flow, block->spans, block->span_count, flow->x + indent, flow->width - indent, TYPE_BODY);
        flow_skip(flow, block->level ? 5 : 12);
        break;
    case BLOCK_HEADING:
        flow_spans(flow, block->spans, block->span_count, flow->x, flow->width, TYPE_LARGE);
        flow_skip(flow, 6);
        break;
    case BLOCK_ITEM: {
        float size = flow_size(flow, TYPE_BODY);
        const char *bullet = block->number      ? arena_printf(&flow->painter->list->arena, "%d.", block->number)
                             : block->level > 1 ? "–"
                                                : "•";
        drawlist_text_at(flow->painter->list, style_plain(theme, size, ROLE_MUTED),
                         (Point){flow->x + indent - 8, flow->y + size}, ALIGN_RIGHT, slice_of(bullet));
        flow_spans(flow, block->spans, block->span_count, flow->x + indent, flow->width - indent, TYPE_BODY);
        flow_skip(flow, 5);
        break;
    }
    case BLOCK_NOTE:
        set_note(flow, block);
        break;
    case BLOCK_CODE:
        card_code_draw(flow, block);
        break;
    case BLOCK_PICTURE:
        set_picture(flow, block);
        break;
    case BLOCK_TABLE_ROW: /* of card_table_draw */
        break;
    case BLOCK_QUIZ: {
        float top = flow->y;
        card_quiz_draw(flow, block->quiz);
        if (flow->more)
            *flow->more += tallest_answer(flow, block->quiz) - (flow->y - top);
        break;
    }
    }
}

static bool of_list(const TextBlock *block)
{
    return block->kind == BLOCK_ITEM || (block->level > 0 && block->kind != BLOCK_HEADING);
}

int flow_block(Flow *flow, int index)
{
    int count = flow->card->block_count[flow->language];
    const TextBlock *block = &flow->card->blocks[flow->language][index];
    flow->block = index;
    if (block->kind == BLOCK_TABLE_ROW)
        return index + card_table_draw(flow, block, count - index);
    set_block(flow, block);
    if (of_list(block) && index + 1 < count && !of_list(block + 1))
        flow->y += 7;
    return index + 1;
}

/* Filled: the card is completed; with a ring: it is the open one. */
static void draw_dot(const Painter *painter, Point at, bool current, bool done)
{
    const Theme *theme = painter->theme;
    Color full = theme->fill[ROLE_CONTEXT];
    float r = current ? 4.5f : 3;
    Box box = {at.x - r, at.y - r, 2 * r, 2 * r};
    Color inside = done ? full : current ? theme->panel : theme->hairline;
    drawlist_box(painter->list, box, r, current ? paint_fill_stroke(inside, full, 2) : paint_fill(inside));
}

static void draw_dots(const Painter *painter, float left, float right, float y)
{
    const View *view = painter->view;
    int count = view->lesson->card_count;
    float step = fminf(14, (right - left) / (float)count);
    float first = (left + right) / 2 - step * (float)(count - 1) / 2;
    for (int n = 1; n <= count; n++) { /* the open one last: its ring lies over its neighbours */
        int i = (view->card + n) % count;
        float x = first + step * (float)i;
        bool current = i == view->card, done = view->panel.completed && view->panel.completed[i];
        Target target = target_at(TARGET_CARD, i, 0, 0);
        draw_dot(painter, (Point){x, y}, current, done);
        kit_area(painter, (Box){x - step / 2, y - 12, step, 24}, target, NULL);
        if (kit_pointed(painter, target))
            drawlist_box(painter->list, (Box){x - 6, y - 6, 12, 12}, 6,
                         paint_stroke(painter->theme->fill[ROLE_CONTEXT], 1.5f));
    }
}

/* On a path where one is on it, in place of the lesson's dots: in a line, or in two where that is too long. */
static void draw_path(const Painter *painter, float left, float right, float y)
{
    const View *view = painter->view;
    Arena *arena = &painter->list->arena;
    const char *name = scene_path_name(view, arena), *at = scene_path_at(view, true, arena);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    at = at ? at : kit_said(painter, W_PATH_BESIDE);
    const char *line = arena_printf(arena, "%s · %s", name, at);
    float middle = (left + right) / 2;
    if (kit_width(painter, style, line) <= right - left) {
        kit_text_at(painter, style, (Point){middle, y + 4}, ALIGN_CENTER, line);
        return;
    }
    kit_text_at(painter, style_bold(painter->theme, TYPE_SMALL, ROLE_CONTEXT), (Point){middle, y - 4}, ALIGN_CENTER,
                name);
    kit_text(painter, kit_shrunk(painter, style, right - left, at), (Box){left, y - 1, right - left, 18}, ALIGN_CENTER,
             at);
}

static float foot_height(const View *view)
{
    return view->height < LOW_WINDOW ? LOW_FOOT_H : FOOT_H;
}

static void draw_foot(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    float y = box.y + box.h - (foot_height(view) == FOOT_H ? 54 : 40);
    Target back = {TARGET_CARD_BACK, 0, 0, 0};
    Word next = scene_next_card(view);
    float button = next == W_NEXT_LESSON ? 98 : 66;
    float dots_left = box.x + 92, dots_right = box.x + box.w - MARGIN - 8 - button;
    if (scene_has_back(view)) {
        const char *text = arena_printf(&painter->list->arena, "‹ %s", kit_said(painter, W_BACK));
        TextStyle style = style_plain(theme, TYPE_BODY, kit_pointed(painter, back) ? ROLE_INK : ROLE_MUTED);
        kit_text(painter, style, (Box){box.x + MARGIN, y - 8, 66, 32}, ALIGN_LEFT, text);
        kit_press(painter, (Box){box.x + MARGIN - 6, y - 8, 68, 32}, 8, back, text);
    }
    (view->course.path ? draw_path : draw_dots)(painter, dots_left, dots_right, y + 8);
    kit_button(painter, (Box){box.x + box.w - MARGIN + 4 - button, y - 8, button, 32}, kit_said(painter, next),
               (Target){TARGET_CARD_NEXT, 0, 0, 0}, true);
}

/* Why the file that was saved last is not what is shown, on top of the card; returns its height. */
static float draw_problem(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Error *problem = view->panel.problem;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    if (!problem)
        return 0;
    Flow flow = {painter, NULL, view->language, box.x + MARGIN, box.w - 2 * MARGIN, box.y + 16};
    int place = flow_ground(&flow, 0, paint_fill(theme->tint[ROLE_OUTPUT]));
    kit_heading(painter, (Point){flow.x, flow.y + 9}, ROLE_OUTPUT, 1, kit_said(painter, W_THIS_LESSON_HAS_AN_ERROR));
    flow.y += 19;
    const char *name = path_name(problem->file);
    const char *at =
        problem->line > 0 ? arena_printf(&list->arena, kit_said(painter, W_FILE_LINE), name, problem->line) : name;
    if (at[0])
        flow_text(&flow, at, style_bold(theme, TYPE_BODY, ROLE_INK), flow.x, flow.width);
    flow_text(&flow, problem->message, style_plain(theme, TYPE_SMALL, ROLE_INK), flow.x, flow.width);
    flow_text(&flow, kit_said(painter, W_BELOW_IS_THE_LESSON_AS_IT_WAS), style_plain(theme, TYPE_SMALL, ROLE_MUTED),
              flow.x, flow.width);
    flow.y += 10;
    return flow_fit(&flow, place, box.x, box.y, box.w).h;
}

/* In place of the blocks from `first` on, whose height counts as what an answer can bring. */
static void set_waiting(Flow *flow, int first)
{
    const Painter *painter = flow->painter;
    int count = flow->card->block_count[flow->language], before = painter->list->count;
    Painter passive = *painter;
    passive.passive = true;
    Flow rest = *flow;
    rest.painter = &passive;
    for (int i = first; flow->more && i < count;)
        i = flow_block(&rest, i);
    painter->list->count = before;
    float top = flow->y;
    if (first < count && !card_exam_open(painter->view))
        flow_text(flow, kit_said(painter, W_THE_REST_COMES_WITH_THE_ANSWER),
                  style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED), flow->x, flow->width);
    if (flow->more)
        *flow->more += fmaxf(0, rest.y - top - (flow->y - top));
}

/* Heading, title and text from `top` on; returns where they end. `more`: as the flow's. */
static float set_card(const Painter *painter, Box box, float top, float scale, float *more)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    const Card *card = &view->lesson->cards[view->card];
    float margin = scale < 1 ? MARGIN - 6 : MARGIN;
    Flow flow = {painter, card, view->language, box.x + margin, box.w - 2 * margin, top, .scale = scale, .more = more};
    const char *number = view->course.count == 0 ? kit_said(painter, W_LESSON_TITLE)
                                                 : arena_printf(&list->arena, kit_said(painter, W_LESSON_OF),
                                                                view->course.number, view->course.count);
    float behind = kit_heading(painter, (Point){flow.x, flow.y + 9}, ROLE_CONTEXT, 1, number);
    if (view->panel.completed && view->panel.completed[view->card])
        kit_text_at(painter, style_bold(theme, TYPE_SMALL, ROLE_QUERY), (Point){flow.x + behind + 8, flow.y + 9},
                    ALIGN_LEFT, "✓");
    flow.y += 21;
    TextStyle title = style_bold(theme, flow_size(&flow, TYPE_TITLE), ROLE_INK);
    FlowPieces pieces = {0};
    bool space = false;
    flow_cut(&flow, &pieces, slice_of(card->title[view->language]), title, (Target){0}, &space);
    flow_pieces(&flow, &pieces, flow.x, flow.width, roundf(title.size * 1.3f));
    flow.y += scale < 1 ? 8 : 13;
    for (int i = 0; i < card->block_count[view->language];) {
        const TextBlock *block = &card->blocks[view->language][i];
        i = flow_block(&flow, i);
        if (block->kind == BLOCK_QUIZ && scene_quiz_waits(view, block->quiz)) {
            set_waiting(&flow, i);
            break;
        }
    }
    if (view->panel.exam && card->quiz_count == 0)
        card_exam_draw(&flow);
    return flow.y;
}

static float top_of(int smaller)
{
    return smaller ? 18 : 28;
}

static float draw_body(const Painter *painter, Box box)
{
    const View *view = painter->view;
    DrawList *list = painter->list;
    float foot = foot_height(view), problem = draw_problem(painter, (Box){box.x, box.y, box.w - 1, box.h});
    problem = fminf(problem, box.h - foot - 40);
    Box body = {box.x, box.y + problem, box.w - 1, box.h - foot - problem};
    kit_area(painter, body, (Target){TARGET_PANEL, 0, 0, 0}, NULL);
    drawlist_clip(list, body);
    /* there most cards need it, and one size reads better than two; in front of people the largest that fits does */
    int smaller = view->height < LOW_WINDOW && !view->window.present;
    float end;
    for (int before = list->count;; smaller++, list->count = before) {
        float top = body.y + top_of(smaller) - view->panel.scroll, more = 0;
        end = set_card(painter, box, top, SCALES[smaller], smaller + 1 < SCALE_COUNT ? &more : NULL);
        float answered = end - top + more; /* no answer may change the type */
        if (smaller + 1 == SCALE_COUNT || answered + top_of(smaller) - 6 <= box.h - foot)
            break;
    }
    drawlist_unclip(list);
    float over = end - 6 + view->panel.scroll - (body.y + body.h); /* the last gap need not be seen */
    if (view->panel.scroll < over - 1)
        kit_fade(painter, body, EDGE_BOTTOM, painter->theme->panel, 14);
    if (view->panel.scroll > 1)
        kit_fade(painter, body, EDGE_TOP, painter->theme->panel, 14);
    return fmaxf(0, over);
}

/* Every ink of it is nearer to the ground. */
static Theme dimmed(const Theme *theme)
{
    Theme dim = *theme;
    dim.faint = color_mix(theme->panel, theme->faint, WAITS_INK);
    for (Role role = 0; role < ROLE_COUNT; role++) {
        dim.text[role] = color_mix(theme->panel, theme->text[role], WAITS_INK);
        dim.fill[role] = color_mix(theme->panel, theme->fill[role], WAITS_INK);
        dim.tint[role] = color_mix(theme->panel, theme->tint[role], WAITS_INK);
    }
    return dim;
}

float card_draw_waiting(const Painter *painter, const View *own, Box box)
{
    Theme dim = dimmed(painter->theme);
    Painter still = *painter;
    still.view = own;
    still.theme = &dim;
    still.passive = true;
    kit_panel(painter, box, EDGE_RIGHT);
    float foot = foot_height(own), over = draw_body(&still, box), y = box.y + box.h - foot + 8;
    Box body = {box.x, box.y, box.w - 1, box.h - foot};
    kit_area(painter, body, (Target){TARGET_PANEL, 0, 0, 0}, NULL);
    kit_button(painter, (Box){box.x + MARGIN - 4, y, box.w - 2 * MARGIN + 8, fminf(44, foot - 16)},
               kit_said(painter, W_BACK_TO_THE_LESSON), (Target){TARGET_RETURN, 0, 0, 0}, true);
    return over;
}

float card_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    kit_panel(painter, box, EDGE_RIGHT);
    if (!view->lesson || view->card >= view->lesson->card_count)
        return 0;
    float over = draw_body(painter, box);
    draw_foot(painter, box);
    return over;
}
