"""from_huggingface on a stand-in with the shapes that transformers documents: [step][layer][batch * beams, heads, 1, n] of
generate, [layer][batch, heads, m, n] of forward. With the library itself too, where it is there; else that part is skipped (77).

    test_huggingface.py
"""
import sys
from types import SimpleNamespace

import numpy as np

from attend import from_huggingface

LAYERS, HEADS, WIDE = 3, 2, 12   # WIDE: ids
WORDS = ["<pad>", "</s>", "▁the", "▁cat", "▁sat", "▁le", "▁chat", "▁dort", "▁a", "▁b", "▁c", "▁d"]


class Tokenizer:
    eos_token_id = 1

    def __call__(self, text=None, text_target=None, return_tensors=None):
        assert return_tensors == "pt"
        ids = [WORDS.index("▁" + word) for word in (text or text_target).split()] + [1]
        return {"input_ids": np.array([ids]), "attention_mask": np.ones((1, len(ids)), int)}

    def convert_ids_to_tokens(self, ids):
        return [WORDS[i] for i in ids]


def shares(*shape):
    """Each number says where it stands, so that a mistaken index shows."""
    return np.random.default_rng(np.prod(shape)).dirichlet(np.ones(shape[-1]), shape[:-1])


class StandIn:
    """Of an encoder-decoder. `beams` hypotheses; the best one came through the rows of `path`, which `generate` tells where it is asked for scores."""
    config = SimpleNamespace(decoder_start_token_id=0, _name_or_path="stand-in")

    def __init__(self, sequence, path=None, prompt=1, beams=1):
        self.sequence, self.path, self.prompt, self.beams = sequence, path, prompt, beams

    def generate(self, input_ids, attention_mask, output_attentions, return_dict_in_generate, output_scores=False, num_beams=1):
        assert output_attentions and return_dict_in_generate and num_beams == self.beams
        n, steps = input_ids.shape[1], len(self.sequence) - self.prompt
        self.made_encoder = [shares(1, HEADS, n, n) for _ in range(LAYERS)]
        self.made_cross = [[shares(self.beams, HEADS, self.prompt if t == 0 else 1, n) * (1 + t) * (1 + layer)
                            for layer in range(LAYERS)] for t in range(steps)]
        self.made_decoder = [[shares(self.beams, HEADS, self.prompt if t == 0 else 1, self.prompt + t) for _ in range(LAYERS)]
                             for t in range(steps)]
        return SimpleNamespace(sequences=np.array([self.sequence]), cross_attentions=self.made_cross,
                               encoder_attentions=self.made_encoder, decoder_attentions=self.made_decoder,
                               beam_indices=np.array([self.path]) if self.path and output_scores else None)

    def __call__(self, input_ids, attention_mask, labels, output_attentions):
        n, m = input_ids.shape[1], labels.shape[1]
        self.made = SimpleNamespace(**{f"{kind}_attentions": tuple(shares(1, HEADS, *shape) for _ in range(LAYERS))
                                       for kind, shape in (("cross", (m, n)), ("encoder", (n, n)), ("decoder", (m, m)))})
        return self.made


def greedy():
    model = StandIn([0, 5, 6, 1])
    trace = from_huggingface(model, Tokenizer(), "the cat sat")
    assert trace.source == ["▁the", "▁cat", "▁sat", "</s>"] and trace.target == ["▁le", "▁chat", "</s>"]
    assert trace.inputs == ["<pad>", "▁le", "▁chat"] and trace.json["name"] == "stand-in"
    assert trace.cross.shape == (LAYERS, HEADS, 3, 4)
    for t in range(3):
        for layer in range(LAYERS):
            assert (trace.cross[layer, :, t] == model.made_cross[t][layer][0, :, 0]).all()
            assert (trace.decoder[layer, :, t, :t + 1] == model.made_decoder[t][layer][0, :, 0]).all()
            assert (trace.decoder[layer, :, t, t + 1:] == 0).all()
            assert (trace.encoder[layer] == model.made_encoder[layer][0]).all()


def beams():
    model = StandIn([0, 5, 6, 1, 0], path=[0, 2, 1, -1], beams=3)
    for asked in ({}, {"output_scores": False}):   # which row wrote a word has to be known, whatever is asked for
        trace = from_huggingface(model, Tokenizer(), "the cat", num_beams=3, **asked)
        assert trace.target == ["▁le", "▁chat", "</s>"]
        for t, row in enumerate([0, 2, 1]):
            assert (trace.cross[1, :, t] == model.made_cross[t][1][row, :, 0]).all()


