#include "ink.h"

#include <ctype.h>
#include <math.h>

#define TEXTS_MOST    2048
#define FINDINGS_TOLD 60
#define EDGE          1.0f  /* px that ink may stand over its limit: a glyph is placed on whole pixels */
#define SLACK         0.75f /* px that the inks of two texts may share */
#define BESIDE        4.0f  /* px from a text to a line beside it */
#define CLIPPED       3.0f  /* px that a clip may take: the width of a stroke */
#define SPACE         0.3f  /* em between two texts on one line, as wide as a space */

/* A text as it is seen: the four corners of its ink, and what the clips leave of its bounds. */
typedef struct Ink {
    const DrawCommand *command;
    Point corners[4];
    Box seen;
    int place; /* in the list */
} Ink;

static Ink inks[TEXTS_MOST];
static int ink_count;
int ink_findings;
static struct {
    Box box;      /* what the clips leave of it */
    int place;    /* in the list */
    bool ground;  /* nothing beneath it is seen */
} boxes[1 << 16]; /* that are painted so that a text beneath or across them is not read */
static int box_count;
static uint32_t told[FINDINGS_TOLD];

static const char *text_of(const DrawCommand *command, char out[256])
{
    size_t length = 0;
    for (int i = 0; i < command->text.count && length < 250; i++)
        length += utf8_put(out + length, command->text.letters[i].codepoint);
    out[length] = '\0';
    return out;
}

static bool is_math(const DrawCommand *command)
{
    return command->text.face == FACE_MATH || command->text.face == FACE_MATH_ITALIC
           || command->text.face == FACE_MATH_BOLD;
}

/* A letter leans over its index and an index stands under a sum: in one formula boxes of ink may share a little. */
static float allowed(const Ink *a, const Ink *b)
{
    if (a->command->text.angle != 0 && b->command->text.angle != 0)
        return 0.2f
               * a->command->text.size; /* side by side; few words have letters that go up beside ones that go down */
    bool neighbours = abs(a->place - b->place) <= 2 && (is_math(a->command) || is_math(b->command));
    return neighbours ? 0.24f * fmaxf(a->command->text.size, b->command->text.size) : SLACK;
}

