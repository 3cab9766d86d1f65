import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHook } from '../../../src/agents/hook-command.ts';
import type { HookInstaller, HookScope } from '../../../src/agents/hook-installer.ts';
import { hooks as openCodeHooks } from '../../../src/agents/opencode/hooks.ts';
import { applyPlan, undoLast } from '../../../src/delivery/apply.ts';
import { findMadeFolders } from '../../../src/delivery/hooks/find-original.ts';
import { findInstalled, type HookTask, planHooks } from '../../../src/delivery/hooks/plan-hooks.ts';

let home: string;
let project: string;
let settings: string;
beforeEach(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'hardwon-plan-hooks-')));
  project = join(home, 'harbour');
  settings = join(home, '.lantern/settings.json');
  await mkdir(project);
});
afterEach(() => rm(home, { recursive: true, force: true }));

const lantern: HookInstaller = {
  form: 'json',
  user: '~/.lantern/settings.json',
  project: '.lantern/settings.json',
  events: [{ name: 'BeforeTool' }],
};

const NONE = { isInstalled: false, programs: [], foreign: 0 };

const around = () => ({ home, env: {}, projectRoot: project, dataDir: join(home, 'data') });

function task(
  action: HookTask['action'],
  { hooks = lantern, scope = 'user' as HookScope, hook = '/opt/dist/hook.js' } = {},
): HookTask {
  const start = startHook({
    scope,
    agent: 'lantern',
    node: '/usr/bin/node',
    hook,
    platform: 'linux',
    windowsShell: 'bash',
  });
  return { hooks, start, action };
}

async function apply(given: HookTask): Promise<void> {
  const { change, refusal } = await planHooks(given, around());
  if (refusal) throw refusal;
  const plan = { projectRoot: project, changes: change ? [change] : [], refusals: [] };
  await applyPlan(plan, { dataDir: around().dataDir, now: new Date('2026-03-09T09:00:00Z') });
}

async function put(text: string): Promise<void> {
  await mkdir(join(home, '.lantern'), { recursive: true });
  await writeFile(settings, text);
}

describe('planHooks', () => {
  it.each(['{}', '{ }\n', '{"hooks": {}}', '{\n"hooks" :{"BeforeTool":[ ]}}', ' \n', '{ "a": 1 }\r\n'])(
    'finds the way back to %j, over an upgrade too',
    async (text) => {
      await put(text);
      await apply(task('install'));
      await apply(task('install', { hook: '/new/dist/hook.js' }));
      expect(await readFile(settings, 'utf8')).toContain('/new/dist/hook.js');
      await apply(task('uninstall'));
      expect(await readFile(settings, 'utf8')).toBe(text);
    },
  );

  it('removes a file that it made, and knows the folders that were made for it', async () => {
    await apply(task('install'));
    expect(await findMadeFolders(around().dataDir, settings)).toEqual([join(home, '.lantern')]);
    expect(await findMadeFolders(around().dataDir, join(home, 'other'))).toEqual([]);
    expect((await planHooks(task('uninstall'), around())).change).toMatchObject({ path: settings, after: undefined });
  });

  it('does not go back over what somebody else changed', async () => {
    await put('{}');
    await apply(task('install'));
    await put((await readFile(settings, 'utf8')).replace('{', '{\n  "oil": "full",'));
    await apply(task('install', { hook: '/new/dist/hook.js' }));
    await apply(task('uninstall'));
    expect(await readFile(settings, 'utf8')).toBe('{\n  "oil": "full"\n}');
  });

  it('works without the records of undo', async () => {
    await put('{"oil": "full"}');
    await apply(task('install'));
    await rm(around().dataDir, { recursive: true });
    await apply(task('uninstall'));
    expect(await readFile(settings, 'utf8')).toBe('{"oil": "full"}');
  });

  it('says what is there, and has nothing to do where that is right', async () => {
    expect(await planHooks(task('uninstall'), around())).toEqual({ path: settings, ...NONE });
    await apply(task('install'));
    expect(await planHooks(task('install'), around())).toEqual({
      path: settings,
      isInstalled: true,
      programs: [['/usr/bin/node', '/opt/dist/hook.js']],
      foreign: 0,
    });
    expect(await findInstalled('user', task('install'), around())).toBe(settings);
    expect(await findInstalled('project', task('install'), around())).toBeUndefined();
    await undoLast({ dataDir: around().dataDir });
    expect(await findInstalled('user', task('install'), around())).toBeUndefined();
  });

  it('has no place in a scope that the agent does not know', async () => {
    const { project: _none, ...userOnly } = lantern;
    expect(await planHooks(task('install', { hooks: userOnly, scope: 'project' }), around())).toEqual(NONE);
  });

  it('refuses broken settings, links that lead away, and paths outside', async () => {
    await put('{\n"oil"\n}');
    expect(await planHooks(task('install'), around())).toMatchObject({
      path: settings,
      refusal: { code: 'broken-file' },
    });
    expect(await planHooks(task('uninstall'), around())).toEqual({ path: settings, ...NONE });
    await put('{\n"hooks": "/opt/dist/hook.js"');
    expect(await planHooks(task('uninstall'), around())).toMatchObject({ refusal: { code: 'broken-file' } });
    await symlink(join(home, '.lantern'), join(project, '.lantern'), 'junction');
    expect(await planHooks(task('install', { scope: 'project' }), around())).toMatchObject({
      refusal: { code: 'unwritable' },
    });
    for (const user of ['~/../elsewhere.json', () => 'relative.json'])
      expect(await planHooks(task('install', { hooks: { ...lantern, user } }), around())).toMatchObject({
        refusal: { code: 'broken-file' },
      });
  });

  it('lets a mistake of ours be seen as one', async () => {
    const hooks: HookInstaller = {
      form: 'own',
      user: '~/x',
      add: () => {
        throw new TypeError('ours');
      },
      remove: (text) => text,
    };
    await expect(planHooks(task('install', { hooks }), around())).rejects.toThrow('ours');
  });
});

