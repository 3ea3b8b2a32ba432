#include "model/config.h"

#include "model/settings.h"
#include "text/pieces.h"

#include <stddef.h>
#include <string.h>

const char *const CELL_NAMES[] = {
#define CELL(KIND, name) #name,
#include "nn/cells.def"
#undef CELL
    "self", NULL};
const char *const ATTENTION_NAMES[] = {"none", "fixed", "uniform", "bahdanau", "luong", NULL};
const char *const LOCAL_NAMES[] = {"none", "local_m", "local_p", NULL};
const char *const BRIDGE_NAMES[] = {"tanh", "copy", "none", NULL};
const char *const PLACE_NAMES[] = {"learned", "sinusoid", "none", NULL};
const char *const DECODER_NAMES[] = {"cell", "self", NULL};
const char *const NORM_NAMES[] = {"post", "pre", NULL};
const char *const TOKEN_NAMES[] = {"space", "word", "char", "bpe", NULL};

#define LENGTH(array) ((int)(sizeof(array) / sizeof *(array)))
#define AT(field)     offsetof(Config, field)

_Static_assert(sizeof(CellKind) == sizeof(int), "settings write enumerations as int");
_Static_assert(LENGTH(CELL_NAMES) == CELL_KINDS + 1 && LENGTH(ATTENTION_NAMES) == ATTENTION_KINDS + 1
                   && LENGTH(LOCAL_NAMES) == LOCAL_KINDS + 1 && LENGTH(BRIDGE_NAMES) == BRIDGE_KINDS + 1
                   && LENGTH(PLACE_NAMES) == PLACES_KINDS + 1 && LENGTH(DECODER_NAMES) == DECODER_KINDS + 1
                   && LENGTH(NORM_NAMES) == NORM_KINDS + 1,
               "one name a kind");

static const Setting LIST[] = {
    {"cell", SETTING_NAME, AT(cell), CELL_NAMES, 0, 0},
    {"layers", SETTING_WHOLE, AT(layers), NULL, 1, 2},
    {"bidirectional", SETTING_FLAG, AT(bidirectional), NULL, 0, 1},
    {"attention", SETTING_NAME, AT(attention), ATTENTION_NAMES, 0, 0},
    {"score", SETTING_NAME, AT(score), SCORE_NAMES, 0, 0},
    {"local", SETTING_NAME, AT(local), LOCAL_NAMES, 0, 0},
    {"window", SETTING_WHOLE, AT(window), NULL, 0, 1000},
    {"embed", SETTING_WHOLE, AT(embed), NULL, 1, CONFIG_SIZE_LIMIT},
    {"hidden", SETTING_WHOLE, AT(hidden), NULL, 1, CONFIG_SIZE_LIMIT},
    {"attention_size", SETTING_WHOLE, AT(attention_size), NULL, 0, CONFIG_SIZE_LIMIT},
    {"heads", SETTING_WHOLE, AT(heads), NULL, 1, 64},
    {"bridge", SETTING_NAME, AT(bridge), BRIDGE_NAMES, 0, 0},
    {"temperature", SETTING_NUMBER, AT(temperature), NULL, 0.001, 1000},
    {"source_tokens", SETTING_NAME, AT(source_tokens), TOKEN_NAMES, 0, 0},
    {"target_tokens", SETTING_NAME, AT(target_tokens), TOKEN_NAMES, 0, 0},
    {"lowercase", SETTING_FLAG, AT(lowercase), NULL, 0, 1},
    {"source_end", SETTING_FLAG, AT(source_end), NULL, 0, 1},
    {"limit_factor", SETTING_NUMBER, AT(limit_factor), NULL, 0, 100},
    {"limit_extra", SETTING_WHOLE, AT(limit_extra), NULL, 1, 1000},
    {"source_merges", SETTING_WHOLE, AT(source_merges), NULL, 0, PIECES_MERGES_MOST, .quiet = true},
    {"target_merges", SETTING_WHOLE, AT(target_merges), NULL, 0, PIECES_MERGES_MOST, .quiet = true},
    {"places", SETTING_NAME, AT(places), PLACE_NAMES, 0, 0, .quiet = true},
    {"causal", SETTING_FLAG, AT(causal), NULL, 0, 1, .quiet = true},
    {"feed_forward", SETTING_WHOLE, AT(feed_forward), NULL, 0, CONFIG_SIZE_LIMIT, .quiet = true},
    {"norm", SETTING_NAME, AT(norm), NORM_NAMES, 0, 0, .quiet = true},
    {"decoder", SETTING_NAME, AT(decoder), DECODER_NAMES, 0, 0, .quiet = true},
    {"cross_heads", SETTING_WHOLE, AT(cross_heads), NULL, 1, 64, .quiet = true, .usual = 1},
    {"cross_residual", SETTING_FLAG, AT(cross_residual), NULL, 0, 1, .quiet = true, .usual = 1},
    {"decoder_layers", SETTING_WHOLE, AT(decoder_layers), NULL, 1, 2, .quiet = true, .usual = 1},
    {"fault", SETTING_NAME, AT(fault), FAULT_NAMES, 0, 0, .quiet = true},
};

