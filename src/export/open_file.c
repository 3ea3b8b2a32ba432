#include "export/open_file.h"

#include "base/names.h"
#include "base/system.h"
#include "base/tar.h"
#include "export/carry.h"
#include "export/export.h"
#include "lesson/draw.h"
#include "lesson/exam.h"
#include "lesson/pack.h"
#include "model/model_file.h"

#include <math.h>
#include <string.h>

const char *const WEIGHTS_ENDINGS[] = {".npy", ".npz", ".json", ".jsonl", ".csv", ".tsv", ".txt", NULL};
const char *const TABLE_ENDINGS[] = {".csv", ".tsv", ".txt", NULL};

/* ---- what it is ---- */

enum { FRONT = 1 << 16 }; /* bytes that tell a text */

/* Its first bytes: of tensors the whole header. Empty where it cannot be read, which is said by whoever opens it. */
static Bytes read_front(const char *path)
{
    Bytes front = {0};
    Error unread = {0};
    uint64_t header;
    int fd = file_open(path, FILE_REGULAR, &unread);
    if (fd < 0)
        return front;
    if (file_read_more(fd, path, FRONT, &front, &unread) && tensors_are(bytes_slice(&front), &header) && header > FRONT
        && header <= MODEL_HEADER_LIMIT && !file_read_more(fd, path, (size_t)header + 8 - FRONT, &front, &unread))
        front.length = 0;
    close(fd);
    return front;
}

static bool is_picture(const char *path, Slice bytes)
{
    return carry_is_picture(bytes) || path_check_ending(path, PICTURE_ENDINGS, NULL);
}

/* Weights of a .json file may be a trace. */
static OpenKind kind_of(const char *path, Slice front)
{
    uint64_t header;
    if (file_is_folder(path))
        return OPEN_LESSON;
    if (tar_is(front) || strcmp(path_ending(path), PACK_ENDING) == 0)
        return OPEN_PACK;
    if (is_picture(path, front))
        return OPEN_FIGURE;
    if (slice_starts(front, EXAM_BEGINS))
        return OPEN_RESULT;
    if (epoch_log_is(front))
        return OPEN_LOG;
    if (tensors_are(front, &header))
        return memmem(front.text, front.length, "\"" MODEL_KEYS, sizeof MODEL_KEYS) ? OPEN_MODEL : OPEN_WEIGHTS;
    if (stack_is_printed(front))
        return OPEN_WEIGHTS;
    if (path_check_ending(path, TABLE_ENDINGS, NULL))
        return stack_is_pairs(front) ? OPEN_PAIRS : OPEN_WEIGHTS;
    return stack_begins(front) || path_check_ending(path, WEIGHTS_ENDINGS, NULL) ? OPEN_WEIGHTS : OPEN_MODEL;
}

/* ---- what is in it ---- */

/* The weights' bytes, once. */
static bool load(OpenFile *file, Error *error)
{
    StackInput *input = &file->weights;
    if (input->bytes.data)
        return true;
    if (!stack_load(file->path, &file->arena, input, error))
        return false;
    if (!is_picture(file->path, bytes_slice(&input->bytes)))
        return true;
    Bytes carried = {0};
    bool ok = carry_read(bytes_slice(&input->bytes), input->name, &carried, error);
    bytes_finish(&input->bytes);
    input->bytes = carried;
    return ok;
}

static void read_trace(OpenFile *out)
{
    StackInput *input = &out->weights;
    if (load(out, &out->wrong))
        out->trace = trace_parse(bytes_slice(&input->bytes), out->path, &input->json, &out->model, &out->wrong);
    if (out->trace)
        out->kind = OPEN_TRACE;
}

void open_file(const char *path, OpenFile *out)
{
    Bytes front = read_front(path);
    *out = (OpenFile){.path = path};
    int draw; /* a lesson's name may have one behind it */
    const char *there = draw_cut(path, &out->arena, &draw);
    out->kind = file_exists(there)        ? kind_of(there, bytes_slice(&front))
                : stack_is_sentence(path) ? OPEN_WEIGHTS
                                          : OPEN_MODEL;
    StackInput *input = &out->weights;
    if (out->kind == OPEN_LESSON)
        out->lesson = lesson_load(path, &out->wrong);
    else if (out->kind == OPEN_MODEL)
        (void)!model_load(path, &out->model, &out->wrong);
    else if (out->kind == OPEN_FIGURE && load(out, &out->wrong))
        (void)!figure_state_parse(bytes_slice(&input->bytes), path, &out->arena, &input->json, &out->figure,
                                  &out->wrong);
    else if (out->kind == OPEN_WEIGHTS && path_check_ending(path, TRACE_ENDINGS, NULL))
        read_trace(out);
    bytes_finish(&front);
}

