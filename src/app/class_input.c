/* The page of your class's model: opened and closed, keys, mouse and files. */
#include "app/class_room.h"

#include "app/typing.h"
#include "base/resource.h"
#include "text/corpus.h"
#include "words/window_words.h"

#include <stdlib.h>
#include <string.h>

#define SAVE_SECONDS 1.0 /* of rest */
#define FILE_BYTES   ((size_t)64 << 20)

/* ---- open and closed ---- */

static void open_page(App *app)
{
    if (!app->class_room) {
        app->class_room = heap_alloc(1, sizeof *app->class_room);
        ClassPage *page = &app->class_room->page;
        page->field.text = app->class_room->text;
        page->lines = &app->class_room->lines;
        page->training = &app->class_room->training;
        class_load(app);
    }
    typing_end(app);
    app->view.class_page = &app->class_room->page;
    app->view.overlay = OVERLAY_CLASS;
    app->view.focus = app->view.hover = (Target){0};
    app->view.play.on = false;
    app_lay_out(app);
    class_enter(app, app->class_room->page.stage == CLASS_WRITE);
}

void class_enter(App *app, bool active)
{
    struct ClassRoom *room = app->class_room;
    if (!room || room->page.field.active == active || (active && room->page.stage != CLASS_WRITE))
        return;
    room->page.field.active = active;
    class_compose(app, NULL);
    caret_show(app);
}

void class_update(App *app)
{
    struct ClassRoom *room = app->class_room;
    if (!room)
        return;
    if (!class_is_open(app))
        class_enter(app, false);
    if (room->unsaved && app->now - room->typed_at > SAVE_SECONDS)
        class_save(app);
    if (room->learner && learner_read(room->learner, &room->training))
        app->dirty = true;
}

void class_finish(App *app)
{
    struct ClassRoom *room = app->class_room;
    if (!room)
        return;
    if (room->unsaved)
        class_save(app);
    class_stop(room);
    free(room->cleared);
    edit_forget(&room->history);
    arena_finish(&room->arena);
    free(room);
    app->class_room = NULL;
    app->view.class_page = NULL;
}

/* ---- what a person does ---- */

/* The first `most` pairs of a text, with the lines between them. */
static Slice first_pairs(Slice text, int most, bool *cut)
{
    Slice rest = text, title = {0};
    PairLine line;
    int count = 0;
    while (count < most && pair_line_next(&rest, &line, &title))
        count += line.source.text && line.fault == PAIR_FINE;
    *cut = rest.text && rest.length > 0;
    return (Slice){text.text, rest.text ? (size_t)(rest.text - text.text) : text.length};
}

static void put_words(Bytes *out, const TokenList *words)
{
    for (int i = 0; i < words->count; i++) {
        bytes_add_text(out, i ? " " : "");
        bytes_add(out, words->tokens[i].text, words->tokens[i].length);
    }
}

/* A spreadsheet's pairs as lines with tabs. */
static bool read_table(const char *path, Bytes *out, Error *error)
{
    Corpus corpus;
    if (!corpus_read(path, (CorpusOptions){TOKENS_SPACE, TOKENS_SPACE, 0}, &corpus, error))
        return false;
    for (int i = 0; i < corpus.count; i++) {
        const Pair *pair = &corpus.pairs[i];
        put_words(out, &pair->source);
        bytes_add_text(out, "\t");
        put_words(out, &pair->target);
        for (int k = 0; k < pair->link_count; k++)
            bytes_printf(out, "%c%d%c%d", k ? ' ' : '\t', pair->links[k].source, pair->links[k].possible ? '?' : '-',
                         pair->links[k].target);
        bytes_printf(out, "%s%s\n", *pair->credit ? "\t" : "", pair->credit);
    }
    corpus_finish(&corpus);
    return true;
}

static bool read_pairs(const char *path, Bytes *out, Error *error)
{
    *out = (Bytes){0};
    return table_named(path) ? read_table(path, out, error) : file_read(path, FILE_BYTES, out, error);
}

