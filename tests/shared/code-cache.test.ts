import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CodeCache } from '../../src/shared/code-cache.ts';

let parent: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'hardwon-code-'));
});

afterEach(() => rmSync(parent, { recursive: true, force: true }));

/** Compiles and runs a script that doubles a number, as one start of a program does. */
function start(build = 'first', source = 'return 2 * number;'): { code: CodeCache; result: unknown } {
  const code = new CodeCache(parent, build);
  return { code, result: code.compile('double.cjs', join(parent, 'double.cjs'), source, 'number')(21) };
}

describe('compiled code', () => {
  it('is kept for the next start, which writes nothing again', () => {
    const first = start();
    expect(first.result).toBe(42);
    expect(first.code.has('double.cjs')).toBe(false);
    first.code.keep();
    expect(first.code.has('double.cjs')).toBe(true);

    const second = start();
    expect(second.result).toBe(42);
    const [folder = ''] = readdirSync(parent);
    rmSync(join(parent, folder), { recursive: true });
    second.code.keep();
    expect(readdirSync(parent)).toEqual([]);
  });

  it('is compiled again where it is broken', () => {
    start().code.keep();
    const [folder = ''] = readdirSync(parent);
    writeFileSync(join(parent, folder, 'double.cjs'), 'broken');
    const { code, result } = start();
    expect(result).toBe(42);
    code.keep();
    expect(start().result).toBe(42);
    expect(readdirSync(join(parent, folder))).toEqual(['double.cjs']);
  });

  // V8 recognises a source by its length alone, so the kept code of one script can stand in for another.
  it.runIf(process.getuid)('is used only from a folder that nobody else can write to', () => {
    start('first', 'return 3 * number;').code.keep();
    const [folder = ''] = readdirSync(parent);
    expect(start('first', 'return 2 * number;').result).toBe(63);
    chmodSync(join(parent, folder), 0o770);
    expect(start('first', 'return 4 * number;').result).toBe(84);
  });

  it.runIf(process.getuid)('is neither used nor written behind a link', () => {
    const elsewhere = mkdtempSync(join(tmpdir(), 'hardwon-elsewhere-'));
    try {
      start('first', 'return 5 * number;').code.keep();
      const [folder = ''] = readdirSync(parent);
      renameSync(join(parent, folder), join(elsewhere, folder));
      symlinkSync(join(elsewhere, folder), join(parent, folder));
      const before = readFileSync(join(elsewhere, folder, 'double.cjs'));
      const { code, result } = start('first', 'return 6 * number;');
      expect(result).toBe(126);
      code.keep();
      expect(readFileSync(join(elsewhere, folder, 'double.cjs'))).toEqual(before);
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  });

  it('of other releases is deleted', () => {
    start('first').code.keep();
    start('second').code.keep();
    expect(readdirSync(parent)).toEqual([expect.stringMatching(/^code-second-/)]);
  });
});
