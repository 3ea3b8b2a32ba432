#include "derive/sent_back.h"

#include <stddef.h>

bool value_is_gradient(ValueKind kind)
{
    return kind >= VALUE_LOSS && kind <= VALUE_ROW_INPUT;
}

Value sent_of(Value gradient)
{
    static const ValueKind kinds[VALUE_KINDS] = {[VALUE_D_LOGIT] = VALUE_LOGIT,
                                                 [VALUE_D_ATTENTIONAL] = VALUE_ATTENTIONAL,
                                                 [VALUE_D_CONTEXT] = VALUE_CONTEXT,
                                                 [VALUE_D_WEIGHT] = VALUE_WEIGHT,
                                                 [VALUE_D_SCORE] = VALUE_SCORE,
                                                 [VALUE_D_QUERY] = VALUE_QUERY,
                                                 [VALUE_D_POSITION] = VALUE_POSITION,
                                                 [VALUE_D_KEY] = VALUE_KEY,
                                                 [VALUE_D_STATE] = VALUE_STATE,
                                                 [VALUE_D_CELL] = VALUE_CELL,
                                                 [VALUE_D_GATE] = VALUE_GATE,
                                                 [VALUE_D_INPUT] = VALUE_FROM_INPUT,
                                                 [VALUE_D_RECURRENT] = VALUE_FROM_STATE,
                                                 [VALUE_D_PARAM] = VALUE_PARAM,
                                                 [VALUE_D_ANNOTATION] = VALUE_ANNOTATION};
    Value of = gradient;
    of.kind = kinds[gradient.kind];
    if (of.kind == VALUE_STATE || of.kind == VALUE_CELL || of.kind == VALUE_GATE)
        of.run = RUN_DECODER;
    return of;
}

/* ---- where they are kept ---- */

GradientReads sent_reads(const Maths *maths, int part, int row, int column, Arena *arena)
{
    const Param *param = &maths->model->table.items[part];
    if (!param->cols || param->absent)
        return (GradientReads){0};
    size_t cell = param->offset + (size_t)row * (size_t)param->cols + (size_t)column;
    return gradient_reads(maths->gradient, cell, arena);
}

/* The row of errors or inputs of a read, that the run keeps. */
static const Real *read_row(const Maths *maths, Value value)
{
    Arena arena = {0};
    bool error = value.kind == VALUE_ROW_ERROR;
    GradientReads reads = sent_reads(maths, value.part, 0, 0, &arena);
    const GradientRead *read = value.place < reads.count ? &reads.list[value.place] : NULL;
    const Real *row = !read ? NULL : error ? read->errors : read->inputs;
    arena_finish(&arena);
    return row;
}

int sent_places(const Maths *maths, Value value)
{
    Arena arena = {0};
    int count = sent_reads(maths, value.part, 0, 0, &arena).count;
    arena_finish(&arena);
    return count;
}

int sent_entries(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    const Param *param = &maths->model->table.items[value.part];
    if (value.kind == VALUE_D_INPUT || value.kind == VALUE_D_RECURRENT) {
        CellKind kind = value.run == RUN_DECODER ? config_decoder_cell(config) : config->cell;
        return cell_of_kind(kind)->blocks * config->hidden;
    }
    return value.kind == VALUE_ROW_ERROR ? param->rows : param->cols;
}

static const Real *at(const Real *rows, int place, int width)
{
    return rows ? rows + (size_t)place * (size_t)width : NULL;
}

/* Of W_ih or W_hh of a run's cell. */
static const Real *sum_row(const Maths *maths, Value value)
{
    const EncoderPass *encoder = &maths->gradient->encoder;
    const DecoderPass *decoder = &maths->gradient->decoder;
    bool input = value.kind == VALUE_D_INPUT;
    if (value.run == RUN_DECODER)
        return at(input ? decoder_top(decoder)->d_input : decoder_top(decoder)->d_recurrent, value.place,
                  decoder->weights->gates);
    const EncoderSide *side = &encoder->sides[value.run / 2][value.run % 2];
    return at(input ? side->d_input : side->d_recurrent, value.place, encoder->weights->gates);
}

/* What a Transformer's top layer asks the source with; NULL: it is none. */
static const HeadsPass *top_heads(const Maths *maths)
{
    const Config *config = &maths->trace->config;
    return config_is_transformer(config) ? &maths->gradient->decoder.layers[config->layers - 1].cross : NULL;
}

