/* attend eval: how good a model is on sentence pairs. */
#include "cli/cli.h"

#include <math.h>

typedef struct Request {
    bool json;
    int threads;
} Request;

static const Option OPTIONS[] = {
    {"json", 0, OPTION_FLAG, offsetof(Request, json), NULL, "print the figures as JSON"},
    {"threads", 0, OPTION_WHOLE, offsetof(Request, threads), "N", "any number gives the same figures", .least = 1,
     .most = 256},
};

static const Request DEFAULTS = {0};

static void print_plain(const Evaluation *result, const char *data, Bytes *out)
{
    output_line(out, "data         %s", data);
    bytes_printf(out, "pairs        %d\ntokens       %d\nloss         %.4f\nperplexity   %.4g\n", result->pairs,
                 result->tokens, result->loss, result->perplexity);
    bytes_printf(out, "exact match  %.2f %%\n", 100 * result->exact_match);
    if (!isnan(result->bleu))
        bytes_printf(out, "BLEU         %.2f\n", result->bleu);
    if (!isnan(result->aer))
        bytes_printf(out, "AER          %.4f (the best that one source word a target word can reach: %.4f)\n",
                     result->aer, result->aer_best);
}

static void print_json(const Evaluation *result, Bytes *out)
{
    bytes_printf(out, "{\"pairs\":%d,\"tokens\":%d,\"loss\":%.9g,\"perplexity\":%.9g,\"exact_match\":%.9g",
                 result->pairs, result->tokens, result->loss, result->perplexity, result->exact_match);
    if (!isnan(result->bleu))
        bytes_printf(out, ",\"bleu\":%.9g", result->bleu);
    if (!isnan(result->aer))
        bytes_printf(out, ",\"aer\":%.9g,\"aer_best\":%.9g", result->aer, result->aer_best);
    bytes_add_text(out, "}\n");
}

static bool evaluate(const Request *request, const ModelSource *source, const char *data, FileKind kind, Error *error)
{
    Corpus corpus;
    if (!source_corpus(data, kind, &source->model, &corpus, error))
        return false;
    int threads = request->threads ? request->threads : train_default().threads;
    Evaluation result = model_evaluate(&source->model, &corpus, threads);
    Bytes text = {0};
    bool ok = isfinite(result.loss)
              || error_at(error, ERROR_FORMAT, source->path, 0, "makes numbers too large to be compared on this data");
    if (request->json)
        print_json(&result, &text);
    else
        print_plain(&result, corpus.name, &text);
    ok = ok && output_write(&text, error);
    bytes_finish(&text);
    corpus_finish(&corpus);
    return ok;
}

static bool run(const Call *call, Error *error)
{
    ModelSource source;
    if (!source_open(call->arguments[0], call->arena, &source, error))
        return false;
    const char *given = call->count > 1 ? call->arguments[1] : NULL;
    const char *data = given ? given : source.lesson ? source.chosen->heldout : NULL;
    bool ok = data ? evaluate(call->request, &source, data, given ? FILE_INPUT : FILE_REGULAR, error)
                   : error_set(error, ERROR_USAGE, "a model file needs a DATA.tsv to be measured on");
    source_finish(&source);
    return ok;
}

const Command command_eval = {
    .name = "eval",
    .arguments = "MODEL DATA.tsv",
    .summary = "Measure a model: loss, perplexity, exact match, BLEU, alignment error rate",
    .details = "MODEL is a .safetensors file or a lesson; a lesson without DATA.tsv is measured on its held-out\n"
               "sentences. DATA.tsv has a source sentence, a tab and its translation on each line, and behind a\n"
               "second tab a gold alignment such as 0-0 1-1 2-2, without which there is no alignment error rate.\n"
               "BLEU is sacreBLEU's of the greedy translations, on the model's own tokens; none where\n"
               "no translation has four.",
    .least = 1,
    .most = 2,
    .options = OPTIONS,
    .option_count = LENGTH(OPTIONS),
    .defaults = &DEFAULTS,
    .request_size = sizeof DEFAULTS,
    .run = run,
};
