/* A program beside the stage's moments: the lines of the moment are lit, and beside each line stands the value that it
 * has made, with its shape. */
#include "scene/views/code/view_code.h"

#include "derive/plain.h"
#include "draw/ease.h"
#include "scene/kit/widget.h"
#include "scene/views/variant_bar.h"
#include "words/window_words.h"

#include <math.h>

#define VALUE_LEAST 0.55f /* of the size of a value, whose line is too long for it */

enum { MARGIN = 28, HEAD_H = 30, VALUES_W = 150, VALUES_LEAST = 96, INSET = 10 };

#define PITCH       1.42f /* of the type's size */
#define BLANK       0.5f  /* of a line */
#define STEP        4     /* letters that a line is indented by, a step, */
#define STEP_NARROW 2     /* and on a telephone */

const Listing *code_listing(const View *view)
{
    if (!view->lesson)
        return NULL;
    const Listing *listing =
        &view->lesson->listings[view->look == LOOK_TENSORFLOW ? LISTING_TENSORFLOW : LISTING_PYTORCH];
    return listing->count > 0 ? listing : NULL;
}

/* ---- moments ---- */

static bool of_moment(const ListingLine *line, MomentKind kind)
{
    return line->moments & 1u << kind;
}

/* The last of the line's moments that the trace has: what the line makes is there then. MOMENT_KINDS: it has none. */
static MomentKind making(const Trace *trace, const ListingLine *line)
{
    for (int kind = MOMENT_KINDS - 1; kind >= 0; kind--)
        if (of_moment(line, (MomentKind)kind)) {
            int step = kind > MOMENT_BRIDGE ? 0 : -1;
            int word = kind == MOMENT_START || kind >= MOMENT_BRIDGE ? -1 : 0;
            if (moment_find(trace, (MomentKind)kind, step, word) >= 0)
                return (MomentKind)kind;
        }
    return MOMENT_KINDS;
}

int code_moment(const View *view, int line)
{
    const Listing *listing = code_listing(view);
    if (!listing || line < 0 || line >= listing->count)
        return -1;
    MomentKind kind = making(view->trace, &listing->lines[line]);
    if (kind == MOMENT_KINDS)
        return -1;
    Scope scope = scope_at(view->trace, scene_cursor(view));
    int last = kind == MOMENT_BACKWARD ? 0 : view->trace->n - 1;
    if (kind > MOMENT_BRIDGE)
        return moment_find(view->trace, kind, scope.step >= 0 ? scope.step : 0, -1);
    return moment_find(view->trace, kind, -1, kind == MOMENT_START || kind == MOMENT_BRIDGE ? -1 : last);
}

static float made(const Scope *scope, const ListingLine *line)
{
    MomentKind kind = making(scope->trace, line);
    if (kind == MOMENT_KINDS)
        return 0;
    if (kind <= MOMENT_BRIDGE)
        return scope_encoded(scope, kind, kind == MOMENT_BACKWARD ? 0 : scope->trace->n - 1);
    return scope->step < 0 ? 0 : scope_written(scope, scope->step, kind) * scope->alpha;
}

static float lit(const Scope *scope, const ListingLine *line)
{
    return lerp(of_moment(line, scope->ends[0].kind), of_moment(line, scope->ends[1].kind), scope->mix);
}

/* ---- values ---- */

/* The step whose value a line makes; the start state is that of step -1. */
static int step_of(const Scope *scope, const ListingLine *line)
{
    return of_moment(line, MOMENT_BRIDGE) ? -1 : scope->step;
}

static Value value_of(const Maths *maths, ListingValue value, int step)
{
    switch (value) {
    case LISTING_EMBEDDINGS:
        return (Value){VALUE_EMBEDDING};
    case LISTING_ANNOTATIONS:
        return annotation_value(maths, 0, 0);
    case LISTING_KEYS:
        return key_value(maths, 0, 0);
    case LISTING_QUERY:
        return query_value(maths, step, 0);
    case LISTING_SCORES:
        return score_value(maths, step, 0);
    case LISTING_WEIGHTS:
        return weight_value(maths, step, 0);
    case LISTING_CONTEXT:
        return context_value(maths, step, 0);
    case LISTING_PREVIOUS:
        return (Value){VALUE_PREVIOUS, .place = step};
    case LISTING_STATE:
        return (Value){VALUE_STATE, .run = RUN_DECODER, .place = step};
    default:
        return (Value){VALUE_PROBABILITY, .place = step};
    }
}

