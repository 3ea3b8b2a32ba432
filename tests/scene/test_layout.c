/* Nothing lies over a text and no text lies over another: every card, language, size and moment of short, long and odd
 * sentences. Every finding is told, with the place and how to see it again. */
#include "moving.h"

#include <math.h>

#define TEXTS_MOST 2048
#define FINDINGS_TOLD 60
#define SLACK 0.75f /* px that the inks of two texts may share */

/* A text as it is seen: the four corners of its ink, and what the clips leave of its bounds. */
typedef struct Ink {
    const DrawCommand *command;
    Point corners[4];
    Box seen;
    int place; /* in the list */
} Ink;

static Moving moving;
static Ink inks[TEXTS_MOST];
static int ink_count, findings;

static int set_up(void **state)
{
    (void)state;
    moving_open(&moving, "lessons/05-cat-chase-mouse/model.safetensors");
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    moving_close(&moving);
    return 0;
}

static const char *text_of(const DrawCommand *command, char out[256])
{
    size_t length = 0;
    for (int i = 0; i < command->text.count && length < 250; i++)
        length += utf8_put(out + length, command->text.codepoints[i]);
    out[length] = '\0';
    return out;
}

static bool is_math(const DrawCommand *command)
{
    return command->text.face == FACE_MATH || command->text.face == FACE_MATH_ITALIC || command->text.face == FACE_MATH_BOLD;
}

/* A letter leans over its index and an index stands under a sum: in one formula boxes of ink may share a little. */
static float allowed(const Ink *a, const Ink *b)
{
    bool neighbours = abs(a->place - b->place) <= 2 && (is_math(a->command) || is_math(b->command));
    return neighbours ? 0.24f * fmaxf(a->command->text.size, b->command->text.size) : SLACK;
}

static void place_ink(Ink *ink)
{
    const DrawCommand *command = ink->command;
    Box b = box_inset(command->bounds, 1, 1); /* without the soft edge */
    if (command->text.angle == 0) {
        Point corners[4] = {{b.x, b.y}, {b.x + b.w, b.y}, {b.x + b.w, b.y + b.h}, {b.x, b.y + b.h}};
        memcpy(ink->corners, corners, sizeof corners);
        return;
    }
    float top = -0.74f * command->text.size, bottom = 0.2f * command->text.size, w = command->text.width;
    Point flat[4] = {{0, top}, {w, top}, {w, bottom}, {0, bottom}}, o = command->text.origin;
    float c = cosf(command->text.angle), s = sinf(command->text.angle);
    for (int i = 0; i < 4; i++)
        ink->corners[i] = (Point){o.x + c * flat[i].x - s * flat[i].y, o.y + s * flat[i].x + c * flat[i].y};
}

static void collect(const DrawList *list)
{
    Box clips[16];
    int depth = 0;
    clips[0] = (Box){-1e5f, -1e5f, 2e5f, 2e5f};
    ink_count = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_CLIP) {
            clips[depth + 1] = box_intersect(clips[depth], command->bounds);
            depth++;
            assert_true(depth < 15);
        } else if (command->kind == DRAW_UNCLIP)
            assert_true(depth-- > 0);
        else if (command->kind == DRAW_TEXT && command->text.count > 0 && command->text.color.a > 0) {
            Box seen = box_intersect(box_inset(command->bounds, 1, 1), clips[depth]);
            if (seen.w <= 0 || seen.h <= 0)
                continue;
            assert_true(ink_count < TEXTS_MOST);
            inks[ink_count] = (Ink){.command = command, .seen = seen, .place = i};
            place_ink(&inks[ink_count++]);
        }
    }
    assert_int_equal(depth, 0);
}

static void tell(const View *view, const char *what, const Ink *ink, const char *other)
{
    if (findings++ >= FINDINGS_TOLD)
        return;
    char text[256];
    Moment moment = moment_at(view->trace, (int)view->cursor);
    print_error("%s: \"%s\" at %.0f,%.0f %.0fx%.0f %s | %s %.0fx%.0f card %d%s%s, %s of step %d (%.2f), \"%.30s\"\n", what,
                text_of(ink->command, text), ink->seen.x, ink->seen.y, ink->seen.w, ink->seen.h, other,
                view->language == LANGUAGE_CHINESE ? "zh" : "en", view->width, view->height, view->card + 1,
                view->present ? " present" : "", view->captions ? " captions" : "", MOMENT_NAMES[moment.kind],
                moment.step + 1, view->cursor, view->field.text);
}

