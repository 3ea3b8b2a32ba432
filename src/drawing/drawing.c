#include "drawing/drawing.h"

#include "base/file.h"
#include "drawing/look.h"
#include "drawing/outline.h"

#include <math.h>
#include <string.h>

enum { NESTED_MOST = 64, POINTS_MOST = 100000, TEXT_MOST = 2000 };

#define FONT_MOST  1000.0f /* px of an em */
#define WIDTH_MOST 10000.0f
#define DASH_LEAST 0.25f /* px: shorter ones are a line */

typedef struct Maker {
    Reading reading;
    Drawing *out;
    int points;
    bool behind; /* a text goes on: what comes is no start of a line */
} Maker;

/* An element as it is met. */
typedef struct Spot {
    const XmlNode *node;
    Look look;
    Matrix matrix;
    int nested;
} Spot;

static bool is(const XmlNode *node, const char *name)
{
    return node->name && strcmp(node->name, name) == 0;
}

static bool is_one_of(const XmlNode *node, const char *const *names)
{
    for (; *names; names++)
        if (is(node, *names))
            return true;
    return false;
}

/* NULL, after an error, where there are too many. */
static DrawingPart *add(Maker *maker, const XmlNode *node, DrawingKind kind)
{
    Drawing *out = maker->out;
    if (out->count == DRAWING_PARTS) {
        reading_fail(&maker->reading, node, "has more than %d things to draw up to here", DRAWING_PARTS);
        return NULL;
    }
    out->parts = arena_room(maker->reading.arena, out->parts, out->count, sizeof *out->parts);
    out->parts[out->count] = (DrawingPart){.kind = kind};
    return &out->parts[out->count++];
}

static bool length(const Maker *maker, const XmlNode *node, const char *name, float otherwise, float *out)
{
    static const char *const DOWN[] = {"y", "cy", "y1", "y2", "ry", "height", NULL};
    bool down = false;
    for (int i = 0; DOWN[i]; i++)
        down |= strcmp(DOWN[i], name) == 0;
    return length_read(&maker->reading, node, name, down ? maker->reading.height : maker->reading.width, otherwise,
                       out);
}

/* Several at once; all are 0 where they are absent. */
static bool lengths(const Maker *maker, const XmlNode *node, const char *const *names, int count, float *out)
{
    for (int i = 0; i < count; i++)
        if (!length(maker, node, names[i], 0, &out[i]))
            return false;
    return true;
}

/* What "url(#id)" or "#id" names; NULL after an error. */
static const XmlNode *named(const Maker *maker, const XmlNode *node, const char *what, const char *value)
{
    const char *hash = value ? strchr(value, '#') : NULL;
    size_t size = hash ? strcspn(hash + 1, ")\"' ") : 0;
    bool here = hash && (hash == value || strncmp(value, "url(", 4) == 0);
    const XmlNode *found =
        here ? xml_find(maker->reading.root, arena_copy(maker->reading.arena, hash + 1, size)) : NULL;
    char excerpt[EXCERPT_SIZE];
    if (!found)
        reading_fail(&maker->reading, node, "has %s=\"%s\"; expected the id of an element of this file", what,
                     slice_excerpt(slice_of(value), excerpt));
    return found;
}

static bool walk(Maker *maker, const XmlNode *node, Look look, Matrix matrix, int nested);

/* ---- shapes ---- */

static bool outline_shape(const Maker *maker, const XmlNode *node, Outline *outline, bool *understood)
{
    float n[6];
    *understood = true;
    if (is(node, "rect")) {
        if (!lengths(maker, node, (const char *[]){"x", "y", "width", "height"}, 4, n)
            || !length(maker, node, "rx", -1, &n[4]) || !length(maker, node, "ry", n[4], &n[5]))
            return false;
        if (n[2] > 0 && n[3] > 0)
            outline_box(outline, n[0], n[1], n[2], n[3], n[4] < 0 ? n[5] : n[4], n[5]);
    } else if (is(node, "circle")) {
        if (!lengths(maker, node, (const char *[]){"cx", "cy", "r"}, 3, n))
            return false;
        if (n[2] > 0)
            outline_ellipse(outline, n[0], n[1], n[2], n[2]);
    } else if (is(node, "ellipse")) {
        if (!lengths(maker, node, (const char *[]){"cx", "cy", "rx", "ry"}, 4, n))
            return false;
        if (n[2] > 0 && n[3] > 0)
            outline_ellipse(outline, n[0], n[1], n[2], n[3]);
    } else if (is(node, "line")) {
        if (!lengths(maker, node, (const char *[]){"x1", "y1", "x2", "y2"}, 4, n))
            return false;
        outline_move(outline, n[0], n[1]);
        outline_line(outline, n[2], n[3]);
    } else {
        bool path = is(node, "path"), polygon = is(node, "polygon");
        const char *data = xml_attribute(node, path ? "d" : "points");
        *understood = !data || (path ? outline_path : outline_points)(outline, data);
        if (polygon && outline->verbs.length)
            outline_close(outline);
    }
    return true;
}

