#include "scene/window/class_page.h"

#include "scene/view/window_layout.h"
#include "words/window_words.h"

#include <math.h>
#include <string.h>

enum {
    MARGIN = WHOLE_MARGIN,
    HEAD = 84,
    FOOT = 24,
    GAP = 28,
    SIDE_W = 340,
    SIDE_H = 300,  /* below the lines, of an upright picture */
    SIDE_LOW = 96, /* of one that is as low as LOW: buttons alone */
    LOW = 400,
    GUTTER = 46,
    BUTTON_H = 38,
    FAULTS_MOST = 8,
    MAP_MOST = 14,
    COLUMN_LEAST = 30,
    HELD_LEAST = 5 /* of fewer a share says little */
};

static TextStyle typed_style(const Painter *painter, Role role)
{
    return style_plain(painter->theme, TYPE_BODY, role);
}

const char *class_shown(Slice line, Arena *arena)
{
    Bytes out = {0};
    for (size_t i = 0; i < line.length; i++)
        bytes_add(&out, line.text[i] == '\t' ? " → " : line.text + i, line.text[i] == '\t' ? strlen(" → ") : 1);
    char *text = arena_copy(arena, out.data ? out.data : "", out.length);
    bytes_finish(&out);
    return text;
}

/* ---- the pairs as they are typed ---- */

typedef struct Typed {
    const Painter *painter;
    const ClassPage *page;
    Box in;         /* of the lines */
    float shift;    /* they are moved to the left by, so that the caret is in sight */
    int from, to;   /* bytes that are selected */
    int next_fault; /* of the lines from here on */
} Typed;

/* From the line's left end to a byte of it. */
static float across(const Typed *typed, Slice line, size_t bytes)
{
    const Painter *painter = typed->painter;
    Slice front = {line.text, bytes < line.length ? bytes : line.length};
    Arena *arena = &painter->list->arena;
    return text_caret(painter->list->type, typed_style(painter, ROLE_INK), slice_of(class_shown(line, arena)),
                      strlen(class_shown(front, arena)));
}

static bool caret_in(const Typed *typed, Slice line)
{
    const char *caret = typed->page->field.text + typed->page->field.caret;
    return caret >= line.text && caret <= line.text + line.length;
}

static void draw_caret(const Typed *typed, Slice line, float y)
{
    const Painter *painter = typed->painter;
    const Field *field = &typed->page->field;
    float x = typed->in.x - typed->shift + across(typed, line, (size_t)(field->text + field->caret - line.text));
    if (field->composition) {
        TextStyle draft = typed_style(painter, ROLE_QUERY);
        float width = kit_width(painter, draft, field->composition);
        drawlist_box(painter->list, (Box){x, y + 2, width, CLASS_ROW_H - 4}, 0, paint_fill(painter->theme->panel));
        kit_text_at(painter, draft, (Point){x, y + 16}, ALIGN_LEFT, field->composition);
        x += width;
    }
    if (field->active)
        kit_caret(painter, (Point){x, y + 3}, CLASS_ROW_H - 6, field->caret_on);
}

/* Where letters run to the left, what is selected may lie apart; false: they do not. */
static bool draw_spans(const Typed *typed, Slice line, size_t from, size_t to, float y)
{
    enum { SPANS = 8 };
    TextSpan spans[SPANS];
    DrawList *list = typed->painter->list;
    TextStyle style = typed_style(typed->painter, ROLE_INK);
    Slice shown = slice_of(class_shown(line, &list->arena));
    if (!text_goes_left(list->type, style, shown))
        return false;
    int count = text_cover(list->type, style, shown, strlen(class_shown((Slice){line.text, from}, &list->arena)),
                           strlen(class_shown((Slice){line.text, to}, &list->arena)), spans, SPANS);
    for (int i = 0; i < count; i++)
        drawlist_box(list,
                     (Box){typed->in.x - typed->shift + spans[i].left, y, spans[i].right - spans[i].left, CLASS_ROW_H},
                     2, paint_fill(typed->painter->theme->tint[ROLE_QUERY]));
    return true;
}

