/* The highest floor: the words that are written, and while it is the hero, which ones are likely. */
#include "scene/stage/event_loop.h"
#include "scene/stage/stage.h"
#include "scene/stage/what_if.h"

#include "derive/remainder.h"
#include "draw/ease.h"
#include "scene/kit/glossed.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

static Box output_track(const StageLayout *layout, int row)
{
    Box name = stage_output_name(layout, row);
    float h = fminf(20, layout->output_row * 0.62f);
    return (Box){layout->output_x, name.y + (layout->output_row - h) / 2, layout->output_w, h};
}

/* At the end of the bar where it has room inside, else behind it. */
static void draw_share(const Painter *painter, Box track, Box bar, bool written, Color ground, float ink,
                       const char *share)
{
    float size = fminf(written ? 17 : TYPE_BODY, track.h * 0.86f);
    TextStyle style = style_of(painter->theme, written, size, written ? ROLE_INK : ROLE_MUTED);
    float width = kit_width(painter, style, share);
    bool inside = bar.w > width + 18 && (written || bar.x + bar.w + 6 + width > track.x + track.w);
    Point at = {inside ? bar.x + bar.w - 8 : bar.x + bar.w + 6, track.y + track.h / 2 + size * 0.36f};
    if (inside)
        style.color = color_on(ground);
    kit_text_at(painter, style_faded(style, ink), at, inside ? ALIGN_RIGHT : ALIGN_LEFT, share);
}

/* The word at the right end of its box, its gloss before it. */
static void draw_name(const Painter *painter, const StageLayout *layout, Box box, const char *word, Value own,
                      bool written, float ink)
{
    float size = fminf(written ? 24 : 19, layout->output_row * 0.72f);
    TextStyle style = style_of(painter->theme, written, size, written ? ROLE_INK : ROLE_MUTED);
    style = kit_shrunk(painter, style, box.w, word);
    style.size = fminf(style.size, layout->output_row * 0.8f);
    kit_piece(painter, own, PIECE_WORD, 0);
    float width = kit_text(painter, style_faded(style, ink), box, ALIGN_RIGHT, word);
    drawlist_piece_end(painter->list);
    Point before = {box.x + box.w - width - 8, box.y + box.h / 2 + style.size * 0.36f};
    if (before.x - kit_gloss_width(painter, size, word) > layout->area.x + 6)
        kit_gloss(painter, size, ink, before, ALIGN_RIGHT, word);
}

/* A likely word, its bar and its probability. */
static void draw_candidate(const Painter *painter, const Scope *scope, const StageLayout *layout, int k, int decimals)
{
    const TraceStep *step = stage_step(scope);
    const Theme *theme = painter->theme;
    Candidate candidate = step->top[k];
    Value own = {VALUE_PROBABILITY, .place = scope->step, .index = candidate.id}; /* as the beam's tree has it */
    bool written = candidate.id == step->id;
    float hero = stage_is_hero(layout, FLOOR_WORDS), shown = scope->shown[MOMENT_OUTPUT] * hero;
    float alpha = scope_emphasis(scope, PART_OUTPUT) * scope->alpha;
    float ink = (written ? scope_ink(scope, PART_OUTPUT) : 1) * scope->alpha * shown;
    Box name = stage_output_name(layout, k), track = output_track(layout, k), bar = track;
    bar.w = fmaxf(2, track.w * candidate.p * scope->shown[MOMENT_OUTPUT]);
    Color pink = color_mix(theme->faint, theme->fill[ROLE_OUTPUT], alpha * (written ? 1 : 0.5f));
    kit_piece(painter, own, PIECE_BOX, 0);
    drawlist_box(painter->list, bar, 3, paint_fill(color_fade(pink, hero)));
    drawlist_piece_end(painter->list);
    what_if_draw_probability(painter, scope, track, candidate.id, alpha * shown);
    draw_name(painter, layout, name, candidate.token, own, written, ink);
    kit_piece(painter, own, PIECE_NUMBER, 0);
    draw_share(painter, track, bar, written, pink, ink,
               share_text(&painter->list->arena, (double)candidate.p, decimals));
    drawlist_piece_end(painter->list);
    if (written && step->how == CHOSEN_FORCED)
        kit_changed(painter, (Point){track.x - 5.5f, track.y + track.h / 2}, 3.5f, alpha * shown);
    if (hero < 0.5f)
        return;
    Target target = target_at(TARGET_OUTPUT, scope->step, k, 0);
    Box row = {name.x, name.y, track.x + track.w * 0.7f - name.x, layout->output_row};
    if (kit_pointed(painter, target) && !written)
        drawlist_box(painter->list, track, 3, paint_stroke(theme->text[ROLE_OUTPUT], 1.5f));
    kit_press(painter, row, 4, target, kit_word_name(painter, candidate.token));
    Box number = {row.x + row.w, name.y, track.w * 0.3f + 30, layout->output_row};
    kit_press(painter, number, 4, target_at(TARGET_PROBABILITY, scope->step, k, 0), NULL);
}

/* What all the words have together that are not shown: with it the printed probabilities add up to 1. */
static void draw_others(const Painter *painter, const Scope *scope, const StageLayout *layout, const Remainder *others,
                        float left)
{
    const Theme *theme = painter->theme;
    float shown = scope->shown[MOMENT_OUTPUT] * stage_is_hero(layout, FLOOR_WORDS);
    float alpha = scope_emphasis(scope, PART_OUTPUT) * scope->alpha, ink = scope->alpha * shown;
    Box name = stage_output_name(layout, layout->output_rows), track = output_track(layout, layout->output_rows),
        bar = track;
    bar.w = fmaxf(2, bar.w * left * scope->shown[MOMENT_OUTPUT]);
    drawlist_box(painter->list, bar, 3, paint_fill(color_fade(theme->fill[ROLE_MUTED], alpha * shown * 0.5f)));
    const char *text = kit_said(painter, W_ALL_OTHERS);
    TextStyle style = kit_shrunk(painter, style_plain(theme, TYPE_BODY, ROLE_MUTED), name.w, text);
    kit_text(painter, style_faded(style, ink), name, ALIGN_RIGHT, text);
    draw_share(painter, track, bar, false, color_mix(theme->faint, theme->fill[ROLE_MUTED], 0.5f * alpha), ink,
               others->text);
}

/* The likeliest words with their probabilities, and all others. */
static void draw_candidates(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    const TraceStep *step = stage_step(scope);
    float hero = stage_is_hero(layout, FLOOR_WORDS);
    for (int k = 0; k <= layout->output_rows; k++)
        drawlist_box(painter->list, output_track(layout, k), 4, paint_faded(kit_well(painter->theme), hero));
    if (!step || scope->shown[MOMENT_OUTPUT] <= 0)
        return;
    float shares[TRACE_TOP], left = 1;
    int count = step->top_count < layout->output_rows ? step->top_count : layout->output_rows;
    for (int k = 0; k < count; k++) {
        shares[k] = step->top[k].p;
        left -= shares[k];
    }
    Remainder others = remainder_of(shares, count, &painter->list->arena);
    for (int k = 0; k < count; k++)
        draw_candidate(painter, scope, layout, k, others.decimals);
    if (step->top_count > 0)
        draw_others(painter, scope, layout, &others, fmaxf(left, 0));
}

void stage_draw_output(const Painter *painter, const Scope *scope, const StageLayout *layout)
{
    if (stage_is_hero(layout, FLOOR_WORDS) > 0)
        draw_candidates(painter, scope, layout);
    loop_draw_words(painter, scope, layout);
}
