/* Places as text: what is written is read again, and what cannot be read is told. */
#include "support.h"

#include "lesson/place.h"

static void what_is_written_is_read(void **state)
{
    (void)state;
    Arena arena = {0};
    Error error = {0};
    static const char *const lines[] = {
        "",
        "lesson=5",
        "lesson=05-cat-chase-mouse;model=model;card=3;sentence=cat chase mouse;step=3;moment=softmax",
        "lesson=5;sentence=100%25 a%3Bb=c;moment=forward;position=2;view=heatmap;theme=dark;language=zh",
        "sentence=猫 捉 老鼠;view=self-attention;look=heads;theme=light;language=en",
    };
    for (size_t i = 0; i < LENGTH(lines); i++) {
        Place place;
        expect_ok(place_parse(lines[i], &arena, &place, &error), &error);
        assert_string_equal(place_print(&place, &arena), lines[i]);
    }
    Place place;
    expect_ok(place_parse(";step=2;;sentence=50% a%3b%;", &arena, &place, &error), &error);
    assert_int_equal(place.step, 2);
    assert_string_equal(place.sentence, "50% a;%");
    assert_int_equal(place.view, -1);
    assert_null(place.lesson);
    arena_finish(&arena);
}

static void what_cannot_be_read_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *message;
    } cases[] = {
        {"lesson", "a part of the place is 'lesson'; expected key=value"},
        {"lesson=", "lesson is empty"},
        {"stpe=1", "a place has no key 'stpe'; expected one of: lesson, model, card"},
        {"step=0", "step is '0'; expected a whole number from 1 to 9999"},
        {"step=2x", "step is '2x'; expected a whole number"},
        {"card=99999999999999999999", "expected a whole number"},
        {"moment=sofmax", "moment is 'sofmax'; expected one of: start, embedding"},
        {"view=none", "view is 'none'; expected one of: decode, compare"},
        {"look=left", "look is 'left'; expected one of: whole, folded"},
        {"theme=blue", "theme is 'blue'; expected one of: light, dark"},
        {"language=fr", "language is 'fr'; expected one of: en, zh"},
        {"sentence=\xff", "not UTF-8"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        Arena arena = {0};
        Error error = {0};
        Place place;
        assert_false(place_parse(cases[i].text, &arena, &place, &error));
        expect_error(&error, cases[i].message);
        assert_int_equal(error.code, ERROR_USAGE);
        arena_finish(&arena);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read),
                                       cmocka_unit_test(what_cannot_be_read_is_told)};
    return cmocka_run_group_tests_name("lesson place", tests, NULL, NULL);
}