const Real *sent_row(const Maths *maths, Value value)
{
    const EncoderPass *encoder = &maths->gradient->encoder;
    const DecoderPass *decoder = &maths->gradient->decoder;
    const Weights *w = decoder->weights;
    const HeadsPass *cross = top_heads(maths);
    const Param *param;
    int place = value.place, row = !cross ? place : place * cross->heads + (value.run > 0 ? value.run - 1 : 0);
    switch (value.kind) {
    case VALUE_LOSS:
        return at(decoder->losses, place, 1);
    case VALUE_D_LOGIT:
        return at(decoder->logits, place, w->V);
    case VALUE_D_COMBINED:
        return at(decoder->d_readout, place, w->H);
    case VALUE_D_CONTEXT:
        return at(cross ? cross->d_mixed : decoder->kept_contexts, place, w->D);
    case VALUE_D_WEIGHT:
        return at(cross ? cross->kept_alphas : decoder->kept_alphas, row, decoder->source_steps);
    case VALUE_D_SCORE:
        return at(cross ? cross->kept_scores : decoder->kept_scores, row, decoder->source_steps);
    case VALUE_D_QUERY:
        return at(decoder->d_queries, place, w->A);
    case VALUE_D_POSITION:
        return at(decoder->d_positions, place, w->A);
    case VALUE_D_KEY:
        return at(encoder->d_keys, place, w->A);
    case VALUE_D_ANNOTATION:
        return at(encoder->d_annotations, place, w->D);
    case VALUE_D_FINAL:
        return encoder->d_final;
    case VALUE_D_INITIAL:
        return encoder->d_initial[0];
    case VALUE_D_STATE:
        return at(decoder->kept_states, place, w->H);
    case VALUE_D_INPUT:
    case VALUE_D_RECURRENT:
        return sum_row(maths, value);
    case VALUE_D_PARAM:
        param = &maths->model->table.items[value.part];
        return at(maths->gradient->block + param->offset, place, param->cols ? param->cols : 1);
    case VALUE_ROW_ERROR:
    case VALUE_ROW_INPUT:
        return read_row(maths, value);
    default:
        return NULL;
    }
}

/* ---- which there are ---- */

/* Nothing but its kind and its place say which it is: the other fields are 0. */
static bool is_plain(const Maths *maths, Value value)
{
    const HeadsPass *cross = top_heads(maths);
    bool head = cross && cross->heads > 1 && (value.kind == VALUE_D_WEIGHT || value.kind == VALUE_D_SCORE);
    if (head)
        return value.part == 0 && value.run > 0 && value.run <= cross->heads;
    bool parts = value.kind == VALUE_D_GATE || value.kind >= VALUE_D_PARAM;
    bool runs = value.kind == VALUE_D_INPUT || value.kind == VALUE_D_RECURRENT;
    return (parts || value.part == 0) && (runs || value.run == 0);
}

bool sent_there(const Maths *maths, Value value)
{
    const Config *config = &maths->trace->config;
    if (!maths->gradient || !maths->gradient->decoder.keeps || !is_plain(maths, value))
        return false;
    if (config->decoder_layers > 1) /* the formulas are those of one layer */
        return false;
    const DecoderPass *decoder = &maths->gradient->decoder;
    const RecurrentCell *cell = config_is_transformer(config) ? NULL : decoder->weights->cell;
    const ParamTable *table = &maths->model->table;
    bool learned = value.kind >= VALUE_D_PARAM;
    if (learned && (value.part < 0 || value.part >= table->count || table->items[value.part].absent))
        return false;
    switch (value.kind) {
    case VALUE_D_ATTENTIONAL:
    case VALUE_D_COMBINED:
        return config->attention == ATTENTION_LUONG && cell;
    case VALUE_D_CELL:
        return cell && cell->memory;
    case VALUE_D_GATE:
        return cell && value.part >= 0 && value.part < cell->gate_count;
    case VALUE_D_KEY:
        return cell && config_scores(config) && config_makes_keys(config);
    case VALUE_D_FINAL:
    case VALUE_D_INITIAL:
        return cell && config->bridge != BRIDGE_NONE;
    case VALUE_D_ANNOTATION:
        return cell && config_weighs(config);
    case VALUE_ROW_ERROR:
    case VALUE_ROW_INPUT:
        return table->items[value.part].cols > 0 && sent_row(maths, value);
    default:
        return sent_row(maths, value) != NULL;
    }
}
