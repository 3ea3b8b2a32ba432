/* make_model_seeds FOLDER: writes the models of which the committed seeds of fuzz_model were made. */
#include "../model/small.h"

#include "base/file.h"

static bool make(const char *folder, const char *name, Model model, AttentionKind attention, bool bidirectional,
                 Error *error)
{
    Arena arena = {0};
    model.config.attention = attention;
    model.config.bidirectional = bidirectional;
    model.note.present = bidirectional;
    small_layout(&model);
    bool ok = model_save(&model, path_join(&arena, folder, name), error);
    model_finish(&model);
    arena_finish(&arena);
    return ok;
}

int main(int count, char **arguments)
{
    const char *folder = count == 2 ? arguments[1] : ".";
    Error error = {0};
    if (make(folder, "bahdanau.safetensors", small_model(), ATTENTION_BAHDANAU, true, &error)
        && make(folder, "none.safetensors", small_model(), ATTENTION_NONE, false, &error)
        && make(folder, "uniform.safetensors", small_model(), ATTENTION_UNIFORM, true, &error)
        && make(folder, "pieces.safetensors", small_pieces(), ATTENTION_NONE, false, &error))
        return 0;
    fprintf(stderr, "%s\n", error_text(&error));
    return 1;
}
