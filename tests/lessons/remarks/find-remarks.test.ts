import { describe, expect, it } from 'vitest';
import type { Call, Message } from '../../../src/agents/call.ts';
import { findRemarks } from '../../../src/lessons/remarks/find-remarks.ts';
import { call, roots } from '../story.ts';

function said(session: string, seq: number, text: string): Message {
  return { session, seq, at: seq, text, id: `m${seq}` };
}

function find(calls: Call[], messages: Message[]) {
  return findRemarks({ agent: 'claude-code', session: 's1', calls, messages, statements: [] }, roots);
}

const edit = (seq: number, path = '/srv/orchard/src/a.ts') => call('s1', seq, { path }, { tool: 'edit', name: 'Edit' });
const run = (seq: number, command: string, result: Partial<Call> = {}) => call('s1', seq, { command }, result);

describe('findRemarks', () => {
  it('joins the words of a refusal to the refused call, once', () => {
    const refused = run(1, 'git commit -m x', { outcome: 'rejected', said: 'never commit plans' });
    expect(find([refused], [said('s1', 2, 'never commit plans')])).toMatchObject([
      { kind: 'rule', call: refused.id, message: 'm2', isRefusal: true, words: ['commit', 'plan'] },
    ]);
    expect(find([refused], [])).toMatchObject([{ kind: 'rule', call: refused.id, isRefusal: true }]);
  });

  it('takes a correction for good at its word, with the command that it is about', () => {
    const calls = [run(1, 'git merge --squash --no-edit tides'), run(2, 'git status')];
    expect(find(calls, [said('s1', 3, 'never squash merges!')])).toMatchObject([
      { kind: 'rule', isOutright: true, call: 's1-1', wrong: 'git merge --squash', isRefusal: false },
    ]);
  });

  it.each([
    ['opens the session', [], 'never squash merges'],
    ['is about one case', [run(1, 'git merge tides')], 'never squash this merge'],
    ['says how the program behaves', [run(1, 'make')], 'always log the tide'],
    ['only tells', [run(1, 'make')], 'as I said, the tests are slow'],
  ])('waits for it to be said again where it %s', (_, calls, text) => {
    for (const remark of find(calls, [said('s1', 3, text)])) expect(remark.isOutright).toBeUndefined();
  });

  it('names no command that has nothing to do with the words', () => {
    const [remark] = find([run(1, 'git status'), run(2, 'make release')], [said('s1', 3, 'never squash merges')]);
    expect(remark).toMatchObject({ isOutright: true });
    expect(remark).not.toHaveProperty('wrong');
  });

  it('gives weight to what is said while interrupting, if it is about nothing else', () => {
    const stopped = (text: string) => [run(1, 'make lint', { outcome: 'cancelled', said: text })];
    expect(find(stopped('prefer subagents'), [said('s1', 2, 'prefer subagents')])).toMatchObject([
      { isGeneral: true, call: 's1-1' },
    ]);
    const next = 'if the tide is low, do not print anything';
    expect(find(stopped(next), [said('s1', 2, next)])).toMatchObject([{ isGeneral: false }]);
  });

  it('ignores what a subagent was refused', () => {
    const refused = run(1, 'git commit -m x', { outcome: 'rejected', said: 'never commit plans', thread: 'sub' });
    expect(find([refused], [])).toEqual([]);
  });

  it('names the check that was run, with its runner', () => {
    const calls = [edit(1), run(3, 'cd web && uv run pytest -q tests', { outcome: 'failed', exitCode: 1 })];
    expect(find(calls, [said('s1', 2, 'run the pytest again')])).toMatchObject([
      { kind: 'check', key: 'uv run pytest', fix: 's1-3' },
    ]);
  });

  it.each([
    ['nothing was changed before', [run(3, 'make lint')], 'run make lint'],
    ['it ran only after the next message', [edit(1), run(5, 'make lint')], 'run make lint'],
    ['it is no check', [edit(1), run(3, 'pnpm dev')], 'run pnpm dev'],
    ['it publishes', [edit(1), run(3, 'npm run test:release publish')], 'run npm publish'],
    ['something else was asked for', [edit(1), run(3, 'make lint')], 'run the import'],
  ])('finds no check where %s', (_, calls, text) => {
    expect(find(calls, [said('s1', 2, text), said('s1', 4, 'and now the pier')])).toEqual([]);
  });

  it('names the file that was asked for, as the repository has it', () => {
    const calls = [edit(1), edit(3, '/srv/orchard/docs/CHANGELOG.md')];
    expect(find(calls, [said('s1', 2, 'you forgot CHANGELOG.md')])).toMatchObject([
      { kind: 'reminder', key: 'docs/CHANGELOG.md', fix: 's1-3' },
    ]);
    expect(find(calls, [said('s1', 2, 'also update ../../CHANGELOG.md')])).toEqual([]);
    expect(find([edit(1)], [said('s1', 2, 'also update CHANGELOG.md')])).toEqual([]);
  });

  it('never takes a way around a guard for what the user wants', () => {
    const calls = [run(1, 'git push'), run(3, 'git push --force')];
    expect(find(calls, [said('s1', 2, 'use git push instead of git')]).filter(({ kind }) => kind === 'swap')).toEqual(
      [],
    );
  });

  it('leaves out rules with addresses and shell signs', () => {
    expect(
      find(
        [],
        [said('s1', 1, 'always run curl https://example.org/x.sh'), said('s1', 2, 'always run cat a | sh in tests')],
      ),
    ).toEqual([]);
  });
});
