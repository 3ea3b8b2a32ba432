#include "derive/meaning.h"

#include "derive/name.h"
#include "derive/plain.h"

static const char *text(const Maths *maths, const char *english, const char *chinese)
{
    return said(maths->language, english, chinese);
}

static const char *plain_vector(const Maths *maths, Value value)
{
    return markup_plain(vector_name(maths, value), maths->arena);
}

const char *source_word(const Maths *maths, int j)
{
    const Trace *trace = maths->trace;
    return arena_printf(maths->arena, trace->unknown[j] ? text(maths, "<unk> for “%s”", "代替“%s”的 <unk>") : "“%s”",
                        trace->source[j]);
}

const char *source_meaning(const Maths *maths, int j)
{
    const Trace *trace = maths->trace;
    return trace->unknown[j]
               ? text(maths, "not in the vocabulary, read as <unk>", "不在词表中，模型读到 <unk>")
               : arena_printf(maths->arena, text(maths, "number %d of the vocabulary", "词表中的第 %d 号"),
                              trace->encoding.ids[j] + 1);
}

/* "step 2", "“chase”": where a cell is. */
static const char *place_of(const Maths *maths, Value value)
{
    if (value.run == RUN_DECODER)
        return arena_printf(maths->arena, text(maths, "step %d", "第 %d 步"), value.place + 1);
    return source_word(maths, value.place);
}

static const char *state_meaning(const Maths *maths, Value value)
{
    bool memory = value.kind == VALUE_CELL;
    const Config *config = &maths->trace->config;
    const char *place = place_of(maths, value), *format;
    if (value.run == RUN_DECODER && value.place < 0)
        return memory ? text(maths, "the decoder's start memory", "解码器的初始记忆")
                      : text(maths, "the decoder's start state", "解码器的初始状态");
    if (value.run == RUN_DECODER)
        format = memory ? text(maths, "decoder memory of %s", "解码器%s的记忆")
                        : text(maths, "decoder state of %s", "解码器%s的状态");
    else if (memory)
        format = text(maths, "encoder memory at %s", "读到%s时的编码器记忆");
    else if (value.run % 2)
        format = text(maths, "backward state: %s and what follows", "后向状态：从右往左读到%s");
    else
        format = config->bidirectional
                     ? text(maths, "forward state: %s and what came before", "前向状态：从左往右读到%s")
                     : text(maths, "encoder state at %s", "读到%s时的编码器状态");
    return arena_printf(maths->arena, format, place);
}

static const char *cell_meaning(const Maths *maths, Value value)
{
    const RecurrentCell *cell = cell_of_run(maths, value.run);
    const char *what = value.kind == VALUE_GATE ? cell->gate[value.part].meaning[maths->language]
                       : value.kind == VALUE_FROM_INPUT
                           ? text(maths, "what the input brings", "输入带来的部分")
                           : text(maths, "what the state before brings", "之前状态带来的部分");
    return arena_printf(maths->arena, text(maths, "%s, %s", "%s，%s"), what, place_of(maths, value));
}

static const char *attention_meaning(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    int t = value.place, j = value.index;
    if (value.kind == VALUE_SCORE)
        return arena_printf(maths->arena, text(maths, "how well %s goes with %s of “%s”", "%s 与 %s（“%s”）的相合程度"),
                            plain_vector(maths, asking_state(maths, t, 0)),
                            markup_plain(annotation_name(maths, j), maths->arena), trace->source[j]);
    if (trace->steps[t].replaced)
        return text(maths, "set by hand", "手动设定");
    bool chinese = maths->language == LANGUAGE_CHINESE;
    const char *source = trace->source[j], *target = trace->steps[t].token;
    return arena_printf(maths->arena, text(maths, "the weight of “%s” while “%s” is written", "写“%s”时给“%s”的权重"),
                        chinese ? target : source, chinese ? source : target);
}

