import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clip, excerpt, LIMITS, settleClip, settleExcerpt } from '../../src/agents/excerpt.ts';

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i}`).join(' ');
const note = /\n\[… (\d+) characters left out …\]\n/;

describe('an excerpt', () => {
  it('is the text itself where that is short', () => {
    expect(settleExcerpt(excerpt('all of it'))).toBe('all of it');
    const text = words(500);
    expect(settleExcerpt(excerpt(text))).toBe(text);
  });

  it('has the beginning and the end of a long text, and says how much is missing', () => {
    const text = words(5000);
    const short = settleExcerpt(excerpt(text));
    const [head = '', missing = '', tail = ''] = short.split(note);
    expect(text.startsWith(head)).toBe(true);
    expect(text.endsWith(tail)).toBe(true);
    expect(head.length).toBeGreaterThan(1200);
    expect(head.length).toBeLessThanOrEqual(1500);
    expect(tail.length).toBeGreaterThan(2200);
    expect(tail.length).toBeLessThanOrEqual(2500);
    expect(head.length + tail.length + Number(missing)).toBe(text.length);
  });

  it('counts what was lost before', () => {
    expect(excerpt(words(5000), 1_000_000)).toMatch(/\[… 10\d{5} characters left out …\]/);
  });

  it('never splits a word before it is redacted', () => {
    const token = fc.stringMatching(/^[A-Za-z0-9_.+/=-]{20,1200}$/);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2500 }),
        token,
        fc.integer({ min: 0, max: 4000 }),
        (before, secret, after) => {
          const text = `${'ab '.repeat(before)}${secret}${' cd'.repeat(after)}`;
          for (const raw of [excerpt(text), clip(text, LIMITS.argument), clip(text, LIMITS.command)]) {
            // Redaction takes out the whole secret; nothing of it may be left that it cannot recognise.
            const left = raw.replaceAll(secret, '[redacted]');
            expect(left.includes(secret.slice(0, 12)) || left.includes(secret.slice(-12))).toBe(false);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('never has half of a key', () => {
    const body = Array.from({ length: 60 }, (_, i) => `${'QUJD'.repeat(15)}${i}`).join('\n');
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${body}\n-----END RSA PRIVATE KEY-----`;
    for (const before of [200, 1400, 1700, 3000]) {
      for (const after of [200, 2000, 2700, 6000]) {
        const raw = excerpt(`${'x '.repeat(before / 2)}${key}${' y'.repeat(after / 2)}`).replaceAll(key, '[redacted]');
        expect(raw).not.toContain('QUJD');
      }
    }
  });

  it('never splits a character', () => {
    const text = '😀'.repeat(5000);
    for (const cut of [settleExcerpt(text), settleClip(text, 101), settleClip(text, 102)])
      expect(cut).not.toMatch(/\p{Surrogate}/u);
  });
});

describe('a clipped text', () => {
  it('is not longer than its limit in the end', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 3000, size: 'max' }), fc.constantFrom(400, 500, 2000), (text, limit) => {
        const settled = settleClip(clip(text, limit), limit);
        expect(settled.length).toBeLessThanOrEqual(limit);
        if (text.length <= limit) expect(settled).toBe(text);
      }),
    );
  });

  it('keeps more than its limit until it is redacted', () => {
    expect(clip(words(1000), 400).length).toBeGreaterThan(500);
  });
});
