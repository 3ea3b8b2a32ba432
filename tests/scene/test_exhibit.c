/* The exhibit view: every probe and the reveal, of short and long sentences, at every size; what is
 * printed is measured. */
#include "exhibits.h"
#include "ink.h"
#include "scene/card/card_show.h"
#include "scene/kit/kit.h"
#include "scene/view/window_layout.h"
#include "scene/views/exhibit/exhibit_words.h"

static Moving moving;
static Pairs pairs;
static Exhibits exhibits;
static int quizzed; /* a card with a question */

static int set_up(void **state)
{
    (void)state;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    pairs_open(&pairs, &moving, ATTENTION_LUONG, CELL_GRU, 1);
    while (moving.lesson->cards[quizzed].quiz_count == 0)
        quizzed++;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    pairs_close(&pairs);
    moving_close(&moving);
    return 0;
}

static View view_of(Sentence sentence, float width, float height, bool solved)
{
    View view = moving_view(&moving, sentence, width, height);
    view.kind = VIEW_EXHIBIT;
    view.exhibit = &exhibits.exhibit;
    view.trace = &exhibits.trace;
    view.card = quizzed;
    for (int i = 0; i < QUIZ_MOST; i++)
        view.panel.quizzes[i].shown = solved;
    return view;
}

static void nothing_lies_over_a_text(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {1440, 900}, {2560, 1440}, {870, 560}, PHONES};
    ink_findings = 0;
    for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++)
        for (int fault = FAULT_NONE; fault < FAULT_KINDS; fault++) {
            exhibits_open(&exhibits, &moving, &pairs, sentence, (FaultKind)fault);
            for (size_t s = 0; s < LENGTH(sizes); s++)
                for (int mode = 0; mode < 4; mode++) {
                    View view = view_of(sentence, sizes[s][0], sizes[s][1], true);
                    view.window.present = mode & 1;
                    view.language = mode & 2 ? LANGUAGE_CHINESE : LANGUAGE_ENGLISH;
                    moving_captions(&view, mode == 2);
                    exhibits.exhibit.again = false;
                    ink_check(&moving, &view);
                    exhibits.exhibit.again = true;
                    exhibits.exhibit.place = exhibits.trace.n - 1;
                    for (int probe = 0; probe < PROBES && fault == FAULT_NONE; probe++) {
                        exhibits.exhibit.probe = (ExhibitProbe)probe;
                        ink_check(&moving, &view);
                    }
                }
            exhibits_close(&exhibits);
        }
    assert_int_equal(ink_findings, 0);
}

/* In the lower half stand all notes, as far as they have room: on a laptop eight, else fifteen. */
static void notes_stay_in_the_lower_half(void **state)
{
    (void)state;
    static const struct {
        float w, h;
        int notes;
    } sizes[] = {{1138, 711, 8}, {1440, 900, 15}};
    exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, FAULT_MIRRORED);
    for (int i = 0; i < 12; i++)
        notes_add(&exhibits.notes, &(Finding){.probe = PROBE_READ, .step = i, .word = "猫", .other = "cat"});
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = view_of(SENTENCE_SHORT, sizes[s].w, sizes[s].h, false);
        moving_draw(&moving, &view);
        Box foot = window_layout(&view).foot;
        assert_true(foot.y > 440 && foot.y < 0.7f * view.height);
        Bytes all = {0}; /* a text in two faces is two commands, one behind the other */
        char said[SAID_BYTES];
        for (int i = 0; i < moving.list.count; i++)
            bytes_add_text(&all, command_text(&moving.list.commands[i], said));
        int first = exhibits.notes.count > sizes[s].notes ? exhibits.notes.count - sizes[s].notes : 0;
        for (int i = first; i < exhibits.notes.count; i++)
            assert_non_null(
                strstr(all.data, finding_text(&exhibits.notes.list[i], LANGUAGE_ENGLISH, &moving.list.arena)));
        bytes_finish(&all);
    }
    exhibits_close(&exhibits);
}

