/* The train view: texts have room in every state and size, the picture follows from the training alone, rows are the
 * same in every epoch and fade from one to the next, the axis, the film and the choices are what they say, a cell
 * speaks of the epoch at the handle. */
#include "ink.h"

#include "scene/views/train/train_words.h"

#include <math.h>

enum { EPOCHS = 30, EARLY = 3, LOOKS = EPOCHS + EARLY + 1 };

static Moving moving;
static Model fresh, mute;            /* random numbers */
static Trace *babble[SENTENCES];     /* by it */
static Trace *unweighted[SENTENCES]; /* by a model without attention */
static Trace *forced[2][SENTENCES];  /* by random numbers and by the model, fed the words that the model writes */
static bool right[2][SENTENCES][256];
static TrainingLook list[LOOKS + 1];
static float places[LOOKS + 1], losses[LOOKS + 1], heldout[LOOKS + 1];

static void copy_words(const Vocab *from, Vocab *to)
{
    for (int id = VOCAB_SPECIAL; id < from->count; id++)
        vocab_add(to, slice_of(vocab_word(from, id)));
}

/* The words of `moving` are the translation. */
static Trace *decode_forced(const Model *model, Sentence sentence)
{
    const Trace *wanted = moving.traces[sentence];
    Slice words[256], end = slice_of("</s>");
    for (int t = 0; t < wanted->word_count; t++)
        words[t] = slice_of(wanted->steps[t].token);
    DecodeOptions options = {
        .forced = words, .forced_count = wanted->word_count, .forced_only = true, .tokens_count = 1};
    options.tokens = &(StepToken){wanted->word_count, end};
    Error error = {0};
    Trace *trace = trace_decode(model, slice_of(SENTENCE_TEXTS[sentence]), &options, &error);
    expect_ok(trace != NULL, &error);
    return trace;
}

static int set_up(void **state)
{
    (void)state;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    Vocab source = {0}, target = {0};
    copy_words(&moving.model.source, &source);
    copy_words(&moving.model.target, &target);
    model_create(&fresh, &moving.model.config, &source, &target, 3);
    Config config = moving.model.config;
    config.attention = ATTENTION_NONE;
    copy_words(&moving.model.source, &source);
    copy_words(&moving.model.target, &target);
    model_create(&mute, &config, &source, &target, 4);
    for (int i = 0; i < SENTENCES; i++) {
        babble[i] = trace_decode(&fresh, slice_of(SENTENCE_TEXTS[i]), NULL, NULL);
        unweighted[i] = trace_decode(&mute, slice_of(SENTENCE_TEXTS[i]), NULL, NULL);
        forced[0][i] = decode_forced(&fresh, (Sentence)i);
        forced[1][i] = decode_forced(&moving.model, (Sentence)i);
        for (int t = 0; t < 256; t++)
            right[0][i][t] = t % 3 == 0, right[1][i][t] = true;
    }
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    for (int i = 0; i < SENTENCES; i++)
        trace_destroy(babble[i]), trace_destroy(unweighted[i]), trace_destroy(forced[0][i]),
            trace_destroy(forced[1][i]);
    model_finish(&mute);
    model_finish(&fresh);
    moving_close(&moving);
    return 0;
}

