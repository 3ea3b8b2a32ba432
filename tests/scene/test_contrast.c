/* Every text of every view, light and dark, against what lies under it: what is dimmed keeps 3:1, all else 4.5:1. With
 * high contrast all of it has 7:1. */
#include "every_view.h"
#include "ink.h"

#include "scene/view/window_layout.h"
#include "trace/beats.h"

#include <math.h>

enum { CLIPS = 16, SAMPLES = 5, BOXES = 1 << 15 };

#define DIMMED_LEAST 3.0f
#define LOOKS        4 /* light and dark, and both with high contrast */

static const Theme *look(int number)
{
    return theme_with(number & 1 ? THEME_DARK : THEME_LIGHT, number >= 2);
}

static Box seen[BOXES]; /* of every box, what the clips leave of it */
static int findings;
static uint32_t told; /* a bit for some of the words, the view and the theme: the same is told once */

static Color over(Color ground, Color paint)
{
    float alpha = (float)paint.a / 255;
    paint.a = 255;
    return color_mix(ground, paint, alpha);
}

/* What is painted at the point by the commands from..to - 1; `hidden`: all of `ground` is. */
static Color painted(const DrawList *list, int from, int to, Point point, Color ground, bool *hidden)
{
    *hidden = false;
    for (int i = from; i < to; i++)
        if (list->commands[i].kind == DRAW_BOX && box_contains(seen[i], point)) {
            Color fill = list->commands[i].box.paint.fill;
            ground = over(ground, fill);
            *hidden = *hidden || fill.a > 240;
        }
    return ground;
}

static void tell(const View *view, const DrawCommand *text, Point at, float contrast)
{
    char words[64];
    size_t length = 0;
    for (int i = 0; i < text->text.count && length < 56; i++)
        length += utf8_put(words + length, text->text.letters[i].codepoint);
    words[length] = '\0';
    uint32_t hash = 2166136261u + (uint32_t)view->kind * 31u + (uint32_t)view->theme->kind + 2 * view->theme->strong;
    for (const char *c = words; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    findings++;
    if (!(told >> hash % 32 & 1))
        print_error("%s, %s%s, cursor %.1f: \"%s\" at %.0f,%.0f has %.2f:1\n", VIEW_NAMES[view->kind],
                    view->theme->strong ? "strong " : "", view->theme->kind == THEME_DARK ? "dark" : "light",
                    view->cursor, words, at.x, at.y, (double)contrast);
    told |= 1u << hash % 32;
}

static void check_text(const View *view, const DrawList *list, int place, Box clip)
{
    const DrawCommand *command = &list->commands[place];
    Color color = command->text.color;
    float turn = command->text.angle, size = command->text.size, worst = 21;
    Point where = {0, 0};
    for (int i = 0; i < SAMPLES; i++) {
        float along = command->text.width * ((float)i + 0.5f) / SAMPLES, up = -0.35f * size;
        Point at = {command->text.origin.x + cosf(turn) * along - sinf(turn) * up,
                    command->text.origin.y + sinf(turn) * along + cosf(turn) * up};
        bool hidden, under;
        Color ground = painted(list, 0, place, at, list->ground, &under);
        painted(list, place, list->count, at, ground, &hidden);
        if (hidden || !box_contains(clip, at))
            continue;
        float contrast = color_contrast(over(ground, color), ground);
        if (contrast < worst)
            worst = contrast, where = at;
    }
    Color muted = view->theme->text[ROLE_MUTED];
    bool quiet = color.r == muted.r && color.g == muted.g && color.b == muted.b; /* as it is: to dim it hides it */
    bool dimmed = color.a < 255 && !quiet && !view->theme->strong;
    if (worst < (dimmed ? DIMMED_LEAST : theme_readable(view->theme)))
        tell(view, command, where, worst);
}

static void check(const View *view)
{
    const DrawList *list = &every.moving.list;
    Box clips[CLIPS] = {{0, 0, view->width, view->height}};
    int depth = 0, texts = 0;
    moving_draw(&every.moving, view);
    assert_true(list->count < BOXES);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < list->count; i++) {
            const DrawCommand *command = &list->commands[i];
            if (command->kind == DRAW_CLIP) {
                assert_true(depth + 1 < CLIPS);
                clips[depth + 1] = box_intersect(clips[depth], command->bounds);
                depth++;
            } else if (command->kind == DRAW_UNCLIP)
                depth--;
            else if (pass == 0 && command->kind == DRAW_BOX)
                seen[i] = box_intersect(command->box.box, clips[depth]);
            else if (pass == 1 && command->kind == DRAW_TEXT && command->text.color.a > 0) {
                check_text(view, list, i, clips[depth]);
                texts++;
            }
        }
    assert_true(texts > 3);
}

