#include "scene/words.h"

static const char *const WORDS[W_COUNT][2] = {
    [W_LESSON_OF] = {"LESSON %d OF %d", "第 %d 课 · 共 %d 课"},
    [W_PRESENT] = {"Present", "演示"},
    [W_DARK] = {"Dark", "深色"},
    [W_LIGHT] = {"Light", "浅色"},
    [W_BACK] = {"Back", "上一张"},
    [W_NEXT] = {"Next", "下一张"},
    [W_DONE] = {"Again", "重来"},
    [W_NEXT_LESSON] = {"Next lesson", "下一课"},
    [W_CONTEXT] = {"CONTEXT", "上下文"},
    [W_WEIGHTS] = {"WEIGHTS", "权重"},
    [W_SCORES] = {"SCORES", "得分"},
    [W_ENCODER] = {"ENCODER", "编码器"},
    [W_SOURCE] = {"SOURCE", "源句"},
    [W_DECODER] = {"DECODER", "解码器"},
    [W_STATES] = {"states", "状态"},
    [W_STEP] = {"step %d", "第 %d 步"},
    [W_PREVIOUS_STATE] = {"previous state = the query", "前一状态 = 查询"},
    [W_PREVIOUS_WORD] = {"previous word", "前一个词"},
    [W_ASKS] = {"asks every state", "询问每个状态"},
    [W_START_STATE] = {"start state", "初始状态"},
    [W_FINAL_STATE] = {"previous state", "前一状态"},
    [W_ALIGNMENT] = {"ALIGNMENT", "对齐"},
    [W_EXPORT] = {"Export", "导出"},
    [W_TRANSLATION] = {"TRANSLATION", "译文"},
    [W_SENTENCE] = {"SENTENCE", "句子"},
    [W_ALSO_TRY] = {"Also try", "再试试"},
    [W_TYPE_HERE] = {"Type a sentence", "输入一个英文句子"},
    [W_UNKNOWN] = {"not in the vocabulary, read as <unk>", "不在词表中，读作 <unk>"},
    [W_ENCODE] = {"encode", "编码"},
    [W_KEYS_HINT] = {"← → step   space play", "← → 单步   空格 播放"},
    [W_CHECK] = {"CHECK YOURSELF", "自我检查"},
    [W_RIGHT] = {"Right.", "正确。"},
    [W_WRONG] = {"Not quite.", "不对。"},
    [W_HELP] = {"Keys", "按键"},
    [W_EXPORT_TITLE] = {"Export what is in view", "导出当前画面"},
    [W_STAGE_PICTURE] = {"This view", "当前视图"},
    [W_HEATMAP_PICTURE] = {"The alignment", "对齐图"},
    [W_NUMBERS] = {"Every number", "全部数字"},
    [W_PLAY] = {"play", "播放"},
    [W_PAUSE] = {"pause", "暂停"},
    [W_SPEED] = {"speed", "速度"},
    [W_TRUNCATED] = {"stopped at the length limit", "达到长度上限而停止"},
    [W_EMPTY] = {"The model wrote no word.", "模型没有写出任何词。"},
    [W_NO_WEIGHTS] = {"This model has no attention: there are no weights to show.",
                      "这个模型没有注意力，因此没有权重可以显示。"},
    [W_CLOSE] = {"close", "关闭"},
    [W_LESS_LARGEST] = {"each score less the largest, %s", "每个得分先减去最大的 %s"},
};

static const char *const MOMENTS[MOMENT_KINDS][2] = {
    [MOMENT_START] = {"start", "开始"},
    [MOMENT_EMBED] = {"embedding", "词向量"},
    [MOMENT_FORWARD] = {"forward", "前向"},
    [MOMENT_BACKWARD] = {"backward", "后向"},
    [MOMENT_BRIDGE] = {"bridge", "桥接"},
    [MOMENT_PREVIOUS] = {"previous", "前一个词"},
    [MOMENT_QUERY] = {"query", "查询"},
    [MOMENT_SCORES] = {"scores", "得分"},
    [MOMENT_SOFTMAX] = {"softmax", "softmax"},
    [MOMENT_CONTEXT] = {"context", "上下文"},
    [MOMENT_STATE] = {"state", "状态"},
    [MOMENT_COMBINE] = {"combine", "合并"},
    [MOMENT_OUTPUT] = {"output", "输出"},
    [MOMENT_WORD] = {"word", "写词"},
    [MOMENT_SELF] = {"self-attention", "自注意力"},
};

static const char *const KEYS_ENGLISH[][2] = {
    {"→  ←", "next, previous moment"},
    {"↓  ↑", "next, previous decode step"},
    {"Home  End", "first, last moment"},
    {"Space", "play, pause"},
    {"1 … 5", "the views"},
    {"[  ]", "zoom, beam size, head, row, colour"},
    {"U F S  M H", "pictures of a lesson's own view"},
    {"N  Shift+N", "next, previous card"},
    {"M", "the course: all lessons"},
    {"Tab  Enter", "move the focus, press it"},
    {"Esc", "leave the field, close what is open"},
    {"⇧→  ⇧←", "the next, previous source word"},
    {"drag  ↑ ↓", "change a weight, the temperature"},
    {"R  Shift+R", "restore this step, all of them"},
    {"Ctrl+Z  +⇧", "undo, redo what was changed"},
    {"Q  1 … 5", "predict what comes, answer"},
    {"Ctrl+E", "export what is in view"},
    {"Ctrl+L", "copy this place, for --at"},
    {"L", "English, Chinese"},
    {"T", "light, dark"},
    {"C", "captions"},
    {"B", "blank screen"},
    {"P  F11", "present: panels away, larger type"},
    {"+  −  0", "interface size"},
    {"?  F1", "this page"},
    {"Ctrl+Q", "quit"},
    {NULL, NULL},
};

static const char *const KEYS_CHINESE[][2] = {
    {"→  ←", "下一个、上一个时刻"},
    {"↓  ↑", "下一个、上一个解码步"},
    {"Home  End", "第一个、最后一个时刻"},
    {"空格", "播放、暂停"},
    {"1 … 5", "各个视图"},
    {"[  ]", "热图缩放、束宽、头、行、颜色"},
    {"U F S  M H", "课程专用视图的几种画法"},
    {"N  Shift+N", "下一张、上一张卡片"},
    {"M", "课程：全部各课"},
    {"Tab  Enter", "移动焦点、按下"},
    {"Esc", "离开输入框、关闭窗口"},
    {"⇧→  ⇧←", "下一个、上一个源词"},
    {"拖动  ↑ ↓", "改变权重、温度"},
    {"R  Shift+R", "还原这一步、全部还原"},
    {"Ctrl+Z  +⇧", "撤销、重做改动"},
    {"Q  1 … 5", "先预测、再揭晓；作答"},
    {"Ctrl+E", "导出当前画面"},
    {"Ctrl+L", "复制当前位置（供 --at 使用）"},
    {"L", "英文、中文"},
    {"T", "浅色、深色"},
    {"C", "字幕"},
    {"B", "黑屏"},
    {"P  F11", "演示：收起面板、放大文字"},
    {"+  −  0", "界面大小"},
    {"?  F1", "本页"},
    {"Ctrl+Q", "退出"},
    {NULL, NULL},
};

const char *word(Language language, Word which)
{
    return WORDS[which][language];
}

const char *word_moment(Language language, MomentKind kind)
{
    return MOMENTS[kind][language];
}

const char *const (*word_keys(Language language))[2]
{
    return language == LANGUAGE_CHINESE ? KEYS_CHINESE : KEYS_ENGLISH;
}
