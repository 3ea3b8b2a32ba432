/* Text shaped: code points find their faces in items.c and their way in levels.c, HarfBuzz sets each run of one face
 * and one way, with kerning, marks and joins, and what came out is kept by face and text. */
#include "base/arena.h"
#include "draw/glyph.h"

#include <hb.h>
#include <string.h>

/* ---- runs ---- */

/* Where the run of steps[first] ends: its face or its way is another one, or its script where letters join. */
static int run_end(const LetterStep *steps, int first, int count, bool *whole)
{
    uint32_t script = script_of(' ');
    int end = first;
    for (; end < count && steps[end].glyph.face == steps[first].glyph.face && steps[end].level == steps[first].level;
         end++) {
        uint32_t next = script_of(steps[end].codepoint);
        bool other = !script_is_any(next) && !script_is_any(script) && next != script;
        if (other && (script_joins(script) || script_joins(next)))
            break;
        script = script_is_any(script) ? next : script;
    }
    *whole = script_joins(script) || steps[first].level % 2;
    return end;
}

/* ---- one run ---- */

typedef struct ShapeRun {
    const Type *type;
    const LetterStep *steps; /* [count] before shaping */
    int count;
    const hb_glyph_info_t *info; /* [glyphs] from left to right */
    const hb_glyph_position_t *at;
    int glyphs;
    /* units; em from the run's left end to where the next glyph begins, or to the left of which it stands */
    float em, x;
    bool left; /* its letters run there */
} ShapeRun;

static LetterStep *add_step(const ShapeRun *run, const LetterStep *step)
{
    Shapes *shapes = type_shapes(run->type);
    shapes->shaped = heap_room(shapes->shaped, shapes->shaped_count, &shapes->shaped_capacity, sizeof *step);
    shapes->shaped[shapes->shaped_count] = *step;
    return &shapes->shaped[shapes->shaped_count++];
}

/* A code point that the glyph before shows too: blank and without width, there for those who copy the text. */
static void add_blank(const ShapeRun *run, const LetterStep *of)
{
    LetterStep *step = add_step(run, of);
    step->glyph = glyph_find(run->type, of->glyph.face, ' ');
    step->glyph.codepoint = of->glyph.codepoint;
    step->glyph.advance = 0;
    step->at = run->x;
}

static int nth_glyph(const ShapeRun *run, int n) /* as they are read */
{
    return run->left ? run->glyphs - 1 - n : n;
}

static void add_glyph(ShapeRun *run, const LetterStep *of, int n)
{
    const hb_glyph_info_t *info = &run->info[nth_glyph(run, n)];
    const hb_glyph_position_t *at = &run->at[nth_glyph(run, n)];
    LetterStep *step = add_step(run, of);
    Glyph *glyph = &step->glyph;
    if (glyph->id != info->codepoint)
        *glyph = glyph_measure(run->type, glyph->face, info->codepoint, glyph->codepoint);
    glyph->advance = (float)at->x_advance / run->em;
    glyph->x = (float)at->x_offset / run->em;
    glyph->y = -(float)at->y_offset / run->em;
    run->x -= run->left ? glyph->advance : 0;
    step->at = run->x;
    run->x += run->left ? 0 : glyph->advance;
}

/* The code points up to `end` and the glyphs that show them, side by side as far as there are both. */
static void add_cluster(ShapeRun *run, int first, int end, int glyph, int last_glyph)
{
    for (int i = first; i < end; i++)
        if (glyph < last_glyph)
            add_glyph(run, &run->steps[i], glyph++);
        else
            add_blank(run, &run->steps[i]);
    while (glyph < last_glyph) {
        LetterStep more = run->steps[end - 1];
        more.codepoint = more.glyph.codepoint = 0;
        add_glyph(run, &more, glyph++);
    }
}

