/* What can be pressed in the page, and where, for the tests of it: they are given a program that has this, and that
 * shows each picture through window_present here (--wrap of the linker). */
#include "sdl/window.h"

#include <emscripten.h>

/* A line for each mark of the picture, in the order of Tab: kind a b c of its target, 1 where Tab stops, 1 where a
 * finger in its middle would hit it, x y w h in units of the page, its name. Until the next call. */
EMSCRIPTEN_KEEPALIVE const char *web_marks(void);

void __real_window_present(Window *window, const DrawList *list);
void __wrap_window_present(Window *window, const DrawList *list);

static Window *shown_in;
static const DrawList *shown;

void __wrap_window_present(Window *window, const DrawList *list)
{
    shown_in = window;
    shown = list;
    __real_window_present(window, list);
}

const char *web_marks(void)
{
    static Bytes lines;
    int width, height;
    lines.length = 0;
    window_units(shown_in, &width, &height);
    for (const DrawCommand *mark = NULL; (mark = drawlist_next_mark(shown, mark));) {
        Target target = mark->mark.target;
        bool hit = target_equal(drawlist_hit(shown, box_middle(mark->bounds)), target);
        Box box = mark->bounds;
        float scale = (float)width / shown->width;
        bytes_printf(&lines, "%d %d %d %d %d %d %g %g %g %g %s\n", target.kind, target.a, target.b, target.c,
                     mark->mark.focusable, hit, scale * box.x, scale * box.y, scale * box.w, scale * box.h,
                     mark->mark.name ? mark->mark.name : "");
    }
    return lines.data;
}