def prompt():
    """Words that were read before the first was written: the first step has a row for each."""
    model = StandIn([0, 8, 9, 5, 6, 1], prompt=3)
    trace = from_huggingface(model, Tokenizer(), "the cat")
    assert trace.target == ["▁le", "▁chat", "</s>"] and trace.inputs == ["▁b", "▁le", "▁chat"]
    assert (trace.cross[0, :, 0] == model.made_cross[0][0][0, :, 2]).all() and trace.decoder is None


def fed():
    model = StandIn([])
    trace = from_huggingface(model, Tokenizer(), "the cat sat", "le chat dort")
    assert trace.target == ["▁le", "▁chat", "▁dort", "</s>"] and trace.inputs == ["<pad>", "▁le", "▁chat", "▁dort"]
    for kind in ("cross", "encoder", "decoder"):
        assert (getattr(trace, kind) == np.concatenate(getattr(model.made, kind + "_attentions"))).all()


def none_given():
    silent = StandIn([0, 5, 1])
    made = silent.generate
    silent.generate = lambda **given: SimpleNamespace(**{**vars(made(**given)), "cross_attentions": [[None] * LAYERS] * 2})
    unsaid = StandIn([0, 5, 6, 1], beams=4)   # several rows, and nothing says which of them wrote the sentence
    for model, source, said in ((silent, "the cat", "eager"), (silent, ["the cat"], "one sentence"),
                                (unsaid, "the cat", "4 hypotheses")):
        try:
            from_huggingface(model, Tokenizer(), source, num_beams=model.beams)
        except (ValueError, TypeError) as error:
            assert said in str(error)
        else:
            raise AssertionError("nothing was refused")


class OnePart:
    """Of an encoder or a decoder alone; a decoder writes `sequence`, through the rows of `path` where it searches."""
    device = None

    def __init__(self, causal, sequence=None, path=None, beams=1):
        self.causal, self.sequence, self.path, self.beams = causal, sequence, path, beams
        self.config = SimpleNamespace(is_encoder_decoder=False, _name_or_path="")

    def can_generate(self):
        return self.sequence is not None

    def __call__(self, input_ids, attention_mask, output_attentions):
        batch, n = np.shape(input_ids)
        made = [shares(batch, HEADS, n, n) for _ in range(LAYERS)]
        self.made = [np.tril(layer) for layer in made] if self.causal else made
        return SimpleNamespace(attentions=tuple(self.made))

    def generate(self, input_ids, attention_mask, output_attentions, return_dict_in_generate, output_scores, **given):
        prompt = np.shape(input_ids)[1]
        rows = self.beams
        self.made = [[np.tril(shares(rows, HEADS, prompt, prompt)) if t == 0 else shares(rows, HEADS, 1, prompt + t) * (t + 1)
                      for _ in range(LAYERS)] for t in range(len(self.sequence) - prompt)]
        found = SimpleNamespace(sequences=np.array([self.sequence]), attentions=self.made)
        if self.path:
            found.beam_indices = np.array([self.path])
        return found


def asks(**given):
    """As one has it in hand: what the tokenizer made, and what the model gave for it."""
    return {"input_ids": np.array(given["ids"]), "attention_mask": np.array(given["mask"])}


def outputs_in_hand():
    """The same as the model with its sentence gives, for a text, for ids, and for what the tokenizer made."""
    model, tokenizer = StandIn([0, 5, 6, 1]), Tokenizer()
    expected = from_huggingface(model, tokenizer, "the cat sat").json
    made = model.generate(**tokenizer("the cat sat", return_tensors="pt"), output_attentions=True, return_dict_in_generate=True)
    for source in ("the cat sat", [2, 3, 4, 1], np.array([2, 3, 4, 1]), tokenizer("the cat sat", return_tensors="pt")):
        trace = from_huggingface(outputs=made, tokenizer=tokenizer, source=source)
        assert {**trace.json, "name": "stand-in"} == expected
    made = model(**tokenizer("the cat sat", return_tensors="pt"), labels=np.array([[5, 6, 7, 1]]), output_attentions=True)
    for target in ("le chat dort", [5, 6, 7, 1, -100]):
        made.cross_attentions = tuple(np.pad(layer, ((0, 0), (0, 0), (0, len(target) == 5), (0, 0))) for layer in
                                      [layer[:, :, :4] for layer in made.cross_attentions])
        trace = from_huggingface(model, tokenizer, "the cat sat", target, outputs=made)
        assert trace.target == ["▁le", "▁chat", "▁dort", "</s>"] and trace.inputs[0] == "<pad>"
        assert trace.cross.shape == (LAYERS, HEADS, 4, 4) and trace.decoder.shape == (LAYERS, HEADS, 4, 4)


