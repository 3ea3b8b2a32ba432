/* attend heatmap: weights as a picture or as numbers. */
#include "cli/heatmap.h"
#include "cli/page_size.h"

#include "export/figure_state.h"
#include "words/figures_words.h"

static void tell_report(const FigureReport *report, const FigureLook *look, Language language)
{
    if (report->smaller)
        output_note(said(language, W_NOTE_SMALLER_TYPE), (double)(report->size * 0.75f),
                    (double)look->width * 25.4 / 96);
    if (look->digits >= 0 && !look->arcs && report->numbers == 0 && report->pooled == 0)
        output_note(said(language, W_NOTE_NO_DIGITS), look->digits);
    if (report->pooled)
        output_note(said(language, W_NOTE_POOLED), report->pooled, report->pooled);
    if (report->cut)
        output_note("%s", said(language, W_NOTE_WORDS_CUT));
}

static const char **words_of(const MatrixStack *stack, bool target, Arena *arena)
{
    int count = target ? stack->rows : stack->columns;
    const char **words = ARENA_ARRAY(arena, const char *, (size_t)count);
    for (int i = 0; i < count; i++)
        words[i] = stack_word(stack, target, i, arena);
    return words;
}

/* The window's heatmap of the same sentence; of a file the weights that are shown, where they are one matrix of a
 * sentence's size and without blank cells, with the target's words beside their rows. */
static char *state_of(const HeatmapData *data, Arena *arena)
{
    enum { CARRIED_MOST = 100000 };
    MatrixStack stack = data->stack;
    Place place = {.view = VIEW_HEATMAP, .look = -1, .moment = -1};
    if (data->picture.trace)
        return picture_state(&data->picture, place, arena);
    if (stack_count(&stack) > CARRIED_MOST || stack.layers * stack.heads > 1 || stack_has_blanks(&stack))
        return NULL;
    Bytes text = {0};
    stack.arena = (Arena){0};
    if (data->turned)
        stack_transpose(&stack);
    Trace *trace = trace_of_weights(words_of(&stack, false, arena), stack.columns, words_of(&stack, true, arena),
                                    stack.rows, stack.values);
    figure_state_print(NULL, NULL, trace, &text);
    trace_destroy(trace);
    arena_finish(&stack.arena);
    return bytes_take(&text, arena);
}

static bool draw(const Call *call, HeatmapData *data, Error *error)
{
    const Request *request = &call->request;
    SentencePicture *picture = &data->picture;
    FigureLook look;
    FigureReport report;
    double scale;
    if (!heatmap_look(call, data, &look, &scale, error))
        return false;
    look.told = export_format(request->output) == EXPORT_HTML;
    if (request->gloss && !picture->trace)
        return error_set(error, ERROR_USAGE, "--gloss needs a lesson: weights alone have no glossary");
    if (request->gloss && (look.arcs || look.turned))
        return error_set(error, ERROR_USAGE, "--gloss goes with a map, not with %s",
                         look.arcs ? "arcs" : "--transpose");
    if (!(picture->trace ? picture_begin(call, picture, 0, 0, error)
                         : (picture->type = picture_fonts(call->arena, error)) != NULL))
        return false;
    if (request->gloss)
        look.glosses = figure_glosses(&data->stack, &picture->view, call->arena);
    if (!weights_figure(&data->stack, &look, picture->type, &picture->list, &report, error))
        return false;
    tell_report(&report, &look, data->language);
    bool grid = data->stack.layers * data->stack.heads > 1;
    page_tell_height(request, data->language, picture->list.height, grid ? W_NOTE_TALL_GRID : W_NOTE_TALL);
    ExportOptions options = {(float)scale, request->embed_fonts, request->title ? request->title : data->title,
                             state_of(data, call->arena)};
    return export_picture(&picture->list, request->output, &options, error);
}

bool heatmap_run(const Call *call, Error *error)
{
    HeatmapData data;
    OpenFile file = {0};
    const char *output = call->request.output;
    ExportFormat format = export_format(output);
    if (call->request.eraser >= 0 && call->request.of != ASK_ERASE)
        return error_set(error, ERROR_USAGE, "--eraser goes with --of erase");
    bool ok = heatmap_open(call, &file, &data, error)
              && (export_is_numbers(format) ? export_alignment(&data.stack, output, error) : draw(call, &data, error));
    heatmap_close(&data);
    opened_finish(&file);
    return ok;
}