/* `count` looks have been taken; half of them look like noise. */
static Training training_of(Sentence sentence, int count, TrainingState state)
{
    Training training = {.state = state,
                         .epochs = EPOCHS,
                         .early = EARLY,
                         .list = list,
                         .count = count,
                         .places = places,
                         .losses = losses,
                         .heldout = heldout,
                         .points = count,
                         .tokens_per_second = count > 1 ? 123456 : NAN,
                         .heldout_pairs = 500,
                         .kept = -1,
                         .probe = (ProbeKind)(count % 3),
                         .counts_more = true,
                         .match = state == TRAINING_DONE ? (TrainingMatch)(count % (MATCH_NONE + 1)) : MATCH_UNKNOWN,
                         .shown = count - 1,
                         .follow = true,
                         .menu = -1,
                         .settings = {SCORE_ADDITIVE, 64, 0.005, 1},
                         .lessons = {SCORE_ADDITIVE, 64, 0.005, 1},
                         .scores = true};
    for (int i = 0; i < count; i++) {
        double at = i <= EARLY ? i / 4.0 : i - EARLY;
        bool knows = i >= 4;
        list[i] = (TrainingLook){at,
                                 i ? 4 / (1 + at) : NAN,
                                 4.4 / (1 + at),
                                 at / (EPOCHS + 1),
                                 1 / (1 + at),
                                 300,
                                 knows ? moving.traces[sentence] : babble[sentence],
                                 forced[knows][sentence],
                                 right[knows][sentence]};
        places[i] = (float)training_along(&training, at);
        losses[i] = (float)list[i].loss;
        heldout[i] = (float)list[i].heldout;
    }
    return training;
}

static View train_view(const Training *training, Sentence sentence, float width, float height)
{
    View view = moving_view(&moving, sentence, width, height);
    view.kind = VIEW_TRAIN;
    view.training = training;
    return view;
}

static const float SIZES[][2] = {{870, 560},  {896, 700},   {1024, 640},  {1138, 711},
                                 {1440, 900}, {1920, 1080}, {3840, 2160}, PHONES};

static void texts_have_room(void **state)
{
    (void)state;
    static const struct {
        int count;
        TrainingState state;
    } times[] = {{0, TRAINING_LOADING}, {0, TRAINING_FAILED},  {1, TRAINING_READY},   {3, TRAINING_RUNNING},
                 {9, TRAINING_PAUSED},  {20, TRAINING_FAILED}, {LOOKS, TRAINING_DONE}};
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++)
            for (size_t i = 0; i < LENGTH(times); i++)
                for (int mode = 0; mode < 4; mode++) {
                    Training training = training_of(sentence, times[i].count, times[i].state);
                    training.error = "lessons/05-cat-chase-mouse/data.tsv:3: has no tab between two sentences";
                    training.shown = mode == 2 ? times[i].count / 2 : training.shown;
                    training.own_words = mode == 1;
                    training.replays = mode == 3;
                    View view = train_view(&training, sentence, SIZES[s][0], SIZES[s][1]);
                    view.language = mode & 1 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    view.theme = theme_get(mode & 2 ? THEME_DARK : THEME_LIGHT);
                    moving_captions(&view, mode & 2);
                    view.window.present = mode == 1;
                    view.height += view.window.captions && view.height < 600 ? 62 : 0; /* the window sees to that */
                    ink_check(&moving, &view);
                }
    assert_int_equal(ink_findings, 0);
}

/* An open menu lies over the rest: only its own texts are looked at, in the ink's way of it, by marks. */
static void menus_stay_inside(void **state)
{
    (void)state;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (int menu = 0; menu < TRAINING_SETTINGS; menu++) {
            Training training = training_of(SENTENCE_SHORT, 5, TRAINING_RUNNING);
            training.menu = menu;
            View view = train_view(&training, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
            moving_draw(&moving, &view);
            double choices[TRAINING_CHOICES];
            int count = training_choices(&training, (TrainingSetting)menu, choices);
            for (int i = 0; i < count; i++) {
                Target target = {TARGET_CONTROL, TRAIN_CHOICE, (int16_t)menu, (int16_t)i};
                const DrawCommand *mark = drawlist_marked(&moving.list, target);
                assert_non_null(mark);
                assert_true(mark->bounds.y > 52 && mark->bounds.x + mark->bounds.w < view.width);
                Point middle = {mark->bounds.x + mark->bounds.w / 2, mark->bounds.y + mark->bounds.h / 2};
                assert_true(target_equal(drawlist_hit(&moving.list, middle), target));
            }
        }
}

static void models_without_weights_say_words(void **state)
{
    (void)state;
    ink_findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Sentence sentence = 0; sentence < SENTENCES; sentence++) {
            Training training = training_of(sentence, 9, TRAINING_RUNNING);
            for (int i = 0; i < training.count; i++) {
                list[i].probe = i == 2 ? NULL : unweighted[sentence]; /* one was not kept */
                list[i].forced = NULL;
                list[i].right = NULL;
                list[i].aer = NAN;
            }
            training.scores = false;
            View view = train_view(&training, sentence, SIZES[s][0], SIZES[s][1]);
            ink_check(&moving, &view);
            training.shown = 2;
            ink_check(&moving, &view);
        }
    assert_int_equal(ink_findings, 0);
}

