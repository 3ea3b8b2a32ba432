"""The attention of models of the library transformers as a Trace: of an encoder-decoder, an encoder or a decoder alone.

    trace = from_huggingface(model, tokenizer, "The cat sleeps.", num_beams=4)
    trace.cross                # [layers, heads, m, n]; of one alone trace.encoder or trace.decoder
    trace = from_huggingface(outputs=outputs, tokenizer=tokenizer, source=inputs)   # what the model gave before
    trace.open()               # in the window

What is read are the shapes that the library documents. `generate` gives cross_attentions, decoder_attentions (of a decoder
alone: attentions) as [step][layer] of [batch * beams, heads, words read by the step, columns], `forward` gives [layer] of
[batch, heads, rows, columns].
"""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .arrays import counted, numbers
from .trace import Trace

EAGER = ('there are no attentions: load the model with attn_implementation="eager" and ask it with output_attentions=True, '
         "generate also with return_dict_in_generate=True")


@dataclass
class Given:
    """What a model was asked: ids by sentence, of each the words that are none are cut away."""
    tokenizer: Any
    ids: list[list[int]] | None    # [batch][n] of the source; None: nobody said
    kept: list[list[bool]] | None  # which of them are words, where the batch is padded
    index: int                     # of the sentence that becomes a trace, among those that were written

    def words(self, ids: Any) -> list[str]:
        return self.tokenizer.convert_ids_to_tokens([int(i) for i in ids])


def from_huggingface(model: Any = None, tokenizer: Any = None, source: Any = None, target: Any = None, *, outputs: Any = None,
                     index: int = 0, **generate: Any) -> Trace:
    """One sentence through the model. It writes by itself, with `generate` and the further arguments, or is fed `target`; an
    encoder alone reads. With `outputs`, of model(...) or model.generate(...), nothing is computed: `source` is what the model
    was given (its text, ids or the tokenizer's result), `target` what its decoder was fed, `index` one of several sentences."""
    if tokenizer is None or (model is None and outputs is None):
        raise TypeError("from_huggingface needs a tokenizer, and a model or its outputs")
    if outputs is None:
        if not isinstance(source, str):
            raise TypeError("source has to be one sentence")
        encoded = on_device(model, tokenizer(source, return_tensors="pt"))
        outputs, source, target = asked(model, tokenizer, encoded, target, generate)
    elif generate:
        raise TypeError(f"{sorted(generate)[0]} is for a model that writes; these outputs are written already")
    given = Given(tokenizer, *ids_of(tokenizer, source), index)
    config = getattr(model, "config", None)
    name = getattr(config, "_name_or_path", None) or None
    if getattr(outputs, "sequences", None) is not None:
        return written(outputs, given, name)
    return fed(outputs, given, target, config, name)


def on_device(model: Any, inputs: Any) -> Any:
    return inputs.to(model.device) if hasattr(model, "device") and hasattr(inputs, "to") else inputs


def asked(model: Any, tokenizer: Any, encoded: Any, target: str | None, options: dict[str, Any]) -> tuple[Any, Any, Any]:
    """The outputs, and source and target that go with them. Of models of one part those write that look back alone."""
    two = getattr(getattr(model, "config", None), "is_encoder_decoder", True)
    if two and target is not None:
        labels = on_device(model, tokenizer(text_target=target, return_tensors="pt")["input_ids"])
        return model(**encoded, labels=labels, output_attentions=True), encoded, labels
    if target is not None:
        raise TypeError("target is what the decoder of an encoder-decoder is fed; a model of one part reads its text in source")
    if not two:
        out = model(**encoded, output_attentions=True)
        if not (hasattr(model, "can_generate") and model.can_generate() and looks_back(stacked(own_layers(out)))):
            return out, encoded, None
    # output_scores: without them some versions do not say which hypothesis wrote which word
    wanted = {**options, "output_attentions": True, "output_scores": True, "return_dict_in_generate": True}
    return model.generate(**encoded, **wanted), encoded, None


# ---- what the words are ----

def ids_of(tokenizer: Any, given: Any) -> tuple[list[list[int]] | None, list[list[bool]] | None]:
    """Ids by sentence of a text, of ids, or of what a tokenizer made; and which of them are no padding."""
    if given is None:
        return None, None
    if isinstance(given, str):
        given = tokenizer(given, return_tensors="pt")
    mask = given["attention_mask"] if hasattr(given, "keys") and "attention_mask" in given.keys() else None
    ids = rows_of(given["input_ids"] if hasattr(given, "keys") else given)
    return ids, [[bool(i) for i in row] for row in rows_of(mask)] if mask is not None else None


