#include "scene/view/window_layout.h"

#include <math.h>
#include <string.h>

#define BAR_H 52.0f
#define TAB_W 36.0f
#define TAB_H 44.0f

#define UPRIGHT_MOST   640.0f
#define UPRIGHT_BAR_H  92.0f /* two lines */
#define UPRIGHT_SIDE_H 184.0f
#define UPRIGHT_SIDE   138.0f /* at the least, without headings */
#define UPRIGHT_FIELD  112.0f /* the same two of the sentence alone, beside a stage */
#define UPRIGHT_LOW    74.0f
#define UPRIGHT_FOOT_H 144.0f
#define UPRIGHT_LINE_H 112.0f /* of the timeline alone */
#define UPRIGHT_TRAIN  216.0f /* the foot of the train view, which has all that can be chosen */
#define UPRIGHT_STAGE  360.0f /* which the side panel leaves of a low picture */
#define SHEET_TOP      96.0f  /* of the stage that an open card leaves in sight */

#define RAIL_W        72.0f /* of a lying picture's bar, at the left */
#define LYING_TAB_H   52.0f
#define LYING_FOOT_H  64.0f
#define LYING_SIDE    236.0f /* at the least */
#define LYING_CARD    380.0f
#define LYING_SCALE   0.91f /* at which numbers have 10 px */
#define LYING_LEAST_W (RAIL_W + WINDOW_LYING_W)
#define LYING_LEAST_H 396.0f
#define SMALL         0.84f /* with less the smallest type has less than 9 px */
#define SMALL_CARD    300.0f
#define SMALL_ABOVE   200.0f /* px of the stage: with less there are no captions */

#define NOTES_STAGE 440.0f /* px that a list of notes in the foot leaves of the stage, */
#define NOTES_SHARE 0.4f   /* and what it has of the window at most */

#define LEAST_W         870.0f /* what the stage needs to be whole */
#define LEAST_H         560.0f
#define UPRIGHT_LEAST_W 380.0f /* the same of a picture that is upright */
#define UPRIGHT_LEAST_H 778.0f

#define COLUMN_LEAST 24.0f  /* px of a source word's */
#define STAGE_REST   374.0f /* px of the stage beside its columns, at the least */
enum { COLUMNS_LEAST = 7, COLUMNS_MOST = 12 };

/* Of a sentence that a person gave; what a card shows stands beside it. */
static int columns_wanted(const View *view)
{
    const char *own = card_sentence(view->lesson, lesson_card(view->lesson, view->card));
    bool given = !view_plays(view) && (!view->field.text || strcmp(view->field.text, own) != 0);
    int n = given ? view->trace->n : 0;
    return n < COLUMNS_LEAST ? COLUMNS_LEAST : n > COLUMNS_MOST ? COLUMNS_MOST : n;
}

/* The card leaves the stage as many columns as its sentence has; of a long one 12, the others scroll. */
static bool leaves_room(const View *view, float stage)
{
    return stage >= STAGE_REST + COLUMN_LEAST * (float)columns_wanted(view);
}

float window_side(const View *view)
{
    return view->window.present ? view->width * 0.27f : fminf(356, fmaxf(290, view->width * 0.2475f));
}

static bool is_upright(Point picture)
{
    return picture.x < UPRIGHT_MOST && picture.y > picture.x && picture.y >= LEAST_H;
}

bool window_upright(const View *view)
{
    return is_upright((Point){view->width, view->height});
}

static bool is_lying(Point picture)
{
    return picture.y < LEAST_H;
}

bool window_lying(const View *view)
{
    return is_lying((Point){view->width, view->height});
}

bool window_narrow(const View *view)
{
    return view->width < UPRIGHT_MOST;
}

/* At that scale, or a smaller one at which there is `least` of it. */
static Point fit(Point window, float scale, Point least, bool captions)
{
    least.y += captions ? WINDOW_CAPTION_H : 0;
    scale = fminf(scale, fminf(window.x / least.x, window.y / least.y));
    return (Point){window.x / scale, window.y / scale};
}