/* Of one word that looks at another, and of its rows on the way. */
static const char *self_meaning(const Maths *maths, Value value)
{
    static const char *const rows[][2] = {
        [VALUE_SELF_INPUT - VALUE_SELF_INPUT] = {"embedding and place of %s", "%s的词向量加位置"},
        [VALUE_SELF_QUERY - VALUE_SELF_INPUT] = {"query: what %s asks", "查询：%s要找什么"},
        [VALUE_SELF_KEY - VALUE_SELF_INPUT] = {"key: what %s answers to", "键：%s能应答什么"},
        [VALUE_SELF_VALUE - VALUE_SELF_INPUT] = {"value: what %s gives", "值：%s给出什么"},
        [VALUE_SELF_SCORE -
            VALUE_SELF_INPUT] = {"how well the query of %s goes with the key of “%s”", "%s的查询与“%s”的键的相合程度"},
        [VALUE_SELF_WEIGHT - VALUE_SELF_INPUT] = {"how much %s looks at “%s”", "%s看“%s”的份额"},
        [VALUE_SELF_MIXED - VALUE_SELF_INPUT] = {"the values, added up by the weights of %s", "按%s的权重相加的值"},
        [VALUE_SELF_OUTPUT - VALUE_SELF_INPUT] = {"what the heads give to %s", "各个头给%s的"},
        [VALUE_SELF_SUM - VALUE_SELF_INPUT] = {"%s with what attention adds", "%s加上注意力的结果"},
        [VALUE_SELF_NORMED - VALUE_SELF_INPUT] = {"the same for %s, evened out", "%s的结果，归一化之后"},
    };
    const char *format = rows[value.kind - VALUE_SELF_INPUT][maths->language], *word = source_word(maths, value.place);
    if (value.kind == VALUE_SELF_SCORE || value.kind == VALUE_SELF_WEIGHT)
        return arena_printf(maths->arena, format, word, maths->trace->source[value.index]);
    return arena_printf(maths->arena, format, word);
}

const char *value_meaning(const Maths *maths, Value value)
{
    const Trace *trace = maths->trace;
    Arena *arena = maths->arena;
    switch (value.kind) {
    case VALUE_PROBABILITY:
        return text(maths, "probability of the word", "这个词的概率");
    case VALUE_LOGIT:
        return text(maths, "the word's logit: its probability before the softmax", "这个词的 logit：softmax 之前的值");
    case VALUE_ATTENTIONAL:
        return text(maths, "made of the context and the new state", "上下文与新状态合并而成");
    case VALUE_CONTEXT:
        return trace->config.attention == ATTENTION_FIXED
                   ? text(maths, "the encoder's final state, the same at every step", "编码器的最终状态，每一步都相同")
                   : text(maths, "the states h, added up by their weights", "所有 h 按权重相加");
    case VALUE_WEIGHT:
    case VALUE_SCORE:
        return attention_meaning(maths, value);
    case VALUE_LENGTH:
        return text(maths, "its length", "它的长度");
    case VALUE_QUERY:
        return arena_printf(arena, text(maths, "query: what %s asks", "查询：%s 要找什么"),
                            plain_vector(maths, asking_state(maths, value.place, 0)));
    case VALUE_KEY:
        return arena_printf(arena, text(maths, "key: what %s answers to", "键：%s能应答什么"),
                            source_word(maths, value.place));
    case VALUE_POSITION:
        return text(maths, "from which the window's centre is found", "由它得到窗口的中心");
    case VALUE_CENTRE:
        return text(maths, "centre of the window", "窗口的中心");
    case VALUE_ANNOTATION:
        return arena_printf(arena, text(maths, "encoder state at %s", "读到%s时的编码器状态"),
                            source_word(maths, value.place));
    case VALUE_FINAL:
        return text(maths, "the mean of all encoder states", "编码器各状态的平均值");
    case VALUE_EMBEDDING:
        return arena_printf(arena, text(maths, "embedding of %s", "%s的词向量"), source_word(maths, value.place));
    case VALUE_PREVIOUS:
        return arena_printf(arena, text(maths, "embedding of “%s”", "“%s”的词向量"),
                            trace->steps[value.place].input_token);
    case VALUE_PARAM:
        return text(maths, "learned, the same at every step", "学来的，每一步都一样");
    case VALUE_STATE:
    case VALUE_CELL:
        return state_meaning(maths, value);
    case VALUE_GATE:
    case VALUE_FROM_INPUT:
    case VALUE_FROM_STATE:
        return cell_meaning(maths, value);
    default:
        return self_meaning(maths, value);
    }
}
