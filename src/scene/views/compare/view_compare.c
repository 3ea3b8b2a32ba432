/* The compare view: the sentence, two models on it side by side, exact match by length, and a foot that steps both. */
#include "scene/views/compare/view_compare.h"
#include "scene/kit/pan.h"
#include "scene/stage/arcs.h"
#include "scene/views/compare/compare_words.h"
#include "scene/views/variant_bar.h"
#include "words/common_words.h"
#include "words/course_words.h"
#include "words/moments_words.h"

#include <math.h>

enum { MARGIN = 26 };

typedef struct CompareLayout {
    Box field, chart;
    float reference_y; /* baseline */
    SideLayout sides[2];
    bool low;
    bool stacked; /* one model below the other */
    Box room;     /* for what is below the reference, */
    float height; /* and what it needs where it is stacked */
} CompareLayout;

#define COLUMN_LEAST   22.0f /* px of a word's: with less of an upright picture the models stand one below the other, */
#define COLUMN_PRESENT 32.0f /* and with less in front of people */
enum { STACK_GAP = 22, STACK_RIBBONS = 64, STACK_STATES = 84, STACK_ARCS = 200, STACK_CHART = 160 };

static float side_width(Box area)
{
    float gap = area.w < 800 ? 32 : 48;
    return (area.w - 2 * MARGIN - gap) / 2;
}

static bool is_stacked(const Painter *painter, Box area)
{
    const CompareSide *sides = painter->view->compare->sides;
    int n = sides[0].trace->n > sides[1].trace->n ? sides[0].trace->n : sides[1].trace->n;
    bool says =
        sides[0].trace->config.attention == ATTENTION_NONE || sides[1].trace->config.attention == ATTENTION_NONE;
    bool presents = window_presents(painter->view);
    float least = presents ? COLUMN_PRESENT : COLUMN_LEAST;
    return !painter->passive && (presents || window_upright(painter->view))
           && ((says && !presents)
               || side_width(area) < least * (float)n); /* that there is no context, in so many words */
}

/* px that are said under the states of a side: its words, `notes` down to the baseline of what is said
 * of unknown ones. */
static float words_height(const Painter *painter, float width, bool *turned, float *notes)
{
    *turned = compare_words_turned(painter, 0, width) || compare_words_turned(painter, 1, width);
    int lines = 0;
    for (int side = 0; side < 2; side++) {
        int own = compare_unknown_lines(painter, side, width);
        lines = own > lines ? own : lines;
    }
    float words = *turned ? 56 : 20;
    *notes = words + 13;
    return words + 18 * (float)lines;
}

/* Where the rows of both sides are; those of the right one `down` px below those of the left. */
static void place_sides(CompareLayout *layout, Box area, float width, const SideLayout *rows, float down)
{
    for (int side = 0; side < 2; side++) {
        SideLayout own = *rows;
        float below = down * (float)side, right = layout->stacked ? 0 : (float)side * (area.w - 2 * MARGIN - width);
        own.area = (Box){area.x + MARGIN + right, rows->head_y + below, width, 0};
        float *ys[] = {&own.head_y, &own.chips_y, &own.label_y, &own.box_y,
                       &own.ask_y,  &own.state_y, &own.word_y,  &own.note_y};
        for (size_t i = 0; i < sizeof ys / sizeof *ys; i++)
            *ys[i] += below;
        layout->sides[side] = own;
    }
}

/* What stretches: the ribbons' room and the states get a share of the height, the chart gets the rest. Stacked, all
 * have what they need, and it is dragged `up`. */
