import { describe, expect, it } from 'vitest';
import { redactProposals } from '../../../src/lifecycle/capture/redact-proposals.ts';

const plain = { title: 't', scope: ['a'], pattern: 'p', guidance: 'g', origin: 'o' };

describe('redactProposals', () => {
  it('takes secrets out of every text, and says that there were some', async () => {
    // Put together, so that no scanner takes this file for a leak.
    const secret = `ghp_${'a1B2c3D4e5'.repeat(3)}f6G7h8`;
    for (const part of ['title', 'pattern', 'guidance'] as const) {
      const [clean] = await redactProposals([{ ...plain, [part]: `use ${secret} here` }], []);
      expect(JSON.stringify(clean)).not.toContain(secret);
      expect(clean?.hasSecret).toBe(true);
    }
  });

  it('finds it again when it is asked again, until somebody takes it out', async () => {
    const [once] = await redactProposals([{ ...plain, guidance: 'Set `X=[redacted:token]` first' }], []);
    expect(once?.hasSecret).toBe(true);
    const [twice] = await redactProposals([once ?? plain], []);
    expect(twice?.hasSecret).toBe(true);
    const [mended] = await redactProposals([{ ...plain, ...once, guidance: 'Set `X` first' }], []);
    expect(mended?.hasSecret).toBeUndefined();
  });

  it('leaves others as they are, but for control characters', async () => {
    expect(await redactProposals([plain, { ...plain, guidance: 'Run \u001b[31m`make`\u0007' }], [])).toEqual([
      plain,
      { ...plain, guidance: 'Run `make`' },
    ]);
  });
});
