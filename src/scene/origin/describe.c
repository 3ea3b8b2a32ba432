/* What a target stands for, in a line with its number. */
#include "derive/meaning.h"
#include "derive/plain.h"
#include "derive/sent_back.h"
#include "scene/window/panels.h"
#include "study/own_run.h"
#include "words/common_words.h"
#include "words/stage_words.h"

#include <math.h>

/* What else a person can do with it. */
static const char *hand(const View *view, Target target)
{
    if (!view_has(view->kind, HAS_STAGE) || view->trace->row || view->window.told)
        return "";
    if (target.kind == TARGET_WEIGHT && view->trace->n > 1 && view_decodes(view))
        return view_said(view, W_DRAG_IT_OR);
    if (target.kind == TARGET_SOURCE && view_changes(view) && scene_gate(view) < 0)
        return said(view->language, view->words.place == target.a + 1 ? W_PRESS_FOR_NUMBERS : W_PRESS_FOR_WORDS);
    if (target.kind == TARGET_SCORE)
        return said(view->language, W_PRESS_FOR_CELLS);
    if (target.kind == TARGET_ANNOTATION && config_weighs(&view->trace->config) && view_changes(view))
        return view_said(view, trace_muted(view->trace, target.a) ? W_Z_SOUNDS_IT : W_Z_MUTES_IT);
    const TraceStep *step = target.kind == TARGET_OUTPUT ? &view->trace->steps[target.a] : NULL;
    if (step && step->top[target.b].id != step->id && view_changes(view))
        return said(view->language, W_PRESS_TO_WRITE_IT_INSTEAD);
    return "";
}

/* The model's own number, if a change by hand has made another of it. */
static const char *own_share(const View *view, Value value, Arena *arena)
{
    const TraceStep *own = scene_steps(view) ? NULL : own_step(view->own, value.place);
    bool weight =
        value.kind == VALUE_WEIGHT && own && own_weight_differs(view->own, view->trace, value.place, value.index);
    bool probability = value.kind == VALUE_PROBABILITY && own && own->step.probabilities;
    if (!weight && !probability)
        return "";
    float share = weight ? own->step.weights[value.index] : own->step.probabilities[value.index];
    if (probability && fabsf(share - view->trace->steps[value.place].step.probabilities[value.index]) < OWN_LEAST)
        return "";
    return arena_printf(arena, "  ·  %s %s", said(view->language, W_THE_MODELS_OWN),
                        share_equals(arena, (double)share, 3));
}

/* "  ·  meaning old: people"; nothing where it is not shown. */
static const char *meaning_of(const View *view, const char *word, Arena *arena)
{
    if (!view_gloss(view, word))
        return "";
    const Gloss *gloss = lesson_gloss(view->lesson, view->language, word);
    return arena_printf(arena, "  ·  %s%s%s", gloss->text, gloss->note ? said(view->language, W_COLON) : "",
                        gloss->note ? gloss->note : "");
}

/* "h₂[17] = 0.412: encoder state at “chase”" once a number is meant, the vector's name and size otherwise. */
static char *describe_number(const View *view, Target target, const Maths *maths, Value value)
{
    bool share = value_is_share(value.kind);
    bool entry = target.b >= 0 && target.kind != TARGET_SOURCE && target.kind != TARGET_CELL;
    const char *meaning = value_meaning(maths, value);
    if (target.kind == TARGET_ANNOTATION && trace_muted(maths->trace, target.a))
        return arena_printf(maths->arena, "%s%s",
                            arena_printf(maths->arena, said(maths->language, W_IS_MUTED),
                                         markup_plain(annotation_name(maths, target.a), maths->arena)),
                            hand(view, target));
    if (!entry) {
        bool both = target.kind == TARGET_ANNOTATION && value.kind == VALUE_STATE
                    && maths->trace->config.bidirectional; /* not one direction alone */
        const char *name = both ? annotation_name(maths, target.a) : vector_name(maths, value);
        if (both)
            meaning =
                arena_printf(maths->arena, said(maths->language, W_ENCODER_STATES_AT), source_word(maths, target.a));
        int size = both ? config_annotation(&maths->trace->config) : value_entries(maths, value);
        return arena_printf(maths->arena, "%s  ·  %s  ·  [%d]", markup_plain(name, maths->arena), meaning, size);
    }
    double number = value_number(maths, value);
    int decimals = value_is_gradient(value.kind) ? 5 : value.kind == VALUE_PROBABILITY ? 4 : 3;
    return arena_printf(
        maths->arena, said(maths->language, W_NAME_MEANING), markup_plain(value_name(maths, value), maths->arena),
        share ? share_equals(maths->arena, number, decimals)
              : arena_printf(maths->arena, "= %s", number_text(maths->arena, number, decimals, false)),
        arena_printf(maths->arena, "%s%s", meaning, own_share(view, value, maths->arena)), hand(view, target));
}

char *describe_at(const View *view, Value value, Arena *arena)
{
    Maths maths = origin_maths(view, arena);
    return value_valid(&maths, value) ? describe_number(view, (Target){TARGET_VALUE, 0, 0, 0}, &maths, value) : NULL;
}

char *describe_value(const View *view, Target target, Arena *arena)
{
    Maths maths = view_maths(view, arena);
    const Trace *trace = view->trace;
    Value value;
    int entries = config_annotation(&trace->config);
    if (target.kind == TARGET_CELLS && entries > CELLS_CHOSEN)
        return arena_printf(arena, view_said(view, view->all_cells ? W_CELLS_ALL_HOW : W_CELLS_CHOSEN_HOW), entries,
                            CELLS_CHOSEN);
    if (target.kind == TARGET_SOURCE && target.a >= 0 && target.a < trace->n)
        return arena_printf(arena, "%s%s",
                            arena_printf(arena, said(view->language, W_WORD_MEANING), trace->source[target.a],
                                         source_meaning(&maths, target.a)),
                            hand(view, target));
    if (target.kind == TARGET_WORD && target.a >= 0 && target.a < trace->step_count) {
        const TraceStep *step = &trace->steps[target.a];
        const char *word = arena_printf(arena, "%s = %s", word_name(&maths, target.a), quoted(&maths, step->token));
        value = (Value){VALUE_PROBABILITY, .place = target.a, .index = step->id};
        if (view->model && (value_valid(&maths, value) || step->p > 0)) /* of a beam's hypothesis the word's is known */
            word = arena_printf(arena, "%s, %s %s", word, value_name(&maths, value),
                                share_equals(arena, (double)step->p, 3));
        return arena_printf(arena, "%s%s", markup_plain(word, arena), meaning_of(view, step->token, arena));
    }
    Target of = target;
    of.kind = target.kind == TARGET_HEAT ? TARGET_WEIGHT : target.kind;
    if (!scene_value_at(view, of, &value))
        return NULL;
    if (target.kind == TARGET_CELL)
        return arena_printf(arena, said(view->language, W_THE_MEANS_OF_ITS_GATES),
                            cell_title(view->language, config_decoder_cell(&trace->config)));
    char *number = describe_number(view, target, &maths, value);
    if (target.kind != TARGET_OUTPUT)
        return number;
    return arena_printf(arena, "%s%s", number, meaning_of(view, trace->steps[target.a].top[target.b].token, arena));
}
