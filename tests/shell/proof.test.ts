import { describe, expect, it } from 'vitest';
import { parseCommand, proveCommand } from '../../src/shell/index.ts';

/** How the named command of a line ended. */
function prove(text: string, name: string, output: string, isToldOk = true) {
  const parsed = parseCommand(text);
  const command = parsed.commands.find((one) => one.name === name);
  if (!command) throw new Error(`no ${name} in ${text}`);
  return proveCommand(command, parsed, { isToldOk, output });
}

describe('a command of a call that ended well', () => {
  it.each([
    ['tide show north', 'tide', ''],
    ['cd app && tide show && wick list', 'tide', ''],
    ['tide show 2>&1 | tail -5', 'tide', 'north 4.2 m'],
    ['tide show 2>&1 | tail -5', 'tide', ''],
    ['mkdir -p out; cp a out', 'mkdir', ''],
    ['tide test 2>&1 | grep -E "pass|fail"', 'tide', '12 passed, 0 failed'],
    ['cat notes.md | head', 'cat', 'one\nerror: quoted\nthree'],
    ['tide check || echo "NOT GREEN"', 'tide', 'all gauges answer'],
  ])('worked where its status is the call’s or its output says so: %s', (text, name, output) => {
    expect(prove(text, name, output)).toBe('worked');
  });

  it.each([
    ['tide show | tail -5', 'tide', 'tide: cannot reach the gauge'],
    ['tide build 2>&1 | grep warning', 'tide', 'warning: old chart'],
    ['tide build 2>/dev/null | tail -1', 'tide', ''],
    ['tide build 2>&1 | grep warning', 'tide', '(Bash completed with no output)'],
    ['tide build > build.log 2>&1; cat build.log | tail -1', 'tide', ''],
    ['tide a || wick b', 'tide', 'fine'],
    ['tide a || wick b', 'wick', 'fine'],
    ['ls charts || true', 'ls', ''],
    ['tide check || echo "NOT GREEN"', 'tide', 'NOT GREEN'],
    ['tide serve & sleep 1', 'tide', 'listening'],
    ['if [ -f a ]; then tide up; fi', 'tide', ''],
    ['! tide up', 'tide', ''],
    ['ls a 2>/dev/null; ls b 2>/dev/null; true', 'ls', 'x.txt'],
  ])('is unknown where neither does: %s', (text, name, output) => {
    expect(prove(text, name, output)).toBe('unknown');
  });

  it.each([
    ['tide show', 'north 4.2 m', 'worked'],
    ['tide show', 'error: no gauge', 'unknown'],
    ['tide show', '', 'unknown'],
  ] as const)('goes by its output alone where nobody tells the status: %s %s', (text, output, wanted) => {
    expect(prove(text, 'tide', output, false)).toBe(wanted);
  });
});
