/* The view of self-attention: its texts have room in every size and every beat of a word, keys and values stand apart,
 * and each number under the pointer is the one that is said. */
#include "ink.h"
#include "one_lesson.h"

#include "scene/kit/kit.h"
#include "scene/stage/matrix_picture.h"
#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>

static void self_texts_have_room(void **state)
{
    (void)state;
    static const LookKind looks[] = {LOOK_WHOLE, LOOK_HEADS, LOOK_ONE_WORD};
    static const char *const lessons[] = {"lessons/20-self-attention", "lessons/21-many-heads"};
    for (size_t i = 0; i < LENGTH(lessons); i++) {
        Course course;
        course_open(&course, lessons[i]);
        course_add_cards(&course);
        course_add(&course, 0, LONG_WORDS);
        course_add(&course, 0, "old");
        course_check_texts(&course, VIEW_SELF_ATTENTION, looks, 3);
        course_close(&course);
    }
}

/* The bar's name of the model is in the window's language, as the tabs are. */
static void the_model_is_named_in_the_language(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/20-self-attention");
    course_add(&course, 0, "the old man");
    for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++) {
        View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, 1920, 1080);
        view.language = language;
        Bytes text = moving_text(&course.moving, &view);
        assert_int_equal(strstr(text.data, "Self-attention") != NULL, language == LANGUAGE_ENGLISH);
        bytes_finish(&text);
    }
    course_close(&course);
}

/* The end of every beat of a word, in every size: of a single word, three, and twenty-five. */
static void a_word_has_room_in_every_beat(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    static const char *const sentences[] = {"old", "the old man", LONG_WORDS " that the girl reads near the old house"};
    static const char *const lessons[] = {"lessons/20-self-attention", "lessons/21-many-heads"};
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
                    view.window.present = mode == 2;
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

/* The last place of a value's strip in the list, and its box; -1: it is not there. */
static int place_of(const DrawList *list, TargetKind kind, int word, Box *box)
{
    int place = -1;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_MARK && command->mark.target.kind == kind && command->mark.target.a == word)
            place = i, *box = command->bounds;
    }
    return place;
}

/* Of two strips that overlap the one in front is drawn later, and stands over its word; a scale says what the colours
 * of query, keys and values mean. The asker has its own place in the sentence and no second one. */
static void keys_stand_over_their_words_and_values_step_forward(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    static const char *const sentences[] = {"the old man", "the old man wears this old coat"};
    Course course;
    course_open(&course, "lessons/20-self-attention");
    for (size_t s = 0; s < LENGTH(sentences); s++)
        course_add(&course, 0, sentences[s]);
    for (int s = 0; s < course.count; s++)
        for (size_t at = 0; at < 2 * LENGTH(sizes); at++) {
            const float *size = sizes[at / 2];
            bool handed = at % 2;
            View view = course_view(&course, s, VIEW_SELF_ATTENTION, LOOK_ONE_WORD, size[0], size[1]);
            Trace *trace = course.traces[s];
            trace->head_told = 1;
            view.cursor = beat_end(trace, moment_find(trace, MOMENT_SELF, -1, 1), handed ? 7 : 2);
            moving_draw(&course.moving, &view);
            const DrawList *list = &course.moving.list;
            for (int j = 0; j < trace->n; j++) {
                Box key = {0}, value = {0}, word = {0};
                int key_at = place_of(list, TARGET_EMBEDDING, j, &key);
                int value_at = place_of(list, TARGET_ANNOTATION, j, &value);
                assert_true(key_at >= 0 && value_at >= 0 && place_of(list, TARGET_SOURCE, j, &word) >= 0);
                assert_true(handed ? value_at > key_at : key_at > value_at);
                Box front = handed ? value : key;
                assert_true(fabsf(box_middle(front).x - box_middle(word).x) < 2);
                assert_true(front.y + front.h <= word.y && box_intersect(key, value).w > 0);
            }
            Box query = {0}, key = {0};
            assert_true(place_of(list, TARGET_QUERY, 0, &query) >= 0 && place_of(list, TARGET_EMBEDDING, 1, &key) >= 0);
            assert_true(query.x < key.x && key.x - query.x < 60 && fabsf(query.y - key.y) < 6); /* beside its own key */
            int askers = 0;
            char said[SAID_BYTES];
            for (int i = 0; i < list->count; i++) {
                command_text(&list->commands[i], said);
                askers += list->commands[i].bounds.y >= key.y + key.h && strcmp(said, trace->source[1]) == 0;
            }
            assert_true(askers == (s == 0 ? 1 : 2)); /* as often as in the sentence */
            const SelfRun *self = trace_self(trace);
            int all = trace->n * trace->config.embed;
            float extent = fmaxf(values_extent(self->values, all), values_extent(self->keys, all));
            extent = fmaxf(extent, values_extent(self->queries + trace->config.embed, trace->config.embed));
            if (size[1] >= 900) /* the floor has room for a scale */
                assert_true(moving_says(&course.moving, number_text(&course.moving.arena, (double)extent, 1, true)));
        }
    course_close(&course);
}

