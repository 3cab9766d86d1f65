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

  it('leaves others as they are, but for control characters', async () => {
    expect(await redactProposals([plain, { ...plain, guidance: 'Run \u001b[31m`make`\u0007' }], [])).toEqual([
      plain,
      { ...plain, guidance: 'Run `make`' },
    ]);
  });
});