def one_of_a_batch():
    """A sampled pair of each of two sentences, of which the first is padded; a shorter one is filled up behind its end."""
    given = asks(ids=[[2, 3, 1, 0], [2, 3, 4, 1]], mask=[[1, 1, 1, 0], [1, 1, 1, 1]])
    cross = [[shares(4, HEADS, 1, 4) * (t + 1) for _ in range(LAYERS)] for t in range(3)]
    made = SimpleNamespace(sequences=np.array([[0, 5, 1, 0], [0, 6, 1, 0], [0, 7, 1, 0], [0, 5, 6, 1]]), cross_attentions=cross,
                           encoder_attentions=[shares(2, HEADS, 4, 4) for _ in range(LAYERS)], decoder_attentions=None)
    for index, source, target in ((1, "▁the ▁cat </s>", "▁chat </s>"), (3, "▁the ▁cat ▁sat </s>", "▁le ▁chat </s>")):
        trace = from_huggingface(outputs=made, tokenizer=Tokenizer(), source=given, index=index)
        n = len(trace.source)
        assert trace.source == source.split() and trace.target == target.split() and trace.decoder is None
        assert (trace.cross[1, :, 1] == cross[1][1][index, :, 0, :n]).all()
        assert (trace.encoder[0] == made.encoder_attentions[0][index // 2][:, :n, :n]).all()


def encoder_alone():
    for model in (OnePart(causal=False), OnePart(causal=False, sequence=[0])):   # one that could write looks to both sides
        trace = from_huggingface(model, Tokenizer(), "the cat sat")
        assert trace.source == ["▁the", "▁cat", "▁sat", "</s>"] and trace.target == [] and trace.decoder is None
        assert (trace.encoder == np.concatenate(model.made)).all()
    batch = asks(ids=[[2, 1, 0], [2, 3, 1]], mask=[[1, 1, 0], [1, 1, 1]])
    made = model(**batch, output_attentions=True)
    trace = from_huggingface(outputs=made, tokenizer=Tokenizer(), source=batch)
    assert trace.source == ["▁the", "</s>"] and (trace.encoder[0] == model.made[0][0, :, :2, :2]).all()


def decoder_alone():
    """Greedily, and by a search: the prompt at once, then a word each step; or a text that is only read."""
    for path, beams in ((None, 1), ([0, 2, 1], 3)):
        model = OnePart(causal=True, sequence=[2, 3, 1, 8, 9, 1], path=path, beams=beams)
        trace = from_huggingface(model, Tokenizer(), "the cat", do_sample=True)
        assert trace.inputs == ["▁the", "▁cat", "</s>", "▁a", "▁b"] and trace.target == ["▁cat", "</s>", "▁a", "▁b", "</s>"]
        assert trace.source == [] and trace.cross is None and trace.decoder.shape == (LAYERS, HEADS, 5, 5)
        rows = path or [0, 0, 0]
        assert (trace.decoder[1, :, :3, :3] == model.made[0][1][rows[0]]).all()
        assert (trace.decoder[1, :, 4] == model.made[2][1][rows[2], :, 0]).all() and (trace.decoder[1, :, 3, 4] == 0).all()
        again = from_huggingface(outputs=model.generate(**Tokenizer()("the cat", return_tensors="pt"), output_attentions=True,
                                                        return_dict_in_generate=True, output_scores=True), tokenizer=Tokenizer())
        assert again.inputs == trace.inputs and again.decoder.shape == trace.decoder.shape
    reader = OnePart(causal=True)
    trace = from_huggingface(reader, Tokenizer(), "the cat")
    assert trace.inputs == ["▁the", "▁cat", "</s>"] and trace.target == ["▁cat", "</s>"]
    assert (trace.decoder == np.concatenate(reader.made)).all()


def refused():
    tokenizer, model = Tokenizer(), OnePart(causal=False)
    read = model(**tokenizer("the cat", return_tensors="pt"), output_attentions=True)
    silent = SimpleNamespace(attentions=None)
    fed = SimpleNamespace(cross_attentions=[shares(1, HEADS, 2, 3)])
    for given, said in ((dict(model=model, tokenizer=tokenizer, source="a", target="b"), "a model of one part"),
                        (dict(tokenizer=tokenizer, source="the"), "a model or its outputs"), (dict(outputs=read), "a tokenizer"),
                        (dict(outputs=read, tokenizer=tokenizer), "source is missing"),
                        (dict(outputs=read, tokenizer=tokenizer, source="the"), "are of 3 words, and source has 2"),
                        (dict(outputs=read, tokenizer=tokenizer, source="the cat", index=1), "no sentence 1"),
                        (dict(outputs=read, tokenizer=tokenizer, source=[[2, 3, 1], [2, 3, 1]]), "source has 2 sentences"),
                        (dict(outputs=read, tokenizer=tokenizer, source="the cat", num_beams=2), "num_beams is for a model"),
                        (dict(outputs=silent, tokenizer=tokenizer, source="the cat"), "eager"),
                        (dict(outputs=fed, tokenizer=tokenizer, source="the cat"), "target is missing")):
        try:
            from_huggingface(**given)
        except (ValueError, TypeError) as error:
            assert said in str(error), error
        else:
            raise AssertionError(f"{said}: nothing was refused")


class CharTokenizer(Tokenizer):
    """For the library's own model, which is not trained: any ids do."""

    def __call__(self, text=None, text_target=None, return_tensors=None):
        import torch
        return {key: torch.tensor(value) for key, value in super().__call__(text, text_target, return_tensors).items()}


def with_the_library():
    """A small model of the library with random weights: nothing is downloaded."""
    from transformers import BartConfig, BartForConditionalGeneration
    config = BartConfig(vocab_size=WIDE, d_model=16, encoder_layers=2, decoder_layers=LAYERS, encoder_attention_heads=HEADS,
                        decoder_attention_heads=HEADS, encoder_ffn_dim=8, decoder_ffn_dim=8, max_position_embeddings=32,
                        pad_token_id=0, bos_token_id=0, eos_token_id=1, decoder_start_token_id=0, forced_eos_token_id=None)
    config._attn_implementation = "eager"
    model = BartForConditionalGeneration(config).eval()
    for options in ({}, {"num_beams": 3}, {"target": "le chat"}):
        limit = {} if "target" in options else {"max_new_tokens": 6}
        trace = from_huggingface(model, CharTokenizer(), "the cat sat", **options, **limit)
        n, m = len(trace.source), len(trace.target)
        assert trace.cross.shape == (LAYERS, HEADS, m, n) and np.allclose(trace.cross.sum(-1), 1, atol=1e-4)
        assert trace.encoder.shape == (2, HEADS, n, n) and trace.decoder.shape == (LAYERS, HEADS, m, m)
    from transformers import BertConfig, BertModel, GPT2Config, GPT2LMHeadModel
    bert = BertModel(BertConfig(vocab_size=WIDE, hidden_size=16, num_hidden_layers=LAYERS, num_attention_heads=HEADS,
                                intermediate_size=8, attn_implementation="eager")).eval()
    trace = from_huggingface(bert, CharTokenizer(), "the cat sat")
    assert trace.encoder.shape == (LAYERS, HEADS, 4, 4) and trace.decoder is None
    gpt = GPT2LMHeadModel(GPT2Config(vocab_size=WIDE, n_embd=16, n_layer=LAYERS, n_head=HEADS, bos_token_id=0, eos_token_id=1,
                                     attn_implementation="eager")).eval()
    for options in ({}, {"do_sample": True}, {"num_beams": 3}):
        trace = from_huggingface(gpt, CharTokenizer(), "the cat sat", max_new_tokens=4, pad_token_id=0, **options)
        assert trace.decoder.shape[-1] == len(trace.target) and np.allclose(trace.decoder.sum(-1), 1, atol=1e-4)


def main():
    greedy()
    beams()
    prompt()
    fed()
    none_given()
    outputs_in_hand()
    one_of_a_batch()
    encoder_alone()
    decoder_alone()
    refused()
    print("the documented shapes are read")
    try:
        import transformers  # noqa: F401
    except ImportError:
        print("skipped: the library itself, transformers is not here (pip install transformers)")
        sys.exit(77)
    with_the_library()


main()
