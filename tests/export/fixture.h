/* What the tests of exported files share: one of everything, drawn, and a folder of their own. */
#ifndef TESTS_EXPORT_FIXTURE_H
#define TESTS_EXPORT_FIXTURE_H

#include "sample.h"
#include "support.h"

typedef struct Fixture {
    Type *type;
    DrawList list;
    char folder[64];
    Arena arena;
} Fixture;

static inline int set_up(void **state)
{
    Fixture *fixture = heap_alloc(1, sizeof *fixture);
    Error error = {0};
    fixture->type = type_open(FONTS, &error);
    if (!fixture->type)
        return -1;
    folder_create(fixture->folder);
    sample_draw(&fixture->list, fixture->type, THEME_LIGHT);
    *state = fixture;
    return 0;
}

static inline int tear_down(void **state)
{
    Fixture *fixture = *state;
    folder_remove_all(fixture->folder);
    drawlist_finish(&fixture->list);
    type_close(fixture->type);
    arena_finish(&fixture->arena);
    free(fixture);
    return 0;
}

#endif
