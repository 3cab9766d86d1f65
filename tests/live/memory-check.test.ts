import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toSafeLine } from '../../src/delivery/markdown-safe.ts';
import type { SnapshotLesson } from '../../src/delivery/snapshot/snapshot.ts';
import { keepTrue } from '../../src/live/memory-check.ts';
import { hashText } from '../../src/shared/hash.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-memory-'));
  path = join(folder, 'memory.md');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const lesson = (id: string): SnapshotLesson => ({
  id,
  kind: 'command',
  text: toSafeLine(''),
  hash: hashText(`Do ${id}.`),
  confidence: 'high',
  seen: 1,
  mode: 'warn',
  failed: 1,
  succeeded: 0,
});
const entry = (id: string, more = '') => `## ${id}: A title\n- Guidance: Do ${id}.\n${more}\n`;

/** The ids that are still said after the file became this. */
function kept(text: string | undefined): string[] {
  if (text !== undefined) writeFileSync(path, text);
  return keepTrue([lesson('L-001'), lesson('L-011')], { path, size: -1, mtimeMs: 0 }).map(({ id }) => id);
}

describe('keepTrue', () => {
  it('asks nothing of a file that is as it was', () => {
    writeFileSync(path, 'whatever');
    const { size, mtimeMs } = statSync(path);
    expect(keepTrue([lesson('L-001')], { path, size, mtimeMs })).toHaveLength(1);
  });

  it('keeps what a changed file still has', () => {
    expect(kept(`# Mine\n\n${entry('L-011', '- Status: ready')}\n## Notes\n\n${entry('L-001')}`)).toEqual([
      'L-001',
      'L-011',
    ]);
    expect(kept(`# Mine\r\n\r\n${entry('L-001').replaceAll('\n', '\r\n')}`)).toEqual(['L-001']);
  });

  it.each([
    ['retired', entry('L-001', '- Status: retired')],
    ['reworded', entry('L-001').replace('Do', 'Never do')],
    ['commented out', `<!--\n${entry('L-001')}-->\n`],
    ['deleted', '# Mine\n'],
    ['only mentioned', 'See ## L-001: A title\n- Guidance: Do L-001.\n'],
  ])('leaves out what was %s', (_how, text) => {
    expect(kept(`${text}\n${entry('L-011')}`)).toEqual(['L-011']);
  });

  it('leaves out everything without a file', () => {
    expect(kept(undefined)).toEqual([]);
  });

  it('says what is watched only where memory has it told at once', () => {
    const watched = (told: string) => entry('L-001', `- Status: watching\n${told}`);
    expect(kept(watched('- Told: at once\n'))).toEqual(['L-001']);
    expect(kept(watched('- Told: on match\n'))).toEqual([]);
    expect(kept(watched(''))).toEqual([]);
  });
});
