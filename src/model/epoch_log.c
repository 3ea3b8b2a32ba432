#include "model/epoch_log.h"

#include "base/digits.h"
#include "base/json.h"
#include "base/system.h"

#include <errno.h>
#include <math.h>
#include <string.h>
#include <strings.h>

enum { DIGITS = 7, JSON_VALUES = 2 * EPOCH_COLUMNS, EPOCHS_MOST = 100000 };

const char *const EPOCH_COLUMN_NAMES[] = {
    "epoch", "loss", "heldout_loss", "exact_match", "bleu", "aer", "tokens_per_second", "seconds", NULL};
const char *const EPOCH_LOG_ENDINGS[] = {".csv", ".jsonl", NULL};

_Static_assert(sizeof EPOCH_COLUMN_NAMES / sizeof *EPOCH_COLUMN_NAMES == EPOCH_COLUMNS + 1, "one name a column");

EpochRow epoch_row(int epoch)
{
    EpochRow row;
    for (int i = 0; i < EPOCH_COLUMNS; i++)
        row.values[i] = NAN;
    row.values[EPOCH_NUMBER] = epoch;
    return row;
}

/* ---- a row as text ---- */

static void print_heading(Bytes *out)
{
    for (int i = 0; i < EPOCH_COLUMNS; i++)
        bytes_printf(out, "%s%s", i ? "," : "", EPOCH_COLUMN_NAMES[i]);
}

static void print_row(const EpochRow *row, bool json, Bytes *out)
{
    char number[DIGITS_SIZE];
    for (int i = 0; i < EPOCH_COLUMNS; i++) {
        double value = row->values[i];
        const char *text = isfinite(value) ? digits_print(number, value, DIGITS) : json ? "null" : "";
        if (json)
            bytes_printf(out, "%s\"%s\":%s", i ? "," : "{", EPOCH_COLUMN_NAMES[i], text);
        else
            bytes_printf(out, "%s%s", i ? "," : "", text);
    }
    bytes_add_text(out, json ? "}\n" : "\n");
}

/* ---- reading ---- */

typedef struct RowReader {
    Slice rest;
    const char *path;
    int line; /* of the row that was taken last */
    bool json;
    double before; /* its epoch */
} RowReader;

/* {"epoch":12,"loss": */
static bool is_json(Slice front)
{
    static const char opening[] = "{\"epoch\":", next[] = ",\"loss\":";
    if (!slice_starts(front, opening))
        return false;
    Slice rest = {front.text + strlen(opening), front.length - strlen(opening)};
    while (rest.length && rest.text[0] >= '0' && rest.text[0] <= '9')
        rest.text++, rest.length--;
    return slice_starts(rest, next);
}

/* With its end: a line without one may be in the making. */
static bool take_line(Slice *rest, Slice *line)
{
    return rest->length && memchr(rest->text, '\n', rest->length) && slice_cut(rest, '\n', line);
}

static bool is_table(Slice front)
{
    Bytes heading = {0};
    Slice line;
    print_heading(&heading);
    front = slice_unmarked(front);
    bool same = take_line(&front, &line) && slice_equal(slice_trim(line), bytes_slice(&heading));
    bytes_finish(&heading);
    return same;
}

bool epoch_log_is(Slice front)
{
    return is_json(front) || is_table(front);
}

/* Of a text that is a log. */
static RowReader reader_begin(Slice text, const char *path)
{
    RowReader reader = {.rest = text, .path = path, .json = is_json(text)};
    Slice heading;
    if (!reader.json)
        reader.line += take_line(&reader.rest, &heading);
    return reader;
}

/* Empty where nothing was measured. */
static bool to_number(Slice field, double *out)
{
    *out = NAN;
    return slice_trim(field).length == 0 || (digits_read(field, out) && isfinite(*out));
}

static bool read_fields(Slice line, EpochRow *out)
{
    Slice field;
    for (int i = 0; i < EPOCH_COLUMNS; i++)
        if (!slice_cut(&line, ',', &field) || !to_number(field, &out->values[i]))
            return false;
    return !line.text; /* no field is left */
}

static bool read_object(Slice line, EpochRow *out)
{
    Error inner;
    cJSON *json = json_parse(line, JSON_VALUES, &inner);
    bool ok = cJSON_IsObject(json);
    for (int i = 0; ok && i < EPOCH_COLUMNS; i++) {
        const cJSON *item = json_member(json, EPOCH_COLUMN_NAMES[i]);
        ok = cJSON_IsNumber(item) || cJSON_IsNull(item);
        out->values[i] = cJSON_IsNumber(item) ? item->valuedouble : NAN;
    }
    cJSON_Delete(json);
    return ok;
}

