#include "export/figure_state.h"

#include "base/json.h"
#include "export/export.h"
#include "trace/trace_weights.h"

static void add_member(Bytes *out, const char *name, const char *value)
{
    if (!value)
        return;
    bytes_printf(out, "\"%s\":", name);
    json_print_string(out, slice_of(value));
    bytes_add_text(out, ",\n ");
}

void figure_state_print(const char *place, const char *model, const Trace *trace, Bytes *out)
{
    bytes_add_text(out, "{");
    add_member(out, "place", place);
    add_member(out, "model", model);
    if (trace && config_weighs(&trace->config)) {
        MatrixStack stack;
        trace_stack(trace, NULL, &stack);
        export_matrix(&stack, out);
        stack_finish(&stack);
        bytes_add_text(out, ",\n ");
    }
    bytes_add_text(out, "\"attend\":\"" ATTEND_VERSION "\"}\n");
}

void figure_state_weights(const StateWeights *weights, int count, Bytes *out)
{
    bool several = count > 1;
    bytes_add_text(out, several ? "{\"arrays\":[" : "{");
    for (int i = 0; i < count; i++) {
        bytes_add_text(out, !several ? "" : i ? ",\n {" : "{");
        add_member(out, "name", several ? weights[i].name : NULL);
        export_matrix(&weights[i].stack, out);
        bytes_add_text(out, several ? "}" : "");
    }
    bytes_printf(out, "%s,\n \"attend\":\"" ATTEND_VERSION "\"}\n", several ? "]" : "");
}

bool figure_state_takes(const StateWeights *weights, int count)
{
    enum { CARRIED_MOST = 100000 };
    size_t numbers = 0;
    bool blank = false;
    for (int i = 0; i < count; i++) {
        numbers += stack_count(&weights[i].stack);
        blank |= stack_has_blanks(&weights[i].stack);
    }
    return numbers <= CARRIED_MOST && !blank;
}

static const char *member_text(const cJSON *root, const char *name, Arena *arena)
{
    const cJSON *item = json_member(root, name);
    return cJSON_IsString(item) ? arena_string(arena, item->valuestring) : NULL;
}

bool figure_state_parse(Slice text, const char *path, Arena *arena, struct cJSON **kept, FigureState *out, Error *error)
{
    enum { VALUES_MOST = 400000 };
    Error inner = {0};
    cJSON *root = *kept = json_parse(text, VALUES_MOST, &inner);
    if (!root)
        return error_at(error, ERROR_FORMAT, path, 0, "carries what is no place of attend: %s", inner.message);
    *out = (FigureState){member_text(root, "place", arena), member_text(root, "model", arena),
                         cJSON_IsArray(json_member(root, "weights")) || cJSON_IsArray(json_member(root, "arrays"))};
    return out->place || out->matrix || error_at(error, ERROR_FORMAT, path, 0, "carries neither a place nor weights");
}
