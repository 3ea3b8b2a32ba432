#include "scene/stage/written_layout.h"

#include "draw/ease.h"

#include <math.h>

#define PITCH_MOST  104.0f /* px from word to word */
#define PITCH_LEAST 46.0f
#define CHIP_H      28.0f
#define STRIP_H     22.0f
#define RESULT_H    36.0f
#define WIDE        560.0f /* px of a floor that shows all parts of the layer */

static int newest(const Scope *scope)
{
    return scope->step < 0 ? 0 : scope->step;
}

WrittenColumns written_columns(const Scope *scope, const StageLayout *layout)
{
    Box all = layout->decoder;
    WrittenColumns columns = {{all.x, all.y + 4, all.w * 0.52f, all.h - 4}, 0, newest(scope) + 1, 0};
    int most = (int)(columns.box.w / PITCH_LEAST);
    most = most < 1 ? 1 : most;
    columns.first = columns.count > most ? columns.count - most : 0;
    columns.pitch = fminf(PITCH_MOST * layout->large, columns.box.w / (float)(columns.count - columns.first));
    return columns;
}

float written_x(const WrittenColumns *columns, int i)
{
    return columns->box.x + columns->pitch * ((float)(i - columns->first) + 0.5f);
}

Box written_chip(const WrittenColumns *columns, int i)
{
    float h = fminf(CHIP_H, columns->box.h * 0.3f), w = fminf(72, columns->pitch - 8);
    return (Box){written_x(columns, i) - w / 2, columns->box.y + columns->box.h - h, w, h};
}

Box written_added(const StageLayout *layout, int k)
{
    Box all = layout->decoder;
    float pitch = all.h / 3, h = fminf(STRIP_H * layout->large, pitch * 0.5f);
    Box box = {all.x + all.w * 0.58f, all.y + pitch * (float)k, all.w * 0.4f, h};
    box.y += pitch - h - 4;
    return box;
}

float written_name_room(const StageLayout *layout, int rows)
{
    return layout->decoder.h / (float)rows >= WRITTEN_NAME + 14 ? WRITTEN_NAME : 0;
}

Box written_made(const StageLayout *layout, int columns, int column, int rows, int row)
{
    Box all = layout->decoder;
    float apart = all.w / (float)columns, pitch = all.h / (float)rows, name = written_name_room(layout, 2);
    float wanted = column == columns - 1 && rows == 1 ? RESULT_H : STRIP_H; /* the new state is what it is all for */
    float h = fmaxf(8, fminf(wanted * layout->large, (pitch - name) * 0.8f));
    return (Box){all.x + apart * (float)column, all.y + pitch * ((float)row + 0.5f) - h / 2 + name / 2, apart - 34, h};
}

int written_made_columns(const StageLayout *layout)
{
    return layout->decoder.w < WIDE ? 2 : 4;
}

void written_lay(StageLayout *layout, const Scope *scope)
{
    float hero = layout->floors.hero[FLOOR_DECODER], made = scope->shown[MOMENT_STATE];
    int columns = written_made_columns(layout);
    WrittenColumns words = written_columns(scope, layout);
    Box asks = box_lerp(written_added(layout, 0), written_made(layout, columns, 0, 2, 0), made > 0);
    layout->strip_query = box_lerp(layout->strip_query, asks, hero);
    layout->strip_state = box_lerp(layout->strip_state, written_made(layout, columns, columns - 1, 1, 0), hero);
    layout->chip_previous = written_chip(&words, newest(scope));
    layout->strip_attentional = layout->strip_previous = (Box){0};
}
