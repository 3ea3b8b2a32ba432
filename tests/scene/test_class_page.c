/* The page of your class's model: every word has room, and everything that can be pressed is found. */
#include "ink.h"
#include "moving_lesson.h"

#include "scene/window/class_page.h"

static const char *const TEXTS[] = {
    "",
    ("# Our class\nthe cat sleeps = 猫 睡觉\nwhat is this\n= 狗\nthe cat sleeps = 猫 睡觉\na very long line that goes "
     "on and on until "
     "it does not fit into the field any more = 很长很长很长\tCC-BY\n"),
    ("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\no\np\nq\nr\ns\nt\nu\nv\nw\nx\ny\nz\n"
     "a\nb\nc\nd\ne\nf\ng\nh\n1 = 2\n3 = 4\n5 = 6\n"),
};

static const float SIZES[][2] = {{870, 560}, {1024, 640}, {1138, 711}, {1440, 900}, {2560, 1440},
                                 PHONES,     {429, 510},  {352, 281}}; /* the last two of windows of 390x464 and 320x256
                                                                          px, where pairs are written */

static View a_view(size_t size, int mode, const ClassPage *page)
{
    View view = moving_view(&moving, SENTENCE_SHORT, SIZES[size][0], SIZES[size][1]);
    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
    view.overlay = OVERLAY_CLASS;
    view.class_page = page;
    return view;
}

static void expect_found(const View *view, Target target)
{
    scene_window(view, moving.type, &moving.list);
    const DrawCommand *mark = drawlist_marked(&moving.list, target);
    assert_non_null(mark);
    Box box = mark->bounds;
    assert_true(target_equal(drawlist_hit(&moving.list, (Point){box.x + box.w / 2, box.y + box.h / 2}), target));
}

static void words_have_room_while_pairs_are_written(void **state)
{
    (void)state;
    Arena arena = {0};
    ink_findings = 0;
    for (size_t text = 0; text < LENGTH(TEXTS); text++)
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int mode = 0; mode < 8; mode++) {
                PairLines lines;
                int length = (int)strlen(TEXTS[text]);
                pair_lines_read(slice_of(TEXTS[text]), &arena, &lines);
                ClassPage page = {.field = {.text = TEXTS[text],
                                            .caret = length,
                                            .anchor = mode & 2 ? 0 : length,
                                            .active = mode & 4},
                                  .lines = &lines,
                                  .unkept = mode & 4};
                View view = a_view(size, mode, &page);
                ink_check(&moving, &view);
                expect_found(&view, (Target){TARGET_PAIRS, 0, 0, 0});
                bool enough = lines.pairs >= CLASS_LEAST;
                assert_int_equal(drawlist_marked(&moving.list, target_at(TARGET_CLASS, CLASS_TRAIN, 0, 0)) != NULL,
                                 enough);
                if (length > 0)
                    expect_found(&view, target_at(TARGET_CLASS, CLASS_CLEAR, 0, 0));
            }
    assert_int_equal(ink_findings, 0);
    arena_finish(&arena);
}

/* A training of two looks: at the first no row is sharp, at the second one is. */
static void words_have_room_while_it_learns(void **state)
{
    (void)state;
    View plain = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    TrainingLook looks[2] = {
        {.at = 0, .exact_match = 0, .measured = 4, .probe = plain.trace},
        {.at = 7, .exact_match = 0.11, .measured = 9, .probe = plain.trace, .forced = plain.trace}};
    static const TrainingState states[] = {TRAINING_LOADING, TRAINING_RUNNING, TRAINING_DONE, TRAINING_FAILED};
    ink_findings = 0;
    for (size_t size = 0; size + 2 < LENGTH(SIZES); size++)
        for (int mode = 0; mode < 4; mode++)
            for (int s = 0; s < 4; s++)
                for (int guess = -1; guess < 2; guess++) {
                    Training training = {.state = states[s],
                                         .epochs = 100,
                                         .list = looks,
                                         .count = s ? 2 : 0,
                                         .kept = -1,
                                         .error =
                                             "the numbers grew beyond all bounds; a smaller learning rate may help"};
                    PairLines lines = {0};
                    ClassPage page = {.stage = CLASS_LEARN,
                                      .field = {.text = ""},
                                      .lines = &lines,
                                      .training = &training,
                                      .learned = 263,
                                      .held = 37,
                                      .guess = guess,
                                      .unkept = mode & 1};
                    View view = a_view(size, mode, &page);
                    if (s) /* before that there is little on it */
                        ink_check(&moving, &view);
                    expect_found(&view, target_at(TARGET_CLASS, CLASS_BACK, 0, 0));
                    if (states[s] == TRAINING_DONE)
                        expect_found(&view, target_at(TARGET_CLASS, CLASS_KEEP, 0, 0));
                    if (s)
                        expect_found(&view, target_at(TARGET_CLASS, CLASS_GUESS, 0, 0));
                }
    assert_int_equal(ink_findings, 0);
}

/* Until it is answered nothing on the page tells: the picture is the same whatever the weights are. */
static void nothing_tells_before_the_answer(void **state)
{
    (void)state;
    View plain = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    Trace *trace = (Trace *)plain.trace;
    TrainingLook look = {.at = 7, .probe = trace, .forced = trace, .exact_match = 0.5, .measured = 2};
    Training training = {.state = TRAINING_DONE, .epochs = 7, .list = &look, .count = 1, .kept = -1};
    PairLines lines = {0};
    ClassPage page = {.stage = CLASS_LEARN, .field = {.text = ""}, .lines = &lines, .training = &training, .guess = -1};
    View view = a_view(3, 0, &page);
    float *weights = trace->steps[0].step.weights, kept = weights[0];
    uint64_t seen[2][2];
    for (int answered = 0; answered < 2; answered++)
        for (int k = 0; k < 2; k++) {
            weights[0] = k ? 0.99f : 0.01f;
            page.guess = answered - 1;
            scene_window(&view, moving.type, &moving.list);
            Bytes text = {0};
            drawlist_print(&moving.list, &text);
            char hex[65];
            sha256_hex(text.data, text.length, hex);
            memcpy(&seen[answered][k], hex, sizeof seen[0][0]);
            bytes_finish(&text);
        }
    weights[0] = kept;
    assert_true(seen[0][0] == seen[0][1]);
    assert_true(seen[1][0] != seen[1][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_have_room_while_pairs_are_written),
                                       cmocka_unit_test(words_have_room_while_it_learns),
                                       cmocka_unit_test(nothing_tells_before_the_answer)};
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
