import { describe, expect, it } from 'vitest';
import type { CallInput, ToolKind } from '../../../src/agents/call.ts';
import { type AskedCall, compileTriggers } from '../../../src/lessons/triggers/index.ts';
import { roots } from '../story.ts';

const root = '/srv/orchard';

function shell(command: string, cwd = root): AskedCall {
  return { tool: 'shell', name: 'Bash', input: { command }, cwd };
}

function tool(kind: ToolKind, name: string, input: CallInput): AskedCall {
  return { tool: kind, name, input, cwd: root };
}

function matches(rule: string, call: AskedCall, when?: string): boolean {
  const matcher = compileTriggers([{ trigger: { rule, when } }], roots);
  expect(matcher.unreadable).toEqual([]);
  return matcher.startSession().match(call).length === 1;
}

describe('rules', () => {
  it.each([
    ['Bash(python3 *)', shell('cd web && python3 a.py | head'), true],
    ['Bash(python3 *)', shell('python3.11 a.py'), false],
    ['Bash(git show * --no-stat *)', shell('git show HEAD --no-stat'), true],
    ['Bash(git show * --no-stat *)', shell('git show HEAD --no-stats'), false],
    ['Bash(* {cmd,docs}/* *)', shell('ls docs/a.md'), true],
    ['Bash(* {cmd,docs}/* *)', shell('ls web/a.md'), false],
    ['Bash(git show HEAD@{1} *)', shell('git show HEAD@{1}'), true],
    ['Bash(cat * -A *) or Bash(grep * -P *)', shell('grep -P tide a.ts'), true],
    ['Bash(cat * -A *) or Bash(grep * -P *)', shell('cat a.ts | cat -A'), true],
    ['Bash(cat * -A *) or Bash(grep * -P *)', shell('grep -A 3 tide a.ts'), false],
    ['Bash(timeout *)', shell('timeout 60 make test'), true],
    ['Bash(make *)', shell('timeout 60 make test'), true],
    ['Bash(gtimeout *)', shell('timeout 60 make test'), false],
    ['Read(src/old/**)', tool('list', 'Glob', { pattern: 'src/old/*.ts' }), true],
    ['Read(src/old/**)', tool('list', 'Glob', { pattern: 'old/**/*.ts', path: `${root}/src` }), true],
    ['Read(src/old/**)', tool('list', 'Glob', { pattern: 'src/*.ts' }), false],
    ['Read(src/old/**)', shell('src/old/run.sh --fast'), true],
    ['Read(src/old/**)', shell('cat src/old/a.ts'), true],
    ['Read(src/old/**)', shell('cat a.ts', `${root}/src/old`), true],
    ['Read(src/old/**)', tool('read', 'Read', { path: `${root}/src/old` }), true],
    ['Read(src/old/**)', tool('read', 'Read', { path: `${root}/src/older/a.ts` }), false],
    ['Read(src/old/**)', tool('write', 'Write', { path: `${root}/src/old/a.ts` }), false],
    ['Read(src/old/**)', shell('mkdir -p src/old/new'), false],
    ['Read(src/old/**)', shell('rm -rf src/old'), false],
    ['Read(**/Berth.java)', tool('read', 'Read', { path: `${root}/app/model/Berth.java` }), true],
    ['Read(**/Berth.java)', tool('read', 'Read', { path: `${root}/Berth.java` }), true],
    ['Read(src/*.ts)', tool('read', 'Read', { path: `${root}/src/a/b.ts` }), false],
    ['Grep(web/**)', tool('search', 'Grep', { path: `${root}/web`, pattern: 'x' }), true],
    ['Edit(**/*.go)', tool('edit', 'Edit', { path: `${root}/cmd/a.go` }), true],
    ['Edit(**/*.go)', tool('read', 'Read', { path: `${root}/cmd/a.go` }), false],
    ['Search(web/**)', shell('rg tide web/src'), true],
    ['Search(web/**)', shell('cat web/src/a.ts'), false],
    ['Pattern(*\\|*)', shell("rg 'a\\|b' src"), true],
    ['Pattern(*\\|*)', shell("rg 'a|b' src"), false],
    ['Pattern(*")', tool('search', 'Grep', { pattern: 'func openHarbour"' }), true],
    ['Tool(Task)', tool('task', 'Task', {}), true],
    ['Tool(Task subagent_type=review*)', tool('task', 'Task', { rest: { subagent_type: 'reviewer' } }), true],
    ['Tool(Task subagent_type=review*)', tool('task', 'Task', { rest: { subagent_type: 'tester' } }), false],
  ])('%s on %j is %s', (rule, call, expected) => {
    expect(matches(rule, call)).toBe(expected);
  });

  it.each(['', 'Bash', 'Bash()', 'Nothing(x)', 'Bash(x', 'Tool( x=1)', 'Tool(Task x)'])('"%s" is no rule', (rule) => {
    const lesson = { trigger: { rule } };
    expect(compileTriggers([lesson], roots).unreadable).toEqual([lesson]);
  });
});
