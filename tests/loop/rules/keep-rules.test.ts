import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { claudeContext } from '../../../src/agents/claude-code/context.ts';
import { agents } from '../../../src/agents/registry.ts';
import { undoLast } from '../../../src/delivery/apply.ts';
import { changeMemory } from '../../../src/lifecycle/change-memory.ts';
import { rejectEntry } from '../../../src/lifecycle/judge-entry.ts';
import { type KeepRequest, keepRules, nameProject } from '../../../src/loop/rules/keep-rules.ts';
import { loadMemory } from '../../../src/memory/memory.ts';
import { anonymise } from '../../../src/redaction/anonymise.ts';

let home: string;
let projectRoot: string;
const now = new Date('2026-03-09T10:00:00Z');
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon rules ')));
  projectRoot = join(home, 'orchard');
  mkdirSync(projectRoot);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const rule = {
  rule: 'Return None (not 0) when there is no result',
  when: 'writing safe versions of functions that can fail',
  why: '0 can be confused with a result',
  category: 'Error Handling',
};

function request(whose: 'user' | 'project', more: Partial<KeepRequest> = {}): KeepRequest {
  const places = { home, env: {}, folders: {}, projectRoot };
  const file = claudeContext(places).user;
  if (!file) throw new Error('Claude Code reads a file of the user');
  const delivery = { home, env: {}, folders: {}, known: agents, agents: ['claude-code'], anonymise };
  return {
    rules: [rule],
    type: 'test_failure',
    now,
    isConfirmed: true,
    projectRoot,
    dataDir: join(home, 'data'),
    home,
    apply: true,
    place: whose === 'user' ? { whose, memoryRoot: join(home, 'config'), files: [file] } : { whose, delivery },
    ...more,
  };
}

const userFile = () => join(home, '.claude/CLAUDE.md');

