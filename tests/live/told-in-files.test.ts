import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findToldInFiles } from '../../src/live/told-in-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-told-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

const block = (ids: string[], key = '') =>
  `<!-- hardwon:learn:start${key} -->\n${ids.map((id) => `- Do it. (${id}, seen 3 times)`).join('\n')}\n<!-- hardwon:learn:end${key} -->\n`;

describe('findToldInFiles', () => {
  it('reads the blocks of files that are there', () => {
    put('CLAUDE.md', `# Mine (L-009, seen twice)\n${block(['L-001', 'L-002'])}`);
    put('docs/rules.md', block(['L-010']));
    const files = ['CLAUDE.md', 'docs/rules.md', 'gone.md'].map((path) => ({ path }));
    expect(findToldInFiles(files, folder)).toEqual(new Set(['L-001', 'L-002', 'L-010']));
  });

  it('passes over a file that another one hides, unless that one imports it', () => {
    put('AGENTS.md', block(['L-001']));
    const files = [{ path: 'CLAUDE.md' }, { path: 'AGENTS.md', unless: ['CLAUDE.md'] }];
    expect(findToldInFiles(files, folder)).toEqual(new Set(['L-001']));
    put('CLAUDE.md', '# Mine');
    expect(findToldInFiles(files, folder)).toEqual(new Set());
    put('CLAUDE.md', '@AGENTS.md');
    expect(findToldInFiles(files, folder)).toEqual(new Set(['L-001']));
  });

  it('takes of a file of many projects the block of this one', () => {
    put('all.md', `${block(['L-001'], ' project=0123abcd')}${block(['L-002'], ' project=ffffffff')}`);
    expect(findToldInFiles([{ path: join(folder, 'all.md'), key: '0123abcd' }], '/elsewhere')).toEqual(
      new Set(['L-001']),
    );
  });

  it('takes nothing from a block that does not end', () => {
    put('CLAUDE.md', '<!-- hardwon:learn:start -->\n- Do it. (L-001, seen twice)\n');
    expect(findToldInFiles([{ path: 'CLAUDE.md' }], folder)).toEqual(new Set());
  });
});
