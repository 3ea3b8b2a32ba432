/* The lesson's card: prose with live numbers, notes, questions. */
#include "scene/panels.h"

#include <math.h>
#include <string.h>

enum { MARGIN = 28, FOOT_H = 84 };

/* Where the next thing goes. */
typedef struct Flow {
    const Painter *painter;
    const Card *card;
    Language language;
    float x, width, y;
} Flow;

/* A word or a CJK character with its style: the smallest piece that is never broken. */
typedef struct Piece {
    Slice text;
    TextStyle style;
    float width, space; /* space: before it, if it does not begin a line */
    bool glued;         /* closing punctuation: never begins a line */
    Target target;
} Piece;

typedef struct Pieces {
    Piece *items;
    int count, capacity;
} Pieces;

static TextStyle span_style(const Flow *flow, const Span *span, float size)
{
    const Theme *theme = flow->painter->theme;
    bool bold = span->style & (SPAN_BOLD | SPAN_ITALIC | SPAN_LIVE); /* no slanted face: emphasis is weight */
    TextStyle style = bold ? style_bold(theme, size, ROLE_INK) : style_plain(theme, size, ROLE_INK);
    static const Role roles[] = {
        [LIVE_NONE] = ROLE_INK,       [LIVE_ANNOTATION] = ROLE_ENCODER, [LIVE_SCORE] = ROLE_QUERY,
        [LIVE_WEIGHT] = ROLE_CONTEXT, [LIVE_CONTEXT] = ROLE_CONTEXT,    [LIVE_STATE] = ROLE_DECODER,
        [LIVE_WORD] = ROLE_OUTPUT,    [LIVE_SOURCE] = ROLE_INK};
    if (span->style & SPAN_LIVE)
        style.color = theme->text[roles[span->live.kind]];
    else if (span->style & (SPAN_LINK | SPAN_CODE))
        style.color = theme->text[span->style & SPAN_LINK ? ROLE_QUERY : ROLE_MUTED];
    return style;
}

static void add_piece(Flow *flow, Pieces *pieces, Piece piece)
{
    if (pieces->count == pieces->capacity) {
        int capacity = pieces->capacity ? 2 * pieces->capacity : 64;
        Piece *moved = ARENA_ARRAY(&flow->painter->list->arena, Piece, capacity);
        if (pieces->count)
            memcpy(moved, pieces->items, sizeof *moved * (size_t)pieces->count);
        pieces->items = moved;
        pieces->capacity = capacity;
    }
    piece.width = text_width(flow->painter->list->type, piece.style, piece.text);
    pieces->items[pieces->count++] = piece;
}

static bool closes(uint32_t c)
{
    return c == 0xFF0C || c == 0x3002 || c == 0xFF01 || c == 0xFF1F || c == 0x3001 || c == 0xFF1A || c == 0xFF1B
           || c == 0xFF09 || c == 0x201D || c == 0x300D || c == ',' || c == '.' || c == ')' || c == ':' || c == ';'
           || c == '?' || c == '!';
}

/* Cuts a span into pieces: at spaces, and around every CJK character. Closing punctuation stays with what it closes. */
static void cut_span(Flow *flow, Pieces *pieces, Slice text, TextStyle style, Target target, bool *space)
{
    float gap = text_width(flow->painter->list->type, style, slice_of(" "));
    while (text.length) {
        Slice start = text, ahead = text;
        uint32_t c = utf8_next(&ahead);
        if (c == ' ' || c == '\n') {
            *space = true;
            text = ahead;
            continue;
        }
        bool cjk = utf8_is_cjk(c);
        while (ahead.length) {
            Slice before = ahead;
            uint32_t next = utf8_next(&ahead);
            bool stop = next == ' ' || next == '\n' || (!closes(next) && (cjk || utf8_is_cjk(next)));
            if (stop) {
                ahead = before;
                break;
            }
        }
        start.length -= ahead.length;
        bool glued = !*space && closes(c);
        add_piece(flow, pieces,
                  (Piece){.text = start, .style = style, .space = *space ? gap : 0, .glued = glued, .target = target});
        *space = false;
        text = ahead;
    }
}

