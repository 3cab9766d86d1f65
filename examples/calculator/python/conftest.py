# Its presence lets pytest find calculator.py from the tests.
