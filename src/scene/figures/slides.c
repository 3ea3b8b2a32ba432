#include "scene/figures/slides.h"

#include "scene/figures/page.h"

#include <math.h>

#define MARGIN      40.0f
#define TITLE_Y     26.0f
#define TITLE_H     48.0f
#define TITLE_SIZE  34.0f
#define TOP         92.0f
#define BOTTOM      668.0f
#define FOOT_Y      698.0f
#define FOOT_SIZE   16.0f
#define FIGURE_W    724.0f
#define FIGURE_ROOM 540.0f /* px of a figure before it is made as high as the slide has room */
#define GAP         30.0f
#define QUESTION_Y  140.0f
#define TEXT_SIZE   24.0f /* 18 pt: of the smallest text */
#define ALONE_SIZE  36.0f /* of a question */
#define SMALLER     0.94f /* of what has no room, until it has */
#define SCALE_LEAST 0.5f
#define SCALE_MOST  1.5f /* of a picture that comes with the answer */

typedef enum SlideKind { SLIDE_CARD, SLIDE_QUESTION, SLIDE_ANSWER, SLIDE_KINDS } SlideKind;

/* Parts `first` to before `end` of a card's text, of its questions or of its answers. */
typedef struct Slide {
    SlideKind kind;
    int card, first, end;
    bool figure; /* on the first of a card's, and the first of its answers' */
    float scale; /* of its type */
} Slide;

/* ---- parts ---- */

static bool set_text(const Handout *handout, Flow *flow, int part)
{
    (void)handout;
    int index = page_block(flow, flow->painter->view, handout_text, part);
    if (index >= 0)
        flow_block(flow, index);
    return index >= 0;
}

static bool set_question(const Handout *handout, Flow *flow, int part)
{
    (void)handout;
    if (part >= flow->card->quiz_count)
        return false;
    page_question(flow, part, part + 1, 0);
    return true;
}

static PageItem *const SETTERS[] = {set_text, set_question, page_answer}; /* by kind */

static View view_of(const Handout *handout, const Slide *slide, Arena *arena)
{
    return handout_view(handout, slide->card, slide->kind == SLIDE_ANSWER, arena);
}

/* Beside the figure, or over the whole width. */
static Flow flow_of(const Painter *painter, const Slide *slide)
{
    const View *view = painter->view;
    float x = slide->figure ? MARGIN + FIGURE_W + GAP : MARGIN;
    bool alone = slide->kind == SLIDE_QUESTION;
    return (Flow){.painter = painter,
                  .card = &view->lesson->cards[view->card],
                  .language = view->language,
                  .x = x,
                  .width = SLIDE_W - MARGIN - x,
                  .y = alone ? QUESTION_Y : TOP,
                  .scale = slide->scale};
}

/* ---- which slides there are ---- */

/* Of a part that is higher than a slide: smaller type, until it fits. */
static void shrink(const Handout *handout, Slide *slide, const View *view, Flow shape, const Type *type)
{
    do
        shape.scale = slide->scale *= SMALLER;
    while (shape.y + page_part_height(handout, SETTERS[slide->kind], view, &shape, slide->first, type) > BOTTOM
           && slide->scale > SCALE_LEAST);
}

/* Takes the parts from `first` on that have room, one at least where no figure stands beside it. */
static void take_parts(const Handout *handout, Slide *slide, const View *view, const Type *type)
{
    Painter painter = {view, view->theme, NULL, true};
    bool alone = slide->kind == SLIDE_QUESTION;
    slide->scale = alone ? ALONE_SIZE / TYPE_BODY : TEXT_SIZE / TYPE_SMALL;
    Flow shape = flow_of(&painter, slide);
    float y = shape.y;
    for (slide->end = slide->first; !alone || slide->end == slide->first; slide->end++) {
        float high = page_part_height(handout, SETTERS[slide->kind], view, &shape, slide->end, type);
        bool fits = y + high <= BOTTOM;
        if (high < 0 || (!fits && (slide->end > slide->first || slide->figure)))
            return;
        if (!fits)
            shrink(handout, slide, view, shape, type);
        y += high;
    }
}