static const char *name_of_word(const Maths *maths, ListingValue value, int j)
{
    return value == LISTING_ANNOTATIONS ? annotation_name(maths, j)
           : value == LISTING_KEYS      ? key_name(maths, j)
                                        : vector_name(maths, (Value){VALUE_EMBEDDING, .place = j});
}

/* "h_1 … h_5 [5, 64]", "q_3 [32]" as markup; NULL: the trace has no such value, or hides it. */
static const char *value_text(const Maths *maths, ListingValue value, int step)
{
    int n = maths->trace->n;
    if (value > LISTING_KEYS) {
        Value first = value_of(maths, value, step);
        if (!value_valid(maths, first))
            return NULL;
        return arena_printf(maths->arena, "%s @m{\"%s\"}", vector_name(maths, first), value_shape(maths, first));
    }
    Value first = value_of(maths, value, 0);
    if (!value_valid(maths, first))
        return NULL;
    int entries =
        value == LISTING_EMBEDDINGS || value_valid(maths, (Value){VALUE_KEY}) ? value_entries(maths, first) : 0;
    if (value == LISTING_ANNOTATIONS || entries == 0) /* both directions, joined */
        entries = config_annotation(&maths->trace->config);
    const char *from = name_of_word(maths, value, 0), *to = name_of_word(maths, value, n - 1);
    return arena_printf(maths->arena, n > 1 ? "%s … %s @m{\"[%d, %d]\"}" : "%s%.0s @m{\"[%d, %d]\"}", from, to, n,
                        entries);
}

/* ---- layout ---- */

typedef struct CodeLayout {
    const Listing *listing;
    Box box;
    float size, pitch, values_w, scroll, limit;
} CodeLayout;

static bool keyword(Slice word)
{
    static const char *const words[] = {"import", "from", "as",  "class", "def", "return",
                                        "while",  "and",  "for", "in",    NULL};
    for (int i = 0; words[i]; i++)
        if (slice_is(word, words[i]))
            return true;
    return false;
}

static bool letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The next word, or what lies up to it. */
static Slice next_piece(const char *text)
{
    size_t length = 1;
    while (text[length] && letter(text[length]) == letter(text[0]))
        length++;
    return (Slice){text, length};
}

static float indent_of(const Painter *painter, TextStyle style, const ListingLine *line)
{
    bool small = !painter->passive && (window_upright(painter->view) || window_lying(painter->view));
    int step = small ? STEP_NARROW : STEP;
    return kit_width(painter, style, "0") * (float)(step * line->indent);
}

/* Words of the language are bold. With `list` NULL it is measured alone. */
static float set_line(const Type *type, DrawList *list, TextStyle style, Point at, const char *text)
{
    float x = at.x;
    for (Slice piece; *text; text += piece.length) {
        piece = next_piece(text);
        style.face = keyword(piece) ? FACE_MONO_BOLD : FACE_MONO;
        if (list)
            drawlist_text_at(list, style, (Point){x, at.y}, ALIGN_LEFT, piece);
        x += text_width(type, style, piece);
    }
    return x - at.x;
}

static float line_height(const CodeLayout *lay, int line)
{
    return lay->listing->lines[line].text[0] ? lay->pitch : lay->pitch * BLANK;
}

/* The middle of the lines of a moment, from the top of the listing; of a moment without any that of the last
 * one that has. */
static float followed(const CodeLayout *lay, MomentKind kind)
{
    for (int k = (int)kind; k >= 0; k--) {
        float y = 0, first = -1, last = 0;
        for (int i = 0; i < lay->listing->count; y += line_height(lay, i), i++)
            if (of_moment(&lay->listing->lines[i], (MomentKind)k)) {
                first = first < 0 ? y : first;
                last = y + lay->pitch;
            }
        if (first >= 0)
            return (first + last) / 2;
    }
    return 0;
}

/* Where the line begins that holds y, or the next one. */
static float line_top(const CodeLayout *lay, float y, bool next)
{
    float top = 0;
    for (int i = 0; i < lay->listing->count; i++) {
        float end = top + line_height(lay, i);
        if (end > y + 0.5f)
            return next && top < y - 0.5f ? end : top;
        top = end;
    }
    return top;
}

