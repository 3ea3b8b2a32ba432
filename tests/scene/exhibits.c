#include "exhibits.h"

static void add_notes(Exhibits *out)
{
    const Trace *trace = &out->trace;
    Arena arena = {0};
    const char *words = trace_translation(trace, &arena), *other = trace_translation(out->swap.trace, &arena);
    const char *first = trace->steps[0].token, *source = trace->source[0];
    float weight = trace->steps[0].step.weights[0];
    const Finding findings[] = {
        {.probe = PROBE_READ, .from = weight, .word = first, .other = source},
        {.probe = PROBE_SWAP,
         .word = source,
         .other = out->swap.word,
         .before = words,
         .after = other,
         .states = "h₁ h₂",
         .changed = swap_changed(&out->swap, trace->n),
         .of = trace->n},
        {.probe = PROBE_MUTE, .place = trace->n - 1, .states = "h₃", .before = words, .after = words},
        {.probe = PROBE_DRAG, .from = weight, .to = 1, .before = words, .after = other},
        {.probe = PROBE_COMPARE, .before = words, .after = other, .changed = 1, .of = trace->word_count},
    };
    for (size_t i = 0; i < LENGTH(findings); i++)
        notes_add(&out->notes, &findings[i]);
    arena_finish(&arena);
}

void exhibits_open(Exhibits *out, const Moving *moving, Pairs *pairs, Sentence sentence, FaultKind fault)
{
    Error error = {0};
    *out = (Exhibits){.trace = *moving->traces[sentence]};
    out->trace.config.fault = fault;
    pairs_compare(pairs, moving, sentence, PAIR_REFERENCE);
    expect_ok(swap_make(&out->swap, &moving->model, moving->traces[sentence], 0, "dog", &error), &error);
    out->exhibit = (Exhibit){
        .pair = pairs->comparison, .sound = true, .own = &out->trace, .swap = &out->swap, .notes = &out->notes};
    for (int side = 0; side < 2; side++) {
        Accuracy *accuracy = &out->exhibit.pair.sides[side].accuracy;
        accuracy->links = (LinkCounts){40, side ? 38 : 3, side ? 38 : 3, 44, 40};
    }
    add_notes(out);
}

void exhibits_close(Exhibits *exhibits)
{
    notes_finish(&exhibits->notes);
    swap_finish(&exhibits->swap);
}
