import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { call, mine } from './story.ts';

/** A session that writes a file and is told by the linter what is wrong with it. */
function session(name: string, file: string, rules: readonly string[]): Call[] {
  const output = rules.map((rule, line) => `${file}:${line + 1}:2: this is wrong (${rule})`).join('\n');
  return [
    call(name, 1, { path: `/srv/orchard/${file}` }, { tool: 'edit', name: 'Edit' }),
    call(
      name,
      2,
      { command: 'make lint' },
      { outcome: 'failed', exitCode: 1, output: `${output}\n${rules.length} issues:` },
    ),
  ];
}

async function conventions(...sessions: Call[][]) {
  const { lessons } = await mine(...sessions);
  return lessons.filter(({ kind }) => kind === 'convention');
}

describe('rules that recur', () => {
  it('need three findings in two sessions', async () => {
    const once = session('s1', 'pkg/a.go', ['errcheck', 'errcheck', 'errcheck']);
    expect(await conventions(once)).toEqual([]);
    expect(await conventions(session('s1', 'pkg/a.go', ['errcheck']), session('s2', 'pkg/b.go', ['errcheck']))).toEqual(
      [],
    );
    expect(await conventions(once, session('s2', 'pkg/b.go', ['errcheck']))).toHaveLength(1);
  });

  it('keep one lesson per linter when another rule joins', async () => {
    const few = [session('s1', 'pkg/a.go', ['errcheck', 'errcheck']), session('s2', 'pkg/b.go', ['errcheck'])];
    const [before] = await conventions(...few);
    const after = await conventions(
      ...few,
      session('s3', 'pkg/c.go', ['nilerr']),
      session('s4', 'pkg/d.go', ['nilerr']),
      session('s5', 'pkg/e.go', ['nilerr']),
    );
    expect(after).toHaveLength(1);
    expect(after[0]?.fingerprint).toBe(before?.fingerprint);
    expect(after[0]?.title).toBe('Follow the rules that `golangci-lint` reports most: `nilerr` and `errcheck`');
  });

  it('are not drawn from files that the session did not write', async () => {
    const others = ['s1', 's2', 's3'].map((name) => session(name, 'pkg/a.go', ['errcheck']).slice(1));
    expect(await conventions(...others)).toEqual([]);
  });

  it('name a rule that nobody knows by its id alone', async () => {
    const [lesson] = await conventions(
      session('s1', 'pkg/a.go', ['gosmopolitan', 'gosmopolitan']),
      session('s2', 'pkg/b.go', ['gosmopolitan']),
    );
    expect(lesson?.guidance).toBe('Follow the rules that `golangci-lint` reports most here: `gosmopolitan`.');
  });
});
