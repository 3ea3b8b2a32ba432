/* The YAML of a lesson as a tree of texts, lists and maps, each with its line; and maps by tables of their keys.
 * Scalars stay text: what is a number is decided by who asks for one. Anchors, aliases, tags, doubled keys, a second
 * document and deep nesting are refused.
 *
 *   typedef struct Front { const char *title; int order; } Front;
 *   static const TreeField FIELDS[] = {
 *       {"title", FIELD_TEXT, offsetof(Front, title), .required = true},
 *       {"order", FIELD_WHOLE, offsetof(Front, order), .low = 1, .high = 999},
 *       {"models"}, // somebody else reads it
 *       {0}};
 *   Node map;
 *   Front front = {0};
 *   if (!tree_parse(&reader, text, 2, MAPS_TOO, &map)
 *       || !tree_read(&reader, &map, "the front matter", FIELDS, &front)) return false;
 */
#ifndef LESSON_TREE_H
#define LESSON_TREE_H

#include "lesson/plain_text.h"
#include "lesson/reader.h"

typedef enum NodeKind { NODE_TEXT, NODE_LIST, NODE_MAP } NodeKind;

typedef struct Node {
    NodeKind kind;
    int line;
    const char *text;  /* NODE_TEXT */
    const char **keys; /* NODE_MAP: [count] */
    int *key_lines;
    struct Node *items; /* [count] of a list or a map */
    int count;
} Node;

/* `line`: the number of the first line of `yaml` in the file. Nothing but white space gives a map without keys. A
 * colon in a text needs no quotes, see plain_text.h. */
MUST_USE bool tree_parse(const Reader *reader, Slice yaml, int line, YamlKind kind, Node *out);

typedef enum FieldKind {
    FIELD_KNOWN,    /* read by somebody else */
    FIELD_TEXT,     /* const char * */
    FIELD_SENTENCE, /* the same, short enough for the window */
    FIELD_WHOLE,    /* int in [low, high] */
    FIELD_NUMBER,   /* double in [low, high] */
    FIELD_NAME,     /* int, or an enumeration: which of `names` */
} FieldKind;

typedef struct TreeField {
    const char *key;
    FieldKind kind;
    size_t offset; /* in the struct that is filled; left alone where the key is absent */
    bool required;
    double low, high;
    const char *const *names;
    const char *unknown; /* what is said of a name that is none of them: "unknown look %s" */
} TreeField;

/* Fills `out` from a map whose keys are all among `fields` (without a key behind the last); `what` names the map in
 * messages. tree_fields reads them alone, whatever other keys there are. */
MUST_USE bool tree_read(const Reader *reader, const Node *map, const char *what, const TreeField *fields, void *out);
MUST_USE bool tree_fields(const Reader *reader, const Node *map, const TreeField *fields, void *out);
/* One key; `*out` stays as it is where it is absent. */
MUST_USE bool tree_text(const Reader *reader, const Node *map, const char *key, bool required, const char **out);

const char *tree_keys(const Reader *reader, const TreeField *fields); /* "title, order, models" */

const Node *tree_get(const Node *map, const char *key); /* NULL where there is none */
int tree_line(const Node *map, const char *key);        /* of its value; of the map where there is none */

/* A list of texts with at least one. Where it is absent the outcome is an error if `required`, and nothing if not. */
MUST_USE bool tree_texts(const Reader *reader, const Node *map, const char *key, bool required, const char ***out,
                         int *count);

/* A sentence that is too long for the window is an error. */
MUST_USE bool tree_sentence(const Reader *reader, int line, const char *sentence);

/* "a list", "a map" or the text in quotation marks: what was found instead of what was expected. */
const char *tree_describe(const Reader *reader, const Node *node);

/* Plain decimal numbers, nothing behind them, finite. */
bool number_parse(const char *text, double *out);
/* Digits alone, from `low` to `high`. */
bool whole_parse(const char *text, int low, int high, int *out);

#endif
