#include "lesson/draft.h"

#include "text/corpus.h"

#include <stdlib.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 20, SMALL = 400, SENTENCE_WORDS = 7, SEEDS = 40 };
#define HELD_OUT_SHARE 0.125
/* ---- words in YAML ---- */

/* In double quotes, so that whatever people write in a sentence stays a text. */
static const char *quoted(Arena *arena, const char *text)
{
    Bytes out = {0};
    bytes_add_text(&out, "\"");
    for (const char *c = text; *c; c++) {
        if (*c == '"' || *c == '\\')
            bytes_add_text(&out, "\\");
        if ((unsigned char)*c >= 0x20)
            bytes_add(&out, c, 1);
    }
    bytes_add_text(&out, "\"");
    return bytes_take(&out, arena);
}

/* "@name@" in the text by what it stands for. */
static void fill(const char *text, const char *const (*names)[2], Bytes *out)
{
    while (*text) {
        size_t plain = strcspn(text, "@");
        bytes_add(out, text, plain);
        text += plain;
        if (!*text)
            break;
        int found = -1;
        size_t length = strcspn(text + 1, "@");
        for (int i = 0; found < 0 && names[i][0]; i++)
            if (strlen(names[i][0]) == length && memcmp(text + 1, names[i][0], length) == 0)
                found = i;
        bytes_add_text(out, found >= 0 ? names[found][1] : "@");
        text += found >= 0 ? length + 2 : 1;
    }
}

/* ---- sentence pairs ---- */

/* Links, then the attribution; one that begins with a digit would be taken for links, so an empty column
 * stands before it. */
static void write_columns(const Pair *pair, Bytes *out)
{
    for (int k = 0; k < pair->link_count; k++)
        bytes_printf(out, "%s%d%c%d", k ? " " : "\t", pair->links[k].source, pair->links[k].possible ? '?' : '-',
                     pair->links[k].target);
    char first = pair->credit[0];
    if (first)
        bytes_printf(out, "%s%s", pair->link_count == 0 && first >= '0' && first <= '9' ? "\t\t" : "\t", pair->credit);
}

static void write_pairs(const Corpus *corpus, const LessonDraft *draft, Arena *arena, Bytes *out)
{
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        const TokenList *sides[2] = {&pair->source, &pair->target};
        for (int side = 0; side < 2; side++) {
            const char **words = text_words(arena, sides[side]);
            TokenKind kind = side == 0 ? draft->source_tokens : draft->target_tokens;
            bytes_printf(out, "%s%s", side ? "\t" : "", text_join(arena, words, sides[side]->count, kind));
        }
        write_columns(pair, out);
        bytes_add_text(out, "\n");
    }
}

/* The longest one that still fits the stage well. */
static const char *choose_sentence(const Corpus *corpus, const LessonDraft *draft, Arena *arena)
{
    const TokenList *best = &corpus->pairs[0].source;
    for (int i = 1; i < corpus->count; i++) {
        const TokenList *source = &corpus->pairs[i].source;
        bool fits = source->count <= SENTENCE_WORDS, longer = source->count > best->count;
        if (best->count > SENTENCE_WORDS ? !longer : fits && longer)
            best = source;
    }
    return text_join(arena, text_words(arena, best), best->count, draft->source_tokens);
}

/* By the first of some seeds that holds out a full share: of few pairs others hold out fewer, or none. */
static void hold_out(Corpus *corpus, Corpus *heldout)
{
    int count = corpus->count, wanted = (int)(HELD_OUT_SHARE * count);
    Pair *all = heap_alloc((size_t)count + 1, sizeof *all);
    memcpy(all, corpus->pairs, (size_t)count * sizeof *all);
    for (uint64_t seed = 1;; seed++) {
        corpus_split(corpus, HELD_OUT_SHARE, seed, heldout);
        bool fair = heldout->count > 0 && heldout->count >= wanted && corpus->count >= DRAFT_LEAST - 1;
        if (fair || seed == SEEDS)
            break;
        corpus_finish(heldout);
        memcpy(corpus->pairs, all, (size_t)count * sizeof *all);
        corpus->count = count;
    }
    free(all);
}