/* The reveal waits for the answer; then the line stands there with its sign and in words. */
static void the_answer_comes_first(void **state)
{
    (void)state;
    const Fault *fault = fault_of(FAULT_MIRRORED);
    exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, FAULT_MIRRORED);
    for (int solved = 0; solved < 2; solved++) {
        View view = view_of(SENTENCE_SHORT, 1440, 900, solved);
        moving_draw(&moving, &view);
        static const char *const told[] = {"−", "+", "just read mouse", "just read cat"};
        for (size_t i = 0; i < LENGTH(told); i++)
            assert_int_equal(moving_says(&moving, told[i]), solved);
        assert_int_equal(moving_says(&moving, fault->right), solved);
        assert_int_equal(moving_says(&moving, fault->wrong), solved);
        assert_int_equal(moving_says(&moving, said(LANGUAGE_ENGLISH, fault->part)), solved);
        assert_int_equal(drawlist_marked(&moving.list, target_at(TARGET_CONTROL, EXHIBIT_AGAIN, 0, 0)) != NULL, solved);
        assert_int_equal(drawlist_marked(&moving.list, target_at(TARGET_CONTROL, EXHIBIT_PROBE, 2, 0)) != NULL,
                         !solved);
    }
    exhibits_close(&exhibits);
    /* where nothing is wrong, nothing is repaired */
    exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, FAULT_NONE);
    View view = view_of(SENTENCE_SHORT, 1440, 900, true);
    moving_draw(&moving, &view);
    assert_true(moving_says(&moving, said(LANGUAGE_ENGLISH, W_NOTHING_IS_WRONG)));
    assert_false(moving_says(&moving, said(LANGUAGE_ENGLISH, W_ALIGNMENT_REPAIRED)));
    exhibits_close(&exhibits);
}

/* As long as it is asked, no other view shows how the model is built, but for decode where that is as it should be; and
 * what attention reads has one name in all models. In present mode too, where the card is away. */
static void nothing_names_what_is_asked(void **state)
{
    (void)state;
    static const char text[] = "---\ntitle: Museum\norder: 22\nview: exhibit\nsentence: cat chase mouse\nmodels:\n"
                               "  - {hidden: 8}\n---\n# One\n\n```quiz\nkind: choice\nask: first\nhide: text\n"
                               "question: Q?\nchoices: [a, b]\nanswer: a\n```\n";
    Error error = {0};
    Arena arena = {0};
    Lesson *lesson = lesson_parse(slice_of(text), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    for (int fault = FAULT_NONE; fault < FAULT_KINDS; fault++)
        for (int mode = 0; mode < 4; mode++) {
            bool solved = mode & 1;
            exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, (FaultKind)fault);
            exhibits.exhibit.pair.sides[0].trace = &exhibits.trace;
            View view = view_of(SENTENCE_SHORT, 1440, 900, solved);
            view.lesson = lesson;
            view.card = 0;
            view.panel.asking = true;
            view.window.present = mode & 2;
            Maths maths = view_maths(&view, &arena);
            bool reads_words = solved && fault == FAULT_EMBEDDINGS;
            assert_string_equal(annotation_name(&maths, 0), reads_words ? "x_{1}" : "@g{h_{1}}");
            char *note = scene_describe(&view, target_at(TARGET_ANNOTATION, 0, 0, 0), &arena);
            assert_int_equal(strstr(note, "embedding") != NULL, reads_words);
            for (ViewKind kind = 0; kind < VIEW_KINDS; kind++) {
                view.kind = kind;
                bool sound = fault == FAULT_NONE || fault == FAULT_ANSWER_FED; /* that one is wrong in training alone */
                assert_int_equal(scene_mask(&view).covered, !solved && kind != VIEW_EXHIBIT && view_is_of_lesson(kind)
                                                                && !(kind == VIEW_DECODE && sound));
            }
            exhibits_close(&exhibits);
        }
    lesson_destroy(lesson);
    arena_finish(&arena);
}

