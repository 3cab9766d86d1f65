import { describe, expect, it } from 'vitest';
import { scanMemory } from '../../src/lifecycle/consult/scan-memory.ts';
import { parseMemory, renderMemory } from '../../src/memory/memory.ts';
import { mergeLessons } from '../../src/memory/merge.ts';
import { makeLesson } from './lessons.ts';

const PATH = '/harbour/.memory/harness-learnings.md';
const NOW = new Date('2026-03-01T12:00:00Z');

const CAPTURED = `# Harness learnings

## L-001: Seed first
- Phase: verify
- Dimension: maintainability
- Scope: tests/**
- Pattern: The tables were empty.
- Guidance: Run \`make seed\` before \`make test\`.
- Confidence: medium
- Occurrences: 2
- First seen: 2026-01-02
- Last seen: 2026-02-03
- Origin: captured on 2026-01-02
`;

function mined(): string {
  return renderMemory(mergeLessons(parseMemory(undefined, PATH), [makeLesson()], NOW).memory);
}

describe('a memory file that is damaged', () => {
  it.each([
    ['nothing but NUL bytes', '\0'.repeat(4096), 1],
    ['NUL bytes behind text', `${CAPTURED}\0\0\0`, 14],
  ])('is refused: %s', (_, text, line) => {
    expect(() => parseMemory(text, PATH)).toThrow(`${PATH}:${line}: the file is damaged: it contains NUL bytes`);
    expect(() => scanMemory(text, PATH, () => true)).toThrow('NUL bytes');
    expect(() => parseMemory(CAPTURED, PATH, text)).toThrow('tombstones.md:');
  });

  it.each([
    ['a captured lesson', CAPTURED, CAPTURED.indexOf('- Origin')],
    ['a mined lesson', mined(), mined().length - 1],
  ])('is refused wherever the file was cut within %s', (_, text, end) => {
    const start = text.indexOf('## L-001: ') + 10;
    const silent: string[] = [];
    for (let at = start; at < end; at++) {
      const cut = text.slice(0, at);
      // A cut behind a whole line leaves a line without its end, or nothing to see.
      if (cut.endsWith('\n')) continue;
      try {
        parseMemory(cut, PATH);
        silent.push(cut.slice(cut.lastIndexOf('\n') + 1));
        continue;
      } catch (error) {
        expect(String(error)).toContain(`${PATH}:${cut.split('\n').length}: the file ends in the middle of an entry`);
      }
      expect(() => scanMemory(cut, PATH, () => true)).toThrow('in the middle of an entry');
    }
    // With nine fields it is a whole entry.
    expect(silent).toEqual(['- Last seen: 2026-02-03']);
  });

  it.each([
    ['a whole entry', CAPTURED.trimEnd()],
    ['a mined one', mined().trimEnd()],
    ['guidance alone', '## L-001: Seed\n- Guidance: Run `make seed`.'],
    ['a few fields of a person', '## L-001: Seed\n- Guidance: Run `make seed`.\n- Confidence: high'],
    ['a note behind it', '## L-001: Seed\n- Guidance: Run `make seed`.\n\nAda asked for it.'],
    ['text before any entry', '# Ours\n\n- a list'],
  ])('is not one for want of a newline at its end: %s', (_, text) => {
    expect(renderMemory(parseMemory(text, PATH))).toBe(text);
  });
});
