/* Where things lie in the window, for run.sh: every mark of the picture that the program draws, one a line in the order
 * of Tab, as "kind a b x y focusable", x and y the middle of it. What is marked twice is one stop of Tab, the first.
 *
 *   where ROOT WIDTH HEIGHT SENTENCE MOMENT CARD OVERLAY */
#include "scene/scene.h"

#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    Error error = {0};
    Arena arena = {0};
    if (argc != 8)
        return 2;
    Type *type = type_open(path_join(&arena, argv[1], "assets/fonts"), &error);
    Lesson *lesson = type ? lesson_load(path_join(&arena, argv[1], "lessons/05-cat-chase-mouse"), &error) : NULL;
    Model model;
    if (!lesson || !model_load(lesson->models[0].path, &model, &error)) {
        fprintf(stderr, "where: %s\n", error_text(&error));
        return 1;
    }
    Trace *trace = trace_decode(&model, slice_of(argv[4]), NULL, NULL);
    View view = view_default(theme_get(THEME_LIGHT), strtof(argv[2], NULL), strtof(argv[3], NULL));
    view.trace = trace;
    view.model = &model;
    view.lesson = lesson;
    view.gloss = GLOSS_USUAL; /* as the window has it */
    view.course.number = view.course.count = lesson->order;
    view.field.text = argv[4];
    int moment = atoi(argv[5]), last = moment_count(trace) - 1;
    view.cursor = moment < 0 || moment > last ? last : moment;
    view.card = atoi(argv[6]);
    view.overlay = (Overlay)atoi(argv[7]);
    DrawList list = {0};
    scene_window(&view, type, &list);
    printf("moments %d\n", last);
    for (int i = 0; i < list.count; i++) {
        const DrawCommand *command = &list.commands[i];
        if (command->kind != DRAW_MARK)
            continue;
        static const struct {
            TargetKind kind;
            const char *name;
        } names[] = {
            {TARGET_SOURCE, "source"},       {TARGET_HEAT, "heat"},           {TARGET_MOMENT, "moment"},
            {TARGET_PLAY, "play"},           {TARGET_STEP_BACK, "step-back"}, {TARGET_STEP_ON, "step-on"},
            {TARGET_SPEED, "speed"},         {TARGET_FIELD, "field"},         {TARGET_SUGGESTION, "suggestion"},
            {TARGET_CARD_BACK, "card-back"}, {TARGET_CARD_NEXT, "card-next"}, {TARGET_CHOICE, "choice"},
            {TARGET_THEME, "theme"},         {TARGET_PRESENT, "present"},     {TARGET_HELP, "help"},
            {TARGET_EXPORT, "export"},       {TARGET_FORMAT, "format"},       {TARGET_CLOSE, "close"},
            {TARGET_WEIGHT, "weight"},
        };
        const char *name = "other";
        for (size_t k = 0; k < sizeof names / sizeof *names; k++)
            if (names[k].kind == (TargetKind)command->mark.target.kind)
                name = names[k].name;
        Box box = command->bounds;
        bool stop = command->mark.focusable;
        for (int k = 0; k < i && stop; k++)
            stop = list.commands[k].kind != DRAW_MARK || !list.commands[k].mark.focusable
                   || !target_equal(list.commands[k].mark.target, command->mark.target);
        printf("%s %d %d %.0f %.0f %d\n", name, command->mark.target.a, command->mark.target.b,
               (double)(box.x + box.w / 2), (double)(box.y + box.h / 2), stop);
    }
    drawlist_finish(&list);
    trace_destroy(trace);
    model_finish(&model);
    lesson_destroy(lesson);
    type_close(type);
    arena_finish(&arena);
    return 0;
}
