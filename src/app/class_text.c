/* The lines of your class's model: changed, understood anew, and kept between runs. */
#include "app/class_room.h"

#include "app/typing.h"
#include "base/resource.h"
#include "base/system.h"
#include "words/app_words.h"
#include "words/window_words.h"

#include <string.h>

static const char TEXT_NAME[] = "pairs.txt";

/* The caret's line, from 0, and where it begins. */
int class_line_of(const char *text, int at, int *begin)
{
    int line = 0;
    *begin = 0;
    for (int i = 0; i < at; i++)
        if (text[i] == '\n') {
            line++;
            *begin = i + 1;
        }
    return line;
}

int class_end_of(const char *text, int begin)
{
    return begin + (int)strcspn(text + begin, "\n");
}

/* Where line `line` begins; of one behind the last, the last's. */
int class_begin_of(const char *text, int line)
{
    int begin = 0;
    for (; line > 0 && text[class_end_of(text, begin)]; line--)
        begin = class_end_of(text, begin) + 1;
    return begin;
}

static void show_caret(App *app)
{
    struct ClassRoom *room = app->class_room;
    int begin, line = class_line_of(room->text, room->page.field.caret, &begin), shown = app_layout(app)->rows_shown;
    if (line < room->page.first)
        room->page.first = line;
    if (shown > 0 && line >= room->page.first + shown)
        room->page.first = line - shown + 1;
    caret_show(app);
}

void class_move_caret(App *app, int to, bool extend)
{
    Field *field = &app->class_room->page.field;
    field->caret = to;
    if (!extend)
        field->anchor = to;
    show_caret(app);
}

static void changed(App *app)
{
    struct ClassRoom *room = app->class_room;
    arena_reset(&room->arena);
    pair_lines_read(slice_of(room->text), &room->arena, &room->lines);
    room->unsaved = true;
    room->typed_at = app->now;
}

/* Text that does not fit is left out, and a message says so. */
void class_replace(App *app, Slice text)
{
    struct ClassRoom *room = app->class_room;
    size_t put = edit_replace(&room->history, room->text, CLASS_BYTES, &room->page.field, text);
    changed(app);
    show_caret(app);
    if (put < text.length)
        app_warn(app, W_CLASS_FULL);
}

void class_select(App *app, int anchor, int caret, bool erase)
{
    struct ClassRoom *room = app->class_room;
    room->page.field.anchor = text_place(room->text, anchor);
    class_move_caret(app, text_place(room->text, caret), true);
    if (erase)
        class_replace(app, (Slice){"", 0});
}

void class_undo(App *app, bool again)
{
    struct ClassRoom *room = app->class_room;
    if (edit_undo(&room->history, room->text, &room->page.field, again)) {
        changed(app);
        show_caret(app);
    } else
        app_say(app, again ? W_NOTHING_TO_REDO : W_NOTHING_TO_UNDO);
}

/* Line ends of any kind become line feeds; control characters go, tabs stay. The arena's. */
Slice class_clean(App *app, Slice text)
{
    char *out = arena_alloc(&app->scratch, 3 * text.length + 1, 1); /* a bad byte becomes three */
    size_t length = 0;
    while (text.length) {
        uint32_t c = utf8_next(&text);
        bool pair = c == '\r' && text.length && text.text[0] == '\n';
        if (c == '\n' || c == '\t' || (c == '\r' && !pair))
            out[length++] = c == '\t' ? '\t' : '\n';
        else if (!utf8_is_control(c))
            length += utf8_put(out + length, utf8_shown(c));
    }
    return (Slice){out, length};
}

void class_type(App *app, const char *text)
{
    if (class_types(app))
        class_replace(app, class_clean(app, slice_of(text)));
}

void class_compose(App *app, const char *text)
{
    app->class_room->page.field.composition = text;
}

void class_set_text(App *app, const char *text)
{
    struct ClassRoom *room = app->class_room;
    room->page.field.anchor = 0;
    room->page.field.caret = (int)strlen(room->text);
    edit_replace(&room->history, room->text, CLASS_BYTES, &room->page.field, slice_of(text));
    room->page.first = 0;
    changed(app);
}

/* ---- it is kept between runs ---- */

char *class_file(const char *name, Arena *arena)
{
    char *folder = resource_user("XDG_DATA_HOME", ".local/share", arena);
    return folder ? path_join(arena, path_join(arena, folder, "class"), name) : NULL;
}

void class_save(App *app)
{
    struct ClassRoom *room = app->class_room;
    Arena *arena = &app->scratch;
    Error error = {0};
    char *path = class_file(TEXT_NAME, arena);
    size_t length = strlen(room->text);
    room->unsaved = false;
    bool kept = !app->options.forgetful && path;
    if (kept && length == 0)
        kept = !file_exists(path) || system_remove(path);
    else if (kept)
        kept = folder_make(arena_copy(arena, path, (size_t)(path_name(path) - path)), 0700, &error)
               && file_write(path, room->text, length, &error);
    if (room->page.unkept != !kept)
        app->dirty = true;
    room->page.unkept = !kept;
}

void class_load(App *app)
{
    Bytes bytes;
    Error error = {0};
    char *path = class_file(TEXT_NAME, &app->scratch);
    if (path && file_exists(path) && file_read(path, CLASS_BYTES - 1, &bytes, &error)) {
        Slice text = class_clean(app, bytes_slice(&bytes));
        class_set_text(app, arena_copy(&app->scratch, text.text, text.length));
        bytes_finish(&bytes);
    }
    changed(app);
    edit_forget(&app->class_room->history);
    app->class_room->unsaved = false;
    app->class_room->page.unkept = app->options.forgetful || !path;
}
