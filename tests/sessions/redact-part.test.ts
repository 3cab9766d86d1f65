import { expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { createRedactor } from '../../src/redaction/redact.ts';
import { redactPart } from '../../src/sessions/redact-part.ts';
import { Seeded } from '../hostile/seeded.ts';

it('takes a secret in the name of a tool out of ids that are made of the name', async () => {
  const secret = `AI${'za'}${new Seeded(3).opaque(35)}`;
  const name = `mcp__lantern__${secret}`;
  const call = (number: number): Call => ({
    id: `${name}__call_${'kPnD7x'.repeat(4)}${number}`,
    agent: 'gemini',
    session: 's1',
    seq: number,
    tool: 'mcp',
    name,
    input: {},
    outcome: 'ok',
    output: '',
    outputLength: 0,
    at: 0,
  });
  const { redact } = createRedactor();
  const { calls } = await redactPart({ calls: [call(1), call(2)], messages: [] }, [], redact);
  expect(JSON.stringify(calls)).not.toContain(secret.slice(0, 20));
  expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
});
