#include "scene/views/picture.h"

const Picture *const PICTURES[VIEW_KINDS] = {
#define VIEW(identifier, prefix, ...) &view_##prefix,
#include "lesson/views.def"
#undef VIEW
};
