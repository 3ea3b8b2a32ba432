/* A value has one name: what derive calls it is what every surface says. Every moment of what every lesson's cards
 * decode is drawn, and the names are read back from the draw list: letters with something below them, accessible names,
 * notes beside the pointer, the panel, captions. */
#include "moving.h"

#include "derive/explain.h"
#include "derive/line.h"
#include "derive/plain.h"
#include "scene/card/card_show.h"
#include "scene/stage/stage.h"
#include "scene/window/panels.h"

#include <math.h>

enum { NAMES_MOST = 20000, SEEN_MOST = 4000 };

static Type *type;
static DrawList list;
static long names_read, values_asked, moments_drawn;

/* ---- names, as a picture's texts give them back ---- */

/* Markup without colours, breaks and brackets of groups: "c_3", "h_1^→". */
static char *flat(const char *markup, Arena *arena)
{
    char *text = arena_copy(arena, markup, strlen(markup)), *to = text;
    for (const char *c = markup; *c; c++)
        if (*c == '@') { /* @h or the letter of a role */
            if (*++c == 'h')
                to = mempcpy(to, "h~", 2);
        } else if (!strchr("{}~", *c))
            *to++ = *c;
    *to = '\0';
    return text;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

typedef struct Names {
    char *items[NAMES_MOST];
    int count;
} Names;

static Names names;

static void add_name(char *name)
{
    assert_true(names.count < NAMES_MOST);
    names.items[names.count++] = name;
}

/* The symbol at the front of a name: "P_3" of P_3("cat"), "h_2" of "h_2[5]". */
static void add_symbol(const char *markup, Arena *arena)
{
    char *name = flat(markup, arena);
    char *end = name;
    while (*end && !strchr("[|", *end) && (*end != '(' || end[-1] == '^' || (end[-1] == 's' && end[-2] == '^')))
        end++;
    *end = '\0';
    add_name(name);
}

static bool has_runs(ValueKind kind)
{
    return kind == VALUE_STATE || kind == VALUE_CELL || kind == VALUE_GATE || kind == VALUE_FROM_INPUT
           || kind == VALUE_FROM_STATE || kind == VALUE_SELF_SCORE || kind == VALUE_SELF_WEIGHT || kind == VALUE_SCORE
           || kind == VALUE_WEIGHT;
}

/* All that derive calls by a name in this trace. */
static void collect(const Maths *maths)
{
    static const char *const general[] = {"h_j", "x_j",    "α_j", "h_t", "V_i", "K_j",  "X_j",
                                          "d_k", "h_mean", "h_0", "m_0", "v_j", "V_i^s"};
    names.count = 0;
    for (size_t i = 0; i < LENGTH(general); i++)
        add_symbol(general[i], maths->arena);
    for (int i = 0; i < maths->model->table.count; i++)
        add_symbol(param_symbol(maths, maths->model->table.items[i].name), maths->arena);
    for (int t = -1; t < maths->trace->step_count; t++)
        add_symbol(word_name(maths, t), maths->arena);
    for (int t = 0; t < maths->trace->step_count; t++) { /* of the sums over all words */
        add_symbol(arena_printf(maths->arena, "e_%d,j", t + 1), maths->arena);
        add_symbol(arena_printf(maths->arena, "α_%d,j", t + 1), maths->arena);
        for (int head = 1; head <= maths->trace->config.cross_heads; head++)
            add_symbol(arena_printf(maths->arena, "α_%d,j^(%d)", t + 1, head), maths->arena);
    }
    for (int j = 0; j < maths->trace->n && maths->trace->config.cell == CELL_SELF; j++)
        add_symbol(arena_printf(maths->arena, "A_%d,i", j + 1), maths->arena);
    for (int t = 0; t < maths->trace->step_count && config_is_transformer(&maths->trace->config); t++)
        for (int head = 0; head <= maths->trace->config.heads; head++)
            add_symbol(arena_printf(maths->arena, head ? "A_%d,i^s(%d)" : "A_%d,i^s", t + 1, head), maths->arena);
    int most = maths->trace->n + maths->trace->step_count;
    for (int j = 0; j < maths->trace->n; j++)
        add_symbol(annotation_name(maths, j), maths->arena);
    for (int kind = VALUE_NONE + 1; kind < VALUE_KINDS; kind++)
        for (int run = RUN_LOWER; run < 4; run++)
            for (int part = 0; part < 4; part++)
                for (int place = -1; place < most; place++) {
                    Value value = {(ValueKind)kind, run, place, 0, part};
                    if (kind == VALUE_PARAM || (run && !has_runs(value.kind)) || !value_valid(maths, value))
                        continue;
                    add_symbol(vector_name(maths, value), maths->arena);
                    bool pair = value.kind == VALUE_WEIGHT || value.kind == VALUE_SCORE
                                || value.kind == VALUE_SELF_WEIGHT || value.kind == VALUE_SELF_SCORE;
                    for (; pair && value.index < value_entries(maths, value); value.index++)
                        add_symbol(value_name(maths, value), maths->arena);
                }
    qsort(names.items, (size_t)names.count, sizeof *names.items, by_text);
}

static bool is_name(char *name)
{
    return bsearch(&name, names.items, (size_t)names.count, sizeof *names.items, by_text) != NULL;
}

/* ---- reading back ---- */

static Slice text_of(const DrawCommand *command)
{
    static char utf8[512];
    size_t length = 0;
    for (int k = 0; k < command->text.count && length + 4 < sizeof utf8; k++)
        length += utf8_put(utf8 + length, command->text.letters[k].codepoint);
    return (Slice){utf8, length};
}

/* The name that begins at command i, "c_3" or "h_1^→"; NULL: nothing stands below it. */
static char *name_at(int i, Arena *arena)
{
    const DrawCommand *base = &list.commands[i];
    if (base->kind != DRAW_TEXT || base->text.face != FACE_MATH_ITALIC || base->text.count != 1
        || base->text.letters[0].codepoint == 0x3A3) /* of a sum */
        return NULL;
    Bytes name = {0}, above = {0};
    bytes_add(&name, text_of(base).text, text_of(base).length);
    bool below = false;
    for (const DrawCommand *c = base + 1; c < list.commands + list.count; c++) {
        float drop = c->kind == DRAW_TEXT ? fabsf(c->text.origin.y - base->text.origin.y) / base->text.size : 0;
        bool small = drop > 0.1f && drop < 0.7f && c->text.size < base->text.size * 0.9f;
        if (!small)
            break;
        Slice text = text_of(c);
        if (slice_is(text, "~")) {
            bytes_add(&name, text.text, text.length);
            continue;
        }
        bool low = c->text.origin.y > base->text.origin.y;
        if (low && !below)
            bytes_add_text(&name, "_");
        below = below || low;
        bytes_add(low ? &name : &above, text.text, text.length);
    }
    char *read = below
                     ? arena_printf(arena, "%s%s%s", name.data, above.length ? "^" : "", above.length ? above.data : "")
                     : NULL;
    bytes_finish(&name);
    bytes_finish(&above);
    return read;
}

/* A head's part of a row is called as the row with the head above: "Z_1^(2)", of a Transformer's decoder "Z_1^s(2)". */
static bool is_part_of_head(char *name, Arena *arena)
{
    char *above = strstr(name, "^("), *written = strstr(name, "^s(");
    above = written ? written + 2 : above;
    char *row = above ? arena_copy(arena, name, (size_t)(above - name)) : NULL;
    return row && strchr("ZQKVqkv", *row) && is_name(row);
}

/* All names on the picture are derive's; is `wanted` there? */
static bool read_names(const char *wanted, const char *where, Arena *arena)
{
    bool found = false;
    for (int i = 0; i < list.count; i++) {
        char *name = name_at(i, arena);
        if (!name)
            continue;
        names_read++;
        if (!is_name(name) && !is_part_of_head(name, arena))
            fail_msg("%s: %s is no name of a value", where, name);
        found = found || (wanted && strncmp(name, wanted, strlen(wanted)) == 0);
    }
    return found;
}

/* ---- surfaces ---- */

static Value seen[SEEN_MOST];
static int seen_count;

static bool is_new(Value value)
{
    for (int i = 0; i < seen_count; i++)
        if (value_equal(seen[i], value))
            return false;
    assert_true(seen_count < SEEN_MOST);
    seen[seen_count++] = value;
    return true;
}

/* The note of a mark, which is its accessible name too where it has none of its own. */
static void check_note(const View *view, Target target, const Maths *maths, Value value)
{
    bool entry = target.b >= 0;
    bool both = target.kind == TARGET_ANNOTATION && !entry && maths->trace->config.bidirectional;
    const char *name = entry  ? value_name(maths, value)
                       : both ? annotation_name(maths, target.a)
                              : vector_name(maths, value);
    const char *plain = markup_plain(name, maths->arena), *note = describe_value(view, target, maths->arena);
    if (strncmp(note, plain, strlen(plain)) != 0)
        fail_msg("the note \"%s\" does not begin with %s", note, plain);
}

static void check_panel(const View *view, const Maths *maths, Value value)
{
    View own = *view;
    own.kind = VIEW_DECODE; /* that has the panel */
    own.origin = (Origin){.trail = {value}, .depth = 1};
    scene_window(&own, type, &list);
    char *wanted = flat(vector_name(maths, value), maths->arena);
    wanted[strcspn(wanted, value_is_pair(value.kind) ? "[(|^" : "[(|")] = '\0'; /* a pair has both places below */
    if (!read_names(strchr(wanted, '_') ? wanted : NULL, "panel", maths->arena) && strchr(wanted, '_'))
        fail_msg("the panel of %s does not name it (view %d, cursor %g, %s)", wanted, view->kind, view->cursor,
                 view->trace->source[0]);
}

static void check_marks(const View *view, const Maths *maths)
{
    int count = 0;
    Target *targets = ARENA_ARRAY(maths->arena, Target, list.count);
    for (int i = 0; i < list.count; i++)
        if (list.commands[i].kind == DRAW_MARK)
            targets[count++] = list.commands[i].mark.target;
    for (int i = 0; i < count; i++) {
        Value value;
        if (targets[i].kind <= TARGET_SOURCE || targets[i].kind == TARGET_CELL || targets[i].kind > TARGET_PROBABILITY
            || !scene_value_at(view, targets[i], &value) || !is_new(value))
            continue;
        values_asked++;
        if (targets[i].kind != TARGET_OUTPUT) {
            check_note(view, targets[i], maths, value);
            targets[i].b = targets[i].b < 0 ? 0 : targets[i].b;
        }
        check_note(view, targets[i], maths, value);
        if (targets[i].b == 0)
            check_panel(view, maths, value);
    }
}

static void check_caption(const Maths *maths, int index)
{
    Moment moment = moment_at(maths->trace, index);
    Value made = moment_value(maths, moment);
    const char *symbol = moment.kind == MOMENT_WORD    ? word_name(maths, moment.step)
                         : moment.kind == MOMENT_QUERY ? vector_name(maths, asking_state(maths, moment.step, 0))
                         : made.kind                   ? vector_name(maths, made)
                                                       : "";
    const char *plain = markup_plain(symbol, maths->arena), *caption = explain_moment(maths, index);
    if (!strstr(caption, plain))
        fail_msg("\"%s\" does not name %s", caption, plain);
}

/* ---- all lessons ---- */

/* What is not named on the picture is led to, by a press on it; both halves of a state stand in one strip. */
static bool leads_to(const View *view, Value made)
{
    Arena arena = {0};
    Maths maths = view_maths(view, &arena);
    Scope scope = scope_at(view->trace, view->cursor);
    Value asked = stage_made(&maths, &scope);
    arena_finish(&arena);
    if (asked.kind == made.kind && asked.place == made.place
        && drawlist_marked(&list, (Target){TARGET_CONTROL, DECODE_MADE, 0, 0})) /* the question in the head opens it */
        return true;
    for (int i = 0; i < list.count; i++) {
        Value value;
        if (list.commands[i].kind == DRAW_MARK && scene_value_at(view, list.commands[i].mark.target, &value)
            && value.kind == made.kind && value.place == made.place
            && (value.run == RUN_DECODER) == (made.run == RUN_DECODER))
            return true;
    }
    return false;
}

static void check_moment(const View *view, int index)
{
    Arena arena = {0};
    Maths maths = view_maths(view, &arena);
    Moment moment = moment_at(view->trace, index);
    Value made = moment_value(&maths, moment);
    scene_window(view, type, &list);
    moments_drawn++;
    char *wanted = made.kind && view->kind == VIEW_DECODE ? flat(vector_name(&maths, made), &arena) : NULL;
    if (wanted)
        wanted[strcspn(wanted, "[")] = '\0'; /* of "E_y[y_2]" the table: what is looked up is a name of its own */
    if (!read_names(wanted, MOMENT_NAMES[moment.kind], &arena) && wanted && moment.kind != MOMENT_WORD
        && !leads_to(view, made))
        fail_msg("%s, step %d: %s is not on the picture", MOMENT_NAMES[moment.kind], moment.step + 1, wanted);
    check_marks(view, &maths);
    check_caption(&maths, index);
    arena_finish(&arena);
}

static void check_trace(View *view, Language language)
{
    Arena arena = {0};
    view->language = language;
    Maths maths = view_maths(view, &arena);
    collect(&maths);
    seen_count = 0;
    for (view->cursor = 0; view->cursor < moment_count(view->trace); view->cursor++)
        check_moment(view, (int)view->cursor);
    arena_finish(&arena);
}

/* What was drawn before need not be drawn again. */
static bool is_drawn(const View *view, Names *drawn, Arena *arena)
{
    const Trace *trace = view->trace;
    char *key = arena_printf(arena, "%p %d %d %g", (const void *)view->model, view->kind, view->look,
                             trace->config.temperature);
    for (int j = 0; j < trace->n; j++)
        key = arena_printf(arena, "%s %s", key, trace->source[j]);
    for (int t = 0; t < trace->step_count; t++)
        key = arena_printf(arena, "%s %s", key, trace->steps[t].token);
    for (int i = 0; i < drawn->count; i++)
        if (strcmp(drawn->items[i], key) == 0)
            return true;
    drawn->items[drawn->count++] = key;
    return false;
}

static void check_lesson(const char *folder)
{
    static Names drawn;
    Error error = {0};
    Arena arena = {0};
    Lesson *lesson = lesson_load(folder, &error);
    expect_ok(lesson != NULL, &error);
    Model *models = heap_alloc((size_t)lesson->model_count, sizeof *models);
    for (int i = 0; i < lesson->model_count; i++)
        expect_ok(model_load(lesson->models[i].path, &models[i], &error), &error);
    ShownLesson *shown = shown_open(lesson, models, 0);
    drawn.count = 0;
    for (int i = 0; i < lesson->card_count; i++) {
        View view = view_default(theme_get(THEME_LIGHT), 1440, 900);
        ShownCard card;
        view.lesson = lesson;
        expect_ok(shown_card(shown, i, &view, &card, &error), &error);
        int told = card.trace->head_told; /* in its own view alone */
        bool own = view.kind == VIEW_UNROLLED || view.kind == VIEW_SELF_ATTENTION || view.kind == VIEW_PATCHES;
        for (int kind = 0; kind <= own; kind++) {
            view.kind = kind ? lesson->cards[i].stage.view : VIEW_DECODE;
            card.trace->head_told = kind ? told : 0;
            view.norm = (NormLook){0}; /* it is of the card's moment alone */
            if (is_drawn(&view, &drawn, &arena))
                continue;
            check_trace(&view, LANGUAGE_ENGLISH);
            check_trace(&view, LANGUAGE_CHINESE);
        }
        shown_card_finish(&card);
    }
    shown_close(shown);
    for (int i = 0; i < lesson->model_count; i++)
        model_finish(&models[i]);
    free(models);
    lesson_destroy(lesson);
    arena_finish(&arena);
}

static void every_moment_of_every_lesson(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    const char *root = getenv("ATTEND_DATA");
    type = type_open(path_join(&arena, root, "assets/fonts"), &error);
    expect_ok(type != NULL, &error);
    LessonList lessons = lesson_list(path_join(&arena, root, "lessons"), &arena, &error);
    assert_true(lessons.count > 0);
    for (int i = 0; i < lessons.count; i++)
        check_lesson(lessons.folders[i]);
    print_message("%ld moments, %ld names, %ld values\n", moments_drawn, names_read, values_asked);
    assert_true(moments_drawn > 1000 && names_read > 50000 && values_asked > 3000);
    drawlist_finish(&list);
    type_close(type);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_moment_of_every_lesson)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
