import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadMemory, parseMemory, renderMemory } from '../../src/memory/memory.ts';
import { mergeLessons } from '../../src/memory/merge.ts';
import { makeEvidence, makeLesson } from './lessons.ts';

const NOW = new Date('2026-03-01T12:00:00Z');
const HAND_WRITTEN = `# Harness learnings

## L-003: Integration tests require database seed before running
- Phase: verify
- Dimension: maintainability
- Scope: tests/integration/**, scripts/db-seed.sh
- Pattern: Test suite failed because agent ran \`npm test\` without
  \`npm run db:seed\` first.
- Guidance: Before running the full test suite, execute
  \`npm run db:seed\` to populate test fixtures.
- Confidence: high
- Occurrences: 5
- First seen: 2026-02-20
- Last seen: 2026-04-19
`;

describe('loadMemory', () => {
  it('is empty where there is no file, and writes none', async () => {
    const root = await mkdtemp(join(tmpdir(), 'harbour-'));
    const memory = await loadMemory(root);
    expect(memory).toMatchObject({
      entries: [],
      notices: [],
      original: undefined,
      path: join(root, '.memory', 'harness-learnings.md'),
    });
    expect(renderMemory(memory)).toBe('');
    await mkdir(join(root, '.memory'));
    await writeFile(memory.path, HAND_WRITTEN);
    expect((await loadMemory(root)).entries.map((entry) => entry.id)).toEqual(['L-003']);
    await rm(root, { recursive: true });
  });

  it('understands an entry that knows only the nine fields of the format', () => {
    const [entry] = parseMemory(HAND_WRITTEN, 'm.md').entries;
    expect(entry).toMatchObject({
      id: 'L-003',
      fingerprint: 'memory:L-003',
      kind: 'prerequisite',
      phase: 'verify',
      dimension: 'maintainability',
      scope: ['tests/integration/**', 'scripts/db-seed.sh'],
      guidance: 'Before running the full test suite, execute `npm run db:seed` to populate test fixtures.',
      confidence: 'high',
      status: 'ready',
      reach: 'project',
      occurrences: 5,
      firstSeen: '2026-02-20',
      lastSeen: '2026-04-19',
      line: 3,
    });
    expect(entry?.edited).toContain('guidance');
  });

  it('does not deliver a first sighting, nor a status it does not know', () => {
    const status = (fields: string) => parseMemory(`## L-001: a\n- Guidance: x\n${fields}`, 'm.md').entries[0]?.status;
    expect(status('- Confidence: low\n')).toBe('watching');
    expect(status('- Confidence: high\n- Status: dismissed\n')).toBe('retired');
  });

  it('reports a broken entry with its line and reads the others', () => {
    const text = `## L-001: a\n- Guidance: x\n- Occurrences: many\n\n## L-2 no colon\n- Guidance: x\n\n## L-003: c\n- Pattern: y\n\n## L-004: d\n- Guidance: fine\n- Last seen: 2026-13-45\n\n## L-005: e\n- Guidance: fine\n`;
    const memory = parseMemory(text, 'm.md');
    expect(memory.entries.map((entry) => entry.id)).toEqual(['L-005']);
    expect(memory.notices.map(({ code, line, message }) => [code, line, message])).toEqual([
      ['broken-entry', 3, 'L-001 is left alone: Occurrences must be a number'],
      ['broken-entry', 5, 'an entry is left alone: the heading must read `## L-NNN: title`'],
      ['broken-entry', 8, 'L-003 is left alone: it has no Guidance'],
      ['broken-entry', 13, 'L-004 is left alone: Last seen must be a date like 2026-02-20'],
    ]);
    expect(renderMemory(memory)).toBe(text);
  });

  it('refuses a file in the middle of a merge, and names the line', () => {
    const text =
      '## L-001: a\n- Guidance: x\n<<<<<<< HEAD\n- Occurrences: 3\n=======\n- Occurrences: 4\n>>>>>>> branch\n';
    expect(() => parseMemory(text, 'm.md')).toThrow(
      expect.objectContaining({ code: 'broken-file', message: expect.stringContaining('m.md:3') }),
    );
    expect(parseMemory('```\n<<<<<<< HEAD\n```\n## L-001: a\n- Guidance: x\n', 'm.md').entries).toHaveLength(1);
  });
});

describe('numbers given twice', () => {
  const twice =
    '<!-- hardwon: next L-015 -->\n\n## L-014: from one branch\n- Guidance: x\n\n## L-014: from the other\n- Guidance: y\n';

  it('gives the later entry a new number and says so', () => {
    const memory = parseMemory(twice, 'm.md');
    expect(memory.entries.map((entry) => [entry.id, entry.title])).toEqual([
      ['L-014', 'from one branch'],
      ['L-015', 'from the other'],
    ]);
    expect(memory.notices).toEqual([
      { code: 'duplicate-id', message: 'L-014 was given twice: "from the other" is L-015 now', path: 'm.md', line: 6 },
    ]);
    expect(renderMemory(memory)).toBe(
      twice.replace('next L-015', 'next L-016').replace('L-014: from the other', 'L-015: from the other'),
    );
  });

  it('makes one lesson again of what both branches found', () => {
    const here = mined(makeLesson());
    const there = mined(
      makeLesson({ evidence: [makeEvidence(3), makeEvidence(4)], occurrences: 2, lastSeen: makeEvidence(4).at }),
    );
    const other = there.slice(there.indexOf('## L-001'));
    const memory = parseMemory(`${here}\n${other}`, 'm.md');
    expect(memory.entries).toHaveLength(1);
    expect(memory.entries[0]).toMatchObject({ id: 'L-001', occurrences: 4, lastSeen: '2026-02-04' });
    expect(memory.entries[0]?.evidence.map((pointer) => pointer.call)).toEqual([
      'toolu_1',
      'toolu_2',
      'toolu_3',
      'toolu_4',
    ]);
    expect(memory.notices.map((notice) => notice.code)).toEqual(['duplicate-lesson']);
    expect(renderMemory(memory).match(/^## L-/gm)).toHaveLength(1);
  });

  it('keeps both where a person wrote into the second', () => {
    const here = mined(makeLesson());
    const other = here.slice(here.indexOf('## L-001')).replace('Use `uv run python`', 'Always use `uv run python`');
    const memory = parseMemory(`${here}\n${other}`, 'm.md');
    expect(memory.entries.map((entry) => entry.id)).toEqual(['L-001']);
    expect(memory.notices.map((notice) => notice.code)).toEqual(['duplicate-id', 'duplicate-lesson']);
    expect(renderMemory(memory)).toContain('Always use');
  });
});

function mined(lesson: ReturnType<typeof makeLesson>): string {
  return renderMemory(mergeLessons(parseMemory(undefined, 'm.md'), [lesson], NOW).memory);
}