static CompareLayout lay_out(const Painter *painter, const WindowLayout *window, float up)
{
    Box area = window->stage;
    CompareLayout layout = {.field = wide_field(window), .low = area.h < 480, .stacked = is_stacked(painter, area)};
    float width = layout.stacked ? area.w - 2 * MARGIN : side_width(area);
    float bottom = area.y + area.h - (layout.low ? 4 : 16);
    float y = layout.field.y + layout.field.h + (layout.low ? 17 : 22);
    layout.reference_y = y;
    y += layout.low ? 6 : 14;
    layout.room = (Box){area.x, y, area.w - MARGIN / 2, bottom - y}; /* beside it the bar that says that it goes on */
    SideLayout rows = {.low = layout.low, .head_y = y -= up};
    y += COMPARE_HEAD + (layout.low ? 4 : 8);
    rows.chips_h = fmaxf(25, fmaxf(compare_chips_height(painter, 0, width, layout.low),
                                   compare_chips_height(painter, 1, width, layout.low)));
    rows.chips_y = y;
    y += rows.chips_h + (layout.low ? 23 : 30);
    float notes, words = words_height(painter, width, &rows.turned, &notes);
    bool tight = area.h < 620, arcs = painter->view->heat.arcs; /* they need the height more than the chart */
    float free = bottom - y - words - 12;
    bool measures = view_decodes(painter->view) && painter->view->look != LOOK_SENTENCE;
    bool small = arcs || compare_is_level(painter->view->compare), tall = small || !measures;
    float chart = fmaxf(tight ? 92 : 118, small ? 0 : fminf(free * (tight ? 0.42f : 0.55f), 300));
    chart = measures ? chart : 0;
    free = fmaxf(free - chart - (tight ? 8 : 30), 60);
    rows.box_h = layout.low ? 18 : 24;
    float ribbons = layout.stacked ? STACK_RIBBONS : fminf(fmaxf((free - rows.box_h) * 0.42f, 26), 96);
    float stacked = arcs ? STACK_ARCS : STACK_STATES;
    if (window_presents(painter->view)) /* one at a time has all the room */
        stacked = fmaxf(stacked, bottom - (y + up) - rows.box_h - ribbons - 8 - words - STACK_GAP);
    rows.state_h = layout.stacked ? stacked : fminf(fmaxf(free - rows.box_h - ribbons, 26), tall ? 300 : 150);
    rows.label_y = y - (layout.low ? 7 : 9);
    rows.box_y = y;
    rows.state_y = y + rows.box_h + ribbons;
    rows.ask_y = rows.state_y - 13;
    rows.word_y = rows.state_y + rows.state_h + 8;
    rows.note_y = rows.word_y + notes;
    place_sides(&layout, area, width, &rows, layout.stacked ? rows.word_y + words + STACK_GAP - rows.head_y : 0);
    float below = layout.sides[1].word_y + words;
    layout.chart = (Box){area.x + MARGIN, fmaxf(below, bottom - chart), area.w - 2 * MARGIN, 0};
    layout.chart.y = fminf(layout.chart.y, below + (tight ? 18 : 36));
    layout.chart.h = !measures ? 0 : layout.stacked ? STACK_CHART : bottom - layout.chart.y;
    layout.height = layout.stacked ? layout.chart.y + layout.chart.h - rows.head_y : 0;
    return layout;
}

/* Why just this sentence, and whose model stands on the right. */
static void draw_why(const Painter *painter, Box box)
{
    const Comparison *compare = painter->view->compare;
    Arena *arena = &painter->list->arena;
    const char *chosen =
        compare->chosen ? arena_printf(arena, kit_said(painter, W_WHY_THIS_SENTENCE), compare->chosen) : "";
    const char *guest = compare->guest ? arena_printf(arena, kit_said(painter, W_RIGHT_OF_LESSON), compare->guest) : "";
    const char *between = chosen[0] && guest[0] ? " · " : "";
    if ((chosen[0] || guest[0]) && box.w > 60)
        kit_text(painter, style_plain(painter->theme, TYPE_SMALL, ROLE_QUERY), box, ALIGN_LEFT,
                 arena_printf(arena, "%s%s%s", chosen, between, guest));
}

static void draw_reference(const Painter *painter, const CompareLayout *layout)
{
    const Comparison *compare = painter->view->compare;
    TextStyle muted = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED),
              ink = style_plain(painter->theme, TYPE_SMALL, ROLE_INK);
    Box box = {layout->field.x + 2, layout->reference_y - 14, layout->field.w - 4, 20};
    bool weigh = false;
    for (int side = 0; side < 2; side++)
        weigh = weigh || config_weighs(&compare->sides[side].trace->config);
    if (weigh && !painter->passive)
        box.w -= arcs_switch(painter, (Box){box.x, box.y - 4, box.w, 28}, ALIGN_RIGHT) + 12;
    float width;
    if (compare->reference) {
        width = kit_text(painter, muted, box, ALIGN_LEFT, kit_said(painter, W_REFERENCE));
        box.x += width + 12;
        box.w -= width + 12;
        width = kit_text(painter, ink, box, ALIGN_LEFT, compare->reference);
    } else {
        bool one = compare->sides[0].model == compare->sides[1].model;
        width = kit_text(painter, muted, box, ALIGN_LEFT,
                         kit_said(painter, !view_decodes(painter->view) ? W_MARKED_WHERE_TRACES_DIFFER
                                           : one                        ? W_NOT_A_SENTENCE_OF_THE_LESSON
                                                                        : W_NO_REFERENCE_MARKED_DIFFER));
    }
    draw_why(painter, (Box){box.x + width + 18, box.y, box.w - width - 18, box.h});
}

