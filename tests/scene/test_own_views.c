/* The views that lessons bring: unrolled, self-attention, patches, code. Texts have room in every picture of every lesson,
 * forward and back give the same picture, cells are found where they are drawn, and drawing again takes no memory. */
#include "ink.h"

#include "scene/kit/kit.h"
#include "scene/view/window_layout.h"
#include "scene/views/code/view_code.h"
#include "scene/views/patches/patches.h"
#include "scene/views/unrolled/view_unrolled.h"
#include "trace/beats.h"
#include "trace/before.h"

#include <math.h>

typedef struct Course { /* one lesson with all its models and a sentence a card */
    Moving moving;      /* its type, lesson and list; no model */
    Model models[8];
    Trace *traces[32];
    const char *sentences[32];
    int owners[32], count;
} Course;

static void course_open(Course *course, const char *lesson)
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

static void course_add(Course *course, int model, const char *sentence)
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

static void course_add_cards(Course *course)
{
    const Lesson *lesson = course->moving.lesson;
    for (int i = 0; i < lesson->card_count; i++) {
        const StageSetting *stage = &lesson->cards[i].stage;
        course_add(course, stage->model, stage->sentence ? stage->sentence : lesson->sentence);
    }
}

static void course_close(Course *course)
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

static View course_view(const Course *course, int sentence, ViewKind kind, LookKind look, float width, float height)
{
    View view = view_default(theme_get(THEME_LIGHT), width, height);
    view.kind = kind;
    view.look = look;
    view.trace = course->traces[sentence];
    course->traces[sentence]->head_told = look == LOOK_ONE_WORD;
    view.model = &course->models[course->owners[sentence]];
    view.lesson = course->moving.lesson;
    view.lesson_number = course->moving.lesson->order;
    view.lesson_count = 17;
    view.field.text = course->sentences[sentence];
    view.field.caret = view.field.anchor = (int)strlen(view.field.text);
    return view;
}

static const float SIZES[][2] = {{870, 560}, {1024, 640}, {1440, 900}, {1920, 1080}, PHONES};

static void check_texts(Course *course, ViewKind kind, const LookKind *looks, int look_count)
{
    ink_findings = 0;
    for (int s = 0; s < course->count; s++)
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int look = 0; look < look_count; look++)
                for (int mode = 0; mode < 4; mode++) {
                    View view = course_view(course, s, kind, looks[look], SIZES[size][0], SIZES[size][1]);
                    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                    moving_captions(&view, mode == 3);
                    view.present = mode == 2;
                    view.pick = mode;
                    int last = moment_count(view.trace) - 1;
                    for (int k = 0; k <= 2; k++) {
                        view.cursor = last * k / 2;
                        view.card = (s + 2 * k + mode) % view.lesson->card_count;
                        ink_check(&course->moving, &view);
                    }
                }
    assert_int_equal(ink_findings, 0);
}

#define LONG_WORDS "the old teacher wears this small coat near the good woman that plays the hippopotamusologists"

/* What the title says of the chain is so too while its last step is asked for. */
static void the_title_counts_words(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/01-sequences-in-and-out");
    course_add_cards(&course);
    Arena *arena = &course.moving.arena;
    for (int s = 0; s < course.count; s++) {
        View view = course_view(&course, s, VIEW_UNROLLED, LOOK_WHOLE, 1440, 900);
        const Trace *whole = view.trace;
        const char *shape = unrolled_shape(&view), *counts = unrolled_counts(&view, arena);
        view.whole = whole;
        view.trace = trace_before(whole, moment_find(whole, MOMENT_OUTPUT, whole->step_count - 1, -1), arena);
        assert_string_equal(unrolled_shape(&view), shape);
        if (whole->word_count < whole->step_count)
            assert_string_equal(unrolled_counts(&view, arena), counts);
    }
    course_close(&course);
}

static void unrolled_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_FOLDED, LOOK_ONE_STEP};
    static const char *const lessons[] = {"lessons/01-sequences-in-and-out", "lessons/02-one-recurrent-step",
                                          "lessons/05-cat-chase-mouse"};
    for (size_t i = 0; i < LENGTH(lessons); i++) {
        Course course;
        course_open(&course, lessons[i]);
        course_add_cards(&course);
        course_add(&course, 0, LONG_WORDS);
        check_texts(&course, VIEW_UNROLLED, looks, 3);
        course_close(&course);
    }
}

