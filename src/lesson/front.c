/* The front matter: what the lesson is called, which models it trains and what they must keep. */
#include "base/names.h"
#include "lesson/parts.h"
#include "lesson/tree.h"

#include <stdlib.h>
#include <string.h>

/* What a lesson may say about training: not `threads`, which belongs to the machine. */
static const char *const TRAIN_KEYS[] = {"epochs", "batch",      "lr",  "clip",    "schedule",  "decay",
                                         "warmup", "adam_beta2", "unk", "dropout", "smoothing", "attention_entropy",
                                         "seed",   NULL};

/* ---- files ---- */

/* The lesson's own file, else a neighbour's that is there. */
static const char *path_of(const Reader *reader, const Lesson *lesson, const char *name)
{
    const char *own = path_join(reader->arena, lesson->folder, name);
    for (int i = 0; lesson->neighbours[i] && !file_exists(own); i++) {
        const char *theirs = path_join(reader->arena, lesson->neighbours[i], name);
        if (file_exists(theirs))
            return theirs;
    }
    return own;
}

/* "data.tsv", or data.csv where that alone is there. */
static const char *pairs_of(const Reader *reader, const Lesson *lesson, const char *name)
{
    const char *tabs = path_of(reader, lesson, arena_printf(reader->arena, "%s.tsv", name));
    const char *table = path_of(reader, lesson, arena_printf(reader->arena, "%s.csv", name));
    return file_exists(table) && !file_exists(tabs) ? table : tabs;
}

/* A lesson that lies beside this one. */
static char *neighbour(const Reader *reader, const Lesson *lesson, const char *name)
{
    const char *own = path_name(lesson->folder);
    bool named = *own && strcmp(own, ".") != 0 && strcmp(own, "..") != 0;
    const char *above = named ? arena_copy(reader->arena, lesson->folder, (size_t)(own - lesson->folder))
                              : path_join(reader->arena, lesson->folder, "../");
    return arena_printf(reader->arena, "%s%s", above, name);
}

/* `files: 05-cat-chase-mouse`, or a list: whose files the lesson takes where it has none of that name itself. */
static bool read_files(const Reader *reader, const Node *front, Lesson *lesson)
{
    const Node *node = tree_get(front, "files");
    const char *one = NULL, **names = &one;
    int count = node && node->kind == NODE_TEXT;
    if (count ? !tree_text(reader, front, "files", true, &one)
              : !tree_texts(reader, front, "files", false, &names, &count))
        return false;
    lesson->neighbours = ARENA_ARRAY(reader->arena, const char *, (size_t)count + 1);
    for (int i = 0; i < count; i++) {
        if (!name_is_plain(names[i]))
            return reader_fail(reader, node->line,
                               "`files` has %s; expected the name of a lesson's folder beside this one, such as "
                               "05-cat-chase-mouse",
                               reader_quote(reader, slice_of(names[i])));
        lesson->neighbours[i] = neighbour(reader, lesson, names[i]);
    }
    lesson->data = pairs_of(reader, lesson, "data");
    lesson->heldout = pairs_of(reader, lesson, "heldout");
    return true;
}

/* ---- models ---- */

static bool read_setting(const Reader *reader, const char *const *config_names, const char *key, const Node *value,
                         LessonModel *model)
{
    bool of_config = names_find(config_names, key) >= 0;
    if (!of_config && names_find(TRAIN_KEYS, key) < 0)
        return reader_fail(reader, value->line,
                           "unknown key %s in a model; expected one of: name, data, heldout, %s, %s",
                           reader_quote(reader, slice_of(key)), names_list(TRAIN_KEYS, reader->arena),
                           names_list(config_names, reader->arena));
    if (value->kind != NODE_TEXT)
        return reader_fail(reader, value->line, "`%s` is %s; expected one value", key, tree_describe(reader, value));
    Error inner = {0};
    if (of_config ? config_set(&model->config, key, value->text, &inner)
                  : train_set(&model->train, key, value->text, &inner))
        return true;
    return reader_fail(reader, value->line, "%s", inner.message);
}

static bool read_name(const Reader *reader, const Node *node, const Lesson *lesson, LessonModel *model)
{
    bool first = lesson->model_count == 0;
    model->name = first ? "model" : NULL;
    if (!tree_text(reader, node, "name", !first, &model->name))
        return false;
    int line = tree_line(node, "name");
    if (first && strcmp(model->name, "model") != 0)
        return reader_fail(reader, line, "the first model is called %s; expected `model`, the name of its file",
                           reader_quote(reader, slice_of(model->name)));
    if (!name_is_plain(model->name))
        return reader_fail(reader, line, "the model's name is %s; expected letters, digits, - and _",
                           reader_quote(reader, slice_of(model->name)));
    return lesson_model(lesson, model->name) < 0
           || reader_fail(reader, line, "two models are called %s", reader_quote(reader, slice_of(model->name)));
}

