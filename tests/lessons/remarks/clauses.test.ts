import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeClauses } from '../../../src/lessons/remarks/clauses.ts';

const texts = (message: string) => takeClauses(message).map(({ text }) => text);

describe('takeClauses', () => {
  it('cuts a message where one wish ends and the next begins', () => {
    expect(texts('move the lamp, run make lint and don’t use tabs. Never push to main!')).toEqual([
      'move the lamp',
      'run make lint',
      'don’t use tabs',
      'Never push to main',
    ]);
  });

  it('keeps what belongs together', () => {
    expect(texts('use bun, not npm')).toEqual(['use bun, not npm']);
    expect(texts('no comments and docs in v1.2 of next.config.js')).toEqual([
      'no comments and docs in v1.2 of next.config.js',
    ]);
  });

  it('marks questions, and what opens a short message', () => {
    expect(takeClauses('can we not commit the notes?')).toMatchObject([{ isQuestion: true, isOutright: true }]);
    expect(takeClauses('fix it, no mocks')).toMatchObject([{ isOutright: true }, { isOutright: false }]);
    expect(takeClauses(`no mocks. ${'The pier is long and the boats are small. '.repeat(6)}`)[0]).toMatchObject({
      isOutright: false,
    });
  });

  it.each([
    'From now on, use pnpm',
    'from now on use pnpm',
    'For future reference: use pnpm',
    'ok, I told you, use pnpm',
    'How often do I have to tell you? use pnpm',
  ])('marks what is to be kept to, without its opening: %s', (message) => {
    expect(takeClauses(message)).toMatchObject([{ text: 'use pnpm', isStanding: true }]);
  });

  it('marks nothing else as to be kept to', () => {
    expect(takeClauses('I said hello, use pnpm. From now on, run lint. Move the lamp')).toMatchObject([
      { isStanding: false },
      { text: 'use pnpm', isStanding: false },
      { text: 'run lint', isStanding: true },
      { text: 'Move the lamp', isStanding: false },
    ]);
  });

  it.each([
    ['a fence', 'see\n```\nnever use tabs\n```\nok'],
    ['a fence that is never closed', 'see\n```\nnever use tabs'],
    ['a quoted line', 'see\n> never use tabs\nok'],
    ['a tag', 'see <rules>never use tabs</rules> ok'],
    ['quotation marks', 'see "never use tabs in the files of the pier" ok'],
    ['a stack trace', 'see\n    at never use tabs\nok'],
    ['an error', 'see\nError: never use tabs\nok'],
  ])('leaves out what stands in %s', (_, message) => {
    expect(texts(message).join(' ')).not.toContain('never use tabs');
    expect(texts(message)[0]).toBe('see');
  });

  it.each([
    ['a document', '# Rules\nnever use tabs'],
    ['a command of the client', '/review never use tabs'],
    ['a role', 'You are a careful reviewer. Never use tabs.'],
    ['a list', '- a\n- b\n- c\n- d\n- never use tabs'],
    ['a long text', `never use tabs. ${'The pier is long. '.repeat(60)}`],
  ])('takes nothing of %s', (_, message) => {
    expect(takeClauses(message)).toEqual([]);
  });

  it('gives short lines for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 900 }), (message) => {
        for (const { text } of takeClauses(message)) expect(text.length).toBeLessThanOrEqual(140);
      }),
    );
  });

  it.each([
    '<a'.repeat(20_000),
    '"'.repeat(40_000),
    '> '.repeat(20_000),
    `<b>${'x'.repeat(50_000)}`,
    'and '.repeat(9_000),
  ])(
    'is not held up by %#',
    (message) => {
      expect(takeClauses(message)).toEqual([]);
    },
    1000,
  );
});
