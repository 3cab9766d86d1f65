import { Command, type CommanderError } from 'commander';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processHost } from '../../../src/app/surroundings.ts';
import { declareLearn, type LearnFlags } from '../../../src/cli/learn/command.ts';

/** What the options of `learn` are taken for; its work is left out. */
function parse(...args: string[]): LearnFlags {
  const program = new Command();
  declareLearn(program, processHost());
  const [learn] = program.commands;
  let flags: LearnFlags = {};
  learn
    ?.exitOverride()
    .configureOutput({ writeErr: () => {} })
    .action((given: LearnFlags) => {
      flags = given;
    });
  program.parse(['learn', ...args], { from: 'user' });
  return flags;
}

const before = process.env.HARDWON_NOW;
beforeEach(() => {
  process.env.HARDWON_NOW = '2026-03-31T12:00:00Z';
});
afterEach(() => {
  if (before === undefined) delete process.env.HARDWON_NOW;
  else process.env.HARDWON_NOW = before;
});

describe('--since and --until', () => {
  it.each([
    ['2026-01-31', '2026-01-31T00:00:00.000Z', '2026-01-31T23:59:59.999Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
    ['2026-01-31T10:30:00Z', '2026-01-31T10:30:00.000Z', '2026-01-31T10:30:00.000Z'],
    ['2026-01-31T10:30Z', '2026-01-31T10:30:00.000Z', '2026-01-31T10:30:00.000Z'],
    ['2026-01-31T10:30:00+02:00', '2026-01-31T08:30:00.000Z', '2026-01-31T08:30:00.000Z'],
    ['30d', '2026-03-01T12:00:00.000Z', '2026-03-01T12:00:00.000Z'],
    ['0d', '2026-03-31T12:00:00.000Z', '2026-03-31T12:00:00.000Z'],
  ])('%s is from its first to its last moment', (value, from, to) => {
    const { since, until } = parse('--since', value, '--until', value);
    expect([since?.toISOString(), until?.toISOString()]).toEqual([from, to]);
  });

  it.each([
    '',
    '5',
    '30',
    'd',
    '2026',
    '2026-02',
    '2026-02-31',
    '2025-02-29',
    '2026-13-01',
    '31.01.2026',
    'yesterday',
    '-3d',
    '9999999d',
    '1e3d',
  ])('%j is no day', (value) => {
    for (const option of ['--since', '--until'])
      expect(messageOf(() => parse(`${option}=${value}`))).toContain('2026-01-31, or 30d');
  });
});

describe('other options', () => {
  it('takes whole numbers for a budget', () => {
    expect(parse('--budget', '0').budget).toBe(0);
    expect(parse('--budget', '1500').budget).toBe(1500);
    for (const value of ['', '-1', '1.5', '1e3', '0x10', 'many', ' 1', '99999999999'])
      expect(
        messageOf(() => parse(`--budget=${value}`)),
        value,
      ).toContain('whole number');
  });

  it('collects agents and globs', () => {
    expect(parse('--agent', 'codex, claude-code,', '--agent', 'pi').agent).toEqual(['codex', 'claude-code', 'pi']);
    expect(parse('--join', 'a,b', '--join', 'c').join).toEqual(['a,b', 'c']);
  });

  it('is a dry run unless it is told otherwise', () => {
    expect(parse()).toEqual({});
    expect(parse('--apply')).toEqual({ apply: true });
  });
});

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    return (error as CommanderError).message;
  }
  return 'no error';
}
