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

/* The window's heatmap of the same sentence; of files the weights that are shown, with the target's words beside their
 * rows. */
static char *state_of(const HeatmapFiles *files, Arena *arena)
{
    const HeatmapData *data = files->of;
    Place place = {.view = VIEW_HEATMAP, .look = -1, .moment = -1};
    if (data->picture.trace)
        return picture_state(&data->picture, place, arena);
    Bytes text = {0};
    StateWeights *weights = ARENA_ARRAY(arena, StateWeights, (size_t)files->shown);
    for (int i = 0; i < files->shown; i++)
        weights[i] = (StateWeights){data[i].name, data[i].stack};
    if (!figure_state_takes(weights, files->shown))
        return NULL;
    for (int i = 0; i < files->shown; i++) {
        weights[i].stack.arena = (Arena){0};
        if (data[i].turned)
            stack_transpose(&weights[i].stack);
    }
    figure_state_weights(weights, files->shown, &text);
    for (int i = 0; i < files->shown; i++)
        arena_finish(&weights[i].stack.arena);
    return bytes_take(&text, arena);
}

/* One matrix, which stays where it is, under its name. */
static bool draw_one(const FigurePart *part, FigureLook look, int matrix, const char *name, const Type *type,
                     DrawList *list, Error *error)
{
    FigureReport report;
    MatrixStack one = *part->stack;
    FigurePart alone = {&one, NULL, part->gold, part->gold_count};
    int layer = matrix / one.heads, head = matrix % one.heads;
    one.values = stack_matrix(part->stack, layer, head);
    one.layer_names += layer;
    one.head_names += head;
    one.layers = one.heads = 1;
    look.title = look.title ? look.title : name;
    look.letters = false;
    return weights_figures(&alone, 1, &look, type, list, &report, error);
}

static int matrices(const HeatmapFiles *files, int part)
{
    return files->of[part].stack.layers * files->of[part].stack.heads;
}

/* A page of all matrices, in which one can be chosen. */
static bool export_each(const Call *call, const HeatmapFiles *files, const FigureLook *look, int count,
                        const ExportOptions *options, Error *error)
{
    const SentencePicture *picture = &files->of->picture;
    const char **names = ARENA_ARRAY(call->arena, const char *, (size_t)count + 1);
    DrawList *pages = ARENA_ARRAY(call->arena, DrawList, (size_t)count + 1);
    bool ok = true;
    pages[0] = picture->list;
    names[0] = said(look->language, W_FIGURE_ALL);
    for (int i = 0, at = 1; i < files->shown; i++)
        for (int j = 0; j < matrices(files, i) && ok; j++, at++) {
            const FigurePart *part = &files->parts[i];
            const char *name =
                part->titles ? part->titles[j] : figure_matrix_name(part->stack, j, look->language, call->arena);
            names[at] =
                look->letters ? arena_printf(call->arena, "%s %s", figure_letter(at - 1, call->arena), name) : name;
            ok = draw_one(part, *look, j, names[at], picture->type, &pages[at], error);
        }
    ok = ok && export_html(pages, count + 1, names, options, call->request.output, error);
    for (int i = 1; i <= count; i++)
        drawlist_finish(&pages[i]);
    return ok;
}

/* How many can be chosen: none where cells are so many that they are not drawn one by one. */
static int choosable(const HeatmapFiles *files)
{
    int count = 0;
    size_t cells = 0;
    for (int i = 0; i < files->shown; i++) {
        count += matrices(files, i);
        cells += stack_count(&files->of[i].stack);
    }
    return count > 1 && cells <= FIGURE_CELLS ? count : 0;
}

static bool draw(const Call *call, HeatmapFiles *files, Error *error)
{
    const Request *request = &call->request;
    HeatmapData *data = files->of;
    SentencePicture *picture = &data->picture;
    FigureLook look;
    FigureReport report;
    double scale;
    if (!heatmap_look(call, files, &look, &scale, error))
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
    if (!heatmap_face(call, picture->type, &look.face, error))
        return false;
    if (request->gloss)
        look.glosses = figure_glosses(&data->stack, &picture->view, call->arena);
    if (!weights_figures(files->parts, files->shown, &look, picture->type, &picture->list, &report, error))
        return false;
    tell_report(&report, &look, data->language);
    heatmap_tell_face(call, &picture->list, look.face, data->language);
    bool grid = stack_matrices(&data->stack) > 1;
    page_tell_height(request, data->language, picture->list.height, grid ? W_NOTE_TALL_GRID : W_NOTE_TALL);
    ExportOptions options = {(float)scale, request->embed_fonts, request->title ? request->title : files->title,
                             state_of(files, call->arena)};
    int count = look.told ? choosable(files) : 0;
    return count ? export_each(call, files, &look, count, &options, error)
                 : export_picture(&picture->list, request->output, &options, error);
}

static bool check(const Request *request, Error *error)
{
    int files = request->files.count;
    if (request->eraser >= 0 && request->of != ASK_ERASE)
        return error_set(error, ERROR_USAGE, "--eraser goes with --of erase");
    if (request->difference && files != 2)
        return error_set(error, ERROR_USAGE, "--difference is that of two files: it needs --from twice");
    return files < 2 || request->difference || !export_is_numbers(export_format(request->output))
           || error_at(error, ERROR_USAGE, request->output, 0,
                       "would hold the numbers of %d files; expected one, or --difference of two", files);
}

bool heatmap_run(const Call *call, Error *error)
{
    HeatmapFiles files = {0};
    const char *output = call->request.output;
    bool ok = check(&call->request, error) && heatmap_files_open(call, &files, error)
              && (export_is_numbers(export_format(output)) ? export_alignment(&files.of->stack, output, error)
                                                           : draw(call, &files, error));
    heatmap_files_close(&files);
    return ok;
}
