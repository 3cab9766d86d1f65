import { describe, expect, it } from 'vitest';
import { processHost } from '../../src/app/surroundings.ts';
import { buildProgram } from '../../src/cli/program.ts';

describe('the program', () => {
  const names = buildProgram()
    .commands.map((command) => command.name())
    .filter((name) => name !== 'help');

  it('has no command twice', () => {
    expect(names).toContain('learn');
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(names)('declares %s alone when it is called, with the same help', (name) => {
    const [alone, whole] = [buildProgram(processHost(), name), buildProgram()];
    expect(alone.commands.map((command) => command.name())).toEqual([name]);
    const find = (program: typeof whole) =>
      program.commands.find((command) => command.name() === name)?.helpInformation();
    expect(find(alone)).toBe(find(whole));
  });
});