static void place_ink(Ink *ink)
{
    const DrawCommand *command = ink->command;
    Box b = box_inset(command->bounds, TEXT_EDGE, TEXT_EDGE);
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
    ink_count = box_count = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_CLIP) {
            clips[depth + 1] = box_intersect(clips[depth], command->bounds);
            depth++;
            assert_true(depth < 15);
        } else if (command->kind == DRAW_UNCLIP)
            assert_true(depth-- > 0);
        if (command->kind == DRAW_BOX && command->box.paint.fill.a >= 0x60 && command->bounds.h >= 3) {
            Box box = box_intersect(command->box.box, clips[depth]);
            assert_true(box_count < (int)LENGTH(boxes));
            boxes[box_count].box = box;
            boxes[box_count].place = i;
            boxes[box_count].ground = command->box.paint.fill.a == 0xff;
            box_count += box.w > 0;
        }
        if (command->kind == DRAW_TEXT && command->text.count > 0 && command->text.color.a > 0) {
            Box seen = box_intersect(box_inset(command->bounds, TEXT_EDGE, TEXT_EDGE), clips[depth]);
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
    char text[256];
    uint32_t hash = 2166136261u; /* the same words in the same kind of window are told once */
    for (const char *c = text_of(ink->command, text); *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619u;
    hash ^= (uint32_t)(view->width + 7 * view->height) + (uint32_t)what[0] * 31u + view->window.captions * 3u
            + view->window.present * 5u;
    for (int i = 0; i < ink_findings && i < FINDINGS_TOLD; i++)
        if (told[i] == hash)
            return;
    if (ink_findings++ >= FINDINGS_TOLD)
        return;
    told[ink_findings - 1] = hash;
    Moment moment = moment_at(view->trace, (int)view->cursor);
    print_error("%s: \"%s\" at %.0f,%.0f %.0fx%.0f %s | %s %.0fx%.0f card %d%s%s, %s of step %d (%.2f), \"%.30s\"\n",
                what, text_of(ink->command, text), ink->seen.x, ink->seen.y, ink->seen.w, ink->seen.h, other,
                view->language == LANGUAGE_CHINESE ? "zh" : "en", view->width, view->height, view->card + 1,
                view->window.present ? " present" : "", view->window.captions ? " captions" : "",
                MOMENT_NAMES[moment.kind], moment.step + 1, view->cursor, view->field.text);
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

/* Most are: this is asked for every pair of a large picture. */
static inline bool are_apart(const Box *a, const Box *b)
{
    return a->x + a->w <= b->x || b->x + b->w <= a->x || a->y + a->h <= b->y || b->y + b->h <= a->y;
}

static void check_pairs(const View *view)
{
    for (int i = 0; i < ink_count; i++)
        for (int j = 0; j < i; j++) {
            if (are_apart(&inks[i].seen, &inks[j].seen))
                continue;
            Box both = box_intersect(inks[i].seen, inks[j].seen);
            if (both.w <= SLACK || both.h <= SLACK)
                continue;
            float shared =
                fminf(shared_along(inks[i].corners, inks[j].corners), shared_along(inks[j].corners, inks[i].corners));
            if (shared <= allowed(&inks[i], &inks[j]))
                continue;
            char text[256], line[320];
            snprintf(line, sizeof line, "and \"%.200s\" at %.0f,%.0f share %.1f px", text_of(inks[j].command, text),
                     inks[j].seen.x, inks[j].seen.y, shared);
            tell(view, "two texts", &inks[i], line);
        }
}

/* A number, or a letter of a formula. */
static bool begins(const DrawCommand *text)
{
    uint32_t letter = text->text.letters[0].codepoint;
    return letter == 0x2212 || (letter < 0x80 && (isdigit((int)letter) || strchr("<+-", (int)letter)))
           || (is_math(text) && (letter >= 0x80 || isalpha((int)letter)));
}

/* Does what follows a number on its line read as one with it? It does where there is no space between them. */
static bool run_together(const Ink *left, const Ink *right)
{
    const DrawCommand *a = left->command, *b = right->command;
    float gap = right->seen.x - left->seen.x - left->seen.w;
    float high = fminf(left->seen.y + left->seen.h, right->seen.y + right->seen.h) - fmaxf(left->seen.y, right->seen.y);
    bool line = high > -2 && a->text.angle == 0 && b->text.angle == 0;
    bool formula = abs(left->place - right->place) <= 2 && (is_math(b) || a->text.size != b->text.size);
    return left != right && line && !formula && !is_math(a) && gap > -SLACK
           && gap < SPACE * fmaxf(a->text.size, b->text.size)
           && a->text.letters[a->text.count - 1].codepoint - '0' < 10u && begins(b);
}

static bool holds(const Box *box, const Box *seen)
{
    Box both = box_intersect(*box, *seen);
    return both.w > seen->w - 1 && both.h > seen->h - 1;
}

/* Has one of them a cell of its own? */
static bool in_cells(const Ink *a, const Ink *b)
{
    for (int i = 0; i < box_count; i++)
        if (holds(&boxes[i].box, &a->seen) != holds(&boxes[i].box, &b->seen))
            return true;
    return false;
}

static void check_spaces(const View *view)
{
    for (int i = 0; i < ink_count; i++)
        for (int j = 0; j < ink_count; j++) {
            char text[256], line[320];
            if (!run_together(&inks[i], &inks[j]) || in_cells(&inks[i], &inks[j]))
                continue;
            snprintf(line, sizeof line, "and \"%.200s\" at %.0f,%.0f", text_of(inks[j].command, text), inks[j].seen.x,
                     inks[j].seen.y);
            tell(view, "run together", &inks[i], line);
        }
}

/* Inside the picture, and inside what its author gave it. */
static void check_places(const View *view)
{
    for (int i = 0; i < ink_count; i++) {
        Box seen = inks[i].seen, limit = inks[i].command->text.limit;
        if (seen.x < -0.5f || seen.y < -0.5f || seen.x + seen.w > view->width + 0.5f
            || seen.y + seen.h > view->height + 0.5f)
            tell(view, "outside", &inks[i], "");
        Box bounds = box_inset(inks[i].command->bounds, TEXT_EDGE, TEXT_EDGE);
        if (limit.w > 0
            && (bounds.x < limit.x - EDGE || bounds.y < limit.y - EDGE || bounds.x + bounds.w > limit.x + limit.w + EDGE
                || bounds.y + bounds.h > limit.y + limit.h + EDGE)) {
            char line[120];
            snprintf(line, sizeof line, "limit %.0f,%.0f %.0fx%.0f", limit.x, limit.y, limit.w, limit.h);
            tell(view, "beyond its limit", &inks[i], line);
        }
    }
}

/* Is the text on a ground that was painted over the box? */
static bool on_ground(const Ink *ink, int b)
{
    for (int g = b + 1; g < box_count && boxes[g].place < ink->place; g++) {
        Box ground = box_intersect(ink->seen, boxes[g].box);
        if (boxes[g].ground && ground.w > ink->seen.w - 1 && ground.h > ink->seen.h - 1)
            return true;
    }
    return false;
}

/* Boxes that are seen: one painted later hides a text; one painted before is crossed by it where the text lies neither
 * inside nor outside. */
static void check_boxes(const View *view)
{
    for (int b = 0; b < box_count; b++) {
        Box box = boxes[b].box;
        for (int i = 0; i < ink_count; i++) {
            if (are_apart(&inks[i].seen, &box) || inks[i].command->text.angle != 0)
                continue;
            Box seen = inks[i].seen, both = box_intersect(seen, box);
            if (both.w <= 2 || both.h <= 2)
                continue;
            char line[120];
            snprintf(line, sizeof line, "by the box %.0f,%.0f %.0fx%.0f", box.x, box.y, box.w, box.h);
            bool inside = both.w > seen.w - 1 && both.h > seen.h - 1;
            if (boxes[b].place > inks[i].place)
                tell(view, "hidden", &inks[i], line);
            else if (!inside && !on_ground(&inks[i], b))
                tell(view, "crossed", &inks[i], line);
        }
    }
}

/* Does the line go through the box? */
static bool crosses(Point a, Point b, const Box *box)
{
    float from = 0, to = 1;
    const float start[] = {a.x, a.y}, way[] = {b.x - a.x, b.y - a.y};
    const float least[] = {box->x, box->y}, most[] = {box->x + box->w, box->y + box->h};
    for (int i = 0; i < 2; i++) {
        if (fabsf(way[i]) < 1e-4f) {
            if (start[i] < least[i] || start[i] > most[i])
                return false;
            continue;
        }
        float in = (least[i] - start[i]) / way[i], out = (most[i] - start[i]) / way[i];
        from = fmaxf(from, fminf(in, out)), to = fminf(to, fmaxf(in, out));
    }
    return from < to;
}

static bool strikes(const DrawCommand *path, const Box *box)
{
    Point at = {0, 0};
    const Point *point = path->path.points;
    for (int i = 0; i < path->path.verb_count; i++) {
        PathVerb verb = path->path.verbs[i];
        int count = PATH_POINTS[verb];
        if (verb == PATH_LINE && crosses(at, point[0], box))
            return true;
        if (count > 0)
            at = point[count - 1];
        point += count;
    }
    return false;
}

void ink_check_lines(const View *view, const DrawList *list)
{
    collect(list);
    for (int p = 0; p < list->count; p++) {
        const DrawCommand *path = &list->commands[p];
        if (path->kind != DRAW_PATH || path->path.paint.stroke.a < 0x60)
            continue;
        for (int i = 0; i < ink_count; i++) {
            Box ink = box_inset(inks[i].seen, -BESIDE, 1.5f);
            ink.h *= 0.6f; /* a line under it is meant, as is one right through it */
            bool whole = path->bounds.h < 5 && path->bounds.x <= ink.x && path->bounds.w >= ink.w;
            if (inks[i].command->text.angle != 0 || whole || are_apart(&ink, &path->bounds) || !strikes(path, &ink))
                continue;
            char line[120];
            snprintf(line, sizeof line, "by a line in %.0f,%.0f %.0fx%.0f", path->bounds.x, path->bounds.y,
                     path->bounds.w, path->bounds.h);
            tell(view, "struck", &inks[i], line);
        }
    }
}

void ink_check_list(const View *view, const DrawList *list)
{
    collect(list);
    assert_true(ink_count > 1); /* of the smallest sheet: its title and a row */
    check_places(view);
    check_pairs(view);
    check_spaces(view);
    check_boxes(view);
}

/* px of a text or box that the clips leave out. */
static float left_out(const DrawCommand *command, Box clip)
{
    bool text = command->kind == DRAW_TEXT && command->text.count > 0 && command->text.color.a > 0;
    bool box = command->kind == DRAW_BOX && (command->box.paint.fill.a > 0 || command->box.paint.stroke.a > 0);
    Box all = text ? box_inset(command->bounds, TEXT_EDGE, TEXT_EDGE) : command->bounds,
        seen = box_intersect(all, clip);
    return text || box ? fmaxf(all.w - seen.w, all.h - seen.h) : 0;
}

void ink_check_whole(const View *view, const DrawList *list)
{
    static const DrawCommand box = {.kind = DRAW_TEXT}; /* which says nothing */
    Box clips[16] = {{-1e5f, -1e5f, 2e5f, 2e5f}};
    int depth = 0;
    for (int i = 0; i < list->count; i++) {
        const DrawCommand *command = &list->commands[i];
        if (command->kind == DRAW_CLIP) {
            clips[depth + 1] = box_intersect(clips[depth], command->bounds);
            depth++;
        } else if (command->kind == DRAW_UNCLIP)
            depth--;
        if (left_out(command, clips[depth]) <= CLIPPED)
            continue;
        char line[120];
        snprintf(line, sizeof line, "by the clip %.0f,%.0f %.0fx%.0f", clips[depth].x, clips[depth].y, clips[depth].w,
                 clips[depth].h);
        tell(view, "cut", &(Ink){command->kind == DRAW_TEXT ? command : &box, .seen = command->bounds}, line);
    }
    ink_findings += list->cut > 0;
}

void ink_check(Moving *moving, const View *view)
{
    moving_draw(moving, view);
    assert_true(moving->list.count > 20);
    ink_check_list(view, &moving->list);
}

DrawList ink_above_veil(const DrawList *list)
{
    DrawList above = *list;
    while (above.count > 0 && !(above.commands->kind == DRAW_MARK && above.commands->mark.target.kind == TARGET_CLOSE))
        above.commands++, above.count--;
    assert_true(above.count > 0);
    return above;
}