/* A marker stands on a point of the outline, turned as the line goes there. */
static bool put_marker(Maker *maker, const Spot *spot, const float *at, const float *other, bool end)
{
    const char *value = spot->look.marker[end], *orient;
    const XmlNode *marker = value ? named(maker, spot->node, end ? "marker-end" : "marker-start", value) : NULL;
    if (!marker)
        return !value;
    float n[3], box[4], scale = matrix_scale(spot->matrix);
    if (!lengths(maker, marker, (const char *[]){"refX", "refY"}, 2, n)
        || !length(maker, marker, "markerWidth", 3, &n[2]))
        return false;
    const char *units = xml_attribute(marker, "markerUnits");
    if (!units || strcmp(units, "userSpaceOnUse") != 0)
        scale *= spot->look.width;
    if (xml_attribute(marker, "viewBox")) {
        if (!view_box_read(&maker->reading, marker, box))
            return false;
        scale *= n[2] / box[2];
    }
    orient = xml_attribute(marker, "orient");
    float angle = end ? atan2f(at[1] - other[1], at[0] - other[0]) : atan2f(other[1] - at[1], other[0] - at[0]), given;
    if (!orient || strncmp(orient, "auto", 4) != 0)
        angle = orient && number_read(&orient, &given) ? given * 3.14159265f / 180 : 0;
    else if (!end && strcmp(orient, "auto-start-reverse") == 0)
        angle += 3.14159265f;
    Matrix turned = {scale * cosf(angle), scale * sinf(angle), -scale * sinf(angle), scale * cosf(angle), at[0], at[1]};
    Look look = look_first();
    look.color = spot->look.stroke.rgb;
    look.opacity = spot->look.opacity;
    turned = matrix_product(turned, (Matrix){1, 0, 0, 1, -n[0], -n[1]});
    for (const XmlNode *child = marker->first; child; child = child->next)
        if (!walk(maker, child, look, turned, spot->nested + 1))
            return false;
    return true;
}

static bool put_markers(Maker *maker, const Spot *spot, const float *points, int count)
{
    if (count < 2 || is(spot->node, "rect") || is(spot->node, "circle") || is(spot->node, "ellipse"))
        return true;
    const float *last = points + 2 * (count - 1), *before = last - 2, *behind = points + 2;
    while (before > points && before[0] == last[0] && before[1] == last[1])
        before -= 2;
    while (behind < last && behind[0] == points[0] && behind[1] == points[1])
        behind += 2;
    return put_marker(maker, spot, points, behind, false) && put_marker(maker, spot, last, before, true);
}

static bool put_outline(Maker *maker, const Spot *spot, const Outline *outline)
{
    const Look *look = &spot->look;
    int points = (int)(outline->points.length / (2 * sizeof(float)));
    uint32_t fill = is(spot->node, "line") ? 0 : ink_argb(look, look->fill), stroke = ink_argb(look, look->stroke);
    float scale = matrix_scale(spot->matrix);
    if (points == 0 || look->hidden)
        return true;
    if ((maker->points += points) > POINTS_MOST)
        return reading_fail(&maker->reading, spot->node, "has more than %d points up to here", POINTS_MOST);
    DrawingPart *part = add(maker, spot->node, DRAWING_PATH);
    if (!part)
        return false;
    Arena *arena = maker->reading.arena;
    float *copy = ARENA_ARRAY(arena, float, 2 * (size_t)points);
    memcpy(copy, outline->points.data, outline->points.length);
    part->path.verbs = arena_copy(arena, outline->verbs.data, outline->verbs.length);
    part->path.points = copy;
    part->path.verb_count = (int)outline->verbs.length;
    part->path.fill = fill;
    part->path.stroke = look->width > 0 ? stroke : 0;
    part->path.width = fminf(look->width * scale, WIDTH_MOST);
    if (look->dash * scale >= DASH_LEAST && look->gap * scale >= DASH_LEAST) {
        part->path.dash = fminf(look->dash * scale, WIDTH_MOST);
        part->path.gap = fminf(look->gap * scale, WIDTH_MOST);
    }
    part->path.even_odd = look->even_odd;
    return put_markers(maker, spot, copy, points);
}

