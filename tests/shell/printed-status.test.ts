import { describe, expect, it } from 'vitest';
import { mayPrintStatus, parseCommand, readLastStatus, readPrintedStatuses } from '../../src/shell/index.ts';

describe('a status that a call prints itself', () => {
  it.each([
    ['npm test; echo "exit=$?"', '2 failing\nexit=1', [['npm', 1]]],
    [`npm test 2>&1 | tail -3; echo "exit: \${PIPESTATUS[0]}"`, 'red\nexit: 2', [['npm', 2]]],
    ['npm test 2>&1 | tail -3; echo $?', 'red\n0', [['tail', 0]]],
    ['make all; rc=$?; cat log; echo "rc=$rc (make)"', 'done\nrc=2 (make)', [['make', 2]]],
    ['tide show; printf \'EXIT:%s\\n\' "$?"', 'north\nEXIT:0', [['tide', 0]]],
    [
      'tide a; echo "a=$?"; wick b; echo "b=$?"',
      'one\na=0\nno wick\nb=3',
      [
        ['tide', 0],
        ['wick', 3],
      ],
    ],
  ])('is that of the command before: %s', (command, output, wanted) => {
    expect(mayPrintStatus(command)).toBe(true);
    const found = readPrintedStatuses(parseCommand(command), output);
    expect(found.map(({ command: { name }, code }) => [name, code])).toEqual(wanted);
  });

  it.each([
    ['npm test; echo "exit=$?"', 'cut off'],
    ['npm test; echo "exit=$?"', 'exit=later'],
    ['npm test; echo "$LABEL=$?"', 'exit=1'],
    ['echo "price: $price"', 'price: 1'],
    ['if tide up; then echo yes; else echo "no: $?"; fi', 'no: 1'],
  ])('is read only where it is one: %s', (command, output) => {
    expect(readPrintedStatuses(parseCommand(command), output)).toEqual([]);
  });

  it.each([
    ['all red\nexit=127', 127],
    ['EXIT: 1', 1],
    ['x\nrc=2\n', 2],
    ['status: 1', 1],
    ['--- exit code 4 ---', 4],
  ])('stands on the last line: %s', (output, code) => {
    expect(readLastStatus(output)?.code).toBe(code);
  });

  it.each(['exit=1\nand more', 'status: active', 'exit the harbour at 7', ''])('is not any last line: %s', (output) => {
    expect(readLastStatus(output)).toBeUndefined();
  });
});
