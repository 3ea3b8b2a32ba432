#include "one_lesson.h"

#include "study/one_step.h"

#include "ink.h"

void course_open(Course *course, const char *lesson)
{
    *course = (Course){0};
    Moving *moving = &course->moving;
    Error error = {0};
    const char *root = getenv("ATTEND_DATA");
    assert_non_null(root);
    moving->type = type_open(path_join(&moving->arena, root, "assets/fonts"), &error);
    expect_ok(moving->type != NULL, &error);
    moving->lesson = lesson_load(path_join(&moving->arena, root, lesson), &error);
    expect_ok(moving->lesson != NULL, &error);
    for (int i = 0; i < moving->lesson->model_count; i++)
        expect_ok(model_load(moving->lesson->models[i].path, &course->models[i], &error), &error);
}

void course_add(Course *course, int model, const char *sentence)
{
    Error error = {0};
    for (int i = 0; i < course->count; i++)
        if (course->owners[i] == model && strcmp(course->sentences[i], sentence) == 0)
            return;
    int at = course->count++;
    assert_true(at < (int)LENGTH(course->traces));
    course->traces[at] = trace_decode(&course->models[model], slice_of(sentence), NULL, &error);
    expect_ok(course->traces[at] != NULL, &error);
    course->sentences[at] = sentence;
    course->owners[at] = model;
}

void course_add_cards(Course *course)
{
    const Lesson *lesson = course->moving.lesson;
    for (int i = 0; i < lesson->card_count; i++) {
        const StageSetting *stage = &lesson->cards[i].stage;
        course_add(course, stage->model, stage->sentence ? stage->sentence : lesson->sentence);
    }
}

void course_close(Course *course)
{
    for (int i = 0; i < course->count; i++)
        trace_destroy(course->traces[i]);
    for (int i = 0; i < course->moving.lesson->model_count; i++)
        model_finish(&course->models[i]);
    drawlist_finish(&course->moving.list);
    lesson_destroy(course->moving.lesson);
    type_close(course->moving.type);
    arena_finish(&course->moving.arena);
}

View course_view(const Course *course, int sentence, ViewKind kind, LookKind look, float width, float height)
{
    View view = view_default(theme_get(THEME_LIGHT), width, height);
    view.kind = kind;
    view.look = look;
    view.trace = course->traces[sentence];
    course->traces[sentence]->head_told = look == LOOK_ONE_WORD;
    view.model = &course->models[course->owners[sentence]];
    view.lesson = course->moving.lesson;
    view.course.number = course->moving.lesson->order;
    view.course.count = 17;
    view.course.more = view.course.number < view.course.count;
    view.field.text = course->sentences[sentence];
    view.field.caret = view.field.anchor = (int)strlen(view.field.text);
    return view;
}

static const float SIZES[][2] = {{870, 560}, {1024, 640}, {1440, 900}, {1920, 1080}, PHONES};

/* Of the train view's look `step`. */
static OneStep *step_of(const Course *course, int sentence, ViewKind kind)
{
    Error error = {0};
    int owner = course->owners[sentence];
    if (kind != VIEW_TRAIN)
        return NULL;
    OneStep *step = one_step_of(&course->models[owner], course->traces[sentence], &course->moving.lesson->models[owner],
                                NULL, NULL, &error);
    expect_ok(step != NULL, &error);
    return step;
}

void course_check_texts(Course *course, ViewKind kind, const LookKind *looks, int look_count)
{
    ink_findings = 0;
    for (int s = 0; s < course->count; s++) {
        OneStep *step = step_of(course, s, kind);
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int look = 0; look < look_count; look++)
                for (int mode = 0; mode < 4; mode++) {
                    View view = course_view(course, s, kind, looks[look], SIZES[size][0], SIZES[size][1]);
                    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                    view.step = step;
                    if (step && mode == 3 && step->taken == 0)
                        one_step_take(step);
                    moving_captions(&view, mode == 3);
                    view.window.present = mode == 2;
                    view.pick = mode;
                    int last = moment_count(view.trace) - 1;
                    for (int k = 0; k <= 2; k++) {
                        view.cursor = last * k / 2;
                        view.card = (s + 2 * k + mode) % view.lesson->card_count;
                        ink_check(&course->moving, &view);
                    }
                }
        one_step_destroy(step);
    }
    assert_int_equal(ink_findings, 0);
}