/* How deep two convex quadrilaterals lie in one another along the sides of the first; negative: apart. */
static float shared_along(const Point *a, const Point *b)
{
    float least = 1e9f;
    for (int i = 0; i < 2; i++) {
        float x = a[i + 1].x - a[i].x, y = a[i + 1].y - a[i].y, length = hypotf(x, y);
        if (length < 1e-3f)
            continue;
        float a0 = 1e9f, a1 = -1e9f, b0 = 1e9f, b1 = -1e9f;
        for (int k = 0; k < 4; k++) {
            float p = (a[k].x * x + a[k].y * y) / length, q = (b[k].x * x + b[k].y * y) / length;
            a0 = fminf(a0, p), a1 = fmaxf(a1, p), b0 = fminf(b0, q), b1 = fmaxf(b1, q);
        }
        least = fminf(least, fminf(a1, b1) - fmaxf(a0, b0));
    }
    return least;
}

static void check_pairs(const View *view)
{
    for (int i = 0; i < ink_count; i++)
        for (int j = 0; j < i; j++) {
            Box both = box_intersect(inks[i].seen, inks[j].seen);
            if (both.w <= SLACK || both.h <= SLACK)
                continue;
            float shared = fminf(shared_along(inks[i].corners, inks[j].corners), shared_along(inks[j].corners, inks[i].corners));
            if (shared <= allowed(&inks[i], &inks[j]))
                continue;
            char text[256], line[320];
            snprintf(line, sizeof line, "and \"%.200s\" at %.0f,%.0f share %.1f px", text_of(inks[j].command, text),
                     inks[j].seen.x, inks[j].seen.y, shared);
            tell(view, "two texts", &inks[i], line);
        }
}

/* Inside the picture, and inside what its author gave it. */
static void check_places(const View *view)
{
    for (int i = 0; i < ink_count; i++) {
        Box seen = inks[i].seen, limit = inks[i].command->text.limit;
        if (seen.x < -0.5f || seen.y < -0.5f || seen.x + seen.w > view->width + 0.5f || seen.y + seen.h > view->height + 0.5f)
            tell(view, "outside", &inks[i], "");
        Box bounds = inks[i].command->bounds;
        if (limit.w > 0 && (bounds.x < limit.x - SLACK || bounds.y < limit.y - SLACK || bounds.x + bounds.w > limit.x + limit.w + SLACK
                            || bounds.y + bounds.h > limit.y + limit.h + SLACK)) {
            char line[120];
            snprintf(line, sizeof line, "limit %.0f,%.0f %.0fx%.0f", limit.x, limit.y, limit.w, limit.h);
            tell(view, "beyond its limit", &inks[i], line);
        }
    }
}

/* Boxes that are seen: one painted later hides a text; one painted before is crossed by it where the text lies neither
 * inside nor outside. */
static void check_boxes(const View *view, const DrawList *list)
{
    for (int b = 0; b < list->count; b++) {
        const DrawCommand *command = &list->commands[b];
        if (command->kind != DRAW_BOX || command->box.paint.fill.a < 0x60 || command->bounds.h < 3)
            continue;
        Box box = command->box.box;
        for (int i = 0; i < ink_count; i++) {
            if (inks[i].command->text.angle != 0)
                continue;
            Box seen = inks[i].seen, both = box_intersect(seen, box);
            if (both.w <= 2 || both.h <= 2)
                continue;
            char line[120];
            snprintf(line, sizeof line, "by the box %.0f,%.0f %.0fx%.0f", box.x, box.y, box.w, box.h);
            bool inside = both.w > seen.w - 1 && both.h > seen.h - 1;
            if (b > inks[i].place)
                tell(view, "hidden", &inks[i], line);
            else if (!inside)
                tell(view, "crossed", &inks[i], line);
        }
    }
}

