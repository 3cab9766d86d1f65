import { describe, expect, it } from 'vitest';
import { parseConditions } from '../../src/lessons/triggers/condition.ts';
import { parseTrigger } from '../../src/lessons/triggers/index.ts';
import { parseRule } from '../../src/lessons/triggers/rule.ts';
import { readDocument, tableRows } from './markdown.ts';

const text = readDocument('docs/triggers.md');

/** The code in a cell. */
function codes(cell = ''): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');
}

describe('the page on triggers', () => {
  it('names only rules that can be read', () => {
    const rules = [...tableRows(text, '## Rules'), ...tableRows(text, '## Patterns')].flatMap(([cell]) => codes(cell));
    expect(rules.length).toBeGreaterThan(10);
    expect(rules.filter((rule) => !parseRule(rule))).toEqual([]);
  });

  it('names only conditions that can be read', () => {
    const conditions = tableRows(text, '## Conditions').flatMap(([cell]) => codes(cell));
    const filled = conditions.map((condition) =>
      condition.replace('(…)', '(make *)').replace(/\bN\b/, '60').replace('SHAPE', 'short hash'),
    );
    expect(filled.length).toBeGreaterThan(15);
    expect(filled.filter((condition) => !parseConditions(condition))).toEqual([]);
  });

  it('shows examples that can be read', () => {
    const [, examples = ''] = text.split('```');
    const lines = examples.trim().split('\n');
    expect(lines).toHaveLength(4);
    expect(lines.filter((line) => !parseTrigger(line))).toEqual([]);
  });
});