/* The pictures of a view besides its first. */
static const struct {
    ViewKind kind;
    LookKind look;
} MORE[] = {{VIEW_UNROLLED, LOOK_FOLDED}, {VIEW_UNROLLED, LOOK_ONE_STEP},    {VIEW_UNROLLED, LOOK_CELL},
            {VIEW_TRAIN, LOOK_STEP},      {VIEW_SELF_ATTENTION, LOOK_HEADS}, {VIEW_SELF_ATTENTION, LOOK_ONE_WORD}};
enum { MORE_LOOKS = LENGTH(MORE) };

static void check_views(float width, float height)
{
    findings = 0;
    for (int theme = 0; theme < LOOKS; theme++)
        for (int picture = 0; picture < VIEW_KINDS + MORE_LOOKS; picture++) {
            bool more = picture >= VIEW_KINDS;
            ViewKind kind = more ? MORE[picture - VIEW_KINDS].kind : (ViewKind)picture;
            View view = every_view(kind);
            view.theme = look(theme);
            view.width = width, view.height = height;
            view.look = more ? MORE[picture - VIEW_KINDS].look : LOOK_WHOLE;
            every.self_trace->head_told = view.look == LOOK_ONE_WORD;
            bool steps = kind == VIEW_COMPARE;
            int count = steps ? every.pairs.comparison.lockstep.count : moment_count(view.trace);
            for (int i = 0; i < count; i++) {
                view.cursor = steps ? 0 : i;
                every.pairs.comparison.beat = i;
                check(&view);
            }
        }
    assert_int_equal(findings, 0);
}

static void every_moment_of_every_view(void **state)
{
    (void)state;
    check_views(1440, 900);
}

/* And of a telephone that lies. */
static void every_moment_lying(void **state)
{
    (void)state;
    check_views(733, 412);
}

/* Each row of lesson/views.def: no text over another or outside its box. */
static void every_view_has_room(void **state)
{
    (void)state;
    static const struct {
        float width, height;
    } sizes[] = {{1024, 640}, {1440, 900}, {3840, 2160}, {733, 412}, {390, 844}};
    ink_findings = 0;
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++)
        for (size_t i = 0; i < LENGTH(sizes); i++)
            for (int language = 0; language < 2; language++) {
                View view = every_view(kind);
                every.self_trace->head_told = false;
                view.language = (Language)language;
                view.width = sizes[i].width, view.height = sizes[i].height;
                BeatKind beat = beat_at(view.trace, view.cursor);
                if (beat == BEAT_SLIDE || beat == BEAT_RETURN) /* a word on its way passes over others */
                    view.cursor = ceil(view.cursor);
                ink_check(&every.moving, &view);
            }
    assert_int_equal(ink_findings, 0);
}

/* Of a lesson whose cards ask for every view, while weights and a log are open too. */
static View view_of_all(ViewKind kind, Lesson *lesson, Card cards[VIEW_KINDS])
{
    *lesson = *every.lesson;
    lesson->cards = cards;
    lesson->card_count = VIEW_KINDS;
    for (int i = 0; i < VIEW_KINDS; i++) {
        cards[i] = every.lesson->cards[0];
        cards[i].stage.view = (ViewKind)i;
    }
    View view = every_view(kind);
    view.lesson = lesson;
    view.weights = &every.weights;
    view.curves = &every.curves;
    view.cursor = floor(view.cursor);
    return view;
}

/* Of the views' marks as many as stand there, a bit each. */
static unsigned views_marked(const DrawList *list)
{
    unsigned found = 0;
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));)
        if (mark->mark.target.kind == TARGET_VIEW) {
            assert_true(mark->mark.focusable && *mark->mark.name);
            found |= 1u << mark->mark.target.a;
        }
    return found;
}