/* A film of the alignment grows row by row, and a frame is the same whichever came before it. */
static void heatmap_frames_grow(void **state)
{
    (void)state;
    static const float sizes[][2] = {{320, 200}, {480, 480}, {960, 720}};
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = moving_view(&moving, SENTENCE_MIDDLE, sizes[s][0], sizes[s][1]);
        Bytes first = {0}, again = {0};
        long before = 0;
        for (int pass = 0; pass < 2; pass++) {
            view.cursor = moment_find(view.trace, MOMENT_WORD, 1, -1);
            scene_heatmap_frame(&view, moving.type, &moving.list);
            drawlist_print(&moving.list, pass == 0 ? &first : &again);
            before = moving.list.count;
            view.cursor = moment_count(view.trace) - 1;
            scene_heatmap_frame(&view, moving.type, &moving.list);
            assert_true(moving.list.count > before);
            assert_true(moving.list.width == view.width);
        }
        assert_string_equal(first.data, again.data);
        bytes_finish(&first);
        bytes_finish(&again);
    }
}

static void the_same_training_is_the_same_picture(void **state)
{
    (void)state;
    Bytes ahead[LOOKS];
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    View view = train_view(&training, SENTENCE_SHORT, 1440, 900);
    for (int i = 0; i < LOOKS; i++) {
        training.shown = i;
        ahead[i] = moving_text(&moving, &view);
        if (i > 0)
            assert_string_not_equal(ahead[i].data, ahead[i - 1].data);
    }
    for (int i = LOOKS; i-- > 0;) {
        training.shown = i;
        Bytes back = moving_text(&moving, &view);
        assert_string_equal(back.data, ahead[i].data);
        bytes_finish(&back);
        bytes_finish(&ahead[i]);
    }
}

static void drawing_again_takes_no_heap(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_LONG, LOOKS, TRAINING_DONE);
    View view = train_view(&training, SENTENCE_LONG, 1440, 900);
    view.window.captions = true;
    for (int round = 0; round < 3; round++) {
        long before = heap_count();
        for (training.shown = 0; training.shown < LOOKS; training.shown++)
            moving_draw(&moving, &view);
        if (round == 2)
            assert_int_equal(heap_count() - before, 0);
    }
}

static void films_rise_and_show_the_handle(void **state)
{
    (void)state;
    for (int epochs = 1; epochs < 70; epochs += 4)
        for (int frames = 3; frames <= 9; frames++) {
            Training training = training_of(SENTENCE_SHORT, epochs < EPOCHS ? epochs + 1 : LOOKS, TRAINING_RUNNING);
            training.epochs = epochs;
            training.early = 0;
            for (training.shown = 0; training.shown < training.count && training.shown <= epochs; training.shown++) {
                int film[16], count = training_film(&training, frames, film);
                bool there = false;
                assert_true(count >= 1 && count <= frames);
                for (int i = 0; i < count; i++) {
                    there = there || film[i] == training.shown;
                    assert_true(film[i] >= 0 && film[i] <= epochs);
                    assert_true(i == 0 || film[i] > film[i - 1]);
                }
                assert_true(there);
            }
        }
}

