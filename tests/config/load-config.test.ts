import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/load-config.ts';
import { AppError } from '../../src/shared/errors.ts';

let top: string;
let home: string;
let project: string;

beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon config ')));
  home = join(top, 'home');
  project = join(home, 'code', 'harbour');
  mkdirSync(join(project, '.git'), { recursive: true });
  mkdirSync(join(project, 'deep', 'down'), { recursive: true });
});

afterEach(() => rmSync(top, { recursive: true, force: true }));

function write(path: string, text: string | object): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
  return path;
}

const load = (cwd = project, explicitPath?: string) =>
  loadConfig({ cwd, home, env: {}, platform: 'linux', explicitPath });

async function failure(promise: Promise<unknown>): Promise<AppError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('loadConfig', () => {
  it('gives defaults where there is no file', async () => {
    expect(await load()).toEqual({ config: { projects: {}, redaction: { allow: [] } }, own: {}, files: [] });
  });

  it('lets a trusted project win key by key, merges groups and replaces lists', async () => {
    const user = write(
      join(home, '.config/hardwon/hardwon.config.yaml'),
      'trust: [~/code/harbour]\nbudget: 300\nagents: [codex]\nprojects:\n  a: [~/a]\n  b: [~/b]\n',
    );
    const own = write(join(project, 'hardwon.config.json'), {
      budget: 500,
      agents: ['claude-code'],
      projects: { b: ['~/b2'] },
      minConfidence: 'high',
    });
    expect(await load()).toEqual({
      config: {
        budget: 500,
        agents: ['claude-code'],
        minConfidence: 'high',
        projects: { a: [expect.stringMatching(/\/home\/a$/)], b: [expect.stringMatching(/\/home\/b2$/)] },
        redaction: { allow: [] },
      },
      own: expect.objectContaining({ budget: 300, agents: ['codex'] }),
      files: [user, own],
      trusted: [project],
    });
  });

  it('finds the nearest file above the working folder', async () => {
    write(join(home, 'code/hardwon.config.yml'), 'budget: 1');
    expect((await load(join(project, 'deep/down'))).config.budget).toBe(1);
    write(join(project, 'hardwon.config.yml'), 'budget: 2');
    expect((await load(join(project, 'deep/down'))).config.budget).toBe(2);
    write(join(project, 'deep/hardwon.config.json'), { budget: 3 });
    expect((await load(join(project, 'deep/down'))).config.budget).toBe(3);
  });

  it('takes nothing from the home folder itself, nor from shared folders above a repository', async () => {
    write(join(home, 'hardwon.config.json'), { budget: 1 });
    write(join(top, 'hardwon.config.json'), { budget: 2 });
    expect((await load()).files).toEqual([]);
    const outside = join(top, 'elsewhere', 'orchard');
    mkdirSync(join(outside, '.git'), { recursive: true });
    mkdirSync(join(outside, 'src'));
    expect((await load(join(outside, 'src'))).files).toEqual([]);
    write(join(outside, 'hardwon.config.json'), { budget: 3 });
    expect((await load(join(outside, 'src'))).config.budget).toBe(3);
  });

  it('takes an explicit file in place of the project file', async () => {
    write(join(project, 'hardwon.config.json'), { budget: 1, minConfidence: 'low' });
    write(join(project, 'deep/other.json'), { budget: 9 });
    expect((await load(project, 'deep/other.json')).config).toMatchObject({ budget: 9 });
    expect((await load(project, 'deep/other.json')).config.minConfidence).toBeUndefined();
    expect(await failure(load(project, 'nowhere.json'))).toMatchObject({
      code: 'not-found',
      message: expect.stringContaining('nowhere.json'),
    });
  });

  it('makes paths absolute from the file they stand in', async () => {
    write(join(home, '.config/hardwon/hardwon.config.json'), { trust: ['~/code/harbour'] });
    write(join(project, 'hardwon.config.json'), {
      claudeDir: '../logs',
      agentDirs: { pi: './pi' },
      projects: { harbour: ['./wt-*', 'harbour*'] },
    });
    const { config } = await load(join(project, 'deep'));
    expect(config.claudeDir).toBe(join(home, 'code/logs'));
    expect(config.agentDirs).toEqual({ pi: join(project, 'pi') });
    expect(config.projects).toEqual({ harbour: [`${project}/wt-*`, '**/harbour*'] });
  });

  it('lets a trusted project name targets below its file only, and the user any', async () => {
    const user = join(home, '.config/hardwon/hardwon.config.json');
    write(user, { trust: ['~/code/harbour'] });
    write(join(project, 'hardwon.config.json'), { targets: ['docs/AGENTS.md'] });
    expect((await load(join(project, 'deep'))).config.targets).toEqual([join(project, 'docs/AGENTS.md')]);
    for (const target of ['../other/AGENTS.md', '~/.bashrc', '/etc/motd', 'docs/../../x.md']) {
      write(join(project, 'hardwon.config.json'), { targets: [target] });
      expect(await failure(load())).toMatchObject({
        code: 'broken-file',
        message: expect.stringContaining('lies outside'),
      });
    }
    write(join(project, 'hardwon.config.json'), {});
    write(user, { targets: ['~/notes/agents.md'] });
    expect((await load()).config.targets).toEqual([join(home, 'notes/agents.md')]);
  });

  it('refuses two files in one folder', async () => {
    write(join(project, 'hardwon.config.json'), {});
    write(join(project, 'hardwon.config.yml'), '');
    expect(await failure(load())).toMatchObject({ code: 'conflict' });
  });

  it('accepts $schema, comments and an empty YAML file', async () => {
    write(join(home, '.config/hardwon/hardwon.config.yml'), '# nothing yet\n');
    write(join(project, 'hardwon.config.json'), '{\n // why\n "$schema": "./x.json", "budget": 5,\n}');
    expect((await load()).config.budget).toBe(5);
  });

  it('names the line of broken JSON and YAML', async () => {
    const file = write(join(project, 'hardwon.config.json'), '{\n  "budget": 5\n  "agents": []\n}');
    expect(await failure(load())).toMatchObject({
      code: 'broken-file',
      message: `${file}:3:3: expected a comma or }`,
      hint: expect.any(String),
    });
    rmSync(file);
    const yaml = write(join(project, 'hardwon.config.yaml'), 'budget: 5\nagents: [a\nprojects: {}\n');
    expect(await failure(load())).toMatchObject({
      code: 'broken-file',
      message: expect.stringMatching(/hardwon\.config\.yaml:[23]:\d+: /),
    });
    expect((await failure(load())).message.startsWith(yaml)).toBe(true);
  });

  it.each([
    [{ budegt: 5 }, 'unknown key budegt (did you mean "budget"?)', 'Correct it in the file'],
    [{ redaction: { alow: [] } }, 'unknown key redaction.alow (did you mean "allow"?)', 'Correct it in the file'],
    [{ colour: true }, 'unknown key colour', 'Known keys: projects, budget'],
    [{ budget: 'lots' }, 'budget must be a number, not this string', 'Correct it'],
    [{ budget: 1.5 }, 'budget must be a whole number, not 1.5', 'Correct it'],
    [{ budget: 0 }, 'budget must be above 0, not 0', 'Correct it'],
    [{ budget: null }, 'budget must be a number, not nothing', 'Correct it'],
    [{ minConfidence: 'mid' }, 'minConfidence must be one of "low", "medium", "high", not this string', 'Correct it'],
    [{ projects: { harbour: '~/x' } }, 'projects.harbour must be a list, not this string', 'Correct it'],
    [{ projects: { harbour: [] } }, 'projects.harbour must be a non-empty list, not an empty list', 'Correct it'],
    [{ agents: ['codex', 7] }, 'agents[1] must be a string, not 7', 'Correct it'],
    [[], 'the file must be a group of keys, not an empty list', 'Correct it'],
  ])('%j: %s', async (value, message, hint) => {
    const file = write(join(project, 'hardwon.config.json'), value);
    expect(await failure(load())).toMatchObject({
      code: 'broken-file',
      message: `${file}: ${message}`,
      hint: expect.stringContaining(hint),
    });
  });

  it('tells all problems at once, and never the value', async () => {
    write(join(project, 'hardwon.config.json'), { budget: 'tok_secret', agent: [], claudeDir: 1 });
    const { message } = await failure(load());
    expect(message).toContain('budget must be');
    expect(message).toContain('claudeDir must be');
    expect(message).toContain('did you mean "agents"');
    expect(message).not.toContain('tok_secret');
  });

  it('survives a bomb of aliases', async () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `k${i}: &k${i} [${Array(9)
          .fill(`*${i === 1 ? 'a' : `k${i - 1}`}`)
          .join(',')}]`,
      );
    write(join(project, 'hardwon.config.yaml'), lines.join('\n'));
    expect(await failure(load())).toMatchObject({ code: 'broken-file' });
  });

  it('imports zod and yaml only when a file is checked', () => {
    // What a command pays at its start: every module that load-config.ts reaches by static imports of values.
    const reached = new Set<string>();
    const visit = (file: string): void => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(/^import (?!type )[^;]*? from '([^']+)';/gm)) {
        if (name.startsWith('.')) visit(join(dirname(file), name));
        else reached.add(name);
      }
    };
    visit(fileURLToPath(new URL('../../src/config/load-config.ts', import.meta.url)));
    expect(
      [...reached].filter((name) => !name.startsWith('/') && !name.startsWith('node:') && !/^[a-z]:/i.test(name)),
    ).toEqual([]);
    expect(reached.size).toBeGreaterThan(6);
  });
});

