/* Text shaped: code points find their faces in items.c, HarfBuzz sets each run of one face, with kerning and marks, and
 * what came out is kept by face and text. */
#include "base/arena.h"
#include "draw/glyph.h"

#include <hb.h>
#include <string.h>

/* A code point that the glyph before shows too: blank and without width, there for those who copy the text. */
static void step_blank(const Type *type, Step *step)
{
    uint32_t codepoint = step->glyph.codepoint;
    step->glyph = glyph_find(type, step->glyph.face, ' ');
    step->glyph.codepoint = codepoint;
    step->glyph.advance = 0;
}

static void step_shaped(const Type *type, Step *step, const hb_glyph_info_t *info, const hb_glyph_position_t *at,
                        float em)
{
    Glyph *glyph = &step->glyph;
    if (glyph->id != info->codepoint)
        *glyph = glyph_measure(type, glyph->face, info->codepoint, glyph->codepoint);
    glyph->advance = (float)at->x_advance / em;
    glyph->x = (float)at->x_offset / em;
    glyph->y = -(float)at->y_offset / em;
}

/* The steps are of one face. */
static void shape_run(const Type *type, hb_buffer_t *buffer, Step *steps, int count)
{
    hb_font_t *font = type_shaper(type, steps[0].glyph.face);
    unsigned length, em = hb_face_get_upem(hb_font_get_face(font));
    hb_buffer_clear_contents(buffer);
    hb_buffer_set_cluster_level(buffer, HB_BUFFER_CLUSTER_LEVEL_MONOTONE_CHARACTERS);
    for (int i = 0; i < count; i++)
        if (steps[i].glyph.codepoint)
            hb_buffer_add(buffer, steps[i].glyph.codepoint, (unsigned)i);
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE);
    hb_buffer_guess_segment_properties(buffer);
    hb_buffer_set_direction(buffer, HB_DIRECTION_LTR);
    hb_shape(font, buffer, NULL, 0);
    const hb_glyph_info_t *info = hb_buffer_get_glyph_infos(buffer, &length);
    const hb_glyph_position_t *at = hb_buffer_get_glyph_positions(buffer, &length);
    int done = 0; /* steps */
    for (unsigned k = 0, end; k < length; k = end) {
        int first = (int)info[k].cluster;
        for (end = k + 1; end < length && info[end].cluster == info[k].cluster;)
            end++;
        int next = end < length ? (int)info[end].cluster : count, glyphs = (int)(end - k);
        for (; done < first; done++)
            step_blank(type, &steps[done]);
        if (glyphs > next - first) /* one code point became several: they stay as the face has them */
            done = next;
        else
            for (; k < end; k++, done++)
                step_shaped(type, &steps[done], &info[k], &at[k], (float)em);
    }
    for (; done < count; done++)
        step_blank(type, &steps[done]);
}

void text_script(Slice text, char tag[5])
{
    hb_script_t script = HB_SCRIPT_COMMON;
    while (text.length && (script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN))
        script = hb_unicode_script(hb_unicode_funcs_get_default(), utf8_next(&text));
    hb_tag_to_string(hb_script_to_iso15924_tag(script), tag);
    tag[4] = '\0';
}

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
    if (!shapes->buffer)
        shapes->buffer = hb_buffer_create();
    int count = find_steps(type, shapes, face, text);
    for (int first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && shapes->steps[end].glyph.face == shapes->steps[first].glyph.face;)
            end++;
        shape_run(type, shapes->buffer, shapes->steps + first, end - first);
    }
    shaped = recent_add(&shapes->kept, key->data, key->length, sizeof *shaped + (size_t)count * sizeof *shapes->steps);
    shaped->count = count;
    if (count)
        memcpy(shaped->steps, shapes->steps, (size_t)count * sizeof *shapes->steps);
    return shaped;
}

Walk walk_start(const Type *type, TextStyle style, Slice text)
{
    float tracking = style.size > 0 ? style.tracking / style.size : 0;
    return (Walk){.shaped = text_shape(type, style.face, text), .tracking = tracking, .text = text, .rest = text};
}

bool walk_next(Walk *walk, Step *step)
{
    if (walk->at == walk->shaped->count)
        return false;
    *step = walk->shaped->steps[walk->at++];
    step->space = walk->before && step->glyph.advance > 0 ? walk->tracking : 0;
    walk->before = step->read;
    walk->rest = (Slice){walk->text.text + step->end, walk->text.length - step->end};
    return true;
}
