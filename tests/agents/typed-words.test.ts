import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { takeTyped } from '../../src/agents/typed-words.ts';
import { readCommandText } from '../../src/app/tools/command-text.ts';
import { renderFrame } from '../../src/delivery/render.ts';
import { fixed } from '../../src/lessons/quotable.ts';
import { consultText } from '../../src/lifecycle/consult/consult.ts';
import { renderPrompt } from '../../src/lifecycle/consult/render-prompt.ts';
import { wordDenial, wordNote, wordRewrite, wordUndone } from '../../src/live/note.ts';
import { writePrompt } from '../../src/loop/run/make-attempt.ts';

const RULE = 'Never use `moment` for dates';
const lesson = { id: 'L-001', kind: 'command', seen: 3, text: RULE } as unknown as Parameters<typeof wordNote>[0];
const memory = `# Harness learnings\n\n## L-001: Dates\n- Phase: implement\n- Guidance: ${RULE}.\n- Confidence: high\n- Occurrences: 3\n`;

describe('takeTyped', () => {
  it('leaves a message of a person as it is', () => {
    for (const text of ['Never use moment.js for dates', 'Read <Chart> and\n\nfix it.', 'Notes: a < b'])
      expect(takeTyped(text)).toBe(text);
  });

  it('takes the task of an attempt, and nothing that hardwon added to it', () => {
    const rules = [{ rule: RULE, when: 'Always.', why: 'Large.' }];
    const failures = [{ id: 'dates', message: RULE }];
    expect(takeTyped(writePrompt('Add the chart', rules))).toBe('Add the chart');
    expect(takeTyped(writePrompt('Add the chart', [], failures))).toBe('Add the chart');
    expect(takeTyped(writePrompt('Add the chart', rules, failures))).toBe('Add the chart');
  });

  it('takes nothing of what hooks say', () => {
    const notes = [wordNote(lesson), wordDenial(lesson, false), wordRewrite(lesson, 'a', 'b'), wordUndone('L-001')];
    for (const note of notes) expect(takeTyped(`Add the chart\n${note}`)).toBe('Add the chart');
  });

  it('takes nothing of what the MCP server says', async () => {
    const { lessons } = consultText(memory, 'm', { phase: 'implement', files: [] }, new Date('2026-03-09'));
    const consulted = renderPrompt(lessons, fixed(''), 5_000);
    expect(consulted).toContain('moment');
    expect(takeTyped(consulted)).toBe('');
    for (const command of ['debug-tool', 'learn', 'learn-fix', 'memory'] as const)
      expect(takeTyped(await readCommandText(command, 'moment'))).toBe('');
  });

  it('takes nothing of the skill, nor of a block, with its markers or without', async () => {
    const skill = await readFile(resolve(import.meta.dirname, '../../skills/harness-learnings/SKILL.md'), 'utf8');
    expect(takeTyped(skill.replace(/^---[\s\S]*?\n---\n/, ''))).toBe('');
    expect(takeTyped(`Add it\n${renderFrame('L-001')}\n\n- ${RULE}`)).toBe('Add it');
    expect(takeTyped(`<!-- hardwon:learn:start -->\n- ${RULE}\n<!-- hardwon:learn:end -->\nAdd it`)).toBe('Add it');
    expect(takeTyped(`Add it\n<!-- hardwon:rules:start -->\n- ${RULE}`)).toBe('Add it');
  });

  it('takes nothing of what clients put into tags, however it is nested', () => {
    expect(takeTyped(`Add it\n<system-reminder>\n<b>x</b>\n${RULE}\n</system-reminder>`)).toBe('Add it');
    expect(takeTyped(`<command-name>/dates</command-name>\n<command-args>${RULE}</command-args>`)).toBe('');
  });
});
