import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkshop, type Workshop } from '../workshop.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await makeWorkshop();
});
afterEach(() => shop.remove());

const results = {
  id: 'L-012',
  title: 'Controllers return a `Result`',
  fields: {
    Dimension: 'architecture',
    Pattern: 'A controller threw.',
    Guidance: 'Return a `Result` from controllers.',
    Sessions: '3',
    Trigger: 'Read(src/api/**)',
  },
};
const promote = async () => {
  await shop.remember(results);
  const { outcome } = await shop.promote('L-012');
  const [target = ''] = outcome[0]?.targets ?? [];
  return { target, text: (await shop.read(target)) ?? '', notes: outcome[0]?.notes ?? [] };
};

describe('a decision record', () => {
  it('is proposed, with the evidence as its context, in the usual form', async () => {
    const { target, text, notes } = await promote();
    expect(target).toBe('docs/adr/0001-controllers-return-a-result.md');
    expect(text).toBe(`# 1. Controllers return a \`Result\`

## Status

Proposed

## Context

A controller threw. Seen 4 times in 3 sessions, from 2026-02-01 to 2026-03-01.

## Decision

Return a \`Result\` from controllers.

## Consequences

Everyone who works on this repository, people and agents, follows the decision. It comes from lesson L-012, which stays in \`.memory/\` with its evidence.

## Check

A call that matches \`Read(src/api/**)\` violates this decision. \`hardwon why L-012\` shows the calls that taught it.
`);
    expect(notes).toEqual([
      'Its status is "proposed": the team decides.',
      'learn still tells agents about L-012: architecture decision records do not.',
    ]);
  });

  it('takes the next number, the names and the headings of those that are there', async () => {
    await shop.write(
      'doc/adr/ADR-041_use_trees.md',
      '---\nstatus: accepted\ndate: 2026-01-01\n---\n\n# ADR-041: Use trees\n\n## Context and Problem Statement\n\nx\n\n## Decision Outcome\n\ny\n',
    );
    await shop.write('doc/adr/ADR-009_old.md', '# ADR-009: Old\n');
    await shop.write('doc/adr/README.md', '- [Use trees](ADR-041_use_trees.md)\n');
    const { target, text, notes } = await promote();
    expect(target).toBe('doc/adr/ADR-042_controllers_return_a_result.md');
    expect(text).toMatch(
      /^---\nstatus: proposed\ndate: 2026-03-09\n---\n\n# ADR-042: Controllers return a `Result`\n\n/,
    );
    expect(text).toContain('\n## Context and Problem Statement\n');
    expect(text).toContain('\n## Decision Outcome\n');
    expect(text).toContain('\n## Consequences\n');
    expect(text).not.toContain('## Status');
    expect(notes).toContain('doc/adr/README.md lists the decisions: add this one there.');
  });

  it.each<[string, string, RegExp]>([
    [
      'a line',
      '# 7. Use trees\n\n* Status: accepted\n* Deciders: Ada\n\n## Context\n',
      /^# 8\. .*\n\n\* Status: proposed\n\n## Context\n/,
    ],
    [
      'bold words',
      '# 0007: Use trees\n\n**Question.** Why?\n\n**Decision.** So.\n\n**Price.** Much.\n',
      /^# 0008: .*\n\n\*\*Status\.\*\* Proposed\n\n\*\*Question\.\*\* A controller threw\.[\s\S]*\*\*Decision\.\*\* Return[\s\S]*\*\*Price\.\*\* Everyone/,
    ],
    [
      'no number',
      '# Use trees\r\n\r\n### Status\r\n\r\nAccepted\r\n\r\n### Context\r\n',
      /^# Controllers[^\r\n]*\r\n\r\n### Status\r\n\r\nProposed/,
    ],
  ])('looks like its neighbours: %s', async (_, neighbour, expected) => {
    await shop.write('docs/decisions/0007-use-trees.md', neighbour);
    const { target, text } = await promote();
    expect(target).toBe('docs/decisions/0008-controllers-return-a-result.md');
    expect(text).toMatch(expected);
  });

  it('goes where the folder for decisions is, though it is empty or named in .adr-dir', async () => {
    await shop.write('adr/.gitkeep', '');
    expect((await promote()).target).toBe('adr/0001-controllers-return-a-result.md');
    await shop.write('.adr-dir', 'notes/decided\n');
    expect((await promote()).target).toBe('notes/decided/0001-controllers-return-a-result.md');
  });

  it('does not replace a file of somebody else', async () => {
    await shop.write('docs/adr/0001-controllers-return-a-result.txt', 'x');
    await shop.write('docs/mine.md', 'mine\n');
    await shop.remember(results);
    await expect(shop.promote('L-012', { target: 'docs/mine.md' })).rejects.toThrow('already exists');
    expect(await shop.read('docs/mine.md')).toBe('mine\n');
    expect(await shop.read('.memory/harness-learnings.md')).not.toContain('Promoted');
  });
});
