/* Weights of any program that were dropped onto the window: they lie over the lesson until the person goes
 * back to it. */
#include "app/cursor.h"
#include "app/errands.h"
#include "app/hands.h"
#include "app/open.h"
#include "app/typing.h"
#include "app/weights_run.h"
#include "base/digits.h"
#include "base/names.h"
#include "export/weights_file.h"
#include "site/html.h"
#include "words/course_words.h"

#include <math.h>
#include <stdlib.h>

struct WeightsOver {
    Arena arena; /* of name and why */
    AppOptions options;
    WeightsFile file;
    WeightsRun *run;
};

static void finish(struct WeightsOver *over)
{
    weights_close(over->run);
    stack_set_finish(&over->file.set);
    arena_finish(&over->arena);
    free(over);
}

enum { TOLD_NUMBERS = 400 }; /* so many are read, as a table */

static void put_cell(Bytes *out, const char *kind, const char *text)
{
    bytes_printf(out, "<%s>", kind);
    html_text(out, text);
    bytes_printf(out, "</%s>", kind);
}

static void put_table(const MatrixStack *stack, Arena *arena, Bytes *out)
{
    char digits[DIGITS_SIZE];
    bytes_add_text(out, "<table>\n<tr><td></td>");
    for (int j = 0; j < stack->columns; j++)
        put_cell(out, "th", stack_word(stack, false, j, arena));
    for (int t = 0; t < stack->rows; t++) {
        bytes_add_text(out, "</tr>\n<tr>");
        put_cell(out, "th", stack_word(stack, true, t, arena));
        for (int j = 0; j < stack->columns; j++)
            put_cell(out, "td", digits_print(digits, (double)stack->values[t * stack->columns + j], 3));
    }
    bytes_add_text(out, "</tr>\n</table>\n");
}

/* For who listens to a page: what has come, in place of the lesson's card and its controls. */
static void announce(App *app)
{
    const StackSet *set = &app->weights->file.set;
    const MatrixStack *stack = &set->stacks[set->asked];
    Language language = app->view.language;
    const char *name = path_name(set->name),
               *size = arena_printf(&app->scratch, said(language, W_WEIGHTS_SIZE), stack->layers, stack->heads,
                                    stack->rows, stack->columns);
    Bytes card = {0};
    put_cell(&card, "h1", name);
    put_cell(&card, "p", size);
    if (stack->layers * stack->heads == 1 && stack->rows <= TOLD_NUMBERS / stack->columns)
        put_table(stack, &app->scratch, &card);
    bytes_add_text(&card, "<p>");
    html_press(&card, (Target){0}, "", said(language, W_BACK_TO_THE_LESSON)); /* whatever is pressed beside them */
    bytes_add_text(&card, "</p>\n");
    window_read(app->window, READ_CARD, LANGUAGE_NAMES[language], card.data);
    window_read(app->window, READ_CONTROLS, LANGUAGE_NAMES[language], "");
    window_read(app->window, READ_MESSAGE, LANGUAGE_NAMES[language], arena_printf(&app->scratch, "%s: %s", name, size));
    bytes_finish(&card);
}

/* Two columns of numbers could have been sentence pairs. */
static const char *taken_for_weights(const App *app, const char *path, const MatrixStack *stack)
{
    bool two = stack->layers * stack->heads == 1 && stack->columns + (stack->target != NULL) == 2;
    return two && path_check_ending(path, TABLE_ENDINGS, NULL) ? said(app->view.language, W_TWO_COLUMNS_OF_NUMBERS)
                                                               : NULL;
}

bool weights_over_open(App *app, const char *path, const char *why, Error *error)
{
    struct WeightsOver *over = heap_alloc(1, sizeof *over);
    path = over->file.name = arena_string(&over->arena, path);
    over->file.why = why ? arena_string(&over->arena, why) : NULL;
    if (!weights_file_open(path, NULL, &over->arena, &over->file.set, error)) {
        finish(over);
        return false;
    }
    weights_over_close(app);
    why = why ? why : taken_for_weights(app, path, &over->file.set.stacks[over->file.set.asked]);
    app_play(app, false);
    typing_end(app);
    over->options = app->options;
    over->options.language = (int)app->view.language;
    over->options.theme = (int)app->view.theme->kind;
    over->run = weights_open(&over->options, app->window, app->type, &over->file, 1);
    app->weights = over;
    announce(app);
    return true;
}

void weights_over_close(App *app)
{
    if (!app->weights)
        return;
    finish(app->weights);
    app->weights = NULL;
    app_set_title(app);
    said_forget(app);
    app->dirty = true;
}

static bool ends_program(const Event *event)
{
    return event->kind == EVENT_QUIT
           || (event->kind == EVENT_KEY && event->key.key == KEY_Q && event->modifiers.control);
}

/* What comes from outside is the program's: a file, a place, what a page around it asks for. */
static bool is_outside(EventKind kind)
{
    return kind == EVENT_DROP || kind == EVENT_PLACE || kind == EVENT_PRESS || kind == EVENT_PRINT;
}

bool weights_over_event(App *app, const Event *event)
{
    if (!app->weights || ends_program(event) || event->kind == EVENT_HIDE)
        return false;
    if (is_outside(event->kind)) {
        weights_over_close(app);
        return false;
    }
    weights_event(app->weights->run, event);
    if (weights_left(app->weights->run))
        weights_over_close(app);
    return true;
}

double weights_over_draw(App *app)
{
    double next = weights_draw(app->weights->run);
    return next < 0 ? INFINITY : next;
}
