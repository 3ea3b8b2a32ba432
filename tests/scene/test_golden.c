/* One whole picture, as text: the softmax of step 3 of a small fixed model, beside softmax.txt. A picture that was meant
 * to change is taken over with ATTEND_REBASELINE=1; a failure leaves both in ATTEND_TEST_OUT. */
#include "moving.h"

static void the_softmax_of_step_3(void **state)
{
    (void)state;
    Moving moving;
    Error error = {0};
    moving_open(&moving, "tests/data/tiny.safetensors");
    Trace *trace = trace_decode(&moving.model, slice_of("the black cat sleeps"), NULL, &error);
    expect_ok(trace != NULL, &error);
    View view = moving_view(&moving, SENTENCE_SHORT, 1440, 900);
    view.lesson = NULL; /* the lesson's text may change */
    view.trace = trace;
    view.field.text = "the black cat sleeps";
    view.field.caret = view.field.anchor = 0;
    view.cursor = moment_find(trace, MOMENT_SOFTMAX, 2, -1);
    assert_true(view.cursor > 0);
    Bytes actual = moving_text(&moving, &view);

    const char *path = path_join(&moving.arena, getenv("ATTEND_DATA"), "tests/scene/softmax.txt");
    const char *again = getenv("ATTEND_REBASELINE");
    if (again && strcmp(again, "1") == 0)
        expect_ok(file_write(path, actual.data, actual.length, &error), &error);
    Bytes expected = {0};
    expect_ok(file_read(path, FILE_LIMIT_TEXT, &expected, &error), &error);
    if (expected.length != actual.length || memcmp(expected.data, actual.data, actual.length) != 0) {
        const char *folder = getenv("ATTEND_TEST_OUT") ? getenv("ATTEND_TEST_OUT") : ".";
        const char *mine = path_join(&moving.arena, folder, "softmax.actual.txt");
        const char *theirs = path_join(&moving.arena, folder, "softmax.expected.txt");
        expect_ok(file_write(mine, actual.data, actual.length, &error), &error);
        expect_ok(file_write(theirs, expected.data, expected.length, &error), &error);
        fail_msg("the picture is another one: diff %s %s, and ATTEND_REBASELINE=1 if that was meant", theirs, mine);
    }
    bytes_finish(&expected);
    bytes_finish(&actual);
    trace_destroy(trace);
    moving_close(&moving);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_softmax_of_step_3)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
