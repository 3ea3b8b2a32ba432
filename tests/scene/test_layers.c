/* Of an encoder with two layers the upper one is drawn: the stage says so while it reads, and nothing comes before
 * what it is made of. */
#include "ink.h"
#include "moving_lesson.h"
#include "pairs.h"
#include "scene/view/window_layout.h"

static const float SIZES[][2] = {{1024, 640}, {1440, 900}, {1920, 1080}, PHONES};

static bool says_part(const char *wanted)
{
    char text[SAID_BYTES];
    for (int i = 0; i < moving.list.count; i++)
        if (strstr(command_text(&moving.list.commands[i], text), wanted))
            return true;
    return false;
}

static void the_layer_is_named(void **state)
{
    (void)state;
    Pairs pairs;
    Error error = {0};
    pairs_open(&pairs, &moving, ATTENTION_BAHDANAU, CELL_GRU, 2);
    int named = 0;
    ink_findings = 0;
    for (Sentence sentence = 0; sentence <= SENTENCE_LONG; sentence++) {
        Trace *trace = trace_decode(&pairs.other, slice_of(SENTENCE_TEXTS[sentence]), NULL, &error);
        expect_ok(trace != NULL, &error);
        int bridge = moment_find(trace, MOMENT_BRIDGE, -1, -1), step = trace->n / 2 + 1;
        for (size_t size = 0; size < LENGTH(SIZES); size++)
            for (int language = 0; language < 2; language++)
                for (int at = 0; at <= bridge; at += step) {
                    View view = moving_view(&moving, sentence, SIZES[size][0], SIZES[size][1]);
                    view.model = &pairs.other;
                    view.trace = trace;
                    view.language = (Language)language;
                    view.cursor = at;
                    ink_check(&moving, &view);
                    MomentKind kind = moment_at(trace, at).kind;
                    bool low = window_upright(&view) || window_lying(&view);
                    bool reads = kind >= MOMENT_EMBED && kind <= MOMENT_BACKWARD; /* its floor is the hero */
                    if (reads && !low) {
                        named++;
                        assert_true(says_part(language ? "层（共 " : "layer 2 of 2")); /* a run of one font */
                    }
                }
        trace_destroy(trace);
    }
    pairs_close(&pairs);
    assert_true(named > 0);
    assert_int_equal(ink_findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_layer_is_named),
    };
    return cmocka_run_group_tests(tests, moving_set_up, moving_tear_down);
}
