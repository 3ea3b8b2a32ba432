/* What each of the five probes shows: a number, states side by side, weights to drag, the sound model. */
#include "scene/views/exhibit/view_exhibit.h"

#include "derive/meaning.h"
#include "scene/views/exhibit/exhibit_words.h"

#include <math.h>
#include <string.h>

enum {
    LINE = 24,
    SMALL_LINE = 19,
    PARAGRAPH_GAP = 6,
    OVER_STATES = 7,
    COLUMN_LEAST = 54,
    COLUMN_MOST = 78,
    STATE_MOST = 200,
    NAMES_H = 58,
    LENGTHS_MOST = 6
};

typedef struct Answer {
    const Painter *painter;
    const Exhibit *exhibit;
    Box box;    /* what is left of it */
    Point note; /* the right end of its heading */
} Answer;

static Arena *arena_of(const Answer *answer)
{
    return &answer->painter->list->arena;
}

static void take(Answer *answer, float height)
{
    answer->box.y += height;
    answer->box.h -= height;
}

static void heading(Answer *answer)
{
    kit_heading(answer->painter, (Point){answer->box.x, answer->box.y + 8}, ROLE_QUERY, 1,
                kit_said(answer->painter, W_PROBE_ANSWER));
    take(answer, 20);
}

static void line(Answer *answer, bool bold, Role role, const char *text)
{
    if (answer->box.h < LINE)
        return;
    TextStyle style = style_of(answer->painter->theme, bold, TYPE_BODY, role);
    kit_text(answer->painter, kit_shrunk(answer->painter, style, answer->box.w, text),
             (Box){answer->box.x, answer->box.y, answer->box.w, LINE}, ALIGN_LEFT, text);
    take(answer, LINE);
}

static Paragraph lines_of(const Answer *answer, Role role)
{
    return (Paragraph){style_plain(answer->painter->theme, TYPE_SMALL, role),
                       {answer->box.x, answer->box.y + 14},
                       answer->box.w,
                       SMALL_LINE,
                       (int)(answer->box.h / SMALL_LINE),
                       true};
}

static void paragraph(Answer *answer, Role role, const char *text)
{
    Paragraph lines = lines_of(answer, role);
    if (text && lines.most > 0)
        take(answer, kit_paragraph(answer->painter, &lines, text) + PARAGRAPH_GAP);
}

static float paragraph_height(const Answer *answer, const char *text)
{
    Paragraph lines = lines_of(answer, ROLE_INK);
    int count = text ? kit_paragraph_lines(answer->painter, &lines, text) : 0;
    return count ? (float)(count * SMALL_LINE + PARAGRAPH_GAP) : 0;
}

/* "猫 捉 老鼠 → 猫 在 老鼠", or that it stays. */
static void outcome(Answer *answer, const Trace *now)
{
    Arena *arena = arena_of(answer);
    const char *before = trace_translation(answer->exhibit->own, arena), *after = trace_translation(now, arena);
    bool same = strcmp(before, after) == 0;
    line(answer, !same, ROLE_INK,
         same ? arena_printf(arena, kit_said(answer->painter, W_THE_TRANSLATION_STAYS), before)
              : arena_printf(arena, "%s  →  %s", before, after));
}

/* ---- columns, one for each source word, or as many as there is room for around the one that is meant ---- */

typedef struct Columns {
    int first, count;
    float pitch;
    Box box;
} Columns;

static Columns lay_columns(const Answer *answer, int about, float height)
{
    int n = answer->exhibit->own->n, most = (int)(answer->box.w / COLUMN_LEAST);
    Columns columns = {.count = n < most ? n : most < 1 ? 1 : most};
    int first = about - columns.count / 2, last = n - columns.count;
    columns.first = first < 0 ? 0 : first > last ? last : first;
    if (columns.count < n)
        kit_text_at(answer->painter, style_plain(answer->painter->theme, TYPE_TINY, ROLE_MUTED), answer->note,
                    ALIGN_RIGHT,
                    arena_printf(arena_of(answer), kit_said(answer->painter, W_WORDS_IN_SIGHT), columns.first + 1,
                                 columns.first + columns.count, n));
    columns.pitch = fminf(COLUMN_MOST, answer->box.w / (float)columns.count);
    columns.box = (Box){answer->box.x, answer->box.y, columns.pitch * (float)columns.count, height};
    return columns;
}

static float column_x(const Columns *columns, int j)
{
    return columns->box.x + columns->pitch * ((float)(j - columns->first) + 0.5f);
}

