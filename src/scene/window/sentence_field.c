/* The sentence field. */
#include "scene/window/panels.h"

void field_draw(const Painter *painter, Box box)
{
    const Theme *theme = painter->theme;
    const Field *field = &painter->view->field;
    Target target = {TARGET_FIELD, 0, 0, 0}, go = {TARGET_FIELD_GO, 0, 0, 0};
    Color outline = field->active                  ? theme->fill[ROLE_QUERY]
                    : kit_pointed(painter, target) ? theme->text[ROLE_MUTED]
                                                   : theme->hairline;
    FieldLook look = {kit_said(painter, W_SENTENCE),
                      kit_said(painter, W_TYPE_HERE),
                      TYPE_BODY + 0.5f,
                      2,
                      14,
                      38,
                      8,
                      theme->panel,
                      outline,
                      go,
                      kit_said(painter, W_PLAY)};
    kit_field(painter, box, &look, field, target);
}
