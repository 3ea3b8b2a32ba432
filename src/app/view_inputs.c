/* The views' inputs by kind: see lesson/views.def. */
#include "app/view_input.h"

const ViewInput *const VIEW_INPUTS[VIEW_KINDS] = {
#define VIEW(identifier, prefix, name, english, chinese, input, ...) &input,
#include "lesson/views.def"
#undef VIEW
};

const ViewInput no_input = {0};