/* The word that the probe is about: pressing another one changes that. */
static void draw_source(const Answer *answer, const Columns *columns, int j, float y)
{
    const Painter *painter = answer->painter;
    Target target = target_at(TARGET_CONTROL, EXHIBIT_STATE, j, 0);
    bool meant = j == answer->exhibit->place;
    TextStyle style = style_of(painter->theme, meant, TYPE_SMALL, meant ? ROLE_CONTEXT : ROLE_INK);
    Box box = {column_x(columns, j) - columns->pitch / 2 + 2, y, columns->pitch - 4, 20};
    const char *word = answer->exhibit->own->source[j];
    if (meant || kit_pointed(painter, target))
        drawlist_box(painter->list, box, 5, paint_fill(painter->theme->tint[ROLE_CONTEXT]));
    kit_text(painter, kit_shrunk(painter, style, box.w - 4, word), box_inset(box, 2, 0), ALIGN_CENTER, word);
    kit_press(painter, box, 5, target, word);
}

static void draw_state(const Answer *answer, const Columns *columns, const Trace *trace, int j, bool changed)
{
    const Painter *painter = answer->painter;
    int D = config_annotation(&trace->config);
    float width = fminf(34, columns->pitch - 12);
    Box box = {column_x(columns, j) - width / 2, columns->box.y + 3, width, columns->box.h - 6};
    const float *values = trace->encoding.annotations + (size_t)j * (size_t)D;
    CellGrid grid = cell_grid(painter, box, values, D, true);
    bool muted = trace_muted(trace, j);
    Role role = muted ? ROLE_MUTED : changed ? ROLE_QUERY : ROLE_ENCODER;
    kit_vector(painter, &grid, role, 1, 1, 1, changed, target_at(TARGET_ANNOTATION, j, -1, 0));
    if (muted)
        kit_line(painter, (Point){box.x - 3, box.y + box.h + 3}, (Point){box.x + box.w + 3, box.y - 3},
                 painter->theme->text[ROLE_INK], 2);
}

/* The states with their names, what became of each, and the words that they stand under. */
static void draw_states(Answer *answer, const Trace *trace, const Swap *swap)
{
    const Painter *painter = answer->painter;
    take(answer, OVER_STATES);
    float height = fminf(STATE_MOST, answer->box.h - NAMES_H - 2 * LINE);
    if (height < 24)
        return;
    int about = swap && swap_changed(swap, trace->n) ? values_largest(swap->by, trace->n) : answer->exhibit->place;
    Columns columns = lay_columns(answer, about, height); /* what has changed most is in sight */
    Maths maths = kit_maths(painter, trace);
    float y = columns.box.y + height;
    for (int j = columns.first; j < columns.first + columns.count; j++) {
        bool changed = swap && swap->by[j] > STATE_LEAST, muted = trace_muted(trace, j);
        draw_state(answer, &columns, trace, j, changed);
        MathStyle name = {painter->theme, TYPE_LARGE, painter->theme->text[muted ? ROLE_MUTED : ROLE_ENCODER]};
        const char *text = annotation_name(&maths, j);
        float width = fminf(math_width(painter->list->type, name, text), columns.pitch - 4);
        math_fit(painter->list, name, (Point){column_x(&columns, j) - width / 2, y + 18}, columns.pitch - 4, 0.6f,
                 text);
        const char *what = swap    ? kit_said(painter, changed ? W_STATE_CHANGED : W_STATE_SAME)
                           : muted ? kit_said(painter, W_STATE_MUTED)
                                   : "";
        TextStyle style =
            style_of(painter->theme, changed || muted, TYPE_TINY, changed || muted ? ROLE_INK : ROLE_MUTED);
        kit_text(painter, kit_shrunk(painter, style, columns.pitch - 2, what),
                 (Box){column_x(&columns, j) - columns.pitch / 2, y + 22, columns.pitch, 14}, ALIGN_CENTER, what);
        draw_source(answer, &columns, j, y + 37);
    }
    take(answer, height + NAMES_H + 6);
}

/* ---- the probes ---- */