static void cut_spans(Flow *flow, Pieces *pieces, const Span *spans, int count, float size)
{
    bool space = false;
    const View *view = flow->painter->view;
    for (int i = 0; i < count; i++) {
        const Span *span = &spans[i];
        const char *text = span->text;
        Target target = {0};
        if (span->style & SPAN_LIVE) {
            char *value = live_text(&span->live, view->trace, &flow->painter->list->arena);
            text = value ? value : "–";
            target = (Target){TARGET_LIVE, (int16_t)span->live.kind, (int16_t)span->live.t, (int16_t)span->live.j};
        }
        cut_span(flow, pieces, slice_of(text), span_style(flow, span, size), target, &space);
    }
}

static void put_piece(Flow *flow, const Piece *piece, float x)
{
    const Painter *painter = flow->painter;
    drawlist_text_at(painter->list, piece->style, (Point){x, flow->y + piece->style.size}, ALIGN_LEFT, piece->text);
    if (piece->target.kind == TARGET_NONE)
        return;
    Box box = {x - 2, flow->y - 1, piece->width + 4, piece->style.size * 1.35f};
    if (kit_pointed(painter, piece->target))
        drawlist_box(painter->list, (Box){box.x, box.y + box.h, box.w, 2}, 1, paint_fill(piece->style.color));
    kit_mark(painter, box, piece->target, true, NULL);
    kit_focus(painter, box, 3, piece->target);
}

/* Of a piece with the punctuation that must stay behind it. */
static float width_with_tail(const Pieces *pieces, int first)
{
    float width = pieces->items[first].width;
    for (int i = first + 1; i < pieces->count && pieces->items[i].glued; i++)
        width += pieces->items[i].width;
    return width;
}

/* Sets pieces into lines of `width`; advances the flow. */
static void set_pieces(Flow *flow, const Pieces *pieces, float x, float width, float leading)
{
    float at = 0;
    for (int i = 0; i < pieces->count; i++) {
        const Piece *piece = &pieces->items[i];
        float space = at > 0 ? piece->space : 0;
        if (at > 0 && !piece->glued && at + space + width_with_tail(pieces, i) > width) {
            flow->y += leading;
            at = space = 0;
        }
        put_piece(flow, piece, x + at + space);
        at += space + piece->width;
    }
    if (pieces->count)
        flow->y += leading;
}

static void set_spans(Flow *flow, const Span *spans, int count, float x, float width, float size)
{
    Pieces pieces = {0};
    cut_spans(flow, &pieces, spans, count, size);
    set_pieces(flow, &pieces, x, width, roundf(size * 1.55f));
}

static void set_text(Flow *flow, const char *text, TextStyle style, float x, float width)
{
    Pieces pieces = {0};
    bool space = false;
    cut_span(flow, &pieces, slice_of(text), style, (Target){0}, &space);
    set_pieces(flow, &pieces, x, width, roundf(style.size * 1.5f));
}

