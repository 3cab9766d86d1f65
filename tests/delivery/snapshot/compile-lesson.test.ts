import { describe, expect, it } from 'vitest';
import { compileLesson, findRewrite } from '../../../src/delivery/snapshot/compile-lesson.ts';
import { keysOfCall, keysOfError } from '../../../src/delivery/snapshot/keys.ts';
import type { Trigger } from '../../../src/lessons/lesson.ts';
import { parseRule } from '../../../src/lessons/triggers/rule.ts';
import { asTold, makeTold } from '../../memory/lessons.ts';

const compile = (trigger: Partial<Trigger> & { rule: string }) =>
  compileLesson(makeTold({ trigger: { failed: 3, succeeded: 0, ...trigger } }), asTold('Do it.'), {});

/** Whether the lesson of a rule is among those that are looked at for a call. */
function isFound(
  rule: string,
  name: string,
  input: Parameters<typeof keysOfCall>[0]['input'],
  tool = 'shell',
): boolean {
  const { keys } = compile({ rule });
  const asked = new Set(keysOfCall({ name, input, tool: tool as 'shell', cwd: '/home/ada/harbour/web' }));
  return keys.some((key) => asked.has(key));
}

describe('compileLesson', () => {
  it.each([
    ['Bash(git show * --no-stat *)', 'Bash', { command: 'git show HEAD --no-stat' }, 'shell'],
    ['Bash(* {cmd,docs}/* *)', 'Bash', { command: 'ls docs/a.md' }, 'shell'],
    ['Bash(*)', 'exec_command', { command: 'true' }, 'shell'],
    ['Read(web/src/old.ts)', 'Read', { path: 'src/old.ts' }, 'read'],
    ['Read(**/Berth.java)', 'Bash', { command: 'cat app/Berth.java' }, 'shell'],
    ['Read(**)', 'Read', { path: 'x' }, 'read'],
    ['Edit(**)', 'Edit', { path: '/x/y.ts' }, 'edit'],
    ['Pattern(*\\|*)', 'Grep', { pattern: 'a\\|b' }, 'search'],
    ['Pattern(*\\|*)', 'Bash', { command: "grep 'a\\|b' x" }, 'shell'],
    ['Tool(mcp__quay__deploy)', 'mcp__quay__deploy', {}, 'mcp'],
    ['Tool(mcp__*)', 'mcp__quay__deploy', {}, 'mcp'],
    ['Tool(mcp_quay_deploy)', 'mcp__quay__deploy', {}, 'mcp'],
    ['Tool(mcp__quay__deploy)', 'deploy', {}, 'mcp'],
  ])('finds %s for a call of %s with %j', (rule, name, input, tool) => {
    expect(isFound(rule, name, input, tool)).toBe(true);
  });

  it.each([
    ['Bash(git show * --no-stat *)', 'Bash', { command: 'git show HEAD' }, 'shell'],
    ['Bash(*)', 'Read', { path: 'x' }, 'read'],
    ['Edit(**)', 'Read', { path: 'x' }, 'read'],
    ['Tool(mcp__quay__deploy)', 'mcp__quay__list', {}, 'mcp'],
  ])('does not look at %s for a call of %s with %j', (rule, name, input, tool) => {
    expect(isFound(rule, name, input, tool)).toBe(false);
  });

  it('finds what is about an error by the error', () => {
    const { keys, lesson } = compile({ rule: 'Tool(*)', error: 'manifest {unknown,gone} for *' });
    expect(lesson.error).toBeDefined();
    expect(keysOfError('Error: manifest gone for quay:1').some((key) => keys.includes(key))).toBe(true);
    expect(keysOfCall({ tool: 'other', name: 'x', input: {} }).some((key) => keys.includes(key))).toBe(false);
  });

  it('is found by nothing where its trigger cannot be read', () => {
    for (const trigger of [{ rule: 'Nonsense' }, { rule: 'Bash(x)', when: 'the moon is full' }]) {
      const { keys, lesson } = compile(trigger);
      expect(keys).toEqual([]);
      expect(lesson.rule).toBeUndefined();
    }
  });

  it('can be carried by JSON', () => {
    const { lesson } = compile({ rule: 'Read(src/**/x.ts)', when: 'edited **/*.ts since Bash(npm run format *)' });
    expect(JSON.parse(JSON.stringify(lesson))).toEqual(lesson);
  });

  it('says for whom a rule of an agent is, and of what was imported that nobody counted it', () => {
    const evidence = [{ agent: 'codex', session: 's', call: 'c', at: '2026-01-01T00:00:00Z' }];
    expect(compileLesson(makeTold({ kind: 'tool-use', evidence }), asTold(''), {}).lesson.agents).toEqual(['codex']);
    expect(compileLesson(makeTold({ kind: 'command', evidence }), asTold(''), {}).lesson.agents).toBeUndefined();
    const habit = (rule: string) =>
      makeTold({ kind: 'tool-use', evidence, trigger: { rule, failed: 3, succeeded: 0 } });
    // Some clients check edits, others do not; a search that cannot find anything finds nothing anywhere.
    expect(compileLesson(habit('Edit(**)'), asTold(''), {}).lesson.agents).toEqual(['codex']);
    expect(compileLesson(habit('Pattern(*")'), asTold(''), {}).lesson.agents).toBeUndefined();
    expect(compileLesson(makeTold({ origin: 'notes.md', evidence: [] }), asTold(''), {}).lesson.seen).toBe(0);
  });
});

const trigger = { rule: 'Bash(python3 *)', failed: 5, succeeded: 0 };
const proven = { matches: 5, failed: 5, sessions: 2 };
const exchange = { wrong: 'python3', right: 'uv run python' };

function find(parts: object = {}, replayed: object = {}) {
  const lesson = { trigger, ...parts };
  const rule = parseRule(lesson.trigger.rule);
  if (!rule) throw new Error('no rule');
  return findRewrite(exchange, lesson.trigger, rule, { ...proven, ...replayed });
}

describe('findRewrite', () => {
  it('takes an exchange whose first half failed every time', () => {
    expect(find()).toEqual({ from: 'python3', to: 'uv run python' });
  });

  it('takes it in spite of a single failure of which nobody knows why', () => {
    expect(find({}, { matches: 52, failed: 51 })).toBeDefined();
  });

  it.each([
    ['too few calls', {}, { matches: 4, failed: 4 }],
    ['calls of one session', {}, { sessions: 1 }],
    ['a call that went well', { trigger: { ...trigger, succeeded: 1 } }, { matches: 100, failed: 99 }],
    ['failures of other reasons', {}, { matches: 6, failed: 5 }],
    ['a condition', { trigger: { ...trigger, when: 'cwd is .' } }, {}],
    ['words that are not the rule', { trigger: { ...trigger, rule: 'Bash(python *)' } }, {}],
    ['a rule that goes on', { trigger: { ...trigger, rule: 'Bash(python3 * -v *)' } }, {}],
    ['a rule with a choice', { trigger: { ...trigger, rule: 'Bash({python3,python} *)' } }, {}],
    ['a rule about files', { trigger: { ...trigger, rule: 'Read(python3)' } }, {}],
  ])('takes none with %s', (_what, parts, replayed) => {
    expect(find(parts, replayed)).toBeUndefined();
  });
});