/* Step and place stand on the number that was pressed last; all numbers say what they are under the pointer. */
static void answer_read(Answer *answer)
{
    const Trace *trace = answer->painter->view->trace;
    const Exhibit *exhibit = answer->exhibit;
    Maths maths = kit_maths(answer->painter, trace);
    Value weight = weight_value(&maths, exhibit->step, exhibit->place);
    if (exhibit->step < trace->step_count && value_valid(&maths, weight)) {
        kit_math(answer->painter, TYPE_TITLE, ROLE_INK, 1, (Point){answer->box.x, answer->box.y + 24}, ALIGN_LEFT,
                 arena_printf(arena_of(answer), "%s @m{\"%s\"}", value_name(&maths, weight),
                              share_equals(arena_of(answer), value_number(&maths, weight), 3)));
        take(answer, 38);
        paragraph(answer, ROLE_INK, value_meaning(&maths, weight));
    }
    paragraph(answer, ROLE_MUTED, kit_said(answer->painter, W_READ_HOW));
    draw_states(answer, trace, NULL);
}

static void answer_swap(Answer *answer)
{
    const Painter *painter = answer->painter;
    const Exhibit *exhibit = answer->exhibit;
    const Swap *swap = exhibit->swap;
    if (!swap->trace) {
        paragraph(answer, ROLE_MUTED, kit_said(painter, W_SWAP_HOW));
        draw_states(answer, exhibit->own, NULL);
        return;
    }
    TextStyle bold = style_bold(painter->theme, TYPE_LARGE, ROLE_INK);
    const char *text = arena_printf(arena_of(answer), "%s  →  %s", exhibit->own->source[swap->place], swap->word);
    kit_text(painter, kit_shrunk(painter, bold, answer->box.w - 84, text),
             (Box){answer->box.x, answer->box.y, answer->box.w - 84, 30}, ALIGN_LEFT, text);
    Box button = {answer->box.x + answer->box.w - 36, answer->box.y, 34, 30};
    kit_button(painter, button, "›", target_at(TARGET_CONTROL, EXHIBIT_WORD, 1, 0), false);
    button.x -= 40;
    kit_button(painter, button, "‹", target_at(TARGET_CONTROL, EXHIBIT_WORD, -1, 0), false);
    take(answer, 34);
    int changed = swap_changed(swap, exhibit->own->n);
    line(answer, false, ROLE_MUTED,
         changed == 1 ? kit_said(painter, W_ONE_STATE_CHANGES)
                      : arena_printf(arena_of(answer), kit_said(painter, W_STATES_CHANGE), changed, exhibit->own->n));
    draw_states(answer, swap->trace, swap);
    outcome(answer, swap->trace);
}

static void answer_mute(Answer *answer)
{
    const Trace *trace = answer->painter->view->trace;
    paragraph(answer, ROLE_MUTED, kit_said(answer->painter, W_MUTE_HOW));
    draw_states(answer, trace, NULL);
    outcome(answer, trace);
}

/* The weights of the row as bars that can be pulled. */
static void draw_bars(Answer *answer, const Columns *columns)
{
    const Painter *painter = answer->painter;
    const Theme *theme = painter->theme;
    const Exhibit *exhibit = answer->exhibit;
    const float *weights = painter->view->trace->steps[exhibit->step].step.weights;
    const TraceStep *own = exhibit->step < exhibit->own->step_count ? &exhibit->own->steps[exhibit->step] : NULL;
    for (int j = columns->first; j < columns->first + columns->count; j++) {
        float width = fminf(44, columns->pitch - 12), filled = columns->box.h * weights[j];
        Box well = {column_x(columns, j) - width / 2, columns->box.y, width, columns->box.h};
        Target target = target_at(TARGET_WEIGHT, exhibit->step, j, 0);
        drawlist_box(painter->list, well, 4, kit_well(theme));
        drawlist_box(painter->list, (Box){well.x, well.y + well.h - fmaxf(filled, 1.5f), well.w, fmaxf(filled, 1.5f)},
                     4, paint_fill(theme->fill[ROLE_CONTEXT]));
        if (own && own->step.weights && own->step.weights[j] != weights[j]) {
            float high = fmaxf(2, well.h * own->step.weights[j]);
            drawlist_box(painter->list, (Box){well.x + 3, well.y + well.h - high, well.w - 6, high}, 2,
                         paint_dashed(theme->text[ROLE_INK], 1.2f, 4, 3));
        }
        kit_press(painter, well, 4, target, exhibit->own->source[j]);
        const char *share = kit_share(painter->list, (double)weights[j]);
        TextStyle style = style_bold(theme, TYPE_SMALL, ROLE_INK);
        kit_text(painter, kit_shrunk(painter, style, columns->pitch - 2, share),
                 (Box){column_x(columns, j) - columns->pitch / 2, well.y - 20, columns->pitch, 18}, ALIGN_CENTER,
                 share);
        draw_source(answer, columns, j, well.y + well.h + 5);
    }
}