static void draw_selection(const Typed *typed, Slice line, float y)
{
    long begin = line.text - typed->page->field.text, from = typed->from - begin, to = typed->to - begin;
    long length = (long)line.length;
    if (to <= 0 || from > length || typed->from == typed->to)
        return;
    if (draw_spans(typed, line, from < 0 ? 0 : (size_t)from, to > length ? line.length : (size_t)to, y))
        return;
    float left = across(typed, line, from < 0 ? 0 : (size_t)from),
          right = across(typed, line, to > length ? line.length : (size_t)to);
    right += to > length ? 6 : 0; /* the line feed */
    Box box = {typed->in.x - typed->shift + left, y, right - left, CLASS_ROW_H};
    drawlist_box(typed->painter->list, box, 2, paint_fill(typed->painter->theme->tint[ROLE_QUERY]));
}

/* Its number, in the colour of errors where it is not understood. */
static void draw_number(Typed *typed, int line, float y)
{
    const Painter *painter = typed->painter;
    const PairLines *lines = typed->page->lines;
    while (typed->next_fault < lines->fault_count && lines->faults[typed->next_fault].line < line + 1)
        typed->next_fault++;
    bool faulty = typed->next_fault < lines->fault_count && lines->faults[typed->next_fault].line == line + 1;
    Box gutter = {typed->in.x - GUTTER, y, GUTTER - 12, CLASS_ROW_H};
    kit_text(painter, style_of(painter->theme, faulty, TYPE_SMALL, faulty ? ROLE_OUTPUT : ROLE_MUTED), gutter,
             ALIGN_RIGHT, arena_printf(&painter->list->arena, "%d", line + 1));
}

static void draw_lines(Typed *typed)
{
    const Painter *painter = typed->painter;
    Slice rest = slice_of(typed->page->field.text), line;
    int shown = (int)(typed->in.h / CLASS_ROW_H), first = typed->page->first;
    for (int i = 0; i < first + shown && slice_cut(&rest, '\n', &line); i++) {
        if (i < first)
            continue;
        float y = typed->in.y + CLASS_ROW_H * (float)(i - first);
        draw_number(typed, i, y);
        drawlist_clip(painter->list, (Box){typed->in.x - 2, y, typed->in.w + 2, CLASS_ROW_H});
        draw_selection(typed, line, y);
        kit_text_at(painter, typed_style(painter, ROLE_INK), (Point){typed->in.x - typed->shift, y + 16}, ALIGN_LEFT,
                    class_shown(line, &painter->list->arena));
        if (caret_in(typed, line))
            draw_caret(typed, line, y);
        drawlist_unclip(painter->list);
    }
}

/* The line that the caret is in. */
static Slice caret_line(const Field *field)
{
    const char *caret = field->text + field->caret, *begin = caret;
    while (begin > field->text && begin[-1] != '\n')
        begin--;
    return (Slice){begin, (size_t)(caret - begin) + strcspn(caret, "\n")};
}

static void draw_typed(const Painter *painter, Box box)
{
    const ClassPage *page = painter->view->class_page;
    const Field *field = &page->field;
    const Theme *theme = painter->theme;
    Target target = {TARGET_PAIRS, 0, 0, 0};
    Typed typed = {painter, page, {box.x + GUTTER + 8, box.y + 10, box.w - GUTTER - 26, box.h - 20}};
    typed.from = field->caret < field->anchor ? field->caret : field->anchor;
    typed.to = field->caret < field->anchor ? field->anchor : field->caret;
    Slice line = caret_line(field);
    float caret = across(&typed, line, (size_t)(field->text + field->caret - line.text));
    typed.shift = field->active ? fmaxf(0, caret + 30 - typed.in.w) : 0;
    Color outline = field->active                  ? theme->fill[ROLE_QUERY]
                    : kit_pointed(painter, target) ? theme->text[ROLE_MUTED]
                                                   : theme->hairline;
    drawlist_box(painter->list, box, 8, paint_fill_stroke(theme->panel, outline, 1.5f));
    draw_lines(&typed);
    if (!field->text[0] && !field->composition) {
        Paragraph prompt = {
            typed_style(painter, ROLE_MUTED), {typed.in.x, typed.in.y + 16}, typed.in.w, CLASS_ROW_H, 0, false};
        prompt.at.x += 4;
        prompt.most = (int)(typed.in.h / CLASS_ROW_H);
        kit_paragraph(painter, &prompt, kit_said(painter, W_CLASS_PROMPT));
    }
    int shown = (int)(typed.in.h / CLASS_ROW_H), most = page->lines->lines - shown;
    Box track = {box.x + box.w - 12, box.y + 8, 4, box.h - 16};
    if (most > 0)
        kit_scroll_bar(painter, track, CLASS_ROW_H * (float)page->first, CLASS_ROW_H * (float)most);
    kit_mark(painter, box, target, true, kit_said(painter, W_CLASS_PAIRS));
    if (!field->active)
        kit_focus(painter, box, 8, target);
    if (painter->layout) {
        painter->layout->rows = page->lines->lines;
        painter->layout->rows_shown = shown;
        painter->layout->typed = (Box){typed.in.x - typed.shift, typed.in.y, typed.in.w + typed.shift, typed.in.h};
    }
}