/* A map of many columns has its numbers, or where there is no room the largest of each row. */
static void maps_have_numbers(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1440, 900}, {870, 560}};
    exhibits_open(&exhibits, &moving, &pairs, SENTENCE_MIDDLE, FAULT_NONE);
    for (size_t s = 0; s < LENGTH(sizes); s++) {
        View view = view_of(SENTENCE_MIDDLE, sizes[s][0], sizes[s][1], false);
        moving_draw(&moving, &view);
        for (int t = 0; t < view.trace->step_count; t++) {
            const float *weights = view.trace->steps[t].step.weights;
            int j = values_largest(weights, view.trace->n);
            const DrawCommand *cell = drawlist_marked(&moving.list, target_at(TARGET_HEAT, t, j, 0));
            const char *number = kit_share(&moving.list, (double)weights[j]);
            bool there = false;
            for (int i = 0; cell && i < moving.list.count; i++)
                there = there
                        || (command_says(&moving.list.commands[i], number)
                            && box_contains(box_inset(cell->bounds, -2, 0), moving.list.commands[i].text.origin));
            assert_true(there);
        }
    }
    exhibits_close(&exhibits);
}

/* Everything is reached by Tab and has a name; and drawing again takes no memory. */
static void keys_names_and_memory(void **state)
{
    (void)state;
    exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, FAULT_NONE);
    for (int probe = 0; probe < PROBES; probe++) {
        exhibits.exhibit.probe = (ExhibitProbe)probe;
        View view = view_of(SENTENCE_SHORT, 1440, 900, false);
        moving_draw(&moving, &view);
        moving_draw(&moving, &view);
        long before = heap_count();
        moving_draw(&moving, &view);
        assert_int_equal(heap_count(), before);
        for (int other = 0; other < PROBES; other++) {
            const DrawCommand *mark = drawlist_marked(&moving.list, target_at(TARGET_CONTROL, EXHIBIT_PROBE, other, 0));
            assert_true(mark && mark->mark.focusable && mark->mark.name[0]);
        }
        int bars = 0, states = 0, words = 0;
        for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(&moving.list, mark));) {
            bars += mark->mark.target.kind == TARGET_WEIGHT && mark->mark.focusable && mark->mark.name;
            states += mark->mark.target.kind == TARGET_ANNOTATION && mark->mark.focusable;
            words +=
                mark->mark.target.kind == TARGET_CONTROL && mark->mark.target.a == EXHIBIT_STATE && mark->mark.name;
        }
        int n = exhibits.trace.n;
        assert_int_equal(bars, probe == PROBE_DRAG ? n : 0);
        assert_int_equal(states, probe == PROBE_READ || probe == PROBE_SWAP || probe == PROBE_MUTE ? n : 0);
        assert_int_equal(words, probe == PROBE_COMPARE ? 0 : n);
    }
    exhibits_close(&exhibits);
}

