/* What a target stands for, in a line with its number. */
#include "scene/window/panels.h"

static const char *number(Arena *arena, double value)
{
    return number_text(arena, value, 3, false);
}

/* "h_2[17] = 0.412: state of \"chase\"" once a cell is meant, the vector's name and size otherwise. */
static char *vector_line(Arena *arena, const char *name, const float *values, int count, int cell,
                         const char *made_from)
{
    if (!values) /* not there yet: its answer is asked for */
        return NULL;
    if (cell >= 0 && cell < count)
        return arena_printf(arena, "%s[%d] = %s  ·  %s", name, cell + 1, number(arena, values[cell]), made_from);
    return arena_printf(arena, "%s  ·  %s  ·  [%d]", name, made_from, count);
}

static char *describe_encoder(const View *view, Target target, Arena *arena)
{
    const Trace *trace = view->trace;
    bool chinese = view->language == LANGUAGE_CHINESE;
    int j = target.a, E = trace->config.embed, D = config_annotation(&trace->config), H = trace->config.hidden;
    if (j < 0 || j >= trace->n)
        return NULL;
    const char *source = trace->source[j];
    if (target.kind == TARGET_SOURCE) {
        if (trace->unknown[j])
            return arena_printf(arena,
                                chinese ? "x%d “%s”：不在词表中，模型读到 <unk>"
                                        : "x%d “%s”: not in the vocabulary, read as <unk>",
                                j + 1, source);
        return arena_printf(arena, chinese ? "x%d “%s”：词表中的第 %d 号" : "x%d “%s”: number %d of the vocabulary",
                            j + 1, source, trace->encoding.ids[j]);
    }
    if (target.kind == TARGET_EMBEDDING)
        return vector_line(arena, arena_printf(arena, "x%d", j + 1), trace->encoding.embeddings + (size_t)j * (size_t)E,
                           E, target.b, arena_printf(arena, chinese ? "“%s”的词向量" : "embedding of “%s”", source));
    const char *from =
        D > H && target.b >= H ? (chinese ? "后向：从右往左读到“%s”" : "backward half: “%s” and what follows")
        : D > H && target.b >= 0 ? (chinese ? "前向：从左往右读到“%s”" : "forward half: “%s” and what came before")
                                 : (chinese ? "读到“%s”时的编码器状态" : "encoder state at “%s”");
    return vector_line(arena, arena_printf(arena, "h%d", j + 1), trace->encoding.annotations + (size_t)j * (size_t)D, D,
                       target.b, arena_printf(arena, from, source));
}

static char *describe_attention(const View *view, Target target, Arena *arena)
{
    const Trace *trace = view->trace;
    bool chinese = view->language == LANGUAGE_CHINESE;
    int t = target.a, j = target.b;
    if (t < 0 || t >= trace->step_count || j < 0 || j >= trace->n)
        return NULL;
    const TraceStep *step = &trace->steps[t];
    if (target.kind == TARGET_SCORE && step->step.scores)
        return arena_printf(arena,
                            chinese ? "e%d,%d = %s：s%d 与 h%d（“%s”）的相合程度"
                                    : "e%d,%d = %s: how well s%d goes with h%d of “%s”",
                            t + 1, j + 1, number(arena, step->step.scores[j]), t, j + 1, trace->source[j]);
    if (!step->step.weights)
        return NULL;
    const char *hand = "";
    if (target.kind == TARGET_WEIGHT && view->kind == VIEW_DECODE && trace->n > 1
        && scene_may_touch(view, TOUCH_WEIGHTS))
        hand = chinese ? "  ·  拖动，或按 ↑ ↓" : "  ·  drag it, or ↑ ↓";
    if (step->replaced)
        return arena_printf(arena, chinese ? "α%d,%d = %s：手动设定%s" : "α%d,%d = %s: set by hand%s", t + 1, j + 1,
                            number(arena, step->step.weights[j]), hand);
    return arena_printf(arena,
                        chinese ? "α%d,%d = %s：写“%s”时给“%s”的权重%s"
                                : "α%d,%d = %s: the weight of “%s” while “%s” is written%s",
                        t + 1, j + 1, number(arena, step->step.weights[j]), chinese ? step->token : trace->source[j],
                        chinese ? trace->source[j] : step->token, hand);
}

