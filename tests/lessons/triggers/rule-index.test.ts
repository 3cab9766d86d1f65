import { describe, expect, it } from 'vitest';
import type { CallInput, ToolKind } from '../../../src/agents/call.ts';
import { CallView } from '../../../src/lessons/triggers/call-view.ts';
import { parseRule } from '../../../src/lessons/triggers/rule.ts';
import { RuleIndex } from '../../../src/lessons/triggers/rule-index.ts';
import { roots } from '../story.ts';

const texts = [
  'Edit(**)',
  'Tool({Task,Agent} kind=*)',
  'Pattern(*")',
  'Bash(* *?*=* *)',
  'Bash(git show * --no-stat *)',
  'Read(app/(shop)/cart/**)',
];

function candidates(tool: ToolKind, name: string, input: CallInput): string[] {
  const rules = texts.map((text) => {
    const rule = parseRule(text);
    if (!rule) throw new Error(text);
    return rule;
  });
  const view = new CallView({ tool, name, input, cwd: '/srv/orchard' }, roots, '/srv/orchard');
  return new RuleIndex(rules).candidates(view).map((number) => texts[number] ?? '');
}

describe('RuleIndex', () => {
  it('leaves out rules about other tools', () => {
    expect(candidates('edit', 'Edit', { path: '/srv/orchard/a.ts' })).toEqual(['Edit(**)']);
    expect(candidates('task', 'Agent', {})).toEqual(['Tool({Task,Agent} kind=*)']);
    expect(candidates('search', 'Grep', { pattern: 'tide' })).toEqual(['Pattern(*")']);
  });

  it('leaves out rules of which a part is nowhere in the text', () => {
    expect(candidates('shell', 'Bash', { command: 'ls' })).toEqual(['Pattern(*")']);
    expect(candidates('shell', 'Bash', { command: 'git log --no-stat' })).toEqual(['Pattern(*")']);
    expect(candidates('shell', 'Bash', { command: 'curl /tides?a=1' })).toEqual(['Pattern(*")', 'Bash(* *?*=* *)']);
  });

  it('finds paths whose signs are escaped for the shell', () => {
    expect(candidates('shell', 'Bash', { command: 'cat app/\\(shop\\)/cart/page.ts' })).toContain(
      'Read(app/(shop)/cart/**)',
    );
  });
});