static bool is_there(const Handout *handout, const Slide *slide)
{
    bool asks = handout->lesson->cards[slide->card].quiz_count > 0;
    return slide->end > slide->first || (slide->figure && (slide->kind == SLIDE_CARD || asks));
}

/* How many slides of that kind the card has, up to the one that is wanted, from 0, which `slide` is then. */
static int count_kind(const Handout *handout, Slide *slide, int wanted, const Type *type)
{
    Arena arena = {0};
    View view = view_of(handout, slide, &arena);
    int count = 0;
    for (slide->figure = slide->kind != SLIDE_QUESTION;; slide->first = slide->end, slide->figure = false) {
        take_parts(handout, slide, &view, type);
        if (!is_there(handout, slide) || count++ == wanted)
            break;
    }
    arena_finish(&arena);
    return count;
}

/* The same of the whole lesson. */
static int count_slides(const Handout *handout, Slide *slide, int wanted, const Type *type)
{
    int count = 0;
    for (int card = 0; card < handout->lesson->card_count; card++)
        for (SlideKind kind = 0; kind < SLIDE_KINDS; kind++) {
            *slide = (Slide){.kind = kind, .card = card};
            count += count_kind(handout, slide, wanted - count, type);
            if (wanted >= 0 && count > wanted)
                return count;
        }
    return count;
}

int slides_count(const Handout *handout, const Type *type)
{
    return count_slides(handout, &(Slide){0}, -1, type);
}

/* ---- drawing ---- */

/* As on paper, but larger where there is room. */
static void draw_figure(const Painter *painter, Box box)
{
    const View *view = painter->view;
    DrawList figure = {0};
    float scale = fminf(SCALE_MOST, box.h / page_figure_height(view, FIGURE_ROOM));
    handout_figure(view, box.w / scale, box.h / scale, painter->list->type, &figure);
    drawlist_append_scaled(painter->list, &figure, (Point){box.x, box.y}, scale);
    drawlist_finish(&figure);
    drawlist_box(painter->list, box, 8, paint_stroke(painter->theme->hairline, 1));
}

static void draw_frame(const Painter *painter, const Slide *slide, int page)
{
    const View *view = painter->view;
    TextStyle style = style_plain(painter->theme, FOOT_SIZE, ROLE_MUTED);
    DrawList *list = painter->list;
    kit_text_at(painter, style, (Point){MARGIN, FOOT_Y}, ALIGN_LEFT,
                arena_printf(&list->arena, "%d.%d · %s", view->lesson->order, view->card + 1,
                             view->lesson->title[view->language]));
    kit_text_at(painter, style, (Point){SLIDE_W - MARGIN, FOOT_Y}, ALIGN_RIGHT,
                arena_printf(&list->arena, "%d", page + 1));
    Box title = {MARGIN, TITLE_Y, SLIDE_W - 2 * MARGIN, TITLE_H};
    if (slide->kind != SLIDE_QUESTION)
        page_card_title(painter, title, TITLE_SIZE);
}

void slides_draw(const Handout *handout, int page, const Type *type, DrawList *list)
{
    Slide slide;
    count_slides(handout, &slide, page, type);
    drawlist_reset(list, type, SLIDE_W, SLIDE_H, color_hex(0xffffff));
    View view = view_of(handout, &slide, &list->arena);
    Painter painter = {&view, view.theme, list, true};
    draw_frame(&painter, &slide, page);
    bool alone = slide.first == slide.end;
    if (slide.figure)
        draw_figure(&painter, (Box){MARGIN, TOP, alone ? SLIDE_W - 2 * MARGIN : FIGURE_W, BOTTOM - TOP});
    Flow flow = flow_of(&painter, &slide);
    for (int part = slide.first; part < slide.end; part++)
        SETTERS[slide.kind](handout, &flow, part);
    drawlist_crop(list);
}