static void self_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_HEADS, LOOK_ARCS, LOOK_ONE_WORD};
    static const char *const lessons[] = {"lessons/14-self-attention", "lessons/15-many-heads"};
    for (size_t i = 0; i < LENGTH(lessons); i++) {
        Course course;
        course_open(&course, lessons[i]);
        course_add_cards(&course);
        course_add(&course, 0, LONG_WORDS);
        course_add(&course, 0, "old");
        check_texts(&course, VIEW_SELF_ATTENTION, looks, 4);
        course_close(&course);
    }
}

/* The end of every beat of a word, in every size: of a single word, three, and twenty-five. */
static void a_word_has_room_in_every_beat(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    static const char *const sentences[] = {"old", "the old man", LONG_WORDS " that the girl reads near the old house"};
    static const char *const lessons[] = {"lessons/14-self-attention", "lessons/15-many-heads"};
    ink_findings = 0;
    for (size_t l = 0; l < LENGTH(lessons); l++) {
        Course course;
        course_open(&course, lessons[l]);
        for (size_t s = 0; s < LENGTH(sentences); s++)
            course_add(&course, course.moving.lesson->model_count - 1, sentences[s]);
        for (int s = 0; s < course.count; s++)
            for (size_t size = 0; size < LENGTH(sizes); size++)
                for (int mode = 0; mode < 4; mode++) {
                    View view =
                        course_view(&course, s, VIEW_SELF_ATTENTION, LOOK_ONE_WORD, sizes[size][0], sizes[size][1]);
                    Trace *trace = course.traces[s];
                    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                    moving_captions(&view, mode == 3);
                    view.present = mode == 2;
                    view.pick = mode;
                    trace->head_told = view.pick % trace->config.heads + 1;
                    int looks = moment_find(trace, MOMENT_SELF, -1, (int)(size + (size_t)mode) % trace->n);
                    for (int beat = 0; beat <= 10; beat++) {
                        view.cursor = beat ? beat_end(trace, looks, beat) : looks - 0.85; /* in the middle of meeting */
                        ink_check(&course.moving, &view);
                    }
                }
        course_close(&course);
    }
    assert_int_equal(ink_findings, 0);
}

static bool framed_in(const DrawCommand *command, Color color)
{
    Color stroke = command->kind == DRAW_BOX ? command->box.paint.stroke : (Color){0};
    return stroke.a > 0 && stroke.r == color.r && stroke.g == color.g && stroke.b == color.b && command->box.box.h > 40
           && command->box.box.w < 60;
}

/* While keys stand up to meet the query, they keep clear of the values beside them; the cells of both are one column, and a
 * scale says what their colours mean: that of the query, the keys and the values alike. */
static void keys_stand_clear_of_values(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    static const char *const sentences[] = {"the old man", "the old man wears this old coat"};
    Course course;
    course_open(&course, "lessons/14-self-attention");
    for (size_t s = 0; s < LENGTH(sentences); s++)
        course_add(&course, 0, sentences[s]);
    for (int s = 0; s < course.count; s++)
        for (size_t size = 0; size < LENGTH(sizes); size++) {
            View view = course_view(&course, s, VIEW_SELF_ATTENTION, LOOK_ONE_WORD, sizes[size][0], sizes[size][1]);
            Trace *trace = course.traces[s];
            trace->head_told = 1;
            view.cursor = beat_end(trace, moment_find(trace, MOMENT_SELF, -1, 1), 1);
            moving_draw(&course.moving, &view);
            const DrawList *list = &course.moving.list;
            Color value = view.theme->fill[ROLE_ENCODER], key = view.theme->fill[ROLE_QUERY];
            int met = 0, columns = 0;
            for (int i = 0; i < list->count; i++)
                for (int k = 0; k < list->count && framed_in(&list->commands[i], value); k++) {
                    Box v = list->commands[i].box.box,
                        b = list->commands[k].kind == DRAW_BOX ? list->commands[k].box.box : v;
                    bool cell =
                        b.w > 0.7f * v.w && b.x > v.x && b.x + b.w < v.x + v.w && b.y > v.y && b.y + b.h < v.y + v.h;
                    columns += cell;
                    if (!framed_in(&list->commands[k], key) || b.y > v.y + v.h || b.y + b.h < v.y)
                        continue;
                    met++;
                    if (b.x < v.x + v.w + 4 && v.x < b.x + b.w + 4)
                        fail_msg("a key of %.0f..%.0f touches a value of %.0f..%.0f at %.0f px", (double)b.x,
                                 (double)(b.x + b.w), (double)v.x, (double)(v.x + v.w), (double)view.width);
                }
            assert_true(met >= trace->n);
            assert_true(columns >= trace->n * 8); /* the cells of each, d = 8, as wide as it */
            const SelfRun *self = &trace->encoding.self;
            int all = trace->n * trace->config.embed;
            float extent = fmaxf(values_extent(self->values, all), values_extent(self->keys, all));
            extent = fmaxf(extent, values_extent(self->queries + trace->config.embed, trace->config.embed));
            assert_true(moving_says(&course.moving, number_text(&course.moving.arena, (double)extent, 1, true)));
        }
    course_close(&course);
}

