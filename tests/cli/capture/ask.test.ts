import { describe, expect, it } from 'vitest';
import { askEach, askForLesson, type CaptureDesk } from '../../../src/cli/capture/ask.ts';
import type { Dialog } from '../../../src/cli/terminal-dialog.ts';
import type { Proposal } from '../../../src/lifecycle/capture/proposal.ts';

const lesson = (guidance: string): Proposal => ({
  title: guidance,
  scope: [],
  pattern: 'It failed.',
  guidance,
  origin: 'captured',
});

/** A person with their answers, and what they do to a text in the editor. */
function person(answers: string[], edit: (text: string) => string = (text) => text) {
  const heard: string[] = [];
  const dialog: Dialog = {
    say: (text) => void heard.push(text),
    ask: async (question) => {
      heard.push(question);
      return answers.shift();
    },
    edit: async (text) => edit(text),
    close: () => {},
  };
  return { dialog, heard };
}

function desk() {
  const written: string[] = [];
  const open: CaptureDesk = {
    now: new Date('2026-03-09'),
    preview: async ({ guidance }) => ({
      shown: `entry: ${guidance}`,
      isRefused: guidance.startsWith('bad'),
      id: 'L-004',
    }),
    write: async ({ guidance }) => {
      written.push(guidance);
      return 'written';
    },
  };
  return { open, written };
}

describe('askEach', () => {
  it.each([
    [[''], 1],
    [['y'], 1],
    [['Yes'], 1],
    [['n'], 0],
    [['No'], 0],
    [['what', 'y'], 1],
    [[], 0],
  ])('after %j writes %i: yes is the default', async (answers, count) => {
    const { dialog, heard } = person([...answers]);
    const { open, written } = desk();
    expect(await askEach([lesson('one')], open, dialog)).toBe(count);
    expect(written).toHaveLength(count);
    expect(heard[0]).toBe('entry: one');
    expect(heard[1]).toContain('[Y]es, [N]o, [E]dit (Y)');
  });

  it('asks about each, and stops where the input ends', async () => {
    const { dialog } = person(['y', 'n', 'y']);
    const { open, written } = desk();
    expect(await askEach(['a', 'b', 'c', 'd', 'e'].map(lesson), open, dialog)).toBe(2);
    expect(written).toEqual(['a', 'c']);
  });

  it('shows what was edited and asks again', async () => {
    const { dialog, heard } = person(['e', 'y'], (text) => text.replace('- Guidance: one', '- Guidance: two'));
    const { open, written } = desk();
    await askEach([lesson('one')], open, dialog);
    expect(heard).toContain('entry: two');
    expect(written).toEqual(['two']);
  });

  it('takes an emptied file for no', async () => {
    const { dialog } = person(['e'], () => '');
    const { open, written } = desk();
    expect(await askEach([lesson('one')], open, dialog)).toBe(0);
    expect(written).toEqual([]);
  });

  it('says what is wrong with an edit and lets it be mended', async () => {
    let round = 0;
    const { dialog, heard } = person(['e', 'y', 'y'], (text) =>
      round++ === 0 ? text.replace('medium', 'sure') : text.replace('sure', 'low'),
    );
    const { open, written } = desk();
    await askEach([lesson('one')], open, dialog);
    expect(heard.some((text) => text.includes('Confidence must be low, medium or high'))).toBe(true);
    expect(written).toEqual(['one']);
  });

  it('does not write what is refused, though yes is said; it can be edited', async () => {
    const { dialog, heard } = person(['y', 'e', 'y'], (text) => text.replace('- Guidance: bad', '- Guidance: good'));
    const { open, written } = desk();
    await askEach([lesson('bad')], open, dialog);
    expect(heard[1]).toContain('[E]dit, [N]o (N)');
    expect(written).toEqual(['good']);
  });
});

describe('askForLesson', () => {
  it('asks for what was not said', async () => {
    const { dialog } = person(['Run `make seed`.', 'tests/**, src/db/', 'It failed.']);
    expect(await askForLesson({ ...lesson(''), pattern: '' }, dialog)).toMatchObject({
      guidance: 'Run `make seed`.',
      scope: ['tests/**', 'src/db/'],
      pattern: 'It failed.',
    });
    expect(await askForLesson(lesson(''), person(['']).dialog)).toBeUndefined();
  });
});
