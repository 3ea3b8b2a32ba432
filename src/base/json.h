/* JSON from outside, measured before cJSON builds anything of it, and JSON for our own files. It looks at the numeric
 * locale, which nobody sets, so numbers have a point.
 *
 *   cJSON *root = json_parse(text, 1000, &error);
 *   if (!root) return false;
 *   cJSON_Delete(root);
 */
#ifndef BASE_JSON_H
#define BASE_JSON_H

#include "base/error.h"
#include "base/file.h"

#include <cjson/cJSON.h>

#define JSON_DEPTH 32      /* arrays and objects inside one another */
#define JSON_DATA  8000000 /* values of weights and traces */

/* One JSON text of at most about `values` values; NULL if it is anything else. Strings inside are well-formed UTF-8
 * without NUL. Free with cJSON_Delete. */
MUST_USE cJSON *json_parse(Slice text, size_t values, Error *error);

/* An empty object; ends the program where memory is out, as all of cJSON does from here on. */
cJSON *json_object(void);

/* NULL where it is not there. */
static inline cJSON *json_member(const cJSON *object, const char *key)
{
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

/* A key that stands twice in `object`, or NULL. Quadratic: for objects whose size json_parse has bounded. */
const char *json_repeated_key(const cJSON *object);

/* In quotes, with escapes; ill-formed bytes become U+FFFD. */
void json_print_string(Bytes *out, Slice text);

/* The shortest decimal that reads back as the same double; finite. */
void json_print_number(Bytes *out, double value);

#endif
