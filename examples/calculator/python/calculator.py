"""A calculator with bugs, for the learning loop to try itself on."""


def safe_divide(a, b):
    """Divides a by b; there is no result for b == 0."""
    return a / b


def average(numbers):
    """The average of some numbers; there is none of nothing."""
    return sum(numbers) / len(numbers)


def percentage(part, whole):
    """What per cent part is of whole."""
    return part / whole * 100
