#include "scene/card/flow.h"

#include <ctype.h>
#include <math.h>

static TextStyle span_style(const Flow *flow, const Span *span, float size)
{
    const Theme *theme = flow->painter->theme;
    bool bold = span->style & (SPAN_BOLD | SPAN_ITALIC | SPAN_LIVE); /* no slanted face: emphasis is weight */
    TextStyle style = bold ? style_bold(theme, size, ROLE_INK) : style_plain(theme, size, ROLE_INK);
    static const Role roles[] = {
        [LIVE_NONE] = ROLE_INK,       [LIVE_ANNOTATION] = ROLE_ENCODER, [LIVE_SCORE] = ROLE_QUERY,
        [LIVE_WEIGHT] = ROLE_CONTEXT, [LIVE_CONTEXT] = ROLE_CONTEXT,    [LIVE_STATE] = ROLE_DECODER,
        [LIVE_WORD] = ROLE_OUTPUT,    [LIVE_SOURCE] = ROLE_INK,         [LIVE_MEMORY] = ROLE_INK,
        [LIVE_GATE] = ROLE_INK,       [LIVE_ASKED] = ROLE_DECODER};
    if (span->style & SPAN_CODE)
        style.face = bold ? FACE_MONO_BOLD : FACE_MONO;
    if (span->style & SPAN_LIVE)
        style.color = theme->text[roles[span->live.kind]];
    else if (span->style & SPAN_LINK)
        style.color = theme->text[ROLE_QUERY];
    return style;
}

static bool is_code(TextStyle style)
{
    return style.face == FACE_MONO || style.face == FACE_MONO_BOLD;
}

/* Where the "_q" of a name such as W_q or α_22 begins: behind one letter, with up to three letters or digits. */
static size_t find_below(Slice text, size_t *length)
{
    for (size_t i = 1; i < text.length; i++) {
        bool greek = i > 1 && ((unsigned char)text.text[i - 2] & 0xFE) == 0xCE;
        bool latin = isalpha((unsigned char)text.text[i - 1]) && (i == 1 || !isalnum((unsigned char)text.text[i - 2]));
        for (*length = 1; i + *length < text.length && isalnum((unsigned char)text.text[i + *length]);)
            ++*length;
        bool ends = i + *length == text.length || text.text[i + *length] != '_';
        if (text.text[i] == '_' && (latin || greek) && ends && *length > 1 && *length <= 4)
            return i;
    }
    *length = 0;
    return text.length;
}

/* Sets text, names with what stands below as in formulas (code as it is written), and returns the width. `list` NULL:
 * it only measures. */
static float set_text(DrawList *list, const Type *type, TextStyle style, Point at, Slice text)
{
    TextStyle small = style;
    small.size *= 0.72f;
    float start = at.x;
    for (size_t length = 0; text.length;) {
        size_t i = is_code(style) ? text.length : find_below(text, &length), end = i + length;
        Slice name = {text.text, i}, below = {text.text + end - (length ? length - 1 : 0), length ? length - 1 : 0};
        at.x += list ? drawlist_text_at(list, style, at, ALIGN_LEFT, name) : text_width(type, style, name);
        Point low = {at.x, at.y + style.size * 0.2f};
        if (length)
            at.x += list ? drawlist_text_at(list, small, low, ALIGN_LEFT, below) : text_width(type, small, below);
        text = (Slice){text.text + end, text.length - end};
    }
    return at.x - start;
}

/* Latin Modern is smaller than the text's face. */
#define MATH_SIZE 1.14f

static MathStyle math_style(const Flow *flow, const FlowPiece *piece)
{
    return (MathStyle){flow->painter->theme, piece->style.size * MATH_SIZE, piece->style.color};
}

static void add_piece(Flow *flow, FlowPieces *pieces, FlowPiece piece)
{
    pieces->items = arena_room(&flow->painter->list->arena, pieces->items, pieces->count, sizeof *pieces->items);
    if (piece.math)
        piece.width = math_width(flow->painter->list->type, math_style(flow, &piece), piece.math);
    else
        piece.width = set_text(NULL, flow->painter->list->type, piece.style, (Point){0, 0}, piece.text);
    pieces->items[pieces->count++] = piece;
}