static const Settings SETTINGS = {"a model", LIST, LENGTH(LIST)};

Config config_default(void)
{
    return (Config){
        .cell = CELL_GRU,
        .layers = 1,
        .bidirectional = true,
        .attention = ATTENTION_BAHDANAU,
        .score = SCORE_ADDITIVE,
        .local = LOCAL_NONE,
        .window = 2,
        .embed = 64,
        .hidden = 64,
        .heads = 1,
        .cross_heads = 1,
        .cross_residual = true,
        .decoder_layers = 1,
        .bridge = BRIDGE_TANH,
        .temperature = 1,
        .source_tokens = TOKENS_SPACE,
        .target_tokens = TOKENS_SPACE,
        .limit_factor = 2,
        .limit_extra = 5,
    };
}

int config_reach(const Config *config, int j, int n)
{
    return config->causal ? j + 1 : n;
}

int config_annotation(const Config *config)
{
    if (config->cell == CELL_SELF)
        return config->embed;
    return config->bidirectional ? 2 * config->hidden : config->hidden;
}

bool config_is_transformer(const Config *config)
{
    return config->decoder == DECODER_SELF;
}

bool config_norms_before(const Config *config)
{
    return config->norm == NORM_PRE;
}

bool config_adds_asked(const Config *config)
{
    return config->cross_residual && !config_norms_before(config); /* with norm pre to the sum that asked normalized */
}

CellKind config_decoder_cell(const Config *config)
{
    return config->cell == CELL_SELF ? CELL_GRU : config->cell;
}

bool config_mixes_heads(const Config *config)
{
    return config_is_transformer(config) && config->cross_heads > 1;
}

int config_places(const Config *config, int words)
{
    int places = words + config->source_end;
    return config->fault == FAULT_NO_MASK && places < CONFIG_PADDED ? CONFIG_PADDED : places;
}

void config_source(const Config *config, const int *ids, int words, int *out)
{
    for (int j = 0; j < config_places(config, words); j++)
        out[j] = j < words ? ids[j] : j == words && config->source_end ? VOCAB_END : VOCAB_PAD;
}

bool config_from_right(const Config *config, int reverse)
{
    return reverse && config->fault != FAULT_FORWARD_ONLY;
}

bool config_final_is_mean(const Config *config)
{
    return config->cell == CELL_SELF;
}

bool config_final_takes(const Config *config, int j, int n)
{
    bool backward = config->bidirectional && config_from_right(config, 1);
    return config_final_is_mean(config) || j == n - 1 || (backward && j == 0);
}

int config_word_read(const Config *config, int j, int n)
{
    return config->fault == FAULT_MIRRORED ? n - 1 - j : j;
}

bool config_makes_keys(const Config *config)
{
    return score_of_kind(config->score)->key || config->attention_size != config_annotation(config);
}

const char *config_key_weight(const Config *config)
{
    const char *own = score_of_kind(config->score)->key;
    return own ? own : "attention.key.weight";
}

bool config_scores(const Config *config)
{
    return config->attention == ATTENTION_BAHDANAU || config->attention == ATTENTION_LUONG;
}

bool config_feeds_context(const Config *config)
{
    return config->attention != ATTENTION_NONE && config->attention != ATTENTION_LUONG;
}

bool config_weighs(const Config *config)
{
    return config_scores(config) || config->attention == ATTENTION_UNIFORM;
}

bool config_in_step(const Config *config)
{
    return config->local == LOCAL_M && config->window == 0;
}

bool config_looks_inside(const Config *config)
{
    return config->cell == CELL_SELF && config_in_step(config);
}