/* The moment's lines in the middle; none is cut at the top. */
static float followed_scroll(const CodeLayout *lay, MomentKind kind)
{
    return fminf(line_top(lay, fmaxf(0, followed(lay, kind) - lay->box.h / 2), false), lay->limit);
}

static CodeLayout lay_out(const Painter *painter, const Scope *scope, Box box)
{
    CodeLayout lay = {.listing = code_listing(painter->view), .box = box};
    const Type *type = painter->list->type;
    lay.values_w = fmaxf(VALUES_LEAST, fminf(VALUES_W, box.w * 0.24f));
    float widest = 1;
    TextStyle style = style_code(painter->theme, TYPE_BODY, ROLE_INK);
    for (int i = 0; i < lay.listing->count; i++) {
        const ListingLine *line = &lay.listing->lines[i];
        widest =
            fmaxf(widest, indent_of(painter, style, line) + set_line(type, NULL, style, (Point){0, 0}, line->text));
    }
    float room = box.w - lay.values_w - 2 * INSET, most = box.w >= 1100 ? TYPE_TITLE : TYPE_BODY;
    lay.size = fmaxf(TYPE_TINY, fminf(most, TYPE_BODY * room / widest));
    lay.pitch = lay.size * PITCH;
    float whole = 0;
    for (int i = 0; i < lay.listing->count; i++)
        whole += line_height(&lay, i);
    lay.limit = line_top(&lay, fmaxf(0, whole - box.h), true);
    float scroll =
        lerp(followed_scroll(&lay, scope->ends[0].kind), followed_scroll(&lay, scope->ends[1].kind), scope->mix);
    lay.scroll = fminf(fmaxf(scroll + painter->view->stage.scroll, 0), lay.limit);
    return lay;
}

/* ---- the picture ---- */

/* `from`: where the line ends. */
static void draw_value(const Painter *painter, const Scope *scope, const CodeLayout *lay, const ListingLine *line,
                       float from, Point end)
{
    float there = made(scope, line);
    if (line->value == LISTING_NONE || there < 0.02f)
        return;
    Maths maths = kit_maths(painter, scope->trace);
    const char *text = value_text(&maths, line->value, step_of(scope, line));
    if (!text)
        return;
    MathStyle style = {painter->theme, lay->size * 1.05f, painter->theme->text[ROLE_INK]};
    float width = math_width(painter->list->type, style, text), size = style.size * fminf(1, lay->values_w / width);
    float room = (end.x - from - 6) / width;
    if (room < VALUE_LEAST)
        return; /* the stage has it */
    size = fminf(size, style.size * room);
    kit_math(painter, size, ROLE_INK, there, end, ALIGN_RIGHT, text);
}

static Role role_of(const Painter *painter, const Scope *scope, const ListingLine *line)
{
    Maths maths = kit_maths(painter, scope->trace);
    const char *text = line->value == LISTING_NONE ? NULL : value_text(&maths, line->value, step_of(scope, line));
    Role role = text ? markup_role(text) : ROLE_INK;
    return role == ROLE_INK ? ROLE_OUTPUT : role;
}

static void draw_line(const Painter *painter, const Scope *scope, const CodeLayout *lay, int index, float y, float dim)
{
    const ListingLine *line = &lay->listing->lines[index];
    const Theme *theme = painter->theme;
    float light = lit(scope, line), baseline = y + lay->pitch * 0.7f;
    Box box = {lay->box.x, y, lay->box.w, lay->pitch};
    Role role = role_of(painter, scope, line);
    if (light > 0.02f) {
        drawlist_box(painter->list, box, 4, paint_fill(color_fade(theme->tint[role], light)));
        drawlist_box(painter->list, (Box){box.x, y, 3, lay->pitch}, 1.5f,
                     paint_fill(color_fade(theme->fill[role], light)));
    }
    TextStyle style = style_faded(style_code(theme, lay->size, ROLE_INK), lerp(1, INK_DIMMED, dim * (1 - light)));
    float x = box.x + INSET + indent_of(painter, style, line);
    float width = set_line(painter->list->type, painter->list, style, (Point){x, baseline}, line->text);
    draw_value(painter, scope, lay, line, x + width, (Point){box.x + box.w - INSET, baseline});
    if (making(scope->trace, line) != MOMENT_KINDS)
        kit_press(painter, box, 4, target_at(TARGET_CONTROL, CONTROL_LINE, index, 0), line->text);
}

