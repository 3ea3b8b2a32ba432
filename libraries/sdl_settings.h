/* SDL's own settings for a page, without what draws by the graphics card. */
#include <SDL_config.h>
#undef SDL_VIDEO_OPENGL_EGL
#undef SDL_VIDEO_OPENGL_ES2
#undef SDL_VIDEO_RENDER_OGL_ES2
