/* The train view: the alignment of a probe sentence at the handle, the losses along the axis of time, the film of
 * epochs, what the model wrote. */
#include "scene/views/train/view_train.h"
#include "scene/views/train/view_train_step.h"

#include "scene/kit/pan.h"
#include "scene/views/train/train_words.h"
#include "scene/views/variant_bar.h"
#include "words/common_words.h"

#include <math.h>

#define FILM_FRAMES 16
#define CONTROL_H   30.0f /* of the row over the film */

typedef struct TrainLayout {
    float left;                                  /* of all */
    float heading, chart_heading, words_heading; /* baselines; 0: there is no room for it */
    Box map, chart, controls, film, field, words;
    /* Baselines under the map. Where there is little height the caption is in the heading's place, and written is 0. */
    float caption_y, written_y;
} TrainLayout;

static TrainLayout lay_out(Box stage)
{
    TrainLayout layout = {0};
    bool low = stage.h<520, large = stage.h> 900;
    float pad = stage.w < 1000 ? 20 : 26, top = stage.y + (low ? 12 : 28), bottom = stage.y + stage.h - (low ? 12 : 22);
    float w = stage.w - 2 * pad, column = fminf(fmaxf(w * 0.35f, 270), large ? 640 : 460);
    float film_h = fminf(fmaxf(stage.h * 0.2f, 80), 240);
    layout.left = stage.x + pad;
    layout.heading = layout.chart_heading = top + 10;
    layout.field = (Box){layout.left, bottom - 38, fminf(column, 400), 38};
    float words_h = low ? 44 : 62;
    layout.words = (Box){layout.left + layout.field.w + 28, bottom - words_h, w - layout.field.w - 28, words_h};
    float row = low ? 48 : 74;
    layout.words_heading = low ? 0 : bottom - 38 - 12;
    layout.film = (Box){layout.left, bottom - row - (low ? 2 : 14) - film_h, w, film_h};
    layout.controls = (Box){layout.left, layout.film.y - CONTROL_H - (low ? 2 : 6), w, CONTROL_H};
    layout.caption_y = low ? layout.heading + 2 : layout.controls.y - 36;
    layout.written_y = low ? 0 : layout.controls.y - 11;
    float under = low ? layout.controls.y - 4 : layout.caption_y - 24;
    layout.map = (Box){layout.left, top + 20, column, fmaxf(40, under - top - 20)};
    float chart_x = layout.left + column + (low ? 28 : 44);
    layout.chart =
        (Box){chart_x, top + 20, layout.left + w - chart_x, fmaxf(60, layout.controls.y - (low ? 0 : 6) - top - 20)};
    return layout;
}

enum {
    UPRIGHT_PAD = 20,
    UPRIGHT_FIELD = 62,
    UPRIGHT_MAP = 210,
    UPRIGHT_CHART = 200,
    UPRIGHT_FILM = 96,
    UPRIGHT_WORDS = 84
};

/* One below the other from y on; returns how high it is. */
static float lay_upright(const Painter *painter, const Training *training, Box stage, float y, TrainLayout *layout)
{
    float x = stage.x + UPRIGHT_PAD, w = stage.w - 2 * UPRIGHT_PAD, from = y;
    *layout = (TrainLayout){.left = x, .heading = y += 12};
    layout->field = (Box){x, stage.y + 14, w, 38};
    layout->map = (Box){x, y += 10, w, UPRIGHT_MAP};
    layout->caption_y = y += UPRIGHT_MAP + 22;
    layout->written_y = y += 26;
    layout->chart_heading = y += 34;
    layout->chart = (Box){x, y += 10, w, UPRIGHT_CHART};
    layout->controls = (Box){x, y += UPRIGHT_CHART + 8, w, CONTROL_H};
    layout->film = (Box){x, y += train_row_height(painter, training, w) + 8, w, UPRIGHT_FILM};
    layout->words = (Box){x, y += UPRIGHT_FILM + 10, w, UPRIGHT_WORDS};
    return y + UPRIGHT_WORDS - from;
}

/* ---- the map ---- */

static Word map_heading(const Training *training)
{
    static const Word headings[] = {[PROBE_NEW] = W_ALIGNMENT_OF_A_SENTENCE_NEVER,
                                    [PROBE_TRAINING] = W_ALIGNMENT_OF_ONE_TRAINING,
                                    [PROBE_HELDOUT] = W_ALIGNMENT_OF_ONE_HELD_OUT};
    return training_weighs(training) ? headings[training->probe] : W_WHAT_THE_MODEL_SAYS;
}

