"""What the compiler did with a symbol, and what that costs."""
from .facts import Explanation, Instruction, Step, Total, Value, explanation
from .measure import times

__all__ = ["Explanation", "Instruction", "Step", "Total", "Value", "explanation", "times"]
