from calculator import average, percentage, safe_divide


def test_divides():
    assert safe_divide(10, 4) == 2.5


def test_division_by_zero_has_no_result():
    assert safe_divide(1, 0) is None


def test_averages():
    assert average([1, 2, 3]) == 2


def test_nothing_has_no_average():
    assert average([]) is None


def test_percentages():
    assert percentage(1, 4) == 25
