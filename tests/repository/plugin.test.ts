import { existsSync, readdirSync, statSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { kebab } from '../../src/agents/hook-command.ts';
import { agents } from '../../src/agents/registry.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { version } from '../../src/shared/package.ts';

const repository = resolve(import.meta.dirname, '../..');
const folder = join(repository, 'plugins/hardwon');
const read = (path: string) => readFile(join(folder, path), 'utf8');
const readJson = async (path: string) => JSON.parse(await read(path)) as Record<string, unknown>;

interface HookEntry {
  type: string;
  command: string;
  commandWindows?: string;
  timeout: number;
}
type Hooks = Record<string, { matcher?: string; hooks: HookEntry[] }[]>;

async function readMarkdown(path: string): Promise<{ head: Record<string, unknown>; body: string }> {
  const [, head = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(await read(path)) ?? [];
  return { head: parse(head) as Record<string, unknown>, body };
}

describe('the marketplace', () => {
  it('offers one plugin, by a path inside of it', async () => {
    const { name, owner, plugins } = JSON.parse(
      await readFile(join(repository, '.claude-plugin/marketplace.json'), 'utf8'),
    );
    expect({ name, owner }).toEqual({ name: 'hardwon', owner: { name: expect.any(String) } });
    expect(plugins).toEqual([
      { name: 'hardwon', source: './plugins/hardwon', description: expect.any(String), version },
    ]);
  });

  it('is part of the package', async () => {
    const { files } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { files: string[] };
    expect(files).toEqual(expect.arrayContaining(['.claude-plugin', 'plugins']));
  });
});

describe('the plugin', () => {
  it.each(['.claude-plugin/plugin.json', '.codex-plugin/plugin.json'])(
    'has a manifest %s of this version',
    async (path) => {
      expect(await readJson(path)).toMatchObject({
        name: 'hardwon',
        version,
        license: 'MIT',
        description: expect.any(String),
      });
    },
  );

  it('names only files of its own that are there', async () => {
    const { skills, hooks } = (await readJson('.codex-plugin/plugin.json')) as { skills: string[]; hooks: string };
    for (const path of [...skills, hooks, 'README.md', 'LICENSE', 'start.cjs'])
      expect(existsSync(join(folder, path)), path).toBe(true);
    expect(await readJson('.mcp.json')).toEqual({
      mcpServers: { hardwon: { command: 'node', args: [`\${CLAUDE_PLUGIN_ROOT}/start.cjs`, 'mcp'] } },
    });
  });

  it.each([
    ['hooks/hooks.json', 'claude-code'],
    ['hooks/codex.json', 'codex'],
  ])('declares in %s the events that hardwon install declares for %s, each answered', async (path, name) => {
    const { hooks } = (await readJson(path)) as { hooks: Hooks };
    const own = agents.find((agent) => agent.name === name)?.hooks;
    if (own?.form !== 'json') throw new Error(`${name} has no hooks in JSON`);
    expect(Object.keys(hooks)).toEqual(own.events.filter(({ isForAsking }) => !isForAsking).map((event) => event.name));
    for (const [event, groups] of Object.entries(hooks)) {
      expect(groups.map(({ matcher }) => matcher)).toEqual([own.events.find((each) => each.name === event)?.matcher]);
      for (const { type, command, commandWindows } of groups.flatMap((group) => group.hooks)) {
        expect(type).toBe('command');
        expect(command).toBe(
          `node "\${CLAUDE_PLUGIN_ROOT}/start.cjs" hook ${kebab(event)} ${name} 2>/dev/null || true`,
        );
        if (own.windowsMember) expect(commandWindows).toContain(`hook ${kebab(event)} ${name} 2>nul || exit /b 0`);
      }
    }
  });

  it('has a program for the shell of Claude Code that can be started', () => {
    if (process.platform !== 'win32') expect(statSync(join(folder, 'bin/hardwon')).mode & 0o111).toBe(0o111);
  });

  it('has four commands that say what they do and take', async () => {
    expect((await readdir(join(folder, 'commands'))).sort()).toEqual([
      ...['debug-tool.md', 'learn-fix.md', 'learn.md', 'memory.md'],
    ]);
    for (const file of await readdir(join(folder, 'commands'))) {
      const { head, body } = await readMarkdown(`commands/${file}`);
      expect(Object.keys(head).sort(), file).toEqual(['allowed-tools', 'argument-hint', 'description']);
      expect(String(head.description).length, file).toBeLessThan(120);
      expect(body, file).toContain('$ARGUMENTS');
      // What changes something is asked for: no command lets it pass.
      expect(String(head['allowed-tools']), file).not.toMatch(
        /learn_tool_fix|propose_lessons|tool_exec|capture|learn|propose|heal|Bash\(hardwon:|Bash\(\*/,
      );
    }
  });

  it('names only tools that its server has', async () => {
    const known = new Set(tools.map(({ name }) => name));
    const files = ['commands', 'agents'].flatMap((name) =>
      readdirSync(join(folder, name)).map((file) => `${name}/${file}`),
    );
    for (const file of files) {
      const named = [...(await read(file)).matchAll(/mcp__plugin_hardwon_hardwon__(\w+)|`([a-z]+_[a-z_]+)`/g)];
      expect(named.length, file).toBeGreaterThan(0);
      expect(
        named.map(([, long, short]) => long ?? short ?? '').filter((name) => !known.has(name)),
        file,
      ).toEqual([]);
    }
  });

  it('offers the same to Codex as skills, without what only Claude Code knows', async () => {
    const names = (await readdir(join(folder, 'codex/skills'))).sort();
    expect(names).toEqual(['debug-tool', 'learn', 'learn-fix', 'memory']);
    for (const name of names) {
      const { head, body } = await readMarkdown(`codex/skills/${name}/SKILL.md`);
      expect(head).toEqual({ name, description: expect.stringMatching(/^[^<>]{20,300}$/) });
      expect(body).not.toMatch(/\$ARGUMENTS|\/hardwon:|named above/);
    }
  });

  it('has four agents, which all heal on both levels', async () => {
    const files = (await readdir(join(folder, 'agents'))).sort();
    expect(files).toEqual(['developer.md', 'devops.md', 'incident.md', 'release.md']);
    const healing = new Set<string>();
    for (const file of files) {
      const { head, body } = await readMarkdown(`agents/${file}`);
      expect(head).toEqual({ name: basename(file, '.md'), description: expect.stringMatching(/\bUse (?:for|when)\b/) });
      expect(body.split('\n').length, file).toBeLessThan(80);
      healing.add(body.slice(body.indexOf('## When a call fails')));
    }
    // One text in four files, which must not drift apart.
    expect(healing.size).toBe(1);
    const [steps = ''] = healing;
    const order = ['check_known_issues', 'hardwon heal', 'debug_tool', 'learn_tool_fix'].map((word) =>
      steps.indexOf(word),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order[0]).toBeGreaterThan(0);
  });

  it('has the skill of this repository, and no other text of it', async () => {
    const source = join(repository, 'skills');
    const paths = (await readdir(source, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
    expect(paths.length).toBeGreaterThan(1);
    for (const { parentPath, name } of paths) {
      const path = join(parentPath, name);
      expect(await read(join('skills', path.slice(source.length))), path).toBe(await readFile(path, 'utf8'));
    }
    expect(await read('LICENSE')).toBe(await readFile(join(repository, 'LICENSE'), 'utf8'));
  });
});
