import { describe, expect, it } from 'vitest';
import { editLesson, replaceLesson } from '../../src/lifecycle/edit-lesson.ts';
import { parseMemory, renderMemory } from '../../src/memory/memory.ts';

const TEXT = [
  '# Learnings',
  '',
  '## L-001: Seed first',
  '- Scope: tests/**',
  '- Guidance: Run `make seed`.',
  '- Mine: a field of my own',
  '',
  'Some prose of mine.',
  '',
  '## L-002: Another',
  '- Guidance: Do it.',
  '',
].join('\r\n');
const memory = () => parseMemory(TEXT, '.memory/harness-learnings.md');

describe('an edit of a lesson', () => {
  it('changes its parts, and no other byte', () => {
    const after = editLesson(memory(), 'l-1', {
      title: 'Seed before tests',
      scope: ['tests/**', 'db/**'],
      confidence: 'high',
    });
    expect(renderMemory(after)).toBe(
      TEXT.replace('Seed first', 'Seed before tests')
        .replace('tests/**', 'tests/**, db/**')
        .replace('my own\r\n', 'my own\r\n- Confidence: high\r\n'),
    );
    expect(after.entries[0]).toMatchObject({
      title: 'Seed before tests',
      scope: ['tests/**', 'db/**'],
      confidence: 'high',
    });
    expect(after.entries[0]?.edited).toEqual(expect.arrayContaining(['title', 'scope', 'confidence']));
  });

  it('is refused where the lesson would be of no use', () => {
    expect(() => editLesson(memory(), 'L-001', { scope: ['**'] })).toThrow('too broad');
    expect(() => editLesson(memory(), 'L-001', { guidance: ' ' })).toThrow('needs a guidance');
    expect(() => editLesson(memory(), 'L-001', { confidence: 'utter' })).toThrow('could no longer be read');
    expect(() => editLesson(memory(), 'L-009', { title: 'x' })).toThrow('There is no lesson L-009');
  });

  it('may be the whole entry, as an editor left it', () => {
    const text = '## L-001: Seed all\n- Guidance: Run `make seed-all`.\n\nOther prose.\n\n\n';
    const after = replaceLesson(memory(), 'L-001', text);
    expect(renderMemory(after)).toBe(
      '# Learnings\r\n\r\n## L-001: Seed all\r\n- Guidance: Run `make seed-all`.\r\n\r\nOther prose.\r\n\r\n## L-002: Another\r\n- Guidance: Do it.\r\n',
    );
    expect(after.entries.map(({ title }) => title)).toEqual(['Seed all', 'Another']);
  });

  it('must still be this lesson, and one', () => {
    for (const text of [
      '',
      'words',
      '## L-002: x\n- Guidance: y\n',
      '## L-001: x\n- Guidance: y\n## L-003: z\n- Guidance: y\n',
      'x\n## L-001: x\n- Guidance: y',
    ])
      expect(() => replaceLesson(memory(), 'L-001', text)).toThrow('one entry that begins with "## L-001: "');
    expect(() => replaceLesson(memory(), 'L-001', '## L-001: x\n- Scope: a\n')).toThrow('could no longer be read');
  });
});