bool draft_take_pairs(LessonDraft *draft, Slice tsv, const char *path, Arena *arena, Error *error)
{
    Corpus corpus, heldout = {0};
    TokenKind kinds[2];
    if (!corpus_parse_wild(tsv, path, kinds, &corpus, error))
        return false;
    draft->source_tokens = kinds[0];
    draft->target_tokens = kinds[1];
    draft->repeated = corpus_unique(&corpus);
    draft->one_sided = corpus.empty;
    hold_out(&corpus, &heldout);
    draft->pairs = corpus.count;
    draft->held = heldout.count;
    bool enough = corpus.count >= DRAFT_LEAST - 1;
    if (!enough)
        error_at(error, ERROR_FORMAT, path, 0, "has %d pair(s); expected at least %d for a lesson",
                 corpus.count + heldout.count, DRAFT_LEAST);
    if (enough) {
        write_pairs(&corpus, draft, arena, &draft->data);
        write_pairs(&heldout, draft, arena, &draft->heldout);
        draft->sentence = choose_sentence(&corpus, draft, arena);
        draft->epochs = corpus.count < SMALL ? 100 : corpus.count < 10 * SMALL ? 30 : 15;
        draft->batch = corpus.count < SMALL ? 8 : 32;
        draft->gates = "  []";
    }
    corpus_finish(&heldout);
    corpus_finish(&corpus);
    return enough;
}

bool draft_take_example(LessonDraft *draft, const char *templates, Arena *arena, Error *error)
{
    draft->sentence = "cat sees dog today";
    draft->epochs = 40;
    draft->batch = 16;
    draft->gates = "  - exact_match: {at_least: 0.95}\n  - alignment_error: {at_most: 0.15}";
    return file_read(path_join(arena, templates, "data.tsv"), TEXT_BYTES, &draft->data, error)
           && file_read(path_join(arena, templates, "heldout.tsv"), TEXT_BYTES, &draft->heldout, error)
           && file_read(path_join(arena, templates, "glossary.tsv"), TEXT_BYTES, &draft->glossary, error);
}

/* ---- the folder ---- */

/* The template of that name, filled. */
static bool make_text(const char *templates, const char *name, const LessonDraft *draft, Arena *arena, Bytes *out,
                      Error *error)
{
    static const char *const tokens[] = {[TOKENS_SPACE] = "space", [TOKENS_WORD] = "word", [TOKENS_CHAR] = "char"};
    const char *const names[][2] = {
        {"title", quoted(arena, draft->title)},
        {"title_zh", quoted(arena, draft->title)},
        {"sentence", quoted(arena, draft->sentence)},
        {"order", arena_printf(arena, "%d", draft->order)},
        {"epochs", arena_printf(arena, "%d", draft->epochs)},
        {"batch", arena_printf(arena, "%d", draft->batch)},
        {"source_tokens", tokens[draft->source_tokens]},
        {"target_tokens", tokens[draft->target_tokens]},
        {"gates", draft->gates},
        {"pairs", arena_printf(arena, "%d", draft->pairs)},
        {"held", arena_printf(arena, "%d", draft->held)},
        {NULL, NULL},
    };
    Bytes text;
    if (!file_read(path_join(arena, templates, name), TEXT_BYTES, &text, error))
        return false;
    fill(text.data, names, out);
    bytes_finish(&text);
    return true;
}

bool draft_write(const LessonDraft *draft, const char *templates, const char *folder, Arena *arena, Error *error)
{
    enum { TEXTS = 2, FILES = 5 };
    FileContent files[FILES] = {
        {"lesson.md", {0}},
        {"lesson.zh.md", {0}},
        {"data.tsv", draft->data},
        {"heldout.tsv", draft->heldout},
        {"glossary.tsv", draft->glossary},
    };
    int count = draft->glossary.length ? FILES : FILES - 1;
    bool ok = true;
    for (int i = 0; i < TEXTS; i++)
        ok = ok && make_text(templates, files[i].path, draft, arena, &files[i].bytes, error);
    for (int i = 0; i < count; i++)
        files[i].path = path_join(arena, folder, files[i].path);
    bool made = ok && folder_make(folder, 0777, error);
    ok = made && file_write_each(files, count, error);
    if (made && !ok)
        folder_drop(folder);
    for (int i = 0; i < TEXTS; i++)
        bytes_finish(&files[i].bytes);
    return ok;
}

void draft_finish(LessonDraft *draft)
{
    bytes_finish(&draft->data);
    bytes_finish(&draft->heldout);
    bytes_finish(&draft->glossary);
}
