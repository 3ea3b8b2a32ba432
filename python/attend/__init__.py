"""attend in Python: pictures of anybody's attention, traces, models, training. docs/python.md tells more.

    import attend
    attend.heatmap([[0.9, 0.1], [0.2, 0.8]], "the cat", "le chat", width="84mm").save("figure.pdf")
    trace = attend.from_huggingface(model, tokenizer, "The cat sleeps.")
    trace.open()

`import attend.torch` has the models in PyTorch, `python3 -m attend.train` trains them.
"""
from importlib.metadata import PackageNotFoundError, version

from .figure import Heatmap, causes, heatmap
from .huggingface import from_huggingface
from .program import ProgramError
from .trace import Trace

try:
    __version__ = version("attend")
except PackageNotFoundError:   # of a checkout that is not installed
    __version__ = "unknown"

__all__ = ["Heatmap", "ProgramError", "Trace", "causes", "from_huggingface", "heatmap"]