static char *describe_output(const View *view, Target target, Arena *arena)
{
    const TraceStep *step = &view->trace->steps[target.a];
    if (target.b < 0 || target.b >= step->top_count)
        return NULL;
    Candidate candidate = step->top[target.b];
    const char *hand = "";
    if (target.kind == TARGET_OUTPUT && view->kind == VIEW_DECODE && candidate.id != step->id
        && scene_may_touch(view, TOUCH_WORD))
        hand = said(view->language, "  ·  press to write it instead", "  ·  点按可改写成它");
    return arena_printf(arena, "p(%s) = %s%s", candidate.token, number_text(arena, candidate.p, 4, false), hand);
}

static char *describe_decoder(const View *view, Target target, Arena *arena)
{
    const Trace *trace = view->trace;
    bool chinese = view->language == LANGUAGE_CHINESE;
    int t = target.a, H = trace->config.hidden;
    if (t < 0 || t >= trace->step_count)
        return NULL;
    const TraceStep *step = &trace->steps[t];
    const float *before = t == 0 ? trace->encoding.initial_state : trace->steps[t - 1].step.state;
    switch (target.kind) {
    case TARGET_CONTEXT:
        return vector_line(arena, arena_printf(arena, "c%d", t + 1), step->step.context,
                           config_annotation(&trace->config), target.b,
                           chinese ? "所有 h 按权重相加" : "the states h, added up by their weights");
    case TARGET_QUERY:
        return vector_line(arena, arena_printf(arena, "s%d", t), before, H, target.b,
                           t == 0 ? (chinese ? "解码器的初始状态" : "the decoder's start state")
                                  : (chinese ? "前一步的解码器状态" : "decoder state of the step before"));
    case TARGET_PREVIOUS:
        return vector_line(arena, arena_printf(arena, "y%d", t), step->step.embedding, trace->config.embed, target.b,
                           arena_printf(arena, chinese ? "“%s”的词向量" : "embedding of “%s”", step->input_token));
    case TARGET_STATE:
        return vector_line(arena, arena_printf(arena, "s%d", t + 1), step->step.state, H, target.b,
                           chinese ? "新的解码器状态" : "the new decoder state");
    case TARGET_ATTENTIONAL:
        if (!step->step.attentional)
            return NULL;
        return vector_line(arena, arena_printf(arena, "h̃%d", t + 1), step->step.attentional, H, target.b,
                           chinese ? "上下文与新状态合并而成" : "made of the context and the new state");
    case TARGET_CELL:
        return arena_printf(arena, chinese ? "%s：各个门的平均值" : "%s: the means of its gates",
                            kit_cell_name(config_decoder_cell(&trace->config)));
    case TARGET_OUTPUT:
    case TARGET_PROBABILITY:
        return describe_output(view, target, arena);
    default:
        return arena_printf(arena, chinese ? "y%d = %s，p = %s" : "y%d = %s, p = %s", t + 1, step->token,
                            number(arena, step->p));
    }
}

char *describe_value(const View *view, Target target, Arena *arena)
{
    switch (target.kind) {
    case TARGET_SOURCE:
    case TARGET_EMBEDDING:
    case TARGET_ANNOTATION:
        return describe_encoder(view, target, arena);
    case TARGET_SCORE:
    case TARGET_WEIGHT:
    case TARGET_HEAT:
        return describe_attention(view, target, arena);
    case TARGET_CONTEXT:
    case TARGET_QUERY:
    case TARGET_PREVIOUS:
    case TARGET_CELL:
    case TARGET_STATE:
    case TARGET_ATTENTIONAL:
    case TARGET_OUTPUT:
    case TARGET_PROBABILITY:
    case TARGET_WORD:
        return describe_decoder(view, target, arena);
    default:
        return NULL;
    }
}