/* ---- what is made of them ---- */

/* Words from the baseline y down; returns the next one. */
static float say(const Painter *painter, Role role, float size, Box side, float y, const char *text)
{
    Paragraph lines = {style_plain(painter->theme, size, role), {side.x, y}, side.w, size * 1.45f, 0, false};
    return y + kit_paragraph(painter, &lines, text);
}

static float say_faults(const Painter *painter, Box side, float y, float end)
{
    static const Word words[PAIR_FAULTS] = {
        0, W_CLASS_ALONE, W_CLASS_NO_SOURCE, W_CLASS_NO_TARGET, W_CLASS_LONG, W_CLASS_REPEATED};
    const PairLines *lines = painter->view->class_page->lines;
    Arena *arena = &painter->list->arena;
    for (int i = 0; i < lines->fault_count; i++) {
        bool room = i + 1 < FAULTS_MOST && y + 60 < end;
        if (!room && i + 1 < lines->fault_count)
            return say(painter, ROLE_OUTPUT, TYPE_BODY, side, y,
                       arena_printf(arena, kit_said(painter, W_CLASS_MORE_FAULTS), lines->fault_count - i));
        y = say(painter, ROLE_OUTPUT, TYPE_BODY, side, y,
                arena_printf(arena, kit_said(painter, words[lines->faults[i].fault]), lines->faults[i].line));
    }
    return y;
}

static void draw_buttons(const Painter *painter, Box side, const Word *words, const ClassPress *presses, int count)
{
    for (int i = 0; i < count; i++) {
        Box button = {side.x, side.y + side.h - (BUTTON_H + 10) * (float)(count - i) + 10, side.w, BUTTON_H};
        kit_button(painter, button, kit_said(painter, words[i]), target_at(TARGET_CLASS, presses[i], 0, 0), i == 0);
    }
}

/* What is said has the room over the buttons, until drawlist_unclip. */
static void clip_said(const Painter *painter, Box side)
{
    drawlist_clip(painter->list, (Box){side.x - 2, side.y, side.w + 4, side.h - (BUTTON_H + 10) * 2});
}

static void draw_writing(const Painter *painter, Box side)
{
    const ClassPage *page = painter->view->class_page;
    const PairLines *lines = page->lines;
    Arena *arena = &painter->list->arena;
    bool enough = lines->pairs >= CLASS_LEAST;
    float y = side.y + 18, end = side.y + side.h - (BUTTON_H + 10) * 2;
    clip_said(painter, side);
    y = say(
        painter, ROLE_INK, TYPE_LARGE, side, y,
        arena_printf(arena, kit_said(painter, W_CLASS_COUNTS), lines->pairs, lines->source_words, lines->target_words));
    y = say(painter, ROLE_MUTED, TYPE_BODY, side, y + 8, kit_said(painter, W_CLASS_HOW_MANY));
    if (page->unkept)
        y = say(painter, ROLE_OUTPUT, TYPE_BODY, side, y + 8, kit_said(painter, W_CLASS_UNKEPT));
    say_faults(painter, side, y + 12, end);
    drawlist_unclip(painter->list);
    static const Word words[] = {W_CLASS_TRAIN, W_CLASS_CLEAR, W_CLASS_EXAMPLE, W_CLASS_RESTORE};
    static const ClassPress presses[] = {CLASS_TRAIN, CLASS_CLEAR, CLASS_EXAMPLE, CLASS_RESTORE};
    bool empty = !page->field.text[0];
    int first = empty ? 2 : !enough, count = empty ? 1 + page->cleared : 2 - first;
    draw_buttons(painter, side, words + first, presses + first, count);
}

