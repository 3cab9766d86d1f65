import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { globSync } from 'tinyglobby';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { relations } from '../../src/failures/recovery/find-recoveries.ts';
import type { Lesson } from '../../src/lessons/lesson.ts';
import { FIELD_ORDER } from '../../src/memory/field-names.ts';
import { LESSON_KINDS } from '../../src/memory/lesson-kinds.ts';
import { type ExampleHome, makeExampleHome } from './example-home.ts';
import { readDocument, repository, splitCode, tableRows } from './markdown.ts';

const page = readDocument('docs/lessons.md');

let home: ExampleHome;
let lessons: Lesson[];
beforeAll(async () => {
  home = await makeExampleHome();
  lessons = JSON.parse((await home.run(['learn', '--json'])).stdout).projects[0].lessons;
});
afterAll(() => home.remove());

describe('the page on lessons', () => {
  it('has every kind', () => {
    expect(
      kindsOf(page, '## Kinds')
        .map(({ kind }) => kind)
        .sort(),
    ).toEqual([...LESSON_KINDS].sort());
  });

  it('has examples that are really learned', () => {
    const known = [...lessons, ...goldenLessons()].map(({ kind, guidance }) => `${kind}: ${guidance}`);
    const rows = kindsOf(page, '## Kinds');
    expect(rows.length).toBe(LESSON_KINDS.length);
    expect(rows.map(({ kind, example }) => `${kind}: ${example}`).filter((line) => !known.includes(line))).toEqual([]);
  });

  it('has every field of the memory file, in order', () => {
    const names = tableRows(page, '## The memory file').flatMap(([field = '']) =>
      [...field.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
    );
    expect(names).toEqual(FIELD_ORDER);
  });

  it('shows an entry and a line of a block as they are written', async () => {
    expect(await home.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    const files = await home.files();
    const [entry, block] = splitCode(page)
      .blocks.filter(({ language }) => language === 'markdown')
      .map(({ text }) => text);
    expect(files['harbour/.memory/harness-learnings.md']).toContain(entry);
    const lines = (block ?? '').split('\n').filter((line) => !line.startsWith('<!-- hardwon:hash'));
    const written = (files['harbour/CLAUDE.md'] ?? '').split('\n');
    expect(lines.filter((line) => !written.includes(line))).toEqual([]);
  });

  it('says how confidence grows', () => {
    for (const { id, occurrences, sessions, confidence } of lessons) {
      const expected = occurrences >= 3 && sessions >= 2 ? 'high' : occurrences >= 2 ? 'medium' : 'low';
      expect(`${id} ${confidence}`).toBe(`${id} ${expected}`);
    }
    expect(new Set(lessons.map(({ confidence }) => confidence))).toEqual(new Set(['low', 'medium', 'high']));
  });
});

describe('the page on how it learns', () => {
  it('has every relation, in the order they are asked', () => {
    const text = readDocument('docs/how-it-learns.md');
    const headings = [...text.matchAll(/^### (.+)$/gm)].map((match) => match[1]);
    expect(headings).toEqual([...new Set(relations.map(({ name }) => name))]);
  });

  it('says of each what it needs and what it refuses', () => {
    const sections = readDocument('docs/how-it-learns.md')
      .split(/^###? /m)
      .filter((section) => section.includes('*Needs*'));
    expect(sections.length).toBe(new Set(relations.map(({ name }) => name)).size);
    expect(sections.filter((section) => !section.includes('*Refuses*'))).toEqual([]);
  });
});

function kindsOf(text: string, heading: string): { kind: string; example: string }[] {
  return tableRows(text, heading).map((cells) => ({
    kind: (cells[0] ?? '').replaceAll('`', ''),
    example: cells.at(-1) ?? '',
  }));
}

function goldenLessons(): { kind: string; guidance: string }[] {
  const files = globSync('tests/golden/**/expected.yaml', { cwd: repository });
  return files.flatMap((file) => parse(readFileSync(join(repository, file), 'utf8')).lessons ?? []);
}
