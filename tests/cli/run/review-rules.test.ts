import { PassThrough, Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { askRules, rewordRule } from '../../../src/cli/run/review-rules.ts';
import { openDialog } from '../../../src/cli/terminal-dialog.ts';
import type { GivenRule } from '../../../src/loop/run/run-record.ts';

const rule = (
  number: number,
  verdict: GivenRule['verdict'],
  text = `Look at \`berth-${number}.ts\` first`,
): GivenRule => ({
  ...{ number, verdict, rule: text, when: 'mooring', why: 'it is taken', analysis: `Berth ${number} was taken.` },
  attempt: 1,
  failing: [],
});

/** A person who types these lines. */
function person(editor: string, ...lines: string[]) {
  const dialog = openDialog(Readable.from(lines.map((line) => `${line}\n`)), new PassThrough().resume(), {
    EDITOR: editor,
  });
  onTestFinished(() => dialog.close());
  return dialog;
}

describe('askRules', () => {
  it('lets a person keep, edit and drop rules that were not tried yet, and asks about no others', async () => {
    const run = { rules: [rule(1, 'no-help'), rule(2, 'untried'), rule(3, 'untried'), rule(4, 'untried')] };
    const editor = `${process.execPath} -e "const fs = require('fs'); const f = process.argv[1]; fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace('first', 'twice'))"`;
    await askRules(run, person(editor, 'y', 'e', 'y', 'n'));
    expect(run.rules.map(({ verdict }) => verdict)).toEqual(['no-help', 'untried', 'untried', 'dropped']);
    expect(run.rules.map((each) => each.rule)).toEqual([
      'Look at `berth-1.ts` first',
      'Look at `berth-2.ts` first',
      'Look at `berth-3.ts` twice',
      'Look at `berth-4.ts` first',
    ]);
  });
});

describe('rewordRule', () => {
  it('rewords and drops by number, and refuses what was tried, what is none, and what is no rule', () => {
    const run = { rules: [rule(1, 'no-help'), rule(2, 'untried'), rule(3, 'untried')] };
    rewordRule(run, '2=Ask the harbour master = Ada before `moor.ts`');
    rewordRule(run, '3=');
    expect(run.rules.map((each) => [each.rule, each.verdict])).toEqual([
      ['Look at `berth-1.ts` first', 'no-help'],
      ['Ask the harbour master = Ada before `moor.ts`', 'untried'],
      ['Look at `berth-3.ts` first', 'dropped'],
    ]);
    for (const given of ['1=x', '9=x', 'x', '3=again'])
      expect(() => rewordRule(run, given)).toThrow('is not a rule that is still to be tried');
    expect(() => rewordRule(run, '2=Commit with `git commit --no-verify`')).toThrow('This rule cannot be kept');
  });
});
