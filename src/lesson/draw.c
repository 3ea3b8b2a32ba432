#include "lesson/draw.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/system.h"
#include "lesson/tree.h"

#include <string.h>

enum { COLUMNS_MOST = 24, ROWS_MOST = 32 };

/* ---- the number in a name ---- */

const char *draw_cut(const char *name, Arena *arena, int *number)
{
    const char *mark = strrchr(name, '#');
    *number = 1;
    if (!mark || strchr(mark, '/') || !whole_parse(mark + 1, 1, DRAW_MOST, number) || file_exists(name))
        return name;
    return arena_copy(arena, name, (size_t)(mark - name));
}

char *draw_name(const char *name, int number, Arena *arena)
{
    return number > 1 ? arena_printf(arena, "%s#%d", name, number) : arena_string(arena, name);
}

/* ---- the table ---- */

typedef struct Table {
    Slice names[COLUMNS_MOST], cells[COLUMNS_MOST]; /* cells: of the drawn row */
    int columns;
} Table;

/* Cuts a line at its bars; returns how many cells it has, COLUMNS_MOST + 1 where it has more. */
static int cut_row(Slice line, Slice cells[COLUMNS_MOST])
{
    int count = 0;
    for (Slice cell; slice_cut(&line, '|', &cell); cells[count++] = slice_trim(cell))
        if (count == COLUMNS_MOST)
            return COLUMNS_MOST + 1;
    return count;
}

static const CardPiece *draw_of(const CardText *card)
{
    for (int i = 0; i < card->piece_count; i++)
        if (card->pieces[i].kind == PIECE_DRAW)
            return &card->pieces[i];
    return NULL;
}

/* Lines of the table that hold something. */
static int count_lines(Slice text)
{
    int count = 0;
    for (Slice line; slice_cut(&text, '\n', &line);)
        count += slice_trim(line).length > 0;
    return count;
}

/* Each row once within as many draws as there are rows, and another order in the next ones: a round begins with any row
 * but the one that the round before has ended with. */
static int drawn_row(int number, int rows, int card)
{
    int turn = (number - 1) / rows, start = 0;
    for (int i = 0; i <= turn && rows > 1; i++) {
        uint64_t hash = hash_mix(hash_mix(0, (uint64_t)card + 1), (uint64_t)i);
        start = (start + (int)(hash % (uint64_t)(i ? rows - 1 : rows))) % rows;
    }
    return (number - 1 + start) % rows;
}

static bool read_names(const Reader *reader, const Table *table, int line)
{
    for (int i = 0; i < table->columns; i++) {
        Slice name = table->names[i];
        bool plain = name.length > 0;
        for (size_t k = 0; k < name.length; k++)
            plain = plain && ((name.text[k] >= 'a' && name.text[k] <= 'z') || name.text[k] == '_');
        if (!plain)
            return reader_fail(reader, line, "a column is called %s; expected small letters",
                               reader_quote(reader, name));
        for (int k = 0; k < i; k++)
            if (slice_equal(table->names[k], name))
                return reader_fail(reader, line, "two columns are called %s", reader_quote(reader, name));
    }
    return true;
}

/* The names, and the cells of the row that this draw shows; the other rows are checked too. */
static bool read_table(const Reader *reader, const CardPiece *piece, int number, int card, Table *out)
{
    int rows = count_lines(piece->text) - 1, at = -1, line_number = piece->line - 1;
    if (rows < 1 || rows > ROWS_MOST)
        return reader_fail(reader, piece->line,
                           "a draw block has %d row(s); expected names, and below them 1 to %d rows",
                           rows < 0 ? 0 : rows, ROWS_MOST);
    int wanted = drawn_row(number, rows, card);
    Slice text = piece->text, cells[COLUMNS_MOST];
    for (Slice line; slice_cut(&text, '\n', &line);) {
        line_number++;
        if (slice_trim(line).length == 0)
            continue;
        int count = cut_row(line, cells);
        if (at < 0) {
            out->columns = count;
            memcpy(out->names, cells, sizeof cells);
        }
        if (count > COLUMNS_MOST || count != out->columns)
            return reader_fail(reader, line_number, "this row has %s%d cell(s); expected %d, with | between them",
                               count > COLUMNS_MOST ? "more than " : "", count > COLUMNS_MOST ? COLUMNS_MOST : count,
                               out->columns > COLUMNS_MOST ? COLUMNS_MOST : out->columns);
        if (at < 0 && !read_names(reader, out, line_number))
            return false;
        if (at++ == wanted)
            memcpy(out->cells, cells, sizeof cells);
    }
    return true;
}

/* ---- putting it in ---- */

static int line_of(Slice text, const char *at, int first)
{
    for (const char *c = text.text; c < at; c++)
        first += *c == '\n';
    return first;
}

/* The text with a cell for each [[name]]; `line`: of its first line. */
static bool put_in(const Reader *reader, const Table *table, Slice *text, int line)
{
    Bytes out = {0};
    Slice rest = *text;
    for (const char *open; rest.length && (open = memmem(rest.text, rest.length, "[[", 2)) != NULL;) {
        Slice behind = {open + 2, (size_t)(rest.text + rest.length - open - 2)};
        const char *close = behind.length ? memmem(behind.text, behind.length, "]]", 2) : NULL;
        Slice name = {behind.text, close ? (size_t)(close - behind.text) : 0};
        int column = 0;
        while (column < table->columns && !slice_equal(table->names[column], name))
            column++;
        if (column == table->columns) {
            bytes_finish(&out);
            return reader_fail(reader, line_of(*text, open, line), "%s is no column of this card's draw block",
                               reader_quote(reader, close ? name : (Slice){open, 2}));
        }
        bytes_add(&out, rest.text, (size_t)(open - rest.text));
        bytes_add(&out, table->cells[column].text, table->cells[column].length);
        rest = (Slice){close + 2, (size_t)(behind.text + behind.length - close - 2)};
    }
    bytes_add(&out, rest.text, rest.length);
    text->length = out.length;
    text->text = bytes_take(&out, reader->arena);
    return true;
}

static bool fill_card(const Reader *reader, const Table *table, CardText *card)
{
    Slice title = slice_of(card->title);
    if (!put_in(reader, table, &title, card->line))
        return false;
    card->title = title.text;
    for (int i = 0; i < card->piece_count; i++)
        if (card->pieces[i].kind != PIECE_DRAW && !put_in(reader, table, &card->pieces[i].text, card->pieces[i].line))
            return false;
    return true;
}

bool draw_apply(const Reader *reader, FileText *file, const FileText *rows, int number)
{
    if (!rows)
        rows = file;
    for (int i = 0; i < file->card_count && i < rows->card_count; i++) {
        Table table = {0};
        const CardPiece *own = draw_of(&file->cards[i]), *piece = draw_of(&rows->cards[i]);
        if (own && rows != file)
            return reader_fail(reader, own->line, "a draw block stands in lesson.md alone; it serves both languages");
        if (piece && (!read_table(reader, piece, number, i, &table) || !fill_card(reader, &table, &file->cards[i])))
            return false;
    }
    return true;
}

int draw_rounds(const FileText *file)
{
    int most = 1;
    for (int i = 0; i < file->card_count; i++) {
        const CardPiece *piece = draw_of(&file->cards[i]);
        int rows = piece ? count_lines(piece->text) - 1 : 1;
        most = rows > most ? rows : most;
    }
    return most;
}
