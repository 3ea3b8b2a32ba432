#include "derive/sentences.h"

#include <assert.h>
#include <string.h>

const char *const SENTENCES[SAY_COUNT][2] = {
    [SAY_START] = {"The sentence to translate has {words}: {sentence}. The model has not read any of it yet.",
                   "要翻译的句子有 {words}：{sentence}。模型一个词都还没有读。"},
    [SAY_UNKNOWN_WORDS] = {"Not in the vocabulary, and therefore read as <unk>: {list}.",
                           "不在词表中、因此被读作 <unk> 的是：{list}。"},
    [SAY_EMBED] = {"Embedding: “{word}” becomes {E} numbers that were learned in training, beginning with {numbers}.",
                   "词向量：“{word}”变成训练中学到的 {E} 个数，开头是 {numbers}。"},
    [SAY_EMBED_UNKNOWN] = {"Embedding: “{word}” is not in the vocabulary, so the model reads <unk> in its place: {E} "
                           "numbers beginning with {numbers}.",
                           "词向量：“{word}”不在词表中，模型把它读作 <unk>：{E} 个数，开头是 {numbers}。"},
    [SAY_FORWARD_FIRST] = {"Forward: the encoder starts reading with “{word}”. Its first state has {H} numbers between "
                           "{low} and {high}.",
                           "前向：编码器从“{word}”开始读，得到的第一个状态有 {H} 个数，在 {low} 和 {high} 之间。"},
    [SAY_FORWARD] = {"Forward: the encoder reads “{word}” after “{before}”. The new state has {H} numbers between "
                     "{low} and {high}.",
                     "前向：读过“{before}”，编码器接着读“{word}”，新状态的 {H} 个数在 {low} 和 {high} 之间。"},
    [SAY_FORWARD_GATED] =
        {"Forward: the encoder reads “{word}” after “{before}”. On average it keeps {kept} of the old "
         "state; the new one has {H} numbers between {low} and {high}.",
         "前向：读过“{before}”，编码器接着读“{word}”。旧状态平均保留 {kept}，新状态的 {H} 个数在 {low} 和 "
         "{high} 之间。"},
    [SAY_BACKWARD_FIRST] =
        {"Backward: a second reader starts at the end, with “{word}”. Its first state has {H} numbers "
         "between {low} and {high}.",
         "后向：另一个方向从句尾的“{word}”开始读，第一个状态的 {H} 个数在 {low} 和 {high} 之间。"},
    [SAY_BACKWARD] = {"Backward: coming from “{before}”, the encoder reads “{word}”. The new state has {H} numbers "
                      "between {low} and {high}.",
                      "后向：从“{before}”往回，编码器读“{word}”，新状态的 {H} 个数在 {low} 和 {high} 之间。"},
    [SAY_BACKWARD_GATED] =
        {"Backward: coming from “{before}”, the encoder reads “{word}”. On average it keeps {kept} of "
         "the old state; the new one has {H} numbers between {low} and {high}.",
         "后向：从“{before}”往回，编码器读“{word}”。旧状态平均保留 {kept}，新状态的 {H} 个数在 {low} 和 "
         "{high} 之间。"},
    [SAY_ANNOTATION] = {"Forward and backward state side by side are what the decoder can look at for “{word}”: {D} "
                        "numbers.",
                        "前向和后向状态并在一起，就是解码器能从“{word}”看到的 {D} 个数。"},
    [SAY_SELF] = {"Self-attention: the query of “{word}” meets the keys of all words at once. Its weights are {list}.",
                  "自注意力：“{word}”的查询同时与所有词的键比较，权重是 {list}。"},
    [SAY_SELF_HEADS] = {"Self-attention: “{word}” looks at all words at once, with {heads} heads: {list}.",
                        "自注意力：“{word}”用 {heads} 个头同时看所有的词：{list}。"},
    [SAY_SELF_ANNOTATION] =
        {"The values, added up by these weights, pass through a layer and join the word's own vector; evened out by "
         "the layer norm, that is what the decoder can look at for “{word}”: {E} numbers between {low} and {high}.",
         "值按权重相加，经过一层，再加上这个词自己的向量，最后做层归一化，就是解码器能从“{word}”看到的 {E} 个数，在 "
         "{low} 和 {high} 之间。"},
    [SAY_BRIDGE] = {"Bridge: {final} passes through a layer with tanh and becomes the decoder's start state, {H} "
                    "numbers between {low} and {high}.",
                    "桥接：{final}经过一层 tanh，成为解码器的初始状态，{H} 个数在 {low} 和 {high} 之间。"},
    [SAY_BRIDGE_COPY] = {"Bridge: {final} is copied as it is and becomes the decoder's start state, {H} numbers "
                         "between {low} and {high}.",
                         "桥接：{final}原样复制，成为解码器的初始状态，{H} 个数在 {low} 和 {high} 之间。"},
    [SAY_BRIDGE_NONE] =
        {"Bridge: there is none. The decoder starts from {H} zeros, so all it learns about the sentence "
         "must come through the context.",
         "桥接：没有桥接。解码器从 {H} 个零开始，关于这句话的一切都只能来自上下文。"},
    [SAY_PREVIOUS_FIRST] = {"Step {t}: nothing is written yet, so the decoder is given the start mark {word}, {E} "
                            "numbers.",
                            "第 {t} 步：还没有写出任何词，解码器得到的是开始标记 {word}，即 {E} 个数。"},
    [SAY_PREVIOUS] = {"Step {t}: the decoder is given the word it has just written, “{word}”, as {E} numbers.",
                      "第 {t} 步：解码器得到它刚写出的词“{word}”，即 {E} 个数。"},
    [SAY_PREVIOUS_FORCED] =
        {"Step {t}: the decoder is given the word that was chosen for it, “{word}”, as {E} numbers.",
         "第 {t} 步：解码器得到替它选定的词“{word}”，即 {E} 个数。"},
    [SAY_QUERY_FIRST] =
        {"Query: the decoder's start state, {H} numbers between {low} and {high}, asks each encoder state "
         "how useful it is now.",
         "查询：解码器的初始状态（{H} 个数，在 {low} 和 {high} 之间）询问每个编码器状态：你现在有多有用？"},
    [SAY_QUERY] =
        {"Query: the decoder's state after “{word}”, {H} numbers between {low} and {high}, asks each encoder "
         "state how useful it is now.",
         "查询：解码器在“{word}”之后的状态（{H} 个数，在 {low} 和 {high} 之间）询问每个编码器状态：你现在有多有用？"},
    [SAY_QUERY_NEW] =
        {"Query: the new state, {H} numbers between {low} and {high}, asks each encoder state how useful it "
         "is now.",
         "查询：新状态（{H} 个数，在 {low} 和 {high} 之间）询问每个编码器状态：你现在有多有用？"},
    [SAY_SCORES] = {"Scores: the answers are {list}.", "得分：得到的回答是 {list}。"},
    [SAY_SCORES_BEST] = {"“{word}” scores highest.", "“{word}”的得分最高。"},
    [SAY_SOFTMAX] = {"Softmax: the scores {scores} become the weights {list}; they sum to 1.",
                     "Softmax：得分 {scores} 变成权重 {list}，它们的和为 1。"},
    [SAY_SOFTMAX_LONG] = {"Softmax: the {n} scores become the weights {list}; they sum to 1.",
                          "Softmax：{n} 个得分变成权重 {list}，它们的和为 1。"},
    [SAY_SOFTMAX_ONE] = {"Softmax: with a single word the score {scores} always becomes the weight 1.00.",
                         "Softmax：只有一个词时，无论得分是 {scores} 还是别的，权重总是 1.00。"},
    [SAY_SOFTMAX_TEMPERATURE] = {"The scores were first divided by the temperature {temperature}.",
                                 "得分先除以温度 {temperature}。"},
    [SAY_SOFTMAX_CHANGED] =
        {"Softmax: the weights of this step were set by hand to {list}, and the scores do not count.",
         "Softmax：这一步的权重是手动设定的：{list}，得分不起作用。"},
    [SAY_CONTEXT] = {"Context: the encoder states are added up as {list}, giving {D} numbers between {low} and {high}.",
                     "上下文：编码器状态按 {list} 相加，得到 {D} 个数，在 {low} 和 {high} 之间。"},
    [SAY_CONTEXT_PEAK] = {"It is almost the state of “{word}” alone.", "它几乎就是“{word}”的状态。"},
    [SAY_CONTEXT_UNIFORM] =
        {"Context: every word counts the same, {weight} each, so the context is the plain mean of the "
         "encoder states: {D} numbers between {low} and {high}.",
         "上下文：每个词同等重要，各占 {weight}，所以上下文就是编码器状态的平均值：{D} 个数，在 {low} 和 "
         "{high} 之间。"},
    [SAY_CONTEXT_FIXED] = {"Context: {final}, the same {D} numbers between {low} and {high} at every "
                           "step.",
                           "上下文：{final}，每一步都是同样的 {D} 个数，在 {low} 和 {high} 之间。"},
    [SAY_STATE] = {"State: the old state, {input} and the context make the new state, {H} numbers between {low} and "
                   "{high}.",
                   "状态：旧状态、{input}和上下文合成新状态，{H} 个数在 {low} 和 {high} 之间。"},
    [SAY_STATE_GATED] =
        {"State: the old state, {input} and the context make the new state. On average the update gate "
         "keeps {kept} of the old state and the reset gate lets {reset} of it through.",
         "状态：旧状态、{input}和上下文合成新状态。更新门平均保留旧状态的 {kept}，重置门平均放行 {reset}。"},
    [SAY_STATE_ALONE] = {"State: the old state and {input} make the new state, {H} numbers between {low} and {high}; "
                         "the sentence is not looked at again.",
                         "状态：旧状态和{input}合成新状态，{H} 个数在 {low} 和 {high} 之间；不再看源句。"},
    [SAY_STATE_FIRST] =
        {"State: the old state and {input} make the new state, {H} numbers between {low} and {high}. The "
         "sentence is looked at after this.",
         "状态：旧状态和{input}合成新状态，{H} 个数在 {low} 和 {high} 之间。之后才看源句。"},
    [SAY_STATE_FIRST_GATED] =
        {"State: the old state and {input} make the new state; the sentence is looked at after this. On average the "
         "update gate keeps {kept} of the old state and the reset gate lets {reset} of it through.",
         "状态：旧状态和{input}合成新状态，之后才看源句。更新门平均保留旧状态的 {kept}，重置门平均放行 {reset}。"},
    [SAY_COMBINE] =
        {"Combine: the context and the new state pass through a layer with tanh and become {H} numbers between "
         "{low} and {high}, from which the word is chosen.",
         "合并：上下文和新状态经过一个 tanh 层，得到 {H} 个数，在 {low} 和 {high} 之间，词由它们选出。"},
    [SAY_STATE_ALONE_GATED] =
        {"State: the old state and {input} make the new state; the sentence is not looked at again. "
         "On average the update gate keeps {kept} of the old state and the reset gate lets {reset} "
         "of it through.",
         "状态：旧状态和{input}合成新状态，不再看源句。更新门平均保留旧状态的 {kept}，重置门平均放行 "
         "{reset}。"},
    [SAY_OUTPUT] = {"Output: of {V} words the likeliest are {list}.", "输出：在 {V} 个词中，最可能的是 {list}。"},
    [SAY_WORD] = {"Word: the decoder writes “{word}”, which had the probability {p}.",
                  "写词：解码器写出“{word}”，它的概率是 {p}。"},
    [SAY_WORD_FORCED] =
        {"Word: “{word}” ({p}) was chosen for the decoder, which would have written “{other}” ({other_p}).",
         "写词：替解码器选定了“{word}”（{p}），它自己会写“{other}”（{other_p}）。"},
    [SAY_WORD_FORCED_SAME] = {"Word: “{word}” ({p}) was chosen for the decoder, which would have written it by itself.",
                              "写词：替解码器选定了“{word}”（{p}），它自己也会这样写。"},
    [SAY_WORD_BEAM] = {"Word: the best translation of the beam goes on with “{word}” ({p}), the likeliest word here.",
                       "写词：束搜索找到的最佳译文在这里写“{word}”（{p}），它也是这一步最可能的词。"},
    [SAY_WORD_BEAM_OTHER] = {"Word: the best translation of the beam goes on with “{word}” ({p}), although “{other}” "
                             "({other_p}) is likelier "
                             "here: what comes later makes up for it.",
                             "写词：束搜索找到的最佳译文在这里写“{word}”（{p}）。“{other}”（{other_p}"
                             "）在这一步更可能，但后面的词弥补了差距。"},
    [SAY_WORD_SAMPLED] = {"Word: “{word}” was drawn by chance; it is also the likeliest word ({p}).",
                          "写词：随机抽到“{word}”，它也是最可能的词（{p}）。"},
    [SAY_WORD_SAMPLED_OTHER] =
        {"Word: “{word}” was drawn by chance, with the probability {p}; the likeliest word is “{other}” ({other_p}).",
         "写词：随机抽到“{word}”，它的概率是 {p}；最可能的词是“{other}”（{other_p}）。"},
    [SAY_WORD_END] = {"Word: the decoder writes the end mark {word} ({p}). The translation is complete: {translation}.",
                      "写词：解码器写出结束标记 {word}（{p}）。译文完成：{translation}。"},
    [SAY_WORD_END_EMPTY] = {"Word: the decoder writes the end mark {word} ({p}) at once. The translation is empty.",
                            "写词：解码器立刻写出结束标记 {word}（{p}）。译文为空。"},
    [SAY_WORD_LIMIT] = {"The limit of {words} is reached, so decoding stops without an end mark.",
                        "已到 {words} 的上限，解码在没有结束标记的情况下停止。"},
    [SAY_WORD_GIVEN_END] = {"The given words end here: {translation}.", "给定的词到此为止：{translation}。"},
};