static bool marks_state(const DrawList *list, int word)
{
    for (int i = 0; i < list->count; i++) {
        const Target *target = &list->commands[i].mark.target;
        if (list->commands[i].kind == DRAW_MARK && target->kind == TARGET_VALUE && target->c == word)
            return true;
    }
    return false;
}

/* The answer of lesson 20: the same word, two states side by side, each with the word that it took most from. What the
 * decoder writes for them is there when it is written. */
static void the_same_word_has_two_states(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/20-self-attention");
    course_add(&course, 0, "the old man wears this old coat");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_ONE_WORD, 1440, 900);
    Trace *trace = course.traces[0];
    trace->head_told = 1;
    int first = moment_find(trace, MOMENT_SELF, -1, 1), second = moment_find(trace, MOMENT_SELF, -1, 5);
    const struct {
        double cursor;
        bool both, own;
        const char *says;
    } cases[] = {{first, false, true, "old: most from man   → …"},
                 {beat_end(trace, second, 9), false, false, NULL},
                 {second, true, true, "old: most from coat   → …"},
                 {moment_find(trace, MOMENT_WORD, 5, -1), true, true, "旧"}};
    for (size_t i = 0; i < LENGTH(cases); i++) {
        view.cursor = cases[i].cursor;
        moving_draw(&course.moving, &view);
        assert_true(marks_state(&course.moving.list, i == 0 ? 1 : 5) == cases[i].own);
        assert_true(i == 0 || marks_state(&course.moving.list, 1) == cases[i].both);
        assert_true(!cases[i].says || moving_says(&course.moving, cases[i].says));
        assert_true(i != 3 || !moving_says(&course.moving, "old: most from coat   → …")); /* 旧 is written */
    }
    course_close(&course);
}

/* What the pointer is on says its number, by the names of self-attention. */
static void a_score_of_a_word_says_its_number(void **state)
{
    (void)state;
    Course course;
    Arena arena = {0};
    course_open(&course, "lessons/21-many-heads");
    course_add(&course, course.moving.lesson->model_count - 1, "yesterday the boy plays the small drum");
    View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_ONE_WORD, 1440, 900);
    const Trace *trace = view.trace;
    int n = trace->n, E = trace->config.embed, d = E / trace->config.heads, head = 1, word = 3;
    const SelfRun *self = trace_self(trace);
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

/* Where the pointer stands on a weight, the note says this weight, and a press goes to its word. */
static void a_weight_under_the_pointer_is_that_weight(void **state)
{
    (void)state;
    Course course;
    course_open(&course, "lessons/20-self-attention");
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
            const char *number = share_equals(&arena, (double)trace_self(trace)->weights[j * trace->n + i], 3);
            assert_non_null(strstr(scene_describe(&view, target, &arena), number));
            arena_finish(&arena);
        }
    course_close(&course);
}

/* A sentence of more words than there is room for: X, Q, K and V stay, with as many rows as can be read, those
 * around the word that looks; every text is large enough, unknown words are named, and a cell under the pointer
 * is that word's. */
