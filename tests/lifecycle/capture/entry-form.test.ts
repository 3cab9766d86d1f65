import { describe, expect, it } from 'vitest';
import { readForm, writeForm } from '../../../src/lifecycle/capture/entry-form.ts';
import type { Proposal } from '../../../src/lifecycle/capture/proposal.ts';
import { find } from './finds.ts';

const proposal: Proposal = {
  title: 'Seed first',
  scope: ['tests/**'],
  pattern: 'It failed.',
  guidance: 'Run `make seed`.',
  origin: 'captured',
};
const form = writeForm(proposal, 'L-004', { confidence: 'medium', now: new Date('2026-03-09'), isWatched: false });

describe('the form of an entry', () => {
  it('is the entry as it would stand in the file, and is read back', () => {
    expect(form).toContain(
      '\n## L-004: Seed first\n- Phase: implement\n- Dimension: maintainability\n- Scope: tests/**\n',
    );
    expect(readForm(form, proposal)).toEqual({
      ...proposal,
      phase: 'implement',
      dimension: 'maintainability',
      confidence: 'medium',
      isSetByHand: true,
    });
  });

  it('has a title where none was given', () => {
    const { title: _, ...untitled } = proposal;
    const facts = { confidence: 'low', now: new Date('2026-03-09'), isWatched: false };
    expect(readForm(writeForm(untitled, 'L-004', facts), untitled)).toMatchObject({ title: 'Run `make seed`' });
  });

  it('takes what was changed, with the line endings of any editor', () => {
    const edited = form
      .replace('Run `make seed`.', 'Run `make seed`\n  before `make test`.')
      .replace('tests/**', 'tests/api/')
      .replaceAll('\n', '\r\n');
    expect(readForm(edited, proposal)).toMatchObject({
      guidance: 'Run `make seed` before `make test`.',
      scope: ['tests/api/'],
    });
  });

  it('means no where it was emptied', () => {
    for (const text of ['', ' \n\n', '<!-- Save to capture the lesson. -->\n'])
      expect(readForm(text, proposal)).toBeUndefined();
  });

  it.each([
    [form.replace('## L-004: Seed first', 'Seed first'), 'The heading must read'],
    [form.replace('Run `make seed`.', ''), 'it has no Guidance'],
    [form.replace('medium', 'sure'), 'Confidence must be low, medium or high'],
    [form.replace('Phase: implement', 'Phase: hope'), 'There is no phase hope.'],
  ])('says what is wrong with it', (text, message) => {
    expect(() => readForm(text, proposal)).toThrow(message);
  });

  it('keeps what a session shows, unless it was reworded: then only its calls and its name', () => {
    const found = find('2', { pattern: proposal.pattern, guidance: proposal.guidance });
    expect(readForm(form, { ...proposal, found })?.found).toBe(found);
    const reworded = readForm(form.replace('Run `make seed`.', 'Run `make seed` once.'), { ...proposal, found });
    expect(reworded).toMatchObject({ fingerprint: 'f00d', evidence: found.evidence });
    expect(reworded?.found).toBeUndefined();
  });
});