static void add_clusters(ShapeRun *run)
{
    int done = 0, first, end; /* code points */
    for (int n = 0, next; n < run->glyphs; n = next) {
        first = (int)run->info[nth_glyph(run, n)].cluster;
        for (next = n + 1; next < run->glyphs && (int)run->info[nth_glyph(run, next)].cluster == first;)
            next++;
        end = next < run->glyphs ? (int)run->info[nth_glyph(run, next)].cluster : run->count;
        for (; done < first; done++)
            add_blank(run, &run->steps[done]);
        add_cluster(run, first, end, n, next);
        done = end;
    }
    for (; done < run->count; done++)
        add_blank(run, &run->steps[done]);
}

static hb_buffer_t *empty_buffer(const Type *type)
{
    Shapes *shapes = type_shapes(type);
    if (!shapes->buffer)
        shapes->buffer = hb_buffer_create();
    hb_buffer_clear_contents(shapes->buffer);
    hb_buffer_set_cluster_level(shapes->buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
    return shapes->buffer;
}

/* Letters that stand apart keep a glyph each, or no browser could put each where it stands. */
static const hb_feature_t APART[] = {{HB_TAG('l', 'i', 'g', 'a'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END},
                                     {HB_TAG('c', 'l', 'i', 'g'), 0, HB_FEATURE_GLOBAL_START, HB_FEATURE_GLOBAL_END}};

static void shape_buffer(hb_font_t *font, hb_buffer_t *buffer, bool to_the_left, bool apart)
{
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE);
    hb_buffer_guess_segment_properties(buffer);
    hb_buffer_set_direction(buffer, to_the_left ? HB_DIRECTION_RTL : HB_DIRECTION_LTR);
    hb_shape(font, buffer, APART, apart ? sizeof APART / sizeof *APART : 0);
    if (!hb_buffer_allocation_successful(buffer))
        heap_exhausted();
}

static void shape_run(const Type *type, const LetterStep *steps, int count)
{
    hb_buffer_t *buffer = empty_buffer(type);
    hb_font_t *font = type_shaper(type, steps[0].glyph.face);
    unsigned glyphs;
    ShapeRun run = {.type = type, .steps = steps, .count = count, .left = steps[0].level % 2};
    for (int i = 0; i < count; i++)
        if (steps[i].glyph.codepoint)
            hb_buffer_add(buffer, steps[i].glyph.codepoint, (unsigned)i);
    shape_buffer(font, buffer, run.left, !steps[0].whole);
    run.info = hb_buffer_get_glyph_infos(buffer, &glyphs);
    run.at = hb_buffer_get_glyph_positions(buffer, &glyphs);
    run.glyphs = (int)glyphs;
    run.em = (float)hb_face_get_upem(hb_font_get_face(font));
    for (int i = 0; i < run.glyphs && run.left; i++)
        run.x += (float)run.at[i].x_advance / run.em;
    add_clusters(&run);
}

void text_ink(const Type *type, Face face, Slice text, bool to_the_left, float *left, float *top)
{
    hb_buffer_t *buffer = empty_buffer(type);
    hb_font_t *font = type_shaper(type, face);
    float em = (float)hb_face_get_upem(hb_font_get_face(font));
    unsigned glyphs;
    hb_position_t x = 0, least = 0, most = 0;
    hb_buffer_add_utf8(buffer, text.text, (int)text.length, 0, (int)text.length);
    shape_buffer(font, buffer, to_the_left, false);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &glyphs);
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &glyphs);
    for (unsigned i = 0; i < glyphs; x += at[i++].x_advance) {
        hb_glyph_extents_t ink;
        if (!hb_font_get_glyph_extents(font, info[i].codepoint, &ink))
            continue;
        hb_position_t from = x + at[i].x_offset + ink.x_bearing, above = at[i].y_offset + ink.y_bearing;
        least = from < least ? from : least;
        most = above > most ? above : most;
    }
    *left = -(float)least / em;
    *top = (float)most / em;
}

/* ---- the runs beside each other ---- */

typedef struct ShapePlace { /* of a run, in order from the left */
    LetterStep *steps;
    int count;
    uint8_t level;
    float width;
} ShapePlace;

static float width_of(const LetterStep *steps, int count)
{
    float width = 0;
    for (int i = 0; i < count; i++)
        width += steps[i].glyph.advance;
    return width;
}

