/* The folded network: the encoder's cell and the decoder's, each once, each with the loop that hands its state on. */
#include "scene/views/unrolled/view_unrolled.h"

#include "draw/ease.h"
#include "scene/views/unrolled/unrolled_words.h"

#include <math.h>

enum {
    CHIP_W = 116,
    CHIP_H = 34,
    STATE_W = 52,
    EMBED_W = 92,
    EMBED_H = 16,
    BESIDE_W = 22,
    TITLE_H = 34,
    UPRIGHT_W = 640
};

typedef struct Fold {
    float x;   /* centre */
    float way; /* -1: the loop is on the left, 1: on the right */
    float output_y, state_y, state_h, embed_y, input_y;
    Role role;
    bool counts; /* there is room for "word 2 of 5" */
} Fold;

static void label(const Painter *painter, Point at, Align align, Role role, float alpha, const char *markup)
{
    kit_math(painter, TYPE_LARGE, role, alpha, at, align, markup);
}

static void up(const Painter *painter, float x, float from, float to, Role role, float grown)
{
    if (grown > 0.02f && from - to > 6)
        drawlist_arrow(painter->list, (Point){x, from}, (Point){x, lerp(from, to, grown)}, 7,
                       role == ROLE_MUTED ? painter->theme->text[role] : painter->theme->fill[role], 1.8f);
}

/* Out on top of the cell, round by the state of the step before, and in again below. */
static void draw_loop(const Painter *painter, const Fold *fold, const float *before, int hidden, Target target,
                      const char *name, const char *matrix, float shown)
{
    Color color = painter->theme->fill[fold->role];
    float edge = fold->x + fold->way * (STATE_W / 2 + 3), far = fold->x + fold->way * (STATE_W / 2 + 84);
    float high = fold->state_y + fold->state_h * 0.16f, low = fold->state_y + fold->state_h * 0.84f;
    float small = fold->state_h * 0.4f, top = fold->state_y + (fold->state_h - small) / 2;
    drawlist_move(painter->list, edge, high);
    drawlist_cubic(painter->list, far - fold->way * 30, high, far, high, far, top - 6);
    drawlist_path_end(painter->list, paint_stroke(color, 1.8f));
    Point back[4] = {{far, top + small + 6}, {far, low}, {far - fold->way * 30, low}, {edge, low}};
    drawlist_arrow_cubic(painter->list, back, 8, color, 1.8f, 0, 0);
    CellGrid cells =
        cell_grid(painter, (Box){far - BESIDE_W / 2 + 3, top + 3, BESIDE_W - 6, small - 6}, before, hidden, true);
    kit_vector(painter, &cells, fold->role, 1, before ? shown : 0, 1, 0, before ? target : (Target){0});
    Align outside = fold->way < 0 ? ALIGN_RIGHT : ALIGN_LEFT;
    label(painter, (Point){far + fold->way * (BESIDE_W / 2 + 8), top + small / 2 + 6}, outside, fold->role, 1, name);
    label(painter, (Point){far + fold->way * 4, low + 18}, ALIGN_CENTER, ROLE_MUTED, 1, matrix);
}

static void draw_cell(const Painter *painter, const Fold *fold, const float *state, int hidden, float shown,
                      Target target, const char *name)
{
    Box box = {fold->x - STATE_W / 2 + 3, fold->state_y + 3, STATE_W - 6, fold->state_h - 6};
    CellGrid cells = cell_grid(painter, box, state, hidden, true);
    kit_vector(painter, &cells, fold->role, 1, shown, 1, 0, target);
    label(painter, (Point){fold->x - fold->way * (STATE_W / 2 + 10), fold->state_y + 16},
          fold->way < 0 ? ALIGN_LEFT : ALIGN_RIGHT, fold->role, 1, name);
}