/* ---- the model that learns them ---- */

/* The last look at the model, or the one whose model is kept. */
static const TrainingLook *newest(const Training *training)
{
    int last = training->state == TRAINING_DONE && training->kept >= 0 ? training->kept + training->early
                                                                       : training->count - 1;
    return training->count > 0 ? &training->list[last < training->count ? last : training->count - 1] : NULL;
}

/* What the figure means, in plain words. */
static Word verdict_of(double exact, int of)
{
    return exact < 0.3       ? W_CLASS_TOO_FEW
           : of < HELD_LEAST ? W_CLASS_FEW_HELD
           : exact < 0.8     ? W_CLASS_SOME
                             : W_CLASS_GOOD;
}

static void draw_learning(const Painter *painter, Box side)
{
    const ClassPage *page = painter->view->class_page;
    const Training *training = page->training;
    const TrainingLook *look = newest(training);
    Arena *arena = &painter->list->arena;
    bool done = training->state == TRAINING_DONE, failed = training->state == TRAINING_FAILED;
    float y = side.y + 18;
    clip_said(painter, side);
    if (failed)
        y = say(painter, ROLE_OUTPUT, TYPE_BODY, side, y, training->error);
    else
        y = say(
            painter, ROLE_INK, TYPE_LARGE, side, y,
            done ? arena_printf(arena, kit_said(painter, W_CLASS_LEARNED), page->learned)
                 : arena_printf(arena, kit_said(painter, W_CLASS_EPOCH), look ? (int)look->at : 0, training->epochs));
    Box bar = {side.x, y - 4, side.w, 5};
    drawlist_box(painter->list, bar, 2, kit_well(painter->theme));
    bar.w *= look ? (float)fmin(1, look->at / training->epochs) : 0;
    drawlist_box(painter->list, bar, 2, paint_fill(painter->theme->fill[ROLE_ENCODER]));
    y += 28;
    if (look && look->measured > 0 && look->exact_match >= 0) {
        int right = (int)(look->exact_match * look->measured + 0.5);
        y = say(painter, ROLE_INK, TYPE_BODY, side, y,
                arena_printf(arena, kit_said(painter, W_CLASS_HELD_OUT), percent_text(arena, look->exact_match), right,
                             look->measured));
        if (done)
            y = say(painter, look->exact_match < 0.3 ? ROLE_OUTPUT : ROLE_INK, TYPE_BODY, side, y + 6,
                    kit_said(painter, verdict_of(look->exact_match, look->measured)));
    }
    if (done && page->unkept)
        say(painter, ROLE_OUTPUT, TYPE_BODY, side, y + 8, kit_said(painter, W_CLASS_UNKEPT));
    drawlist_unclip(painter->list);
    static const Word words[] = {W_CLASS_KEEP, W_CLASS_BACK};
    static const ClassPress presses[] = {CLASS_KEEP, CLASS_BACK};
    draw_buttons(painter, side, words + !done, presses + !done, done ? 2 : 1);
}

/* ---- which row becomes sharp first ---- */

static float draw_question(const Painter *painter, Box box, const Trace *trace)
{
    const ClassPage *page = painter->view->class_page;
    int count = trace->word_count < MAP_MOST ? trace->word_count : MAP_MOST;
    MenuOption *options = ARENA_ARRAY(&painter->list->arena, MenuOption, (size_t)count);
    for (int t = 0; t < count; t++)
        options[t] =
            (MenuOption){trace->steps[t].token, target_at(TARGET_CLASS, CLASS_GUESS, t, 0), page->guess == t, NULL};
    float y = say(painter, ROLE_INK, TYPE_LARGE, box, box.y + 18, kit_said(painter, W_CLASS_ASK));
    Box frames = {box.x, y - 2, box.w, 30};
    return y + kit_choice(painter, frames, &(Choice){CHOICE_FRAMES, 8, options, count});
}

