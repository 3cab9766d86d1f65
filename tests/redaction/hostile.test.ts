import { describe, expect, it } from 'vitest';
import { anonymise } from '../../src/redaction/anonymise.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { builtInRules } from '../../src/redaction/rules/index.ts';
import { presetMarkers } from '../../src/redaction/secretlint.ts';

/**
 * Texts made to keep a rule busy: its markers over and over, with something between that leads a pattern on and then fails it. A rule
 * that reads on from each marker to the end, or tries many ways to match, takes minutes here and runs into the time limit.
 */
const SIZE = 200_000;
const fillers = ['', ' ', 'aB3', '+', '=', ':"', '\\', '\\n', '\n', '@', '/', '日'];
const tails = ['', '!', '"', '@'];

function repeat(piece: string, size = SIZE): string {
  return piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
}

/** The markers with the filler after each; the first one with a lot of it; the first one with all of it. */
function hostileTexts(markers: readonly string[]): string[] {
  const first = markers[0] ?? '';
  return fillers.map((filler, i) => {
    const upper = i % 2 === 0 ? markers.map((marker) => marker.toUpperCase()) : markers;
    const dense = upper.map((marker) => marker + filler).join('');
    const parts = [dense, first + filler.repeat(300), `${filler}x`].map((part) => repeat(part, SIZE / 3));
    return parts.join(first) + (tails[i % tails.length] ?? '');
  });
}

describe('hostile texts of 200 kB', () => {
  it.each(builtInRules.map((rule, i): [string, string, number] => [rule.id, rule.markers[0] ?? '', i]))(
    '%s, %s: end',
    async (_id, _marker, i) => {
      const rule = builtInRules[i];
      if (rule === undefined) throw new Error('no rule');
      const texts = hostileTexts(rule.markers);
      const redacted = await createRedactor({ rules: [rule], secretlint: false }).redact(texts);
      expect(redacted).toHaveLength(texts.length);
    },
  );

  it('secretlint: end', async () => {
    const texts = presetMarkers.flatMap(({ literals }) =>
      ['', 'a', 'a1'.repeat(20), '-a', '.a'].map((filler) => repeat((literals[0] ?? '') + filler)),
    );
    expect(await createRedactor({ rules: [] }).redact(texts)).toHaveLength(texts.length);
  });

  it('anonymise: end', () => {
    const pieces = [
      '@',
      'a@',
      'a@b.',
      '%40',
      'a%40b.c',
      '/home/',
      '/home/a',
      'C:\\Users\\',
      'C:\\Users\\a b',
      '/mnt/c/Users/',
      '-home-',
      '/-home-a',
      '\\\\wsl$\\',
    ];
    for (const piece of pieces) {
      const text = repeat(piece);
      expect(anonymise(text, { homes: ['/home/a', 'C:\\Users\\a b'] }).length).toBeLessThanOrEqual(text.length * 8);
      expect(anonymise(piece + repeat('a'))).toMatch(/a$/);
    }
  });
});
