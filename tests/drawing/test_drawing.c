/* SVG files as parts to draw: shapes, paths, places, looks and words; and a sentence for what cannot be drawn. */
#include "support.h"

#include "drawing/drawing.h"

#include <math.h>

static void put_number(Bytes *out, float value)
{
    bytes_printf(out, "%g", (double)roundf(value * 10) / 10 + 0.0);
}

/* "M1,2 L3,4 Z fill ff0000 stroke 0000ff 2" and "abc at 1,2 size 16" */
static void put_part(Bytes *out, const DrawingPart *part)
{
    const float *p = part->path.points;
    switch (part->kind) {
    case DRAWING_PATH:
        for (int i = 0; i < part->path.verb_count; i++) {
            char verb = part->path.verbs[i];
            bytes_printf(out, "%c", verb);
            for (int k = verb == 'Z' ? 0 : verb == 'C' ? 6 : 2; k > 0; k--) {
                put_number(out, *p++);
                bytes_add_text(out, k > 1 ? "," : "");
            }
            bytes_add_text(out, " ");
        }
        if (part->path.fill)
            bytes_printf(out, "fill %08x ", (unsigned)part->path.fill);
        if (part->path.even_odd)
            bytes_add_text(out, "even-odd ");
        if (part->path.stroke) {
            bytes_printf(out, "stroke %08x ", (unsigned)part->path.stroke);
            put_number(out, part->path.width);
        }
        if (part->path.dash > 0) {
            bytes_add_text(out, " dash ");
            put_number(out, part->path.dash);
            bytes_add_text(out, ",");
            put_number(out, part->path.gap);
        }
        break;
    case DRAWING_TEXT:
        bytes_printf(out, "\"%s\"%s", part->text.text, part->text.goes_on ? " on " : " at ");
        put_number(out, part->text.x);
        bytes_add_text(out, ",");
        put_number(out, part->text.y);
        bytes_add_text(out, " size ");
        put_number(out, part->text.size);
        if (part->text.angle != 0) {
            bytes_add_text(out, " turned ");
            put_number(out, part->text.angle);
        }
        bytes_printf(out, "%s%s%s", part->text.bold ? " bold" : "", part->text.italic ? " italic" : "",
                     part->text.anchor == DRAWING_MIDDLE ? " middle"
                     : part->text.anchor == DRAWING_END  ? " end"
                                                         : "");
        break;
    case DRAWING_CLIP:
        bytes_printf(out, "clip %g,%g,%g,%g", (double)part->clip.x, (double)part->clip.y, (double)part->clip.w,
                     (double)part->clip.h);
        break;
    case DRAWING_UNCLIP:
        bytes_add_text(out, "unclip");
    }
    while (out->length && out->data[out->length - 1] == ' ')
        out->data[--out->length] = '\0';
}

static const char HEAD[] = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"50\">\n";

static void expect_parts(const char *body, const char *expected)
{
    Arena arena = {0};
    Error error = {0};
    Drawing drawing;
    Bytes got = {0};
    char *svg = arena_printf(&arena, "%s%s</svg>", HEAD, body);
    expect_ok(drawing_parse(slice_of(svg), "a.svg", &arena, &drawing, &error), &error);
    assert_true(drawing.width == 100 && drawing.height == 50);
    bytes_add_text(&got, "");
    for (int i = 0; i < drawing.count; i++) {
        put_part(&got, &drawing.parts[i]);
        bytes_add_text(&got, i + 1 < drawing.count ? "; " : "");
    }
    if (strcmp(got.data, expected) != 0)
        fail_msg("%s\nis    %s\nnot   %s", body, got.data, expected);
    bytes_finish(&got);
    arena_finish(&arena);
}

