#include "lesson/prose.h"

#include "base/file.h"
#include "lesson/lesson_paths.h"
#include "lesson/spans.h"

#include <md4c.h>
#include <string.h>

static int open_block(Prose *prose, BlockKind kind)
{
    prose->block = prose_add(prose->reader, prose->blocks, prose_line(prose));
    if (!prose->block) {
        prose->failed = true;
        return -1;
    }
    prose->block->kind = kind;
    prose->block->level = prose->depth;
    prose->soft = false;
    return 0;
}

static Slice trim_mark(Slice text, bool front)
{
    static const char *const marks[] = {".", ":", ",", "。", "：", "，", " "};
    for (size_t i = 0; i < sizeof marks / sizeof *marks;) {
        size_t length = strlen(marks[i]);
        bool there = text.length >= length
                     && memcmp(front ? text.text : text.text + text.length - length, marks[i], length) == 0;
        text.text += there && front ? length : 0;
        text.length -= there ? length : 0;
        i = there ? 0 : i + 1;
    }
    return text;
}

/* The bold words that a note begins with become its label. */
static void take_label(Prose *prose, TextBlock *note)
{
    if (note->span_count == 0 || note->spans[0].style != SPAN_BOLD)
        return;
    Slice label = trim_mark(slice_of(note->spans[0].text), false);
    note->label = arena_copy(prose->reader->arena, label.text, label.length);
    note->spans++;
    note->span_count--;
    if (note->span_count == 0 || note->spans[0].style & SPAN_LIVE)
        return;
    Slice text = trim_mark(slice_of(note->spans[0].text), true);
    while (text.length && text.text[0] == '\n')
        text.text++, text.length--;
    note->spans[0].text = arena_copy(prose->reader->arena, text.text, text.length);
    if (text.length == 0)
        note->spans++, note->span_count--;
}

static int close_block(Prose *prose)
{
    spans_flush(prose);
    TextBlock *block = prose->block;
    prose->block = NULL;
    if (!block)
        return 0;
    if (block->kind == BLOCK_NOTE)
        take_label(prose, block);
    if (block->span_count > SPAN_LIMIT)
        return STOP(prose, "a paragraph has more than %d changes of style", SPAN_LIMIT);
    bool empty = block->span_count == 0 && block->cell_count == 0;
    if (block->kind == BLOCK_NOTE && empty)
        return STOP(prose, "a note says nothing behind its bold words");
    prose->blocks->count -= empty;
    return 0;
}

static int enter_paragraph(Prose *prose)
{
    if (prose->quote) {
        if (prose->run.length || prose->block->span_count)
            spans_add(prose, slice_of("\n"));
        return 0;
    }
    if (prose->block && prose->item) { /* the paragraph that the item itself is */
        prose->item = false;
        return 0;
    }
    return open_block(prose, BLOCK_PARAGRAPH);
}

static int enter_list(Prose *prose, int first)
{
    if (prose->quote)
        return STOP(prose, "a note (`>`) holds paragraphs only");
    if (prose->depth >= LIST_LIMIT)
        return STOP(prose, "lists are nested more than %d deep", LIST_LIMIT);
    if (close_block(prose))
        return -1;
    prose->numbers[++prose->depth] = first;
    return 0;
}

static int enter_item(Prose *prose)
{
    if (open_block(prose, BLOCK_ITEM))
        return -1;
    int *number = &prose->numbers[prose->depth];
    prose->block->number = *number;
    *number += *number > 0;
    prose->item = true;
    return 0;
}

static int enter_heading(Prose *prose, const MD_BLOCK_H_DETAIL *detail)
{
    if (prose->quote || prose->depth)
        return STOP(prose, "a heading cannot stand inside a note or a list");
    if (detail->level == 1)
        return STOP(prose, "a card's heading is one line `# Title`, not a line underlined with `=`");
    if (open_block(prose, BLOCK_HEADING))
        return -1;
    prose->block->level = (int)detail->level;
    return 0;
}

static int enter_code(Prose *prose, const MD_BLOCK_CODE_DETAIL *detail)
{
    Slice word = {detail->lang.text, detail->lang.size};
    if (slice_is(word, "attend") || slice_is(word, "quiz"))
        return STOP(prose, "the block `%.*s` must begin at the left margin, outside lists and notes", (int)word.length,
                    word.text);
    if (prose->quote)
        return STOP(prose, "a note (`>`) holds paragraphs only");
    prose->verbatim = true;
    return close_block(prose) ? -1 : open_block(prose, BLOCK_CODE);
}