void opened_finish(OpenFile *file)
{
    stack_unload(&file->weights);
    trace_destroy(file->trace);
    model_finish(&file->model);
    lesson_destroy(file->lesson);
    arena_finish(&file->arena);
    *file = (OpenFile){0};
}

bool opened_well(const OpenFile *file, Error *error)
{
    if (file->wrong.code)
        *error = file->wrong;
    return !file->wrong.code;
}

const char *opened_lacks(const OpenFile *file)
{
    return file->wrong.code && file->weights.json ? file->wrong.message : NULL;
}

bool opened_need_trace(const OpenFile *file, Error *error)
{
    return opened_well(file, error)
           && (file->kind == OPEN_TRACE || error_at(error, ERROR_FORMAT, file->path, 0, "is no trace of attend"));
}

bool opened_lesson(OpenFile *file, Error *error)
{
    if (!file->lesson && (file->kind != OPEN_MODEL || file->wrong.code) && !opened_need_trace(file, error))
        return false;
    if (!file->lesson)
        file->lesson =
            file->trace ? lesson_of_trace(file->path, file->trace) : lesson_of_model(file->path, &file->model);
    return true;
}

bool opened_unpack(OpenFile *file, Error *error)
{
    const char *folder = pack_unpack(file->path, &file->arena, error);
    if (!folder)
        return false;
    file->kind = OPEN_LESSON;
    file->path = folder;
    file->lesson = lesson_load(folder, &file->wrong);
    return true;
}

bool opened_stack(OpenFile *file, const char *array, LinkFormat links, MatrixStack *out, Error *error)
{
    *out = (MatrixStack){0};
    if (!load(file, error))
        return false;
    file->weights.masked = file->masked;
    return stack_parse(&file->weights, array, links, out, error);
}

bool opened_set(OpenFile *file, const char *array, LinkFormat links, StackSet *out, Error *error)
{
    *out = (StackSet){0};
    return load(file, error) && stack_set_parse(&file->weights, array, links, out, error);
}

bool opened_log(OpenFile *file, EpochRows *out, Error *error)
{
    Bytes text;
    if (!file_read(file->path, FILE_LIMIT_TEXT, &text, error))
        return false;
    bool ok =
        (epoch_log_is(bytes_slice(&text)) || error_at(error, ERROR_FORMAT, file->path, 0, "is no log of a training"))
        && epoch_log_parse(bytes_slice(&text), file->path, &file->arena, out, error);
    bytes_finish(&text);
    return ok;
}

bool opened_tell_log(OpenFile *file, Bytes *out, Error *error)
{
    EpochRows log;
    if (!opened_log(file, &log, error))
        return false;
    const EpochRow *best = epoch_rows_best(&log);
    int last = best ? (int)log.rows[log.count - 1].values[EPOCH_NUMBER] : 0;
    bytes_printf(out, "is the log of a training of %d epoch(s)", last);
    if (!best)
        return true;
    const double *values = best->values;
    bool held = log.measured[EPOCH_HELDOUT];
    bytes_printf(out, "; after epoch %d the %s was least: %.4f", (int)values[EPOCH_NUMBER],
                 held ? "held-out loss" : "loss", values[held ? EPOCH_HELDOUT : EPOCH_LOSS]);
    if (!isnan(values[EPOCH_EXACT]))
        bytes_printf(out, ", exact match %.2f %%", 100 * values[EPOCH_EXACT]);
    if (!isnan(values[EPOCH_BLEU]))
        bytes_printf(out, ", BLEU %.2f", values[EPOCH_BLEU]);
    if (!isnan(values[EPOCH_AER]))
        bytes_printf(out, ", AER %.4f", values[EPOCH_AER]);
    return true;
}