static void shapes_and_paths(void **state)
{
    (void)state;
    static const char *const CASES[][2] = {
        {"<rect x='1' y='2' width='10' height='5'/>", "M1,2 L11,2 L11,7 L1,7 L1,2 Z fill ff000000"},
        {"<rect width='50%' height='50%' fill='none' stroke='red'/>",
         "M0,0 L50,0 L50,25 L0,25 L0,0 Z stroke ffff0000 1"},
        {"<circle cx='5' cy='5' r='2' fill='#0f0'/>", "M5,3 L5,3 C6.1,3,7,3.9,7,5 L7,5 C7,6.1,6.1,7,5,7 L5,7 "
                                                      "C3.9,7,3,6.1,3,5 L3,5 C3,3.9,3.9,3,5,3 Z fill ff00ff00"},
        {"<line x1='1' x2='9' stroke='#0000ff' stroke-width='2' stroke-dasharray='4,2'/>",
         "M1,0 L9,0 stroke ff0000ff 2 dash 4,2"},
        {"<polyline points='1,2 3,4 5 6' fill='none' stroke='black'/><polygon points='1,2,3,4'/>",
         "M1,2 L3,4 L5,6 stroke ff000000 1; M1,2 L3,4 Z fill ff000000"},
        {"<path d='M1 2l3 4h-1v.5H9V9z'/>", "M1,2 L4,6 L3,6 L3,6.5 L9,6.5 L9,9 Z fill ff000000"},
        {"<path d='m1-2 3-4 1e1.5z l1 1'/>", "M1,-2 L4,-6 L14,-5.5 Z M1,-2 L2,-1 fill ff000000"},
        {"<path d='M0 0C1 2 3 4 5 6s1 1 2 2S9 9 10 10'/>",
         "M0,0 C1,2,3,4,5,6 C7,8,6,7,7,8 C8,9,9,9,10,10 fill ff000000"},
        {"<path d='M0 0Q3 3 6 0t6 0'/>", "M0,0 C2,2,4,2,6,0 C8,-2,10,-2,12,0 fill ff000000"},
        {"<path d='M10 0a10 10 0 01-20 0'/>", "M10,0 C10,5.5,5.5,10,0,10 C-5.5,10,-10,5.5,-10,0 fill ff000000"},
        {"<path d='M10 0A10 10 0 0 0 0-10'/>", "M10,0 C10,-5.5,5.5,-10,0,-10 fill ff000000"},
        {"<path d='M1 1A0 5 0 0 0 4 4'/>", "M1,1 L4,4 fill ff000000"},
        {"<path d=''/><rect/><circle r='0'/>", ""},
    };
    for (size_t i = 0; i < LENGTH(CASES); i++)
        expect_parts(CASES[i][0], CASES[i][1]);
}

static void places_and_looks(void **state)
{
    (void)state;
    static const char LINE[] = "<line x2='1' stroke='red'/>";
    static const struct {
        const char *before, *behind, *expected;
    } CASES[] = {
        {"<g transform='translate(3,4) scale(2)'>", "</g>", "M3,4 L5,4 stroke ffff0000 2"},
        {"<g transform='rotate(90)'>", "</g>", "M0,0 L0,1 stroke ffff0000 1"},
        {"<g transform='matrix(1 0 0 1 5 6) rotate(180 1 1)'>", "</g>", "M7,8 L6,8 stroke ffff0000 1"},
        {"<g opacity='.5'><g style='opacity:50%' stroke-width='3'>", "</g></g>", "M0,0 L1,0 stroke 40ff0000 3"},
        {"<g display='none'>", "</g>", ""},
        {"<defs>", "</defs>", ""},
        {"<title>t</title><metadata><x:y/></metadata><x:y>", "</x:y>", ""},
        {"<switch><foreignObject>?</foreignObject>", "<rect width='1' height='1'/></switch>",
         "M0,0 L1,0 stroke ffff0000 1"},
        {"<style>line{stroke-width:4} .a{stroke:blue}/* .b{} */@media print{line{stroke:lime}}</style>", "",
         "M0,0 L1,0 stroke ffff0000 4"},
        {"<clipPath id='c'><rect x='1' y='2' width='3' height='4'/></clipPath><g transform='scale(2)' "
         "clip-path='url(#c)'>",
         "</g>", "clip 2,4,6,8; M0,0 L2,0 stroke ffff0000 2; unclip"},
        {"<symbol id='s' viewBox='0 0 10 10'>", "</symbol><use href='#s' x='5' width='20' height='20'/>",
         "M5,0 L7,0 stroke ffff0000 2"},
        {"<defs><g id='g'>", "</g></defs><use href='#g' x='1' y='2'/><use href='#g'/>",
         "M1,2 L2,2 stroke ffff0000 1; M0,0 L1,0 stroke ffff0000 1"},
    };
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(CASES); i++)
        expect_parts(arena_printf(&arena, "%s%s%s", CASES[i].before, LINE, CASES[i].behind), CASES[i].expected);
    expect_parts("<style>.a,.b{fill:rgb(0,50%,255)}path.b{fill-rule:evenodd}#c{fill:gold!important}</style>"
                 "<path class='x b' d='M0 0h1'/><path id='c' class='a' d='M0 0h1' style='fill-opacity:.2'/>",
                 "M0,0 L1,0 fill ff0080ff even-odd; M0,0 L1,0 fill 33ffd700");
    expect_parts("<g color='teal'><path d='M0 0h1' fill='currentColor' visibility='hidden'/>"
                 "<path d='M0 0h1' fill='currentColor'/></g>",
                 "M0,0 L1,0 fill ff008080");
    expect_parts("<marker id='m' refX='1' markerWidth='3' viewBox='0 0 3 3' orient='auto'>"
                 "<path d='M0 0h1' fill='context-stroke'/></marker>"
                 "<path d='M10 10v10' fill='none' stroke='red' stroke-width='2' marker-end='url(#m)'/>",
                 "M10,10 L10,20 stroke ffff0000 2; M10,18 L10,20 fill ffff0000");
    arena_finish(&arena);
}