/* 2.4: two dashes are done and 40 % of the third; the encoder's is the first. */
static float progress_of(const Lockstep *lockstep, double beat)
{
    int before = (int)floor(beat), last = lockstep->count - 1;
    int step = lockstep->beats[before < last ? before + (beat > before) : last].step;
    int from = step < 0 ? 0 : lockstep_find(lockstep, step - 1, SLOT_WORD);
    int to = lockstep_find(lockstep, step, SLOT_WORD);
    return (float)(step + 1) + (to > from ? (float)((beat - from) / (to - from)) : 1);
}

static void draw_steps(const Painter *painter, Box box)
{
    const Comparison *compare = painter->view->compare;
    const Lockstep *lockstep = &compare->lockstep;
    Arena *arena = &painter->list->arena;
    const char **names = ARENA_ARRAY(arena, const char *, (size_t)lockstep->steps + 1);
    names[0] = kit_said(painter, W_ENCODE);
    for (int t = 0; t < lockstep->steps; t++)
        names[t + 1] = arena_printf(arena, "%d", t + 1);
    for (int side = 0; side < 2; side++) { /* the end of the longer one */
        const Trace *trace = compare->sides[side].trace;
        if (trace->step_count == lockstep->steps && trace->word_count < trace->step_count)
            names[lockstep->steps] = VOCAB_MARKS[VOCAB_END];
    }
    const Beat *beat = &lockstep->beats[(int)floor(compare->beat + 0.5)];
    const char *moments[2];
    for (int side = 0; side < 2; side++) {
        Moment moment = moment_at(compare->sides[side].trace, beat->moments[side]);
        bool over = beat->step >= compare->sides[side].trace->step_count;
        moments[side] = over ? kit_said(painter, W_DONE) : kit_said(painter, W_MOMENT_START + (Word)moment.kind);
    }
    StepsFoot foot = {.title = kit_said(painter, W_STEP_BOTH_MODELS_TOGETHER),
                      .count = lockstep->steps + 1,
                      .names = names,
                      .progress = progress_of(lockstep, compare->beat),
                      .encodes = true,
                      .playing = compare->playing,
                      .control = COMPARE_STEP,
                      .first = -1};
    foot.notes = arena_printf(arena, kit_said(painter, W_LEFT_RIGHT), moments[0], moments[1]);
    steps_draw(painter, &foot, box);
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *window)
{
    (void)scope;
    CompareLayout layout = lay_out(painter, window, 0);
    field_draw(painter, layout.field);
    draw_reference(painter, &layout);
    Pan pan = pan_begin(painter, layout.room, (Point){0, layout.height}, (Point){0, 0});
    if (pan.at.y > 0)
        layout = lay_out(painter, window, pan.at.y);
    for (int side = 0; side < 2; side++) {
        Box head = layout.sides[side].area;
        head.h = COMPARE_HEAD;
        compare_head_draw(painter, side, head);
        compare_side_draw(painter, side, &layout.sides[side]);
    }
    Box right = layout.sides[1].area;
    Point middle = {window->stage.x + window->stage.w / 2, layout.sides[0].head_y};
    Point from = layout.stacked ? (Point){right.x, layout.sides[1].head_y - STACK_GAP / 2.0f} : middle;
    Point to = layout.stacked ? (Point){right.x + right.w, from.y} : (Point){middle.x, layout.chart.y - 16};
    kit_line(painter, from, to, painter->theme->hairline, 1.5f);
    if (layout.chart.h > 0)
        compare_chart_draw(painter, layout.chart);
    pan_end(painter, &pan);
    return 0;
}

static void foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    draw_steps(painter, layout->foot);
    Box half = layout->caption;
    half.w /= 2;
    for (int side = 0; side < 2 && half.h > 0; side++, half.x += half.w)
        caption_draw(painter, half, painter->view->compare->sides[side].caption);
}

static char *describe(const View *view, Target target, Arena *arena)
{
    if (target.kind == TARGET_CONTROL && target.a == COMPARE_POINT) {
        const Accuracy *accuracy = &view->compare->sides[target.b != 0].accuracy;
        int length = target.c, measured = accuracy->measured[length], exact = accuracy->exact[length];
        if (measured == 0)
            return NULL;
        return arena_printf(arena, said(view->language, W_WORDS_OF_SENTENCES_EXACTLY),
                            compare_title(view, target.b, arena), length, exact, measured, 100.0 * exact / measured);
    }
    if (target.kind > TARGET_LAST_VALUE)
        return NULL;
    View side = *view; /* as if that model stood alone on the stage */
    int number = target.c != 0;
    side.kind = VIEW_DECODE;
    side.trace = view->compare->sides[number].trace;
    side.model = view->compare->sides[number].model;
    target.c = 0;
    return describe_value(&side, target, arena);
}

const Picture view_compare = {draw, foot, describe, NULL, .least = {820, 378}};