static void draw_map(const Painter *painter, Box box, const Trace *trace, int sharp)
{
    const Theme *theme = painter->theme;
    const float label = 110, head = 26;
    int rows = trace->word_count < MAP_MOST ? trace->word_count : MAP_MOST,
        columns = trace->words < MAP_MOST ? trace->words : MAP_MOST, fit = (int)((box.w - label) / COLUMN_LEAST);
    columns = columns < fit ? columns : fit;
    float cell = fminf(64, fminf((box.w - label) / (float)columns, (box.h - head) / (float)rows));
    float wide = fminf(120, (box.w - label) / (float)columns);
    TextStyle style = style_plain(theme, TYPE_SMALL, ROLE_INK);
    for (int j = 0; j < columns; j++)
        kit_text(painter, style, (Box){box.x + label + wide * (float)j + 2, box.y, wide - 4, head}, ALIGN_CENTER,
                 trace->source[j]);
    for (int t = 0; t < rows; t++) {
        float y = box.y + head + cell * (float)t;
        kit_text(painter, style_of(theme, t == sharp, TYPE_SMALL, ROLE_INK), (Box){box.x, y, label - 12, cell},
                 ALIGN_RIGHT, trace->steps[t].token);
        for (int j = 0; j < columns; j++) {
            float weight = trace->steps[t].step.weights[j];
            Box at = {box.x + label + wide * (float)j + 1, y + 1, wide - 2, cell - 2};
            drawlist_box(painter->list, at, 3, paint_fill(color_weight(theme, painter->view->map, weight)));
        }
    }
    if (sharp >= 0 && sharp < rows)
        drawlist_box(
            painter->list,
            (Box){box.x + label - 1, box.y + head + cell * (float)sharp - 1, wide * (float)columns + 2, cell + 2}, 4,
            paint_stroke(theme->fill[ROLE_CONTEXT], 2));
}

static void draw_prediction(const Painter *painter, Box box)
{
    const ClassPage *page = painter->view->class_page;
    const Training *training = page->training;
    const TrainingLook *look = newest(training);
    const Trace *trace = look ? (look->forced ? look->forced : look->probe) : NULL;
    Arena *arena = &painter->list->arena;
    if (!trace || trace->word_count == 0)
        return;
    const char *sentence = text_join(arena, trace->source, trace->words, trace->config.source_tokens);
    float y = say(painter, ROLE_MUTED, TYPE_BODY, box, box.y + 16,
                  arena_printf(arena, "%s → %s", sentence, trace_translation(trace, arena)));
    y = draw_question(painter, (Box){box.x, y, box.w, 0}, trace) + 28;
    if (page->guess < 0) {
        say(painter, ROLE_MUTED, TYPE_BODY, box, y, kit_said(painter, W_CLASS_HIDDEN));
        return;
    }
    SharpRow sharp = training_first_sharp(training);
    bool over = training->state == TRAINING_DONE;
    const char *told = kit_said(painter, over ? W_CLASS_NONE_SHARP : W_CLASS_NOT_YET_SHARP);
    if (sharp.row >= 0)
        told =
            arena_printf(arena, kit_said(painter, sharp.row == page->guess ? W_CLASS_SHARP_RIGHT : W_CLASS_SHARP_WRONG),
                         trace->steps[sharp.row].token, trace->source[sharp.position], (int)ceil(sharp.at));
    y = say(painter, ROLE_INK, TYPE_BODY, box, y, told) + 4;
    draw_map(painter, (Box){box.x, y, box.w, box.y + box.h - y}, trace, sharp.row);
}

void class_draw(const Painter *painter)
{
    const View *view = painter->view;
    whole_page_draw(painter, W_CLASS_TITLE);
    if (!view->class_page)
        return;
    Box side = {view->width - MARGIN - SIDE_W, HEAD - 8, SIDE_W, view->height - HEAD - FOOT + 8};
    Box main = {MARGIN, side.y, side.x - GAP - MARGIN, side.h};
    if (window_narrow(view)) {
        float below = view->height < LOW ? SIDE_LOW : SIDE_H;
        main.w = view->width - 2 * MARGIN;
        main.h -= below + GAP / 2.0f;
        side = (Box){MARGIN, main.y + main.h + GAP / 2.0f, main.w, below};
    }
    if (view->class_page->stage == CLASS_WRITE) {
        draw_typed(painter, main);
        draw_writing(painter, side);
    } else {
        draw_prediction(painter, main);
        draw_learning(painter, side);
    }
}
