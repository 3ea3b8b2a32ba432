/* The two lowest floors: the source words, and the states that the encoder makes of them. While it reads, the states
 * stand and what they are made of is seen; later each is a strip. */
#include "scene/kit/glossed.h"
#include "scene/kit/grid.h"
#include "scene/stage/context_copies.h"
#include "scene/stage/floor_layers.h"
#include "scene/stage/floor_parts.h"
#include "scene/stage/floor_row.h"
#include "scene/stage/stage.h"
#include "scene/stage/what_if.h"
#include "trace/head_row.h"

#include "draw/ease.h"

#include <math.h>

#define GLOSS_DOWN  13.0f /* px from the foot of a chip to the baseline of its gloss */
#define NAME_BESIDE 60.0f /* px from column to column, from which on a state's name stands beside it */

/* ---- words ---- */

/* Under the chip of a word that the decoder has written, as far as the floor has room. */
static void draw_gloss(const Painter *painter, const StageLayout *layout, Box chip, const char *word, float ink)
{
    Box floor = layout->floor[FLOOR_SOURCE];
    Point at = {chip.x + chip.w / 2, chip.y + chip.h + GLOSS_DOWN};
    if (at.y + 4 <= floor.y + floor.h && kit_gloss_width(painter, TYPE_BODY, word) <= layout->spacing - 6)
        kit_gloss(painter, TYPE_BODY, ink, at, ALIGN_CENTER, word);
}

static void draw_chip(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_SOURCE),
          ink = scope_ink(scope, PART_SOURCE);
    bool asks = trace->row && trace->row->word == j;
    Role role = trace->unknown[j] ? ROLE_MUTED : asks ? ROLE_QUERY : ROLE_CONTEXT;
    lit = asks ? 1 : lit;
    float size = fmaxf(kit_chip_size(layout->word_h), layout->word_h * 0.42f);
    TextStyle style = style_bold(painter->theme, size, ROLE_INK);
    float wanted = text_width(painter->list->type, style, slice_of(trace->source[j])) + 26;
    float width = fminf(layout->spacing - 6, fmaxf(wanted, fminf(96, layout->spacing - 6)));
    style = kit_shrunk(painter, style_faded(style, ink), width - 12, trace->source[j]);
    Box box = {x - width / 2, layout->word_y, width, layout->word_h};
    kit_piece(painter, asks ? (Value){VALUE_SELF_INPUT, .place = j} : kit_word_value(painter, j), PIECE_WORD, 0);
    kit_chip_styled(painter, box, trace->source[j], role, fmaxf(lit, trace->unknown[j] ? 0.8f : 0), alpha, style);
    drawlist_piece_end(painter->list);
    if (trace->unknown[j]) /* marked, not only coloured */
        grid_unknown_chip(painter, box, alpha);
    bool written = trace->row && trace->row->written;
    if (written)
        draw_gloss(painter, layout, box, trace->source[j], ink);
    kit_press(painter, box, 8, target_at(TARGET_SOURCE, j, 0, 0),
              written ? kit_word_name(painter, trace->source[j]) : trace->source[j]);
}

static void draw_turned(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_SOURCE);
    bool asks = trace->row && trace->row->word == j;
    Role role = trace->unknown[j] ? ROLE_MUTED : asks ? ROLE_QUERY : ROLE_CONTEXT;
    lit = asks ? 1 : lit;
    TextStyle style = style_of(painter->theme, lit > 0.25f, layout->spacing < 34 ? TYPE_SMALL : TYPE_BODY, ROLE_INK);
    if (lit > 0.5f || trace->unknown[j])
        style.color = painter->theme->text[role];
    Slice text = drawlist_shorten(painter->list, style, slice_of(trace->source[j]), layout->word_most);
    float width = text_width(painter->list->type, style, text);
    Point root = {x + 4, layout->word_y + 8};
    drawlist_text_turned(painter->list, style_faded(style, scope_ink(scope, PART_SOURCE)), root, layout->word_turn,
                         ALIGN_RIGHT, text);
    if (trace->unknown[j]) {
        float dx = cosf(layout->word_turn), dy = sinf(layout->word_turn);
        Point end = {root.x + 3, root.y + 4}, start = {end.x - dx * width, end.y - dy * width};
        kit_line(painter, start, end, color_fade(painter->theme->fill[role], alpha), 1.5f);
    }
    Box floor = layout->floor[FLOOR_SOURCE];
    Box box = {x - layout->spacing / 2 + 1, layout->word_y - 4, layout->spacing - 2,
               fmaxf(16, floor.y + floor.h - layout->word_y)};
    kit_press(painter, box, 6, target_at(TARGET_SOURCE, j, 0, 0), trace->source[j]);
}