/* Small headings stand in capitals, as far as their letters have any. */
static const char *capitals(DrawList *list, const char *text)
{
    char *copy = arena_copy(&list->arena, text, strlen(text));
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
    int place = list->count;
    drawlist_box(list, (Box){0, 0, 64, 64}, 8, paint_fill(theme->tint[ROLE_CONTEXT]));
    float top = flow->y;
    flow->y += 14;
    if (block->label) {
        TextStyle style = style_bold(theme, TYPE_TINY, ROLE_CONTEXT);
        style.tracking = 0.9f;
        drawlist_text_at(list, style, (Point){flow->x + 16, flow->y + 9}, ALIGN_LEFT,
                         slice_of(capitals(list, block->label)));
        flow->y += 18;
    }
    set_spans(flow, block->spans, block->span_count, flow->x + 16, flow->width - 32, TYPE_BODY);
    flow->y += 9;
    Box box = {flow->x, top, flow->width, flow->y - top};
    list->commands[place].box.box = list->commands[place].bounds = box;
    flow->y += 14;
}

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
    set_text(flow, text, taken ? style_bold(theme, TYPE_BODY, ROLE_INK) : style_plain(theme, TYPE_BODY, ROLE_INK),
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

static void set_quiz(Flow *flow, int index)
{
    const Painter *painter = flow->painter;
    const View *view = painter->view;
    const Quiz *quiz = &flow->card->quizzes[index];
    flow->y += 6;
    kit_heading(painter, (Point){flow->x, flow->y + 9}, ROLE_QUERY, 1, word(flow->language, W_CHECK));
    flow->y += 17;
    Arena *arena = &painter->list->arena;
    set_text(flow, live_fill(quiz->question[flow->language], view->trace, arena),
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
    set_text(flow, more ? arena_printf(arena, "%s %s", verdict, live_fill(more, view->trace, arena)) : verdict, style,
             flow->x, flow->width);
    flow->y += 8;
}

static void set_table_row(Flow *flow, const TextBlock *block)
{
    if (block->cell_count == 0)
        return;
    float column = flow->width / (float)block->cell_count, top = flow->y, bottom = top;
    for (int c = 0; c < block->cell_count; c++) {
        int first = block->cells[c], last = c + 1 < block->cell_count ? block->cells[c + 1] : block->span_count;
        flow->y = top;
        set_spans(flow, block->spans + first, last - first, flow->x + column * (float)c, column - 8, TYPE_SMALL);
        bottom = fmaxf(bottom, flow->y);
    }
    flow->y = bottom + 3;
    drawlist_segment(flow->painter->list, (Point){flow->x, flow->y}, (Point){flow->x + flow->width, flow->y},
                     paint_stroke(flow->painter->theme->hairline, block->header ? 1.5f : 1));
    flow->y += 5;
}

static void set_block(Flow *flow, const TextBlock *block)
{
    const Theme *theme = flow->painter->theme;
    switch (block->kind) {
    case BLOCK_PARAGRAPH:
        set_spans(flow, block->spans, block->span_count, flow->x, flow->width, TYPE_BODY);
        flow->y += 12;
        break;
    case BLOCK_HEADING:
        set_spans(flow, block->spans, block->span_count, flow->x, flow->width, TYPE_LARGE);
        flow->y += 6;
        break;
    case BLOCK_ITEM: {
        float indent = 18 * (float)block->level;
        const char *bullet = block->number ? arena_printf(&flow->painter->list->arena, "%d.", block->number) : "•";
        drawlist_text_at(flow->painter->list, style_plain(theme, TYPE_BODY, ROLE_MUTED),
                         (Point){flow->x + indent - 8, flow->y + TYPE_BODY}, ALIGN_RIGHT, slice_of(bullet));
        set_spans(flow, block->spans, block->span_count, flow->x + indent, flow->width - indent, TYPE_BODY);
        flow->y += 5;
        break;
    }
    case BLOCK_NOTE:
        set_note(flow, block);
        break;
    case BLOCK_CODE:
        set_spans(flow, block->spans, block->span_count, flow->x + 12, flow->width - 12, TYPE_SMALL);
        flow->y += 10;
        break;
    case BLOCK_TABLE_ROW:
        set_table_row(flow, block);
        break;
    case BLOCK_QUIZ:
        set_quiz(flow, block->quiz);
        break;
    }
}

static void draw_dots(const Painter *painter, float left, float right, float y)
{
    const View *view = painter->view;
    int count = view->lesson->card_count;
    float step = fminf(14, (right - left) / (float)count);
    float x = (left + right) / 2 - step * (float)(count - 1) / 2;
    for (int i = 0; i < count; i++, x += step) {
        bool current = i == view->card, done = i < view->card;
        Target target = {TARGET_CARD, (int16_t)i, 0, 0};
        float r = current ? 4 : 3;
        Color color = current || done ? painter->theme->fill[ROLE_CONTEXT] : painter->theme->hairline;
        drawlist_box(painter->list, (Box){x - r, y - r, 2 * r, 2 * r}, r, paint_fill(color));
        kit_mark(painter, (Box){x - step / 2, y - 12, step, 24}, target, false, NULL);
        if (kit_pointed(painter, target))
            drawlist_box(painter->list, (Box){x - 6, y - 6, 12, 12}, 6,
                         paint_stroke(painter->theme->fill[ROLE_CONTEXT], 1.5f));
    }
}

static void draw_foot(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    float y = box.y + box.h - 54;
    Target back = {TARGET_CARD_BACK, 0, 0, 0};
    bool last = view->card + 1 == view->lesson->card_count, more = view->lesson_number < view->lesson_count;
    float button = last && more ? 98 : 66;
    float dots_left = box.x + 92, dots_right = box.x + box.w - MARGIN - 8 - button;
    if (view->card > 0) {
        const char *text = arena_printf(&painter->list->arena, "‹ %s", word(view->language, W_BACK));
        TextStyle style = style_plain(theme, TYPE_BODY, kit_pointed(painter, back) ? ROLE_INK : ROLE_MUTED);
        drawlist_text(painter->list, style, (Box){box.x + MARGIN, y - 8, 66, 32}, ALIGN_LEFT, slice_of(text));
        kit_mark(painter, (Box){box.x + MARGIN - 6, y - 8, 68, 32}, back, true, text);
        kit_focus(painter, (Box){box.x + MARGIN - 6, y - 8, 68, 32}, 8, back);
    }
    draw_dots(painter, dots_left, dots_right, y + 8);
    kit_button(painter, (Box){box.x + box.w - MARGIN + 4 - button, y - 8, button, 32},
               word(view->language, !last  ? W_NEXT
                                    : more ? W_NEXT_LESSON
                                           : W_DONE),
               (Target){TARGET_CARD_NEXT, 0, 0, 0}, true);
}

/* More lies below, or above: the edge fades. */
static void draw_fade(const Painter *painter, Box box, bool below)
{
    for (int i = 0; i < 14; i++) {
        float y = below ? box.y + box.h - 2 * (float)(i + 1) : box.y + 2 * (float)i;
        Color veil = color_fade(painter->theme->panel, 1 - (float)i / 14);
        drawlist_box(painter->list, (Box){box.x, y, box.w, 2}, 0, paint_fill(veil));
    }
}

float card_draw(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const Theme *theme = painter->theme;
    DrawList *list = painter->list;
    drawlist_box(list, box, 0, paint_fill(theme->panel));
    drawlist_segment(list, (Point){box.x + box.w, box.y}, (Point){box.x + box.w, box.y + box.h},
                     paint_stroke(theme->hairline, 1.5f));
    if (!view->lesson || view->card >= view->lesson->card_count)
        return 0;
    const Card *card = &view->lesson->cards[view->card];
    Box body = {box.x, box.y, box.w - 1, box.h - FOOT_H};
    kit_mark(painter, body, (Target){TARGET_PANEL, 0, 0, 0}, false, NULL);
    drawlist_clip(list, body);
    Flow flow = {painter, card, view->language, box.x + MARGIN, box.w - 2 * MARGIN, box.y + 28 - view->card_scroll};
    const char *number =
        arena_printf(&list->arena, word(view->language, W_LESSON_OF), view->lesson_number, view->lesson_count);
    kit_heading(painter, (Point){flow.x, flow.y + 9}, ROLE_CONTEXT, 1, number);
    flow.y += 21;
    TextStyle title = style_bold(theme, TYPE_TITLE, ROLE_INK);
    Pieces pieces = {0};
    bool space = false;
    cut_span(&flow, &pieces, slice_of(card->title[view->language]), title, (Target){0}, &space);
    set_pieces(&flow, &pieces, flow.x, flow.width, 26);
    flow.y += 13;
    for (int i = 0; i < card->block_count[view->language]; i++)
        set_block(&flow, &card->blocks[view->language][i]);
    drawlist_unclip(list);
    float over = fmaxf(0, flow.y + view->card_scroll - (body.y + body.h) + 8);
    if (view->card_scroll < over - 1)
        draw_fade(painter, body, true);
    if (view->card_scroll > 1)
        draw_fade(painter, body, false);
    draw_foot(painter, box);
    return over;
}