static bool put_shape(Maker *maker, const Spot *spot)
{
    Outline outline = {.matrix = spot->matrix};
    bool understood, ok = outline_shape(maker, spot->node, &outline, &understood);
    if (ok && !understood)
        ok = reading_fail(&maker->reading, spot->node, "has a <%s> whose %s cannot be read", spot->node->name,
                          is(spot->node, "path") ? "d" : "points");
    ok = ok && put_outline(maker, spot, &outline);
    outline_finish(&outline);
    return ok;
}

/* ---- words ---- */

/* White space is one space, and none where a line starts or ends. */
static const char *squeezed(const Maker *maker, const XmlNode *node, bool after)
{
    const char *text = node->text;
    char *out = arena_alloc(maker->reading.arena, strlen(text) + 1, 1);
    size_t length = 0;
    for (; *text; text++) {
        bool space = strchr(" \t\r\n", *text) != NULL;
        if (!space)
            out[length++] = *text;
        else if (length ? out[length - 1] != ' ' : after)
            out[length++] = ' ';
    }
    bool last = is(node->parent, "text") && !node->next;
    out[length - (last && length && out[length - 1] == ' ')] = '\0';
    return out;
}

static bool put_words(Maker *maker, const Spot *spot, const XmlNode *text, const float at[2], bool goes_on)
{
    Matrix m = spot->matrix;
    const char *words = squeezed(maker, text, goes_on);
    float size = spot->look.font * matrix_scale(m);
    if (!*words || size == 0)
        return true;
    if (!(size > 0 && size <= FONT_MOST))
        return reading_fail(&maker->reading, spot->node, "has letters of %.0f px; expected at most %.0f", (double)size,
                            (double)FONT_MOST);
    DrawingPart *part = add(maker, spot->node, DRAWING_TEXT);
    if (!part)
        return false;
    if (strlen(words) > TEXT_MOST)
        return reading_fail(&maker->reading, spot->node, "has a text of more than %d bytes", TEXT_MOST);
    part->text.text = words;
    part->text.x = placed(m.a * at[0] + m.c * at[1] + (goes_on ? 0 : m.e));
    part->text.y = placed(m.b * at[0] + m.d * at[1] + (goes_on ? 0 : m.f));
    part->text.size = size;
    part->text.angle = atan2f(m.b, m.a);
    part->text.color = spot->look.hidden ? 0 : ink_argb(&spot->look, spot->look.fill);
    part->text.anchor = spot->look.anchor;
    part->text.bold = spot->look.bold;
    part->text.italic = spot->look.italic;
    part->text.goes_on = goes_on;
    return true;
}

/* Of a <text> or <tspan>: `at` is where the next words begin, or how far they are from the end of those before them. */
static bool put_text(Maker *maker, const Spot *spot, float at[2])
{
    static const char *const NAMES[] = {"x", "y", "dx", "dy"};
    const XmlNode *node = spot->node;
    bool text = is(node, "text");
    float n[4];
    for (int i = 0; i < 4; i++) {
        if (!length_read(&maker->reading, node, NAMES[i], i % 2 ? maker->reading.height : maker->reading.width, 0,
                         &n[i]))
            return false;
    }
    for (int i = 0; i < 2; i++) {
        if (text || xml_attribute(node, NAMES[i])) {
            maker->behind = false;
            at[i] = n[i];
        }
        at[i] += n[2 + i];
    }
    for (const XmlNode *child = node->first; child; child = child->next) {
        bool words = child->text && !spot->look.gone;
        int before = maker->out->count;
        if (words && !put_words(maker, spot, child, at, maker->behind))
            return false;
        if (maker->out->count > before) {
            maker->behind = true;
            at[0] = at[1] = 0;
        }
        if (is(child, "tspan") || is(child, "a")) {
            Spot inner = {child, spot->look, spot->matrix, spot->nested + 1};
            if (!look_read(&maker->reading, child, &inner.look) || !put_text(maker, &inner, at))
                return false;
        } else if (child->name && !is(child, "title") && !is(child, "desc"))
            return reading_fail(&maker->reading, child, "has <%s> in a text; expected <tspan>", child->name);
    }
    return true;
}

