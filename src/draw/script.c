/* Which script a letter is of, and in which ones letters take their shapes from each other. */
#include "draw/glyph.h"

#include <hb.h>

uint32_t script_of(uint32_t codepoint)
{
    return hb_unicode_script(hb_unicode_funcs_get_default(), codepoint);
}

bool script_is_any(uint32_t script)
{
    return script == HB_SCRIPT_COMMON || script == HB_SCRIPT_INHERITED || script == HB_SCRIPT_UNKNOWN;
}

/* True for scripts that are not listed: their letters may join. */
bool script_joins(uint32_t script)
{
    static const hb_script_t apart[] = {HB_SCRIPT_LATIN,    HB_SCRIPT_GREEK,    HB_SCRIPT_CYRILLIC, HB_SCRIPT_HAN,
                                        HB_SCRIPT_HIRAGANA, HB_SCRIPT_KATAKANA, HB_SCRIPT_BOPOMOFO, HB_SCRIPT_HANGUL,
                                        HB_SCRIPT_ARMENIAN, HB_SCRIPT_GEORGIAN, HB_SCRIPT_ETHIOPIC, HB_SCRIPT_CHEROKEE,
                                        HB_SCRIPT_COPTIC,   HB_SCRIPT_GOTHIC,   HB_SCRIPT_RUNIC,    HB_SCRIPT_OGHAM,
                                        HB_SCRIPT_BRAILLE,  HB_SCRIPT_YI};
    for (size_t i = 0; i < sizeof apart / sizeof *apart; i++)
        if (script == apart[i])
            return false;
    return !script_is_any(script);
}

bool script_is_sign(uint32_t codepoint)
{
    hb_unicode_general_category_t kind = hb_unicode_general_category(hb_unicode_funcs_get_default(), codepoint);
    return kind == HB_UNICODE_GENERAL_CATEGORY_OTHER_SYMBOL || kind == HB_UNICODE_GENERAL_CATEGORY_MATH_SYMBOL
           || kind == HB_UNICODE_GENERAL_CATEGORY_MODIFIER_SYMBOL;
}

void text_script(Slice text, char tag[5])
{
    uint32_t script = script_of(' ');
    while (text.length && script_is_any(script))
        script = script_of(utf8_next(&text));
    hb_tag_to_string(hb_script_to_iso15924_tag((hb_script_t)script), tag);
    tag[4] = '\0';
}
