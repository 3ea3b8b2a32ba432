/* One lesson with all its models and a sentence a card, and the texts of all its pictures:
 *
 *   Course course;
 *   course_open(&course, "lessons/20-self-attention");
 *   course_add_cards(&course);
 *   View view = course_view(&course, 0, VIEW_SELF_ATTENTION, LOOK_WHOLE, 1440, 900);
 *   course_close(&course);
 */
#ifndef TESTS_SCENE_ONE_LESSON_H
#define TESTS_SCENE_ONE_LESSON_H

#include "moving.h"

typedef struct Course {
    Moving moving; /* its type, lesson and list; no model */
    Model models[8];
    Trace *traces[32];
    const char *sentences[32];
    int owners[32], count;
} Course;

#define LONG_WORDS "the old teacher wears this small coat near the good woman that plays the hippopotamusologists"

void course_open(Course *course, const char *lesson);
void course_add(Course *course, int model, const char *sentence); /* decoded; once where it is there already */
void course_add_cards(Course *course);
void course_close(Course *course);
View course_view(const Course *course, int sentence, ViewKind kind, LookKind look, float width, float height);
/* they have room, in all sizes */
void course_check_texts(Course *course, ViewKind kind, const LookKind *looks, int look_count);

#endif