/* ---- groups ---- */

/* What is seen of a view box in w x h px. */
static bool fit(const Maker *maker, const XmlNode *node, float w, float h, Matrix *matrix)
{
    const char *keep = xml_attribute(node, "preserveAspectRatio");
    float n[4];
    *matrix = (Matrix){1, 0, 0, 1, 0, 0};
    if (!xml_attribute(node, "viewBox"))
        return true;
    if (!view_box_read(&maker->reading, node, n))
        return false;
    float across = w / n[2], down = h / n[3], both = fminf(across, down);
    if (!keep || strcmp(keep, "none") != 0)
        across = down = both;
    *matrix =
        (Matrix){across, 0, 0, down, (w - across * n[2]) / 2 - across * n[0], (h - down * n[3]) / 2 - down * n[1]};
    return true;
}

static bool walk_all(Maker *maker, const Spot *spot)
{
    for (const XmlNode *child = spot->node->first; child; child = child->next)
        if (!walk(maker, child, spot->look, spot->matrix, spot->nested + 1))
            return false;
    return true;
}

static bool put_use(Maker *maker, const Spot *spot)
{
    float n[4];
    Matrix view;
    const XmlNode *node = spot->node, *used = named(maker, node, "href", xml_attribute(node, "href"));
    if (!used || !lengths(maker, node, (const char *[]){"x", "y"}, 2, n) || !length(maker, node, "width", 0, &n[2])
        || !length(maker, node, "height", 0, &n[3]))
        return false;
    Matrix matrix = matrix_product(spot->matrix, (Matrix){1, 0, 0, 1, n[0], n[1]});
    if (!is(used, "symbol"))
        return walk(maker, used, spot->look, matrix, spot->nested + 1);
    Spot inner = {used, spot->look, matrix, spot->nested + 1};
    if (n[2] > 0 && n[3] > 0) {
        if (!fit(maker, used, n[2], n[3], &view))
            return false;
        inner.matrix = matrix_product(matrix, view);
    }
    return look_read(&maker->reading, used, &inner.look) && walk_all(maker, &inner);
}

/* A clip path that is one upright box; others cannot be drawn. */
static bool put_clip(Maker *maker, const Spot *spot)
{
    const char *value = spot->look.clip;
    const XmlNode *clip = named(maker, spot->node, "clip-path", value), *box = clip ? clip->first : NULL;
    while (box && !box->name)
        box = box->next;
    Matrix m = spot->matrix;
    float n[4];
    if (!clip)
        return false;
    bool upright = (m.b == 0 && m.c == 0) || (m.a == 0 && m.d == 0);
    bool alone = is(clip, "clipPath") && box && is(box, "rect") && !xml_attribute(box, "transform");
    for (const XmlNode *other = alone ? box->next : NULL; other; other = other->next)
        alone &= !other->name;
    if (!alone || !upright)
        return reading_fail(&maker->reading, spot->node, "has clip-path=\"%s\"; expected that of one upright <rect>",
                            value);
    if (!lengths(maker, box, (const char *[]){"x", "y", "width", "height"}, 4, n))
        return false;
    float x0 = placed(m.a * n[0] + m.c * n[1] + m.e), y0 = placed(m.b * n[0] + m.d * n[1] + m.f);
    float w = placed(m.a * n[2] + m.c * n[3]), h = placed(m.b * n[2] + m.d * n[3]);
    DrawingPart *part = add(maker, spot->node, DRAWING_CLIP);
    if (part) {
        part->clip.x = fminf(x0, x0 + w), part->clip.y = fminf(y0, y0 + h);
        part->clip.w = fabsf(w), part->clip.h = fabsf(h);
    }
    return part != NULL;
}

static bool is_finite(Matrix m)
{
    return isfinite(m.a) && isfinite(m.b) && isfinite(m.c) && isfinite(m.d) && isfinite(m.e) && isfinite(m.f);
}

static const char *const SHAPES[] = {"path", "rect", "circle", "ellipse", "line", "polyline", "polygon", NULL};
/* Not seen where they stand, or not in a still picture. */
static const char *const UNSEEN[] = {
    "defs",           "title",          "desc",    "metadata", "style",  "symbol",
    "clipPath",       "marker",         "pattern", "filter",   "mask",   "script",
    "linearGradient", "radialGradient", "animate", "set",      "cursor", "animateTransform",
    "animateMotion",  "view",           NULL};