/* Adds the file's pairs behind the text that is there. */
void class_take_file(App *app, const char *path)
{
    Bytes bytes;
    Error error = {0};
    if (!read_pairs(path, &bytes, &error)) {
        app_fail(app, &error);
        return;
    }
    open_page(app);
    struct ClassRoom *room = app->class_room;
    bool cut;
    Slice most = {bytes.data, bytes.length < CLASS_BYTES ? bytes.length : CLASS_BYTES};
    Slice text = first_pairs(class_clean(app, most), CLASS_PAIRS, &cut);
    int length = (int)strlen(room->text);
    class_stop(room);
    room->page.stage = CLASS_WRITE;
    class_enter(app, true);
    room->page.field.caret = room->page.field.anchor = length;
    bool apart = length > 0 && room->text[length - 1] != '\n';
    class_replace(app, slice_of(arena_printf(&app->scratch, "%s%.*s", apart ? "\n" : "", (int)text.length, text.text)));
    if (cut || most.length < bytes.length)
        app_say(app, W_CLASS_FIRST_PAIRS, CLASS_PAIRS);
    else
        app_say(app, W_CLASS_TOOK_PAIRS, path_name(path));
    bytes_finish(&bytes);
}

/* The sentences of a new lesson, as a class would type them: without links. */
static void take_example(App *app)
{
    Bytes bytes = {0}, pairs = {0};
    Error error = {0};
    const char *folder = resource_need("assets/new-lesson", &app->scratch, &error);
    if (!folder || !file_read(path_join(&app->scratch, folder, "data.tsv"), FILE_BYTES, &bytes, &error)) {
        app_fail(app, &error);
        return;
    }
    Slice rest = bytes_slice(&bytes), title;
    PairLine line;
    int count = 0;
    while (count < CLASS_PAIRS && pair_line_next(&rest, &line, &title))
        if (line.source.text && line.fault == PAIR_FINE) {
            bytes_printf(&pairs, "%.*s\t%.*s\n", (int)line.source.length, line.source.text, (int)line.target.length,
                         line.target.text);
            count++;
        }
    class_set_text(app, pairs.data);
    app_say(app, W_CLASS_TOOK_EXAMPLE, count);
    bytes_finish(&bytes);
    bytes_finish(&pairs);
}

/* They can be brought back as long as nothing else is cleared. */
static void clear(App *app)
{
    struct ClassRoom *room = app->class_room;
    free(room->cleared);
    room->cleared = heap_copy(room->text);
    room->page.cleared = true;
    class_set_text(app, "");
}

void class_press(App *app, Target target)
{
    struct ClassRoom *room = app->class_room;
    if (target.kind == TARGET_PAIRS)
        class_enter(app, true);
    else if (target.a == CLASS_OPEN)
        open_page(app);
    else if (target.a == CLASS_TRAIN) {
        class_enter(app, false);
        class_train(app);
    } else if (target.a == CLASS_CLEAR)
        clear(app);
    else if (target.a == CLASS_EXAMPLE)
        take_example(app);
    else if (target.a == CLASS_RESTORE && room->cleared)
        class_set_text(app, room->cleared);
    else if (target.a == CLASS_BACK) {
        class_stop(room);
        room->page.stage = CLASS_WRITE;
        app->view.focus = (Target){0};
    } else if (target.a == CLASS_KEEP)
        class_keep(app);
    else if (target.a == CLASS_GUESS && room->page.guess < 0)
        room->page.guess = target.b;
}

void class_wheel(App *app, float lines)
{
    struct ClassRoom *room = app->class_room;
    const SceneLayout *layout = app_layout(app);
    int most = layout->rows - layout->rows_shown, first = room->page.first - (int)(lines * 3);
    room->page.first = first > most ? most : first;
    room->page.first = room->page.first < 0 ? 0 : room->page.first;
}

/* Bytes of a line in front of as many of what it is shown as. */
static size_t bytes_of(App *app, Slice line, size_t shown)
{
    size_t at = 0;
    while (at < line.length && strlen(class_shown((Slice){line.text, at}, &app->scratch)) < shown)
        do
            at++;
        while (at < line.length && ((unsigned char)line.text[at] & 0xC0) == 0x80);
    return at;
}

void class_point(App *app, Point point, bool extend)
{
    struct ClassRoom *room = app->class_room;
    Box typed = app_layout(app)->typed;
    TextStyle style = {FACE_SANS, TYPE_BODY, {0, 0, 0, 255}, 0};
    float row = (point.y - typed.y) / CLASS_ROW_H;
    int begin = class_begin_of(room->text, room->page.first + (row > 0 ? (int)row : 0));
    Slice line = {room->text + begin, (size_t)(class_end_of(room->text, begin) - begin)};
    size_t shown = text_at(app->type, style, slice_of(class_shown(line, &app->scratch)), point.x - typed.x);
    class_move_caret(app, begin + (int)bytes_of(app, line, shown), extend);
}