static void choices_hold_the_lessons_own(void **state)
{
    (void)state;
    Training training = {.lessons = {SCORE_COSINE, 48, 0.003, 77}, .settings = {SCORE_DOT, 128, 0.02, 5}};
    for (int setting = 0; setting < TRAINING_SETTINGS; setting++) {
        double choices[TRAINING_CHOICES];
        int count = training_choices(&training, (TrainingSetting)setting, choices), found = 0;
        for (int i = 0; i < count; i++) {
            assert_true(i == 0 || choices[i] > choices[i - 1]);
            found += choices[i] == training.lessons[setting];
            found += choices[i] == training.settings[setting];
        }
        assert_int_equal(found, 2);
    }
    assert_false(training_as_lesson(&training));
    memcpy(training.settings, training.lessons, sizeof training.settings);
    assert_true(training_as_lesson(&training));
}

/* What is said of a cell is of the epoch at the handle, not of the lesson's model. */
static void cells_speak_of_their_epoch(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    View view = train_view(&training, SENTENCE_SHORT, 1440, 900);
    Arena arena = {0};
    for (int shown = 0; shown < LOOKS; shown += LOOKS - 1) {
        training.shown = shown;
        moving_draw(&moving, &view);
        Target cell = {TARGET_HEAT, 0, 0, 0};
        assert_non_null(drawlist_marked(&moving.list, cell));
        const Trace *trace = list[shown].forced;
        const char *text = scene_describe(&view, cell, &arena);
        assert_non_null(strstr(text, share_equals(&arena, (double)trace->steps[0].step.weights[0], 3)));
        assert_non_null(strstr(text, trace->steps[0].token));
        training.own_words = true;
        text = scene_describe(&view, cell, &arena);
        assert_non_null(strstr(text, list[shown].probe->steps[0].token));
        training.own_words = false;
    }
    assert_true(moving.traces[SENTENCE_SHORT]->steps[0].step.weights[0]
                    - babble[SENTENCE_SHORT]->steps[0].step.weights[0]
                > 0.1f);
    arena_finish(&arena);
}

/* ---- rows and cells ---- */

/* Fed the same words, every look has the same rows; left to itself its own. */
static void rows_are_the_same_at_every_look(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    const Trace *last = training_map(&training, &list[LOOKS - 1]);
    for (int i = 0; i < LOOKS; i++) {
        const Trace *trace = training_map(&training, &list[i]);
        assert_int_equal(trace->step_count, last->step_count);
        for (int t = 0; t < trace->step_count; t++)
            assert_string_equal(trace->steps[t].token, last->steps[t].token);
    }
    training.own_words = true;
    assert_ptr_equal(training_map(&training, &list[0]), babble[SENTENCE_SHORT]);
    training.own_words = false;
    list[0].forced = NULL; /* nobody knows a translation */
    assert_ptr_equal(training_map(&training, &list[0]), babble[SENTENCE_SHORT]);
}

/* The colour of the first cell's middle: the last box that covers it. */
static Color color_of_cell(void)
{
    const DrawCommand *mark = drawlist_marked(&moving.list, (Target){TARGET_HEAT, 0, 0, 0});
    assert_non_null(mark);
    Point middle = box_middle(mark->bounds);
    Color color = {0};
    for (int i = 0; i < moving.list.count && &moving.list.commands[i] != mark; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command->kind == DRAW_BOX && box_contains(command->bounds, middle) && command->box.paint.fill.a)
            color = command->box.paint.fill;
    }
    return color;
}

static void cells_fade_from_look_to_look(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    View view = train_view(&training, SENTENCE_SHORT, 1440, 900);
    static const float backs[] = {0, 0.25f, 0.5f, 0.75f, 1};
    int greens[5];
    training.before = 0;
    for (int i = 0; i < 5; i++) {
        training.back = backs[i];
        moving_draw(&moving, &view);
        greens[i] = color_of_cell().g;
        assert_true(i == 0 || greens[i] > greens[i - 1] + 5); /* ever paler */
    }
    training.shown = 0;
    training.back = 0;
    moving_draw(&moving, &view);
    assert_int_equal(color_of_cell().g, greens[4]);
}