/* What is pointed at is lit, else what the step attends to. */
void stage_draw_words(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    const float *weights = step ? step->step.weights : NULL;
    bool meant = painter->brush.at.kind != TARGET_NONE && painter->brush.position >= 0;
    float shown = weights ? scope_weighed(scope) * scope->alpha : 0;
    for (int j = 0; j < scope->trace->n; j++) {
        float weight = weights ? weights[j] * shown : 0, lit = kit_brushed(painter, -1, j) ? 1 : 0;
        Scope own = scope_of_word(scope, painter, j);
        stage_light_visit(&own, &layout->visit, j);
        if (stage_sees_column(layout, j))
            (layout->turned ? draw_turned : draw_chip)(painter, &own, layout, j,
                                                       meant            ? lit
                                                       : weight >= 0.5f ? 1
                                                                        : weight);
    }
    stage_draw_source_pieces(painter, scope, layout);
}

/* ---- states ---- */

static void up_arrow(const Painter *painter, float x, float from, float to, Role role, float alpha)
{
    if (alpha <= 0 || from - to < 5)
        return;
    Color color = color_fade(role == ROLE_MUTED ? painter->theme->text[role] : painter->theme->fill[role], alpha);
    drawlist_arrow(painter->list, (Point){x, from}, (Point){x, to}, fminf(5, (from - to) * 0.45f), color, 1.4f);
}

static void draw_embedding(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    int E = trace->config.embed;
    float x = stage_column_x(layout, j), shown = scope_encoded(scope, MOMENT_EMBED, j);
    float alpha = scope_emphasis(scope, PART_EMBEDDING) * stage_is_hero(layout, FLOOR_STATES);
    if (alpha <= 0)
        return;
    const float *values = trace->encoding.embeddings + (size_t)j * (size_t)E;
    Box box = {x - layout->embed_w / 2 + 3, layout->embed_y + 2, layout->embed_w - 6, layout->embed_h - 4};
    CellGrid grid = cell_grid(painter, box, values, E, false);
    up_arrow(painter, x, layout->word_y - 2, layout->embed_y + layout->embed_h + 3, ROLE_MUTED, shown * alpha * 0.7f);
    if (trace->config.layers == 1) /* else the state is made of the lower layer's */
        up_arrow(painter, x, layout->embed_y - 1, layout->state_y + layout->state_h + 3, ROLE_MUTED,
                 scope_encoded(scope, scope_encoding(scope), j) * alpha * 0.7f);
    kit_vector(painter, &grid, ROLE_MUTED, values_extent(trace->encoding.embeddings, trace->n * E), shown, alpha, lit,
               target_at(TARGET_EMBEDDING, j, -1, 0));
}

static void draw_name(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float stands)
{
    float ink = scope_ink(scope, PART_ENCODER) * stage_readable(layout, FLOOR_STATES);
    if (ink <= 0 || layout->spacing < NAME_BESIDE)
        return;
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = annotation_name(&maths, j);
    MathStyle style = {painter->theme, TYPE_LARGE, color_fade(painter->theme->text[ROLE_ENCODER], ink)};
    float x = stage_column_x(layout, j), width = math_width(painter->list->type, style, name);
    bool above = floors_layered(scope->trace) && stands > 0.5f;
    float room = (layout->spacing - lerp(layout->lying_w, layout->state_w, stands)) / 2 - 8;
    Point lying = {x - layout->lying_w / 2 - 7, layout->lying_y + 6};
    Point over;
    if (above) {
        if (layers_name(scope->trace, layout, j, &over))
            math_draw(painter->list, style, over, ALIGN_CENTER, name);
        return;
    }
    style.size *= fminf(1, fmaxf(0.7f, room / width));
    Point standing = {x - layout->state_w / 2 - 8, layout->state_y + 16};
    if (width * 0.7f <= room)
        math_draw(painter->list, style, point_lerp(lying, standing, stands), ALIGN_RIGHT, name);
}

/* Between lying and standing its cells turn; there it is not pressed. */
static void draw_turning(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    const Trace *trace = scope->trace;
    int D = config_annotation(&trace->config);
    CopyPose pose = copy_home(layout, j);
    CopiedStrip strip = {.values = trace->encoding.annotations + (size_t)j * (size_t)D, .D = D};
    strip.count = D < CELLS_CHOSEN ? D : CELLS_CHOSEN;
    strip.alpha = scope_emphasis(scope, PART_ENCODER);
    strip.outline = painter->theme->fill[ROLE_ENCODER];
    copy_draw(painter, layout, &strip, &pose);
}

