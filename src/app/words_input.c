/* The list of the words that the model knows: searched by typing, gone through by arrows, put into the sentence. */
#include "app/open.h"
#include "app/typing.h"

#include <stdlib.h>
#include <string.h>

/* Made when the list opens; the View borrows from it. */
struct KnownWords {
    Arena arena;
    const Vocab *vocab;
    const char **folded; /* [count] in lower case, in the order of the list */
    int *order, *found;  /* [count] ids: all, and those that the View shows */
    int count;
    char typed[64];
};

/* ---- what is found ---- */

static char *fold(const char *text, Arena *arena)
{
    char *out = arena_alloc(arena, 2 * strlen(text) + 4, 1), *to = out;
    for (Slice rest = slice_of(text); rest.length;)
        to += utf8_put(to, utf8_lower(utf8_next(&rest)));
    *to = '\0';
    return out;
}

typedef struct Entry {
    const char *folded, *word;
    int id;
} Entry;

static int by_word(const void *a, const void *b)
{
    const Entry *one = a, *other = b;
    int order = strcmp(one->folded, other->folded);
    return order ? order : strcmp(one->word, other->word);
}

static void sort(struct KnownWords *known)
{
    Entry *entries = ARENA_ARRAY(&known->arena, Entry, (size_t)known->count + 1);
    for (int i = 0; i < known->count; i++) {
        const char *word = vocab_word(known->vocab, VOCAB_SPECIAL + i);
        entries[i] = (Entry){fold(word, &known->arena), word, VOCAB_SPECIAL + i};
    }
    qsort(entries, (size_t)known->count, sizeof *entries, by_word);
    for (int i = 0; i < known->count; i++) {
        known->folded[i] = entries[i].folded;
        known->order[i] = entries[i].id;
    }
}

/* Those that begin with what is typed, then those that hold it elsewhere. */
static void find(App *app)
{
    struct KnownWords *known = app->known;
    WordList *words = &app->view.words;
    const char *typed = fold(known->typed, &app->scratch);
    words->count = 0;
    for (int inside = 0; inside < 2; inside++)
        for (int i = 0; i < known->count; i++) {
            const char *at = strstr(known->folded[i], typed);
            if (at && (at > known->folded[i]) == inside)
                known->found[words->count++] = known->order[i];
        }
    words->at = words->count > 0 ? 0 : -1;
    words->first = 0;
    words->search.caret = words->search.anchor = (int)strlen(known->typed);
    caret_show(app);
}

/* ---- open and closed ---- */

void words_open(App *app, int by)
{
    (void)by;
    if (words_are_open(app)) {
        words_close(app);
        return;
    }
    if (!app_may_decode(app))
        return;
    Field *field = &app->view.field;
    if (!field->active)
        field->caret = (int)strlen(app->typing.sentence);
    field->anchor = field->caret; /* a word is added, it replaces none */
    typing_end(app);
    words_forget(app);
    struct KnownWords *known = app->known = heap_alloc(1, sizeof *known);
    known->vocab = &app->view.model->source;
    known->count = known->vocab->count > VOCAB_SPECIAL ? known->vocab->count - VOCAB_SPECIAL : 0;
    known->order = ARENA_ARRAY(&known->arena, int, (size_t)known->count + 1);
    known->found = ARENA_ARRAY(&known->arena, int, (size_t)known->count + 1);
    known->folded = ARENA_ARRAY(&known->arena, const char *, (size_t)known->count + 1);
    sort(known);
    app->view.words = (WordList){.search = {.text = known->typed, .active = true}, .found = known->found};
    app->view.words.all = known->count;
    app->view.overlay = OVERLAY_WORDS;
    app->view.focus = app->view.hover = (Target){0};
    app->view.play.on = false;
    find(app);
}

void words_close(App *app)
{
    if (!words_are_open(app))
        return;
    app->view.overlay = OVERLAY_NONE;
    app->view.words = (WordList){0};
}

void words_forget(App *app)
{
    if (!app->known)
        return;
    arena_finish(&app->known->arena);
    free(app->known);
    app->known = NULL;
}

/* ---- what a person does ---- */

void words_take(App *app, int index)
{
    if (!words_are_open(app) || index < 0 || index >= app->view.words.count)
        return;
    const char *word = vocab_word(app->known->vocab, app->known->found[index]);
    words_close(app);
    field_enter(app, true);
    field_put(app, word);
}

void words_type(App *app, const char *text)
{
    char *typed = app->known->typed;
    size_t length = strlen(typed);
    for (Slice rest = slice_of(text); rest.length && length + 5 < sizeof app->known->typed;) {
        uint32_t c = utf8_next(&rest);
        if (!utf8_is_control(c))
            length += utf8_put(typed + length, c);
    }
    typed[length] = '\0';
    find(app);
}

void words_select(App *app, int anchor, int caret, bool erase)
{
    char *typed = app->known->typed;
    int from = text_place(typed, anchor < caret ? anchor : caret),
        to = text_place(typed, anchor < caret ? caret : anchor);
    if (!erase)
        return;
    memmove(typed + from, typed + to, strlen(typed + to) + 1);
    find(app);
}

static void show_row(App *app, int row)
{
    WordList *words = &app->view.words;
    int shown = app_layout(app)->rows_shown;
    if (words->first > row)
        words->first = row;
    if (words->first < row - shown + 1)
        words->first = row - shown + 1;
}

static void move(App *app, int by)
{
    WordList *words = &app->view.words;
    int at = words->at + by;
    if (words->count == 0)
        return;
    words->at = at < 0 ? 0 : at >= words->count ? words->count - 1 : at;
    app->view.focus = (Target){0};
    show_row(app, words->at / app_layout(app)->columns);
}

void words_wheel(App *app, float lines)
{
    WordList *words = &app->view.words;
    const SceneLayout *layout = app_layout(app);
    int most = layout->rows - layout->rows_shown, first = words->first - (int)(lines * 3);
    words->first = first > most ? most : first;
    words->first = words->first < 0 ? 0 : words->first;
}

bool words_key(App *app, const Event *event)
{
    Key key = event->key.key;
    TargetKind focus = (TargetKind)app->view.focus.kind;
    const SceneLayout *layout = app_layout(app);
    int columns = layout->columns, page = columns * layout->rows_shown, all = app->view.words.count;
    const int by[] = {[KEY_LEFT - KEY_LEFT] = -1,       [KEY_RIGHT - KEY_LEFT] = 1,
                      [KEY_UP - KEY_LEFT] = -columns,   [KEY_DOWN - KEY_LEFT] = columns,
                      [KEY_HOME - KEY_LEFT] = -all,     [KEY_END - KEY_LEFT] = all,
                      [KEY_PAGE_UP - KEY_LEFT] = -page, [KEY_PAGE_DOWN - KEY_LEFT] = page};
    if (event->modifiers.control) {
        if (key == KEY_V)
            words_type(app, window_clipboard_get(app->window, &app->scratch));
        return key == KEY_V;
    }
    if (key >= KEY_LEFT && key <= KEY_PAGE_DOWN)
        move(app, by[key - KEY_LEFT]);
    else if (key == KEY_ESCAPE)
        words_close(app);
    else if (key == KEY_ENTER && (focus == TARGET_NONE || focus == TARGET_SEARCH))
        words_take(app, app->view.words.at);
    else if (key == KEY_BACKSPACE) {
        char *typed = app->known->typed;
        typed[caret_after(typed, (int)strlen(typed), key, false)] = '\0';
        find(app);
    } else
        return key != KEY_TAB && key != KEY_ENTER && !(key >= KEY_F1 && key <= KEY_F12);
    return true;
}
