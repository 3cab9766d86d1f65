import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HookPlace } from '../../src/agents/agent.ts';
import { findHooks, findPlugins } from '../../src/agents/find-hooks.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hardwon-hooks-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function isFound(text: string, form: HookPlace['form'] = 'json'): boolean {
  const path = join(folder, 'settings');
  writeFileSync(path, text);
  return findHooks([{ path, form }]).length === 1;
}

const withCommand = (command: string) =>
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } });

describe('findHooks', () => {
  it.each([
    'hardwon-hook pre-tool-use claude-code 2>/dev/null || true',
    "/usr/bin/node '/home/ada/my tools/checkout/dist/hook.js' pre-tool-use claude-code 2>/dev/null || true",
  ])('sees %s', (command) => {
    expect(isFound(withCommand(command))).toBe(true);
  });

  it('sees a plugin that is switched on, and plugins in lists and folders', () => {
    expect(isFound('{"enabledPlugins": {"hardwon@tools": true}}')).toBe(true);
    expect(isFound('{"enabledPlugins": {"hardwon@tools": false}}')).toBe(false);
    expect(isFound('// my settings\n{"plugin": ["lantern", "hardwon"],}')).toBe(true);
    mkdirSync(join(folder, 'plugins'));
    expect(findHooks([{ path: join(folder, 'plugins'), form: 'folder' }])).toEqual([]);
    writeFileSync(join(folder, 'plugins/hardwon.js'), '');
    expect(findHooks([{ path: join(folder, 'plugins'), form: 'folder' }])).toEqual([join(folder, 'plugins')]);
  });

  it('sees a hook in TOML, unless it is commented out', () => {
    const line = '[[hooks.PreToolUse]]\ncommand = "hardwon-hook pre-tool-use codex 2>/dev/null || true"\n';
    expect(isFound(line, 'toml')).toBe(true);
    expect(isFound(line.replaceAll('"', "'"), 'toml')).toBe(true);
    expect(isFound(line.replace('hardwon-hook', 'touch ran; hardwon-hook'), 'toml')).toBe(false);
    expect(isFound(line.replace('command', '  # command'), 'toml')).toBe(false);
  });

  it('tells a plugin from hooks in settings, in JSON and TOML', () => {
    const path = join(folder, 'plugin-settings');
    const isPlugin = (text: string, form: HookPlace['form']) => {
      writeFileSync(path, text);
      return findPlugins([{ path, form }]).length === 1;
    };
    expect(isPlugin('{"enabledPlugins": {"hardwon@tools": true}}', 'json')).toBe(true);
    expect(isPlugin('{"enabledPlugins": {"hardwon@tools": false, "lantern@tools": true}}', 'json')).toBe(false);
    expect(isPlugin(withCommand('hardwon-hook pre-tool-use claude-code'), 'json')).toBe(false);
    const toml = '[marketplaces.hardwon]\nsource = "/x"\n\n[plugins."hardwon@hardwon"]\r\nenabled = true\n';
    expect(isPlugin(toml, 'toml')).toBe(true);
    expect(isFound(toml, 'toml')).toBe(true);
    expect(isPlugin(toml.replace('true', 'false'), 'toml')).toBe(false);
    expect(isPlugin('[plugins."hardwon@hardwon"]\n[plugins."lantern@tools"]\nenabled = true\n', 'toml')).toBe(false);
  });

  it.each([
    withCommand('/home/ada/hardwon/scripts/lint.sh'),
    withCommand('echo hardwon'),
    withCommand('echo hardwon-hook pre-tool-use claude-code 2>/dev/null || true'),
    withCommand("$(touch ran) 'hardwon-hook/dist/hook.js' session-start claude-code"),
    '{"enabledPlugins": {"hardwon-theme@tools": true}}',
    '{"permissions": {"allow": ["Bash(hardwon hook *)"]}}',
    '{"hooks": null}',
    '{"hooks": "hardwon ho',
    'null',
    '',
  ])('takes no other mention for one: %s', (text) => {
    expect(isFound(text)).toBe(false);
  });

  it('has nothing to say of what is not there', () => {
    const path = join(folder, 'none');
    expect(
      findHooks([
        { path, form: 'json' },
        { path, form: 'folder' },
        { path: folder, form: 'toml' },
      ]),
    ).toEqual([]);
  });
});