static Point whole_picture(Point window, float scale, bool captions)
{
    Point picture = fit(window, scale, (Point){UPRIGHT_LEAST_W, UPRIGHT_LEAST_H}, captions);
    if (is_upright(picture))
        return picture;
    const Point lying = {LYING_LEAST_W, LYING_LEAST_H};
    if (is_lying(fit(window, LYING_SCALE, lying, captions)))
        return fit(window, fmaxf(scale, LYING_SCALE), lying, captions);
    return fit(window, scale, (Point){LEAST_W, LEAST_H}, captions);
}

/* Where type would be too small a low picture is not whole: it is a lying one, whose stage is dragged. */
Point window_picture(Point window, float scale, bool captions)
{
    Point picture = whole_picture(window, scale, captions), small = {window.x / LYING_SCALE, window.y / LYING_SCALE};
    return is_lying(small) && window.x / picture.x < fminf(scale, SMALL) - 0.001f ? small : picture;
}

bool window_presents(const View *view)
{
    return view->window.present && !window_upright(view) && !window_lying(view);
}

bool window_asks_class(const View *view)
{
    Question question;
    return window_presents(view) && (scene_asks(view, &question) || scene_answered(view, &question));
}

/* Weights of another program are of no lesson. */
static bool has_cards(const View *view)
{
    return view->lesson && view->lesson->card_count > 0 && view_is_of_lesson(view->kind);
}

/* Nothing but the timeline stands in the foot. */
static bool times_alone(const View *view)
{
    return view_has(view->kind, HAS_STAGE) && !view->predict.on;
}

static WindowLayout lay_upright(const View *view)
{
    WindowLayout layout = {0};
    float w = view->width, bar = view->window.present || view->window.embedded ? 0 : UPRIGHT_BAR_H;
    bool cards = has_cards(view);
    float tab = cards && !view->window.embedded ? TAB_H : 0, caption = view->window.captions ? WINDOW_CAPTION_H : 0;
    float foot = times_alone(view) ? UPRIGHT_LINE_H : UPRIGHT_FOOT_H;
    if (view_has(view->kind, HIGH_FOOT))
        foot = UPRIGHT_TRAIN;
    float y = view->height - tab, room = y - bar - foot - caption;
    bool field = view_has(view->kind, HAS_STAGE);
    float side = fminf(field ? UPRIGHT_FIELD : UPRIGHT_SIDE_H, room - UPRIGHT_STAGE);
    side = view->window.embedded || view_has(view->kind, IS_WIDE) || side < (field ? UPRIGHT_LOW : UPRIGHT_SIDE) ? 0
                                                                                                                 : side;
    layout.bar = (Box){0, 0, w, bar};
    layout.tab = (Box){0, y, tab > 0 ? w : 0, tab};
    layout.card = (Box){0, bar + SHEET_TOP, cards && view->panel.open ? w : 0, y - bar - SHEET_TOP};
    layout.foot = (Box){0, y -= foot, w, foot};
    layout.caption = (Box){0, y -= caption, w, caption};
    layout.side = (Box){0, y -= side, side > 0 ? w : 0, side};
    layout.stage = (Box){0, bar, w, y - bar};
    return layout;
}

static WindowLayout lay_lying(const View *view)
{
    WindowLayout layout = {0};
    float w = view->width, h = view->height;
    bool alone = view->window.present || view->window.embedded, cards = has_cards(view);
    bool asks = view->predict.on && view_has(view->kind, HAS_STAGE);
    float rail = alone ? 0 : RAIL_W, tab = cards && !alone ? LYING_TAB_H : 0;
    float foot = view_has(view->kind, HIGH_FOOT) || asks ? WINDOW_FOOT_H : LYING_FOOT_H;
    float caption = view->window.captions && h - foot - WINDOW_CAPTION_H >= SMALL_ABOVE ? WINDOW_CAPTION_H : 0;
    float above = h - foot - caption, card = fminf(LYING_CARD, fmaxf(w * 0.5f, fminf(SMALL_CARD, w - rail)));
    float side = view->window.embedded || view_has(view->kind, IS_WIDE) ? 0 : fminf(300, fmaxf(LYING_SIDE, w * 0.29f));
    layout.bar = (Box){0, 0, rail, rail > 0 ? h - tab : 0};
    layout.tab = (Box){0, h - tab, tab > 0 ? rail : 0, tab};
    layout.card = (Box){rail, 0, cards && view->panel.open ? card : 0, h};
    layout.stage = (Box){rail, 0, w - rail - side, above};
    layout.side = (Box){w - side, 0, side, above};
    layout.caption = (Box){rail, above, w - rail, caption};
    layout.foot = (Box){rail, h - foot, w - rail, foot};
    return layout;
}