static void draw_input(const Painter *painter, const Fold *fold, const float *embedding, int size, const char *word,
                       float shown, Target target, const char *matrix)
{
    Box chip = {fold->x - CHIP_W / 2, fold->input_y, CHIP_W, CHIP_H};
    if (word)
        kit_chip(painter, chip, word, fold->role, 0.5f, fmaxf(shown, 0.3f), fmaxf(shown, INK_DIMMED), true);
    else
        drawlist_box(painter->list, chip, 8, paint_stroke(painter->theme->hairline, 1.5f));
    up(painter, fold->x, fold->input_y - 2, fold->embed_y + EMBED_H + 4, ROLE_MUTED, shown);
    CellGrid grid = cell_grid(painter, (Box){fold->x - EMBED_W / 2 + 3, fold->embed_y, EMBED_W - 6, EMBED_H}, embedding,
                              size, false);
    kit_vector(painter, &grid, ROLE_MUTED, embedding ? values_extent(embedding, size) : 1, embedding ? shown : 0, 1, 0,
               embedding ? target : (Target){0});
    up(painter, fold->x, fold->embed_y - 4, fold->state_y + fold->state_h + 4, fold->role, 1);
    label(painter, (Point){fold->x - fold->way * 12, fold->embed_y - 13}, fold->way < 0 ? ALIGN_LEFT : ALIGN_RIGHT,
          ROLE_MUTED, 1, matrix);
}

/* Of the layer that reads the words. */
static const char *reader_name(const Maths *maths, int j)
{
    bool upper = maths->trace->config.layers > 1;
    return upper ? vector_name(maths, (Value){VALUE_STATE, .place = j}) : annotation_name(maths, j);
}

static void draw_reader(const Painter *painter, const Scope *scope, const Fold *fold, UnrolledPlace place)
{
    const Trace *trace = scope->trace;
    Arena *arena = &painter->list->arena;
    Maths maths = kit_maths(painter, trace);
    int j = place.word, E = trace->config.embed, H = trace->config.hidden;
    const float *embedding = j >= 0 ? trace->encoding.embeddings + (size_t)j * (size_t)E : NULL;
    const float *states = trace->encoding.layers[0].forward.states;
    float read = j >= 0 ? scope_encoded(scope, MOMENT_EMBED, j) : 0,
          made = j >= 0 ? scope_encoded(scope, MOMENT_FORWARD, j) : 0;
    draw_input(painter, fold, embedding, E, j >= 0 ? trace->source[j] : NULL, read,
               target_at(TARGET_EMBEDDING, j, -1, 0), param_symbol(&maths, "encoder.weight_ih_l0"));
    int column = j > 0 ? j : 0;
    TargetKind kind = trace->config.layers == 1 ? TARGET_ANNOTATION : TARGET_NONE;
    draw_cell(painter, fold, states + (size_t)column * (size_t)H, H, made, target_at(kind, column, -1, 0),
              reader_name(&maths, column));
    draw_loop(painter, fold, j > 0 ? states + (size_t)(j - 1) * (size_t)H : NULL, H, target_at(kind, j - 1, -1, 0),
              reader_name(&maths, column - 1), param_symbol(&maths, "encoder.weight_hh_l0"), read);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *text = arena_printf(arena, kit_said(painter, W_WORD_OF), column + 1, trace->n);
    if (fold->counts)
        kit_text_at(painter, style, (Point){fold->x, fold->input_y + CHIP_H + 18}, ALIGN_CENTER, text);
}

static void draw_writer(const Painter *painter, const Scope *scope, const Fold *fold, UnrolledPlace place)
{
    const Trace *trace = scope->trace;
    Arena *arena = &painter->list->arena;
    Maths maths = kit_maths(painter, trace);
    int t = place.step, shown_step = t < 0 ? 0 : t, E = trace->config.embed, H = trace->config.hidden;
    const TraceStep *step = t >= 0 ? &trace->steps[t] : NULL;
    float read = step ? scope_written(scope, t, MOMENT_PREVIOUS) : 0;
    bool lower = trace->config.decoder_layers > 1; /* the words go into that one */
    int run = lower ? RUN_LOWER : RUN_DECODER, layer = lower ? LAYER_LOWER : 0;
    const float *start = encoding_start(&trace->encoding, lower).state;
    float made = step ? scope_first_state(scope, t) : 0, word = step ? scope_written(scope, t, MOMENT_WORD) : 0;
    draw_input(painter, fold, step ? step->step.embedding : NULL, E, step ? step->input_token : NULL, read,
               target_at(TARGET_PREVIOUS, t, -1, 0), param_symbol(&maths, "decoder.weight_ih"));
    draw_cell(painter, fold, step ? step_run(&step->step, lower).state : start, H, made,
              step ? target_at(TARGET_STATE, t, -1, layer) : (Target){0},
              vector_name(&maths, (Value){VALUE_STATE, run, .place = shown_step}));
    const float *before = t > 0 ? step_run(&trace->steps[t - 1].step, lower).state : start;
    float started = scope_encoded(scope, MOMENT_BRIDGE, -1);
    draw_loop(painter, fold, started > 0.02f ? before : NULL, H, target_at(TARGET_QUERY, shown_step, -1, layer),
              vector_name(&maths, (Value){VALUE_STATE, run, .place = shown_step - 1}),
              param_symbol(&maths, "decoder.weight_hh"), started);
    Box chip = {fold->x - CHIP_W / 2, fold->output_y, CHIP_W, CHIP_H};
    up(painter, fold->x, fold->state_y - 3, fold->output_y + CHIP_H + 3, ROLE_OUTPUT, 1);
    if (word > 0.02f) {
        kit_chip(painter, chip, step->token, ROLE_OUTPUT, 0.6f, word, word, true);
        kit_press(painter, chip, 8, target_at(TARGET_WORD, t, 0, 0), step->token);
    } else
        drawlist_box(painter->list, chip, 8, paint_stroke(painter->theme->hairline, 1.5f));
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *text = arena_printf(arena, kit_said(painter, W_STEP_OF), shown_step + 1, trace->step_count);
    if (fold->counts)
        kit_text_at(painter, style, (Point){fold->x, fold->input_y + CHIP_H + 18}, ALIGN_CENTER, text);
}