/* In the bar, as large as ever, stands the one that is open; those that have no room there are in the list. */
static void check_tabs(View *view)
{
    const unsigned all = (1u << VIEW_KINDS) - 1;
    DrawList *list = &every.moving.list;
    view->overlay = OVERLAY_NONE;
    ink_check(&every.moving, view);
    check(view);
    Box bar = window_layout(view).bar;
    unsigned tabs = views_marked(list);
    Target more = {TARGET_VIEWS, 0, 0, 0};
    assert_true(bar.w * bar.h == 0 ? tabs == 0 : tabs >> view->kind & 1);
    assert_true((drawlist_marked(list, more) != NULL) == (tabs != all && tabs != 0));
    for (int i = 0; i < list->count; i++)
        if (list->commands[i].kind == DRAW_TEXT && box_contains(bar, box_middle(list->commands[i].bounds)))
            assert_true(list->commands[i].text.size >= (window_lying(view) ? TYPE_TINY : TYPE_SMALL));
    view->overlay = OVERLAY_VIEWS;
    check(view);
    DrawList above = ink_above_veil(list);
    ink_check_list(view, &above);
    unsigned listed = views_marked(&above);
    assert_int_equal(listed, tabs == all ? all : all & ~tabs);
    for (ViewKind kind = 0; kind < VIEW_KINDS; kind++)
        if (listed >> kind & 1) {
            view->focus = target_at(TARGET_VIEW, (int)kind, 0, 0);
            int rings = list->count;
            moving_draw(&every.moving, view);
            assert_true(list->count > rings);
            view->focus = (Target){0};
            moving_draw(&every.moving, view);
        }
}

static void a_bar_with_all_views(void **state)
{
    (void)state;
    static const float sizes[][2] = {{1024, 640}, {870, 560}, {1440, 900}, {3840, 2160}, PHONES};
    Lesson lesson;
    Card cards[VIEW_KINDS];
    findings = ink_findings = 0;
    for (size_t i = 0; i < LENGTH(sizes); i++)
        for (int language = 0; language < 2; language++)
            for (int present = 0; present < 2; present++)
                for (ViewKind kind = 0; kind < VIEW_KINDS; kind++) {
                    View view = view_of_all(kind, &lesson, cards);
                    view.theme = look((int)kind % LOOKS);
                    view.language = (Language)language;
                    view.window.present = present;
                    view.width = sizes[i][0], view.height = sizes[i][1];
                    check_tabs(&view);
                }
    assert_int_equal(findings, 0);
    assert_int_equal(ink_findings, 0);
}

/* What lies over the stage, and what a card says and asks. */
static void cards_and_overlays(void **state)
{
    (void)state;
    findings = 0;
    for (int theme = 0; theme < LOOKS; theme++)
        for (int variant = 0; variant < 4; variant++) {
            View view = every_view(VIEW_DECODE);
            view.theme = look(theme);
            view.lesson = every.lesson;
            view.cursor = moment_find(view.trace, MOMENT_CONTEXT, 0, -1);
            view.overlay = variant == 1 ? OVERLAY_HELP : variant == 2 ? OVERLAY_EXPORT : OVERLAY_NONE;
            view.panel.quizzes[0] = (QuizAnswer){.answered = variant == 3, .hint = true};
            view.window.captions = view.window.present = variant == 3;
            check(&view);
        }
    assert_int_equal(findings, 0);
}

/* What a card puts into the background can still be read. */
static void a_card_that_dims(void **state)
{
    (void)state;
    findings = 0;
    Error error = {0};
    Lesson *lesson =
        lesson_parse(slice_of("---\ntitle: Small\norder: 3\nsentence: cat chase mouse\nmodels:\n"
                              "  - hidden: 8\n---\n# Dim\n\n```attend\nstep: 2\nmoment: word\n"
                              "dim: [source, encoder, scores, weights, context, state, output]\n```\n\nText.\n"),
                     (Slice){0}, "L", &error);
    expect_ok(lesson != NULL, &error);
    for (int theme = 0; theme < LOOKS; theme++) {
        View view = every_view(VIEW_DECODE);
        view.theme = look(theme);
        view.lesson = lesson;
        view.cursor = moment_find(view.trace, MOMENT_WORD, 1, -1);
        check(&view);
    }
    assert_int_equal(findings, 0);
    lesson_destroy(lesson);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_moment_of_every_view), cmocka_unit_test(every_moment_lying),
        cmocka_unit_test(every_view_has_room),        cmocka_unit_test(a_bar_with_all_views),
        cmocka_unit_test(cards_and_overlays),         cmocka_unit_test(a_card_that_dims),
    };
    return cmocka_run_group_tests(tests, every_view_set_up, every_view_tear_down);
}