/* What the pointer is on says its number, by the names of self-attention. */
static void a_score_of_a_word_says_its_number(void **state)
{
    (void)state;
    Course course;
    Arena arena = {0};
    course_open(&course, "lessons/15-many-heads");
    course_add(&course, course.moving.lesson->model_count - 1, "yesterday the boy plays the small drum");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_ONE_WORD, 1440, 900);
    const Trace *trace = view.trace;
    int n = trace->n, E = trace->config.embed, d = E / trace->config.heads, head = 1, word = 3;
    const SelfRun *self = &trace->encoding.self;
    assert_true(trace->config.heads > 1);
    course.traces[0]->head_told = head + 1;
    view.pick = head;
    view.cursor = moment_find(trace, MOMENT_SELF, -1, word);
    moving_draw(&course.moving, &view);
    for (int j = 0; j < n; j++) {
        const struct {
            Target target;
            const char *name;
            float number;
        } cases[] = {
            {{TARGET_SCORE, 0, (int16_t)j, 0}, "S", self->scores[(head * n + word) * n + j]},
            {{TARGET_WEIGHT, 0, (int16_t)j, 0}, "A", self->weights[(head * n + word) * n + j]},
            {{TARGET_ANNOTATION, (int16_t)j, 1, 0}, "V", self->values[j * E + head * d + 1]},
            {{TARGET_EMBEDDING, (int16_t)j, 1, 0}, "K", self->keys[j * E + head * d + 1]},
            {{TARGET_QUERY, 0, 1, 0}, "Q", self->queries[word * E + head * d + 1]},
            {{TARGET_CONTEXT, 0, 1, 0}, "Z", self->mixed[word * E + head * d + 1]},
        };
        for (size_t i = 0; i < LENGTH(cases); i++) {
            const char *said = scene_describe(&view, cases[i].target, &arena);
            assert_non_null(said);
            bool share = cases[i].target.kind == TARGET_WEIGHT;
            const char *number = share ? share_equals(&arena, (double)cases[i].number, 3)
                                       : number_text(&arena, (double)cases[i].number, 3, false);
            if (!strstr(said, number) || strncmp(said, cases[i].name, 1) != 0)
                fail_msg("\"%s\" does not say that %s.. is %s", said, cases[i].name, number);
        }
    }
    view.cursor = beat_end(trace, moment_find(trace, MOMENT_SELF, -1, word), 2); /* there are no weights yet */
    assert_null(strstr(scene_describe(&view, target_at(TARGET_CONTEXT, 0, 1, 0), &arena), "Z"));
    assert_null(strstr(scene_describe(&view, target_at(TARGET_WEIGHT, 0, 1, 0), &arena), "A"));
    assert_non_null(strstr(scene_describe(&view, target_at(TARGET_SCORE, 0, 1, 0), &arena), "S"));
    arena_finish(&arena);
    course_close(&course);
}

static void patches_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE};
    Course course;
    course_open(&course, "lessons/17-beyond-translation");
    course_add_cards(&course);
    check_texts(&course, VIEW_PATCHES, looks, 1);
    course_close(&course);
}

static void code_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_TENSORFLOW};
    Course course;
    course_open(&course, "lessons/19-in-code");
    course_add_cards(&course);
    course_add(&course, 0, "the dog that Mary likes chased the cat in the garden");
    check_texts(&course, VIEW_CODE, looks, 2);
    course_close(&course);
}

/* Is it drawn there, with a fill, where the line is? */
static bool line_is_lit(const DrawList *list, const ListingLine *line, int index)
{
    const DrawCommand *mark = drawlist_marked(list, target_at(TARGET_CONTROL, CONTROL_LINE, index, 0));
    assert_non_null(mark);
    assert_string_equal(mark->mark.name, line->text);
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_BOX && command->box.box.y == mark->bounds.y && command->box.box.w == mark->bounds.w
            && command->box.paint.fill.a > 0)
            return true;
    }
    return false;
}

