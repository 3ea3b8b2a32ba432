/* attend new-lesson: a folder with a lesson that works once its model is trained, for a teacher to write in. The text
 * and an example of data lie in assets/new-lesson; `--data` puts other sentence pairs in their place. */
#include "cli/cli.h"
#include "cli/train_data.h"

#include "base/resource.h"

#include <ctype.h>
#include <string.h>

enum { TEXT_BYTES = 1 << 20, SMALL = 400 };
#define HELD_OUT_SHARE 0.125

typedef struct Draft { /* what stands in the place of @name@ */
    const char *title, *sentence, *gates;
    int order, epochs, batch;
    TokenKind source_tokens, target_tokens;
    Bytes data, heldout;
} Draft;

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

/* "03-my-first-lesson" -> "My first lesson" */
static const char *title_of(const char *folder, Arena *arena)
{
    const char *name = path_name(folder);
    name += strspn(name, "0123456789");
    name += strspn(name, "-_ ");
    char *title = arena_copy(arena, *name ? name : "Lesson", strlen(*name ? name : "Lesson"));
    for (char *c = title; *c; c++)
        if (*c == '-' || *c == '_')
            *c = ' ';
    title[0] = (char)toupper((unsigned char)title[0]);
    return title;
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

static void write_pairs(const Corpus *corpus, const Draft *draft, Arena *arena, Bytes *out)
{
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        const TokenList *sides[2] = {&pair->source, &pair->target};
        for (int side = 0; side < 2; side++) {
            const char **words = text_words(arena, sides[side]);
            TokenKind kind = side == 0 ? draft->source_tokens : draft->target_tokens;
            bytes_printf(out, "%s%s", side ? "\t" : "", text_join(arena, words, sides[side]->count, kind));
        }
        for (int k = 0; k < pair->link_count; k++)
            bytes_printf(out, "%s%d-%d", k ? " " : "\t", pair->links[k].source, pair->links[k].target);
        bytes_add_text(out, "\n");
    }
}

static bool read_pairs(const char *path, Draft *draft, Arena *arena, Error *error)
{
    Corpus corpus, heldout = {0};
    Config config = {0};
    if (!data_read(&(DataOptions){.path = path, .kind = FILE_INPUT, .plain = true}, &config, &corpus, error))
        return false;
    draft->source_tokens = config.source_tokens;
    draft->target_tokens = config.target_tokens;
    int repeated = corpus_unique(&corpus);
    if (repeated || corpus.empty)
        output_note("%d repeated pairs and %d lines with an empty side were left out", repeated, corpus.empty);
    for (uint64_t seed = 1; seed <= 20 && heldout.count == 0; seed++) /* of few pairs, a share may be none */
        corpus_split(&corpus, HELD_OUT_SHARE, seed, &heldout);
    bool enough = corpus.count >= 2;
    if (!enough)
        error_at(error, ERROR_FORMAT, path, 0, "has %d pairs; expected at least 3 for a lesson",
                 corpus.count + heldout.count);
    if (enough) {
        write_pairs(&corpus, draft, arena, &draft->data);
        write_pairs(&heldout, draft, arena, &draft->heldout);
        Slice end = bytes_slice(&draft->data);
        draft->sentence = arena_copy(arena, end.text, strcspn(end.text, "\t"));
        draft->epochs = corpus.count < SMALL ? 100 : corpus.count < 10 * SMALL ? 30 : 15;
        draft->batch = corpus.count < SMALL ? 8 : 32;
    }
    corpus_finish(&heldout);
    corpus_finish(&corpus);
    return enough;
}

/* The example that comes with the program, with gates that its model keeps. */
static bool take_example(const char *templates, Draft *draft, Arena *arena, Error *error)
{
    draft->sentence = "cat sees dog today";
    draft->epochs = 40;
    draft->batch = 16;
    draft->gates = "  - exact_match: {at_least: 0.95}\n  - alignment_error: {at_most: 0.15}";
    return file_read(path_join(arena, templates, "data.tsv"), TEXT_BYTES, &draft->data, error)
           && file_read(path_join(arena, templates, "heldout.tsv"), TEXT_BYTES, &draft->heldout, error);
}

/* ---- the folder ---- */

static bool write_text(const char *templates, const char *folder, const char *name, const Draft *draft, Arena *arena,
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
        {NULL, NULL},
    };
    Bytes text, out = {0};
    if (!file_read(path_join(arena, templates, name), TEXT_BYTES, &text, error))
        return false;
    fill(text.data, names, &out);
    bool ok = file_write(path_join(arena, folder, name), out.data, out.length, error);
    bytes_finish(&out);
    bytes_finish(&text);
    return ok;
}

static bool write_folder(const char *templates, const char *folder, const Draft *draft, Arena *arena, Error *error)
{
    return folder_make(folder, 0777, error)
           && file_write(path_join(arena, folder, "data.tsv"), draft->data.data, draft->data.length, error)
           && file_write(path_join(arena, folder, "heldout.tsv"), draft->heldout.data, draft->heldout.length, error)
           && write_text(templates, folder, "lesson.zh.md", draft, arena, error)
           && write_text(templates, folder, "lesson.md", draft, arena, error);
}

bool new_lesson_run(const Call *call, Error *error)
{
    const Request *request = &call->request;
    const char *folder = call->arguments[0], *templates = resource_need("assets/new-lesson", call->arena, error);
    if (!templates)
        return false;
    if (file_exists(folder))
        return error_at(error, ERROR_USAGE, folder, 0, "is there already; expected the name of a new folder");
    Draft draft = {.order = request->order};
    draft.title = request->title ? request->title : title_of(folder, call->arena);
    draft.gates = "  # Claims that the model must keep, such as:\n"
                  "  # - exact_match: {at_least: 0.9}\n"
                  "  # - weight: {sentence: \"...\", peaks: [1, 2], above: 0.5}\n"
                  "  []";
    bool ok = (request->data ? read_pairs(request->data, &draft, call->arena, error)
                             : take_example(templates, &draft, call->arena, error))
              && write_folder(templates, folder, &draft, call->arena, error);
    bytes_finish(&draft.data);
    bytes_finish(&draft.heldout);
    return ok
           && output_print(error,
                           "%s: lesson.md, lesson.zh.md, data.tsv, heldout.tsv. Next:\n  attend train %s\n"
                           "  attend check %s\n  attend %s\n",
                           folder, folder, folder, folder);
}