/* Panels fold away where there is no room: first the card, to a tab, then the alignment. While presenting the card
 * stands beside the stage, once K has brought it, and the stage has all the rest. */
static WindowLayout lay_wide(const View *view)
{
    WindowLayout layout = {0};
    float w = view->width, h = view->height;
    bool present = view->window.present, alone = present || view->window.embedded;
    float bar = alone ? 0 : BAR_H, foot = times_alone(view) ? WINDOW_FOOT_LINE : WINDOW_FOOT_H;
    bool cards = has_cards(view);
    bool asks = window_asks_class(view); /* across all of the window, below the card too */
    if (asks)
        foot = WINDOW_FOOT_ASKS;
    if (view_has(view->kind, NOTES_FOOT))
        foot = fmaxf(foot, fminf(h * NOTES_SHARE, h - bar - NOTES_STAGE));
    bool bare = view->window.embedded || (present && view->origin.depth == 0); /* no map beside the stage */
    float side = w < 760 || bare ? 0 : window_side(view);
    float card = cards ? fminf(present ? 380 : 300, fmaxf(h < 800 ? 288 : 264, w * (present ? 0.34f : 0.2085f))) : 0;
    bool folded = cards && (alone || !leaves_room(view, w - card - side)); /* the same in every view */
    float tab = folded && !alone ? TAB_W : 0, left = folded && !(present && view->panel.open) ? tab : card;
    if (view_has(view->kind, IS_WIDE))
        side = 0;
    float caption = view->window.captions ? WINDOW_CAPTION_H : 0;
    layout.bar = (Box){0, 0, w, bar};
    layout.tab = (Box){0, bar, tab, h - bar};
    layout.card = (Box){tab, bar, folded && !view->panel.open ? 0 : card, h - bar};
    layout.side = (Box){w - side, bar, side, h - bar - foot - caption};
    layout.foot = (Box){asks ? 0 : left, h - foot, w - (asks ? 0 : left), foot};
    layout.card.h -= asks ? foot : 0;
    layout.caption = (Box){left, h - foot - caption, w - left, caption};
    layout.stage = (Box){left, bar, w - left - side, h - bar - foot - caption};
    return layout;
}

WindowLayout window_layout(const View *view)
{
    WindowLayout layout = window_upright(view) ? lay_upright(view)
                          : window_lying(view) ? lay_lying(view)
                                               : lay_wide(view);
    if (view->field.active && layout.side.w == 0 && !view_has(view->kind, IS_WIDE)) {
        layout.stage.h -= WINDOW_FIELD_H;
        layout.field = (Box){layout.stage.x, layout.stage.y + layout.stage.h, layout.stage.w, WINDOW_FIELD_H};
    }
    if (view->timer.on) {
        layout.foot.w -= WINDOW_TIMER_W;
        layout.timer = (Box){layout.foot.x + layout.foot.w, layout.foot.y, WINDOW_TIMER_W, layout.foot.h};
    }
    Box *from =
        window_lying(view) && layout.side.w > 0 ? &layout.side : &layout.stage; /* a low stage needs all of it */
    if (view_plays(view)) {
        layout.strip = (Box){from->x, from->y, from->w, WINDOW_STRIP_H};
        from->y += WINDOW_STRIP_H;
        from->h -= WINDOW_STRIP_H;
    }
    return layout;
}

bool window_card_folds(const View *view)
{
    return has_cards(view) && (view->window.present || view->window.embedded || window_layout(view).tab.w > 0);
}

bool window_card_floats(const View *view)
{
    WindowLayout layout = window_layout(view);
    return window_card_folds(view) && layout.card.w > 0 && layout.card.x + layout.card.w > layout.stage.x;
}

float view_type_least(const View *view)
{
    return view->window.present && !window_lying(view) ? 9 : TYPE_TINY;
}