static void answer_drag(Answer *answer)
{
    const Painter *painter = answer->painter;
    const Trace *trace = painter->view->trace;
    const Exhibit *exhibit = answer->exhibit;
    paragraph(answer, ROLE_MUTED, kit_said(painter, W_DRAG_HOW));
    bool there = exhibit->step < trace->step_count && trace->steps[exhibit->step].step.weights;
    float height = fminf(150, answer->box.h - 4 * LINE - 26);
    if (!there || height < 30)
        return;
    line(answer, true, ROLE_INK,
         arena_printf(arena_of(answer), kit_said(painter, W_WHILE_IT_WRITES), exhibit->step + 1,
                      trace->steps[exhibit->step].token));
    take(answer, 22);
    Columns columns = lay_columns(answer, exhibit->place, height);
    if (painter->layout)
        painter->layout->stage.bars = columns.box;
    draw_bars(answer, &columns);
    take(answer, height + 32);
    outcome(answer, trace);
}

/* "3 words: 40 of 40, sound 40 of 40". NULL: no length is measured. */
static const char *exact_by_length(const Answer *answer)
{
    const Painter *painter = answer->painter;
    const Accuracy *own = &answer->exhibit->pair.sides[0].accuracy, *sound = &answer->exhibit->pair.sides[1].accuracy;
    Arena *arena = arena_of(answer);
    int shown = 0;
    const char *text = NULL;
    for (int length = 0; length < ACCURACY_LENGTHS && shown < LENGTHS_MOST; length++)
        if (own->measured[length] > 0 && sound->measured[length] > 0) {
            const char *one = arena_printf(arena, kit_said(painter, W_EXACT_AT_LENGTH), length,
                                           100.0 * own->exact[length] / own->measured[length],
                                           100.0 * sound->exact[length] / sound->measured[length]);
            text = text ? arena_printf(arena, "%s  ·  %s", text, one) : one;
            shown++;
        }
    return text ? arena_printf(arena, kit_said(painter, W_EXACT_BY_LENGTH), text) : NULL;
}

static const char *gold_error(const Answer *answer)
{
    const CompareSide *sides = answer->exhibit->pair.sides;
    double own = accuracy_error(&sides[0].accuracy), sound = accuracy_error(&sides[1].accuracy);
    return isnan(own) || isnan(sound)
               ? NULL
               : arena_printf(arena_of(answer), kit_said(answer->painter, W_GOLD_ERROR), own, sound);
}

static void answer_compare(Answer *answer)
{
    const Painter *painter = answer->painter;
    const Exhibit *exhibit = answer->exhibit;
    if (!exhibit->sound) {
        paragraph(answer, ROLE_MUTED, kit_said(painter, W_NO_SOUND_MODEL));
        return;
    }
    const Trace *sound = exhibit->pair.sides[1].trace;
    line(answer, true, ROLE_INK, kit_said(painter, W_THE_SOUND_MODEL));
    take(answer, exhibit_words(painter, 1, answer->box, 1) + 8);
    const char *exact = exact_by_length(answer), *gold = exact ? gold_error(answer) : NULL;
    float figures = 10 + paragraph_height(answer, exact) + paragraph_height(answer, gold);
    MatrixPicture picture = matrix_whole(sound, painter->view->map);
    picture.side = 1;
    float high = fminf(300, answer->box.h - figures);
    if (config_weighs(&sound->config) && high > 60) {
        Box cells =
            matrix_picture(painter, &picture, (Box){answer->box.x, answer->box.y, fminf(answer->box.w, 360), high})
                .sight;
        take(answer, cells.y + cells.h - answer->box.y + 10);
    }
    paragraph(answer, ROLE_INK, exact);
    paragraph(answer, ROLE_INK, gold);
}

void exhibit_answer(const Painter *painter, Box box)
{
    static void (*const answers[PROBES])(Answer *) = {[PROBE_READ] = answer_read,
                                                      [PROBE_SWAP] = answer_swap,
                                                      [PROBE_MUTE] = answer_mute,
                                                      [PROBE_DRAG] = answer_drag,
                                                      [PROBE_COMPARE] = answer_compare};
    Answer answer = {painter, painter->view->exhibit, box, {box.x + box.w, box.y + 8}};
    heading(&answer);
    answers[answer.exhibit->probe](&answer);
}