/* The next row that is complete. False: there is none, or it is wrong, which `error` says. */
static bool take_row(RowReader *reader, EpochRow *out, Error *error)
{
    Slice line;
    if (!take_line(&reader->rest, &line))
        return false;
    reader->line++;
    bool ok = reader->json ? read_object(line, out) : read_fields(line, out);
    double epoch = ok ? out->values[EPOCH_NUMBER] : 0;
    if (!(epoch > reader->before && epoch <= EPOCHS_MOST && floor(epoch) == epoch))
        return error_at(error, ERROR_FORMAT, reader->path, reader->line,
                        "is no row of a training's log; expected %d numbers, the first an epoch behind that of the "
                        "row before",
                        EPOCH_COLUMNS);
    reader->before = epoch;
    return true;
}

bool epoch_log_parse(Slice text, const char *path, Arena *arena, EpochRows *out, Error *error)
{
    RowReader reader = reader_begin(text, path);
    Error wrong = {0};
    *out = (EpochRows){0};
    for (EpochRow row; take_row(&reader, &row, &wrong);) {
        out->rows = arena_room(arena, out->rows, out->count, sizeof *out->rows);
        out->rows[out->count++] = row;
        for (int i = 0; i < EPOCH_COLUMNS; i++)
            out->measured[i] |= isfinite(row.values[i]);
    }
    if (wrong.code)
        *error = wrong;
    return !wrong.code;
}

const EpochRow *epoch_rows_best(const EpochRows *log)
{
    EpochColumn by = log->measured[EPOCH_HELDOUT] ? EPOCH_HELDOUT : EPOCH_LOSS;
    const EpochRow *best = NULL;
    for (int i = 0; i < log->count; i++)
        if (!best || log->rows[i].values[by] < best->values[by] || isnan(best->values[by]))
            best = &log->rows[i];
    return best;
}

/* ---- writing ---- */

static bool cannot_write(const EpochLog *log, Error *error)
{
    return error_at(error, ERROR_FILE, log->path, 0, "cannot be written: %s", strerror(errno));
}

/* How many bytes the rows up to an epoch are, with the heading. */
static bool measure_kept(EpochLog *log, Slice text, int epoch, size_t *kept, Error *error)
{
    if (text.length && !(log->json ? is_json(text) : is_table(text)))
        return error_at(error, ERROR_FORMAT, log->path, 0,
                        "is there and is no log of a training: it is left as it is; expected another name for the log");
    RowReader reader = reader_begin(text, log->path);
    Error wrong = {0};
    EpochRow row;
    while (*kept = text.length - reader.rest.length, epoch > 0 && reader.before < epoch) {
        RowReader ahead = reader;
        if (!take_row(&ahead, &row, &wrong) || row.values[EPOCH_NUMBER] > epoch)
            break;
        reader = ahead;
        log->seconds = isfinite(row.values[EPOCH_SECONDS]) ? row.values[EPOCH_SECONDS] : 0;
    }
    if (wrong.code)
        *error = wrong;
    return !wrong.code;
}

bool epoch_log_begin(const char *path, int epoch, EpochLog *out, Error *error)
{
    Bytes old = {0};
    size_t kept = 0;
    *out = (EpochLog){.path = path, .fd = -1, .json = strcasecmp(path_ending(path), EPOCH_LOG_ENDINGS[0]) != 0};
    bool ok =
        !file_exists(path)
        || (file_read(path, FILE_LIMIT_TEXT, &old, error) && measure_kept(out, bytes_slice(&old), epoch, &kept, error));
    bytes_finish(&old);
    if (!ok)
        return false;
    out->fd = system_open(path, OPEN_ADD);
    if (out->fd < 0 || ftruncate(out->fd, (off_t)kept) != 0)
        return cannot_write(out, error);
    Bytes heading = {0};
    if (kept == 0 && !out->json)
        print_heading(&heading), bytes_add_text(&heading, "\n");
    ok = file_write_all(out->fd, heading.data, heading.length) || cannot_write(out, error);
    bytes_finish(&heading);
    return ok;
}

bool epoch_log_add(EpochLog *log, const EpochRow *row, Error *error)
{
    Bytes line = {0};
    print_row(row, log->json, &line);
    bool ok = file_write_all(log->fd, line.data, line.length) || cannot_write(log, error);
    bytes_finish(&line);
    return ok;
}

void epoch_log_end(EpochLog *log)
{
    if (log->path && log->fd >= 0)
        close(log->fd);
    *log = (EpochLog){0};
}