static int find_places(LetterStep *steps, int count, ShapePlace *places)
{
    int found = 0;
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && steps[end].run == steps[first].run;)
            end++;
        places[found++] =
            (ShapePlace){steps + first, end - first, steps[first].level, width_of(steps + first, end - first)};
    }
    return found;
}

/* From the highest level down, what stands as high is turned about (rule L2). */
static void order_places(ShapePlace *places, int count)
{
    uint8_t level = 0;
    for (int i = 0; i < count; i++)
        level = places[i].level > level ? places[i].level : level;
    for (; level > 0; level--)
        for (int first = 0, end; first < count; first = end + 1) {
            for (end = first; end < count && places[end].level >= level;)
                end++;
            for (int a = first, b = end - 1; a < b; a++, b--) {
                ShapePlace swap = places[a];
                places[a] = places[b];
                places[b] = swap;
            }
        }
}

static void place_runs(LetterStep *steps, int count)
{
    Arena arena = {0};
    ShapePlace *places = ARENA_ARRAY(&arena, ShapePlace, (size_t)count);
    int found = find_places(steps, count, places);
    float x = 0;
    order_places(places, found);
    for (const ShapePlace *place = places; place < places + found; x += place++->width)
        for (LetterStep *step = place->steps; step < place->steps + place->count; step++) {
            step->left = x;
            step->at += x;
        }
    arena_finish(&arena);
}

/* ---- the whole text ---- */

static int find_steps(const Type *type, Shapes *shapes, Face face, Slice text)
{
    if (text.length > shapes->step_capacity) {
        shapes->step_capacity = 2 * text.length;
        shapes->steps = heap_resize(shapes->steps, shapes->step_capacity, sizeof *shapes->steps);
    }
    int count = 0;
    Items items = {.type = type, .face = face, .rest = text};
    while (items_next(&items, &shapes->steps[count])) {
        shapes->steps[count].end = text.length - items.rest.length;
        count++;
    }
    return count;
}

const Shaped *text_shape(const Type *type, Face face, Slice text)
{
    Shapes *shapes = type_shapes(type);
    Bytes *key = &shapes->key;
    key->length = 0;
    bytes_add(key, &face, sizeof face);
    bytes_add(key, text.text, text.length);
    Shaped *shaped = recent_find(&shapes->kept, key->data, key->length);
    if (shaped)
        return shaped;
    int count = find_steps(type, shapes, face, text);
    bool turns = steps_level(shapes->steps, count), whole = false;
    shapes->shaped_count = 0;
    uint16_t run = 0;
    for (int first = 0, end; first < count; first = end, run++) {
        bool joins;
        end = run_end(shapes->steps, first, count, &joins);
        for (int i = first; i < end; i++) {
            shapes->steps[i].run = run;
            shapes->steps[i].whole = joins;
        }
        shape_run(type, shapes->steps + first, end - first);
        whole = whole || joins;
    }
    count = shapes->shaped_count;
    if (turns)
        place_runs(shapes->shaped, count);
    shaped = recent_add(&shapes->kept, key->data, key->length, sizeof *shaped + (size_t)count * sizeof *shapes->shaped);
    *shaped = (Shaped){count, turns, whole};
    if (count)
        memcpy(shaped->steps, shapes->shaped, (size_t)count * sizeof *shapes->shaped);
    return shaped;
}

Walk walk_start(const Type *type, TextStyle style, Slice text)
{
    const Shaped *shaped = text_shape(type, style.face, text);
    float tracking = style.size > 0 && !shaped->whole ? style.tracking / style.size : 0;
    return (Walk){.shaped = shaped, .tracking = tracking, .text = text, .rest = text};
}

bool walk_next(Walk *walk, LetterStep *step)
{
    if (walk->at == walk->shaped->count)
        return false;
    *step = walk->shaped->steps[walk->at++];
    step->space = walk->before && step->glyph.advance > 0 ? walk->tracking : 0;
    walk->before = step->read;
    walk->rest = (Slice){walk->text.text + step->end, walk->text.length - step->end};
    return true;
}
