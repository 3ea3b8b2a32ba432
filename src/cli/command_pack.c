/* attend pack: a lesson as one file, for others to open. */
#include "cli/cli.h"

#include "base/system.h"
#include "lesson/pack.h"

bool pack_run(const Call *call, Error *error)
{
    SourceName source;
    const char *file = call->request.output;
    int count = 0;
    FileAbout about;
    if (!source_name(call->arguments[0], call->arena, &source, error))
        return false;
    if (source.file || source.model)
        return error_at(error, ERROR_USAGE, call->arguments[0], 0,
                        "is not a whole lesson; expected its number, name or folder");
    if (!file)
        file = arena_printf(call->arena, "%s" PACK_ENDING, pack_name(source.folder, call->arena));
    if (!pack_write(source.folder, file, &count, error))
        return false;
    double megabytes = system_about(file, &about) ? (double)about.size / 1e6 : 0;
    return output_print(error, "%s: %d file(s), %.1f MB; 'attend %s' opens it\n", file, count, megabytes, file);
}