/* At each moment its lines are lit and no other, and a press on one goes there; shapes stand there when they are made. */
static void lines_of_code_are_lit_at_their_moment(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/19-in-code");
    course_add(&course, 0, "Tom drank tea today");
    View view = course_view(&course, 0, VIEW_CODE, LOOK_WHOLE, 1440, 2000);
    for (int look = 0; look < 2; look++) {
        view.look = look ? LOOK_TENSORFLOW : LOOK_WHOLE;
        const Listing *listing = code_listing(&view);
        assert_non_null(listing);
        unsigned seen = 0;
        for (int m = 0; m < moment_count(view.trace); m++) {
            Moment moment = moment_at(view.trace, m);
            view.cursor = m;
            moving_draw(&course.moving, &view);
            for (int i = 0; i < listing->count; i++) {
                const ListingLine *line = &listing->lines[i];
                if (!line->moments)
                    continue;
                bool of_it = line->moments & 1u << moment.kind;
                assert_int_equal(line_is_lit(&course.moving.list, line, i), of_it);
                seen |= of_it ? 1u << moment.kind : 0;
                if (of_it && moment.step >= 0)
                    assert_int_equal(code_moment(&view, i), m);
            }
        }
        for (int m = 1; m < moment_count(view.trace); m++) /* all but the start */
            assert_true(seen & 1u << moment_at(view.trace, m).kind);
        view.cursor = moment_find(view.trace, MOMENT_SCORES, 1, -1);
        Bytes at = moving_text(&course.moving, &view);
        assert_non_null(strstr(at.data, "[4, 32]")); /* keys */
        assert_non_null(strstr(at.data, "[4]"));     /* scores */
        assert_null(strstr(at.data, "[49]"));        /* probabilities are not there yet */
        bytes_finish(&at);
    }
    course_close(&course);
}

static Bytes drawn_at(Course *course, View *view, double cursor)
{
    view->cursor = cursor;
    return moving_text(&course->moving, view);
}

/* Playing on and going back give the same picture at the same place. */
static void pictures_remember_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *lesson;
        ViewKind kind;
        LookKind look;
    } cases[] = {{"lessons/01-sequences-in-and-out", VIEW_UNROLLED, LOOK_WHOLE},
                 {"lessons/01-sequences-in-and-out", VIEW_UNROLLED, LOOK_FOLDED},
                 {"lessons/02-one-recurrent-step", VIEW_UNROLLED, LOOK_ONE_STEP},
                 {"lessons/14-self-attention", VIEW_SELF_ATTENTION, LOOK_WHOLE},
                 {"lessons/15-many-heads", VIEW_SELF_ATTENTION, LOOK_HEADS},
                 {"lessons/14-self-attention", VIEW_SELF_ATTENTION, LOOK_ONE_WORD},
                 {"lessons/17-beyond-translation", VIEW_PATCHES, LOOK_WHOLE},
                 {"lessons/19-in-code", VIEW_CODE, LOOK_WHOLE}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Course course;
        course_open(&course, cases[i].lesson);
        course_add_cards(&course);
        View view = course_view(&course, course.count - 1, cases[i].kind, cases[i].look, 1440, 900);
        double middle = (moment_count(view.trace) - 1) * 0.55 + 0.3;
        Bytes first = drawn_at(&course, &view, middle), other = drawn_at(&course, &view, 0.4);
        Bytes again = drawn_at(&course, &view, middle);
        assert_int_equal(first.length, again.length);
        assert_memory_equal(first.data, again.data, first.length);
        assert_false(first.length == other.length && memcmp(first.data, other.data, first.length) == 0);
        bytes_finish(&first);
        bytes_finish(&other);
        bytes_finish(&again);
        long before = 0;
        for (int round = 0; round < 3; round++) {
            before = heap_count();
            for (double cursor = 0; cursor < moment_count(view.trace) - 1; cursor += 0.37) {
                view.cursor = cursor;
                moving_draw(&course.moving, &view);
            }
        }
        assert_int_equal(heap_count() - before, 0);
        course_close(&course);
    }
}