static const char *epoch_name(const Painter *painter, const Training *training, int look)
{
    return arena_printf(&painter->list->arena, kit_said(painter, W_EPOCH_NUMBER), train_epoch(painter, training, look));
}

/* "epoch 12 · loss 0.31": the training loss, before there is one that of held-out words. */
static void draw_caption(const Painter *painter, const Training *training, Point at, float width)
{
    const TrainingLook *epoch = training_shown(training);
    Arena *arena = &painter->list->arena;
    if (!epoch)
        return;
    const char *text = epoch_name(painter, training, training->shown);
    bool learned = isfinite(epoch->loss);
    double loss = learned ? epoch->loss : epoch->heldout;
    if (isfinite(loss))
        text = arena_printf(arena, "%s · %s %s", text, kit_said(painter, learned ? W_LOSS : W_HELD_OUT_LOSS),
                            kit_number(painter->list, loss, 2, false));
    TextStyle style = style_bold(painter->theme, TYPE_BODY + 0.5f, ROLE_CONTEXT);
    float used = kit_text_at(painter, style, at, ALIGN_LEFT, text);
    if (!isfinite(epoch->exact_match))
        return;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    const char *more = arena_printf(arena, "%s %s %%", kit_said(painter, W_EXACT_MATCH),
                                    kit_number(painter->list, 100 * epoch->exact_match, 1, false));
    if (used + 14 + kit_width(painter, small, more) < width)
        kit_text_at(painter, small, (Point){at.x + used + 14, at.y}, ALIGN_LEFT, more);
}

/* What the model of the handle writes when nobody feeds it words. */
static void draw_written(const Painter *painter, const TrainingLook *look, Point at, float width)
{
    if (!look || !look->probe)
        return;
    TextStyle small = style_plain(painter->theme, TYPE_SMALL, ROLE_MUTED);
    float used = kit_text_at(painter, small, at, ALIGN_LEFT, kit_said(painter, W_IT_WRITES)) + 8;
    train_words(painter, look, TYPE_LARGE, (Point){at.x + used, at.y}, width - used);
}

static void draw_note(const Painter *painter, Box box, Role role, const char *text)
{
    Paragraph lines = {style_plain(painter->theme, TYPE_BODY, role), {box.x, box.y + 14}, box.w, 21, 0, false};
    lines.most = (int)ceilf((box.h - 14) / 21);
    if (lines.most > 0)
        kit_paragraph(painter, &lines, text);
}

/* A model without weights: what it says is all there is to see. */
static void draw_unweighted(const Painter *painter, const Trace *trace, Box box)
{
    TextStyle style = style_bold(painter->theme, TYPE_TITLE, ROLE_INK);
    Arena *arena = &painter->list->arena;
    Paragraph lines = {style, {box.x, box.y + 20}, box.w, 28, (int)ceilf((box.h - 104) / 28), false};
    float y = lines.at.y + (lines.most > 0 ? kit_paragraph(painter, &lines, trace_translation(trace, arena)) : 0);
    draw_note(painter, (Box){box.x, y, box.w, box.y + box.h - y}, ROLE_MUTED, kit_said(painter, W_NO_WEIGHTS));
}

static void draw_map(const Painter *painter, const Training *training, Box box)
{
    const TrainingLook *epoch = training_shown(training);
    if (!epoch)
        return;
    if (!epoch->probe) {
        draw_note(painter, box, ROLE_MUTED, kit_said(painter, W_THE_MODEL_OF_THIS_EPOCH_WAS));
        return;
    }
    if (!config_weighs(&epoch->probe->config)) {
        draw_unweighted(painter, epoch->probe, box);
        return;
    }
    View then = *painter->view; /* what is pointed at belongs to this epoch: see scene_describe */
    Painter of_epoch = *painter;
    const Trace *trace = training_map(training, epoch);
    then.trace = trace;
    of_epoch.view = &then;
    MatrixPicture picture = matrix_whole(trace, painter->view->map);
    picture.unmarked = true;
    if (training->back > 0 && training->before < training->count) {
        picture.before = training_map(training, &training->list[training->before]);
        picture.back = training->back;
    }
    matrix_picture(&of_epoch, &picture, box);
}

/* ---- the film ---- */