describe('adapters', () => {
  const userFile = () => join(home, '.config/hardwon/hardwon.config.json');
  const own = () => join(project, 'hardwon.config.json');

  it('are those of the user, and of a project only if the user trusts its folder', async () => {
    write(userFile(), { adapters: ['./mine.mjs'], trust: ['~/code'] });
    write(own(), { adapters: ['./theirs.mjs', 'torch'] });
    const mine = { name: './mine.mjs', folder: dirname(userFile()) };
    expect(await load()).toMatchObject({ adapters: [mine], ignored: { file: own(), userFile: userFile() } });
    write(userFile(), { adapters: ['./mine.mjs'], trust: ['../../code/harbour/'] });
    const loaded = await load();
    expect(loaded.adapters).toEqual([
      mine,
      { name: './theirs.mjs', folder: project },
      { name: 'torch', folder: project },
    ]);
    expect(loaded).not.toHaveProperty('ignored');
    expect(loaded.config).not.toHaveProperty('adapters');
    expect(loaded.config).not.toHaveProperty('trust');
  });

  it('are not those of a folder below, of a link into it, or of a file that was named', async () => {
    write(userFile(), { trust: ['~/code/harbour'] });
    const below = write(join(project, 'vendor/hardwon.config.json'), { adapters: ['./a.mjs'] });
    expect((await load(dirname(below))).ignored?.file).toBe(below);
    symlinkSync(dirname(below), join(home, 'code', 'link'));
    const named = join(home, 'code', 'link', 'hardwon.config.json');
    write(userFile(), { trust: ['~/code/harbour', '~/code'] });
    expect((await load(project, named)).ignored?.file).toBe(named);
  });

  it('are trusted through a link to the folder', async () => {
    symlinkSync(project, join(home, 'link'));
    write(userFile(), { trust: ['~/link'] });
    write(own(), { adapters: ['./a.mjs'] });
    expect((await load()).adapters).toHaveLength(1);
  });

  it('name the file where trust could be said, though there is none yet', async () => {
    write(own(), { adapters: ['./a.mjs'] });
    expect((await load()).ignored).toEqual({
      file: own(),
      userFile: userFile(),
      untrusted: ['adapters'],
      userOnly: [],
    });
  });

  it('cannot be trusted by the project itself', async () => {
    write(own(), { trust: ['.'], adapters: ['./a.mjs'] });
    const { adapters, ignored } = await load();
    expect(adapters).toBeUndefined();
    expect(ignored).toMatchObject({ untrusted: ['adapters'], userOnly: ['trust'] });
  });
});