/* Moves `at` to the line of dashes or stars that md4c has just met. */
static void seek_rule(Prose *prose)
{
    Slice rest = {prose->at, (size_t)(prose->text.text + prose->text.length - prose->at)}, line;
    while (slice_cut(&rest, '\n', &line)) {
        int marks = 0, others = 0;
        for (size_t i = 0; i < line.length; i++) {
            marks += line.text[i] == '-' || line.text[i] == '*' || line.text[i] == '_';
            others += !strchr("-*_ \t", line.text[i]);
        }
        if (marks >= 3 && others == 0) {
            prose->at = line.text;
            return;
        }
    }
}

static int enter_block(MD_BLOCKTYPE type, void *detail, void *userdata)
{
    Prose *prose = userdata;
    switch (type) {
    case MD_BLOCK_P:
        return enter_paragraph(prose);
    case MD_BLOCK_H:
        return enter_heading(prose, detail);
    case MD_BLOCK_UL:
        return enter_list(prose, 0);
    case MD_BLOCK_OL: {
        unsigned start = ((const MD_BLOCK_OL_DETAIL *)detail)->start;
        return enter_list(prose, start >= 1 && start <= 9999 ? (int)start : 1);
    }
    case MD_BLOCK_LI:
        return enter_item(prose);
    case MD_BLOCK_CODE:
        return enter_code(prose, detail);
    case MD_BLOCK_QUOTE:
        if (prose->quote || prose->depth)
            return STOP(prose, "a note (`>`) cannot stand inside a note or a list");
        prose->quote = true;
        return open_block(prose, BLOCK_NOTE);
    case MD_BLOCK_HR:
        seek_rule(prose);
        return STOP(prose, "a line of dashes is not shown; part the text with a `##` heading");
    case MD_BLOCK_TABLE:
        return prose->quote || prose->depth ? STOP(prose, "a table cannot stand inside a note or a list") : 0;
    case MD_BLOCK_THEAD:
        prose->header = true;
        return 0;
    case MD_BLOCK_TR:
        if (open_block(prose, BLOCK_TABLE_ROW))
            return -1;
        prose->block->header = prose->header;
        return 0;
    case MD_BLOCK_TH:
    case MD_BLOCK_TD: {
        spans_flush(prose);
        TextBlock *row = prose->block;
        if (row->cell_count >= CELL_LIMIT)
            return STOP(prose, "a table has at most %d columns", CELL_LIMIT);
        row->cells = arena_room(prose->reader->arena, row->cells, row->cell_count, sizeof *row->cells);
        row->cells[row->cell_count++] = row->span_count;
        return 0;
    }
    default:
        return 0;
    }
}

static int leave_block(MD_BLOCKTYPE type, void *detail, void *userdata)
{
    (void)detail;
    Prose *prose = userdata;
    switch (type) {
    case MD_BLOCK_P:
        return prose->quote ? 0 : close_block(prose);
    case MD_BLOCK_QUOTE:
        prose->quote = false;
        return close_block(prose);
    case MD_BLOCK_UL:
    case MD_BLOCK_OL:
        prose->depth--;
        return 0;
    case MD_BLOCK_CODE:
        prose->verbatim = false;
        prose->run.length -= prose->run.length > 0 && prose->run.data[prose->run.length - 1] == '\n';
        return close_block(prose);
    case MD_BLOCK_THEAD:
        prose->header = false;
        return 0;
    case MD_BLOCK_LI:
    case MD_BLOCK_H:
    case MD_BLOCK_TR:
        return close_block(prose);
    default:
        return 0;
    }
}

/* md4c hands out pieces of what it was given, which tells the line; its own constants lie elsewhere. */
static void look_at(Prose *prose, const char *bytes)
{
    uintptr_t begin = (uintptr_t)prose->text.text;
    prose->inside = (uintptr_t)bytes >= begin && (uintptr_t)bytes < begin + prose->text.length;
    if (prose->inside)
        prose->at = bytes;
}

/* A picture has a paragraph to itself. */
static int enter_picture(Prose *prose, const MD_ATTRIBUTE *src)
{
    Slice file = {src->text, src->size};
    look_at(prose, file.text);
    if (!prose->block && open_block(prose, BLOCK_PARAGRAPH))
        return -1;
    TextBlock *block = prose->block;
    if (block->kind != BLOCK_PARAGRAPH || prose->depth || prose->quote || block->span_count || prose->run.length)
        return STOP(prose, "a picture stands in a paragraph of its own, with nothing before it");
    const char *name = arena_copy(prose->reader->arena, file.text, file.length), *ending = path_ending(name);
    if (path_is_inside(file) && strcmp(ending, ".svg") == 0)
        return STOP(prose,
                    "the picture %s has to be a PNG; make it with rsvg-convert %s -o %.*s.png (Debian: librsvg2-bin)",
                    reader_quote(prose->reader, file), name, (int)(ending - name), name);
    if (!path_is_inside(file) || strcmp(ending, ".png") != 0)
        return STOP(prose, "the picture is %s; expected a .png inside the lesson's folder",
                    reader_quote(prose->reader, file));
    block->kind = BLOCK_PICTURE;
    block->file = name;
    block->line = prose_line(prose);
    prose->picture = true;
    return 0;
}

