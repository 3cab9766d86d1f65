import { describe, expect, it } from 'vitest';
import { lowerFailed } from '../../src/memory/confidence.ts';
import { entryText, levels, memoryOf, reread } from '../lifecycle/memories.ts';

const failed = (...ids: string[]) => new Map(ids.map((id) => [id, '2026-03-05T09:00:00.000Z']));
const sure = (id: string, more: Record<string, string> = {}) =>
  entryText(id, { Confidence: 'high', 'Last seen': '2026-03-05', ...more });

describe('lowerFailed', () => {
  it('lowers what was sure and failed, once, and nothing else', () => {
    const memory = memoryOf(
      sure('L-001'),
      sure('L-002'),
      entryText('L-003', { Confidence: 'medium', 'Last seen': '2026-03-01' }),
    );
    const lowered = lowerFailed(memory, failed('L-001', 'L-003', 'L-009'));
    expect(levels(reread(lowered))).toEqual(['L-001 medium', 'L-002 high', 'L-003 medium']);
    expect(lowerFailed(lowered, failed('L-001', 'L-003'))).toBe(lowered);
  });

  it('leaves alone what was seen or confirmed later', () => {
    const memory = memoryOf(sure('L-001', { 'Last seen': '2026-03-06' }), sure('L-002', { Validated: '2026-03-05' }));
    expect(lowerFailed(memory, failed('L-001', 'L-002'))).toBe(memory);
  });
});
