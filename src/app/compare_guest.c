#include "app/compare_guest.h"

#include "study/difference.h"

/* Other in kind, and fed by words of the same sort. */
static bool is_other_kind(const Config *own, const Config *other)
{
    return config_weighs(own) != config_weighs(other) && own->source_tokens == other->source_tokens
           && own->target_tokens == other->target_tokens && own->cell != CELL_SELF && other->cell != CELL_SELF;
}

/* False: its file is still to come. */
static bool take(App *app, Guest *guest, Lesson *lesson, const LessonModel *from, const Corpus *heldout, Error *error)
{
    if (!is_other_kind(&app->view.model->config, &from->config))
        return true;
    if (!model_load(from->path, &guest->model, error))
        return error->code != ERROR_LATER;
    const Model *pair[2] = {app->view.model, &guest->model};
    bool schooled = pair[1]->source.count * 2 >= pair[0]->source.count; /* else its lack of words would be compared */
    guest->there = schooled && difference_find(pair, heldout, SENTENCES_TRIED) > 0;
    if (!guest->there) {
        model_finish(&guest->model);
        return true;
    }
    guest->lesson = lesson;
    guest->shown = *from;
    guest->shown.heldout = NULL;
    return true;
}

bool guest_seek(App *app, Guest *guest, Error *error)
{
    const Lesson *own = app->open.lesson;
    if (guest->sought)
        return true;
    const Corpus *heldout = sentences_read(&app->open.sentences, &own->models[0], NULL, SENTENCES_HELDOUT);
    LessonList list = {0};
    bool ok = true;
    if (own->model_count == 1 && own->card_count > 0 && heldout)
        list = lesson_list(app->options.lessons, &app->scratch, NULL);
    for (int i = 0; i < list.count && !guest->there && ok; i++) {
        Error broken = {0};
        bool same = file_same(list.folders[i], own->folder);
        Lesson *lesson = same ? NULL : lesson_load(list.folders[i], &broken);
        for (int k = 0; lesson && k < lesson->model_count && !guest->there && ok; k++)
            ok = take(app, guest, lesson, &lesson->models[k], heldout, error);
        if (!guest->there)
            lesson_destroy(lesson);
    }
    guest->sought = ok;
    return ok;
}

void guest_finish(Guest *guest)
{
    if (guest->there) {
        model_finish(&guest->model);
        lesson_destroy(guest->lesson);
    }
    *guest = (Guest){0};
}
