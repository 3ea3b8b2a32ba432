/* safetensors: the length of a JSON header, the header, the numbers. */
#include "base/json.h"
#include "matrix/stack_parts.h"

#include <string.h>

enum { TENSOR_HEADER_MOST = 16 << 20, HEADER_VALUES = 1 << 20 };

static const struct {
    const char *name;
    NumberType type;
} TYPES[] = {
    {"F32", {'f', 4, false}},  {"F16", {'f', 2, false}}, {"BF16", {'B', 2, false}}, {"F64", {'f', 8, false}},
    {"I8", {'i', 1, false}},   {"I16", {'i', 2, false}}, {"I32", {'i', 4, false}},  {"I64", {'i', 8, false}},
    {"U8", {'u', 1, false}},   {"U16", {'u', 2, false}}, {"U32", {'u', 4, false}},  {"U64", {'u', 8, false}},
    {"BOOL", {'b', 1, false}},
};

/* The one that is meant, or the only one. */
static const cJSON *find_tensor(const MatrixStack *stack, const cJSON *root, const char *wanted, Error *error)
{
    const cJSON *found = NULL;
    Bytes names = {0};
    int count = 0, fitting = 0;
    char shown[EXCERPT_SIZE];
    for (const cJSON *item = root->child; item; item = item->next) {
        if (strcmp(item->string, "__metadata__") == 0)
            continue;
        bytes_printf(&names, "%s%s", count++ ? ", " : "", slice_excerpt(slice_of(item->string), shown));
        if (!wanted || strcmp(item->string, wanted) == 0) {
            found = item;
            fitting++;
        }
    }
    if (count == 0)
        stack_fail(stack, error, "holds no tensor; expected one");
    else if (fitting == 0)
        stack_fail(stack, error, "has no tensor '%s'; it has %.200s", wanted, names.data);
    else if (fitting > 1)
        stack_fail(stack, error, "has several tensors: choose one of %.200s with --array", names.data);
    bytes_finish(&names);
    return fitting == 1 ? found : NULL;
}

static bool whole(const cJSON *item, size_t *out)
{
    bool ok = cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 9e15
              && item->valuedouble == (double)(size_t)item->valuedouble;
    *out = ok ? (size_t)item->valuedouble : 0;
    return ok;
}

static bool read_tensor(const MatrixStack *stack, const cJSON *tensor, Slice data, RawArray *out, Error *error)
{
    const cJSON *type = cJSON_GetObjectItemCaseSensitive(tensor, "dtype");
    const cJSON *shape = cJSON_GetObjectItemCaseSensitive(tensor, "shape");
    const cJSON *offsets = cJSON_GetObjectItemCaseSensitive(tensor, "data_offsets");
    char shown[EXCERPT_SIZE];
    for (size_t i = 0; cJSON_IsString(type) && i < sizeof TYPES / sizeof *TYPES; i++)
        if (strcmp(TYPES[i].name, type->valuestring) == 0)
            out->type = TYPES[i].type;
    if (!out->type.kind)
        return stack_fail(stack, error, "has a tensor of the type '%s'; expected F32 or another of numbers",
                          slice_excerpt(slice_of(cJSON_IsString(type) ? type->valuestring : ""), shown));
    bool ok = cJSON_IsArray(shape);
    for (const cJSON *item = ok ? shape->child : NULL; ok && item; item = item->next)
        ok = out->dimensions < 8 && whole(item, &out->shape[out->dimensions++]);
    size_t begin, end;
    ok = ok && cJSON_IsArray(offsets) && cJSON_GetArraySize(offsets) == 2 && whole(offsets->child, &begin)
         && whole(offsets->child->next, &end) && begin <= end && end <= data.length;
    if (!ok)
        return stack_fail(stack, error, "has a tensor whose shape or data_offsets do not fit the file");
    out->data = (Slice){data.text + begin, end - begin};
    return true;
}

bool tensors_read(MatrixStack *stack, Slice file, const char *array, Bytes *owner, Error *error)
{
    uint64_t length = 0;
    for (int i = 7; i >= 0; i--)
        length = length << 8 | (unsigned char)file.text[i];
    size_t left = file.length - 8, most = left < TENSOR_HEADER_MOST ? left : TENSOR_HEADER_MOST;
    if (length > most)
        return stack_fail(stack, error, "speaks of a header of %llu bytes; expected %zu at most",
                          (unsigned long long)length, most);
    Error inner = {0};
    cJSON *root = json_parse((Slice){file.text + 8, (size_t)length}, HEADER_VALUES, &inner);
    if (!root || !cJSON_IsObject(root)) {
        cJSON_Delete(root);
        return stack_fail(stack, error, "has a header that is no JSON object; expected safetensors");
    }
    RawArray raw = {0};
    Slice data = {file.text + 8 + length, left - (size_t)length};
    const cJSON *tensor = find_tensor(stack, root, array, error);
    bool ok = tensor && read_tensor(stack, tensor, data, &raw, error) && stack_take(stack, &raw, owner, error);
    cJSON_Delete(root);
    return ok;
}
