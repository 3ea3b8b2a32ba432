/* A page of one file: the picture as SVG, and over it what can be pointed at, by mouse, finger or arrows, with what its
 * name says. Tab stops where it does in the window, and not at every cell of a matrix. It asks no server for anything,
 * and brings its letters along: what places them knows how wide they are. */
#include "export/export.h"

#include "export/svg_write.h"

static const char HEAD[] =
    "<style>\n"
    "body { margin: 0; min-height: 100vh; display: grid; place-items: center; }\n"
    "svg { max-width: 100%; height: auto; }\n"
    ".told rect { fill: transparent; outline: none; }\n"
    ".told rect:hover, .told rect:focus { stroke: #777; stroke-width: 2; }\n"
    "#said { position: fixed; max-width: 24em; padding: .4em .7em; border-radius: .3em; pointer-events: none; "
    "font: 15px/1.4 system-ui, sans-serif; color: #fff; background: #222; border: 1px solid #777; }\n"
    "#said:empty { display: none; }\n"
    "</style>\n</head>\n<body>\n";

static const char SCRIPT[] =
    "<output id=\"said\"></output>\n<script>\n"
    "const said = document.getElementById('said');\n"
    "const parts = [...document.querySelectorAll('.told rect')];\n"
    "for (const [i, part] of parts.entries()) {\n"
    "  part.setAttribute('role', 'img');\n"
    "  part.tabIndex = i && part.matches('.cell') ? -1 : 0;\n"
    "}\n"
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
    "  if (!way || !parts.length || event.ctrlKey || event.altKey || event.metaKey)\n"
    "    return;\n"
    "  event.preventDefault();\n"
    "  if (!parts.includes(from))\n"
    "    return parts[0].focus();\n"
    "  const [x, y] = middle(from);\n"
    "  let best = null, least = Infinity;\n"
    "  for (const part of parts) {\n"
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

bool export_html(const DrawList *list, const ExportOptions *options, const char *path, Error *error)
{
    SvgWriter writer = {.type = list->type};
    svg_put(&writer, "<!doctype html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
    svg_put_text(&writer, options->title ? options->title : "attend");
    svg_put(&writer, "</title>\n");
    if (list->ground.a) /* around the picture too */
        bytes_printf(&writer.out, "<style>body { background: #%02x%02x%02x; }</style>\n", list->ground.r,
                     list->ground.g, list->ground.b);
    bytes_add_text(&writer.out, HEAD);
    ExportOptions alike = *options;
    alike.embed_fonts = true;
    bool ok = svg_put_picture(&writer, list, &alike, error);
    put_marks(&writer, list);
    svg_put(&writer, "</svg>\n");
    bytes_add_text(&writer.out, SCRIPT);
    ok = ok && type_sound(list->type, error) && file_write(path, writer.out.data, writer.out.length, error);
    bytes_finish(&writer.out);
    return ok;
}
