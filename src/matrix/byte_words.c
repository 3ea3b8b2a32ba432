/* Words of a tokenizer that works on bytes, as GPT-2's and its followers do: each byte stands as a letter of its own,
 * so "café" is "cafÃ©", a space in front "Ġ" and the end of a line "Ċ" (Radford et al., 2019). They are shown as text.
 */
#include "matrix/stack_parts.h"

#include <string.h>

#define SPACE "▁" /* SentencePiece's mark for the same */
#define BREAK "↵"

/* The byte of a letter: its own code point where that can be seen, else 256 and its place among the others. -1: none.
 */
static int byte_of(uint32_t letter)
{
    if ((letter > ' ' && letter < 0x7F) || (letter > 0xA0 && letter < 0x100 && letter != 0xAD))
        return (int)letter;
    uint32_t place = letter - 0x100;
    return letter < 0x100 || place > 67 ? -1 : place <= ' ' ? (int)place : place < 67 ? (int)(place - 33 + 0x7F) : 0xAD;
}

/* What the letters stand for; false where they are no bytes of whole letters. */
static bool decode(const char *word, Bytes *out)
{
    Slice rest = slice_of(word);
    while (rest.length) {
        int byte = byte_of(utf8_next(&rest));
        if (byte < 0)
            return false;
        if (byte == ' ' || byte == '\n')
            bytes_add_text(out, byte == ' ' ? SPACE : BREAK);
        else
            bytes_add(out, &(char){(char)byte}, 1);
    }
    return out->length && utf8_valid(bytes_slice(out)) && utf8_is_printable(bytes_slice(out));
}

static bool is_plain(const char *word)
{
    while (*word && !(*word & 0x80))
        word++;
    return !*word;
}

/* Are they such words? A mark says so; without one all can be decoded, and a letter comes of several bytes. */
static bool are_bytes(const char *const *words, int count)
{
    bool all = true, letters = false;
    for (int i = 0; i < count; i++) {
        if (strstr(words[i], "Ġ") || strstr(words[i], "Ċ"))
            return true;
        Bytes text = {0};
        all = all && decode(words[i], &text);
        letters |= !is_plain(words[i]);
        bytes_finish(&text);
    }
    return all && letters;
}

static void show(MatrixStack *stack, const char **words, int count)
{
    if (!words || !are_bytes(words, count))
        return;
    for (int i = 0; i < count; i++) {
        Bytes text = {0};
        if (!is_plain(words[i]) && decode(words[i], &text))
            words[i] = seen_word(&stack->arena, bytes_slice(&text));
        bytes_finish(&text);
    }
}

void stack_show_bytes(MatrixStack *stack)
{
    show(stack, stack->source, stack->columns);
    if (stack->target != stack->source)
        show(stack, stack->target, stack->rows);
}
