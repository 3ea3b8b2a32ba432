#include "drawing/outline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI       3.14159265f
#define CIRCLE   0.55228475f /* how far the controls of a quarter circle lie, in radii */
#define FARTHEST 1e6f        /* px: what lies beyond is no picture */

/* ---- numbers and places ---- */

/* SVG's own form of numbers, which knows neither hexadecimal nor a locale. */
bool number_read(const char **at, float *out)
{
    const char *from = *at + strspn(*at, " \t\r\n");
    if (*from == ',')
        from += 1 + strspn(from + 1, " \t\r\n");
    const char *end = from + (*from == '-' || *from == '+');
    size_t whole = strspn(end, "0123456789"), part = end[whole] == '.' ? strspn(end + whole + 1, "0123456789") : 0;
    if (whole + part == 0)
        return false;
    end += whole + (end[whole] == '.' ? 1 + part : 0);
    if (*end == 'e' || *end == 'E') {
        size_t sign = end[1] == '-' || end[1] == '+', digits = strspn(end + 1 + sign, "0123456789");
        end += digits ? 1 + sign + digits : 0;
    }
    char digits[64];
    if ((size_t)(end - from) >= sizeof digits)
        return false;
    memcpy(digits, from, (size_t)(end - from));
    digits[end - from] = '\0';
    *out = strtof(digits, NULL);
    *at = end;
    return isfinite(*out);
}

float placed(float at)
{
    return fminf(fmaxf(at, -FARTHEST), FARTHEST);
}

Matrix matrix_product(Matrix m, Matrix n)
{
    return (Matrix){m.a * n.a + m.c * n.b, m.b * n.a + m.d * n.b,       m.a * n.c + m.c * n.d,
                    m.b * n.c + m.d * n.d, m.a * n.e + m.c * n.f + m.e, m.b * n.e + m.d * n.f + m.f};
}

float matrix_scale(Matrix m)
{
    return sqrtf(fabsf(m.a * m.d - m.b * m.c));
}

static Matrix moved(float x, float y)
{
    return (Matrix){1, 0, 0, 1, x, y};
}

static bool named_matrix(Slice name, const float *n, int count, Matrix *out)
{
    if (slice_is(name, "matrix") && count == 6)
        *out = (Matrix){n[0], n[1], n[2], n[3], n[4], n[5]};
    else if (slice_is(name, "translate") && (count == 1 || count == 2))
        *out = moved(n[0], count > 1 ? n[1] : 0);
    else if (slice_is(name, "scale") && (count == 1 || count == 2))
        *out = (Matrix){n[0], 0, 0, count > 1 ? n[1] : n[0], 0, 0};
    else if (slice_is(name, "rotate") && (count == 1 || count == 3)) {
        float c = cosf(n[0] * PI / 180), s = sinf(n[0] * PI / 180);
        *out = (Matrix){c, s, -s, c, 0, 0};
        if (count == 3)
            *out = matrix_product(moved(n[1], n[2]), matrix_product(*out, moved(-n[1], -n[2])));
    } else if (slice_is(name, "skewX") && count == 1)
        *out = (Matrix){1, 0, tanf(n[0] * PI / 180), 1, 0, 0};
    else if (slice_is(name, "skewY") && count == 1)
        *out = (Matrix){1, tanf(n[0] * PI / 180), 0, 1, 0, 0};
    else
        return false;
    return true;
}

bool matrix_read(const char *text, Matrix *out)
{
    static const char BETWEEN[] = " \t\r\n,";
    *out = moved(0, 0);
    for (const char *at = text + strspn(text, BETWEEN); *at; at += strspn(at, BETWEEN)) {
        Slice name = {at, strcspn(at, " \t\r\n(")};
        float numbers[6];
        int count = 0;
        at += name.length + strspn(at + name.length, BETWEEN);
        if (*at++ != '(')
            return false;
        while (count < 6 && number_read(&at, numbers + count))
            count++;
        at += strspn(at, BETWEEN);
        Matrix next;
        if (*at++ != ')' || !named_matrix(name, numbers, count, &next))
            return false;
        *out = matrix_product(*out, next);
    }
    return true;
}

/* ---- outlines ---- */

static void add(Outline *outline, char verb, const float *points, int count)
{
    Matrix m = outline->matrix;
    bytes_add(&outline->verbs, &verb, 1);
    for (int i = 0; i < count; i++, points += 2) {
        float at[2] = {placed(m.a * points[0] + m.c * points[1] + m.e),
                       placed(m.b * points[0] + m.d * points[1] + m.f)};
        bytes_add(&outline->points, at, sizeof at);
    }
}

void outline_move(Outline *outline, float x, float y)
{
    add(outline, 'M', (float[]){x, y}, 1);
}

