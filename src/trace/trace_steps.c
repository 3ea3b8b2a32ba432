/* The decode steps of a trace as JSON. H hidden, A attention, n source words, V target words. */
#include "trace/trace_reader.h"

#include <math.h>

static bool read_input(const TraceReader *reader, const cJSON *input, TraceStep *step)
{
    const Vocab *words = &reader->model->target;
    if (!told_whole(reader, told_member(input, "id"), "input.id", 0, words->count - 1, &step->step.input))
        return false;
    step->input_token = vocab_word(words, step->step.input);
    return (step->step.embedding = told_row(reader, input, "embedding", reader->trace->config.embed)) != NULL;
}

static bool read_projected(const TraceReader *reader, const cJSON *object, TraceStep *step)
{
    int A = reader->trace->config.attention_size, i = 0;
    const cJSON *array = told_member(object, "projected");
    double *asked = ARENA_ARRAY(&reader->trace->arena, double, (size_t)A);
    if (!told_row(reader, object, "projected", A))
        return false;
    for (const cJSON *item = array->child; item; item = item->next)
        asked[i++] = item->valuedouble;
    step->asked = asked;
    return true;
}

static bool read_window(const TraceReader *reader, const cJSON *window, Step *step)
{
    int n = reader->trace->n;
    const cJSON *centre = told_member(window, "centre");
    step->centre = ARENA_NEW(&reader->trace->arena, Real);
    if (!cJSON_IsNumber(centre) || !isfinite((float)centre->valuedouble))
        return told_fail(reader, "\"window.centre\" must be a number");
    *step->centre = (float)centre->valuedouble;
    if (!told_whole(reader, told_member(window, "first"), "window.first", 1, n, &step->first)
        || !told_whole(reader, told_member(window, "count"), "window.count", 1, n - step->first + 1, &step->count))
        return false;
    step->first--;
    return true;
}

static bool read_attention(const TraceReader *reader, const cJSON *object, TraceStep *step)
{
    const Config *config = &reader->trace->config;
    Step *numbers = &step->step;
    int n = reader->trace->n;
    bool scores = config_scores(config);
    numbers->count = n;
    return (!scores
            || ((numbers->query = told_row(reader, object, "query", config->hidden))
                && (numbers->scores = told_row(reader, object, "scores", n))))
           && (!scores || !score_of_kind(config->score)->query || read_projected(reader, object, step))
           && (!config_weighs(config)
               || ((numbers->weights = told_row(reader, object, "weights", n))
                   && told_shares(reader, "weights", numbers->weights, n)
                   && told_one(reader, "weights", numbers->weights, n)))
           && (!scores || config->local == LOCAL_NONE || read_window(reader, told_member(object, "window"), numbers))
           && (config->attention == ATTENTION_NONE
               || (numbers->context = told_row(reader, object, "context", config_annotation(config))));
}

static bool read_state(const TraceReader *reader, const cJSON *object, Step *step)
{
    const Config *config = &reader->trace->config;
    CellKind cell = config_decoder_cell(config);
    int H = config->hidden, V = reader->model->target.count;
    return told_gates(reader, told_member(object, "gates"), cell, false, step->gates)
           && (step->state = told_row(reader, object, "state", H))
           && (!cell_of_kind(cell)->memory || (step->cell = told_row(reader, object, "cell", H)))
           && (config->attention != ATTENTION_LUONG || (step->attentional = told_row(reader, object, "attentional", H)))
           && (step->logits = told_row(reader, object, "logits", V))
           && (step->probabilities = told_row(reader, object, "probabilities", V))
           && told_shares(reader, "probabilities", step->probabilities, V)
           && told_one(reader, "probabilities", step->probabilities, V);
}

static bool read_output(const TraceReader *reader, const cJSON *output, TraceStep *step)
{
    const Vocab *words = &reader->model->target;
    int id;
    ChosenHow how;
    if (!told_how(reader, told_member(output, "how"), "output.how", &how)
        || !told_whole(reader, told_member(output, "id"), "output.id", VOCAB_END, words->count - 1, &id))
        return false;
    step_write(step, reader->model, id, how);
    return true;
}

/* A temperature holds up to the next that is given. */
static bool read_temperature(const TraceReader *reader, const cJSON *item, double before, TraceStep *step)
{
    step->tempered = item != NULL;
    step->temperature = item ? item->valuedouble : before;
    return !item || (cJSON_IsNumber(item) && item->valuedouble >= 1e-3 && item->valuedouble <= 1e3)
           || told_fail(reader, "\"temperature\" must lie between 0.001 and 1000");
}

static bool read_step(const TraceReader *reader, const cJSON *object, double before, TraceStep *step)
{
    if (!cJSON_IsObject(object))
        return told_fail(reader, "must be an object");
    if (!read_input(reader, told_member(object, "input"), step) || !read_attention(reader, object, step)
        || !read_temperature(reader, told_member(object, "temperature"), before, step)
        || !read_state(reader, object, &step->step))
        return false;
    step->replaced = cJSON_IsTrue(told_member(object, "replaced")) ? step->step.weights : NULL;
    step_find_top(step, reader->model);
    return read_output(reader, told_member(object, "output"), step);
}

bool told_steps(TraceReader *reader, const cJSON *steps)
{
    Trace *trace = reader->trace;
    int count = cJSON_IsArray(steps) ? cJSON_GetArraySize(steps) : 0;
    if (count < 1 || count > STEPS_MOST)
        return told_fail(reader, "has %d step(s); expected 1 to %d", count, STEPS_MOST);
    trace->steps = ARENA_ARRAY(&reader->trace->arena, TraceStep, (size_t)count);
    for (const cJSON *item = steps->child; item; item = item->next) {
        TraceStep *step = &trace->steps[trace->step_count];
        char where[32];
        snprintf(where, sizeof where, "step %d: ", trace->step_count + 1);
        reader->where = where;
        if (!read_step(reader, item, trace->step_count ? step[-1].temperature : 0, step))
            return false;
        reader->where = "";
        if (step->id == VOCAB_END && item->next)
            return told_fail(reader, "step %d writes the end mark, and others follow", trace->step_count + 1);
        trace->step_count++;
    }
    return true;
}
