import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
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
function start(build = 'first'): { code: CodeCache; result: unknown } {
  const code = new CodeCache(parent, build);
  return { code, result: code.compile('double.cjs', join(parent, 'double.cjs'), 'return 2 * number;', 'number')(21) };
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

  it('of other releases is deleted', () => {
    start('first').code.keep();
    start('second').code.keep();
    expect(readdirSync(parent)).toEqual([expect.stringMatching(/^code-second-/)]);
  });
});
