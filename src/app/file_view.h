/* What views of a file have in common that lie over the lesson. Internal to app/. */
#ifndef APP_FILE_VIEW_H
#define APP_FILE_VIEW_H

#include "app/app_state.h"
#include "export/export.h"

void file_view_show(App *app, ViewKind kind);     /* nothing lies over it then; it is entered, though it was open */
void file_view_enter(App *app, const char *name); /* of the file, for the window's title */
void file_view_leave(App *app);
bool file_view_can_go_back(const App *app); /* Esc is for the view */

/* The row that is chosen behind a move that is not MOVE_PLAY, from 1; it may be one behind the last. */
int file_view_row(Move move, int row, int last);

/* A PNG and a PDF of that name that did not exist before, in `folder`. Returns what is told of it: their names, or what
 * went wrong; the arena's. */
const char *file_export(const DrawList *figure, const char *folder, const char *name, const ExportOptions *options,
                        Arena *arena);

#endif