static void draw_lines(const Painter *painter, const Scope *scope, const CodeLayout *lay)
{
    float dim = 0, y = lay->box.y - lay->scroll;
    for (int i = 0; i < lay->listing->count; i++)
        dim = fmaxf(dim, lit(scope, &lay->listing->lines[i]));
    drawlist_clip(painter->list, lay->box);
    for (int i = 0; i < lay->listing->count; i++) {
        float h = line_height(lay, i);
        if (y > lay->box.y - 0.5f && y + h < lay->box.y + lay->box.h + 0.5f) /* none is cut */
            draw_line(painter, scope, lay, i, y, dim);
        y += h;
    }
    drawlist_unclip(painter->list);
    if (lay->limit > 0 && !painter->passive)
        kit_scroll_bar(painter, (Box){lay->box.x + lay->box.w + 6, lay->box.y, 6, lay->box.h}, lay->scroll, lay->limit);
}

static void draw_choice(const Painter *painter, Box box)
{
    const View *view = painter->view;
    const MenuOption options[] = {
        {"PyTorch", target_at(TARGET_CONTROL, CONTROL_LOOK, LOOK_WHOLE, 0), view->look != LOOK_TENSORFLOW, NULL},
        {"TensorFlow", target_at(TARGET_CONTROL, CONTROL_LOOK, LOOK_TENSORFLOW, 0), view->look == LOOK_TENSORFLOW,
         NULL}};
    Choice choice = {CHOICE_FRAMES, 6, options, 2};
    float width = kit_choice_width(painter, &choice);
    kit_choice(painter, (Box){box.x + box.w - width, box.y, width, box.h}, &choice);
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    Box in = box_inset(layout->stage, MARGIN, 14);
    kit_heading(painter, (Point){in.x, in.y + HEAD_H - 8}, ROLE_MUTED, 1, kit_said(painter, W_PROGRAM));
    if (!painter->passive)
        draw_choice(painter, (Box){in.x, in.y, in.w, HEAD_H});
    Box box = {in.x, in.y + HEAD_H + 8, in.w, in.h - HEAD_H - 8};
    float limit = 0;
    if (code_listing(painter->view)) {
        CodeLayout lay = lay_out(painter, scope, box);
        draw_lines(painter, scope, &lay);
        limit = lay.limit;
    } else
        look_paragraph(painter, style_plain(painter->theme, TYPE_LARGE, ROLE_MUTED), box,
                       kit_said(painter, W_THIS_LESSON_HAS_NO_PROGRAM));
    if (layout->side.w > 0 && scene_origin_open(painter->view))
        origin_draw(painter, layout->side);
    else if (layout->side.w > 0)
        side_draw(painter, scope, layout->side);
    return limit;
}

/* " = (0.353, 0.376, 0.270)", the first numbers of many; empty: it is no vector of the step. */
static const char *numbers_of(const Maths *maths, ListingValue value, int step)
{
    enum { MOST = 8 };
    Value entry = value_of(maths, value, step);
    const char *text = "";
    if (value <= LISTING_KEYS)
        return text;
    int count = value_entries(maths, entry);
    for (entry.index = 0; entry.index < count && entry.index < MOST; entry.index++)
        text = arena_printf(maths->arena, "%s%s%s", text, entry.index ? ", " : " = (",
                            number_text(maths->arena, value_number(maths, entry), 3, false));
    return arena_printf(maths->arena, "%s%s", text, count > MOST ? ", …)" : ")");
}

/* On a page that has no stage beside it: the line, and what it makes. */
static char *describe(const View *view, Target target, Arena *arena)
{
    const Listing *listing = code_listing(view);
    if (target.kind != TARGET_CONTROL || target.a != CONTROL_LINE || !view->window.told || !listing)
        return describe_value(view, target, arena);
    const ListingLine *line = &listing->lines[target.b];
    Maths maths = view_maths(view, arena);
    Scope scope = scope_at(view->trace, scene_cursor(view));
    int step = step_of(&scope, line);
    bool there = line->value != LISTING_NONE && made(&scope, line) > 0;
    const char *value = there ? value_text(&maths, line->value, step) : NULL;
    if (!value)
        return arena_string(arena, line->text);
    return arena_printf(arena, "%s  ·  %s%s", line->text, markup_plain(value, arena),
                        numbers_of(&maths, line->value, step));
}

const Picture view_code = {draw, NULL, describe, NULL, .least = {0, 360}};
