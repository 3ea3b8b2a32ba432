/* What a lesson that has been read is asked for. */
#include "lesson/lesson.h"

#include <stdlib.h>
#include <string.h>

void lesson_destroy(Lesson *lesson)
{
    if (!lesson)
        return;
    Arena arena = lesson->arena;
    free(lesson);
    arena_finish(&arena);
}

int lesson_model(const Lesson *lesson, const char *name)
{
    for (int i = 0; name && i < lesson->model_count; i++)
        if (strcmp(lesson->models[i].name, name) == 0)
            return i;
    return -1;
}

int lesson_gate(const Lesson *lesson, const char *id)
{
    for (int i = 0; i < lesson->gate_count; i++)
        if (id && lesson->gates[i].id && strcmp(lesson->gates[i].id, id) == 0)
            return i;
    return -1;
}

const char *gate_holds(const Lesson *lesson, int gate, Arena *arena)
{
    const char *held = NULL;
    for (int i = 0; i < lesson->card_count; i++)
        for (int k = 0; k < lesson->cards[i].stage.cause_count; k++)
            if (lesson->cards[i].stage.causes[k] == gate)
                held = arena_printf(arena, "%s%s%d.%d", held ? held : "", held ? ", " : "", lesson->order, i + 1);
    return held;
}

const Gloss *lesson_gloss(const Lesson *lesson, Language language, const char *word)
{
    const Gloss *gloss = lesson && word ? glossary_find(&lesson->glossaries[language], word) : NULL;
    return gloss || !lesson || !word ? gloss : glossary_find(&lesson->glossaries[LANGUAGE_ENGLISH], word);
}

const Card *lesson_card(const Lesson *lesson, int index)
{
    static const Card none = {.title = {"", ""}, .stage.against = -1};
    return lesson && index >= 0 && index < lesson->card_count ? &lesson->cards[index] : &none;
}

const Span *row_cell(const TextBlock *row, int cell, int *count)
{
    int first = row->cells[cell], last = cell + 1 < row->cell_count ? row->cells[cell + 1] : row->span_count;
    *count = last - first;
    return last > first ? row->spans + first : NULL;
}

const char *card_sentence(const Lesson *lesson, const Card *card)
{
    return card->stage.sentence ? card->stage.sentence : lesson->sentence;
}

ViewKind card_view(const Lesson *lesson, const Card *card)
{
    return card->stage.present ? card->stage.view : lesson->view;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

bool setting_equal(const DecodeSetting *a, const DecodeSetting *b)
{
    return same_text(a->force, b->force) && same_text(a->mute, b->mute) && a->temperature == b->temperature;
}

Trace *card_decode(const Model *model, const char *sentence, const DecodeSetting *setting, const DecodeOptions *by_hand,
                   Error *error)
{
    Arena arena = {0};
    DecodeOptions options = by_hand ? *by_hand : (DecodeOptions){0};
    options.temperature = config_scores(&model->config) ? setting->temperature : 0;
    trace_force(&options, model, setting->force, &arena);
    bool mutes = options.muted || trace_mute(&options, setting->mute, &arena, error);
    Trace *trace = mutes ? trace_decode(model, slice_of(sentence), &options, error) : NULL;
    arena_finish(&arena);
    return trace;
}

Language lesson_language(const Lesson *lesson, Language otherwise)
{
    for (int i = 0; lesson && lesson->language && LANGUAGE_NAMES[i]; i++) {
        size_t length = strlen(LANGUAGE_NAMES[i]);
        if (strncmp(lesson->language, LANGUAGE_NAMES[i], length) == 0 && strchr("-", lesson->language[length]))
            return (Language)i;
    }
    return otherwise;
}

/* Is this a view of the lesson or of one of its cards? */
static bool lesson_has_view(const Lesson *lesson, ViewKind view)
{
    bool found = lesson->view == view;
    for (int i = 0; i < lesson->card_count; i++)
        found = found || (lesson->cards[i].stage.present && lesson->cards[i].stage.view == view);
    return found;
}

static bool has_transformer(const Lesson *lesson)
{
    bool found = false;
    for (int i = 0; i < lesson->model_count; i++)
        found = found || config_is_transformer(&lesson->models[i].config);
    return found;
}

bool lesson_offers_view(const Lesson *lesson, ViewKind view)
{
    return VIEW_INFO[view].tab == TAB_ALWAYS || (lesson && lesson_has_view(lesson, view))
           || (lesson && view == VIEW_SELF_ATTENTION && has_transformer(lesson));
}
