/* What is typed, as input methods and a browser's own field see it: where it is, all of it, and changes to
 * it from there. */
#include "app/class_room.h"
#include "app/typing.h"

void typing_select(App *app, int anchor, int caret, bool erase)
{
    if (class_types(app))
        class_select(app, anchor, caret, erase);
    else if (words_are_open(app))
        words_select(app, anchor, caret, erase);
    else if (app->view.field.active)
        field_select(app, anchor, caret, erase);
    else if (app->view.panel.typing)
        quiz_select(app, anchor, caret, erase);
}

static TypedText of_field(const Field *field)
{
    return (TypedText){.text = field->text, .anchor = field->anchor, .caret = field->caret};
}

/* The open text, and the target that marks it. */
static TypedText typed_text(const App *app, Target *target)
{
    TypedText typed = of_field(&app->view.field);
    *target = (Target){TARGET_FIELD, 0, 0, 0};
    if (class_types(app)) {
        typed = of_field(&app->view.class_page->field);
        typed.lines = true;
        target->kind = TARGET_PAIRS;
    } else if (words_are_open(app)) {
        typed = of_field(&app->view.words.search);
        typed.listed = true;
        target->kind = TARGET_SEARCH;
    } else if (!app->view.field.active) {
        const QuizAnswer *answer = &app->view.panel.quizzes[app->view.panel.typing - 1];
        typed = (TypedText){.text = answer->typed, .anchor = answer->caret, .caret = answer->caret, .number = true};
        *target = (Target){TARGET_NUMBER, (int16_t)(app->view.panel.typing - 1), 0, 0};
    }
    return typed;
}

void typing_show(App *app)
{
    Target target;
    if (!app_types(app)) {
        window_text_input(app->window, NULL);
        return;
    }
    TypedText typed = typed_text(app, &target);
    const DrawCommand *field = drawlist_marked(&app->list, target);
    const DrawCommand *caret = drawlist_marked(&app->list, (Target){TARGET_CARET, 0, 0, 0});
    typed.name = field ? field->mark.name : NULL;
    typed.place = caret ? caret->bounds : field ? field->bounds : (Box){0};
    window_text_input(app->window, &typed);
}
