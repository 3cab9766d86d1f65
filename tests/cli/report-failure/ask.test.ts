import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askRule } from '../../../src/cli/ask-rule.ts';
import { completeReport } from '../../../src/cli/report-failure/ask.ts';
import { openDialog } from '../../../src/cli/terminal-dialog.ts';

/** A person who types these lines, and what they are shown. */
function person(...lines: string[]) {
  const output = new PassThrough();
  const chunks: Buffer[] = [];
  output.on('data', (chunk: Buffer) => chunks.push(chunk));
  const dialog = openDialog(Readable.from(lines.map((line) => `${line}\n`)), output, { EDITOR: 'true' });
  onTestFinished(() => dialog.close());
  return { dialog, shown: () => Buffer.concat(chunks).toString('utf8') };
}

describe('completeReport', () => {
  it('asks for what the options leave open', async () => {
    const { dialog, shown } = person('2', 'It built a second one', 'Should have looked', 'Add the harbour');
    expect(await completeReport({}, dialog)).toEqual({
      type: 'planning_error',
      description: 'It built a second one',
      context: 'Should have looked',
      task: 'Add the harbour',
    });
    expect(shown()).toContain('2  planning_error');
  });

  it('takes a name, and says what was probably meant', async () => {
    const { dialog, shown } = person('scop_error', 'scope', 'Too much', '', '');
    expect(await completeReport({ task: 'Add the harbour' }, dialog)).toEqual({
      type: 'scope_error',
      description: 'Too much',
      task: 'Add the harbour',
    });
    expect(shown()).toContain('Did you mean scope_error?');
  });

  it('asks nothing where everything was said, or where it may not ask', async () => {
    const { dialog, shown } = person();
    const needed = { failureType: 'other', description: 'It broke' } as const;
    expect(await completeReport({ ...needed, context: 'Look', task: '' }, dialog)).toEqual({
      type: 'other',
      description: 'It broke',
      context: 'Look',
    });
    expect(await completeReport({ ...needed, yes: true }, dialog)).toEqual({ type: 'other', description: 'It broke' });
    expect(await completeReport(needed, undefined)).toEqual({ type: 'other', description: 'It broke' });
    expect(shown()).toBe('');
  });

  it('asks for what would help, too', async () => {
    const { dialog } = person('Should have looked', '');
    expect(await completeReport({ failureType: 'other', description: 'It broke' }, dialog)).toEqual({
      type: 'other',
      description: 'It broke',
      context: 'Should have looked',
    });
  });

  it('gives up with the person, and needs the options without one', async () => {
    expect(await completeReport({}, person('').dialog)).toBeUndefined();
    expect(await completeReport({ failureType: 'other' }, person('').dialog)).toBeUndefined();
    await expect(completeReport({ failureType: 'other' }, undefined)).rejects.toMatchObject({
      code: 'usage',
      message: 'A report needs --description.',
    });
  });
});

describe('askRule', () => {
  const rule = { rule: 'Look into `src/registry.ts` first.', when: 'Adding a harbour.', why: 'There may be one.' };

  it.each([
    ['', rule],
    ['yes', rule],
    ['n', undefined],
  ])('takes %j', async (answer, decided) => {
    const { dialog, shown } = person(answer);
    expect(await askRule({ analysis: 'It did not look.' }, rule, dialog)).toEqual(decided);
    expect(shown()).toContain(
      'It did not look.\n\n- **Rule**: Look into `src/registry.ts` first.\n- **When**: Adding a harbour.',
    );
  });

  it('asks again after an answer that is none, and ends with the input', async () => {
    const { dialog, shown } = person('perhaps');
    expect(await askRule({ analysis: 'a' }, rule, dialog)).toBeUndefined();
    expect(shown()).toContain('Answer with y, n or e.');
  });

  it('lets the person edit it', async () => {
    const { dialog } = person('e', 'y');
    const edited = { ...dialog, edit: async () => '- **Rule**: Look into `src/list.ts` first.\n' };
    expect(await askRule({ analysis: 'a' }, rule, edited)).toEqual({
      rule: 'Look into `src/list.ts` first.',
      when: '',
      why: '',
    });
  });

  it('does not take what is no rule after an edit', async () => {
    const { dialog, shown } = person('e', 'n');
    expect(await askRule({ analysis: 'a' }, rule, { ...dialog, edit: async () => 'nothing' })).toBeUndefined();
    expect(shown()).toContain('That is not a rule');
  });
});