def rows_of(ids: Any) -> list[list[int]]:
    """[batch][n] of ids of one sentence or of a batch."""
    found = ids.tolist() if hasattr(ids, "tolist") else [list(row) if hasattr(row, "__iter__") else row for row in ids]
    rows = found if found and isinstance(found[0], list) else [found]
    return [[int(i) for i in row] for row in rows]


def sentence(rows: list[Any] | None, at: int, batch: int) -> Any:
    """Row `at` of a batch that is as large."""
    if rows is None:
        raise TypeError("source is missing: the text, the ids or the tokenizer's result that the model was given")
    if len(rows) != batch:
        raise ValueError(f"source has {counted(len(rows), 'sentence')}, and the attentions are of {batch}")
    return rows[at]


def chosen(index: int, count: int) -> int:
    if not 0 <= index < count:
        raise ValueError(f"there is no sentence {index}: they are 0 to {count - 1}")
    return index


def without_padding(given: Given, at: int, batch: int, attention: np.ndarray, sides: tuple[int, ...]) -> tuple[list[str], np.ndarray]:
    """The source's words and what looks at them, of a sentence of the batch; `sides`: the axes of its words."""
    ids = sentence(given.ids, at, batch)
    kept = [i for i in range(len(ids)) if given.kept is None or given.kept[at][i]]
    for side in sides:
        if attention.shape[side] != len(ids):
            raise ValueError(f"the attentions are of {counted(attention.shape[side], 'word')}, and source has {len(ids)}")
        attention = attention.take(kept, side)
    return given.words(ids[i] for i in kept), attention


# ---- all at once ----

def size_of(layers: Any) -> int:
    """Of the batch, of attentions by layer."""
    if not layers or layers[0] is None:
        raise ValueError(EAGER)
    return layers[0].shape[0]


def stacked(layers: Any, at: int = 0) -> np.ndarray:
    """[layers, heads, rows, columns] of a sentence, from [layer][batch, heads, rows, columns]."""
    if not layers or any(layer is None for layer in layers):
        raise ValueError(EAGER)
    return np.stack([numbers(layer[at], "the attentions", 3) for layer in layers])


def looks_back(attention: np.ndarray) -> bool:
    """Does no word look at one behind it?"""
    return not attention[..., np.triu(np.ones(attention.shape[-2:], bool), 1)].any()


def own_layers(out: Any) -> Any:
    """Of a model of one part, or of the encoder that was asked alone."""
    return getattr(out, "attentions", None) or getattr(out, "encoder_attentions", None)


def fed(out: Any, given: Given, target: Any, config: Any, name: str | None) -> Trace:
    """What `forward` gives: the decoder was fed `target`, and a model of one part looks back or to both sides."""
    cross = getattr(out, "cross_attentions", None)
    if not cross:
        return read(out, given, name)
    if target is None:
        raise TypeError("target is missing: what the decoder was fed, which the outputs do not say")
    batch = size_of(cross)
    at = chosen(given.index, batch)
    labels, mask = ids_of_target(given.tokenizer, target)
    ids = sentence(labels, at, batch)
    last = max((i for i in range(len(ids)) if ids[i] >= 0 and (mask is None or mask[at][i])), default=-1)   # -100: none
    ids = ids[:last + 1]
    source, found = without_padding(given, at, batch, stacked(cross, at)[:, :, :len(ids)], (3,))
    own, start = getattr(out, "decoder_attentions", None), getattr(config, "decoder_start_token_id", None)
    return Trace.of(source, given.words(ids), found, encoder_of(out, given, at, batch),
                    stacked(own, at)[:, :, :len(ids), :len(ids)] if own else None,
                    None if start is None else given.words([start, *ids[:-1]]), name)


def ids_of_target(tokenizer: Any, target: Any) -> tuple[list[list[int]], list[list[bool]] | None]:
    """As ids_of; a text is one of the target's language."""
    found, mask = ids_of(tokenizer, tokenizer(text_target=target, return_tensors="pt") if isinstance(target, str) else target)
    assert found is not None
    return found, mask


def encoder_of(out: Any, given: Given, at: int, batch: int) -> np.ndarray | None:
    layers = getattr(out, "encoder_attentions", None)
    return without_padding(given, at, batch, stacked(layers, at), (2, 3))[1] if layers else None