/* The final state goes over once; in step, a state goes over at every step. */
static void draw_bridge(const Painter *painter, const Scope *scope, const Fold *from, const Fold *to)
{
    bool in_step = config_in_step(&scope->trace->config);
    float y = from->state_y + from->state_h * 0.5f, there = in_step ? 1 : scope_encoded(scope, MOMENT_BRIDGE, -1);
    float a = from->x + STATE_W / 2 + 3, b = to->x - STATE_W / 2 - 3;
    Color color = there > 0.02f ? painter->theme->fill[ROLE_DECODER] : painter->theme->text[ROLE_MUTED];
    drawlist_arrow(painter->list, (Point){a, y}, (Point){b, y}, 8, color_fade(color, 0.4f + 0.6f * there), 1.8f);
    Maths maths = kit_maths(painter, scope->trace);
    const char *name = in_step ? "h_t" : final_name(&maths, false);
    label(painter, (Point){(a + b) / 2, y - 10}, ALIGN_CENTER, ROLE_ENCODER, 1, name);
    TextStyle style = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    kit_text_at(painter, style, (Point){(a + b) / 2, y + 20}, ALIGN_CENTER,
                in_step ? kit_said(painter, W_AT_EVERY_STEP) : kit_said(painter, W_ONCE_AT_THE_END));
}

void unrolled_draw_folded(const Painter *painter, const Scope *scope, Box box)
{
    UnrolledPlace place = unrolled_place(scope);
    Pan pan = pan_begin(painter, box, (Point){window_upright(painter->view) ? UPRIGHT_W : 0, 0},
                        (Point){place.step >= 0 ? UPRIGHT_W : 0, 0});
    box = pan.whole;
    float fixed = TITLE_H + 2 * CHIP_H + EMBED_H + 26 + 46 + 24, state_h = fminf(260, fmaxf(54, box.h - fixed));
    float y = box.y + TITLE_H + fmaxf(0, (box.h - fixed - state_h) * 0.4f);
    Fold reader = {.x = box.x + box.w * 0.29f, .way = -1, .output_y = y, .role = ROLE_ENCODER};
    reader.state_y = y + CHIP_H + 26;
    reader.state_h = state_h;
    reader.embed_y = reader.state_y + state_h + 30;
    reader.input_y = reader.embed_y + EMBED_H + 16;
    reader.counts = reader.input_y + CHIP_H + 20 <= box.y + box.h + 6;
    Fold writer = reader;
    writer.x = box.x + box.w * 0.71f;
    writer.way = 1;
    writer.role = ROLE_DECODER;
    float heading = fmaxf(box.y + 14, reader.output_y - 26);
    kit_heading(painter, (Point){reader.x - 60, heading}, ROLE_ENCODER, 1, kit_said(painter, W_ENCODER_READS));
    kit_heading(painter, (Point){writer.x - 60, heading}, ROLE_DECODER, 1, kit_said(painter, W_DECODER_WRITES));
    draw_bridge(painter, scope, &reader, &writer);
    draw_reader(painter, scope, &reader, place);
    draw_writer(painter, scope, &writer, place);
    pan_end(painter, &pan);
}
