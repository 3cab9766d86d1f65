import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { chooseRulePlace } from '../../../src/app/memory/rule-place.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { AGENT_NAMES } from '../../../src/loop/headless/choose-agent.ts';

let home: string;
let root: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon place ')));
  root = join(home, 'orchard');
  mkdirSync(root);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function choose(more: Partial<Parameters<typeof chooseRulePlace>[0]> = {}) {
  const config = await loadConfig({ cwd: root, home, env: {} });
  const place = await chooseRulePlace({ root, home, env: {}, config, file: 'user', ...more });
  if (place.whose === 'project') return { agents: place.delivery.agents, budget: place.delivery.budget };
  return place.files.map(({ path }) => relative(home, path).replaceAll('\\', '/'));
}

const FILES: Readonly<Record<string, string>> = {
  'claude-code': '.claude/CLAUDE.md',
  // As runs of earlier releases have it.
  claude: '.claude/CLAUDE.md',
  codex: '.codex/AGENTS.md',
  gemini: '.gemini/GEMINI.md',
  opencode: '.config/opencode/AGENTS.md',
  // It may be any agent, so it is as if none was named.
  command: '.claude/CLAUDE.md',
};

describe('chooseRulePlace', () => {
  it.each([...AGENT_NAMES, 'claude', 'command'])(
    'puts rules of a run of %s where it reads them in every project',
    async (agent) => {
      expect(await choose({ agent })).toEqual([FILES[agent]]);
    },
  );

  it('puts rules of a report where the agents on this machine read them, which a run without an agent of ours is like', async () => {
    mkdirSync(join(home, '.codex'));
    mkdirSync(join(home, '.gemini'));
    expect(await choose()).toEqual(['.codex/AGENTS.md', '.gemini/GEMINI.md']);
    expect(await choose({ agent: 'command' })).toEqual(['.codex/AGENTS.md', '.gemini/GEMINI.md']);
  });

  it('heeds where the user says that their agents are', async () => {
    mkdirSync(join(home, '.config/hardwon'), { recursive: true });
    writeFileSync(join(home, '.config/hardwon/hardwon.config.json'), '{"claudeDir": "~/agents/claude"}');
    expect(await choose()).toEqual(['agents/claude/CLAUDE.md']);
  });

  it('lets no project choose another file of the user', async () => {
    writeFileSync(join(root, 'hardwon.config.json'), '{"claudeDir": ".claude", "agents": ["codex"]}');
    expect(await choose()).toEqual(['.claude/CLAUDE.md']);
    mkdirSync(join(root, '.gemini'));
    writeFileSync(join(root, '.gemini/settings.json'), '{"context": {"fileName": "HARVEST.md"}}');
    expect(await choose({ agent: 'gemini' })).toEqual(['.gemini/GEMINI.md']);
  });

  it('gives the files of the project unless the user says otherwise, within its budget', async () => {
    const chooseUnasked = async (agent?: string) => {
      const config = await loadConfig({ cwd: root, home, env: {} });
      const place = await chooseRulePlace({ root, home, env: {}, config, agent: agent || undefined });
      return place.whose === 'project' ? { agents: place.delivery.agents, budget: place.delivery.budget } : place.whose;
    };
    writeFileSync(join(root, 'hardwon.config.json'), '{"learning": {"file": "user"}, "budget": 700}');
    expect(await chooseUnasked('codex')).toEqual({ agents: ['codex'], budget: 700 });
    expect(await chooseUnasked()).toEqual({ agents: ['claude-code'], budget: 700 });
    writeFileSync(join(root, 'GEMINI.md'), '# Orchard\n');
    expect(await chooseUnasked('codex')).toEqual({ agents: ['codex', 'gemini'], budget: 700 });
    expect(await chooseUnasked()).toEqual({ agents: ['gemini'], budget: 700 });
    mkdirSync(join(home, '.config/hardwon'), { recursive: true });
    writeFileSync(join(home, '.config/hardwon/hardwon.config.json'), '{"learning": {"file": "user"}}');
    rmSync(join(root, 'hardwon.config.json'));
    expect(await chooseUnasked()).toBe('user');
  });
});
