#include "pairs.h"

#include "random_model.h"

static const char *const REFERENCE[] = {"猫", "吃", "老鼠", "了"};

static void open_with(Pairs *pairs, const Moving *moving, Config config)
{
    *pairs = (Pairs){0};
    Vocab source = {0}, target = {0};
    for (int i = VOCAB_SPECIAL; i < moving->model.source.count; i++)
        vocab_add(&source, slice_of(vocab_word(&moving->model.source, i)));
    for (int i = VOCAB_SPECIAL; i < moving->model.target.count; i++)
        vocab_add(&target, slice_of(vocab_word(&moving->model.target, i)));
    Error error = {0};
    config.embed = 8;
    config.attention_size = 0;
    config.lowercase = true;
    config.limit_factor = 1;
    expect_ok(config_check(&config, &error), &error);
    model_create(&pairs->other, &config, &source, &target, 3);
}

void pairs_transformer(Pairs *pairs, const Moving *moving, int layers, int cross_heads, NormKind norm)
{
    Config config = random_transformer(layers, cross_heads);
    config.norm = norm;
    open_with(pairs, moving, config);
}

void pairs_alone(Pairs *pairs, const Moving *moving, NormKind norm)
{
    Config config = random_transformer(1, 1);
    config.norm = norm;
    config.cross_residual = false;
    open_with(pairs, moving, config);
}

static Config recurrent(AttentionKind attention, CellKind cell)
{
    Config config = config_default();
    config.attention = attention;
    config.cell = cell;
    config.heads = cell == CELL_SELF ? 2 : 1;
    config.hidden = 16;
    return config;
}

void pairs_open(Pairs *pairs, const Moving *moving, AttentionKind attention, CellKind cell, int layers)
{
    Config config = recurrent(attention, cell);
    config.layers = layers;
    open_with(pairs, moving, config);
}

void pairs_decoder(Pairs *pairs, const Moving *moving, AttentionKind attention, CellKind cell)
{
    Config config = recurrent(attention, cell);
    config.decoder_layers = 2;
    open_with(pairs, moving, config);
}

static void fill_side(Pairs *pairs, CompareSide *side, const Trace *trace, const Model *model, const char *name)
{
    *side = (CompareSide){.trace = trace, .model = model, .name = name, .more = true};
    side->words = ARENA_ARRAY(&pairs->arena, const char *, (size_t)trace->step_count);
    side->marked = ARENA_ARRAY(&pairs->arena, bool, (size_t)trace->step_count);
    side->gaps = ARENA_ARRAY(&pairs->arena, int, (size_t)trace->word_count + 1);
    for (int t = 0; t < trace->step_count; t++)
        side->words[t] = trace->steps[t].token;
}

static void mark(CompareSide *side, const char *const *others, int count)
{
    side->missing = words_differ(side->words, side->trace->word_count, others, count, side->marked, side->gaps);
    for (int t = 0; t < side->trace->step_count; t++)
        side->wrong += side->marked[t];
}

/* Curves that cross each other and both ends of the axis. */
static void measure(CompareSide *side, int number, PairKind kind)
{
    Accuracy *accuracy = &side->accuracy;
    for (int length = 3; length < 15; length++) {
        accuracy->held[length] = 40;
        accuracy->of += 40;
        accuracy->measured[length] = kind == PAIR_MEASURING ? length * (1 - number) : 40;
        accuracy->exact[length] = accuracy->measured[length] * (number ? length - 3 : 14 - length) / 11;
        accuracy->done += accuracy->measured[length];
    }
}

void pairs_compare(Pairs *pairs, const Moving *moving, Sentence sentence, PairKind kind)
{
    Comparison *comparison = &pairs->comparison;
    const Trace *left = moving->traces[sentence];
    bool forced = kind == PAIR_FORCED;
    const Model *model = forced ? &moving->model : &pairs->other;
    arena_reset(&pairs->arena);
    trace_destroy(pairs->right);
    Slice words[LENGTH(REFERENCE)];
    for (size_t i = 0; i < LENGTH(REFERENCE); i++)
        words[i] = slice_of(REFERENCE[i]);
    DecodeOptions options = {0};
    if (forced)
        options = (DecodeOptions){.forced = words, .forced_count = LENGTH(words), .forced_only = true};
    Error error = {0};
    pairs->right = trace_decode(model, slice_of(SENTENCE_TEXTS[sentence]), &options, &error);
    expect_ok(pairs->right != NULL, &error);
    *comparison = (Comparison){.problem = kind == PAIR_BROKEN ? "lessons/05/heldout.tsv: cannot be opened" : NULL};
    CompareSide *sides = comparison->sides;
    fill_side(pairs, &sides[0], left, &moving->model, "model");
    fill_side(pairs, &sides[1], pairs->right, model, "other");
    sides[1].forced = forced;
    bool reference = kind == PAIR_REFERENCE || forced;
    comparison->reference = reference ? "猫 吃 老鼠 了" : NULL;
    for (int side = 0; side < 2; side++) {
        const CompareSide *other = &sides[1 - side];
        if (reference)
            mark(&sides[side], REFERENCE, LENGTH(REFERENCE));
        else
            mark(&sides[side], other->words, other->trace->word_count);
        if (kind != PAIR_BROKEN)
            measure(&sides[side], side, kind);
    }
    const Trace *traces[2] = {left, pairs->right};
    comparison->lockstep = lockstep_make(traces, &pairs->arena);
}

void pairs_close(Pairs *pairs)
{
    trace_destroy(pairs->right);
    model_finish(&pairs->other);
    arena_finish(&pairs->arena);
}