/* Where the pointer stands on a weight, the note says this weight, and a press goes to its word. */
static void a_weight_under_the_pointer_is_that_weight(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/14-self-attention");
    course_add(&course, 0, "the old man wears this old coat");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, 1440, 900);
    const Trace *trace = view.trace;
    view.cursor = moment_find(trace, MOMENT_SELF, -1, trace->n - 1);
    moving_draw(&course.moving, &view);
    Box square = {0};
    const DrawList *list = &course.moving.list;
    for (int i = 0; i < list->count; i++) /* the marks of the matrices in their order: ..., scores, weights, sums */
        if (list->commands[i].kind == DRAW_MARK && list->commands[i].mark.target.kind == TARGET_VALUE
            && list->commands[i].mark.target.a == 5)
            square = box_inset(list->commands[i].bounds, 3, 3);
    assert_true(square.w > 0);
    for (int j = 0; j < trace->n; j++)
        for (int i = 0; i < trace->n; i++) {
            view.pointer = (Point){square.x + square.w * ((float)i + 0.5f) / (float)trace->n,
                                   square.y + square.h * ((float)j + 0.5f) / (float)trace->n};
            moving_draw(&course.moving, &view);
            Target target = drawlist_hit(list, view.pointer);
            assert_int_equal(target.kind, TARGET_VALUE);
            assert_int_equal(target.b, j * trace->n + i);
            assert_int_equal(scene_cell(&view, target).word, j);
            assert_int_equal(scene_cell(&view, target).moment, moment_find(trace, MOMENT_SELF, -1, j));
            Arena arena = {0};
            const char *number = share_equals(&arena, (double)trace->encoding.self.weights[j * trace->n + i], 3);
            assert_non_null(strstr(scene_describe(&view, target, &arena), number));
            arena_finish(&arena);
        }
    course_close(&course);
}

/* A sentence of more words than there is room for: X, Q, K and V stay, with as many rows as can be read, those around the word
 * that looks; every text is large enough, unknown words are named, and a cell under the pointer is that word's. */
static void a_long_sentence_shows_rows_that_can_be_read(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    static const char *const headings[] = {"WORDS", "QUERIES", "KEYS", "VALUES", "SCORES", "WEIGHTS", "OUTPUT"};
    Course course;
    Arena arena = {0};
    course_open(&course, "lessons/14-self-attention");
    course_add(&course, 0, LONG_WORDS " that the girl reads near the old house");
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (int word = 0; word < course.traces[0]->n; word += 4) {
            View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, sizes[s][0], sizes[s][1]);
            const Trace *trace = view.trace;
            view.cursor = moment_find(trace, MOMENT_SELF, -1, word);
            moving_draw(&course.moving, &view);
            for (size_t i = 0; i < LENGTH(headings); i++)
                assert_true(moving_says(&course.moving, headings[i]));
            const DrawList *list = &course.moving.list;
            Box stage = window_layout(&view).stage, square = {0};
            int rows = 0, notes = 0;
            for (int i = 0; i < list->count; i++) {
                char said[SAID_BYTES];
                const DrawCommand *command = &list->commands[i];
                command_text(command, said);
                notes += strstr(said, "not in the vocabulary, read as <unk>: ") && strstr(said, "hippopotamusologists");
                bool inside = box_contains(stage, box_middle(command->bounds));
                if (inside && command->kind == DRAW_TEXT && command->text.size < TYPE_TINY
                    && command->text.face < FACE_MATH)
                    fail_msg("a text of %.1f px at %.0f px", (double)command->text.size, (double)view.width);
                if (command->kind == DRAW_MARK && command->mark.target.kind == TARGET_VALUE
                    && command->mark.target.a == 5) /* the weights */
                    square = box_inset(command->bounds, 3, 3);
            }
            assert_true(square.w > 0 && notes == 1);
            for (float y = square.y + 1; y < square.y + square.h; y += 3) { /* down its second column */
                view.pointer = (Point){square.x + 1.5f * square.w / (float)trace->n, y};
                moving_draw(&course.moving, &view);
                Target target = drawlist_hit(list, view.pointer);
                assert_int_equal(target.b % trace->n, 1);
                const char *said = scene_describe(&view, target, &arena);
                bool made = target.b / trace->n <= word; /* the words look one after the other */
                if (!strstr(said, made ? "looks at “old”" : "not made yet"))
                    fail_msg("\"%s\" is said of %d at %.0f px", said, target.b, (double)view.width);
                assert_true(!made || strstr(said, trace->source[target.b / trace->n]));
                rows += target.b / trace->n == word;
            }
            assert_true(rows > 2); /* of 14 px and more, that of the word which looks */
        }
    arena_finish(&arena);
    course_close(&course);
}

