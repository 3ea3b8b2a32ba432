#include "scene/card/card_show.h"

#include "study/one_step.h"

#include <stdlib.h>
#include <string.h>

struct ShownLesson {
    const Lesson *lesson;
    const Model *models;
    Trace *trace; /* NULL: the models decode */
    int threads;
    Sentences sentences;
    Accuracy *accuracy; /* [model_count]; of = 0: not measured yet */
};

ShownLesson *shown_open(const Lesson *lesson, const Model *models, int threads)
{
    ShownLesson *shown = heap_alloc(1, sizeof *shown);
    *shown = (ShownLesson){.lesson = lesson, .models = models, .threads = threads};
    shown->accuracy = heap_alloc((size_t)lesson->model_count, sizeof *shown->accuracy);
    return shown;
}

void shown_take(ShownLesson *shown, Trace *trace)
{
    shown->trace = trace;
}

void shown_close(ShownLesson *shown)
{
    if (!shown)
        return;
    sentences_finish(&shown->sentences);
    free(shown->accuracy);
    free(shown);
}

/* ---- the compare view ---- */

static const Accuracy *measure(ShownLesson *shown, int model)
{
    Accuracy *out = &shown->accuracy[model];
    Corpus *heldout =
        shown->threads > 0 && out->of == 0
            ? sentences_read(&shown->sentences, &shown->lesson->models[model], &shown->models[model], SENTENCES_HELDOUT)
            : NULL;
    if (!heldout)
        return out;
    const Model *with = &shown->models[model];
    corpus_encode(heldout, &with->source, &with->target, with->config.lowercase);
    Corpus part = *heldout;
    part.pairs = heap_alloc((size_t)heldout->count, sizeof *part.pairs);
    for (int length = 0; length < ACCURACY_LENGTHS; length++) {
        part.count = 0;
        for (int i = 0; i < heldout->count; i++)
            if (accuracy_place(heldout->pairs[i].source.count) == length)
                part.pairs[part.count++] = heldout->pairs[i];
        if (part.count == 0)
            continue;
        double exact = model_evaluate(with, &part, shown->threads).exact_match;
        out->held[length] = out->measured[length] = part.count;
        out->exact[length] = (int)(exact * part.count + 0.5);
    }
    out->of = out->done = heldout->count;
    free(part.pairs);
    return out;
}

static bool compare(ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    Comparison *comparison = &out->comparison;
    const Lesson *lesson = shown->lesson;
    int right = stage->against >= 0 ? stage->against : (stage->model + 1) % lesson->model_count;
    const LessonModel *models[2] = {&lesson->models[stage->model], &lesson->models[right]};
    const Model *loaded[2] = {&shown->models[stage->model], &shown->models[right]};
    out->right = compare_models(comparison, models, loaded, view->trace, view->field.text, &shown->sentences,
                                &out->arena, error);
    if (!out->right)
        return false;
    comparison->sides[0].accuracy = *measure(shown, stage->model);
    comparison->sides[1].accuracy = *measure(shown, right);
    int left_moment = stage->step ? stage_moment(stage, view->trace) : -1;
    int right_moment = stage->step ? stage_moment(stage, out->right) : -1;
    comparison->beat = left_moment >= 0    ? lockstep_beat(&comparison->lockstep, 0, left_moment)
                       : right_moment >= 0 ? lockstep_beat(&comparison->lockstep, 1, right_moment)
                                           : comparison->lockstep.count - 1;
    view->compare = comparison;
    return true;
}

/* ---- the exhibit view ---- */

static bool exhibit(ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    StageSetting beside = *stage;
    int sound = exhibit_sound(shown->lesson, stage, stage->model);
    beside.against = sound < 0 ? stage->model : sound;
    if (!compare(shown, &beside, view, out, error))
        return false;
    out->exhibit = (Exhibit){
        .pair = out->comparison, .sound = sound >= 0, .own = view->trace, .swap = &out->swap, .notes = &out->notes};
    view->exhibit = &out->exhibit;
    return true;
}

/* ---- the beam view ---- */

static bool search(const ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    DecodeOptions options = {.beam = stage->beam ? stage->beam : BEAM_USUAL};
    if (!shown->trace)
        out->search = trace_decode(view->model, slice_of(view->field.text), &options, error);
    const Trace *found = shown->trace ? shown->trace : out->search;
    if (!found)
        return false;
    int steps = beam_steps(found->beam), asked = stage->step > 0 && stage->step < steps ? stage->step : steps;
    int leader = beam_leader(found->beam, asked);
    out->hypothesis = leader < 0 ? NULL : trace_of_hypothesis(found, leader);
    out->beam = (BeamSearch){.trace = found,
                             .shown = out->hypothesis ? out->hypothesis : found,
                             .node = leader,
                             .chosen = -1,
                             .steps = steps,
                             .step = asked};
    view->search = &out->beam;
    return true;
}

/* ---- one step of training ---- */

static bool train_step(ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    const Model *first = shown->models[0].params ? &shown->models[0] : NULL;
    if (shown->trace)
        return error_set(error, ERROR_USAGE, "a trace alone has no model to train");
    out->step =
        one_step_of(view->model, out->trace, &shown->lesson->models[stage->model], &shown->sentences, first, error);
    view->step = out->step;
    return out->step;
}

/* ---- a card ---- */

static void set_lesson(const ShownLesson *shown, const StageSetting *stage, View *view)
{
    view->lesson = shown->lesson;
    view->kind = stage->view;
    view->look = stage->look;
    view->model = &shown->models[stage->model];
    view->field.text = stage->sentence;
    view->field.caret = view->field.anchor = (int)strlen(view->field.text);
}

bool shown_card(ShownLesson *shown, int card, View *view, ShownCard *out, Error *error)
{
    const Card *of = &shown->lesson->cards[card];
    StageSetting stage = of->stage;
    stage.view = card_view(shown->lesson, of);
    stage.sentence = card_sentence(shown->lesson, of);
    view->card = card;
    return shown_stage(shown, &stage, view, out, error);
}

bool shown_stage(ShownLesson *shown, const StageSetting *stage, View *view, ShownCard *out, Error *error)
{
    *out = (ShownCard){0};
    set_lesson(shown, stage, view);
    if (!shown->trace)
        out->trace = card_decode(view->model, view->field.text, &stage->decode, NULL, error);
    Trace *trace = shown->trace ? shown->trace : out->trace;
    if (!trace)
        return false;
    view->trace = trace;
    stage_tell(stage, trace);
    view->cursor = stage_cursor(stage, trace);
    scene_norm_show(view, &out->arena, stage->instant);
    bool ok = true;
    if (view->kind == VIEW_COMPARE)
        ok = compare(shown, stage, view, out, error);
    else if (view->kind == VIEW_EXHIBIT)
        ok = exhibit(shown, stage, view, out, error);
    else if (view->kind == VIEW_BEAM)
        ok = search(shown, stage, view, out, error);
    else if (view->kind == VIEW_TRAIN && view->look == LOOK_STEP)
        ok = train_step(shown, stage, view, out, error);
    if (!ok)
        shown_card_finish(out);
    return ok;
}

void shown_card_finish(ShownCard *card)
{
    one_step_destroy(card->step);
    trace_destroy(card->trace);
    trace_destroy(card->right);
    trace_destroy(card->hypothesis);
    trace_destroy(card->search);
    arena_finish(&card->arena);
    *card = (ShownCard){0};
}
