#include "scene/view/view.h"

#include "lesson/progress.h"

#include <string.h>

View view_default(const Theme *theme, float width, float height)
{
    View view = {.width = width,
                 .height = height,
                 .theme = theme,
                 .play.speed = 1,
                 .play.pause = 0.5f,
                 .course.number = 1,
                 .course.count = 1};
    view.pointer = (Point){-1, -1};
    view.self.at = -1;
    view.pair.all = true;
    view.field.text = "";
    return view;
}

const char *view_said(const View *view, Word word)
{
    return (view->window.by_finger ? said_without_keys : said)(view->language, word);
}

ViewKind view_marked(const View *view)
{
    return view->awaited.on && view->awaited.changes ? view->awaited.kind : view->kind;
}

bool view_decodes(const View *view)
{
    return !view->model || model_is_whole(view->model);
}

const Trace *view_other_words(const View *view)
{
    const Trace *own = view->own, *trace = view->trace;
    bool other = false;
    for (int j = 0; own && own->n == trace->n && j < trace->n; j++)
        other = other || strcmp(own->source[j], trace->source[j]) != 0;
    return other ? own : NULL;
}

/* Does the trace alone, without the model, have what that view shows? */
static bool trace_offers(const View *view, ViewTrace needs)
{
    const bool has[] = {[TRACE_ANY] = true,
                        [TRACE_TWO] = view->lesson && view->lesson->model_count > 1,
                        [TRACE_BEAM] = view->trace->beam != NULL,
                        [TRACE_SELF] = view->trace->config.cell == CELL_SELF};
    return has[needs];
}

bool view_offers(const View *view, ViewKind kind)
{
    if (!view_is_of_lesson(kind))
        return kind == VIEW_WEIGHTS ? view->weights != NULL : view->curves != NULL;
    if (!view_decodes(view))
        return trace_offers(view, VIEW_INFO[kind].trace);
    return kind == view->kind || lesson_offers_view(view->lesson, kind);
}

bool view_leaves_out(const View *view, MomentKind kind)
{
    bool attends = (kind >= MOMENT_QUERY && kind <= MOMENT_CONTEXT) || kind == MOMENT_COMBINE;
    return view->kind == VIEW_UNROLLED && config_in_step(&view->trace->config) && attends;
}

bool view_written(const View *view)
{
    return view->self.written && config_is_transformer(&view->trace->config);
}

bool view_changes(const View *view)
{
    return view_decodes(view) && view->opening.stage == OPENING_NONE;
}

bool view_plays(const View *view)
{
    return view->own && !view->words.tries && view->lesson && view->card < view->lesson->card_count
           && view_is_of_lesson(view->kind) && view->opening.stage == OPENING_NONE && !view->window.embedded
           && !card_asks_change(&view->lesson->cards[view->card]);
}
