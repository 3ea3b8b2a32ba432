/* The sentence field: a line of UTF-8 with a caret and a selection. Every change decodes at once. */
#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "text/pieces.h"
#include "words/app_words.h"

#include <string.h>

static void retranslate(App *app)
{
    if (!app_decode(app, app->typing.sentence))
        return; /* an empty field keeps the last sentence on the stage */
    app_stop_at(app, moment_count(app->open.trace) - 1);
    if (app->open.trace->cut)
        app_say(app, W_ONLY_THE_FIRST_WORDS, TRACE_LIMIT_WORDS);
}

/* Text that does not fit is left out, and a message says so. */
static void replace_selection(App *app, Slice text)
{
    size_t put = edit_replace(&app->typing.history, app->typing.sentence, SENTENCE_BYTES, &app->view.field, text);
    caret_show(app);
    retranslate(app);
    if (put < text.length)
        app_warn(app, W_THE_SENTENCE_IS_FULL_THE_LAST, utf8_count((Slice){text.text + put, text.length - put}));
}

static void undo(App *app, bool again)
{
    if (!edit_undo(&app->typing.history, app->typing.sentence, &app->view.field, again)) {
        app_say(app, again ? W_NOTHING_TO_REDO : W_NOTHING_TO_UNDO);
        return;
    }
    caret_show(app);
    retranslate(app);
}

void field_type(App *app, const char *text)
{
    char *clean = arena_alloc(&app->scratch, 3 * strlen(text) + 1, 1); /* a bad byte becomes three */
    size_t length = 0;
    for (Slice rest = slice_of(text); rest.length;) {
        uint32_t c = utf8_next(&rest);
        if (!utf8_is_control(c))
            length += utf8_put(clean + length, c);
        else if (c == '\n' || c == '\t')
            clean[length++] = ' ';
    }
    if (length > 0)
        replace_selection(app, (Slice){clean, length});
}

void field_put(App *app, const char *word)
{
    Slice selected = edit_selected(&app->view.field);
    const char *end = selected.text + selected.length;
    bool before = selected.text > app->typing.sentence && selected.text[-1] != ' ', behind = *end && *end != ' ';
    const Model *model = app->view.model;
    bool spaced = model->config.source_tokens != TOKENS_CHAR;
    if (model->source.pieces && piece_goes_on(slice_of(word))) { /* what follows is of the same word */
        word = text_join(&app->scratch, &word, 1, TOKENS_BPE);
        behind = false;
    }
    field_type(app,
               arena_printf(&app->scratch, "%s%s%s", before && spaced ? " " : "", word, behind && spaced ? " " : ""));
}

static void move_caret(App *app, int to, bool extend)
{
    Field *field = &app->view.field;
    field->caret = to;
    if (!extend)
        field->anchor = to;
    caret_show(app);
}

static void erase(App *app, int to)
{
    Field *field = &app->view.field;
    if (field->caret == field->anchor)
        field->caret = to;
    if (field->caret != field->anchor)
        replace_selection(app, (Slice){"", 0});
}

void field_select(App *app, int anchor, int caret, bool erase_it)
{
    Field *field = &app->view.field;
    field->anchor = text_place(field->text, anchor);
    move_caret(app, text_place(field->text, caret), true);
    if (erase_it)
        erase(app, field->caret);
}

static bool field_shortcut(App *app, Key key, bool shift)
{
    Field *field = &app->view.field;
    if (key == KEY_C || key == KEY_X)
        field_copy(app, field);
    if (key == KEY_X)
        erase(app, field->caret);
    if (key == KEY_V)
        field_type(app, window_clipboard_get(app->window, &app->scratch));
    if (key == KEY_Z || key == KEY_Y)
        undo(app, shift || key == KEY_Y);
    if (key == KEY_A) {
        field->anchor = 0;
        field->caret = (int)strlen(app->typing.sentence);
        caret_show(app);
    }
    return key == KEY_A || key == KEY_C || key == KEY_V || (key >= KEY_X && key <= KEY_Z);
}

/* Keys that arrive as text too, and are not commands while the field is active. */
static bool types(Key key)
{
    return (key >= KEY_0 && key <= KEY_Z) || key == KEY_SPACE || (key >= KEY_PLUS && key <= KEY_RIGHT_BRACKET);
}

void field_go(App *app)
{
    field_enter(app, false);
    app_begin(app);
    app_play(app, !app->view.window.reduced_motion && app->cursor.target <= 0);
}

bool field_key(App *app, const Event *event)
{
    const Field *field = &app->view.field;
    Key key = event->key.key;
    bool control = event->modifiers.control;
    int to = caret_beside(app->type, app->typing.sentence, field->caret, key, control);
    if (key == KEY_BACKSPACE || key == KEY_DELETE)
        erase(app, to);
    else if (to >= 0)
        move_caret(app, to, event->modifiers.shift);
    else if (key == KEY_ENTER)
        field_go(app);
    else if (key == KEY_ESCAPE)
        field_enter(app, false);
    else
        return control ? field_shortcut(app, key, event->modifiers.shift) : !event->modifiers.alt && types(key);
    return true;
}

void field_point(App *app, Point point, bool extend)
{
    TextStyle style = {FACE_SANS, TYPE_BODY + 0.5f, {0, 0, 0, 255}, 0};
    const DrawCommand *mark = drawlist_marked(&app->list, (Target){TARGET_FIELD, 0, 0, 0});
    float x = point.x - (mark ? mark->bounds.x : 0) - 14;
    move_caret(app, (int)text_at(app->type, style, slice_of(app->typing.sentence), x), extend);
}
