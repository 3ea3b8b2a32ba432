/* What the figure of attend heatmap looks like: lengths, colours, presets. */
#include "base/digits.h"
#include "cli/heatmap.h"
#include "cli/page_size.h"
#include "words/figures_words.h"

#include <math.h>
#include <string.h>

#define PALE 0.5f /* less than half of the colours */

const char *const HEATMAP_FORMS[] = {"cells", "arcs", NULL};
const char *const BAR_NAMES[] = {"below", "right", "none", NULL};
const char *const ANGLE_NAMES[] = {"0", "45", "90", NULL};

static bool read_digits(const char *text, int *out, Error *error)
{
    *out = strcmp(text, "none") == 0                      ? DIGITS_NONE
           : text[0] >= '0' && text[0] <= '6' && !text[1] ? text[0] - '0'
                                                          : DIGITS_FIT;
    return *out != DIGITS_FIT
           || error_set(error, ERROR_USAGE, "--digits needs a number from 0 to 6, or none, not '%s'", text);
}

/* Of all panels. */
static void range_of(const HeatmapFiles *files, bool shares, float *low, float *high)
{
    *low = INFINITY, *high = -INFINITY;
    for (int i = 0; i < files->shown; i++) {
        float least, most;
        stack_range(&files->of[i].stack, shares, &least, &most);
        *low = fminf(*low, least), *high = fmaxf(*high, most);
    }
}

static float largest(const HeatmapFiles *files)
{
    float low, high;
    range_of(files, false, &low, &high);
    return high;
}

/* The one that says which map all have: one with signed numbers, if there is any. */
static const MatrixStack *leading(const HeatmapFiles *files)
{
    for (int i = 0; i < files->shown; i++)
        if (files->of[i].stack.is_signed)
            return &files->of[i].stack;
    return &files->of->stack;
}

/* The range of the colours: 0 to 1 for shares that are not all small; else what is given, and for the rest
 * what is there, or on the other side of the middle as much. */
static bool choose_range(const Request *request, const HeatmapFiles *files, FigureLook *look, Error *error)
{
    float low, high;
    const MatrixStack *stack = leading(files);
    bool shares = heatmap_shares(request, stack);
    look->center = (float)request->center_color;
    range_of(files, shares, &low, &high);
    if (isinf(request->most_color))
        high = largest(files);
    if (heatmap_map(request, stack) == MAP_DIVERGING) {
        double given = isfinite(request->most_color) ? request->most_color : request->least_color;
        float extent = isnan(given) ? 0 : fabsf((float)given - look->center);
        if (extent == 0)
            extent = fmaxf(fmaxf(high - look->center, look->center - low), 1e-6f);
        low = look->center - extent;
        high = look->center + extent;
    }
    look->least = isnan(request->least_color) ? low : (float)request->least_color;
    look->most = isfinite(request->most_color) ? (float)request->most_color : high;
    if (look->most <= look->least && !isfinite(request->most_color))
        look->most = look->least + 1;
    char least[DIGITS_SIZE], most[DIGITS_SIZE];
    return look->most > look->least
           || error_set(error, ERROR_USAGE, "--min %s and --max %s leave no range for the colours",
                        digits_print(least, (double)look->least, 6), digits_print(most, (double)look->most, 6));
}

static bool choose_size(const Request *request, FigureLook *look, Error *error)
{
    if (request->preset >= 0) {
        PagePreset preset = page_preset(request->preset);
        look->width = preset.width;
        look->tall = preset.height;
        look->size = preset.size;
    }
    if (request->page_height && !request->page_width && request->preset < 0)
        return error_set(error, ERROR_USAGE, "--height goes with --width or --for");
    return (!request->page_width || page_length("width", request->page_width, PAGE_SIDES, &look->width, error))
           && (!request->page_height || page_length("height", request->page_height, PAGE_SIDES, &look->height, error))
           && (!request->font_size
               || page_length("font-size", request->font_size, (LengthRange){3 / 0.75, 300 / 0.75}, &look->size,
                              error));
}

/* Where shares are small, and the full colour is that of 1, nobody sees which are larger. */
static void tell_pale(const Request *request, const HeatmapFiles *files, const FigureLook *look)
{
    char shown[DIGITS_SIZE];
    bool usual = heatmap_shares(request, leading(files)) && isnan(request->most_color) && request->gamma == 1;
    float most = usual && !look->arcs && look->most == 1 ? largest(files) : 1;
    if (most > 0 && most < PALE)
        output_note(said(look->language, W_NOTE_PALE), digits_print(shown, (double)most, 2));
}

static bool check_arcs(const Request *request, const HeatmapFiles *files, const FigureLook *look, Error *error)
{
    if (files->shown > 1)
        return error_set(error, ERROR_USAGE, "--as arcs shows the weights of one file, and there are %d", files->shown);
    if (look->signs)
        return error_set(error, ERROR_USAGE,
                         "arcs are as wide as weights; the numbers of %s%s are signed, and want cells",
                         request->of == ASK_ATTENTION ? "" : "--of ",
                         request->of == ASK_ATTENTION ? files->of->stack.name : CAUSE_QUESTIONS[request->of]);
    if (request->gamma != 1)
        return error_set(error, ERROR_USAGE, "--gamma is for the colours of cells: arcs are as wide as their weights");
    return request->map != MAP_DIVERGING
           || error_set(
               error, ERROR_USAGE,
               "arcs are as wide as their weights, which --map diverging takes for signed: choose another map");
}

bool heatmap_look(const Call *call, const HeatmapFiles *files, FigureLook *out, double *scale, Error *error)
{
    const Request *request = &call->request;
    const Theme *theme = theme_get((ThemeKind)request->theme);
    const HeatmapData *data = files->of;
    const MatrixStack *stack = leading(files);
    const char *caption = request->caption ? request->caption : files->caption;
    *out = (FigureLook){.theme = theme,
                        .gamma = (float)request->gamma,
                        .map = heatmap_map(request, stack),
                        .digits = request->no_values ? DIGITS_NONE : DIGITS_FIT,
                        .signs = stack->is_signed,
                        .shares = data->picture.trace && heatmap_shares(request, stack),
                        .threshold = (float)request->threshold,
                        .cell = (float)request->cell,
                        .angle = request->angle >= 0 ? 45 * request->angle : -1,
                        .bare = request->no_labels,
                        .language = data->language,
                        .title = request->title,
                        .xlabel = request->xlabel,
                        .ylabel = request->ylabel,
                        .caption = caption && *caption ? caption : NULL,
                        .bar = (FigureBar)request->bar,
                        .arcs = request->as == HEATMAP_ARCS,
                        .turned = data->turned,
                        .maxima = request->maxima,
                        .letters = files->letters,
                        .unknown = data->unknown};
    if (out->arcs && !check_arcs(request, files, out, error))
        return false;
    if ((request->digits && !read_digits(request->digits, &out->digits, error)) || !choose_size(request, out, error)
        || !choose_range(request, files, out, error))
        return false;
    tell_pale(request, files, out);
    out->ground = page_ground(request, out->width > 0);
    *scale = page_scale(request, out->width > 0);
    return true;
}