static void words(void **state)
{
    (void)state;
    expect_parts("<text x='5' y='9'> one\n  two <tspan dy='3' font-size='8'>t−1</tspan> </text>",
                 "\"one two \" at 5,9 size 16; \"t−1\" on 0,3 size 8");
    expect_parts("<g transform='scale(2) rotate(90)'><text x='1' font-weight='bold' text-anchor='middle'>门</text></g>",
                 "\"门\" at 0,2 size 32 turned 1.6 bold middle");
    expect_parts(
        "<text font-style='italic' style='text-anchor:end;font-size:10px'>a<tspan x='7' y='8'>b</tspan></text>",
        "\"a\" at 0,0 size 10 italic end; \"b\" at 7,8 size 10 italic end");
}

static void sizes(void **state)
{
    (void)state;
    static const struct {
        const char *svg;
        float width, height;
        const char *expected; /* of a rect of 1 x 1 */
    } CASES[] = {
        {"<svg viewBox='0 0 20 10'><rect width='1' height='1'/></svg>", 20, 10, "M0,0 L1,0"},
        {"<svg width='40' height='10' viewBox='0 0 10 10'><rect width='1' height='1'/></svg>", 40, 10, "M15,0 L16,0"},
        {"<svg width='1in' height='100%' viewBox='2 2 10 10' preserveAspectRatio='none'><rect width='1' "
         "height='1'/></svg>",
         96, 10, "M-19.2,-2 L-9.6,-2"},
        {"<svg:svg xmlns:svg='x' width='2' height='3'><svg:rect width='1' height='1'/></svg:svg>", 2, 3, "M0,0 L1,0"},
    };
    for (size_t i = 0; i < LENGTH(CASES); i++) {
        Arena arena = {0};
        Error error = {0};
        Drawing drawing;
        Bytes got = {0};
        expect_ok(drawing_parse(slice_of(CASES[i].svg), "a.svg", &arena, &drawing, &error), &error);
        assert_true(drawing.width == CASES[i].width && drawing.height == CASES[i].height);
        put_part(&got, drawing.parts);
        if (strncmp(got.data, CASES[i].expected, strlen(CASES[i].expected)) != 0)
            fail_msg("%s: %s", CASES[i].svg, got.data);
        bytes_finish(&got);
        arena_finish(&arena);
    }
}

static void expect_refused(const char *svg, const char *says)
{
    Arena arena = {0};
    Error error = {0};
    Drawing drawing;
    if (drawing_parse(slice_of(svg), "a.svg", &arena, &drawing, &error))
        fail_msg("taken: %.200s", svg);
    expect_error(&error, says);
    arena_finish(&arena);
}

