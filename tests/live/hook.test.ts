import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeHome, type TestHome } from '../support/home.ts';
import { runHook } from '../support/run.ts';

const bundle = resolve(import.meta.dirname, '../../dist/hook.js');
const silent = { code: 0, stdout: '', stderr: '' };

let home: TestHome;
beforeAll(async () => {
  home = await makeHome();
});
afterAll(() => home.remove());

describe('the hook', () => {
  it.each([
    ['an event', 'PreToolUse', JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'ls' } })],
    ['broken JSON', 'PreToolUse', '{"tool_name":'],
    ['JSON that is no object', 'PreToolUse', '[1]'],
    ['nothing', 'PreToolUse', ''],
    ['no event name', '', '{}'],
    ['bytes that are no text', 'Stop', '\0\uFFFD'],
  ])('lets the agent go on after %s', async (_what, event, stdin) => {
    expect(await runHook(event, { home: home.path, stdin })).toEqual(silent);
  });

  it('does not wait for an agent that leaves the pipe open', async () => {
    const child = spawn(process.execPath, [bundle, 'Stop'], { stdio: ['pipe', 'pipe', 'pipe'] });
    const code = await new Promise((done) => child.on('close', done));
    child.stdin.destroy();
    expect(code).toBe(0);
  });

  it('is one file without packages', async () => {
    const code = await readFile(bundle, 'utf8');
    const imports = [...code.matchAll(/\b(?:import|from)\s*\(?\s*[`'"]([^`'"]+)[`'"]/g)].map((match) => match[1]);
    expect(imports.filter((name) => !name?.startsWith('node:'))).toEqual([]);
  });
});
