"""attend in Python: traces of anybody's attention, models, training. docs/python.md tells more.

    import attend
    trace = attend.from_huggingface(model, tokenizer, "The cat sleeps.")
    trace.open()

`import attend.torch` has the models in PyTorch, `python3 -m attend.train` trains them.
"""
from .huggingface import from_huggingface
from .program import ProgramError
from .trace import Trace

__all__ = ["ProgramError", "Trace", "from_huggingface"]
