/* What a press or a key asks for besides: the course page, the place one is at, files, links. Internal to app/. */
#ifndef APP_ERRANDS_H
#define APP_ERRANDS_H

#include "app/app_state.h"
#include "export/export.h"

/* course_input.c */
void course_press(App *app, Target target); /* its button, or a lesson on the page */
void course_move(App *app, int key);        /* an arrow */
void course_wheel(App *app, float lines);
void course_reveal(App *app); /* scrolls until what has the focus is in sight */
bool course_is_open(const App *app);
void course_update(App *app);   /* before every frame: pictures of models that have come */
bool app_next_lesson(App *app); /* behind the last card of this one */
void app_close_course(App *app);

void app_take_file(App *app, const char *path); /* drop_input.c: a file or folder that was dropped onto the window */

/* here.c */
void app_share(App *app, int what);                /* ShareKind; a key */
char *app_here(App *app, Arena *arena);            /* the place, as app_go_to takes it */
char *app_here_for_others(App *app, Arena *arena); /* the same without a path of this machine */
/* or, where its files are still to come, when they are there */
bool app_go_to(App *app, const char *place, Error *error);
void app_check_model(App *app, const char *checksum); /* says so where the model on the stage is another; NULL: any */
/* Of any lesson, as the page's address has it. False: it does not fit, and is told; or it is waited for. */
bool app_visit(App *app, const char *place);
void app_resume(App *app, const char *text, bool look_only);
void app_remember(App *app);
void app_check_home(App *app); /* where nothing can be kept there, says so once, and nothing is */

/* export_files.c */
void exports_offer(App *app); /* the folders that Ctrl+E can write to: the desktop's and the working one */
void exports_choose(App *app, Target target);
void app_export(App *app, Target format); /* and its path lies on the clipboard */

void app_print(App *app); /* lesson_paper.c: the open lesson as HTML, for paper */

void app_open_link(App *app, Target target); /* card_link.c: of the open card */

#endif
