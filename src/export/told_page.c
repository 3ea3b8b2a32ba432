/* A page of one file: the picture as SVG, and over it what can be pointed at, by mouse, finger or arrows, with what its
 * name says. Tab stops where it does in the window, and not at every cell of a matrix. It asks no server for anything,
 * and brings its letters along: what places them knows how wide they are. Of several pictures it shows one. */
#include "export/export.h"

#include "export/svg_fonts.h"
#include "export/svg_write.h"

#include <stdlib.h>
#include <zlib.h>

static const char HEAD[] =
    "<style>\n"
    "body { margin: 0; min-height: 100vh; display: grid; place-items: center; align-content: center; }\n"
    "svg { display: block; max-width: 100%; height: auto; }\n"
    ".page + .page svg { max-height: calc(100vh - 3em); }\n"
    "#which { margin: 4px; font: 15px system-ui, sans-serif; }\n"
    ".told rect { fill: transparent; outline: none; }\n"
    ".told rect:hover, .told rect:focus { stroke: #777; stroke-width: 2; }\n"
    "#said { position: fixed; max-width: 24em; padding: .4em .7em; border-radius: .3em; pointer-events: none; "
    "font: 15px/1.4 system-ui, sans-serif; color: #fff; background: #222; border: 1px solid #777; }\n"
    "#said:empty { display: none; }\n"
    "</style>\n</head>\n<body>\n";

/* Which of several pictures is shown: those behind the first are unpacked where one of them is asked for. */
static const char CHOOSE[] =
    "<script>\n"
    "const which = document.getElementById('which'), [all, one] = document.querySelectorAll('.page');\n"
    "const packed = Uint8Array.from(atob(document.getElementById('packed').textContent), letter => "
    "letter.charCodeAt(0));\n"
    "async function choose(i) {\n"
    "  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));\n"
    "  const pictures = (await new Response(stream).text()).split('\\f');\n"
    "  which.selectedIndex = i;\n"
    "  all.hidden = i > 0;\n"
    "  one.innerHTML = i ? pictures[i - 1] : '';\n"
    "  prepare();\n"
    "}\n"
    "which.addEventListener('change', () => choose(which.selectedIndex));\n"
    "all.addEventListener('click', event => {\n"
    "  const told = (event.target.getAttribute('aria-label') ?? '') + ' ·';\n"
    "  const i = [...which.options].findIndex(name => told.startsWith(name.text + ' ·'));\n"
    "  if (i > 0)\n"
    "    choose(i);\n"
    "});\n"
    "addEventListener('keydown', event => event.key === 'Escape' && choose(0));\n"
    "</script>\n";

static const char SCRIPT[] =
    "<output id=\"said\"></output>\n<script>\n"
    "const said = document.getElementById('said');\n"
    "const parts = () => [...document.querySelectorAll('.page:not([hidden]) .told rect')];\n"
    "function prepare() {\n"
    "  for (const [i, part] of parts().entries()) {\n"
    "    part.setAttribute('role', 'img');\n"
    "    part.tabIndex = i && part.matches('.cell') ? -1 : 0;\n"
    "  }\n"
    "}\n"
    "prepare();\n"
    "function tell(part) {\n"
    "  said.textContent = part.getAttribute?.('aria-label') ?? '';\n"
    "  const box = part.getBoundingClientRect(), below = box.bottom + 8;\n"
    "  said.style.left = Math.max(8, Math.min(box.left, innerWidth - said.offsetWidth - 8)) + 'px';\n"
    "  said.style.top = (below + said.offsetHeight < innerHeight ? below : box.top - said.offsetHeight - 8) + 'px';\n"
    "}\n"
    "for (const kind of ['pointerover', 'pointerdown', 'focusin'])\n"
    "  addEventListener(kind, event => tell(event.target));\n"
    "const ways = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};\n"
    "const middle = part => { const box = part.getBoundingClientRect(); return [box.x + box.width / 2, box.y + "
    "box.height / 2]; };\n"
    "addEventListener('keydown', event => {\n"
    "  const way = ways[event.key], from = document.activeElement;\n"
    "  if (event.key === 'Escape')\n"
    "    said.textContent = '';\n"
    "  const there = parts();\n"
    "  if (!way || !there.length || from?.id === 'which' || event.ctrlKey || event.altKey || event.metaKey)\n"
    "    return;\n"
    "  event.preventDefault();\n"
    "  if (!there.includes(from))\n"
    "    return there[0]?.focus();\n"
    "  const [x, y] = middle(from);\n"
    "  let best = null, least = Infinity;\n"
    "  for (const part of there) {\n"
    "    const [px, py] = middle(part), along = (px - x) * way[0] + (py - y) * way[1];\n"
    "    const far = along + 3 * Math.abs((px - x) * way[1]) + 3 * Math.abs((py - y) * way[0]);\n"
    "    if (along > 1 && far < least)\n"
    "      [best, least] = [part, far];\n"
    "  }\n"
    "  best?.focus();\n"
    "});\n"
    "</script>\n</body>\n</html>\n";

