/* The list of the words that the model knows: searched by typing, gone through by arrows, put into the sentence, or in
 * the place of one of its words. */
#include "app/awaited.h"
#include "app/card_progress.h"
#include "app/cursor.h"
#include "app/decode_input.h"
#include "app/open.h"
#include "app/typing.h"
#include "lesson/terms.h"

#include <stdlib.h>
#include <string.h>

/* Made when the list opens; the View borrows from it. */
struct KnownWords {
    Arena arena;
    const Vocab *vocab; /* NULL: of terms */
    Terms terms;
    const char **folded; /* [count] in lower case, in the order of the list */
    int *order, *found;  /* [count] ids: all, and those that the View shows */
    int count;
    char typed[64];
    /* of a list on the stage: */
    Offered offered;
    OfferedLine *lines; /* [vocab] */
    const char **written;
    int written_count;
    ChangeSet before; /* without the word that is tried */
    int tried;        /* id; -1: none is */
    int taken;        /* of app->open: another trace than its own ends the list */
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
    bool offers = words->place && !known->typed[0];
    for (int i = 0; offers && i < known->offered.count; i++)
        known->found[words->count++] = known->offered.ids[i];
    for (int inside = 0; inside < 2 && !offers; inside++)
        for (int i = 0; i < known->count; i++) {
            const char *at = strstr(known->folded[i], typed);
            if (at && (at > known->folded[i]) == inside)
                known->found[words->count++] = known->order[i];
        }
    words->at = words->count > 0 && !offers ? 0 : -1;
    if (words->place)
        app_focus_on(app, words->at >= 0 ? word_target(0) : target_at(TARGET_SOURCE, words->place - 1, 0, 0));
    words->first = 0;
    words->search.caret = words->search.anchor = (int)strlen(known->typed);
    caret_show(app);
}

/* ---- open and closed ---- */

static struct KnownWords *begin_none(App *app)
{
    typing_end(app);
    words_forget(app);
    struct KnownWords *known = app->known = heap_alloc(1, sizeof *known);
    known->tried = -1;
    return known;
}

static void make_room(struct KnownWords *known, int count)
{
    known->count = count;
    known->order = ARENA_ARRAY(&known->arena, int, (size_t)count + 1);
    known->found = ARENA_ARRAY(&known->arena, int, (size_t)count + 1);
    known->folded = ARENA_ARRAY(&known->arena, const char *, (size_t)count + 1);
}

static struct KnownWords *begin(App *app)
{
    struct KnownWords *known = begin_none(app);
    known->vocab = &app->view.model->source;
    make_room(known, known->vocab->count > VOCAB_SPECIAL ? known->vocab->count - VOCAB_SPECIAL : 0);
    sort(known);
    return known;
}

/* In the order of the file; found by every name, in either language. */
static void take_terms(struct KnownWords *known)
{
    make_room(known, known->terms.count);
    for (int i = 0; i < known->count; i++) {
        const FieldTerm *term = &known->terms.items[i];
        const char *names =
            arena_printf(&known->arena, "%s\n%s\n%s\n%s", term->name[LANGUAGE_ENGLISH], term->name[LANGUAGE_CHINESE],
                         term->also[LANGUAGE_ENGLISH], term->also[LANGUAGE_CHINESE]);
        known->folded[i] = fold(names, &known->arena);
        known->order[i] = i;
    }
}

static void show_list(App *app)
{
    struct KnownWords *known = app->known;
    app->view.words = (WordList){.search = {.text = known->typed, .active = true},
                                 .vocab = known->vocab,
                                 .terms = known->terms.items,
                                 .found = known->found,
                                 .all = known->count};
    app->view.overlay = OVERLAY_WORDS;
    app->view.focus = app->view.hover = (Target){0};
    app->view.play.on = false;
    find(app);
}

