#include "moving.h"

#include "scene/view/window_layout.h"

const char *const SENTENCE_TEXTS[SENTENCES] = {
    [SENTENCE_SHORT] = "cat chase mouse",
    [SENTENCE_MIDDLE] = "the book that Tom likes is new",
    [SENTENCE_LONG] =
        ("the small cat that chased the big mouse in the garden yesterday saw the black dog and the teacher "
         "that drew two books on the table today"),
    [SENTENCE_UNKNOWN] = "the hippopotamusologists 老虎 chase a w\xC3\xBCrstchen",
    [SENTENCE_ONE] = "mouse",
};

static long taken;

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

void *__wrap_malloc(size_t size)
{
    taken++;
    return __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size)
{
    taken++;
    return __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    taken++;
    return __real_realloc(old, size);
}

long heap_count(void)
{
    return taken;
}

void moving_open(Moving *moving, const char *model)
{
    *moving = (Moving){0};
    Error error = {0};
    const char *root = getenv("ATTEND_DATA");
    assert_non_null(root);
    moving->type = type_open(path_join(&moving->arena, root, "assets/fonts"), &error);
    expect_ok(moving->type != NULL, &error);
    moving->lesson = lesson_load(path_join(&moving->arena, root, "lessons/05-cat-chase-mouse"), &error);
    expect_ok(moving->lesson != NULL, &error);
    expect_ok(model_load(path_join(&moving->arena, root, model), &moving->model, &error), &error);
    for (int i = 0; i < SENTENCES; i++) {
        moving->traces[i] = trace_decode(&moving->model, slice_of(SENTENCE_TEXTS[i]), NULL, &error);
        expect_ok(moving->traces[i] != NULL, &error);
    }
}

void moving_close(Moving *moving)
{
    for (int i = 0; i < SENTENCES; i++)
        trace_destroy(moving->traces[i]);
    drawlist_finish(&moving->list);
    model_finish(&moving->model);
    lesson_destroy(moving->lesson);
    type_close(moving->type);
    arena_finish(&moving->arena);
}

View moving_view(const Moving *moving, Sentence sentence, float width, float height)
{
    View view = view_default(theme_get(THEME_LIGHT), width, height);
    view.trace = moving->traces[sentence];
    view.model = &moving->model;
    view.lesson = moving->lesson;
    view.course.number = view.course.count = moving->lesson->order;
    view.field.text = SENTENCE_TEXTS[sentence];
    view.field.caret = view.field.anchor = (int)strlen(view.field.text);
    return view;
}

void moving_captions(View *view, bool on)
{
    view->window.captions = on;
    if (on && (window_upright(view) || window_lying(view)))
        view->height += WINDOW_CAPTION_H;
}

void moving_draw(Moving *moving, const View *view)
{
    scene_window(view, moving->type, &moving->list);
}

const char *command_text(const DrawCommand *command, char out[SAID_BYTES])
{
    size_t length = 0;
    for (int i = 0; command->kind == DRAW_TEXT && i < command->text.count && length + 5 < SAID_BYTES; i++)
        length += utf8_put(out + length, command->text.letters[i].codepoint);
    out[length] = '\0';
    return out;
}

float command_type(const DrawCommand *command)
{
    char text[SAID_BYTES];
    bool number = strspn(command_text(command, text), "0123456789.<>\xE2\x88\x92") == strlen(text);
    return command->text.size / (number ? 0.9f : 1);
}

bool command_says(const DrawCommand *command, const char *wanted)
{
    char text[SAID_BYTES];
    return command->kind == DRAW_TEXT && strcmp(command_text(command, text), wanted) == 0;
}

bool moving_says(const Moving *moving, const char *wanted)
{
    for (int i = 0; i < moving->list.count; i++)
        if (command_says(&moving->list.commands[i], wanted))
            return true;
    return false;
}

Bytes moving_text(Moving *moving, const View *view)
{
    Bytes text = {0};
    moving_draw(moving, view);
    drawlist_print(&moving->list, &text);
    return text;
}
