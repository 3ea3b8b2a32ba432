#include "app/exhibit_input.h"
#include "derive/name.h"
#include "derive/plain.h"

static void note(App *app, Finding finding)
{
    Exhibiting *self = app->exhibiting;
    finding.probe = self->exhibit.probe;
    notes_add(&self->notes, &finding);
}

static char *translation(App *app, const Trace *trace)
{
    return trace_translation(trace, &app->scratch);
}

void exhibit_note_read(App *app)
{
    const Exhibit *exhibit = &app->exhibiting->exhibit;
    const Trace *trace = app->open.trace;
    const TraceStep *step = &trace->steps[exhibit->step];
    if (!step->step.weights)
        return;
    note(app, (Finding){.step = exhibit->step,
                        .place = exhibit->place,
                        .from = step->step.weights[exhibit->place],
                        .most = values_largest(step->step.weights, trace->n) == exhibit->place,
                        .word = step->token,
                        .other = trace->source[exhibit->place]});
}

/* As the stage names it. */
static const char *state_name(App *app, int j)
{
    Maths maths = view_maths(&app->view, &app->scratch);
    maths.trace = app->exhibiting->exhibit.own;
    return markup_plain(annotation_name(&maths, j), &app->scratch);
}

void exhibit_note_swap(App *app)
{
    const Exhibiting *self = app->exhibiting;
    const Trace *own = self->exhibit.own;
    const char *states = "";
    for (int j = 0; j < own->n; j++)
        if (self->swap.by[j] > STATE_LEAST)
            states = arena_printf(&app->scratch, "%s%s%s", states, *states ? " " : "", state_name(app, j));
    note(app, (Finding){.place = self->swap.place,
                        .word = own->source[self->swap.place],
                        .other = self->swap.word,
                        .states = states,
                        .changed = swap_changed(&self->swap, own->n),
                        .of = own->n,
                        .before = translation(app, own),
                        .after = translation(app, self->swap.trace)});
}

void exhibit_note_mute(App *app, int place)
{
    const Exhibit *exhibit = &app->exhibiting->exhibit;
    note(app, (Finding){.place = place,
                        .states = state_name(app, place),
                        .before = translation(app, exhibit->own),
                        .after = translation(app, app->open.trace)});
}

void exhibit_note_drag(App *app)
{
    const Exhibit *exhibit = &app->exhibiting->exhibit;
    const Trace *own = exhibit->own, *now = app->open.trace;
    if (own == now || exhibit->step >= own->step_count || !own->steps[exhibit->step].step.weights)
        return;
    note(app, (Finding){.step = exhibit->step,
                        .place = exhibit->place,
                        .from = own->steps[exhibit->step].step.weights[exhibit->place],
                        .to = now->steps[exhibit->step].step.weights[exhibit->place],
                        .before = translation(app, own),
                        .after = translation(app, now)});
}

void exhibit_note_compare(App *app)
{
    const Exhibit *exhibit = &app->exhibiting->exhibit;
    const Trace *sound = exhibit->pair.sides[1].trace;
    Finding finding = {.before = translation(app, exhibit->own), .after = translation(app, sound)};
    if (!exhibit->sound)
        return;
    finding.changed = rows_elsewhere(exhibit->own, sound, &finding.of);
    note(app, finding);
}
