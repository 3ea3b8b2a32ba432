/* Small lessons to break: a front matter, a card and their translation, put together from pieces. */
#ifndef TESTS_LESSON_LESSONS_H
#define TESTS_LESSON_LESSONS_H

#include "support.h"

#include "lesson/lesson.h"

/* Lines 1 to 7, so that a body behind it starts on line 8. */
#define FRONT "---\ntitle: Small\norder: 3\nsentence: cat chase mouse\nmodels:\n  - hidden: 8\n---\n"
/* Lines 1 to 3. */
#define FRONT_ZH "---\ntitle: 小\n---\n"
#define CARD     "# One\n\nText.\n"
#define CARD_ZH  "# 一\n\n文字。\n"

static inline Lesson *parse(const char *english, const char *chinese, Error *error)
{
    return lesson_parse(slice_of(english), slice_of(chinese), "L", error);
}

/* One card whose prose is `text`. */
static inline Lesson *parse_prose(const char *text, Error *error)
{
    Bytes english = {0};
    bytes_printf(&english, "%s# One\n%s", FRONT, text);
    Lesson *lesson = parse(english.data, FRONT_ZH CARD_ZH, error);
    bytes_finish(&english);
    return lesson;
}

/* It was refused, for this reason. */
static inline void expect_no_lesson(Lesson *lesson, const Error *error, const char *message)
{
    if (lesson)
        print_error("was accepted, expected: %s\n", message);
    assert_null(lesson);
    expect_error(error, message);
    if (strncmp(error_text(error), message, strlen(message)) != 0)
        print_error("%s\n%s\n", error_text(error), message);
    assert_memory_equal(error_text(error), message, strlen(message));
}

#endif
