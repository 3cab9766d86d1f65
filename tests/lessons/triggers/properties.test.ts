import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchGlob, parseGlob } from '../../../src/lessons/triggers/glob.ts';
import { compileTriggers, escapeGlob, parseTrigger, printTrigger } from '../../../src/lessons/triggers/index.ts';
import { roots } from '../story.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', '-', '.', 'é'), minLength: 1, maxLength: 3 });
const wordGlob = fc.oneof(word, fc.constantFrom('*', 'a*', '*b', '{a,b}', '{a,*.}b', '-*'));

function expression(glob: string): string {
  return glob
    .replace(/[.\\]/g, '\\$&')
    .replaceAll('{', '(?:')
    .replaceAll(',', '|')
    .replaceAll('}', ')')
    .replaceAll('*', '[^ ]*');
}

/** The plain meaning: a regular expression on the words, each with a blank behind it. */
function matchNaively(words: readonly string[], command: readonly string[]): boolean {
  const parts = words.map((one) => (one === '*' ? '(?:[^ ]+ )*' : `${expression(one)} `));
  return new RegExp(`^${parts.join('')}$`).test(command.map((one) => `${one} `).join(''));
}

describe('triggers', () => {
  it('come back from text as they were', () => {
    const rules = fc.array(wordGlob, { minLength: 1, maxLength: 4 }).map((words) => `Bash(${words.join(' ')})`);
    const condition = fc.oneof(
      rules.map((rule) => `${rule} has not run`),
      rules.map((rule) => `edited **/*.go since ${rule}`),
      fc.constantFrom(
        'cwd is not .',
        'cwd below a and b',
        'file not read',
        'without -x',
        'shell is zsh',
        'time limit below 60 s',
        'argument depth below 4',
        'argument mode is whole',
        'backticks in double quotes',
      ),
    );
    const when = fc.array(condition, { minLength: 1, maxLength: 3 }).map((list) => list.join(' and '));
    fc.assert(
      fc.property(rules, fc.option(when, { nil: undefined }), (rule, conditions) => {
        const trigger = conditions === undefined ? { rule } : { rule, when: conditions };
        expect(parseTrigger(printTrigger(trigger))).toEqual(trigger);
      }),
    );
  });

  it('match commands as the plain meaning does, however they are looked up', () => {
    const command = fc.array(word, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(fc.array(wordGlob, { minLength: 1, maxLength: 4 }), command, (words, args) => {
        const others = [{ trigger: { rule: 'Bash(zzz *)' } }, { trigger: { rule: 'Read(a/**)' } }];
        const lesson = { trigger: { rule: `Bash(x ${words.join(' ')})` } };
        const matcher = compileTriggers([...others, lesson], roots);
        const call = {
          tool: 'shell' as const,
          name: 'Bash',
          input: { command: ['x', ...args].join(' ') },
          cwd: '/srv/orchard',
        };
        expect(matcher.startSession().match(call).includes(lesson)).toBe(matchNaively(['x', ...words], ['x', ...args]));
      }),
      { numRuns: 500 },
    );
  });

  it('match a text that is escaped, and no other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', '*', '{', '}', ',', '\\', '|'), maxLength: 8 });
    fc.assert(
      fc.property(text, text, (one, other) => {
        const glob = parseGlob(escapeGlob(one));
        expect(glob && matchGlob(glob, one)).toBe(true);
        expect(glob && matchGlob(glob, other)).toBe(one === other);
      }),
    );
  });

  it('end on patterns and texts that make expressions hang', () => {
    const rule = `Bash(${'* a '.repeat(200)}b)`;
    const command = `x ${'a '.repeat(900)}`;
    const call = { tool: 'shell' as const, name: 'Bash', input: { command }, cwd: '/srv/orchard' };
    const hostile = [
      rule,
      `Bash(${'*a'.repeat(400)}b *)`,
      `Read(${'**/a/'.repeat(150)}b)`,
      `Bash(${'{a,b}'.repeat(9)})`,
    ];
    const matcher = compileTriggers(
      hostile.map((one) => ({ trigger: { rule: one } })),
      roots,
    );
    expect(matcher.unreadable).toHaveLength(1);
    expect(matcher.startSession().match(call)).toEqual([]);
  });
});