/* `data` and `heldout` of one model: names of files beside lesson.md. */
static bool read_pairs(const Reader *reader, const Node *node, const char *key, const Lesson *lesson, const char **out)
{
    const char *name = NULL;
    if (!tree_text(reader, node, key, false, &name))
        return false;
    if (!name)
        return true;
    static const char *const ENDINGS[] = {".tsv", ".csv", NULL};
    size_t length = strlen(name);
    bool plain = length > 4 && path_check_ending(name, ENDINGS, NULL)
                 && name_is_plain(arena_copy(reader->arena, name, length - 4));
    if (!plain)
        return reader_fail(reader, tree_get(node, key)->line,
                           "`%s` is %s; expected the name of a file beside lesson.md such as words.tsv", key,
                           reader_quote(reader, slice_of(name)));
    *out = path_of(reader, lesson, name);
    return true;
}

static bool read_model(const Reader *reader, const Node *node, const char *const *config_names, Lesson *lesson)
{
    if (node->kind != NODE_MAP)
        return reader_fail(reader, node->line, "a model is %s; expected `key: value` lines",
                           tree_describe(reader, node));
    LessonModel model = {.config = config_default(), .train = train_default()};
    if (!read_name(reader, node, lesson, &model))
        return false;
    static const char *const own[] = {"name", "data", "heldout", NULL};
    if (!read_pairs(reader, node, "data", lesson, &model.data)
        || !read_pairs(reader, node, "heldout", lesson, &model.heldout))
        return false;
    if (!model.data) {
        model.data = lesson->data;
        model.heldout = model.heldout ? model.heldout : lesson->heldout;
    }
    for (int i = 0; i < node->count; i++)
        if (names_find(own, node->keys[i]) < 0
            && !read_setting(reader, config_names, node->keys[i], &node->items[i], &model))
            return false;
    Error inner = {0};
    if (!config_check(&model.config, &inner))
        return reader_fail(reader, node->line, "%s", inner.message);
    model.path = path_of(reader, lesson, arena_printf(reader->arena, "%s.safetensors", model.name));
    lesson->models = arena_room(reader->arena, lesson->models, lesson->model_count, sizeof *lesson->models);
    lesson->models[lesson->model_count++] = model;
    return true;
}

static bool read_models(const Reader *reader, const Node *front, Lesson *lesson)
{
    const Node *models = tree_get(front, "models");
    if (!models)
        return reader_fail(reader, front->line, "`models` is missing: a list with the settings of at least one model");
    if (models->kind != NODE_LIST || models->count == 0 || models->count > LESSON_MODELS)
        return reader_fail(reader, models->line, "`models` is %s; expected a list of 1 to %d models",
                           models->kind == NODE_LIST ? "a list of another length" : tree_describe(reader, models),
                           LESSON_MODELS);
    const char *const *config_names = config_keys(reader->arena);
    for (int i = 0; i < models->count; i++)
        if (!read_model(reader, &models->items[i], config_names, lesson))
            return false;
    return true;
}

/* ---- all of it ---- */

#define GRID_LIMIT 12 /* patches a side */

/* "4x6": rows of patches, and patches in a row. */
static bool read_grid(const Reader *reader, const Node *front, Lesson *lesson)
{
    const char *text = NULL;
    if (!tree_text(reader, front, "grid", false, &text))
        return false;
    if (!text)
        return true;
    char *end;
    long rows = strtol(text, &end, 10), columns = *end == 'x' ? strtol(end + 1, &end, 10) : 0;
    bool digits = strspn(text, "0123456789x") == strlen(text) && *end == '\0';
    if (!digits || rows < 1 || rows > GRID_LIMIT || columns < 1 || columns > GRID_LIMIT)
        return reader_fail(reader, tree_get(front, "grid")->line,
                           "`grid` is %s; expected rows and columns of patches, each from 1 to %d, such as 4x4",
                           reader_quote(reader, slice_of(text)), GRID_LIMIT);
    lesson->grid_rows = (int)rows;
    lesson->grid_columns = (int)columns;
    return true;
}