static void a_long_sentence_shows_rows_that_can_be_read(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}};
    static const char *const headings[] = {"WORDS", "QUERIES", "KEYS", "VALUES", "SCORES", "WEIGHTS", "OUTPUT"};
    Course course;
    Arena arena = {0};
    course_open(&course, "lessons/20-self-attention");
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
                if (inside && command->kind == DRAW_TEXT && command_type(command) < TYPE_TINY
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

/* ---- in the heatmap view ---- */

static float weight_of(const Trace *trace, int head, int t, int j)
{
    return trace_self(trace)->weights[(head * trace->n + t) * trace->n + j];
}

/* Lessons 20 and 21 are about how words look at each other: so is their map, head by head, its cells, its figure and
 * what they say; not about which word the decoder is told. */
static void the_map_is_of_the_words(void **state)
{
    (void)state;
    static const char *const lessons[] = {"lessons/20-self-attention", "lessons/21-many-heads"};
    ink_findings = 0;
    for (size_t l = 0; l < LENGTH(lessons); l++) {
        Course course;
        course_open(&course, lessons[l]);
        course_add(&course, 0, course.moving.lesson->sentence);
        View view = course_view(&course, 0, VIEW_HEATMAP, LOOK_WHOLE, 1440, 900);
        const Trace *trace = view.trace;
        Arena arena = {0};
        for (view.pick = 0; view.pick < trace->config.heads; view.pick++) {
            view.cursor = moment_count(trace) - 1;
            HeatPlace place = scene_window(&view, course.moving.type, &course.moving.list).map;
            const View *map = scene_stage_view(&view, &arena);
            assert_int_equal(map->trace->step_count, trace->n);
            MatrixPicture whole = matrix_at(map->trace, view.map, map->cursor);
            for (int t = 0; t < trace->n; t++)
                for (int j = 0; j < trace->n; j++) {
                    float weight = weight_of(trace, view.pick, t, j);
                    assert_true(matrix_value(&whole, t, j) == weight);
                    Point at = {place.corner.x + place.cell.x * ((float)j + 0.5f),
                                place.corner.y + place.cell.y * ((float)t + 0.5f)};
                    Target target = drawlist_hit(&course.moving.list, at);
                    assert_true(target_equal(target, target_at(TARGET_HEAT, t, j, 0)));
                    const char *said = scene_describe(&view, target, &arena);
                    assert_non_null(strstr(said, share_equals(&arena, (double)weight, 3)));
                    assert_non_null(strstr(said, trace->source[t]));
                    assert_non_null(strstr(said, trace->source[j]));
                }
            for (int t = 0; t < trace->n; t++) { /* row by row, as the words look */
                view.cursor = moment_find(trace, MOMENT_SELF, -1, t);
                map = scene_stage_view(&view, &arena);
                MatrixPicture picture = matrix_at(map->trace, view.map, map->cursor);
                assert_int_equal(matrix_rows(&picture), t + 1);
                assert_int_equal(picture.current, t);
            }
            scene_alignment_figure(&view, course.moving.type, &course.moving.list);
            const char *largest = share_text(&arena, (double)weight_of(trace, view.pick, 3, trace->n - 1), 2);
            assert_true(moving_says(&course.moving, largest));
        }
        arena_finish(&arena);
        static const LookKind look[] = {LOOK_WHOLE};
        course_check_texts(&course, VIEW_HEATMAP, look, 1);
        course_close(&course);
    }
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(self_texts_have_room),
        cmocka_unit_test(the_model_is_named_in_the_language),
        cmocka_unit_test(a_word_has_room_in_every_beat),
        cmocka_unit_test(keys_stand_over_their_words_and_values_step_forward),
        cmocka_unit_test(the_same_word_has_two_states),
        cmocka_unit_test(a_score_of_a_word_says_its_number),
        cmocka_unit_test(a_weight_under_the_pointer_is_that_weight),
        cmocka_unit_test(a_long_sentence_shows_rows_that_can_be_read),
        cmocka_unit_test(the_map_is_of_the_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
