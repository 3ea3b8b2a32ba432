/* Linked into the program alone. Not every library that draws says that it got no memory: cairo leaves a formula out,
 * FreeType calls its font damaged, and some write to address 0. So what they ask for passes through here, and where
 * it is refused the program ends, as it does where it asks for itself (base/arena.h): nothing that was made without
 * it is ever written.
 *
 * malloc and calloc give a place even for 0 bytes in both C libraries, and cairo counts on it; realloc to
 * 0 bytes frees.
 *
 * Behind this stands the C library, or what someone has laid before it (LD_PRELOAD). In a page, where all is linked as
 * one, the linker leads here. A build with sanitizers goes without: they stand here themselves. */
#include "base/arena.h"

#include <stdbool.h>
#include <stdlib.h>

static void *given(void *memory, bool wanted)
{
    if (!memory && wanted)
        heap_exhausted();
    return memory;
}

#ifdef __EMSCRIPTEN__

void *emscripten_builtin_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);

void *malloc(size_t size) /* of which the page's own script asks for memory too */
{
    return given(emscripten_builtin_malloc(size), true);
}

void *__wrap_calloc(size_t count, size_t size)
{
    return given(__real_calloc(count, size), true);
}

void *__wrap_realloc(void *memory, size_t size)
{
    return given(__real_realloc(memory, size), size);
}

#else

#include <dlfcn.h>
#include <stdatomic.h>
#include <stdint.h>

typedef _Atomic(uintptr_t) Known; /* 0: not looked for yet */

/* dlsym may ask for memory itself. That is refused, and the C library goes on without it. */
static uintptr_t next(Known *known, const char *name)
{
    static _Thread_local bool looking;
    uintptr_t found = atomic_load_explicit(known, memory_order_relaxed);
    if (found || looking)
        return found;
    looking = true;
    found = (uintptr_t)dlsym(RTLD_NEXT, name);
    looking = false;
    atomic_store_explicit(known, found, memory_order_relaxed);
    return found;
}

void *malloc(size_t size)
{
    static Known known;
    void *(*real)(size_t) = (void *(*)(size_t))next(&known, "malloc");
    return real ? given(real(size), true) : NULL;
}

void *calloc(size_t nmemb, size_t size)
{
    static Known known;
    void *(*real)(size_t, size_t) = (void *(*)(size_t, size_t))next(&known, "calloc");
    return real ? given(real(nmemb, size), true) : NULL;
}

void *realloc(void *ptr, size_t size)
{
    static Known known;
    void *(*real)(void *, size_t) = (void *(*)(void *, size_t))next(&known, "realloc");
    return real ? given(real(ptr, size), size) : NULL;
}

#endif