void terms_list_open(App *app)
{
    Error error = {0};
    words_close(app);
    struct KnownWords *known = begin_none(app);
    if (!terms_open(&known->arena, &known->terms, &error)) {
        app->view.overlay = OVERLAY_NONE;
        if (!awaited_target(app, &error, target_at(TARGET_WORDS, 1, 0, 0)))
            app_fail(app, &error);
        return;
    }
    take_terms(known);
    show_list(app);
}

void words_open(App *app, int by)
{
    (void)by;
    bool open = app->view.overlay == OVERLAY_WORDS;
    words_close(app);
    if (open || !app_may_decode(app))
        return;
    Field *field = &app->view.field;
    if (!field->active)
        field->caret = (int)strlen(app->typing.sentence);
    field->anchor = field->caret; /* a word is added, it replaces none */
    begin(app);
    show_list(app);
}

void words_close(App *app)
{
    if (!words_are_open(app))
        return;
    if (app->view.words.place) {
        words_settle(app);
        if (app->view.stage.floors.opened == FLOOR_SOURCE + 1)
            app->view.stage.floors.opened = 0;
    } else
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

/* ---- in the place of a source word ---- */

/* What the model writes with it, beside the other changes by hand. */
static void decode_line(App *app, int id)
{
    struct KnownWords *known = app->known;
    OfferedLine *line = &known->lines[id];
    ChangeSet *now = &app->open.changes.now;
    const char *sentence = now->sentence, *word = vocab_word(known->vocab, id);
    now->sentence = line->sentence = offered_sentence(app->open.trace, app->view.words.place - 1, word, &known->arena);
    Trace *trace = changes_decode(&app->open.changes, app->view.model, app->open.decoded, NULL);
    now->sentence = sentence;
    int count = trace && trace->n == app->open.trace->n ? trace->word_count : 0; /* else it is no single word */
    const char **words = line->words = ARENA_ARRAY(&known->arena, const char *, (size_t)count + 1);
    bool *other = ARENA_ARRAY(&known->arena, bool, (size_t)count + 1);
    for (int t = 0; t < count; t++) {
        words[t] = arena_string(&known->arena, trace->steps[t].token);
        other[t] = t >= known->written_count || strcmp(words[t], known->written[t]) != 0;
    }
    line->other = other;
    line->count = count;
    trace_destroy(trace);
}

/* The stage shows the sentence with that word, as no step of undo; -1: with none of them. */
static void try_word(App *app, int id)
{
    struct KnownWords *known = app->known;
    Changes *changes = &app->open.changes;
    if (id == known->tried || known->taken != app->open.taken)
        return;
    if (known->tried >= 0)
        changes->now = known->before;
    known->before = changes->now;
    known->tried = id;
    app->view.words.tries = id >= 0 && !changes_any(changes);
    if (id >= 0)
        changes->now.sentence = known->lines[id].sentence;
    app_show_changed(app);
    known->taken = app->open.taken;
}

void words_settle(App *app)
{
    if (app->view.words.place)
        try_word(app, -1);
}

bool words_offer(App *app, Target source)
{
    View *view = &app->view;
    bool again = view->words.place == source.a + 1;
    if (source.kind != TARGET_SOURCE || !view_decodes(view) || scene_gate(view) >= 0
        || source.a >= app->open.trace->words)
        return false;
    words_close(app);
    if (again)
        return false;
    app_play(app, false);
    pair_close(app);
    origin_close(app);
    const Trace *trace = app->open.trace;
    struct KnownWords *known = begin(app);
    Arena *arena = &known->arena;
    known->offered = offered_find(view->model, trace, source.a, &app->open.sentences,
                                  &app->open.lesson->models[app->open.model], arena);
    known->lines = ARENA_ARRAY(arena, OfferedLine, (size_t)known->vocab->count);
    known->written = ARENA_ARRAY(arena, const char *, (size_t)trace->word_count + 1);
    for (int t = 0; t < trace->word_count; t++)
        known->written[known->written_count++] = arena_string(arena, trace->steps[t].token);
    known->taken = app->open.taken;
    view->words = (WordList){.search = {.text = known->typed, .active = !view->window.by_finger},
                             .vocab = known->vocab,
                             .found = known->found,
                             .all = known->count,
                             .place = source.a + 1,
                             .offered = &known->offered,
                             .lines = known->lines};
    view->stage.floors.even = false;
    floors_open(app, FLOOR_SOURCE);
    find(app);
    return true;
}

/* A line of those in sight that is not decoded yet, the one that is pointed at before others: one a frame. */
static int next_line(const App *app)
{
    const WordList *words = &app->view.words;
    const SceneLayout *layout = &app->layout;
    int first = words->first * layout->columns, shown = layout->rows_shown * layout->columns;
    if (words->at >= 0 && !words->lines[words->found[words->at]].sentence)
        return words->found[words->at];
    for (int i = first; i < words->count && i < first + shown; i++)
        if (!words->lines[words->found[i]].sentence)
            return words->found[i];
    return -1;
}

void words_look(App *app)
{
    if (words_are_open(app) && !app->view.words.terms && app->view.words.vocab != &app->view.model->source)
        words_close(app);
}

void words_update(App *app)
{
    WordList *words = &app->view.words;
    if (!words->place)
        return;
    bool left = app->view.overlay != OVERLAY_NONE || app->view.stage.floors.opened != FLOOR_SOURCE + 1;
    bool elsewhere = app->view.field.active || app->view.panel.typing || app->view.origin.depth > 0;
    if (left || elsewhere || app->known->taken != app->open.taken) {
        words_close(app);
        return;
    }
    Target meant = app->view.hover.kind == TARGET_KNOWN ? app->view.hover : app->view.focus;
    int at = meant.kind == TARGET_KNOWN ? word_of_target(meant) : -1, line;
    words->at = at < words->count ? at : -1;
    if ((line = next_line(app)) >= 0) {
        decode_line(app, line);
        app->dirty = true;
    }
    int id = words->at < 0 ? -1 : words->found[words->at];
    if (id < 0 || words->lines[id].count > 0)
        try_word(app, id);
}

bool words_moving(const App *app)
{
    return app->view.words.place && next_line(app) >= 0;
}

/* It stays, as one change by hand. */
static void put_there(App *app, int id)
{
    const OfferedLine *line = &app->known->lines[id];
    int place = app->view.words.place;
    words_settle(app);
    if (!line->sentence)
        decode_line(app, id);
    if (line->count == 0 || app->known->taken != app->open.taken)
        return;
    changes_begin(&app->open.changes);
    changes_sentence(&app->open.changes, strcmp(line->sentence, app->open.decoded) == 0 ? NULL : line->sentence);
    words_close(app);
    app_show_changed(app);
    app_reached(app, GOAL_SENTENCE);
    app->view.focus = target_at(TARGET_SOURCE, place - 1, 0, 0);
}

/* ---- what a person does ---- */

void words_take(App *app, int index)
{
    if (!words_are_open(app) || index < 0 || index >= app->view.words.count)
        return;
    if (app->view.words.place) {
        put_there(app, app->known->found[index]);
        return;
    }
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
        if (!utf8_is_control(c) && (length > 0 || c != '/')) /* which elsewhere begins a sentence */
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
    int at = words->at < 0 ? 0 : words->at + by;
    if (words->count == 0 || app_layout(app)->columns == 0) /* its floor is still growing */
        return;
    words->at = at < 0 ? 0 : at >= words->count ? words->count - 1 : at;
    app_focus_on(app, words->place ? word_target(words->at) : (Target){0});
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
    else if (key == KEY_BACKSPACE) {
        char *typed = app->known->typed;
        typed[caret_after(typed, (int)strlen(typed), key, false)] = '\0';
        find(app);
    } else
        return key != KEY_TAB && key != KEY_ENTER && !(key >= KEY_F1 && key <= KEY_F12);
    return true;
}
