#include "cli/train_data.h"

#include "cli/cli.h"

/* Files from here on are cut and parted as real ones are; smaller ones are examples that somebody wrote. */
enum { SPLIT_FROM = 100, CUT_FROM = 1000 };

static void note_tokens(const Config *config)
{
    static const char *const names[] = {[TOKENS_SPACE] = "words between spaces",
                                        [TOKENS_WORD] = "words and punctuation",
                                        [TOKENS_CHAR] = "characters",
                                        [TOKENS_BPE] = "pieces of words"};
    if (config->source_tokens != TOKENS_SPACE || config->target_tokens != TOKENS_SPACE)
        output_note("sources are cut into %s, targets into %s", names[config->source_tokens],
                    names[config->target_tokens]);
}

/* The pairs of `path` alone. `plain` ones are looked at once before, to see how they are cut best: that goes into
 * `config` where it was not given. */
static bool read_one(const DataOptions *options, Config *config, Corpus *out, Error *error)
{
    Bytes bytes;
    if (!file_read_kind(options->path, options->kind, FILE_LIMIT_DATA, &bytes, error))
        return false;
    Slice text = bytes_slice(&bytes);
    bool ok = true;
    if (options->plain && !(options->source_given && options->target_given)) {
        TokenKind kinds[2];
        ok = corpus_kinds(text, options->path, options->links, kinds, error);
        if (ok && !options->source_given)
            config->source_tokens = kinds[0];
        if (ok && !options->target_given)
            config->target_tokens = kinds[1];
    }
    CorpusOptions cut = {config->source_tokens, config->target_tokens, options->max_length, .links = options->links};
    ok = ok && corpus_parse(text, options->path, cut, out, error);
    bytes_finish(&bytes);
    return ok;
}

static void note_left_out(const DataOptions *options, const TrainData *data)
{
    if (data->corpus.left_out)
        output_note("%d pair(s) with more than %d words on a side (was|were) left out", data->corpus.left_out,
                    options->max_length);
    if (data->corpus.empty)
        output_note("%d line(s) with an empty side (was|were) left out", data->corpus.empty);
    if (data->repeated)
        output_note("%d repeated pair(s) (was|were) left out", data->repeated);
}

bool data_open(const DataOptions *options, Config *config, TrainData *out, Error *error)
{
    *out = (TrainData){0};
    if (!read_one(options, config, &out->corpus, error))
        return false;
    if (options->plain && !(options->source_given && options->target_given))
        note_tokens(config);
    Corpus *corpus = &out->corpus;
    if (options->plain)
        out->repeated = corpus_unique(corpus);
    out->least = options->least ? options->least : options->plain && !corpus->gold && corpus->count >= CUT_FROM ? 2 : 1;
    note_left_out(options, out);
    if (!options->heldout && options->plain && corpus->count >= SPLIT_FROM && options->share > 0)
        corpus_split(corpus, options->share, options->seed, &out->heldout);
    CorpusOptions whole = {config->source_tokens, config->target_tokens, 0, options->heldout_kind, options->links};
    bool ok = !options->heldout || corpus_read(options->heldout, whole, &out->heldout, error);
    if (ok && corpus->count == 0)
        ok = error_at(error, ERROR_FORMAT, options->path, 0, "has no pair left to learn from: all are held out");
    if (!ok)
        data_finish(out);
    return ok;
}

void data_finish(TrainData *data)
{
    corpus_finish(&data->heldout);
    corpus_finish(&data->corpus);
}
