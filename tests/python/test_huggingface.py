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
    """`beams` hypotheses; the best one came through the rows of `path`, which `generate` tells where it is asked for scores."""
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


def main():
    greedy()
    beams()
    prompt()
    fed()
    none_given()
    print("the documented shapes are read")
    try:
        import transformers  # noqa: F401
    except ImportError:
        print("skipped: the library itself, transformers is not here (pip install transformers)")
        sys.exit(77)
    with_the_library()


main()
