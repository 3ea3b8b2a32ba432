#include "cli/page_size.h"

#include "base/digits.h"
#include "cli/cli.h"
#include "export/export.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const LengthRange PAGE_SIDES = {10 * PX_PER_MM, 5000 * PX_PER_MM};

/* The width and height of text in the templates of 2024, of a page A4, and of slides (16:9) and posters; `pt` of the
 * type. */
static const struct {
    double width, height, pt; /* mm, mm */
} PRESETS[] = {{77, 247, 8},    {160, 247, 8}, {139.7, 228.6, 8}, {88.9, 235, 8},
               {181.9, 235, 8}, {170, 257, 8}, {240, 135, 18},    {600, 800, 36}};
const char *const PRESET_NAMES[] = {"acl-column", "acl-page", "neurips", "ieee-column", "ieee-page",
                                    "a4",         "slide",    "poster",  NULL};

static const struct {
    const char *name;
    double px;
} UNITS[] = {{"mm", PX_PER_MM}, {"cm", 10 * PX_PER_MM}, {"in", 96}, {"pt", 96.0 / 72}, {"px", 1}};

PagePreset page_preset(int index)
{
    return (PagePreset){(float)(PRESETS[index].width * PX_PER_MM), (float)(PRESETS[index].height * PX_PER_MM),
                        (float)(PRESETS[index].pt / 0.75)};
}

bool page_length(const char *option, const char *text, LengthRange range, float *px, Error *error)
{
    char *end;
    double number = strtod(text, &end), length = 0, least = range.least, most = range.most;
    for (size_t i = 0; end > text && i < sizeof UNITS / sizeof *UNITS; i++)
        if (strcmp(end + strspn(end, " "), UNITS[i].name) == 0)
            length = number * UNITS[i].px;
    *px = (float)length;
    char shown[4][DIGITS_SIZE];
    return (isfinite(length) && length >= least && length <= most)
           || error_set(error, ERROR_USAGE,
                        "--%s needs a length in mm, cm, in, pt or px from %s mm to %s mm (%s pt to %s pt), such as %s, "
                        "not '%s'",
                        option, digits_print(shown[0], least / PX_PER_MM, 3),
                        digits_print(shown[1], most / PX_PER_MM, 3), digits_print(shown[2], least * 0.75, 3),
                        digits_print(shown[3], most * 0.75, 3), least < 20 ? "8pt" : "84mm", text);
}

const char *const BACKGROUND_NAMES[] = {"paper", "white", "none", NULL};
enum { GROUND_PAPER, GROUND_WHITE, GROUND_NONE };

/* Does the figure go into a page, whose own ground is behind it? */
static bool goes_into_page(const Request *request, bool sized)
{
    ExportFormat format = export_format(request->output);
    return sized || format == EXPORT_TIKZ || format == EXPORT_EPS;
}

Color page_ground(const Request *request, bool sized)
{
    bool paper = !goes_into_page(request, sized) || request->theme == THEME_DARK;
    int ground = request->background >= 0 ? request->background : paper ? GROUND_PAPER : GROUND_NONE;
    Color none = {0};
    return ground == GROUND_PAPER   ? theme_get((ThemeKind)request->theme)->paper
           : ground == GROUND_WHITE ? color_hex(0xFFFFFF)
                                    : none;
}

void page_tell_height(const Request *request, Language language, float height, Word note)
{
    if (request->preset < 0)
        return;
    float room = page_preset(request->preset).height;
    if (height > room)
        output_note(said(language, note), (double)height / PX_PER_MM, PRESET_NAMES[request->preset],
                    (double)room / PX_PER_MM);
}

double page_scale(const Request *request, bool sized)
{
    enum { SIZED_DPI = 300, USUAL = 2 };
    return request->dpi > 0     ? request->dpi / 96
           : request->scale > 0 ? request->scale
           : sized              ? SIZED_DPI / 96.0
                                : USUAL;
}
