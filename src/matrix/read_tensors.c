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

static bool whole(const cJSON *item, size_t *out)
{
    bool ok = cJSON_IsNumber(item) && item->valuedouble >= 0 && item->valuedouble < 9e15
              && item->valuedouble == (double)(size_t)item->valuedouble;
    *out = ok ? (size_t)item->valuedouble : 0;
    return ok;
}

static bool read_tensor(const MatrixStack *stack, const cJSON *tensor, Slice data, RawArray *out, Error *error)
{
    const cJSON *type = json_member(tensor, "dtype");
    const cJSON *shape = json_member(tensor, "shape");
    const cJSON *offsets = json_member(tensor, "data_offsets");
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

static bool is_tensors(const StackFile *file)
{
    uint64_t length;
    return tensors_are(file->bytes, &length);
}

static void find(StackFile *file)
{
    size_t left = file->bytes.length - 8, most = left < TENSOR_HEADER_MOST ? left : TENSOR_HEADER_MOST;
    uint64_t length = 0;
    Error inner = {0};
    file->count = 0;
    file->chosen = -1;
    if (!tensors_are(file->bytes, &length) || length > most) {
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0, "speaks of a header of %llu bytes; expected %zu at most",
                 (unsigned long long)length, most);
        return;
    }
    file->rest = (Slice){file->bytes.text + 8 + length, left - (size_t)length};
    file->json = json_parse((Slice){file->bytes.text + 8, (size_t)length}, HEADER_VALUES, &inner);
    if (!cJSON_IsObject(file->json)) {
        error_at(&file->wrong, ERROR_FORMAT, file->name, 0,
                 "has a header that is no JSON object; expected safetensors");
        return;
    }
    Slice *names = ARENA_ARRAY(&file->arena, Slice, (size_t)cJSON_GetArraySize(file->json) + 1);
    for (const cJSON *item = file->json->child; item; item = item->next, file->count++)
        if (strcmp(item->string, "__metadata__") != 0)
            names[file->count] = slice_of(item->string);
    choose_array(file, "tensor", names, 0, "holds no tensor; expected one");
}

static bool read_file(const StackFile *file, int i, MatrixStack *stack, Error *error)
{
    RawArray raw = {0};
    return read_tensor(stack, cJSON_GetArrayItem(file->json, i), file->rest, &raw, error)
           && stack_take(stack, &raw, file->owner, error);
}

const StackFormat TENSORS_FORMAT = {.is = is_tensors, .find = find, .read = read_file, .batches = true};