/* ---- the axis ---- */

static void the_first_epoch_has_half_of_the_axis(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    assert_true(training_along(&training, 0) == 0);
    assert_true(training_along(&training, 0.5) == 0.25);
    assert_true(training_along(&training, 1) == 0.5);
    assert_true(fabs(training_along(&training, EPOCHS) - 1) < 1e-12);
    double before = 0, step = 1;
    for (int at = 1; at <= EPOCHS; at++) {
        double along = training_along(&training, at);
        assert_true(along > before);
        assert_true(at < 3 || along - before < step); /* each has less than the one before */
        step = along - before;
        before = along;
    }
    training.early = 0; /* too short to be looked into */
    assert_true(training_along(&training, 1) < 0.2);
    training.epochs = 1;
    assert_true(training_along(&training, 1) == 1);
}

static void the_handle_is_put_between_looks(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    for (int i = 0; i < LOOKS; i++) {
        training_move(&training, training_along(&training, list[i].at));
        assert_int_equal(training.shown, i);
        assert_true(training.back < 1e-6f);
    }
    for (double along = -0.1; along < 1.1; along += 0.013) {
        training_move(&training, along);
        assert_true(training.back >= 0 && training.back <= 0.5f);
        assert_true(training.back == 0 || abs(training.before - training.shown) == 1);
        assert_true(fabs(training_handle(&training) - fmin(fmax(along, 0), 1)) < 1e-6);
    }
    training.count = 4; /* what is not there yet is the newest */
    training_move(&training, 0.9);
    assert_int_equal(training.shown, 3);
    assert_true(training_at(&training, EARLY + 7) == 7);
    assert_true(training_at(&training, 0) == 0);
}

/* The middle of a text in the picture; -1 where it is not there. */
static float x_of(const char *wanted)
{
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        if (command_says(command, wanted))
            return command->bounds.x + command->bounds.w / 2;
    }
    return -1;
}

/* What the halves are stands under them. */
static void the_mark_is_in_the_middle(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, LOOKS, TRAINING_DONE);
    View view = train_view(&training, SENTENCE_SHORT, 1440, 900);
    moving_draw(&moving, &view);
    Box plot = drawlist_marked(&moving.list, (Target){TARGET_CONTROL, TRAIN_PLOT, 0, 0})->bounds;
    float middle = plot.x + plot.w / 2;
    float first = x_of("the first epoch, enlarged");
    assert_true(first > plot.x && first < middle);
    assert_true(x_of("epochs 2 to 30") > middle);
}

/* A sentence of no words says so. */
static void no_word_is_said(void **state)
{
    (void)state;
    Training training = training_of(SENTENCE_SHORT, 1, TRAINING_READY);
    Trace silent = *babble[SENTENCE_SHORT];
    silent.word_count = 0;
    list[0].probe = &silent;
    View view = train_view(&training, SENTENCE_SHORT, 1440, 900);
    moving_draw(&moving, &view);
    assert_true(x_of(said(LANGUAGE_ENGLISH, W_WRITES_NO_WORD)) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_have_room),
        cmocka_unit_test(menus_stay_inside),
        cmocka_unit_test(models_without_weights_say_words),
        cmocka_unit_test(heatmap_frames_grow),
        cmocka_unit_test(the_same_training_is_the_same_picture),
        cmocka_unit_test(drawing_again_takes_no_heap),
        cmocka_unit_test(films_rise_and_show_the_handle),
        cmocka_unit_test(choices_hold_the_lessons_own),
        cmocka_unit_test(cells_speak_of_their_epoch),
        cmocka_unit_test(rows_are_the_same_at_every_look),
        cmocka_unit_test(cells_fade_from_look_to_look),
        cmocka_unit_test(the_first_epoch_has_half_of_the_axis),
        cmocka_unit_test(the_handle_is_put_between_looks),
        cmocka_unit_test(the_mark_is_in_the_middle),
        cmocka_unit_test(no_word_is_said),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
