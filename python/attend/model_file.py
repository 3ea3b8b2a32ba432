"""attend's model files (safetensors) in plain Python: no package is needed.

    file = read("model.safetensors")
    file.config["hidden"], file.source[4], file.tensors["output.bias"]    # F32 tensors are array("f")
    write("copy.safetensors", file)                                       # the same bytes

What is read and written again unchanged is the same file to the last bit, whoever wrote it.
"""
from __future__ import annotations

import array
import json
import math
import sys
from dataclasses import dataclass, field
from typing import Any

SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]


@dataclass
class Tensor:
    shape: list[int]
    values: array.array[float]


@dataclass
class ModelFile:
    metadata: dict[str, str]                                          # as it stands in the file
    tensors: dict[str, Tensor] = field(default_factory=dict)          # by name, in the order of the file

    @property
    def config(self) -> dict[str, Any]:
        return json.loads(self.metadata["attend.config"])

    @property
    def source(self) -> list[str]:
        return json.loads(self.metadata["attend.source_vocab"])

    @property
    def target(self) -> list[str]:
        return json.loads(self.metadata["attend.target_vocab"])

    def merges(self, side: str) -> list[tuple[str, str]]:
        """Of a side ("source", "target") whose words are cut into pieces: what pieces.py makes of them."""
        pairs = [item.split(" ") for item in json.loads(self.metadata.get(f"attend.{side}_merges", "[]"))]
        return [(left, right) for left, right in pairs]


def floats(data: bytes) -> array.array[float]:
    values = array.array("f")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def read(path: str) -> ModelFile:
    with open(path, "rb") as file:
        data = file.read()
    end = 8 + int.from_bytes(data[:8], "little")
    if not 8 < end <= len(data):
        raise ValueError(f"{path}: a safetensors file was expected, and its header is not whole")
    try:
        header = json.loads(data[8:end])
        result = ModelFile(header.pop("__metadata__", {}))
        for name, about in header.items():
            first, last = about["data_offsets"]
            whole = 0 <= first <= last <= len(data) - end and last - first == 4 * math.prod(about["shape"])
            if about["dtype"] != "F32" or not whole:
                raise ValueError(f"{path}: the tensor {name} is not float32 of its shape")
            result.tensors[name] = Tensor(about["shape"], floats(data[end + first:end + last]))
    except (json.JSONDecodeError, UnicodeDecodeError, AttributeError, KeyError, TypeError):
        raise ValueError(f"{path}: a safetensors file was expected, and its header is not what it should be") from None
    if not {"attend.config", "attend.source_vocab", "attend.target_vocab"} <= result.metadata.keys():
        raise ValueError(f"{path}: this is no model of attend: it lacks its settings and words")
    return result


def dump(value: Any) -> str:
    """JSON as attend writes it: no spaces, UTF-8 as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def encode(file: ModelFile) -> bytes:
    header: dict[str, Any] = {"__metadata__": file.metadata}
    at = 0
    for name, tensor in file.tensors.items():
        end = at + 4 * math.prod(tensor.shape)
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [at, end]}
        at = end
    text = dump(header).encode()
    text += b" " * (-len(text) % 8)
    parts = [len(text).to_bytes(8, "little"), text]
    for tensor in file.tensors.values():
        values = array.array("f", tensor.values)
        if sys.byteorder == "big":
            values.byteswap()
        parts.append(values.tobytes())
    return b"".join(parts)


def write(path: str, file: ModelFile) -> None:
    with open(path, "wb") as out:
        out.write(encode(file))
