import { describe, expect, it } from 'vitest';
import { argumentRules } from '../../../src/failures/cause/argument-parsers.ts';
import { usageRules } from '../../../src/failures/cause/argument-usage.ts';
import { findShellCause, findStrictCauses, findToolCause } from '../../../src/failures/cause/find-cause.ts';
import { repositoryRules } from '../../../src/failures/cause/repository.ts';
import { shellRules } from '../../../src/failures/cause/shell.ts';
import { shellWordRules } from '../../../src/failures/cause/shell-words.ts';
import { serviceRules, toolRules } from '../../../src/failures/cause/tools.ts';
import { programs } from '../../../src/programs/index.ts';
import { samples } from './samples.ts';

const allRules = [
  ...programs.flatMap(({ causes = [] }) => causes),
  ...toolRules,
  ...shellRules,
  ...argumentRules,
  ...usageRules,
  ...shellWordRules,
  ...serviceRules,
  ...repositoryRules,
];

describe('every rule', () => {
  it('has a sample, and every sample a rule', () => {
    expect([...new Set(samples.map(([id]) => id))].sort()).toEqual(allRules.map((rule) => rule.id).sort());
  });

  it.each(samples)('%s is recognised', (id, line, subject) => {
    const find = id.startsWith('tool.') ? findToolCause : findShellCause;
    // Noise before and behind must not change the answer.
    const cause = find(`starting up\n${line}\n\n`);
    expect(cause?.rule.id).toBe(id);
    expect(cause?.subject).toBe(subject);
  });

  it.each(samples)('%s holds its own marker', (id, line) => {
    const rule = allRules.find((candidate) => candidate.id === id);
    expect(line).toContain(rule?.has);
  });
});

describe('the diagnostic that matters', () => {
  it('is the last one: passing runs print the first ones too', () => {
    const output =
      'fatal: not a git repository (or any parent)\ncollecting\nModuleNotFoundError: No module named "x"\nunknown flag: --fast\n';
    expect(findShellCause(output)?.subject).toBe('--fast');
  });

  it('is not a red test when a module is missing in the same output', () => {
    const output =
      "E   ModuleNotFoundError: No module named 'orchard'\nFAILED tests/test_a.py\n1 failed, 3 passed in 0.1s\n";
    expect(findShellCause(output)?.rule.id).toBe('python.module');
  });

  it('names every missing file of a listing', () => {
    const output =
      "ls: cannot access 'a/x.ts': No such file or directory\nls: cannot access 'b/y.ts': No such file or directory\n";
    expect(findShellCause(output)?.subjects).toEqual(['a/x.ts', 'b/y.ts']);
  });

  it('passes over lines that are no diagnostics but data', () => {
    expect(findShellCause(`unknown flag: --x${'y'.repeat(600)}`)).toBeUndefined();
  });

  it.each([
    '0 failed, 12 passed',
    'Tests: 12 passed, 12 total',
    'exit code 0',
    '403 passed',
    'ok  	orchard/pkg	0.2s',
    '# fail 0',
    '0 fail',
  ])('does not see a failure in "%s"', (line) => {
    expect(findShellCause(line)).toBeUndefined();
  });
});

describe('strict causes', () => {
  it('leave out what successful programs print as well', () => {
    expect(findStrictCauses('src/a.go:3:4: declared and not used\nConnection refused\n1 failed\n')).toEqual([]);
  });

  it('answer quickly on hostile lines', () => {
    const hostile = [`${'a: '.repeat(160)}`, `${"'".repeat(490)}`, `error: unknown option ${'-'.repeat(450)}`]
      .join('\n')
      .repeat(200);
    expect(() => findStrictCauses(hostile)).not.toThrow();
  });
});