/* "bpe:4000": how words are cut, and how many merges are learned. */
static bool set_tokens(Config *config, bool target, const char *value, Error *error)
{
    bool counted = strncmp(value, "bpe:", 4) == 0;
    const char *kind = counted ? "bpe" : value, *merges = counted ? value + 4 : "0";
    Config changed = *config;
    if (!settings_set(&SETTINGS, &changed, target ? "target_tokens" : "source_tokens", kind, error)
        || !settings_set(&SETTINGS, &changed, target ? "target_merges" : "source_merges", merges, error))
        return false;
    *config = changed;
    return true;
}

bool config_set(Config *config, const char *key, const char *value, Error *error)
{
    if (strcmp(key, "cell") == 0 && strcmp(value, "transformer") == 0) { /* both halves at once */
        config->cell = CELL_SELF;
        config->decoder = DECODER_SELF;
        return true;
    }
    if (strcmp(key, "source_tokens") == 0 || strcmp(key, "target_tokens") == 0)
        return set_tokens(config, *key == 't', value, error);
    return settings_set(&SETTINGS, config, key, value, error);
}

const char *const *config_keys(Arena *arena)
{
    return settings_names(&SETTINGS, arena);
}

static bool check_transformer(const Config *config, Error *error)
{
    if (!config_is_transformer(config) && !config->cross_residual)
        return error_set(error, ERROR_USAGE, "cross_residual false goes with decoder self alone");
    if (!config_is_transformer(config))
        return config->cross_heads == 1
               || error_set(error, ERROR_USAGE, "cross_heads %d goes with decoder self alone", config->cross_heads);
    if (config->cell != CELL_SELF)
        return error_set(error, ERROR_USAGE, "decoder self goes with cell self, not with cell %s",
                         CELL_NAMES[config->cell]);
    if (config->attention != ATTENTION_BAHDANAU || config->local != LOCAL_NONE || config->fault != FAULT_NONE)
        return error_set(error, ERROR_USAGE,
                         "decoder self asks before each word and all words: it goes with attention bahdanau, without "
                         "local and fault");
    if (config->decoder_layers != 1)
        return error_set(
            error, ERROR_USAGE,
            "decoder_layers goes with a recurrent decoder; a Transformer has as many layers on both sides, "
            "which layers says");
    return config->embed % config->cross_heads == 0
           || error_set(error, ERROR_USAGE, "cross_heads %d does not fit: it must divide embed", config->cross_heads);
}

static bool check_fault(const Config *config, Error *error)
{
    const char *name = FAULT_NAMES[config->fault];
    if (config->fault == FAULT_NO_QUERY && (!config_scores(config) || config->score != SCORE_ADDITIVE))
        return error_set(error, ERROR_USAGE,
                         "fault %s goes with score additive alone; every other score would be 0 everywhere", name);
    if (config->fault == FAULT_MIRRORED && (config->bidirectional || config->cell == CELL_SELF))
        return error_set(error, ERROR_USAGE, "fault %s goes with an encoder that reads in one direction", name);
    if (config->fault == FAULT_FORWARD_ONLY && (!config->bidirectional || config->layers != 1))
        return error_set(error, ERROR_USAGE, "fault %s goes with an encoder of one layer in both directions", name);
    if (config->fault == FAULT_EMBEDDINGS && (config->cell == CELL_SELF || !config_scores(config)))
        return error_set(error, ERROR_USAGE, "fault %s goes with attention to the states of a recurrent encoder", name);
    if (config->fault == FAULT_EMBEDDINGS && config->embed != config_annotation(config))
        return error_set(error, ERROR_USAGE, "fault %s: an embedding must be as long as a state, %d; here embed is %d",
                         name, config_annotation(config), config->embed);
    if ((config->fault == FAULT_NOT_NORMALISED || config->fault == FAULT_SHIFTED)
        && (!config_scores(config) || config->local != LOCAL_NONE))
        return error_set(error, ERROR_USAGE, "fault %s goes with attention bahdanau or luong, without local", name);
    return true;
}

static bool check_tokens(TokenKind kind, int merges, Error *error)
{
    if (kind == TOKENS_BPE && merges < 1)
        return error_set(error, ERROR_USAGE, "bpe says how many merges are learned, from 1 to %d: such as bpe:4000",
                         PIECES_MERGES_MOST);
    return kind == TOKENS_BPE || merges == 0
           || error_set(error, ERROR_USAGE, "%d merges go with tokens bpe alone, not with %s", merges,
                        TOKEN_NAMES[kind]);
}

