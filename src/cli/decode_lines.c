#include "cli/decode_lines.h"

#include "nn/pool.h"
#include "trace/cause_map.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum {
    INPUT_BYTES = 256 << 20,
    BLOCK = 256
}; /* lines that are decoded before they are printed: of JSON some megabytes */

typedef struct Lines {
    const Model *model;
    const DecodeOptions *options;
    const Request *request;
    const char *path;
    Slice rest;  /* what no block has taken yet */
    int line;    /* lines that were taken */
    int unknown; /* sentences with a word that is not in the vocabulary */
    int unended; /* whose translation reached the limit */
    Error *error;
} Lines;

typedef struct InputLine {
    Slice sentence;
    Bytes out;
    Error error;
    bool unknown, unended;
} InputLine;

typedef struct Block {
    const Lines *lines;
    InputLine line[BLOCK];
    int count;
    atomic_int next;
} Block;

static bool is_blank(Slice text)
{
    for (size_t i = 0; i < text.length; i++)
        if (!strchr(" \t\r", text.text[i]))
            return false;
    return true;
}

/* False where none is left. */
static bool take_line(Slice *rest, Slice *line)
{
    if (rest->length == 0)
        return false;
    const char *end = memchr(rest->text, '\n', rest->length);
    size_t length = end ? (size_t)(end - rest->text) : rest->length;
    *line = (Slice){rest->text, length - (length > 0 && rest->text[length - 1] == '\r')};
    rest->text += length + (end != NULL);
    rest->length -= length + (end != NULL);
    return true;
}

static bool check(const Lines *lines)
{
    Slice rest = lines->rest, line;
    for (int number = 1; take_line(&rest, &line); number++) {
        if (!utf8_valid(line))
            return error_at(lines->error, ERROR_FORMAT, lines->path, number, "is not UTF-8");
        if (line.length && memchr(line.text, '\0', line.length))
            return error_at(lines->error, ERROR_FORMAT, lines->path, number, "has a NUL byte; plain text was expected");
        if (line.length >= SENTENCE_BYTES)
            return error_at(lines->error, ERROR_FORMAT, lines->path, number, "has %zu bytes; expected at most %d",
                            line.length, SENTENCE_BYTES - 1);
    }
    return true;
}

/* ---- one sentence ---- */

/* A trace is printed over many lines, and no text in it holds a line feed. */
static void on_one_line(Bytes *json)
{
    size_t to = 0;
    for (size_t from = 0; from < json->length; from++)
        if (json->data[from] != '\n')
            json->data[to++] = json->data[from];
    json->length = to;
    bytes_add_text(json, "\n");
}

static void print_trace(const Lines *lines, const Trace *trace, InputLine *line)
{
    Arena arena = {0};
    if (lines->request->json) {
        trace_print_json(trace, lines->model, &line->out);
        on_one_line(&line->out);
    } else
        output_line(&line->out, "%s", trace_translation(trace, &arena));
    for (int j = 0; j < trace->n; j++)
        line->unknown |= trace->unknown[j];
    line->unended = trace->truncated;
    arena_finish(&arena);
}

bool decode_maps(const Model *model, Trace *trace, Error *error)
{
    if (!cause_asks(model, trace, CAUSE_GRADIENT, error))
        return false;
    cause_keep(model, trace);
    return true;
}

static void decode_line(const Lines *lines, InputLine *line)
{
    if (is_blank(line->sentence)) {
        bytes_add_text(&line->out, lines->request->json ? "null\n" : "\n");
        return;
    }
    Trace *trace = trace_decode(lines->model, line->sentence, lines->options, &line->error);
    if (trace && (!lines->request->maps || decode_maps(lines->model, trace, &line->error)))
        print_trace(lines, trace, line);
    trace_destroy(trace);
}

static void work(void *context, int thread)
{
    (void)thread;
    Block *block = context;
    for (int i; (i = atomic_fetch_add(&block->next, 1)) < block->count;)
        decode_line(block->lines, &block->line[i]);
}

/* ---- a block of them ---- */

static void take_block(Lines *lines, Block *block)
{
    memset(block, 0, sizeof *block);
    block->lines = lines;
    while (block->count < BLOCK && take_line(&lines->rest, &block->line[block->count].sentence))
        block->count++;
}

/* Prints the block up to a sentence that cannot be decoded. */
static bool print_block(Lines *lines, Block *block)
{
    Bytes all = {0};
    bool ok = true;
    for (int i = 0; i < block->count; i++) {
        InputLine *line = &block->line[i];
        lines->line++;
        if (ok && line->error.code != ERROR_NONE)
            ok = error_at(lines->error, line->error.code, lines->path, lines->line, "%s", line->error.message);
        if (ok && line->out.length)
            bytes_add(&all, line->out.data, line->out.length);
        lines->unknown += line->unknown;
        lines->unended += line->unended;
        bytes_finish(&line->out);
    }
    Error second = {0}; /* the first is the one to tell */
    bool written = output_write(&all, ok ? lines->error : &second);
    return ok && written;
}

bool decode_lines(const Model *model, const DecodeOptions *options, const Request *request, Error *error)
{
    bool standard = strcmp(request->lines, "-") == 0;
    Lines lines = {.model = model,
                   .options = options,
                   .request = request,
                   .path = standard ? "standard input" : request->lines,
                   .error = error};
    Bytes text = {0};
    if (!file_read_kind(standard ? "/dev/stdin" : request->lines, FILE_INPUT, INPUT_BYTES, &text, error))
        return false;
    lines.rest = bytes_slice(&text);
    bool ok = check(&lines);
    Pool *pool = pool_create(request->threads);
    Block *block = heap_alloc(1, sizeof *block);
    while (ok && lines.rest.length > 0) {
        take_block(&lines, block);
        pool_run(pool, work, block);
        ok = print_block(&lines, block);
    }
    if (lines.unknown)
        output_note("%d of %d line(s) (has|have) a word that is not in the vocabulary: the model reads <unk>",
                    lines.unknown, lines.line);
    if (lines.unended)
        output_note("in %d of %d line(s) the model had not written its end mark at the limit of words", lines.unended,
                    lines.line);
    free(block);
    pool_destroy(pool);
    bytes_finish(&text);
    return ok;
}
