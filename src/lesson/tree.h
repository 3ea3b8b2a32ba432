/* The YAML of a lesson as a tree of texts, lists and maps, each with its line. Scalars stay text: what is a number is
 * decided by who asks for one. Anchors, aliases, tags, doubled keys, a second document and deep nesting are refused.
 *
 *   static const char *const KEYS[] = {"title", "order", NULL};
 *   Node front;
 *   const char *title;
 *   if (!tree_parse(&reader, text, 2, &front) || !tree_keys(&reader, &front, "the front matter", KEYS)) return false;
 *   if (!tree_text(&reader, &front, "title", true, &title)) return false;
 */
#ifndef LESSON_TREE_H
#define LESSON_TREE_H

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

/* `line`: the number of the first line of `yaml` in the file. Nothing but white space gives a map without keys. */
MUST_USE bool tree_parse(const Reader *reader, Slice yaml, int line, Node *out);

/* A map whose keys are all among `known` (ends in NULL); `what` names it in the message. */
MUST_USE bool tree_keys(const Reader *reader, const Node *map, const char *what, const char *const *known);

const Node *tree_get(const Node *map, const char *key); /* NULL where there is none */

/* One key of a map. Where it is absent the outcome is an error if `required`, and `*out` is left alone if not. */
MUST_USE bool tree_text(const Reader *reader, const Node *map, const char *key, bool required, const char **out);
MUST_USE bool tree_whole(const Reader *reader, const Node *map, const char *key, bool required, int low, int high,
                         int *out);
MUST_USE bool tree_number(const Reader *reader, const Node *map, const char *key, bool required, double low,
                          double high, double *out);
/* A list of texts with at least one. */
MUST_USE bool tree_texts(const Reader *reader, const Node *map, const char *key, bool required, const char ***out,
                         int *count);

/* "a list", "a map" or the text in quotation marks: what was found instead of what was expected. */
const char *tree_describe(const Reader *reader, const Node *node);

/* Plain decimal numbers, nothing behind them, finite. */
bool number_parse(const char *text, double *out);

#endif
