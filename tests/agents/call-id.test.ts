import { describe, expect, it } from 'vitest';
import { isDrawnAtRandom } from '../../src/agents/call-id.ts';

describe('ids that no two sessions share', () => {
  it.each([
    ['toolu_01AbCdEfGhJkLmNpQrStUvWx', 'bash'],
    ['call_a708ba3b53e54d6fb2577ac9', 'edit'],
    ['call_00_LFKENdPZJMqwTt6tcs4R9677', 'bash'],
    ['call_AbCdEfGhJkLmNpQrStUvWxYz|fc_0123456789abcdef', 'read'],
    ['D681PevKs', 'bash'],
    ['chatcmpl-tool-9f2c4f0c8d7e4b0f', 'grep'],
    ['019f711c-367a-706b-8cab-4b4b03fbde26', 'bash'],
  ])('%s', (id, tool) => expect(isDrawnAtRandom(id, tool)).toBe(true));

  it.each([
    ['call_1', 'bash'],
    ['functions.bash:0', 'bash'],
    ['0', 'bash'],
    ['', 'bash'],
    ['webfetch2:17', 'webfetch2'],
    ['[redacted]', 'bash'],
    ['toolcall', 'bash'],
  ])('not %s', (id, tool) => expect(isDrawnAtRandom(id, tool)).toBe(false));
});
