/* How large a figure is, and its file. */
#include "cli/figure.h"
#include "cli/page_size.h"
#include "words/figures_words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_W       960
#define USUAL_H       720
#define LEAST_W       480 /* px that a view is laid out for on a narrow page, */
#define SHEET_H       560 /* and a panel of a sheet is high; */
#define BEATS_W       640 /* of beats, which have long formulas */
#define BEATS_H       480
#define TALL          1.45 /* of its width: the room down a page of no preset */
#define SMALLER       1.6f /* how much smaller a page may be than what is laid out for it */
#define TYPE_SMALL_PT 5.0f
#define EDGE          10.0f /* px over and under what is drawn, before it is made smaller */

enum { WIDTH_LEAST = 320, WIDTH_MOST = 8192 };

static bool is_number(const char *text)
{
    return !text[strspn(text, " +-.0123456789")];
}

/* A number alone is px that the figure is laid out for. */
static bool read_width(const char *text, FigurePage *page, Error *error)
{
    char *end;
    if (!is_number(text))
        return page_length("width", text, PAGE_SIDES, &page->page, error);
    long width = strtol(text, &end, 10);
    page->width = (int)width;
    return (end > text && !*end && width >= WIDTH_LEAST && width <= WIDTH_MOST)
           || error_set(error, ERROR_USAGE,
                        "--width needs a whole number from %d to %d, or a length such as 84mm, not '%s'", WIDTH_LEAST,
                        WIDTH_MOST, text);
}

bool figure_page(const Request *request, FigurePage *out, Error *error)
{
    *out = (FigurePage){.width = USUAL_W, .height = USUAL_H};
    if (request->preset >= 0)
        out->page = page_preset(request->preset).width;
    if (request->page_width && !read_width(request->page_width, out, error))
        return false;
    if (out->page > 0) {
        out->width = (int)fminf(USUAL_W, fmaxf(LEAST_W, roundf(out->page * SMALLER)));
        out->room = request->preset >= 0 ? page_preset(request->preset).height : (float)(TALL * (double)out->page);
    }
    bool sheet = out->page > 0 && figure_is_sheet(request), beats = request->view == VIEW_SELF_ATTENTION;
    if (sheet)
        out->width = beats ? BEATS_W : LEAST_W, out->height = beats ? BEATS_H : SHEET_H;
    else if (out->page > 0)
        out->height = (int)fminf(USUAL_H, out->room * (float)out->width / out->page);
    if (request->height)
        out->height = request->height;
    out->scale = page_scale(request, out->page > 0);
    out->ground = page_ground(request, out->page > 0);
    return true;
}

void figure_draw(View *view, const Type *type, DrawList *list)
{
    enum { TRIES = 8 }; /* not all of what is added is the columns' */
    float more = scene_stage_figure(view, type, list),
          *side = view_has(view->kind, GOES_DOWN) ? &view->height : &view->width;
    for (int i = 0; i < TRIES && more > 0.5f; i++) {
        *side += ceilf(more);
        more = scene_stage_figure(view, type, list);
    }
}

/* pt of the smallest word that is no formula. */
static float smallest_type(const DrawList *list)
{
    float least = INFINITY;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        bool word =
            command->kind == DRAW_TEXT && (command->text.face == FACE_SANS || command->text.face == FACE_SANS_BOLD);
        least = word ? fminf(least, command->text.size * 0.75f) : least;
    }
    return least;
}

static bool write_list(const Call *call, const FigurePage *page, const View *view, const DrawList *list,
                       const char *state, Error *error)
{
    const Request *request = &call->request;
    ExportOptions options = {(float)page->scale, request->embed_fonts, view->field.text, state};
    Bytes text = {0};
    if (list->cut)
        output_note("%s", said(view->language, W_NOTE_WORDS_CUT));
    if (!export_picture(list, request->output, &options, error))
        return false;
    if (!request->dump)
        return true;
    drawlist_print(list, &text);
    return output_write(&text, error);
}

/* The part of the picture that becomes the figure: on a page it ends below the last thing drawn. Pictures of moments,
 * which are shown one after another, keep one height. */
static Box cut_of(const Call *call, const View *view, const DrawList *list)
{
    Box whole = {0, 0, list->width, list->height}, ink = drawlist_painted(list);
    bool moments = view_has(view->kind, HAS_STAGE) || (view->trace && view->trace->head_told > 0);
    if (call->request.height || moments || ink.h <= 0)
        return whole;
    return box_intersect(whole, (Box){0, ink.y - EDGE, list->width, ink.h + 2 * EDGE});
}

bool figure_write(const Call *call, const FigurePage *page, const View *view, DrawList *list, const char *state,
                  Error *error)
{
    list->ground = page->ground;
    if (page->page <= 0)
        return write_list(call, page, view, list, state, error);
    DrawList small = {0};
    float scale = page->page / list->width;
    Box cut = cut_of(call, view, list);
    drawlist_reset(&small, list->type, page->page, cut.h * scale, list->ground);
    drawlist_append_scaled(&small, list, (Point){0, -cut.y * scale}, scale);
    float type = smallest_type(&small);
    if (type < TYPE_SMALL_PT - 0.05f) /* not where it is printed as 5.0 */
        output_note(said(view->language, W_NOTE_SMALL_TYPE), page->page / PX_PER_MM, (double)type);
    page_tell_height(&call->request, view->language, small.height, W_NOTE_TALL);
    bool ok = write_list(call, page, view, &small, state, error);
    drawlist_finish(&small);
    return ok;
}