static int leave_picture(Prose *prose)
{
    prose->picture = false;
    spans_flush(prose);
    return prose->block->span_count
               ? 0
               : STOP(prose, "the picture %s needs words for who cannot see it: ![what it shows](%s)",
                      reader_quote(prose->reader, slice_of(prose->block->file)), prose->block->file);
}

static int enter_span(MD_SPANTYPE type, void *detail, void *userdata)
{
    Prose *prose = userdata;
    if (type == MD_SPAN_IMG)
        return enter_picture(prose, &((const MD_SPAN_IMG_DETAIL *)detail)->src);
    prose->bold += type == MD_SPAN_STRONG;
    prose->italic += type == MD_SPAN_EM;
    prose->code += type == MD_SPAN_CODE;
    if (type == MD_SPAN_A) {
        const MD_ATTRIBUTE *href = &((const MD_SPAN_A_DETAIL *)detail)->href;
        Slice target = {href->text, href->size};
        if (!path_is_link(target)) {
            look_at(prose, target.text);
            return STOP(prose, "the link %s leads out of the lesson; expected https:// or a file of its folder",
                        reader_quote(prose->reader, target));
        }
        prose->link = arena_copy(prose->reader->arena, target.text, target.length);
    }
    return 0;
}

static int leave_span(MD_SPANTYPE type, void *detail, void *userdata)
{
    (void)detail;
    Prose *prose = userdata;
    if (type == MD_SPAN_LATEXMATH || type == MD_SPAN_LATEXMATH_DISPLAY)
        return spans_add_tex(prose);
    if (type == MD_SPAN_IMG)
        return leave_picture(prose);
    prose->bold -= type == MD_SPAN_STRONG;
    prose->italic -= type == MD_SPAN_EM;
    prose->code -= type == MD_SPAN_CODE;
    if (type == MD_SPAN_A)
        prose->link = NULL;
    return 0;
}

static int on_text(MD_TEXTTYPE type, const MD_CHAR *bytes, MD_SIZE size, void *userdata)
{
    Prose *prose = userdata;
    Slice text = {bytes, size};
    look_at(prose, bytes);
    if (size == 0)
        return 0;
    if (!prose->block && open_block(prose, BLOCK_PARAGRAPH)) /* what follows an inner block of a list item */
        return -1;
    prose->item = false;
    if (prose->block->kind == BLOCK_PICTURE && !prose->picture)
        return STOP(prose, "a picture stands in a paragraph of its own, with nothing behind it");
    if (prose->block->span_count > SPAN_LIMIT)
        return STOP(prose, "a paragraph has more than %d changes of style", SPAN_LIMIT);
    switch (type) {
    case MD_TEXT_NORMAL:
        return spans_add_normal(prose, text);
    case MD_TEXT_ENTITY:
        return spans_add_entity(prose, text);
    case MD_TEXT_BR:
        spans_add(prose, slice_of("\n"));
        return 0;
    case MD_TEXT_SOFTBR:
        prose->soft = true;
        return 0;
    case MD_TEXT_CODE:
        prose->code += prose->verbatim;
        spans_add(prose, text);
        prose->code -= prose->verbatim;
        return 0;
    case MD_TEXT_LATEXMATH:
        bytes_add(&prose->tex, text.text, text.length);
        return 0;
    default:
        return 0;
    }
}

TextBlock *prose_add(const Reader *reader, BlockList *blocks, int line)
{
    if (blocks->count >= PROSE_BLOCK_LIMIT) {
        reader_fail(reader, line, "a card has more than %d paragraphs", PROSE_BLOCK_LIMIT);
        return NULL;
    }
    blocks->items = arena_room(reader->arena, blocks->items, blocks->count, sizeof *blocks->items);
    TextBlock *block = &blocks->items[blocks->count++];
    *block = (TextBlock){0};
    return block;
}

bool prose_parse(const Reader *reader, Slice text, int line, BlockList *blocks)
{
    static const MD_PARSER parser = {
        .flags = MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_LATEXMATHSPANS,
        .enter_block = enter_block,
        .leave_block = leave_block,
        .enter_span = enter_span,
        .leave_span = leave_span,
        .text = on_text,
    };
    Prose prose = {.reader = reader, .text = text, .line = line, .at = text.text, .blocks = blocks};
    int outcome = md_parse(text.text, (MD_SIZE)text.length, &parser, &prose);
    bytes_finish(&prose.run);
    bytes_finish(&prose.tex);
    if (outcome != 0 && !prose.failed)
        heap_exhausted();
    return !prose.failed;
}