/* Settings that have to agree with others. */
static bool check_combinations(const Config *config, Error *error)
{
    if (config->local != LOCAL_NONE && config->attention != ATTENTION_LUONG)
        return error_set(error, ERROR_USAGE, "local %s goes with attention luong alone, not with attention %s",
                         LOCAL_NAMES[config->local], ATTENTION_NAMES[config->attention]);
    if (config->window == 0 && config->local == LOCAL_P)
        return error_set(error, ERROR_USAGE,
                         "window 0, the one word at the step's own place, goes with local local_m, not with local_p");
    if (config_scores(config) && !score_of_kind(config->score)->query && config->attention_size != config->hidden)
        return error_set(
            error, ERROR_USAGE,
            "attention_size %d goes with a score that has a matrix for the query; with score %s it must be "
            "hidden, %d",
            config->attention_size, SCORE_NAMES[config->score], config->hidden);
    if (config->bridge == BRIDGE_COPY && config_annotation(config) != config->hidden)
        return error_set(error, ERROR_USAGE,
                         "bridge copy starts the decoder with the encoder's final state, so both must have one size; "
                         "here they have %d and %d",
                         config->hidden, config_annotation(config));
    if (config->cell == CELL_SELF ? config->embed % config->heads != 0 : config->heads != 1)
        return error_set(error, ERROR_USAGE, "heads %d does not fit: %s", config->heads,
                         config->cell == CELL_SELF ? "it must divide embed" : "cell self alone has several");
    if (config->cell != CELL_SELF
        && (config->places != PLACES_LEARNED || config->causal || config->feed_forward || config->norm != NORM_POST))
        return error_set(error, ERROR_USAGE,
                         "places, causal, feed_forward and norm go with cell self alone, not with cell %s",
                         CELL_NAMES[config->cell]);
    if (config->places == PLACES_SINUSOID && config->embed % 2)
        return error_set(error, ERROR_USAGE, "places sinusoid wants an even embed, not %d: a sine and a cosine each",
                         config->embed);
    if (config->bridge == BRIDGE_NONE && config->attention == ATTENTION_NONE)
        return error_set(error, ERROR_USAGE,
                         "with bridge none and attention none the decoder would never see the source; "
                         "one of the two has to be something else");
    return true;
}

bool config_check(Config *config, Error *error)
{
    if (!settings_check(&SETTINGS, config, error))
        return false;
    if (config_is_transformer(config)) {
        config->hidden = config->attention_size = config->embed;
        config->score = SCORE_SCALED_DOT;
        config->bridge = BRIDGE_NONE;
    }
    if (config->attention_size == 0)
        config->attention_size = config->hidden;
    if (config->cell == CELL_SELF)
        config->bidirectional = false;
    return check_combinations(config, error) && check_fault(config, error) && check_transformer(config, error)
           && check_tokens(config->source_tokens, config->source_merges, error)
           && check_tokens(config->target_tokens, config->target_merges, error);
}

static bool read_object(const cJSON *object, Config *out, Error *error)
{
    if (!cJSON_IsObject(object))
        return error_set(error, ERROR_FORMAT, "an object such as {\"hidden\":64} was expected");
    const char *repeated = json_repeated_key(object);
    if (repeated) {
        char excerpt[EXCERPT_SIZE];
        return error_set(error, ERROR_FORMAT, "\"%s\" stands there twice", slice_excerpt(slice_of(repeated), excerpt));
    }
    for (const cJSON *item = object->child; item; item = item->next)
        if (!settings_set_json(&SETTINGS, out, item, error))
            return false;
    return config_check(out, error);
}

bool config_parse(Slice json, Config *out, Error *error)
{
    *out = config_default();
    cJSON *object = json_parse(json, 200, error);
    bool ok = object && read_object(object, out, error);
    cJSON_Delete(object);
    return ok;
}

bool config_equal(const Config *a, const Config *b)
{
    return settings_equal(&SETTINGS, a, b);
}

void config_print(const Config *config, Bytes *out)
{
    Config full = *config;
    if (full.attention_size == 0)
        full.attention_size = full.hidden;
    settings_print(&SETTINGS, &full, out);
}
