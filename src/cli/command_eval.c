/* attend eval: how good a model is on sentence pairs. */
#include "base/digits.h"
#include "cli/cli.h"

#include "base/table.h"
#include "model/first_word.h"
#include "model/train.h"
#include "trace/agreement.h"

#include <math.h>

/* Of each layer and head of a Transformer's attention to the source, where there are several. */
static void print_maps(const Evaluation *result, const Config *config, bool json, Bytes *out)
{
    int count = isnan(result->aer) ? 1 : cross_map_count(config);
    bytes_add_text(out, json && count > 1 ? ",\"aer_maps\":[" : "");
    for (int map = 0; count > 1 && map < count; map++) {
        CrossMap of = cross_map(config, map);
        if (json)
            bytes_printf(out, "%s{\"layer\":%d,\"head\":%d,\"aer\":%.9g}", map ? "," : "", of.layer + 1, of.head,
                         result->map_aer[map]);
        else if (of.head)
            bytes_printf(out, "  layer %d, head %d   %.4f\n", of.layer + 1, of.head, result->map_aer[map]);
        else
            bytes_printf(out, "  layer %d%s   %.4f\n", of.layer + 1, config->cross_heads > 1 ? ", mean  " : "",
                         result->map_aer[map]);
    }
    bytes_add_text(out, json && count > 1 ? "]" : "");
}

static void print_plain(const Evaluation *result, const Config *config, const FirstWord *first_word, const char *data,
                        Bytes *out)
{
    output_line(out, "data         %s", data);
    char perplexity[DIGITS_SIZE];
    bytes_printf(out, "pairs        %d\ntokens       %d\nloss         %.4f\nperplexity   %s\n", result->pairs,
                 result->tokens, result->loss, digits_print(perplexity, result->perplexity, 4));
    bytes_printf(out, "exact match  %.2f %%\n", 100 * result->exact_match);
    if (!isnan(result->bleu))
        bytes_printf(out, "BLEU         %.2f (brevity penalty %.4f)\n", result->bleu, result->brevity);
    if (!isnan(result->aer))
        bytes_printf(out, "AER          %.4f (the best that one source word a target word can reach: %.4f)\n",
                     result->aer, result->aer_best);
    print_maps(result, config, false, out);
    if (first_word->words)
        bytes_printf(out, "first word   one of %d (by chance %.2f %%)\n", first_word->firsts,
                     100.0 / first_word->firsts);
    for (int k = 0; k < first_word->words; k++)
        bytes_printf(out, "  word %-4d  %.2f %% of %d\n", k + 1, 100 * first_word->told[k], first_word->asked[k]);
}

static void print_json(const Evaluation *result, const Config *config, const FirstWord *first_word, Bytes *out)
{
    bytes_printf(out, "{\"pairs\":%d,\"tokens\":%d,\"loss\":%.9g,\"perplexity\":%.9g,\"exact_match\":%.9g",
                 result->pairs, result->tokens, result->loss, result->perplexity, result->exact_match);
    if (!isnan(result->bleu))
        bytes_printf(out, ",\"bleu\":%.9g,\"brevity_penalty\":%.9g", result->bleu, result->brevity);
    if (!isnan(result->aer))
        bytes_printf(out, ",\"aer\":%.9g,\"aer_best\":%.9g", result->aer, result->aer_best);
    print_maps(result, config, true, out);
    if (first_word->words)
        bytes_printf(out, ",\"first_words\":%d,\"first_word\":[", first_word->firsts);
    for (int k = 0; k < first_word->words; k++)
        bytes_printf(out, "%s{\"told\":%.9g,\"pairs\":%d}", k ? "," : "", first_word->told[k], first_word->asked[k]);
    bytes_add_text(out, first_word->words ? "]}\n" : "}\n");
}

/* ---- --translations ---- */

static void put_sentence(Arena *arena, const char *const *words, int count, TokenKind kind, Bytes *out)
{
    table_put(out, slice_of(text_join(arena, words, count, kind)), '\t');
    bytes_add_text(out, "\t");
}

/* source, reference, hypothesis */
static void put_sentences(const Model *model, const Pair *pair, const Judged *judged, Bytes *out)
{
    Arena arena = {0};
    const char **words = ARENA_ARRAY(&arena, const char *, (size_t)judged->count);
    for (int i = 0; i < judged->count; i++)
        words[i] = vocab_word(&model->target, judged->words[i]);
    put_sentence(&arena, text_words(&arena, &pair->source), pair->source.count, model->config.source_tokens, out);
    put_sentence(&arena, text_words(&arena, &pair->target), pair->target.count, model->config.target_tokens, out);
    put_sentence(&arena, words, judged->count, model->config.target_tokens, out);
    arena_finish(&arena);
}