/* h_j = [forward; backward]: the forward half comes first, the backward half on the way back. */
static void draw_state(const Painter *painter, const Scope *scope, const StageLayout *layout, int j, float lit)
{
    const Trace *trace = scope->trace;
    int D = config_annotation(&trace->config), H = trace->config.hidden;
    float x = stage_column_x(layout, j), alpha = scope_emphasis(scope, PART_ENCODER);
    float shown = scope_encoded(scope, scope_encoding(scope), j), stands = layout->stands;
    if (stands > 0 && stands < 1 && shown >= 1) {
        draw_turning(painter, scope, layout, j);
        draw_name(painter, scope, layout, j, stands);
        return;
    }
    bool up = stands >= 0.5f;
    Box box = {x - layout->state_w / 2 + 3, layout->state_y + 3, layout->state_w - 6, layout->state_h - 6};
    if (!up)
        box = stage_lying(layout, j);
    CellGrid grid = cell_grid(painter, box, trace->encoding.annotations + (size_t)j * (size_t)D, D, up);
    if (D > H) {
        grid.split = H;
        grid.shown_split = scope_encoded(scope, MOMENT_BACKWARD, j);
    }
    bool muted = trace_muted(trace, j);
    kit_vector(painter, &grid, muted ? ROLE_MUTED : ROLE_ENCODER, layout->extent, shown, alpha, lit,
               target_at(TARGET_ANNOTATION, j, -1, 0));
    if (muted)
        kit_line(painter, (Point){box.x - 3, box.y + box.h + 3}, (Point){box.x + box.w + 3, box.y - 3},
                 color_fade(painter->theme->text[ROLE_INK], alpha), 2);
    what_if_draw_mute(painter, scope, layout, j, alpha);
    draw_name(painter, scope, layout, j, up);
}

/* The two chains between the states. */
static void draw_recurrence(const Painter *painter, const Scope *scope, const StageLayout *layout, int j)
{
    float alpha = scope_emphasis(scope, PART_ENCODER) * stage_is_hero(layout, FLOOR_STATES);
    if (j + 1 >= scope->trace->n || alpha <= 0)
        return;
    float from = stage_column_x(layout, j) + layout->state_w / 2 + 3;
    float to = stage_column_x(layout, j + 1) - layout->state_w / 2 - 3;
    float head = fminf(6, (to - from) * 0.5f);
    bool from_right = config_from_right(&scope->trace->config, 1);
    float forward = scope_encoded(scope, MOMENT_FORWARD, j + 1);
    float second = scope_encoded(scope, MOMENT_BACKWARD, from_right ? j : j + 1);
    float y = layout->state_y + layout->state_h * 0.3f, y_back = layout->state_y + layout->state_h * 0.78f;
    Color green = painter->theme->fill[ROLE_ENCODER];
    if (forward > 0.02f)
        drawlist_arrow(painter->list, (Point){from, y}, (Point){lerp(from, to, forward), y}, head,
                       color_fade(green, alpha), 1.6f);
    float start = from_right ? to : from, end = from_right ? from : to;
    if (second > 0.02f)
        drawlist_arrow(painter->list, (Point){start, y_back}, (Point){lerp(start, end, second), y_back}, head,
                       color_fade(green, alpha * 0.7f), 1.6f);
}

/* While states are made one after the other, the one that is made. */
static float state_lit(const Painter *painter, const Scope *scope, int j)
{
    float made = 0;
    static const MomentKind MAKING[] = {MOMENT_FORWARD, MOMENT_BACKWARD, MOMENT_SELF};
    for (size_t i = 0; i < sizeof MAKING / sizeof *MAKING; i++)
        made = fmaxf(made, scope_makes(scope, MAKING[i], scope->trace->config.layers - 1, j));
    return scope_reads(scope) ? made : scope_highlighted(painter, LIVE_ANNOTATION, scope->step, j);
}

void stage_draw_states(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    int n = scope->trace->n;
    for (int j = 0; j < n && !scope->trace->row; j++)
        if (stage_sees_column(layout, j)) {
            Scope own = scope_of_word(scope, painter, j);
            (floors_layered(scope->trace) ? layers_draw_links : draw_recurrence)(painter, &own, layout, j);
        }
    for (int j = 0; j < n; j++) {
        if (!stage_sees_column(layout, j))
            continue;
        float lit = kit_column_brushed(painter, -1, j) ? 1 : 0;
        Scope own = scope_of_word(scope, painter, j);
        stage_light_visit(&own, &layout->visit, j);
        float made = scope_makes(scope, MOMENT_EMBED, 0, j);
        if (scope->trace->row) {
            row_draw_word(painter, &own, layout, j, fmaxf(lit, made));
            continue;
        }
        if (layout->embed_h > 0)
            draw_embedding(painter, &own, layout, j, fmaxf(lit, made));
        if (floors_layered(scope->trace) && layout->stands > 0) {
            layers_draw(painter, &own, layout, j, lit);
            draw_name(painter, &own, layout, j, layout->stands);
        } else
            draw_state(painter, &own, layout, j, fmaxf(lit, state_lit(painter, scope, j)));
    }
    layers_draw_names(painter, scope, layout);
}
