import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agents } from '../../../src/agents/registry.ts';
import { undoLast } from '../../../src/delivery/apply.ts';
import type { ChangedMemory } from '../../../src/lifecycle/change-memory.ts';
import { confirmEntry, rejectEntry } from '../../../src/lifecycle/judge-entry.ts';
import { saveFix } from '../../../src/lifecycle/save-fix.ts';
import { changeUserMemory } from '../../../src/lifecycle/user-memory/change-user-memory.ts';
import { findUserFiles } from '../../../src/lifecycle/user-memory/find-user-files.ts';
import type { Memory } from '../../../src/memory/memory.ts';

const now = new Date('2026-03-09T10:00:00Z');
const RULE = `## L-001: List the harbours first
- Pattern: There may be one.
- Guidance: List the harbours first. When: Adding one.
- Confidence: low
- Status: watching
- Origin: learned on 2026-03-02 from planning error
`;

let home: string;
let userIn: string;
let root: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon own ')));
  userIn = join(home, 'harbour');
  root = join(home, '.config/hardwon');
  for (const folder of ['harbour', '.claude', '.codex', '.config/hardwon/.memory'])
    mkdirSync(join(home, folder), { recursive: true });
  writeFileSync(join(root, '.memory/harness-learnings.md'), RULE);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const read = (path: string) => (existsSync(join(home, path)) ? readFileSync(join(home, path), 'utf8') : undefined);
async function change<T>(how: (memory: Memory) => ChangedMemory<T>) {
  const files = await findUserFiles({ home, env: {}, known: agents, memoryRoot: root });
  return changeUserMemory({ root, userIn, files, dataDir: join(home, 'data'), home, now, apply: true }, how);
}
const confirm = () => change((memory) => ({ memory: confirmEntry(memory, 'L-001', now), outcome: undefined }));
const reject = () => change((memory) => ({ memory: rejectEntry(memory, 'L-001', now), outcome: undefined }));
const fix = { tool: 'deploy', errorPattern: 'no such tag', rootCause: '', fix: 'push the tag', commands: [] };

describe('changeUserMemory', () => {
  it('writes a rule that is confirmed to the files of all agents, and undo takes all of it back', async () => {
    writeFileSync(join(home, '.claude/CLAUDE.md'), 'Be brief.\n');
    const done = await confirm();
    expect(done.diffs.map(({ name }) => name)).toEqual([
      '~/.config/hardwon/.memory/harness-learnings.md',
      '~/.claude/CLAUDE.md',
      '~/.codex/AGENTS.md',
    ]);
    for (const file of ['.claude/CLAUDE.md', '.codex/AGENTS.md']) {
      expect(read(file)).toContain(
        '- **Rule**: List the harbours first\n- **When**: Adding one.\n- **Why**: There may be one.',
      );
      expect(read(file)).toContain('`hardwon memory edit L-001 --user`');
    }
    await undoLast({ dataDir: join(home, 'data'), projectRoot: userIn });
    expect(read('.config/hardwon/.memory/harness-learnings.md')).toBe(RULE);
    expect(read('.claude/CLAUDE.md')).toBe('Be brief.\n');
    expect(read('.codex/AGENTS.md')).toBeUndefined();
  });

  it('takes a rule that is rejected out of the files, and a file away that was made for it', async () => {
    writeFileSync(join(home, '.claude/CLAUDE.md'), '\uFEFFBe brief.\r\n');
    await confirm();
    await reject();
    expect(read('.claude/CLAUDE.md')).toBe('\uFEFFBe brief.\r\n');
    expect(read('.codex/AGENTS.md')).toBeUndefined();
    expect(read('.config/hardwon/.memory/tombstones.md')).toContain('## L-001: List the harbours first');
  });

  it('refuses to change rules in a section that was edited by hand, and lets pass what concerns no rule', async () => {
    await confirm();
    const edited = read('.claude/CLAUDE.md')?.replace('List the harbours first', 'List all harbours first') ?? '';
    writeFileSync(join(home, '.claude/CLAUDE.md'), edited);
    const before = read('.config/hardwon/.memory/harness-learnings.md');
    await expect(reject()).rejects.toThrow(/CLAUDE\.md:1: the lines between the hardwon markers were edited by hand/);
    expect(read('.config/hardwon/.memory/harness-learnings.md')).toBe(before);
    const { applied, outcome } = await change((memory) => saveFix(memory, fix, now));
    expect({ applied, id: outcome.entry.id }).toEqual({ applied: true, id: 'L-002' });
    expect(read('.claude/CLAUDE.md')).toBe(edited);
  });

  it('brings a file in line that is behind, with any change', async () => {
    await confirm();
    rmSync(join(home, '.codex/AGENTS.md'));
    await change((memory) => saveFix(memory, fix, now));
    expect(read('.codex/AGENTS.md')).toContain('List the harbours first');
    // A tool fix is found by its error: it is no rule for every project.
    expect(read('.codex/AGENTS.md')).not.toContain('push the tag');
  });

  it('passes over what has no room in the files, and says so', async () => {
    const rule = (number: number, words: number) =>
      RULE.replace('L-001: List', `L-00${number}: List`)
        .replace('low', 'medium')
        .replace('watching', 'ready')
        .replace('harbours first.', `harbours of coast ${number} first.`)
        .replace('one.\n- Guidance', `one.${' Many ships come and go.'.repeat(words)}\n- Guidance`)
        .concat(`- Last seen: 2026-03-0${number}\n`);
    // The first is the oldest, and short; the others are too long to go all together.
    const text = [rule(1, 0), ...[2, 3, 4, 5, 6, 7, 8].map((number) => rule(number, 40))];
    writeFileSync(join(root, '.memory/harness-learnings.md'), text.join('\n'));
    const { notices } = await change((memory) => saveFix(memory, fix, now));
    expect(notices).toMatchObject([
      { code: 'no-file', message: expect.stringMatching(/have no room for L-002(?:, L-00[3-7])*; reject/) },
    ]);
    expect(read('.claude/CLAUDE.md')?.match(/\(L-00\d\)/g)).toEqual(expect.arrayContaining(['(L-001)', '(L-008)']));
    expect(read('.claude/CLAUDE.md')).not.toContain('(L-002)');
  });

  it('says how a rejected rule is brought back', async () => {
    await confirm();
    await reject();
    await expect(confirm()).rejects.toMatchObject({ hint: 'hardwon restore L-001 --user brings it back.' });
    await expect(
      change((memory) => ({ memory: confirmEntry(memory, 'L-700', now), outcome: undefined })),
    ).rejects.toMatchObject({
      hint: 'hardwon memory --user lists what is in it.',
    });
  });
});
