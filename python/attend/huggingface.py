"""The attention of any encoder-decoder of the library transformers as a Trace.

    trace = from_huggingface(model, tokenizer, "The cat sleeps.", num_beams=4)
    trace.cross                # [layers, heads, m, n]
    trace.open()               # in the window

What is read are the shapes that the library documents: `generate` gives cross_attentions [step][layer] of
[batch * beams, heads, 1, n], `forward` gives [layer] of [batch, heads, m, n].
"""
from __future__ import annotations

from typing import Any

import numpy as np

from .arrays import numbers
from .trace import Trace

Made = tuple[list[int], list[int], dict[str, np.ndarray]]   # ids written [m], ids read [m], attentions by kind
EAGER = 'the model gave no attentions; load it with attn_implementation="eager"'


def from_huggingface(model: Any, tokenizer: Any, source: str, target: str | None = None, **generate: Any) -> Trace:
    """One sentence through the model. With `target` the decoder is fed this translation, else it writes its own, by
    `model.generate` with the further arguments."""
    if not isinstance(source, str):
        raise TypeError("source has to be one sentence")
    inputs = tokenizer(source, return_tensors="pt")
    if hasattr(model, "device") and hasattr(inputs, "to"):
        inputs = inputs.to(model.device)
    made = written(model, inputs, generate) if target is None else fed(model, tokenizer, inputs, target)
    ids, read, attentions = made
    name = getattr(getattr(model, "config", None), "_name_or_path", None)
    return Trace.of(tokens(tokenizer, inputs["input_ids"][0]), tokens(tokenizer, ids), **attentions,
                    inputs=tokens(tokenizer, read), name=name or None)


def tokens(tokenizer: Any, ids: Any) -> list[str]:
    return tokenizer.convert_ids_to_tokens([int(i) for i in ids])


def fed(model: Any, tokenizer: Any, inputs: Any, target: str) -> Made:
    """The model is told what to write, and shifts it by itself."""
    labels = tokenizer(text_target=target, return_tensors="pt")["input_ids"]
    if hasattr(model, "device") and hasattr(labels, "to"):
        labels = labels.to(model.device)
    out = model(**inputs, labels=labels, output_attentions=True)
    ids = [int(i) for i in labels[0]]
    read = [start_of(model, ids)] + ids[:-1]
    return ids, read, {"cross": stacked(out.cross_attentions), "encoder": stacked(out.encoder_attentions),
                       "decoder": stacked(out.decoder_attentions)}


def start_of(model: Any, ids: list[int]) -> int:
    found = getattr(getattr(model, "config", None), "decoder_start_token_id", None)
    return ids[0] if found is None else int(found)


def stacked(layers: Any) -> np.ndarray:
    """[layers, heads, rows, columns] of the first sentence, from [layer][batch, heads, rows, columns]."""
    if not layers or any(layer is None for layer in layers):
        raise ValueError(EAGER)
    return np.stack([numbers(layer[0], "the attentions", 3) for layer in layers])


def written(model: Any, inputs: Any, options: dict[str, Any]) -> Made:
    """The model writes by itself."""
    # output_scores: without them some versions do not say which hypothesis wrote which word
    asked = {**options, "output_attentions": True, "output_scores": True, "return_dict_in_generate": True}
    out = model.generate(**inputs, **asked)
    steps = out.cross_attentions
    if not steps or any(layer is None for step in steps for layer in step):
        raise ValueError(EAGER)
    sequence = [int(i) for i in out.sequences[0]]
    prompt = steps[0][0].shape[2]  # words that were read before the first was written; mostly the start mark alone
    rows = beams(out, len(sequence) - prompt)
    m = len(rows)
    cross = np.stack([step_rows(steps[t], rows[t]) for t in range(m)], 2)
    found = {"cross": cross, "encoder": stacked(out.encoder_attentions)}
    if prompt == 1 and getattr(out, "decoder_attentions", None):
        found["decoder"] = triangle([step_rows(out.decoder_attentions[t], rows[t]) for t in range(m)])
    return sequence[prompt:prompt + m], sequence[prompt - 1:prompt + m - 1], found


def beams(out: Any, steps: int) -> list[int]:
    """Of each step the row of batch * beams that wrote the sequence; -1 in beam_indices stands behind its end."""
    found = getattr(out, "beam_indices", None)
    if found is None:
        count = out.cross_attentions[0][0].shape[0]
        if count > 1:
            raise ValueError(f"the model gave the attentions of {count} hypotheses and not which of them wrote the sentence "
                             "(beam_indices); num_beams=1 was expected")
        return [0] * steps
    return [int(row) for row in found[0] if int(row) >= 0][:steps]


def step_rows(layers: Any, row: int) -> np.ndarray:
    """[layers, heads, columns]: what a step's last word reads, from [layer][batch * beams, heads, words, columns]."""
    return np.stack([numbers(layer[row][:, -1], "the attentions", 2) for layer in layers])


def triangle(steps: list[np.ndarray]) -> np.ndarray:
    """[layers, heads, m, m] from rows that grow by a word each step; what is not read yet is 0."""
    layers, heads, _ = steps[0].shape
    found = np.zeros((layers, heads, len(steps), len(steps)))
    for t, row in enumerate(steps):
        found[:, :, t, :t + 1] = row
    return found
