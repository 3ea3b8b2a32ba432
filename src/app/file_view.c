#include "app/file_view.h"

#include "app/cursor.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/view_input.h"
#include "base/file.h"

void file_view_show(App *app, ViewKind kind)
{
    words_close(app);
    app->view.overlay = OVERLAY_NONE;
    app_show_view(app, kind);
    app_enter_view(app);
}

void file_view_enter(App *app, const char *name)
{
    app_play(app, false);
    app->view.stage.scroll = 0;
    app->view.window.caption = NULL;
    window_title(app->window, arena_printf(&app->scratch, "attend: %s", name));
}

bool file_view_can_go_back(const App *app)
{
    return app->view.focus.kind == TARGET_NONE && !app->view.window.present;
}

void file_view_leave(App *app)
{
    app->view.window.caption = NULL;
    app->caption.trace = NULL;
    app_set_title(app);
}

int file_view_row(Move move, int row, int last)
{
    if (move == MOVE_START || move == MOVE_END)
        return move == MOVE_START ? 1 : last;
    bool on = move == MOVE_ON || move == MOVE_STEP_ON;
    return on ? row + 1 : row > 1 ? row - 1 : 1;
}

static bool is_taken(const char *stem, Arena *arena)
{
    return file_exists(arena_printf(arena, "%s.png", stem)) || file_exists(arena_printf(arena, "%s.pdf", stem));
}

const char *file_export(const DrawList *figure, const char *folder, const char *name, const ExportOptions *options,
                        Arena *arena)
{
    Error error = {0};
    char *first = path_join(arena, folder, name), *stem = first;
    for (int i = 2; is_taken(stem, arena); i++)
        stem = arena_printf(arena, "%s-%d", first, i);
    bool ok = export_picture(figure, arena_printf(arena, "%s.png", stem), options, &error)
              && export_picture(figure, arena_printf(arena, "%s.pdf", stem), options, &error);
    return ok ? arena_printf(arena, "%s.png, %s.pdf", stem, path_name(stem)) : arena_string(arena, error_text(&error));
}