static void what_cannot_be_drawn_is_told(void **state)
{
    (void)state;
    static const char *const WHOLE[][2] = {
        {"", "a.svg:1: is no XML that can be read: no element found"},
        {"<svg>", "is no XML that can be read"},
        {"PNG", "a.svg:1: is no XML"},
        {"<html/>", "a.svg:1: begins with <html>; expected <svg>"},
        {"<svg/>", "a.svg:1: has 0 x 0 px; expected a width and a height of 1 to 4096, or a viewBox"},
        {"<svg width='5000' height='5'/>", "has 5000 x 5 px"},
        {"<svg width='-1' height='5'/>", "has -1 x 5 px"},
        {"<svg width='1e30' height='5'/>", "expected a width and a height"},
        {"<svg width='wide' height='5'/>", "has width=\"wide\"; expected a length such as"},
        {"<svg viewBox='0 0 5'/>", "has a viewBox that is not x, y, width and height"},
        {"<!DOCTYPE svg [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;'>"
         "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;'><!ENTITY d '&c;&c;&c;&c;&c;&c;&c;&c;'>"
         "<!ENTITY e '&d;&d;&d;&d;&d;&d;&d;&d;'><!ENTITY f '&e;&e;&e;&e;&e;&e;&e;&e;'>"
         "<!ENTITY g '&f;&f;&f;&f;&f;&f;&f;&f;'><!ENTITY h '&g;&g;&g;&g;&g;&g;&g;&g;'>"
         "<!ENTITY i '&h;&h;&h;&h;&h;&h;&h;&h;'>]><svg viewBox='0 0 1 1'><text>&i;</text></svg>",
         "is no XML that can be read: "},
    };
    static const char *const BODIES[][2] = {
        {"<image href='a.png'/>", "a.svg:2: has <image>; expected shapes, paths, texts and groups of them"},
        {"\n<foreignObject/>", "a.svg:3: has <foreignObject>"},
        {"<rect fill='url(#a)'/>", "has fill=\"url(#a)\"; expected none, a colour's name, #rrggbb or rgb()"},
        {"<rect style='stroke: reddish'/>", "has stroke=\"reddish\""},
        {"<rect filter='url(#f)'/>", "expected none: attend draws no filters"},
        {"<g mask='url(#f)'/>", "has mask="},
        {"<path d='M0 0 L1'/>", "has a <path> whose d cannot be read"},
        {"<path d='L1 1'/>", "whose d cannot be read"},
        {"<path d='M0 0 0x1'/>", "whose d cannot be read"},
        {"<polygon points='1,2,3'/>", "has a <polygon> whose points cannot be read"},
        {"<g transform='turn(3)'/>", "has a transform that cannot be read"},
        {"<g transform='scale(1'/>", "has a transform that cannot be read"},
        {"<circle r='big'/>", "has r=\"big\"; expected a length"},
        {"<use href='#nobody'/>", "has href=\"#nobody\"; expected the id of an element of this file"},
        {"<use href='other.svg#a'/>", "expected the id of an element of this file"},
        {"<g id='a'><use href='#a'/></g>", "has things that use one another more than 64 deep"},
        {"<g id='a'><rect id='b' width='1' height='1'/></g><g id='c'><use href='#a'/><use href='#a'/></g>"
         "<g clip-path='url(#a)'><clipPath id='z'/></g>",
         "expected that of one upright <rect>"},
        {"<clipPath id='z'><circle r='3'/></clipPath><g clip-path='url(#z)'/>", "expected that of one upright <rect>"},
        {"<style>g rect {fill:red}</style>", "has a style rule for \"g rect\""},
        {"<style>rect {fill:red</style>", "has a style sheet with \"rect {fill:red\""},
        {"<text font-size='2000'>a</text>", "has letters of 2000 px; expected at most 1000"},
        {"<g transform='scale(1e30) scale(1e30)'/>", "lies farther away than can be drawn"},
        {"<text><rect/></text>", "has <rect> in a text; expected <tspan>"},
    };
    for (size_t i = 0; i < LENGTH(WHOLE); i++)
        expect_refused(WHOLE[i][0], WHOLE[i][1]);
    Arena arena = {0};
    for (size_t i = 0; i < LENGTH(BODIES); i++)
        expect_refused(arena_printf(&arena, "%s%s</svg>", HEAD, BODIES[i][0]), BODIES[i][1]);
    arena_finish(&arena);
}

/* Little that makes much of itself ends soon. */
static void too_much_is_told(void **state)
{
    (void)state;
    Bytes svg = {0};
    bytes_add_text(&svg, HEAD);
    bytes_add_text(&svg, "<defs><rect id='g0' width='1' height='1'/>");
    for (int i = 1; i < 20; i++)
        bytes_printf(&svg, "<g id='g%d'><use href='#g%d'/><use href='#g%d'/></g>", i, i - 1, i - 1);
    bytes_add_text(&svg, "</defs><use href='#g19'/></svg>");
    expect_refused(svg.data, "has more than 10000 things to draw up to here");
    svg.length = 0;
    bytes_add_text(&svg, HEAD);
    for (int i = 0; i < 200; i++)
        bytes_add_text(&svg, "<g>");
    expect_refused(svg.data, "elements are nested more than 100 deep");
    svg.length = 0;
    bytes_add_text(&svg, HEAD);
    bytes_add_text(&svg, "<path d='M0 0");
    for (int i = 0; i < 110000; i++)
        bytes_add_text(&svg, "h1");
    bytes_add_text(&svg, "'/></svg>");
    expect_refused(svg.data, "has more than 100000 points up to here");
    svg.length = 0;
    for (size_t i = 0; i < DRAWING_BYTES; i += 16)
        bytes_add_text(&svg, "                ");
    bytes_add_text(&svg, HEAD);
    expect_refused(svg.data, "bytes; expected at most 1048576");
    bytes_finish(&svg);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_and_paths),
        cmocka_unit_test(places_and_looks),
        cmocka_unit_test(words),
        cmocka_unit_test(sizes),
        cmocka_unit_test(too_much_is_told),
        cmocka_unit_test(what_cannot_be_drawn_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