void outline_line(Outline *outline, float x, float y)
{
    add(outline, 'L', (float[]){x, y}, 1);
}

static void cubic(Outline *outline, float x1, float y1, float x2, float y2, float x, float y)
{
    add(outline, 'C', (float[]){x1, y1, x2, y2, x, y}, 3);
}

void outline_close(Outline *outline)
{
    add(outline, 'Z', NULL, 0);
}

void outline_finish(Outline *outline)
{
    bytes_finish(&outline->verbs);
    bytes_finish(&outline->points);
}

void outline_box(Outline *outline, float x, float y, float w, float h, float rx, float ry)
{
    float right = x + w, bottom = y + h;
    rx = fminf(rx, w / 2);
    ry = fminf(ry, h / 2);
    bool round = rx > 0 && ry > 0;
    float kx = rx * (1 - CIRCLE), ky = ry * (1 - CIRCLE);
    if (!round)
        rx = ry = 0;
    outline_move(outline, x + rx, y);
    outline_line(outline, right - rx, y);
    if (round)
        cubic(outline, right - kx, y, right, y + ky, right, y + ry);
    outline_line(outline, right, bottom - ry);
    if (round)
        cubic(outline, right, bottom - ky, right - kx, bottom, right - rx, bottom);
    outline_line(outline, x + rx, bottom);
    if (round)
        cubic(outline, x + kx, bottom, x, bottom - ky, x, bottom - ry);
    outline_line(outline, x, y + ry);
    if (round)
        cubic(outline, x, y + ky, x + kx, y, x + rx, y);
    outline_close(outline);
}

void outline_ellipse(Outline *outline, float x, float y, float rx, float ry)
{
    outline_box(outline, x - rx, y - ry, 2 * rx, 2 * ry, rx, ry);
}

bool outline_points(Outline *outline, const char *points)
{
    float x, y;
    for (bool first = true; number_read(&points, &x); first = false) {
        if (!number_read(&points, &y))
            return false;
        (first ? outline_move : outline_line)(outline, x, y);
    }
    return points[strspn(points, " \t\r\n")] == '\0';
}

/* ---- path data ---- */

/* Where the pen is, where its part began, and the last control point, which S and T mirror. */
typedef struct Pen {
    Outline *outline;
    float x, y, x0, y0, cx, cy;
    char last; /* verb, upper case */
} Pen;

static void go(Pen *pen, float x, float y)
{
    pen->x = pen->cx = x;
    pen->y = pen->cy = y;
}

static void bend(Pen *pen, float x1, float y1, float x2, float y2, float x, float y)
{
    cubic(pen->outline, x1, y1, x2, y2, x, y);
    go(pen, x, y);
    pen->cx = x2;
    pen->cy = y2;
}

static void bend_quadratic(Pen *pen, float cx, float cy, float x, float y)
{
    bend(pen, pen->x + (cx - pen->x) * 2 / 3, pen->y + (cy - pen->y) * 2 / 3, x + (cx - x) * 2 / 3,
         y + (cy - y) * 2 / 3, x, y);
    pen->cx = cx;
    pen->cy = cy;
}

/* An elliptic arc by its end points (SVG 1.1, F.6.5), a cubic for each quarter at most. */
static void arc(Pen *pen, const float *n)
{
    float rx = fabsf(n[0]), ry = fabsf(n[1]), x = n[5], y = n[6], turn = n[2] * PI / 180;
    float c = cosf(turn), s = sinf(turn), dx = (pen->x - x) / 2, dy = (pen->y - y) / 2;
    float u = c * dx + s * dy, v = -s * dx + c * dy;
    if (!(rx > 0 && ry > 0) || (dx == 0 && dy == 0)) {
        outline_line(pen->outline, x, y);
        go(pen, x, y);
        return;
    }
    float grow = sqrtf(fmaxf(1, u * u / (rx * rx) + v * v / (ry * ry)));
    rx *= grow;
    ry *= grow;
    float over = rx * rx * v * v + ry * ry * u * u;
    float k = sqrtf(fmaxf(0, (rx * rx * ry * ry - over) / over)) * ((n[3] != 0) == (n[4] != 0) ? -1.0f : 1.0f);
    float mu = k * rx * v / ry, mv = -k * ry * u / rx; /* the middle, in the turned frame */
    float mx = c * mu - s * mv + (pen->x + x) / 2, my = s * mu + c * mv + (pen->y + y) / 2;
    float from = atan2f((v - mv) / ry, (u - mu) / rx), sweep = atan2f((-v - mv) / ry, (-u - mu) / rx) - from;
    if (n[4] != 0 && sweep < 0)
        sweep += 2 * PI;
    if (n[4] == 0 && sweep > 0)
        sweep -= 2 * PI;
    int pieces = (int)ceilf(fabsf(sweep) / (PI / 2) - 1e-3f);
    pieces = pieces < 1 ? 1 : pieces > 4 ? 4 : pieces;
    float step = sweep / (float)pieces, t = 4.0f / 3 * tanf(step / 4);
    for (int i = 0; i < pieces; i++, from += step) {
        float to = from + step, p[6] = {cosf(from) - t * sinf(from),
                                        sinf(from) + t * cosf(from),
                                        cosf(to) + t * sinf(to),
                                        sinf(to) - t * cosf(to),
                                        cosf(to),
                                        sinf(to)};
        for (int m = 0; m < 6; m += 2) {
            float px = rx * p[m], py = ry * p[m + 1];
            p[m] = mx + c * px - s * py;
            p[m + 1] = my + s * px + c * py;
        }
        if (i + 1 == pieces)
            p[4] = x, p[5] = y;
        bend(pen, p[0], p[1], p[2], p[3], p[4], p[5]);
    }
    go(pen, x, y);
}

