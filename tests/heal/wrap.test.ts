import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { autoHeal, autoHealed, type Remedy } from '../../src/index.ts';
import { saveFix } from '../../src/lifecycle/save-fix.ts';
import { loadMemory, renderMemory } from '../../src/memory/memory.ts';

let project: string;
const saved = { HOME: process.env.HOME, XDG_DATA_HOME: process.env.XDG_DATA_HOME };
beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'hardwon-wrap-'));
  await mkdir(join(project, '.git'));
  process.env.HOME = project;
  process.env.XDG_DATA_HOME = join(project, 'data');
});
afterAll(async () => {
  process.env.HOME = saved.HOME;
  if (saved.XDG_DATA_HOME === undefined) delete process.env.XDG_DATA_HOME;
  else process.env.XDG_DATA_HOME = saved.XDG_DATA_HOME;
  await rm(project, { recursive: true, force: true });
});

let isLoggedIn = false;
const login: Remedy = {
  name: 'login',
  heals: ['auth', 'network'],
  cooldownMs: 0,
  run() {
    isLoggedIn = true;
  },
};

describe('autoHeal', () => {
  it('wraps a function, and writes the truth to the log of the project', async () => {
    isLoggedIn = false;
    const list = autoHeal(
      async (space: string, count: number) => {
        if (!isLoggedIn) throw new Error('Token expired');
        return `${count} in ${space}`;
      },
      { tool: 'list_pods', remedies: [login], backoffMs: 1, project },
    );
    const text: string = await list('stage', 2);
    expect(text).toBe('2 in stage');
    expect(await readFile(join(project, '.memory/learned/tool_failures.yaml'), 'utf8')).toContain(
      '- tool: list_pods\n    error: Token expired\n    fix_attempted: login\n    success: true\n',
    );
  });

  it('keeps to what a preset heals, and knows the presets', async () => {
    isLoggedIn = false;
    const push = () => Promise.reject(new Error('HTTP 403: no access'));
    const advice: string[] = [];
    const onAdvice = (lines: string[]) => void advice.push(...lines);
    await expect(
      autoHeal(push, { tool: 'git', preset: 'git', remedies: [login], log: false, project, onAdvice })(),
    ).rejects.toThrow('403');
    expect(advice).toEqual([expect.stringContaining('hardwon learn-fix --tool git')]);
    expect(isLoggedIn).toBe(false);
    expect(() => autoHeal(push, { tool: 'git', preset: 'gti', remedies: [] })).toThrow('There is no preset gti');
  });
});

describe('a failure that was not healed', () => {
  const saved = {
    tool: 'bonfire_deploy',
    errorPattern: 'manifest unknown',
    rootCause: 'Short tags do not exist',
    fix: 'Use the full SHA',
    commands: [],
  };
  const advice =
    'hardwon: known issue L-001, which nobody has confirmed. Root cause: Short tags do not exist. Fix: Use the full SHA';
  beforeAll(async () => {
    const memory = await loadMemory(project);
    const { memory: after } = saveFix(memory, saved, new Date('2026-03-09'), { isRead: false });
    await mkdir(join(project, '.memory'), { recursive: true });
    await writeFile(join(project, '.memory/harness-learnings.md'), renderMemory(after));
  });

  it('has the known cause and fix in the message of the very error, once', async () => {
    const error = new TypeError('manifest unknown: image not found');
    const inner = autoHeal(() => Promise.reject(error), { tool: 'mcp__wf__bonfire_deploy', log: false, project });
    const outer = autoHeal(() => inner(), { tool: 'bonfire_deploy', log: false, project });
    await expect(outer()).rejects.toBe(error);
    expect(error.message).toBe(`manifest unknown: image not found\n\n${advice}`);
    expect(error.stack).toContain(advice);
  });

  it('has them in the text of an MCP result, and nothing else of it changes', async () => {
    const image = { type: 'image', data: '', mimeType: 'image/png' };
    const result = {
      isError: true,
      content: [image, { type: 'text', text: 'manifest unknown' }],
      structuredContent: { code: 7 },
    };
    const deploy = autoHeal(async () => result, { tool: 'bonfire_deploy', log: false, project });
    expect(await deploy()).toEqual({
      ...result,
      content: [image, { type: 'text', text: `manifest unknown\n\n${advice}` }],
      structuredContent: { code: 7, hardwon: advice },
    });
    expect(result.content[1]).toEqual({ type: 'text', text: 'manifest unknown' });
  });

  it('offers how to save a fix where nothing is known, and leaves the error alone where somebody else hears it', async () => {
    const fail = async function berth_list() {
      throw new Error('no such berth');
    };
    await expect(autoHeal(fail, { log: false, project })()).rejects.toThrow(
      /^no such berth\n\n.*hardwon learn-fix --tool berth_list /,
    );
    const heard: string[][] = [];
    const quiet = autoHeal(fail, { log: false, project, onAdvice: (lines) => void heard.push(lines) });
    await expect(quiet()).rejects.toThrow(/^no such berth$/);
    expect(heard).toHaveLength(1);
  });
});

describe('autoHeal as a decorator', () => {
  it.each([[[]], [['--experimentalDecorators']]])('is taken by the compiler for methods, with %j', async (flags) => {
    const out = join(project, `decorated${flags.length}`);
    await mkdir(out);
    await writeFile(join(out, 'package.json'), '{ "type": "module" }');
    const tsc = resolve(import.meta.dirname, '../../node_modules/typescript/bin/tsc');
    const source = join(import.meta.dirname, 'decorated-cluster.ts');
    const options = [
      '--ignoreConfig',
      '--target',
      'es2022',
      '--module',
      'esnext',
      '--noCheck',
      '--noResolve',
      '--outDir',
      out,
    ];
    await promisify(execFile)(process.execPath, [tsc, ...options, ...flags, source], { cwd: project });
    const compiled = join(out, 'decorated-cluster.js');
    expect(await readFile(compiled, 'utf8')).not.toContain('@autoHeal');
    const { makeCluster } = (await import(compiled)) as typeof import('./decorated-cluster.ts');
    const cluster = makeCluster(autoHeal, project, login);
    expect(await cluster.get_pods(3)).toBe('3 in stage');
    await expect(cluster.list_berths()).rejects.toThrow(/^no such berth\n\nhardwon: .*--tool list_berths /);
    const log = await readFile(join(project, '.memory/learned/tool_failures.yaml'), 'utf8');
    expect(log).toMatch(/tool: get_pods\n\s+error: 401 Unauthorized\n\s+fix_attempted: login\n\s+success: true/);
  });
});

describe('autoHealed', () => {
  it('wraps a method with its object', async () => {
    isLoggedIn = false;
    class Cluster {
      name = 'stage';
      async pods(count: number) {
        if (!isLoggedIn) throw new Error('401 Unauthorized');
        return `${count} in ${this.name}`;
      }
    }
    // As a compiler applies `@autoHealed(…)`: no build of this repository uses decorators.
    const decorate = autoHealed<string>({ tool: 'pods', preset: 'k8s', remedies: [login], backoffMs: 1, log: false });
    Cluster.prototype.pods = decorate(Cluster.prototype.pods, { kind: 'method', name: 'pods' });
    expect(await new Cluster().pods(3)).toBe('3 in stage');
  });
});
