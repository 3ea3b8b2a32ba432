#include "scene/view/view.h"

View view_default(const Theme *theme, float width, float height)
{
    View view = {.width = width,
                 .height = height,
                 .theme = theme,
                 .speed = 1,
                 .pause = 0.5f,
                 .lesson_number = 1,
                 .lesson_count = 1};
    view.pointer = (Point){-1, -1};
    view.row_at = -1;
    view.field.text = "";
    return view;
}

const char *view_said(const View *view, Word word)
{
    return (view->by_finger ? said_without_keys : said)(view->language, word);
}

typedef struct ViewTraits {
    const char *tab[2]; /* by Language */
    bool wide;
} ViewTraits;

static const ViewTraits TRAITS[VIEW_KINDS] = {
#define VIEW(identifier, prefix, name, english, chinese, wide, input) {{english, chinese}, wide},
#include "lesson/views.def"
#undef VIEW
};

const char *view_tab(ViewKind kind, Language language)
{
    return TRAITS[kind].tab[language];
}

ViewKind view_marked(const View *view)
{
    return view->waiting.on && view->waiting.changes ? view->waiting.kind : view->kind;
}

bool view_is_wide(ViewKind kind)
{
    return TRAITS[kind].wide;
}

float view_type_least(const View *view)
{
    return view->present ? 9 : TYPE_TINY;
}

bool view_decodes(const View *view)
{
    return !view->model || model_is_whole(view->model);
}

bool view_offers(const View *view, ViewKind kind)
{
    if (kind == VIEW_WEIGHTS)
        return view->weights != NULL;
    if (!view_decodes(view))
        return kind == VIEW_DECODE || kind == VIEW_HEATMAP
               || (kind == VIEW_COMPARE && view->lesson && view->lesson->model_count > 1)
               || (kind == VIEW_BEAM && view->trace->beam)
               || (kind == VIEW_SELF_ATTENTION && view->trace->config.cell == CELL_SELF);
    return kind == view->kind || (view->lesson ? lesson_offers_view(view->lesson, kind) : kind <= VIEW_HEATMAP);
}

bool view_leaves_out(const View *view, MomentKind kind)
{
    bool attends = (kind >= MOMENT_QUERY && kind <= MOMENT_CONTEXT) || kind == MOMENT_COMBINE;
    return view->kind == VIEW_UNROLLED && config_in_step(&view->trace->config) && attends;
}

bool view_changes(const View *view)
{
    return view_decodes(view) && view->opening.stage == OPENING_NONE;
}
