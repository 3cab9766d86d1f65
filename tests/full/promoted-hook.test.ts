import { afterEach, describe, expect, it } from 'vitest';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { countTimes } from './support/mistakes.ts';

let stage: ClientStage;
afterEach(() => stage.clear());

const GUIDANCE = 'Chart the tide before the boats are counted.';

/** A lesson that is due, with a trigger or without. */
const lesson = (trigger: string) => `## L-012: Chart the tide first
- Phase: verify
- Dimension: maintainability
- Scope: (everywhere)
- Pattern: Counting failed three times.
- Guidance: ${GUIDANCE}
- Confidence: high
- Occurrences: 3
- First seen: 2026-02-20
- Last seen: 2026-03-01
- Kind: prerequisite
${trigger}`;

async function promote(trigger: string): Promise<void> {
  stage = await makeClientStage({ '.memory/harness-learnings.md': lesson(trigger), 'boats.txt': 'three\n' });
  expect(await stage.run('promote', 'L-012', '--yes')).toMatchObject({ code: 0 });
}

describe('a hook that a lesson was promoted to', () => {
  it('tells the model of Claude Code before the command that it is about, and at no other', async () => {
    await promote('- Trigger: Bash(cat boats.txt *)\n');
    const { asked } = await stage.work(claudeCode, { shell: 'ls' }, { shell: 'cat boats.txt' });
    expect(asked.map(({ context }) => countTimes(context, GUIDANCE))).toEqual([0, 0, 1]);
    expect(asked[2]?.context).toContain('three');
  });

  it('tells the model of Claude Code when a session begins', async () => {
    await promote('');
    const { asked } = await stage.work(claudeCode, { shell: 'ls' });
    expect(countTimes(asked[0]?.context, GUIDANCE)).toBe(1);
  });
});