void flow_cut(Flow *flow, FlowPieces *pieces, Slice text, TextStyle style, Target target, bool *space)
{
    float gap = text_width(flow->painter->list->type, style, slice_of(" "));
    bool breaks = false;
    while (text.length) {
        Slice start = text;
        uint32_t first = utf8_next(&text), last = first;
        if (first == ' ' || first == '\n') {
            *space = true;
            breaks = breaks || first == '\n';
            continue;
        }
        for (Slice ahead = text; ahead.length; text = ahead) {
            uint32_t next = utf8_next(&ahead);
            if (next == ' ' || next == '\n' || text_may_break(0, last, next))
                break;
            last = next;
        }
        start.length -= text.length;
        bool glued = !*space && (text_closes(first) || (pieces->count > 0 && pieces->items[pieces->count - 1].opens));
        add_piece(flow, pieces,
                  (FlowPiece){.text = start,
                              .style = style,
                              .space = *space ? gap : 0,
                              .glued = glued,
                              .opens = text_opens(last),
                              .breaks = breaks,
                              .target = target});
        *space = breaks = false;
    }
}

static void cut_spans(Flow *flow, FlowPieces *pieces, const Span *spans, int count, float size)
{
    bool space = false;
    const View *view = flow->painter->view;
    for (int i = 0; i < count; i++) {
        const Span *span = &spans[i];
        const char *text = span->text;
        Target target = {0};
        if (span->style & SPAN_LIVE) {
            char *value = live_text(&span->live, scene_live_trace(view, &span->live), &flow->painter->list->arena);
            text = value ? value : view_whole(view) != view->trace ? "?" : "–";
            target = (Target){TARGET_LIVE, (int16_t)span->live.kind, (int16_t)span->live.t, (int16_t)span->live.j};
        } else if (span->style & SPAN_LINK) {
            const Span *all = flow->card->blocks[flow->language][flow->block].spans;
            target = (Target){TARGET_LINK, (int16_t)flow->block, (int16_t)(span - all), 0};
        }
        int first = pieces->count;
        if (span->style & SPAN_MATH) {
            float gap = text_width(flow->painter->list->type, span_style(flow, span, size), slice_of(" "));
            bool glued = !space && first > 0 && pieces->items[first - 1].opens;
            add_piece(flow, pieces,
                      (FlowPiece){.math = text,
                                  .style = span_style(flow, span, size),
                                  .space = space ? gap : 0,
                                  .glued = glued,
                                  .target = target});
            space = false;
            continue;
        }
        flow_cut(flow, pieces, slice_of(text), span_style(flow, span, size), target, &space);
        for (int k = first; k < pieces->count; k++)
            pieces->items[k].code = span->style & SPAN_CODE ? i + 1 : 0;
    }
}

static void put_piece(Flow *flow, const FlowPiece *piece, float x)
{
    const Painter *painter = flow->painter;
    Point at = {x, flow->y + piece->style.size};
    if (piece->math)
        math_fit(painter->list, math_style(flow, piece), at, piece->width, 0, piece->math);
    else
        set_text(painter->list, painter->list->type, piece->style, at, piece->text);
    if (piece->target.kind == TARGET_NONE)
        return;
    Box box = {x - 2, flow->y - 1, piece->width + 4, piece->style.size * 1.35f};
    if (kit_pointed(painter, piece->target) || piece->target.kind == TARGET_LINK || piece->target.kind == TARGET_EXAM)
        drawlist_box(painter->list, (Box){x, box.y + box.h, piece->width, kit_pointed(painter, piece->target) ? 2 : 1},
                     0, paint_fill(piece->style.color));
    kit_press(painter, box, 3, piece->target, NULL);
}

/* The ground of code: one box for what of a run stands on one line. */
typedef struct Ground {
    int run, place; /* place: of its box in the list */
    float y;
} Ground;

static void put_ground(Flow *flow, const FlowPiece *piece, float x, Ground *ground)
{
    DrawList *list = flow->painter->list;
    const Theme *theme = flow->painter->theme;
    float size = piece->style.size;
    Box box = {x - 2, flow->y + size * 0.05f, piece->width + 4, size * 1.3f};
    if (piece->code && ground->run == piece->code && ground->y == flow->y) {
        DrawCommand *command = &list->commands[ground->place];
        box.w += box.x - command->box.box.x;
        box.x = command->box.box.x;
        command->box.box = box;
        command->bounds = box_inset(box, -1.5f, -1.5f);
    } else if (piece->code) {
        *ground = (Ground){piece->code, list->count, flow->y};
        drawlist_box(list, box, 3, paint_fill_stroke(theme->panel, theme->hairline, 1));
    }
}

/* Of a piece with the punctuation that must stay behind it. */
static float width_with_tail(const FlowPieces *pieces, int first)
{
    float width = pieces->items[first].width;
    for (int i = first + 1; i < pieces->count && pieces->items[i].glued; i++)
        width += pieces->items[i].width;
    return width;
}