describe('keepRules', () => {
  it('writes a rule under its heading in the file of the user, with its source, and leaves the rest alone', async () => {
    mkdirSync(join(home, '.claude'));
    writeFileSync(userFile(), '# Mine\r\n\r\nBe brief.\r\n');
    const kept = await keepRules(request('user'));
    expect(kept).toMatchObject({ applied: true, lessons: [{ id: 'L-001', status: 'ready', confidence: 'medium' }] });
    const text = readFileSync(userFile(), 'utf8');
    expect(text.startsWith('# Mine\r\n\r\nBe brief.\r\n')).toBe(true);
    expect(text.replaceAll('\r\n', '\n')).toContain(
      [
        '- **Rule**: Return None (not 0) when there is no result',
        '- **When**: writing safe versions of functions that can fail',
        '- **Why**: 0 can be confused with a result',
        '  - **Source**: Learned on 2026-03-09 from test failure (L-001)',
      ].join('\n'),
    );
    expect(text).toContain('## Learned Rules & Patterns\r\n');
    const [entry] = (await loadMemory(join(home, 'config'))).entries;
    expect(entry).toMatchObject({
      origin: 'learned on 2026-03-09 from test failure (error-handling)',
      reach: 'user',
      occurrences: 1,
    });
    await undoLast({ dataDir: join(home, 'data'), projectRoot });
    expect(readFileSync(userFile(), 'utf8')).toBe('# Mine\r\n\r\nBe brief.\r\n');
    expect(existsSync(join(home, 'config/.memory/harness-learnings.md'))).toBe(false);
  });

  it('counts on a rule that is known instead of piling it up', async () => {
    await keepRules(request('user'));
    const again = { ...rule, rule: 'Return None (not 0) when there is no result.', why: 'otherwise it is ambiguous' };
    const kept = await keepRules(request('user', { rules: [again], now: new Date('2026-04-01T00:00:00Z') }));
    expect(kept.lessons).toMatchObject([{ id: 'L-001', occurrences: 2, confidence: 'medium' }]);
    expect(readFileSync(userFile(), 'utf8').match(/\*\*Rule\*\*/g)).toHaveLength(1);
    expect((await loadMemory(join(home, 'config'))).entries).toHaveLength(1);
    const third = await keepRules(request('user', { rules: [again] }));
    expect(third.lessons).toMatchObject([{ occurrences: 3, confidence: 'high' }]);
  });

  it.each(['user', 'project'] as const)('keeps the others where one was rejected: %s', async (whose) => {
    const other = { ...rule, rule: 'Close files in src/files.py with a context manager' };
    await keepRules(request(whose));
    const root = whose === 'user' ? join(home, 'config') : projectRoot;
    const change = { root, dataDir: join(home, 'data'), home, now, apply: true };
    await changeMemory(change, (memory) => ({ memory: rejectEntry(memory, 'L-001', now), outcome: undefined }));
    const kept = await keepRules(request(whose, { rules: [rule, other] }));
    expect(kept).toMatchObject({ applied: true, lessons: [{ of: 1, status: 'ready' }] });
    expect(kept.notices[0]).toContain('was rejected on 2026-03-09');
  });

  it('writes nothing when it is only asked what it would write', async () => {
    const kept = await keepRules(request('user', { apply: false }));
    expect(kept).toMatchObject({ applied: false, lessons: [{ id: 'L-001' }] });
    expect(kept.diffs.map(({ name }) => name)).toContain('~/.claude/CLAUDE.md');
    expect(existsSync(userFile())).toBe(false);
  });

  it('does not deliver what nobody has seen to help', async () => {
    const kept = await keepRules(request('user', { isConfirmed: false }));
    expect(kept.lessons).toMatchObject([{ status: 'watching', confidence: 'low' }]);
    expect(existsSync(userFile())).toBe(false);
  });

  it('keeps rules that helped and candidates in one change', async () => {
    const candidate = { ...rule, rule: 'Close files in src/files.py with a context manager', isConfirmed: false };
    const kept = await keepRules(request('user', { rules: [rule, candidate] }));
    expect(kept.lessons).toMatchObject([
      { id: 'L-001', status: 'ready', confidence: 'medium' },
      { id: 'L-002', status: 'watching', confidence: 'low' },
    ]);
    expect(readFileSync(userFile(), 'utf8')).not.toContain('Close files');
    await undoLast({ dataDir: join(home, 'data'), projectRoot });
    expect((await loadMemory(join(home, 'config'))).entries).toEqual([]);
  });

  const alike = {
    ...rule,
    rule: 'Return None, and never 0, where there is no result',
    when: 'writing safe functions that can fail',
  };

  it.each(['user', 'project'] as const)('notes in a rule which one it may be the same as: %s', async (whose) => {
    await keepRules(request(whose));
    const kept = await keepRules(request(whose, { rules: [alike] }));
    const option = whose === 'user' ? ' --user' : '';
    expect(kept.lessons).toMatchObject([
      { id: 'L-002', status: 'ready', similar: `may be the same as L-001: hardwon merge L-001 L-002${option}` },
    ]);
  });

  it.each(['user', 'project'] as const)(
    'keeps a paraphrase of a rejected rule a candidate that names it: %s',
    async (whose) => {
      await keepRules(request(whose));
      const root = whose === 'user' ? join(home, 'config') : projectRoot;
      await changeMemory({ root, now, dataDir: join(home, 'data'), home, apply: true }, (memory) => ({
        memory: rejectEntry(memory, 'L-001', now),
        outcome: undefined,
      }));
      const kept = await keepRules(request(whose, { rules: [alike] }));
      expect(kept.lessons).toMatchObject([
        {
          id: 'L-002',
          status: 'watching',
          similar: expect.stringMatching(/^L-001, which was rejected on 2026-03-09: /),
        },
      ]);
    },
  );

  it('refuses a rule that somebody rejected', async () => {
    await keepRules(request('user'));
    const root = join(home, 'config');
    const change = { root, dataDir: join(home, 'data'), home, now, apply: true };
    await changeMemory(change, (memory) => ({ memory: rejectEntry(memory, 'L-001', now), outcome: undefined }));
    await expect(keepRules(request('user'))).rejects.toThrow('was rejected on 2026-03-09');
  });

  it.each(['user', 'project'] as const)(
    'loses neither the rule nor what somebody wrote into the block: %s',
    async (whose) => {
      await keepRules(request(whose));
      const file = whose === 'user' ? userFile() : join(projectRoot, 'CLAUDE.md');
      const edited = readFileSync(file, 'utf8').replace('Return None', 'Return nothing');
      writeFileSync(file, edited);
      const other = { ...rule, rule: 'Close files in src/files.py with a context manager' };
      const kept = await keepRules(request(whose, { rules: [other] }));
      expect(kept).toMatchObject({ applied: true, lessons: [{ id: 'L-002' }] });
      expect(kept.notices.join()).toMatch(/The rule is in memory, and not in this file yet\. .*edited by hand/);
      expect(readFileSync(file, 'utf8')).toBe(edited);
      const { entries } = await loadMemory(whose === 'user' ? join(home, 'config') : projectRoot);
      expect(entries.map(({ id }) => id)).toEqual(['L-001', 'L-002']);
    },
  );

  const EDITS: Record<string, (text: string) => string> = {
    'a line of their own': (text) => text.replace('- **Why**', 'Ask Grace first.\n- **Why**'),
    'a rule that is taken out': (text) => text.replace(/- \*\*Rule\*\*[\s\S]*?\(L-001\)\n/, ''),
    'a marker that is gone': (text) => text.replace(/^<!-- hardwon:[a-z]+:end -->\n/m, ''),
    'a hash that is gone': (text) => text.replace(/^<!-- hardwon:hash .*\n/m, ''),
    'a block that is there twice': (text) => text + text,
  };
  it.each(Object.keys(EDITS).flatMap((edit) => (['user', 'project'] as const).map((whose) => [edit, whose] as const)))(
    'loses nothing by %s: %s',
    async (edit, whose) => {
      await keepRules(request(whose));
      const file = whose === 'user' ? userFile() : join(projectRoot, 'CLAUDE.md');
      const before = readFileSync(file, 'utf8');
      const edited = EDITS[edit]?.(before) ?? '';
      expect(edited).not.toBe(before);
      writeFileSync(file, edited);
      const other = { ...rule, rule: 'Close files in src/files.py with a context manager' };
      const kept = await keepRules(request(whose, { rules: [other] }));
      expect(kept).toMatchObject({ applied: true, lessons: [{ id: 'L-002' }] });
      expect(kept.notices.join()).toContain('The rule is in memory, and not in this file yet.');
      expect(readFileSync(file, 'utf8')).toBe(edited);
    },
  );

  it.each(['user', 'project'] as const)('keeps two different rules about one file as two: %s', async (whose) => {
    const one = { ...rule, rule: 'Return None from `src/files.py` where the file is missing' };
    const other = { ...rule, rule: 'Return None from `src/files.py` where the file is empty' };
    const kept = await keepRules(request(whose, { rules: [one, other] }));
    expect(kept.lessons.map(({ id, occurrences }) => [id, occurrences])).toEqual([
      ['L-001', 1],
      ['L-002', 1],
    ]);
  });

  it('writes to the memory and the files of the project, where that is asked for', async () => {
    const kept = await keepRules(request('project'));
    expect(kept).toMatchObject({ applied: true, lessons: [{ id: 'L-001', status: 'ready' }] });
    const text = readFileSync(join(projectRoot, 'CLAUDE.md'), 'utf8');
    expect(text).toContain('### Learned Rules & Patterns\n\n- **Rule**: Return None (not 0) when there is no result\n');
    expect(text).toContain('  - **Source**: Learned on 2026-03-09 from test failure (L-001)');
    expect((await loadMemory(projectRoot)).entries).toHaveLength(1);
    expect(existsSync(userFile())).toBe(false);
  });
});

const when = (said: string, rule = 'Return None', project = 'harbour') =>
  nameProject({ rule, when: said, why: 'x' }, project).when;

describe('nameProject', () => {
  it('says which project a rule is about that names a file of it', () => {
    expect(when('Changing `calculator.py`.')).toBe('In `harbour`: changing `calculator.py`.');
    expect(when('Writing handlers.', 'Keep handlers in `src/api/`')).toBe('In `harbour`: writing handlers.');
    expect(when('', 'See `docs/style.md`')).toBe('In `harbour`.');
    expect(when('API calls fail in `src/net.ts`.')).toBe('In `harbour`: API calls fail in `src/net.ts`.');
  });

  it('leaves a rule for every project as it is, and one that says it already', () => {
    expect(when('Writing functions that can fail.')).toBe('Writing functions that can fail.');
    expect(when('Calling `safe_divide(1, 0)`.', '`safe_divide(1, 0)` must be `None`')).toBe(
      'Calling `safe_divide(1, 0)`.',
    );
    expect(when('In `harbour`: changing `calculator.py`.')).toBe('In `harbour`: changing `calculator.py`.');
    expect(when('Changing `a.py`.', 'x', 'a `strange` name')).toBe('Changing `a.py`.');
  });
});
