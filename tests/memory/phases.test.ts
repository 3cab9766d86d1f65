import { describe, expect, it } from 'vitest';
import { readDimension, readPhase } from '../../src/memory/phases.ts';

describe('readPhase and readDimension', () => {
  it('know their words in any case, and no others', () => {
    expect(['verify', ' Verify ', 'REVIEW', 'deploy', ''].map(readPhase)).toEqual([
      'verify',
      'verify',
      'review',
      undefined,
      undefined,
    ]);
    expect(['Behaviour', 'behavior', 'architecture', 'taste'].map(readDimension)).toEqual([
      'behaviour',
      'behaviour',
      'architecture',
      undefined,
    ]);
  });
});