/* One under the other, as far as there is room. */
static void draw_words(const Painter *painter, const Trace *trace, Box box)
{
    TextStyle style = style_plain(painter->theme, TYPE_TINY, ROLE_INK);
    float pitch = 15;
    for (int t = 0; t < trace->step_count && pitch * (float)(t + 1) <= box.h; t++) {
        bool cut = pitch * (float)(t + 2) > box.h && t + 1 < trace->step_count;
        kit_text(painter, style, (Box){box.x, box.y + pitch * (float)t, box.w, pitch}, ALIGN_CENTER,
                 cut ? "…" : trace->steps[t].token);
    }
}

static void draw_thumbnail(const Painter *painter, const Trace *trace, Box box)
{
    if (!config_weighs(&trace->config)) {
        draw_words(painter, trace, box);
        return;
    }
    bool apart = fminf(box.w / (float)trace->n, box.h / (float)trace->step_count) >= 6;
    matrix_small(painter, trace, box, apart ? 0.5f : 0, apart ? 1.5f : 0);
}

static void draw_frame(const Painter *painter, const Training *training, int look, Box box)
{
    const Theme *theme = painter->theme;
    bool there = look < training->count, shown = there && look == training->shown;
    Target target = target_at(TARGET_CONTROL, TRAIN_FRAME, look, 0);
    const char *name = epoch_name(painter, training, look);
    Paint paint = shown ? paint_fill_stroke(theme->tint[ROLE_CONTEXT], theme->fill[ROLE_CONTEXT], 2)
                        : paint_fill_stroke(theme->panel, theme->hairline, 1.5f);
    if (!there) {
        paint = paint_stroke(theme->hairline, 1.5f);
        paint.dash = 4, paint.gap = 4;
    } else if (kit_pointed(painter, target))
        paint.stroke = theme->text[shown ? ROLE_CONTEXT : ROLE_MUTED];
    drawlist_box(painter->list, box, 8, paint);
    Box inner = {box.x + 8, box.y + 8, box.w - 16, box.h - 34};
    if (there && training->list[look].probe)
        draw_thumbnail(painter, training_map(training, &training->list[look]), inner);
    TextStyle style =
        shown ? style_bold(theme, TYPE_SMALL - 0.5f, ROLE_INK) : style_plain(theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    kit_text(painter, style, (Box){box.x + 2, box.y + box.h - 24, box.w - 4, 22}, ALIGN_CENTER, name);
    if (!there)
        return;
    kit_press(painter, box, 8, target, name);
}

/* As many frames as keep the shape of a picture. Fills in which looks they show. */
static int draw_film(const Painter *painter, const Training *training, Box box, int *looks)
{
    float gap = 12, least = fmaxf(74, box.h * 0.68f);
    int frames = (int)floorf((box.w + gap) / (least + gap));
    frames = frames < 3 ? 3 : frames > 9 ? 9 : frames;
    int count = training_film(training, frames, looks);
    float w = fminf((box.w + gap) / (float)count - gap, box.h * 1.25f);
    for (int i = 0; i < count; i++)
        draw_frame(painter, training, looks[i], (Box){box.x + (w + gap) * (float)i, box.y, w, box.h});
    return count;
}

/* ---- the whole ---- */

/* The view's pictures to choose from, over the right end of the chart; returns how wide they are. */
static float draw_looks(const Painter *painter, const TrainLayout *layout)
{
    return look_choice(painter, (Box){layout->chart.x, layout->chart_heading - 21, layout->chart.w, 0});
}

static void draw_headings(const Painter *painter, const Training *training, const TrainLayout *layout)
{
    if (layout->caption_y > layout->map.y)
        kit_heading(painter, (Point){layout->left, layout->heading}, ROLE_MUTED, 1,
                    kit_said(painter, map_heading(training)));
    float used = kit_heading(painter, (Point){layout->chart.x, layout->chart_heading}, ROLE_MUTED, 1,
                             kit_said(painter, W_LOSS_HEADING));
    TextStyle small = style_plain(painter->theme, TYPE_SMALL - 0.5f, ROLE_MUTED);
    const char *note = kit_said(painter, W_TRAINING_MADE_HARDER);
    float looks = painter->passive ? 0 : draw_looks(painter, layout) + 14, room = layout->chart.w - looks;
    if (training->counts_more && used + 18 + kit_width(painter, small, note) < room)
        kit_text_at(painter, small, (Point){layout->chart.x + room, layout->chart_heading}, ALIGN_RIGHT, note);
    if (layout->words_heading > 0)
        kit_heading(painter, (Point){layout->left, layout->words_heading}, ROLE_MUTED, 1,
                    kit_said(painter, W_SENTENCE));
}

static void draw_whole(const Painter *painter, const Training *training, Box box, const TrainLayout *layout)
{
    if (training->state == TRAINING_FAILED && training->count == 0) {
        draw_note(painter, (Box){layout->left, layout->map.y, box.w - 2 * (layout->left - box.x), layout->map.h},
                  ROLE_OUTPUT, training->error);
        return;
    }
    draw_headings(painter, training, layout);
    draw_map(painter, training, layout->map);
    draw_caption(painter, training, (Point){layout->map.x, layout->caption_y}, layout->map.w);
    if (layout->written_y > 0)
        draw_written(painter, training_shown(training), (Point){layout->map.x, layout->written_y}, layout->map.w);
    train_chart_draw(painter, training, layout->chart);
    train_row_draw(painter, training, layout->controls);
    int film[FILM_FRAMES];
    int frames = draw_film(painter, training, layout->film, film);
    train_sayings_draw(painter, training, film, frames, layout->words);
}

static void draw_stage(const Painter *painter, const Training *training, Box box)
{
    TrainLayout layout = lay_out(box);
    Pan pan = {.window = box, .whole = box};
    bool upright = !painter->passive && window_upright(painter->view);
    if (upright) { /* the field stays, what is below it is dragged */
        Box window = {box.x, box.y + UPRIGHT_FIELD, box.w, box.h - UPRIGHT_FIELD};
        pan = pan_begin(painter, window, (Point){0, lay_upright(painter, training, box, 0, &layout)}, (Point){0, 0});
        lay_upright(painter, training, box, pan.whole.y, &layout);
    }
    draw_whole(painter, training, box, &layout);
    pan_end(painter, &pan);
    field_draw(painter, layout.field);
}
/* The epoch in a sentence, for those who listen or read along. */
static const char *caption_text(const Painter *painter, const Training *training)
{
    const TrainingLook *epoch = training_shown(training);
    Arena *arena = &painter->list->arena;
    if (!epoch || !epoch->probe)
        return "";
    const char *words = train_said(painter, epoch->probe);
    const char *says = arena_printf(arena, kit_said(painter, W_AFTER_EPOCH_OF_THE_MODEL_SAYS),
                                    train_epoch(painter, training, training->shown), training->epochs, words);
    if (!isfinite(epoch->exact_match))
        return says;
    return arena_printf(arena, kit_said(painter, W_OF_HELD_OUT_SENTENCES_IT), says, epoch->measured,
                        kit_number(painter->list, 100 * epoch->exact_match, 1, false));
}

static const Training *training_of(const Painter *painter)
{
    static const Training none = {.menu = -1, .kept = -1};
    return painter->view->training ? painter->view->training : &none;
}

static float draw(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    if (painter->view->look == LOOK_STEP)
        step_draw(painter, layout->stage);
    else
        draw_stage(painter, training_of(painter), layout->stage);
    return 0;
}

static void foot(const Painter *painter, const Scope *scope, const WindowLayout *layout)
{
    (void)scope;
    bool step = painter->view->look == LOOK_STEP;
    if (layout->caption.h > 0)
        caption_draw(painter, layout->caption,
                     step ? step_caption(painter) : caption_text(painter, training_of(painter)));
    if (step)
        step_foot_draw(painter, layout->foot);
    else
        train_foot_draw(painter, training_of(painter), layout->foot);
}

/* A cell is one of the epoch at the handle. */
static char *describe(const View *view, Target target, Arena *arena)
{
    if (view->look == LOOK_STEP)
        return step_describe(view, target, arena);
    const TrainingLook *epoch = view->training ? training_shown(view->training) : NULL;
    if (target.kind == TARGET_CONTROL && target.a == TRAIN_ROWS)
        return arena_printf(arena, "%s", said(view->language, target.b ? W_HINT_ROWS_OWN : W_HINT_ROWS_REFERENCE));
    if (target.kind != TARGET_HEAT || !epoch || !epoch->probe)
        return NULL;
    View then = *view;
    then.trace = training_map(view->training, epoch);
    return describe_value(&then, target, arena);
}

const Picture view_train = {draw, foot, describe, NULL, .least = {735, 378}};