/* The row that is picked follows the press; the note of a weight is the model's own. */
static void a_row_of_a_step_is_picked(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/02-one-recurrent-step");
    course_add(&course, 0, "the soup was not good");
    View view = course_view(&course, 0, VIEW_UNROLLED, LOOK_ONE_STEP, 1440, 900);
    view.cursor = moment_find(view.trace, MOMENT_FORWARD, -1, 3);
    const Real *weights = model_param(view.model, "encoder.weight_hh_l0");
    for (int cell = 0; cell < 64; cell++) {
        Target target = {TARGET_VALUE, 1, (int16_t)cell, 0};
        assert_int_equal(scene_cell(&view, target).pick, cell / 8);
        Arena arena = {0};
        assert_non_null(strstr(scene_describe(&view, target, &arena), number_text(&arena, weights[cell], 3, false)));
        arena_finish(&arena);
    }
    course_close(&course);
}

static void a_picture_is_a_grid_of_known_colours(void **state)
{
    (void)state;
    Course course;
    int rows, columns;
    course_open(&course, "lessons/17-beyond-translation");
    course_add(&course, 2, "red red white white red red white white white white white white white white blue white");
    course_add(&course, 2, "red red white white");
    course_add(&course, 2, "red red white white red red white white white white white white white white blue mauve");
    View view = course_view(&course, 0, VIEW_PATCHES, LOOK_WHOLE, 1440, 900);
    assert_true(patches_is_picture(&view, &rows, &columns));
    assert_int_equal(rows, 4);
    assert_int_equal(columns, 4);
    view.trace = course.traces[1];
    assert_false(patches_is_picture(&view, &rows, &columns));
    view.trace = course.traces[2];
    assert_false(patches_is_picture(&view, &rows, &columns));
    assert_true(patches_known(&course.models[2], patches_find("blue")));
    assert_false(patches_known(&course.models[2], patches_find("purple")));
    course_close(&course);
}

static int count_numbers(Course *course, const View *view)
{
    moving_draw(&course->moving, view);
    Box stage = window_layout(view).stage;
    int count = 0;
    for (int i = 0; i < course->moving.list.count; i++) {
        const DrawCommand *command = &course->moving.list.commands[i];
        char said[SAID_BYTES];
        if (command->kind != DRAW_TEXT || !box_contains(stage, box_middle(command->bounds)))
            continue;
        command_text(command, said);
        count += strncmp(said, "−", strlen("−")) == 0 || (*said >= '0' && *said <= '9');
    }
    return count;
}

/* Presented, matrices have all the numbers that they have in the window. */
static void presenting_loses_no_number(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/02-one-recurrent-step");
    course_add_cards(&course);
    int blocks = 0;
    for (int s = 0; s < course.count; s++) {
        View view = course_view(&course, s, VIEW_UNROLLED, LOOK_ONE_STEP, 1440, 900);
        view.cursor = moment_find(view.trace, MOMENT_FORWARD, -1, view.trace->n - 1);
        int window = count_numbers(&course, &view);
        view.present = true;
        view.width /= 1.35f;
        view.height /= 1.35f;
        assert_true(window > 0);
        assert_int_equal(count_numbers(&course, &view), window);
        blocks += view.trace->config.cell == CELL_GRU;
    }
    assert_true(blocks > 0);
    course_close(&course);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_title_counts_words),
        cmocka_unit_test(unrolled_texts_have_room),
        cmocka_unit_test(self_texts_have_room),
        cmocka_unit_test(a_word_has_room_in_every_beat),
        cmocka_unit_test(keys_stand_clear_of_values),
        cmocka_unit_test(a_score_of_a_word_says_its_number),
        cmocka_unit_test(patches_texts_have_room),
        cmocka_unit_test(code_texts_have_room),
        cmocka_unit_test(lines_of_code_are_lit_at_their_moment),
        cmocka_unit_test(pictures_remember_nothing),
        cmocka_unit_test(a_weight_under_the_pointer_is_that_weight),
        cmocka_unit_test(a_long_sentence_shows_rows_that_can_be_read),
        cmocka_unit_test(a_row_of_a_step_is_picked),
        cmocka_unit_test(a_picture_is_a_grid_of_known_colours),
        cmocka_unit_test(presenting_loses_no_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