/* How many numbers a command takes; -1: it is none. */
static int takes(char verb)
{
    static const struct {
        char verb;
        int numbers;
    } VERBS[] = {{'M', 2}, {'L', 2}, {'H', 1}, {'V', 1}, {'C', 6}, {'S', 4}, {'Q', 4}, {'T', 2}, {'A', 7}, {'Z', 0}};
    for (size_t i = 0; i < sizeof VERBS / sizeof *VERBS; i++)
        if (VERBS[i].verb == verb)
            return VERBS[i].numbers;
    return -1;
}

/* The numbers of a command; the flags of an arc may stand without anything between them. */
static bool read_numbers(const char **at, char verb, int count, float *n)
{
    for (int i = 0; i < count; i++) {
        if (verb == 'A' && (i == 3 || i == 4)) {
            *at += strspn(*at, " \t\r\n,");
            if (**at != '0' && **at != '1')
                return false;
            n[i] = (float)(*(*at)++ - '0');
        } else if (!number_read(at, &n[i]))
            return false;
    }
    return true;
}

/* Relative numbers as absolute ones. */
static void place(const Pen *pen, char verb, int count, float *n)
{
    if (verb == 'V')
        n[0] += pen->y;
    else
        for (int i = verb == 'A' ? 5 : 0; i < count; i++)
            n[i] += (i - (verb == 'A')) % 2 ? pen->y : pen->x;
}

static void draw(Pen *pen, char verb, const float *n)
{
    bool smooth = verb == 'S' ? pen->last == 'C' || pen->last == 'S' : pen->last == 'Q' || pen->last == 'T';
    float mx = smooth ? 2 * pen->x - pen->cx : pen->x, my = smooth ? 2 * pen->y - pen->cy : pen->y;
    switch (verb) {
    case 'M':
        outline_move(pen->outline, n[0], n[1]);
        go(pen, n[0], n[1]);
        pen->x0 = pen->x, pen->y0 = pen->y;
        break;
    case 'C':
        bend(pen, n[0], n[1], n[2], n[3], n[4], n[5]);
        break;
    case 'S':
        bend(pen, mx, my, n[0], n[1], n[2], n[3]);
        break;
    case 'Q':
        bend_quadratic(pen, n[0], n[1], n[2], n[3]);
        break;
    case 'T':
        bend_quadratic(pen, mx, my, n[0], n[1]);
        break;
    case 'A':
        arc(pen, n);
        break;
    case 'Z':
        outline_close(pen->outline);
        go(pen, pen->x0, pen->y0);
        break;
    default: /* L, H, V */
        go(pen, verb == 'V' ? pen->x : n[0], verb == 'V' ? n[0] : verb == 'H' ? pen->y : n[1]);
        outline_line(pen->outline, pen->x, pen->y);
    }
    pen->last = verb;
}

bool outline_path(Outline *outline, const char *d)
{
    Pen pen = {.outline = outline};
    char given = 0;
    for (d += strspn(d, " \t\r\n,"); *d; d += strspn(d, " \t\r\n,")) {
        bool letter = (*d >= 'A' && *d <= 'Z') || (*d >= 'a' && *d <= 'z');
        if (letter)
            given = *d++;
        char verb = given >= 'a' ? (char)(given - 'a' + 'A') : given;
        int count = takes(verb);
        float n[7];
        if (count < 0 || (!letter && count == 0) || (!pen.last && verb != 'M') || !read_numbers(&d, verb, count, n))
            return false;
        if (pen.last == 'Z' && verb != 'M' && verb != 'Z')
            outline_move(outline, pen.x, pen.y);
        if (given >= 'a')
            place(&pen, verb, count, n);
        draw(&pen, verb, n);
        if (verb == 'M') /* further pairs are lines */
            given = given == 'M' ? 'L' : 'l';
    }
    return true;
}