static void check(const View *view)
{
    moving_draw(&moving, view);
    collect(&moving.list);
    assert_true(ink_count > 10);
    check_places(view);
    check_pairs(view);
    check_boxes(view, &moving.list);
}

static const float SIZES[][2] = {{1440, 900}, {1138, 711}, {1600, 900}, {1024, 640}, {1252, 783}};

static void every_card(void **state)
{
    (void)state;
    findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (int card = 0; card < moving.lesson->card_count; card++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                for (int answered = -1; answered < 2; answered++) {
                    View view = moving_view(&moving, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
                    const StageSetting *stage = &moving.lesson->cards[card].stage;
                    Trace *trace = NULL;
                    if (stage->sentence) {
                        view.trace = trace = trace_decode(&moving.model, slice_of(stage->sentence), NULL, NULL);
                        view.field.text = stage->sentence;
                    }
                    view.card = card;
                    view.language = language;
                    view.answered[0] = answered;
                    int moment = stage_moment(stage, view.trace);
                    view.cursor = moment < 0 ? 0 : moment;
                    check(&view);
                    trace_destroy(trace);
                }
    assert_int_equal(findings, 0);
}

static void every_moment(void **state)
{
    (void)state;
    findings = 0;
    for (size_t s = 0; s < LENGTH(SIZES); s++)
        for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
            for (int mode = 0; mode < 3; mode++) {
                View view = moving_view(&moving, SENTENCE_SHORT, SIZES[s][0], SIZES[s][1]);
                view.language = language;
                view.present = mode == 1;
                view.captions = mode == 2;
                for (int i = 0; i < moment_count(view.trace); i++) {
                    view.cursor = i;
                    check(&view);
                }
            }
    assert_int_equal(findings, 0);
}

/* A handful of moments of sentences that are long, odd or very short. */
static void every_sentence(void **state)
{
    (void)state;
    static const MomentKind kinds[] = {MOMENT_QUERY, MOMENT_SCORES, MOMENT_SOFTMAX, MOMENT_CONTEXT, MOMENT_STATE, MOMENT_WORD};
    findings = 0;
    for (Sentence sentence = SENTENCE_MIDDLE; sentence < SENTENCES; sentence++)
        for (size_t s = 0; s < LENGTH(SIZES); s++)
            for (Language language = LANGUAGE_ENGLISH; language <= LANGUAGE_CHINESE; language++)
                for (int mode = 0; mode < 3; mode++) {
                    View view = moving_view(&moving, sentence, SIZES[s][0], SIZES[s][1]);
                    view.language = language;
                    view.present = mode == 1;
                    view.captions = mode == 2;
                    view.card = (int)s;
                    int steps[] = {0, view.trace->step_count / 2, view.trace->step_count - 1};
                    view.cursor = 0;
                    check(&view);
                    for (size_t t = 0; t < LENGTH(steps); t++)
                        for (size_t k = 0; k < LENGTH(kinds); k++) {
                            view.cursor = moment_find(view.trace, kinds[k], steps[t], -1);
                            check(&view);
                        }
                }
    assert_int_equal(findings, 0);
}

/* The moving picture in between, and windows so small that panels fold away. */
static void small_windows_and_half_moments(void **state)
{
    (void)state;
    static const float sizes[][2] = {{640, 400}, {711, 444}, {800, 600}, {960, 540}, {1440, 900}};
    findings = 0;
    for (size_t s = 0; s < LENGTH(sizes); s++)
        for (Sentence sentence = SENTENCE_SHORT; sentence < SENTENCES; sentence++) {
            View view = moving_view(&moving, sentence, sizes[s][0], sizes[s][1]);
            double last = moment_count(view.trace) - 1, step = sentence == SENTENCE_SHORT ? 0.5 : 4.5;
            for (view.cursor = 0; view.cursor <= last; view.cursor += step)
                check(&view);
        }
    assert_int_equal(findings, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_card), cmocka_unit_test(every_moment), cmocka_unit_test(every_sentence),
        cmocka_unit_test(small_windows_and_half_moments),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