/* The first child that can be drawn. */
static bool put_switch(Maker *maker, const Spot *spot)
{
    for (const XmlNode *child = spot->node->first; child; child = child->next)
        if (child->name && !is(child, "foreignObject"))
            return walk(maker, child, spot->look, spot->matrix, spot->nested + 1);
    return true;
}

static bool put(Maker *maker, const Spot *spot)
{
    const XmlNode *node = spot->node;
    if (is_one_of(node, SHAPES))
        return put_shape(maker, spot);
    if (is(node, "g") || is(node, "a") || node == maker->reading.root)
        return walk_all(maker, spot);
    if (is(node, "use"))
        return put_use(maker, spot);
    if (is(node, "switch"))
        return put_switch(maker, spot);
    float at[2] = {0};
    if (is(node, "text")) {
        maker->behind = false;
        return put_text(maker, spot, at);
    }
    return reading_fail(&maker->reading, node, "has <%s>; expected shapes, paths, texts and groups of them",
                        node->name);
}

static bool walk(Maker *maker, const XmlNode *node, Look look, Matrix matrix, int nested)
{
    if (!node->name || strchr(node->name, ':') || is_one_of(node, UNSEEN))
        return true;
    const char *transform = xml_attribute(node, "transform");
    Spot spot = {node, look, matrix, nested};
    Matrix own;
    if (nested > NESTED_MOST)
        return reading_fail(&maker->reading, node, "has things that use one another more than %d deep", NESTED_MOST);
    if (transform && !matrix_read(transform, &own))
        return reading_fail(&maker->reading, node,
                            "has a transform that cannot be read: expected translate(...) and the like");
    if (transform)
        spot.matrix = matrix_product(matrix, own);
    if (!is_finite(spot.matrix))
        return reading_fail(&maker->reading, node, "lies farther away than can be drawn");
    if (!look_read(&maker->reading, node, &spot.look))
        return false;
    if (spot.look.gone)
        return true;
    bool clipped = spot.look.clip != NULL;
    return (!clipped || put_clip(maker, &spot)) && put(maker, &spot) && (!clipped || add(maker, node, DRAWING_UNCLIP));
}

/* ---- the file ---- */

/* Width and height, or else those of the view box. */
static bool read_size(Maker *maker, const XmlNode *root, Drawing *out)
{
    bool box = xml_attribute(root, "viewBox") != NULL;
    float n[4] = {0};
    if (box && !view_box_read(&maker->reading, root, n))
        return false;
    maker->reading.width = n[2];
    maker->reading.height = n[3];
    if (!length(maker, root, "width", n[2], &out->width) || !length(maker, root, "height", n[3], &out->height))
        return false;
    if (!(out->width >= 1 && out->height >= 1 && out->width <= DRAWING_SIDE && out->height <= DRAWING_SIDE))
        return reading_fail(&maker->reading, root,
                            "has %.0f x %.0f px; expected a width and a height of 1 to %d, or a viewBox",
                            (double)out->width, (double)out->height, DRAWING_SIDE);
    if (!box) {
        maker->reading.width = out->width;
        maker->reading.height = out->height;
    }
    return true;
}

bool drawing_parse(Slice svg, const char *path, Arena *arena, Drawing *out, Error *error)
{
    Maker maker = {.reading = {path, arena, error}, .out = out};
    XmlNode *root;
    Matrix matrix;
    *out = (Drawing){0};
    if (svg.length > DRAWING_BYTES)
        return error_at(error, ERROR_FORMAT, path, 0, "has %zu bytes; expected at most %zu", svg.length, DRAWING_BYTES);
    if (!xml_parse(svg, path, arena, &root, error))
        return false;
    if (!is(root, "svg"))
        return reading_fail(&maker.reading, root, "begins with <%s>; expected <svg>", root->name);
    maker.reading.root = root;
    return read_size(&maker, root, out) && fit(&maker, root, out->width, out->height, &matrix)
           && rules_read(&maker.reading, root) && walk(&maker, root, look_first(), matrix, 0);
}

bool drawing_read(const char *path, Arena *arena, Drawing *out, Error *error)
{
    Bytes bytes;
    if (!file_read(path, DRAWING_BYTES, &bytes, error))
        return false;
    bool ok = drawing_parse(bytes_slice(&bytes), path, arena, out, error);
    bytes_finish(&bytes);
    return ok;
}
