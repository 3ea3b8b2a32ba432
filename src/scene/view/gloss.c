/* What written words mean, as far as it may be told. */
#include "scene/view/view.h"
#include "words/stage_words.h"

#include <string.h>

/* A question that asks for a meaning is not answered under the word. */
static bool asks_for_meaning(const View *view)
{
    const Card *card = lesson_card(view->lesson, view->card);
    for (int i = 0; i < card->quiz_count && view->panel.asking; i++)
        if (card->quizzes[i].unglossed && scene_quiz_open(view, i))
            return true;
    return false;
}

/* Whoever reads Chinese in the window reads it in the picture too. */
static bool reads(const View *view, const char *word)
{
    return view->language == LANGUAGE_CHINESE && utf8_is_cjk(utf8_first(slice_of(word)));
}

const char *view_gloss_room(const View *view, const char *word)
{
    const Gloss *gloss = view->gloss == GLOSS_NONE ? NULL : lesson_gloss(view->lesson, view->language, word);
    return gloss ? gloss->text : NULL;
}

const char *view_gloss(const View *view, const char *word)
{
    bool shown = view->gloss == GLOSS_SHOWN || (view->gloss == GLOSS_USUAL && !reads(view, word));
    return shown && !asks_for_meaning(view) ? view_gloss_room(view, word) : NULL;
}

static const char *gloss_each(const View *view, const char *text, Arena *arena,
                              const char *(*ask)(const View *view, const char *word))
{
    const char *all = NULL;
    Slice rest = slice_of(text), word;
    if (view->gloss == GLOSS_NONE)
        return NULL;
    while (slice_cut(&rest, ' ', &word)) {
        const char *gloss = ask(view, arena_copy(arena, word.text, word.length));
        if (!gloss)
            return NULL;
        all = all ? arena_printf(arena, "%s %s", all, gloss) : gloss;
    }
    return all;
}

const char *view_gloss_text(const View *view, const char *text, Arena *arena)
{
    return gloss_each(view, text, arena, view_gloss);
}

const char *view_gloss_text_room(const View *view, const char *text, Arena *arena)
{
    return gloss_each(view, text, arena, view_gloss_room);
}

const char *view_gloss_name(const View *view, const char *words, Arena *arena)
{
    const char *gloss = view_gloss_text(view, words, arena);
    return gloss ? arena_printf(arena, said(view->language, W_WORD_WITH_GLOSS), words, gloss) : words;
}

/* Of the words that the model can write, or where a trace alone is open those that it has written. */
static bool any_word(const View *view, const char *(*ask)(const View *view, const char *word))
{
    const Vocab *vocab = view->model ? &view->model->target : NULL;
    int count = vocab ? vocab->count : view->trace->step_count;
    for (int i = 0; i < count; i++)
        if (ask(view, vocab ? vocab->words[i] : view->trace->steps[i].token))
            return true;
    return false;
}

GlossState view_glosses(const View *view)
{
    bool none = view->gloss == GLOSS_NONE || !any_word(view, view_gloss_room);
    return none ? GLOSSES_MISSING : any_word(view, view_gloss) ? GLOSSES_SHOWN : GLOSSES_HIDDEN;
}

static const char OPEN[] = "“", CLOSE[] = "”";

const char *view_glossed(const View *view, const char *text, Arena *arena)
{
    Bytes out = {0};
    if (!text || view->gloss == GLOSS_NONE)
        return text;
    for (const char *open; (open = strstr(text, OPEN));) {
        const char *word = open + strlen(OPEN), *close = strstr(word, CLOSE);
        if (!close)
            break;
        const char *gloss = view_gloss(view, arena_copy(arena, word, (size_t)(close - word)));
        const char *behind = gloss ? close + strlen(CLOSE) : word;
        bool bracketed = gloss && gloss[0] == '(';
        bytes_add(&out, text, (size_t)(behind - text));
        if (gloss)
            bytes_printf(&out, bracketed ? " %s" : " (%s)", gloss);
        text = behind;
    }
    bytes_add_text(&out, text);
    return bytes_take(&out, arena);
}
