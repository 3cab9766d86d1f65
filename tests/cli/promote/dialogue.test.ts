import { describe, expect, it } from 'vitest';
import { holdDialogue } from '../../../src/cli/promote/dialogue.ts';

async function hold(ids: string[], answers: (string | undefined)[]): Promise<string[]> {
  const log: string[] = [];
  await holdDialogue(ids, {
    ask: async () => {
      if (answers.length === 0) throw new Error('nobody is there to answer');
      return answers.shift();
    },
    show: async (id, mechanism) => {
      log.push(`show ${id}${mechanism ? ` as ${mechanism}` : ''}`);
      return mechanism !== 'check';
    },
    act: async (id, decision, mechanism) => void log.push(`${decision} ${id}${mechanism ? ` as ${mechanism}` : ''}`),
  });
  expect(answers).toEqual([]);
  return log;
}

describe('holdDialogue', () => {
  it('does what is said of each lesson', async () => {
    expect(await hold(['L-001', 'L-002', 'L-003'], ['P', ' k ', 'dismiss'])).toEqual([
      'show L-001',
      'promote L-001',
      'show L-002',
      'keep L-002',
      'show L-003',
      'dismiss L-003',
    ]);
  });

  it('decides nothing where nothing is said', async () => {
    expect(await hold(['L-001', 'L-002'], ['', 's'])).toEqual(['show L-001', 'show L-002']);
    expect(await hold(['L-001', 'L-002'], [undefined])).toEqual(['show L-001']);
    expect(await hold(['L-001', 'L-002'], ['q'])).toEqual(['show L-001']);
  });

  it('shows another mechanism before it is promoted so', async () => {
    expect(await hold(['L-001', 'L-002'], ['hook', 'p', 'p'])).toEqual([
      'show L-001',
      'show L-001 as hook',
      'promote L-001 as hook',
      'show L-002',
      'promote L-002',
    ]);
  });

  it('stays with what was shown where another mechanism is not possible', async () => {
    expect(await hold(['L-001'], ['adr', 'check', 'p'])).toEqual([
      'show L-001',
      'show L-001 as adr',
      'show L-001 as check',
      'promote L-001 as adr',
    ]);
  });

  it('asks again where it does not understand', async () => {
    expect(await hold(['L-001'], ['yes', 'x', 'K'])).toEqual(['show L-001', 'keep L-001']);
  });
});