static void put_marks(SvgWriter *writer, const DrawList *list)
{
    svg_put(writer, "<g class=\"told\">\n");
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(list, mark));) {
        if (!mark->mark.name)
            continue;
        svg_put(writer, mark->mark.focusable ? "<rect" : "<rect class=\"cell\"");
        svg_put(writer, " x=\"@\" y=\"@\" width=\"@\" height=\"@\" aria-label=\"", mark->bounds.x, mark->bounds.y,
                mark->bounds.w, mark->bounds.h);
        svg_put_text(writer, mark->mark.name);
        svg_put(writer, "\"/>\n");
    }
    svg_put(writer, "</g>\n");
}

static bool put_page(SvgWriter *writer, const DrawList *list, const ExportOptions *options, Error *error)
{
    bool ok = svg_put_picture(writer, list, options, error);
    put_marks(writer, list);
    svg_put(writer, "</svg>\n");
    return ok;
}

/* What chooses one of the pictures. */
static void put_names(SvgWriter *writer, const char *const *names, int count)
{
    svg_put(writer, "<select id=\"which\">\n");
    for (int i = 0; i < count; i++) {
        svg_put(writer, "<option>");
        svg_put_text(writer, names[i]);
        svg_put(writer, "</option>\n");
    }
    svg_put(writer, "</select>\n");
}

/* The pictures behind the first, packed: they are of the same few words and numbers. */
static bool put_packed(SvgWriter *writer, const DrawList *pages, int count, const ExportOptions *options, Error *error)
{
    SvgWriter each = {.type = writer->type, .clips = writer->clips};
    bool ok = true;
    for (int i = 1; i < count && ok; i++) {
        ok = put_page(&each, &pages[i], options, error);
        svg_put(&each, "\f");
    }
    uLongf length = compressBound((uLong)each.out.length);
    Bytef *packed = heap_alloc(length, 1);
    if (compress(packed, &length, (const Bytef *)each.out.data, (uLong)each.out.length) != Z_OK)
        heap_exhausted();
    svg_put(writer, "<div class=\"page\"></div>\n<script type=\"text/plain\" id=\"packed\">");
    svg_base64(&writer->out, packed, length);
    svg_put(writer, "</script>\n");
    free(packed);
    bytes_finish(&each.out);
    return ok;
}

static void put_head(SvgWriter *writer, const DrawList *list, const ExportOptions *options)
{
    svg_put(writer, "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
                    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    svg_put_text(writer, options->title ? options->title : "attend");
    svg_put(writer, "</title>\n");
    if (list->ground.a && list->ground.g < 0x80)
        svg_put(writer, "<style>:root { color-scheme: dark; }</style>\n");
    if (list->ground.a) /* around the picture too */
        bytes_printf(&writer->out, "<style>body { background: #%02x%02x%02x; }</style>\n", list->ground.r,
                     list->ground.g, list->ground.b);
}

bool export_html(const DrawList *pages, int count, const char *const *names, const ExportOptions *options,
                 const char *path, Error *error)
{
    SvgWriter writer = {.type = pages->type};
    ExportOptions alike = *options;
    alike.embed_fonts = false; /* they are the page's */
    put_head(&writer, pages, options);
    svg_put(&writer, "<style>\n");
    bool ok = svg_embed_fonts(pages, count, &writer.out, error);
    svg_put(&writer, "</style>\n");
    bytes_add_text(&writer.out, HEAD);
    if (count > 1)
        put_names(&writer, names, count);
    svg_put(&writer, "<div class=\"page\">\n");
    ok = ok && put_page(&writer, pages, &alike, error);
    svg_put(&writer, "</div>\n");
    if (count > 1) {
        ok = ok && put_packed(&writer, pages, count, &alike, error);
        bytes_add_text(&writer.out, CHOOSE);
    }
    bytes_add_text(&writer.out, SCRIPT);
    ok = ok && type_sound(pages->type, error) && file_write(path, writer.out.data, writer.out.length, error);
    bytes_finish(&writer.out);
    return ok;
}
