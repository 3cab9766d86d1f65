import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanAnswer, cleanText } from '../../src/mcp/clean.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { leaveTexts } from '../support/unredacted.ts';

const { redact } = createRedactor();
const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;

describe('cleanAnswer', () => {
  it('keeps the shape, and plain texts as they are', async () => {
    const plain = fc.jsonValue({ maxDepth: 3, noUnicodeString: true } as fc.JsonSharedConstraints);
    await fc.assert(
      fc.asyncProperty(plain, async (value) => {
        const clean = JSON.stringify(await cleanAnswer(value, leaveTexts));
        expect(JSON.stringify(await cleanAnswer(JSON.parse(clean), leaveTexts))).toBe(clean);
      }),
      { numRuns: 50 },
    );
    const answer = { id: 'L-001', list: ['a\nb', { n: 1, is: true, none: null }] };
    expect(await cleanAnswer(answer, redact)).toEqual(answer);
  });

  it('takes control characters out first, so that they hide no secret, and cuts last', async () => {
    const hidden = `${token.slice(0, 9)}\u001b[1m${token.slice(9)}`;
    const { texts } = await cleanAnswer(
      { texts: [`use ${hidden}`, `${'x'.repeat(39_990)} ${token}`, 'y\u202e'] },
      redact,
    );
    expect(texts[0]).toMatch(/^use \[redacted:/);
    expect(texts[1]).not.toContain('ghp_');
    expect(texts[1]).toMatch(/more characters$/);
    expect(texts[2]).toBe('y');
  });

  it('has a form for one text without end', async () => {
    const text = await cleanText(`${'z'.repeat(100_000)}\u0007${token}`, redact);
    expect(text.length).toBeGreaterThan(100_000);
    expect(text).not.toContain(token);
  });
});