def read(out: Any, given: Given, name: str | None) -> Trace:
    """Of a model of one part, what it made of a text."""
    layers = own_layers(out)
    batch = size_of(layers)
    at = chosen(given.index, batch)
    source, found = without_padding(given, at, batch, stacked(layers, at), (2, 3))
    return Trace.of(source, decoder=found, name=name) if looks_back(found) else Trace.of(source, encoder=found, name=name)


# ---- step by step ----

def written(out: Any, given: Given, name: str | None) -> Trace:
    """What `generate` gives, greedily, sampled or by a beam search."""
    cross, alone = getattr(out, "cross_attentions", None), getattr(out, "attentions", None)
    own = getattr(out, "decoder_attentions", None) or alone
    steps = cross or own
    if not steps or any(layer is None for step in steps for layer in step):
        raise ValueError(EAGER)
    at = chosen(given.index, len(out.sequences))
    sequence = [int(i) for i in out.sequences[at]]
    prompt = steps[0][0].shape[2]   # words that were read before the first was written; mostly the start mark alone
    sequence = sequence[:prompt] + up_to_end(sequence[prompt:], given.tokenizer)
    rows = beams(out, steps, at, len(sequence) - prompt)
    ids, m = sequence[prompt:prompt + len(rows)], len(rows)
    if m == 0:
        raise ValueError("nothing was written, so that there are no attentions")
    if not cross:
        found = grown(own, rows)
        first = padding_of(given, at, len(out.sequences), prompt)
        return Trace.of(given.words(sequence[first:prompt + m - 1]), given.words(sequence[first + 1:prompt + m]),
                        decoder=found[:, :, first:, first:], name=name)
    batch = len(given.ids) if given.ids is not None else 1
    each = len(out.sequences) // batch if batch and len(out.sequences) % batch == 0 else 1
    weights = np.stack([step_rows(cross[t], rows[t]) for t in range(m)], 2)
    source, weights = without_padding(given, at // each, batch, weights, (3,))
    return Trace.of(source, given.words(ids), weights, encoder_of(out, given, at // each, batch),
                    grown(own, rows) if own and prompt == 1 else None, given.words(sequence[prompt - 1:prompt + m - 1]), name)


def up_to_end(ids: list[int], tokenizer: Any) -> list[int]:
    """Without what fills up a batch behind the end mark."""
    end = getattr(tokenizer, "eos_token_id", None)
    return ids[:ids.index(end) + 1] if end in ids else ids


def padding_of(given: Given, at: int, count: int, prompt: int) -> int:
    """How many words in front of the prompt are padding."""
    if given.kept is None or not given.kept or count % len(given.kept):
        return 0
    kept = given.kept[at // (count // len(given.kept))]
    return kept.index(True) if True in kept and len(kept) == prompt else 0


def beams(out: Any, steps: Any, at: int, count: int) -> list[int]:
    """Of each step the row of batch * beams that wrote the sequence; -1 in beam_indices stands behind its end."""
    found, rows = getattr(out, "beam_indices", None), steps[0][0].shape[0]
    count = min(count, len(steps))
    if found is not None:
        return [int(row) for row in found[at] if int(row) >= 0][:count]
    if rows == 1 or (rows == len(out.sequences) and not hasattr(out, "beam_indices")):
        return [at] * count
    raise ValueError(f"the model gave the attentions of {rows} hypotheses and not which of them wrote the sentence "
                     "(beam_indices); ask generate with output_scores=True, or with num_beams=1")


def step_rows(layers: Any, row: int) -> np.ndarray:
    """[layers, heads, columns]: what a step's last word reads, from [layer][batch * beams, heads, words, columns]."""
    return np.stack([numbers(layer[row][:, -1], "the attentions", 2) for layer in layers])


def grown(steps: Any, rows: list[int]) -> np.ndarray:
    """[layers, heads, words, words] of a decoder that read some at first and then one each step; what is not read yet is 0."""
    first = np.stack([numbers(layer[rows[0]], "the attentions", 3) for layer in steps[0]])
    layers, heads, prompt, _ = first.shape
    m = prompt + len(rows) - 1
    found = np.zeros((layers, heads, m, m))
    found[:, :, :prompt, :prompt] = first[..., :prompt]
    for t in range(1, len(rows)):
        row = step_rows(steps[t], rows[t])
        found[:, :, prompt + t - 1, :prompt + t] = row[..., :prompt + t]
    return found
