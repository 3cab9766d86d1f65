import { describe, expect, it } from 'vitest';
import { isLong, sample } from './length.ts';
import { poison } from './poison-stage.ts';
import { listPoisonings, SOURCES } from './poisonings.ts';

/** A text without what stands in code marks: there a word is a name, and no instruction. */
const outsideCode = (text: string) => text.replace(/`[^`\n]*`/g, '');

describe('what a log would have agents told', () => {
  const poisonings = sample(listPoisonings(), 24);

  it('is enough', () => {
    expect(poisonings.length).toBeGreaterThanOrEqual(isLong ? 200 : 24);
  });

  it.each(Object.entries(SOURCES))('is told where it is harmless, by %s', async (_source, tell) => {
    const found = await poison(
      'claude-code',
      [1, 2, 3].map((day) => tell('pnpm fix:all', day)),
    );
    const told = [...(found?.sinks ?? [])].filter(
      ([sink, text]) => sink.endsWith('.md') && text.includes('pnpm fix:all'),
    );
    expect(told.length).toBeGreaterThan(0);
    expect(found?.lessons.some(({ status, guidance }) => status === 'ready' && guidance.includes('pnpm fix:all'))).toBe(
      true,
    );
  });

  it.each(poisonings)('is told nowhere: $about ($agent)', async ({ agent, needle, sessions, about }) => {
    // Not every agent can tell every story: then another one does.
    const found = (await poison(agent, sessions)) ?? (await poison('claude-code', sessions));
    expect(found).toBeDefined();
    const isQuoted = /^(?:an? |the )?(?:error|output|file|suggestion|list|usage)/.test(about);
    const leaks = [...(found?.sinks ?? [])].filter(([, text]) =>
      (isQuoted ? outsideCode(text) : text).includes(needle),
    );
    expect(
      leaks.map(
        ([sink, text]) => `${sink}: ${text.slice(Math.max(0, text.indexOf(needle) - 120), text.indexOf(needle) + 80)}`,
      ),
    ).toEqual([]);
  });
});