static bool write_translations(const Evaluator *evaluator, const Model *model, const Corpus *corpus, const char *path,
                               Error *error)
{
    Bytes out = {0};
    bytes_add_text(&out, "source\treference\thypothesis\tloss\texact\taer\n");
    for (int i = 0; i < corpus->count; i++) {
        const Pair *pair = &corpus->pairs[i];
        Judged judged = evaluator_pair(evaluator, i);
        put_sentences(model, pair, &judged, &out);
        bytes_printf(&out, "%.6f\t%d\t", judged.loss / (pair->target.count + 1), judged.exact);
        if (judged.links.chosen > 0)
            bytes_printf(&out, "%.4f", alignment_error(&judged.links));
        bytes_add_text(&out, "\n");
    }
    bool ok = file_write(path, out.data, out.length, error);
    bytes_finish(&out);
    return ok;
}

/* ---- --agreement ---- */

static void print_agreement(const Agreement *found, bool json, const char *data, Bytes *out)
{
    static const char *const rows[CAUSE_KINDS] = {"attention", "erase unk", "erase zero", "gradient"};
    static const char *const keys[CAUSE_KINDS] = {"attention", "erase_unk", "erase_zero", "gradient"};
    if (json)
        bytes_printf(out, "{\"pairs\":%d,\"exact\":%d,\"words\":%d", found->pairs, found->exact, found->words);
    else {
        output_line(out, "data         %s", data);
        bytes_printf(out, "pairs        %d\nexact        %d\nlinks        %d words with one\n", found->pairs,
                     found->exact, found->words);
    }
    for (int kind = 0; kind < CAUSE_KINDS; kind++) {
        double share = agreement_share(found, (CauseKind)kind);
        if (!isnan(share) && json)
            bytes_printf(out, ",\"%s\":%.9g", keys[kind], share);
        else if (!isnan(share))
            bytes_printf(out, "%-12s %.4f\n", rows[kind], share);
    }
    bytes_add_text(out, json ? "}\n" : "");
}

static bool agree(const Call *call, const Model *model, const Corpus *corpus, Error *error)
{
    if (call->request.translations)
        return error_set(error, ERROR_USAGE, "--translations does not go with --agreement");
    Agreement found = agreement_measure(model, corpus, call->request.threads);
    if (found.words == 0)
        return error_at(error, ERROR_FORMAT, corpus->name, 0,
                        "has no sentence with gold links that the model translates exactly; links stand behind the "
                        "pairs, or in --gold F");
    Bytes text = {0};
    print_agreement(&found, call->request.json, corpus->name, &text);
    return output_write(&text, error);
}

/* Reads the pairs, and the gold links from a file of their own if --gold names one. */
static bool read_pairs(const Call *call, const Model *model, const char *data, FileKind kind, Corpus *out, Error *error)
{
    LinkFormat format = (LinkFormat)call->request.gold_format;
    const char *gold = call->request.gold;
    Bytes bytes = {0};
    LinkFile links;
    if (!gold && format == LINKS_NAACL)
        return error_set(error, ERROR_USAGE, "--gold-format naacl goes with --gold F, a file of links alone");
    bool ok = !gold
              || (file_read_kind(gold, FILE_INPUT, FILE_LIMIT_DATA, &bytes, error)
                  && links_parse(bytes_slice(&bytes), gold, format, call->arena, &links, error));
    bytes_finish(&bytes);
    return ok && source_corpus(data, kind, format, gold ? &links : NULL, model, out, error);
}

static bool evaluate(const Call *call, const OpenFile *source, const char *data, FileKind kind, Error *error)
{
    const Request *request = &call->request;
    Corpus corpus;
    if (!read_pairs(call, &source->model, data, kind, &corpus, error))
        return false;
    if (request->agreement) {
        bool agreed = agree(call, &source->model, &corpus, error);
        corpus_finish(&corpus);
        return agreed;
    }
    Evaluator *evaluator = evaluator_create(&source->model, &corpus, request->threads);
    evaluator_slice(evaluator, INFINITY);
    Evaluation result = evaluator_result(evaluator);
    Bytes text = {0};
    FirstWord first_word = {0};
    bool ok = isfinite(result.loss)
              || error_at(error, ERROR_FORMAT, source->path, 0, "makes numbers too large to be compared on this data");
    ok =
        ok
        && (!request->first_word || first_word_measure(&source->model, &corpus, 0, 0, call->arena, &first_word, error));
    if (ok && request->json)
        print_json(&result, &source->model.config, &first_word, &text);
    else if (ok)
        print_plain(&result, &source->model.config, &first_word, corpus.name, &text);
    ok = ok
         && (!request->translations
             || write_translations(evaluator, &source->model, &corpus, request->translations, error));
    evaluator_destroy(evaluator);
    corpus_finish(&corpus);
    return ok && output_write(&text, error);
}

bool eval_run(const Call *call, Error *error)
{
    OpenFile source = {0};
    if (!source_open(call->arguments[0], call->arena, &source, error))
        return false;
    const char *given = call->count > 1 ? call->arguments[1] : NULL;
    const char *data = given ? given : source.lesson ? source.chosen->heldout : NULL;
    bool ok = data ? evaluate(call, &source, data, given ? FILE_INPUT : FILE_REGULAR, error)
                   : error_set(error, ERROR_USAGE, "a model file needs a DATA.tsv to be measured on");
    opened_finish(&source);
    return ok;
}
