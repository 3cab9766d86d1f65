import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config/load-config.ts';
import { AGENT_NAMES } from '../src/loop/headless/choose-agent.ts';
import { chooseRulePlace, type RulePlaces } from '../src/rule-place.ts';

let home: string;
let root: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon place ')));
  root = join(home, 'orchard');
  mkdirSync(root);
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

async function choose(more: Partial<RulePlaces> = {}) {
  const config = await loadConfig({ cwd: root, home, env: {} });
  const place = await chooseRulePlace({ root, home, env: {}, config, ...more });
  if (place.whose === 'project') return { agents: place.delivery.agents, budget: place.delivery.budget };
  return place.files.map(({ path }) => relative(home, path).replaceAll('\\', '/'));
}

const FILES: Readonly<Record<string, string>> = {
  claude: '.claude/CLAUDE.md',
  codex: '.codex/AGENTS.md',
  gemini: '.gemini/GEMINI.md',
  opencode: '.config/opencode/AGENTS.md',
  // It may be any agent, so it is as if none was named.
  command: '.claude/CLAUDE.md',
};

describe('chooseRulePlace', () => {
  it.each([...AGENT_NAMES, 'command'])('puts rules of a run of %s where it reads them in every project', async (agent) => {
    expect(await choose({ agent })).toEqual([FILES[agent]]);
  });

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

  it('gives the files of the project where that is configured or asked for, within its budget', async () => {
    writeFileSync(join(root, 'hardwon.config.json'), '{"learning": {"file": "project"}, "budget": 700}');
    expect(await choose({ agent: 'codex' })).toEqual({ agents: ['codex'], budget: 700 });
    expect(await choose()).toEqual({ agents: ['claude-code'], budget: 700 });
    expect(await choose({ file: 'user' })).toEqual(['.claude/CLAUDE.md']);
  });
});
