"""attend's model files (safetensors) in plain Python: no package is needed.

    file = read("model.safetensors")
    file.config["hidden"], file.source[4], file.tensors["output.bias"]    # F32 tensors are array("f")
    write("copy.safetensors", file)                                       # the same bytes

What is read and written again unchanged is the same file to the last bit, whoever wrote it.
"""
import array
import json
import sys
from dataclasses import dataclass, field

SPECIAL = ["<pad>", "<s>", "</s>", "<unk>"]


@dataclass
class Tensor:
    shape: list
    values: array.array


@dataclass
class ModelFile:
    metadata: dict                                # strings, as they stand in the file
    tensors: dict = field(default_factory=dict)   # Tensor by name, in the order of the file

    @property
    def config(self):
        return json.loads(self.metadata["attend.config"])

    @property
    def source(self):
        return json.loads(self.metadata["attend.source_vocab"])

    @property
    def target(self):
        return json.loads(self.metadata["attend.target_vocab"])


def count(shape):
    product = 1
    for size in shape:
        product *= size
    return product


def floats(data):
    values = array.array("f")
    values.frombytes(data)
    if sys.byteorder == "big":
        values.byteswap()
    return values


def read(path):
    with open(path, "rb") as file:
        data = file.read()
    if len(data) < 8 or int.from_bytes(data[:8], "little") > len(data) - 8:
        raise ValueError(f"{path}: a safetensors file was expected, and its header is not whole")
    end = 8 + int.from_bytes(data[:8], "little")
    header = json.loads(data[8:end])
    result = ModelFile(header.pop("__metadata__", {}))
    for name, about in header.items():
        first, last = about["data_offsets"]
        if about["dtype"] != "F32" or last - first != 4 * count(about["shape"]) or not 0 <= first <= last <= len(data) - end:
            raise ValueError(f"{path}: the tensor {name} is not float32 of its shape")
        result.tensors[name] = Tensor(about["shape"], floats(data[end + first:end + last]))
    return result


def dump(value):
    """JSON as attend writes it: no spaces, UTF-8 as it is."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def encode(file):
    header, at = {"__metadata__": file.metadata}, 0
    for name, tensor in file.tensors.items():
        end = at + 4 * count(tensor.shape)
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


def write(path, file):
    with open(path, "wb") as out:
        out.write(encode(file))