/* What stands under the words is the comparison's; how many states change is counted from the swap. */
static void what_is_said_is_measured(void **state)
{
    (void)state;
    Arena arena = {0};
    exhibits_open(&exhibits, &moving, &pairs, SENTENCE_SHORT, FAULT_NONE);
    exhibits.exhibit.probe = PROBE_SWAP;
    View view = view_of(SENTENCE_SHORT, 1440, 900, false);
    moving_draw(&moving, &view);
    int right = 0, wrong = 0, same = 0, changed = 0;
    Bytes all = {0}; /* a text in two faces is two commands, one behind the other */
    char said[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++) {
        const DrawCommand *command = &moving.list.commands[i];
        bytes_add_text(&all, command_text(command, said));
        if (command->kind != DRAW_TEXT || command->text.size > TYPE_TINY) /* the card says such words too */
            continue;
        right += command_says(command, "right");
        wrong += command_says(command, "wrong");
        same += command_says(command, "same");
        changed += command_says(command, "changed");
    }
    view.window.captions = true; /* which tell the last finding */
    moving_draw(&moving, &view);
    Box caption = window_layout(&view).caption;
    const Finding *last = &exhibits.notes.list[exhibits.notes.count - 1];
    Bytes told = {0};
    for (int i = 0; i < moving.list.count; i++)
        if (moving.list.commands[i].kind == DRAW_TEXT && box_contains(caption, moving.list.commands[i].text.origin))
            bytes_add_text(&told, command_text(&moving.list.commands[i], said));
    assert_string_equal(told.data, finding_text(last, LANGUAGE_ENGLISH, &arena));
    bytes_finish(&told);
    const CompareSide *side = &exhibits.exhibit.pair.sides[0];
    assert_true(wrong == side->wrong && right + wrong == side->trace->word_count);
    assert_int_equal(changed, swap_changed(&exhibits.swap, exhibits.trace.n));
    assert_int_equal(same + changed, exhibits.trace.n);
    const Notes *notes = &exhibits.notes;
    for (int i = notes->count > 4 ? notes->count - 4 : 0; i < notes->count; i++) /* the foot has room for so many */
        assert_non_null(strstr(all.data, finding_text(&notes->list[i], LANGUAGE_ENGLISH, &arena)));
    bytes_finish(&all);
    exhibits_close(&exhibits);
    arena_finish(&arena);
}

/* A card as handouts and figures show it: the symptom alone, with nothing to press; with the answers
 * what was repaired. */
static void on_paper(void **state)
{
    (void)state;
#define QUIZ "\n```quiz\nkind: choice\nquestion: Q?\nchoices: [a, b]\nanswer: a\n```\n"
    static const char text[] = "---\ntitle: Museum\norder: 22\nview: exhibit\nsentence: cat chase mouse\nmodels:\n"
                               "  - {hidden: 8}\n  - {name: sound, hidden: 8}\n---\n# One\n\n```attend\nview: exhibit\n"
                               "model: model\nagainst: sound\n```\n" QUIZ "\n# Two\n" QUIZ;
    Error error = {0};
    Lesson *lesson = lesson_parse(slice_of(text), (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    Model models[2] = {moving.model, pairs.other};
    ShownLesson *shown = shown_open(lesson, models, 0);
    for (int card = 0; card < 2; card++) {
        View view = moving_view(&moving, SENTENCE_SHORT, 560, 400);
        ShownCard made;
        expect_ok(shown_card(shown, card, &view, &made, &error), &error);
        assert_int_equal(view.kind, VIEW_EXHIBIT);
        assert_true(view.exhibit->sound && view.exhibit->own == view.trace); /* which the card names, or the first */
        scene_stage_figure(&view, moving.type, &moving.list);
        assert_true(moving_says(&moving, "ALIGNMENT") && !moving_says(&moving, "PROBES"));
        assert_null(drawlist_next_mark(&moving.list, NULL));
        ink_findings = 0;
        ink_check_list(&view, &moving.list);
        assert_int_equal(ink_findings, 0);
        view.panel.quizzes[0].shown = true;
        scene_stage_figure(&view, moving.type, &moving.list);
        assert_false(moving_says(&moving, "ALIGNMENT"));
        assert_true(moving_says(&moving, "THE SOUND MODEL'S ALIGNMENT"));
        shown_card_finish(&made);
    }
    shown_close(shown);
    lesson_destroy(lesson);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_lies_over_a_text), cmocka_unit_test(notes_stay_in_the_lower_half),
        cmocka_unit_test(the_answer_comes_first),   cmocka_unit_test(nothing_names_what_is_asked),
        cmocka_unit_test(maps_have_numbers),        cmocka_unit_test(keys_names_and_memory),
        cmocka_unit_test(what_is_said_is_measured), cmocka_unit_test(on_paper),
    };
    return cmocka_run_group_tests_name("scene exhibit", tests, set_up, tear_down);
}
