#include "site/window_html.h"

#include "base/digits.h"
#include "scene/views/curves/view_curves.h"
#include "scene/views/weights/view_weights.h"
#include "site/card_html.h"
#include "words/common_words.h"
#include "words/keys_words.h"

#include <string.h>

enum { TOLD_NUMBERS = 400 }; /* so many weights are read, as a table */

bool window_shows_stage(const View *view)
{
    return view->opening.stage == OPENING_NONE && view->overlay != OVERLAY_COURSE && view->overlay != OVERLAY_CLASS
           && view->overlay != OVERLAY_HELP;
}

bool window_shows_card(const View *view)
{
    return window_shows_stage(view) && view_is_of_lesson(view->kind) && view->lesson
           && view->card < view->lesson->card_count;
}

/* The page of keys: a heading, or the keys, a tab, and what they do. */
static void put_help(Language language, Bytes *out)
{
    html_element(out, "h2", said(language, W_HELP));
    for (Word word = W_KEYS_OF_TIME; word <= W_KEY_QUIT; word++) {
        const char *line = said(language, word);
        size_t keys = strcspn(line, "\t");
        if (!line[keys]) {
            bytes_add_text(out, word == W_KEYS_OF_TIME ? "<h3>" : "</dl>\n<h3>");
            html_text(out, line);
            bytes_add_text(out, "</h3>\n<dl>\n");
            continue;
        }
        bytes_add_text(out, "<dt>");
        html_slice(out, (Slice){line, keys});
        html_within(out, "</dt><dd>", line + keys + 1, "</dd>\n");
    }
    bytes_add_text(out, "</dl>\n");
}

static void put_table(const MatrixStack *stack, Arena *arena, Bytes *out)
{
    char digits[DIGITS_SIZE];
    bytes_add_text(out, "<table>\n<tr><td></td>");
    for (int j = 0; j < stack->columns; j++)
        html_element(out, "th", stack_word(stack, false, j, arena));
    for (int t = 0; t < stack->rows; t++) {
        bytes_add_text(out, "</tr>\n<tr>");
        html_element(out, "th", stack_word(stack, true, t, arena));
        for (int j = 0; j < stack->columns; j++)
            html_element(out, "td", digits_print(digits, (double)stack->values[t * stack->columns + j], 3));
    }
    bytes_add_text(out, "</tr>\n</table>\n");
}

static void put_weights(const View *view, Arena *arena, Bytes *out)
{
    const MatrixStack *stack = view->weights->stack;
    html_element(out, "h1", weights_title(view, arena));
    html_element(out, "p", weights_size(view, arena));
    if (stack_matrices(stack) == 1 && stack->rows <= TOLD_NUMBERS / stack->columns)
        put_table(stack, arena, out);
}

/* Of a log the numbers of each epoch. */
static void put_log(const View *view, Arena *arena, Bytes *out)
{
    const EpochRows *log = &view->curves->log;
    html_element(out, "h1", view->curves->name);
    html_element(out, "p", curves_size(view, arena));
    for (int i = 1; i <= log->count && log->count * EPOCH_COLUMNS <= TOLD_NUMBERS; i++)
        html_element(out, "p", curves_row_told(view, i, arena));
}

void window_html(Bytes *out, const View *seen, Arena *arena)
{
    const Lesson *lesson = seen->lesson;
    Language language = seen->language;
    if (!view_is_of_lesson(seen->kind)) {
        (seen->kind == VIEW_WEIGHTS ? put_weights : put_log)(seen, arena, out);
        return;
    }
    bytes_add_text(out, "<h1>");
    if (seen->course.count > 0)
        bytes_printf(out, "%d · ", lesson->order);
    html_text(out, lesson->title[language]);
    bytes_add_text(out, "</h1>\n");
    if (seen->overlay == OVERLAY_HELP)
        put_help(language, out);
    if (!window_shows_card(seen))
        return;
    bytes_printf(out, "<h2>%d. ", seen->card + 1);
    html_text(out, lesson_card(lesson, seen->card)->title[language]);
    bytes_add_text(out, "</h2>\n");
    card_html(out, &(CardPage){.view = seen, .arena = arena, .asks = CARD_PRESSES});
    bytes_add_text(out, "<p>");
    if (seen->course.path) {
        const char *at = scene_path_at(seen, true, arena);
        html_text(out, scene_path_name(seen, arena));
        html_within(out, " · ", at ? at : said(language, W_PATH_BESIDE), "</p>\n<p>");
    }
    if (scene_has_back(seen))
        html_press(out, (Target){TARGET_CARD_BACK, 0, 0, 0}, "", said(language, W_BACK));
    html_press(out, (Target){TARGET_CARD_NEXT, 0, 0, 0}, "", said(language, scene_next_card(seen)));
    bytes_add_text(out, "</p>\n");
}