/* As caret_beside, in the caret's line as it is shown; beyond its ends, the lines around. */
static int beside(App *app, Key key, bool word)
{
    const struct ClassRoom *room = app->class_room;
    int caret = room->page.field.caret, begin;
    class_line_of(room->text, caret, &begin);
    Slice line = {room->text + begin, (size_t)(class_end_of(room->text, begin) - begin)};
    const char *shown = class_shown(line, &app->scratch),
               *front = class_shown((Slice){line.text, (size_t)(caret - begin)}, &app->scratch);
    TextStyle style = {FACE_SANS, TYPE_BODY, {0, 0, 0, 255}, 0};
    if (word || !text_goes_left(app->type, style, slice_of(shown)))
        return caret_after(room->text, caret, key, word);
    int at = (int)strlen(front), to = caret_beside(app->type, shown, at, key, false);
    return to == at ? caret_after(room->text, caret, key, false) : begin + (int)bytes_of(app, line, (size_t)to);
}

/* The same place, or the end, of a line above or below. */
static int line_away(const char *text, int caret, int by)
{
    int begin, line = class_line_of(text, caret, &begin) + by;
    if (line < 0)
        return 0;
    int column = (int)utf8_count((Slice){text + begin, (size_t)(caret - begin)}), to = class_begin_of(text, line);
    if (to == begin && by > 0)
        return (int)strlen(text);
    for (; column > 0 && text[to] && text[to] != '\n'; column--)
        to = caret_after(text, to, KEY_RIGHT, false);
    return to;
}

/* Where a key moves to; -1: it does not. */
static int target_of(App *app, Key key, bool control)
{
    const struct ClassRoom *room = app->class_room;
    int caret = room->page.field.caret, page = app->layout.rows_shown > 1 ? app->layout.rows_shown - 1 : 1, begin;
    class_line_of(room->text, caret, &begin);
    switch (key) {
    case KEY_UP:
    case KEY_DOWN:
        return line_away(room->text, caret, key == KEY_UP ? -1 : 1);
    case KEY_PAGE_UP:
    case KEY_PAGE_DOWN:
        return line_away(room->text, caret, key == KEY_PAGE_UP ? -page : page);
    case KEY_HOME:
        return control ? 0 : begin;
    case KEY_END:
        return control ? (int)strlen(room->text) : class_end_of(room->text, begin);
    default:
        return key == KEY_LEFT || key == KEY_RIGHT ? beside(app, key, control)
                                                   : caret_after(room->text, caret, key, control);
    }
}

static void shortcut(App *app, Key key, bool shift)
{
    struct ClassRoom *room = app->class_room;
    Field *field = &room->page.field;
    if (key == KEY_C || key == KEY_X)
        field_copy(app, field);
    if (key == KEY_Z || key == KEY_Y)
        class_undo(app, shift || key == KEY_Y);
    if (key == KEY_X && field->caret != field->anchor)
        class_replace(app, (Slice){"", 0});
    if (key == KEY_V)
        class_type(app, window_clipboard_get(app->window, &app->scratch));
    if (key == KEY_A) {
        field->anchor = 0;
        class_move_caret(app, (int)strlen(room->text), true);
    }
}

/* Tab and Escape leave the text, as everywhere. What was typed, or cleared by the button, is undone from
 * all the page. */
bool class_key(App *app, const Event *event)
{
    Key key = event->key.key;
    bool control = event->modifiers.control;
    if (!class_types(app)) {
        bool undoes = class_is_open(app) && app->class_room->page.stage == CLASS_WRITE && control;
        if (undoes && (key == KEY_Z || key == KEY_Y))
            shortcut(app, key, event->modifiers.shift);
        return undoes;
    }
    if (key == KEY_TAB || key == KEY_ESCAPE) {
        class_enter(app, false);
        app_focus_on(app, (Target){TARGET_PAIRS, 0, 0, 0});
        return key == KEY_ESCAPE;
    }
    Field *field = &app->class_room->page.field;
    int to = target_of(app, key, control);
    if (key == KEY_BACKSPACE || key == KEY_DELETE) {
        if (field->caret == field->anchor)
            field->caret = to;
        if (field->caret != field->anchor)
            class_replace(app, (Slice){"", 0});
    } else if (to >= 0)
        class_move_caret(app, to, event->modifiers.shift);
    else if (key == KEY_ENTER)
        class_replace(app, slice_of("\n"));
    else if (control)
        shortcut(app, key, event->modifiers.shift);
    return !(key >= KEY_F1 && key <= KEY_F12);
}