describe('a plugin', () => {
  const plugin: HookInstaller = {
    form: 'plugin',
    user: '~/.lantern/settings.json',
    render: ({ program }) => `// hardwon\n${program[1]}\n`,
  };

  it('is written anew, and removed whole', async () => {
    await apply(task('install', { hooks: plugin }));
    await apply(task('install', { hooks: plugin, hook: '/new/dist/hook.js' }));
    expect(await readFile(settings, 'utf8')).toBe('// hardwon\n/new/dist/hook.js\n');
    await apply(task('uninstall', { hooks: plugin }));
    await expect(readFile(settings)).rejects.toThrow('ENOENT');
  });

  it('of somebody else is left alone', async () => {
    await put('// mine\n// not of hardwon\n');
    expect(await planHooks(task('install', { hooks: plugin }), around())).toMatchObject({
      refusal: { code: 'conflict' },
    });
    expect(await planHooks(task('uninstall', { hooks: plugin }), around())).toEqual({
      path: settings,
      ...NONE,
      foreign: 1,
    });
  });

  it('of another installation or an earlier release is known, and one that was changed is not', async () => {
    const opencode: HookInstaller = { ...openCodeHooks, user: '~/.lantern/settings.json' };
    const other = "C:\\Users\\Ada O'Hara\\hardwon\\dist\\hook.js";
    await apply(task('install', { hooks: opencode, hook: other }));
    // No record tells: the text alone does.
    await rm(around().dataDir, { recursive: true });
    const text = await readFile(settings, 'utf8');
    const programs = [['/usr/bin/node', other]];
    expect(await planHooks(task('uninstall', { hooks: opencode }), around())).toMatchObject({
      isInstalled: true,
      programs,
    });
    for (const changed of [
      text.replace('dist', '"+require("child_process").execSync("touch ran")+"dist'),
      `${text}// mine\n`,
      text.replace('PATIENCE_MS = 3000', 'PATIENCE_MS = 9000'),
      '// hardwon: mine\n',
    ]) {
      await put(changed);
      expect(await planHooks(task('uninstall', { hooks: opencode }), around())).toEqual({
        path: settings,
        ...NONE,
        foreign: 1,
      });
      expect(await planHooks(task('install', { hooks: opencode }), around())).toMatchObject({
        refusal: { code: 'conflict' },
      });
    }
    // What an earlier release wrote on this machine is in the records.
    const earlier: HookInstaller = { ...opencode, render: () => '// hardwon: as it was written once\n' };
    await rm(settings);
    await apply(task('install', { hooks: earlier }));
    expect(await planHooks(task('uninstall', { hooks: opencode }), around())).toMatchObject({
      isInstalled: true,
      programs: [],
    });
  });
});