/* A piece that no line can hold is broken where the line ends; its last part is left in `piece`. */
static void break_piece(Flow *flow, FlowPiece *piece, float x, float width, float leading)
{
    DrawList *list = flow->painter->list;
    if (piece->width <= width)
        return;
    TextLines lines = text_break(&list->arena, list->type, piece->style, piece->text, width);
    for (int i = 0; i < lines.count; i++) {
        piece->text = lines.lines[i];
        piece->width = set_text(NULL, list->type, piece->style, (Point){0, 0}, piece->text);
        if (i + 1 < lines.count) {
            put_piece(flow, piece, x);
            flow->y += leading;
        }
    }
}

/* Not kit_paragraph's: there all has one style, here every piece has its own, and its target. */
void flow_pieces(Flow *flow, FlowPieces *pieces, float x, float width, float leading)
{
    float at = 0;
    Ground ground = {0};
    flow_tie(pieces, flow->language == LANGUAGE_ENGLISH);
    for (int i = 0; i < pieces->count; i++) {
        FlowPiece *piece = &pieces->items[i];
        float space = at > 0 ? piece->space : 0;
        bool begins = !piece->glued && !piece->tie;
        if (begins)
            flow_loosen(pieces, i, width);
        bool full = begins && at + space + flow_run(pieces, i) > width;
        if (at > 0 && (full || piece->breaks)) {
            flow->y += leading;
            at = space = 0;
        }
        if (at == 0 && piece->math) /* a formula is not broken: it is set smaller */
            piece->width -= fmaxf(0, width_with_tail(pieces, i) - width);
        else if (at == 0)
            break_piece(flow, piece, x, width, leading);
        put_ground(flow, piece, x + at + space, &ground);
        put_piece(flow, piece, x + at + space);
        at += space + piece->width;
    }
    if (pieces->count)
        flow->y += leading;
}

int flow_ground(const Flow *flow, float radius, Paint paint)
{
    drawlist_box(flow->painter->list, (Box){0, 0, 64, 64}, radius, paint);
    return flow->painter->list->count - 1;
}

Box flow_fit(const Flow *flow, int place, float x, float top, float width)
{
    DrawCommand *command = &flow->painter->list->commands[place];
    float edge = command->box.paint.width > 0 ? 1 : 0;
    command->box.box = (Box){x, top, width, flow->y - top};
    command->bounds = box_inset(command->box.box, -edge, -edge);
    return command->box.box;
}

float flow_size(const Flow *flow, float size)
{
    return flow->scale > 0 ? size * flow->scale : size;
}

void flow_skip(Flow *flow, float gap)
{
    flow->y += flow->scale > 0 && flow->scale < 1 ? roundf(0.7f * gap) : gap;
}

/* Of a line: small type stands closer. */
static float leading(const Flow *flow, float size, float share)
{
    return roundf(size * (flow->scale > 0 && flow->scale < 1 ? share - 0.12f : share));
}

void flow_spans(Flow *flow, const Span *spans, int count, float x, float width, float size)
{
    FlowPieces pieces = {0};
    size = flow_size(flow, size);
    cut_spans(flow, &pieces, spans, count, size);
    flow_pieces(flow, &pieces, x, width, leading(flow, size, 1.55f));
}

float flow_width(Flow *flow, const Span *spans, int count, float size, float *least)
{
    FlowPieces pieces = {0};
    cut_spans(flow, &pieces, spans, count, flow_size(flow, size));
    float line = 0, longest = 0;
    *least = 0;
    for (int i = 0; i < pieces.count; i++) {
        const FlowPiece *piece = &pieces.items[i];
        line = piece->breaks ? piece->width : line + (i ? piece->space : 0) + piece->width;
        longest = fmaxf(longest, line);
        if (!piece->glued)
            *least = fmaxf(*least, width_with_tail(&pieces, i));
    }
    return ceilf(longest) + 1;
}

static void flow_both(Flow *flow, const char *text, const char *gloss, TextStyle style, float x, float width)
{
    FlowPieces pieces = {0};
    bool space = false;
    style.size = flow_size(flow, style.size);
    flow_cut(flow, &pieces, slice_of(text), style, (Target){0}, &space);
    space = true;
    if (gloss)
        flow_cut(flow, &pieces, slice_of(gloss), style_plain(flow->painter->theme, style.size, ROLE_MUTED), (Target){0},
                 &space);
    flow_pieces(flow, &pieces, x, width, leading(flow, style.size, 1.5f));
}

void flow_text(Flow *flow, const char *text, TextStyle style, float x, float width)
{
    flow_both(flow, text, NULL, style, x, width);
}

void flow_glossed(Flow *flow, const char *lead, const char *text, TextStyle style, float x, float width)
{
    Arena *arena = &flow->painter->list->arena;
    flow_both(flow, arena_printf(arena, "%s%s", lead, text), view_gloss_text(flow->painter->view, text, arena), style,
              x, width);
}
