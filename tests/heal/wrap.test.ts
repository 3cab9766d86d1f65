import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { autoHeal, autoHealed, type Remedy } from '../../src/index.ts';

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
    Cluster.prototype.pods = decorate(Cluster.prototype.pods, { kind: 'method' } as ClassMethodDecoratorContext);
    expect(await new Cluster().pods(3)).toBe('3 in stage');
  });
});