static bool read_meets(const Reader *reader, const Node *front, Lesson *lesson)
{
    const char **numbers = NULL;
    if (!tree_texts(reader, front, "meets", false, &numbers, &lesson->meet_count))
        return false;
    const Node *list = tree_get(front, "meets");
    int before = 0;
    for (int i = 0; i < lesson->meet_count; before = lesson->meets[i++])
        if (i >= LESSON_MEETS || !whole_parse(numbers[i], before + 1, LESSON_MEETS, &lesson->meets[i]))
            return reader_fail(reader, list->items[i].line,
                               "`meets` has %s; expected misconceptions of docs/course.md, 1 to %d, rising",
                               reader_quote(reader, slice_of(numbers[i])), LESSON_MEETS);
    return true;
}

/* "fr", "zh-Hant": a short word in small letters, and what follows hyphens. */
static bool check_language(const Reader *reader, const Node *front, const Lesson *lesson)
{
    const char *code = lesson->language ? lesson->language : "en";
    size_t first = strspn(code, "abcdefghijklmnopqrstuvwxyz");
    return (first >= 2 && first <= 3 && strchr("-", code[first]) && name_is_plain(code) && !strchr(code, '_'))
           || reader_fail(reader, tree_line(front, "language"),
                          "`language` is %s; expected a code such as en, zh or fr",
                          reader_quote(reader, slice_of(code)));
}

static bool read_suggestions(const Reader *reader, const Node *front, Lesson *lesson)
{
    if (!tree_texts(reader, front, "suggestions", false, &lesson->suggestions, &lesson->suggestion_count))
        return false;
    for (int i = 0; i < lesson->suggestion_count; i++)
        if (!tree_sentence(reader, tree_get(front, "suggestions")->items[i].line, lesson->suggestions[i]))
            return false;
    return true;
}

const char *const GROUP_NAMES[] = {"none",        "before", "steps",  "papers", "reading",
                                   "transformer", "other",  "museum", "end",    NULL};

static const char *const EXAM_NAMES[] = {"false", "true", NULL};

#define TITLE "title", FIELD_TEXT, offsetof(Lesson, title), true /* of the first language */
#define AIM   "aim", FIELD_TEXT, offsetof(Lesson, aim)           /* of the first language */
#define GROUP "group", FIELD_NAME, offsetof(Lesson, group), .names = GROUP_NAMES, .unknown = "unknown group %s"
#define ORDER "order", FIELD_WHOLE, offsetof(Lesson, order), true, 1, 999

bool front_read(const Reader *reader, const FileText *file, Lesson *lesson)
{
    static const TreeField fields[] = {
        {TITLE},
        {ORDER},
        {AIM},
        {"meets"},
        {GROUP},
        {"language", FIELD_TEXT, offsetof(Lesson, language)},
        {"view", FIELD_NAME, offsetof(Lesson, view), .names = VIEW_NAMES, .unknown = VIEW_UNKNOWN},
        {"sentence", FIELD_SENTENCE, offsetof(Lesson, sentence)},
        {"suggestions"},
        {"files"},
        {"grid"},
        {"minutes", FIELD_WHOLE, offsetof(Lesson, minutes), .low = 1, .high = 999},
        {"exam", FIELD_NAME, offsetof(Lesson, exam), .names = EXAM_NAMES, .unknown = "`exam` cannot be %s"},
        {"models"},
        {"gates"},
        {0},
    };
    Node front;
    return tree_parse(reader, file->front, file->front_line, MAPS_TOO, &front)
           && tree_read(reader, &front, "the front matter", fields, lesson) && check_language(reader, &front, lesson)
           && read_meets(reader, &front, lesson) && read_suggestions(reader, &front, lesson)
           && read_grid(reader, &front, lesson) && read_files(reader, &front, lesson)
           && read_models(reader, &front, lesson) && gates_read(reader, &front, lesson);
}

bool front_read_translated(const Reader *reader, const FileText *file, Lesson *lesson)
{
    static const TreeField fields[] = {{TITLE}, {AIM}, {0}};
    Node front;
    return tree_parse(reader, file->front, file->front_line, MAPS_TOO, &front)
           && tree_read(reader, &front, "the front matter of a translation (the rest stands in lesson.md)", fields,
                        (const char **)lesson + LANGUAGE_CHINESE);
}

bool front_order(const Reader *reader, const FileText *file, int *order, bool *last)
{
    static const TreeField fields[] = {{ORDER}, {GROUP}, {0}};
    Node front;
    Lesson lesson = {0};
    if (!tree_parse(reader, file->front, file->front_line, MAPS_TOO, &front) || front.kind != NODE_MAP
        || !tree_fields(reader, &front, fields, &lesson))
        return false;
    *order = lesson.order;
    *last = lesson.group == GROUP_END;
    return true;
}