const char *const PIECES[PIECE_COUNT][2] = {
    [PIECE_BETWEEN] = {", ", "、"},
    [PIECE_OTHERS] = {" and %d others", "，以及另外 %d 个词"},
    [PIECE_GAP] = {" ", ""},
    [PIECE_WORD] = {"%d word", "%d 个词"},
    [PIECE_WORDS] = {"%d words", "%d 个词"},
    [PIECE_FINAL] = {"the encoder's final state", "编码器的最终状态"},
    [PIECE_FINAL_MEAN] = {"the mean of the encoder's states", "编码器各状态的平均值"},
    [PIECE_HEAD] = {"head %d ", "头 %d "},
    [PIECE_HEADS] = {" and %d more heads", "，以及另外 %d 个头"},
};

void fills_add(Fills *fills, const char *name, const char *text)
{
    assert(fills->count < FILLS_LIMIT);
    fills->items[fills->count].name = name;
    fills->items[fills->count++].text = text;
}

static const char *fills_find(const Fills *fills, Slice name)
{
    for (int i = 0; i < fills->count; i++)
        if (slice_is(name, fills->items[i].name))
            return fills->items[i].text;
    assert(!"a sentence names something that was not filled in");
    return "";
}

char *sentence_fill(Sentence sentence, Language language, const Fills *fills)
{
    Bytes text = {0};
    for (const char *from = SENTENCES[sentence][language]; *from;) {
        size_t plain = strcspn(from, "{");
        bytes_add(&text, from, plain);
        from += plain;
        if (*from == '{') {
            Slice name = {from + 1, strcspn(from + 1, "}")};
            bytes_add_text(&text, fills_find(fills, name));
            from += name.length + 2;
        }
    }
    char *filled = arena_copy(fills->arena, text.data, text.length);
    bytes_finish(&text);
    return filled;
}
