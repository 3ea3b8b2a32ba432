/* The figure of every moment, and its formula line on paper, at many widths: mathematics is whole. None is cut by a
 * clip or the picture's edge; no line ends in a sign that asks for an operand, or opens a bracket that it does not
 * close. */
#include "ink.h"
#include "scene/kit/markup.h"
#include "scene/window/panels.h"

static const char *const MODELS[] = {"lessons/05-cat-chase-mouse/model.safetensors",
                                     "lessons/09-bahdanau/model.safetensors", "lessons/10-luong/model.safetensors",
                                     "lessons/20-self-attention/model.safetensors"};

static bool is_math(const DrawCommand *command)
{
    return command->text.face == FACE_MATH || command->text.face == FACE_MATH_ITALIC
           || command->text.face == FACE_MATH_BOLD;
}

/* All texts, in reading order. */
static char *line_text_of(const DrawList *list, Arena *arena)
{
    Bytes text = {0};
    bytes_add_text(&text, "");
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        char utf8[4];
        for (int k = 0; command->kind == DRAW_TEXT && k < command->text.count; k++)
            bytes_add(&text, utf8, utf8_put(utf8, command->text.letters[k].codepoint));
    }
    char *copy = arena_copy(arena, text.data, text.length);
    bytes_finish(&text);
    return copy;
}

static void check_line(const char *text, float width, const char *moment)
{
    size_t length = strlen(text);
    int depth = 0;
    for (const char *c = text; *c; c++)
        depth += (*c == '(' || *c == '[') - (*c == ')' || *c == ']');
    while (length > 0 && text[length - 1] == ' ')
        length--;
    bool dangles =
        length == 0 || strchr("=+/(,:[", text[length - 1]) || (length > 2 && memcmp(text + length - 2, "·", 2) == 0);
    if (dangles || depth != 0)
        fail_msg("%s, %.0f px: \"%s\" is not whole", moment, (double)width, text);
}

/* Mathematics is never cut: it lies inside all clips around it or outside of one, and inside the picture. */
static void check_clips(const DrawList *list, float width, const char *moment)
{
    Box clips[16] = {{0, 0, list->width, list->height}};
    int depth = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_CLIP) {
            assert_true(depth < 15);
            clips[depth + 1] = box_intersect(clips[depth], command->bounds);
            depth++;
        } else if (command->kind == DRAW_UNCLIP)
            depth--;
        else if (command->kind == DRAW_TEXT && is_math(command)) {
            Box ink = box_inset(command->bounds, TEXT_EDGE + 0.5f, TEXT_EDGE + 0.5f),
                seen = box_intersect(ink, clips[depth]);
            if (seen.w > 0 && seen.h > 0 && (seen.w < ink.w - 0.1f || seen.h < ink.h - 0.1f))
                fail_msg("%s, %.0f px: mathematics at %.0f,%.0f is cut", moment, (double)width, (double)ink.x,
                         (double)ink.y);
        }
    }
}

/* As it stands under a stage on paper: alone in a picture. */
static void draw_line(const Moving *moving, const View *view, DrawList *list)
{
    drawlist_reset(list, moving->type, view->width, 60, view->theme->paper);
    Painter painter = {view, view->theme, list, true};
    Scope scope = scope_at(view->trace, view->cursor);
    formula_draw(&painter, &scope, (Point){24, 40}, view->width - 48, 16);
}

static void formulas_are_whole(void **state)
{
    (void)state;
    for (size_t m = 0; m < LENGTH(MODELS); m++) {
        Moving moving;
        moving_open(&moving, MODELS[m]);
        for (Sentence sentence = SENTENCE_SHORT; sentence <= SENTENCE_UNKNOWN;
             sentence += 1 + (sentence == SENTENCE_SHORT))
            for (float width = 320; width <= 2560; width += every_case() ? 52 : 156) {
                View view = moving_view(&moving, sentence, width, 720);
                for (int i = 0; i < moment_count(view.trace); i++) {
                    view.cursor = i;
                    scene_stage_figure(&view, moving.type, &moving.list);
                    const char *name = MOMENT_NAMES[moment_at(view.trace, i).kind];
                    check_clips(&moving.list, width, name);
                    draw_line(&moving, &view, &moving.list);
                    check_line(line_text_of(&moving.list, &moving.list.arena), width, name);
                    check_clips(&moving.list, width, name);
                }
            }
        moving_close(&moving);
    }
}

static void markup_that_ends_early(void **state)
{
    (void)state;
    static const char *const markups[] = {"@", "a@", "_", "^", "\"", "@g", "@g{", "a_{", "{", "}", "@h"};
    for (size_t i = 0; i < LENGTH(markups); i++) {
        char *own = strdup(markups[i]); /* nothing stands behind it */
        Slice rest = slice_of(own);
        MarkupPart part;
        size_t left = rest.length + 1;
        while (markup_take(&rest, &part)) {
            assert_true(rest.length < left && part.text.length <= strlen(own));
            left = rest.length;
        }
        free(own);
    }
    Slice rest = slice_of("@");
    MarkupPart part;
    assert_true(markup_take(&rest, &part) && part.kind == MARKUP_RUN && slice_is(part.text, "@"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(formulas_are_whole), cmocka_unit_test(markup_that_ends_early)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
