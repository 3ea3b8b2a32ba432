/* Reading what PyTorch computed: the files of tests/gradient/oracle, whose README says what they hold. For the tests
 * that compare with them.
 *
 *   cJSON *root = oracle_open(path);
 *   Config config = oracle_config(root);
 *   int count = oracle_numbers(oracle_tensor(oracle_at(root, "weights"), "output.bias"), values, ORACLE_ROOM);
 *   cJSON_Delete(root);
 *
 * What is missing or wrong fails the test. */
#ifndef TESTS_ORACLE_FILE_H
#define TESTS_ORACLE_FILE_H

#include "support.h"

#include "base/json.h"
#include "model/config.h"

enum { ORACLE_ROOM = 4096 }; /* numbers of the largest tensor there is */

/* How far what is computed may be from it, gradients by the largest value of each tensor. */
#ifdef REAL_DOUBLE
#define ORACLE_FORWARD  1e-9
#define ORACLE_BACKWARD 1e-9
#else
#define ORACLE_FORWARD  1e-5
#define ORACLE_BACKWARD 1e-4
#endif

static inline cJSON *oracle_open(const char *path)
{
    Bytes bytes;
    Error error;
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &bytes, &error), &error);
    cJSON *root = json_parse(bytes_slice(&bytes), 100000, &error);
    expect_ok(root != NULL, &error);
    bytes_finish(&bytes);
    return root;
}

/* "decoder/h/1" is node["decoder"]["h"][1]; NULL where there is none. */
static inline const cJSON *oracle_at(const cJSON *node, const char *path)
{
    Slice rest = slice_of(path), part;
    while (node && slice_cut(&rest, '/', &part)) {
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)part.length, part.text);
        node = cJSON_IsArray(node) ? cJSON_GetArrayItem(node, atoi(name)) : cJSON_GetObjectItem(node, name);
    }
    return node;
}

/* Flattens nested lists; returns how many numbers there are. */
static inline int oracle_numbers(const cJSON *node, double *out, int room)
{
    if (cJSON_IsNumber(node)) {
        assert_true(room > 0);
        *out = node->valuedouble;
        return 1;
    }
    int count = 0;
    for (const cJSON *item = node->child; item; item = item->next)
        count += oracle_numbers(item, out + count, room - count);
    return count;
}

/* Of a sentence: at most 16 ids; returns how many. */
static inline int oracle_ids(const cJSON *list, int *out)
{
    double values[16];
    int count = oracle_numbers(list, values, 16);
    for (int i = 0; i < count; i++)
        out[i] = (int)values[i];
    return count;
}

/* A tensor's name there. */
static inline void oracle_name(const char *ours, char *out, size_t size)
{
    static const struct {
        const char *ours, *theirs; /* beginnings that differ */
    } names[] = {
        {"source_embedding", "src_emb"},
        {"target_embedding", "tgt_emb"},
        {"bridge.hidden", "bridge_h"},
        {"bridge.cell", "bridge_c"},
        {"attention.query", "att.W_q"},
        {"attention.key", "att.W_k"},
        {"attention.energy", "att.v"},
        {"attention.bilinear", "att.W"},
        {"combine", "W_c"},
        {"output", "out"},
    };
    snprintf(out, size, "%s", ours);
    for (size_t i = 0; i < LENGTH(names); i++) {
        size_t length = strlen(names[i].ours);
        if (strncmp(ours, names[i].ours, length) == 0)
            snprintf(out, size, "%s%s", names[i].theirs, ours + length);
    }
}

static inline const cJSON *oracle_tensor(const cJSON *tensors, const char *ours)
{
    char name[64];
    oracle_name(ours, name, sizeof name);
    const cJSON *found = cJSON_GetObjectItem(tensors, name);
    if (!found)
        fail_msg("no %s", name);
    return found;
}

static inline const char *oracle_text(const cJSON *root, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(oracle_at(root, "config"), key);
    return cJSON_IsString(item) ? item->valuestring : "";
}

static inline int oracle_whole(const cJSON *root, const char *key)
{
    return cJSON_GetObjectItem(oracle_at(root, "config"), key)->valueint;
}

/* Not yet checked. */
static inline Config oracle_config(const cJSON *root)
{
    Config config = config_default();
    Error error;
    const char *attention = oracle_text(root, "attention");
    attention = strcmp(attention, "none-init") == 0    ? "none"
                : strcmp(attention, "none-every") == 0 ? "fixed"
                                                       : attention;
    expect_ok(config_set(&config, "attention", attention, &error), &error);
    expect_ok(config_set(&config, "cell", oracle_text(root, "cell"), &error), &error);
    expect_ok(config_set(&config, "bridge", oracle_text(root, "bridge"), &error), &error);
    if (config_scores(&config))
        expect_ok(config_set(&config, "score", oracle_text(root, "score"), &error), &error);
    config.bidirectional = cJSON_IsTrue(cJSON_GetObjectItem(oracle_at(root, "config"), "bidir"));
    config.layers = oracle_whole(root, "layers");
    config.embed = oracle_whole(root, "embed");
    config.hidden = oracle_whole(root, "hidden");
    config.attention_size = 0;
    return config;
}

#endif
