import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agents } from '../../../src/agents/registry.ts';
import { findUserFiles } from '../../../src/lifecycle/user-memory/find-user-files.ts';

let home: string;
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon user files ')));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

type UserFilePlaces = Parameters<typeof findUserFiles>[0];
const places = (more: Partial<UserFilePlaces> = {}): UserFilePlaces => {
  return { home, env: {}, known: agents, memoryRoot: join(home, '.config/hardwon'), ...more };
};
const find = async (named?: string, more: Partial<UserFilePlaces> = {}) =>
  (await findUserFiles(places(more), named)).map(({ path }) => relative(home, path).replaceAll('\\', '/'));
const make = (...folders: string[]) => {
  for (const folder of folders) mkdirSync(join(home, folder), { recursive: true });
};
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(home, path)), { recursive: true });
  writeFileSync(join(home, path), text);
};
const SECTION = '<!-- hardwon:learn:start -->\n## Learned Rules & Patterns\n<!-- hardwon:learn:end -->\n';

describe('findUserFiles', () => {
  it('takes Claude Code where no agent is found', async () => {
    expect(await find()).toEqual(['.claude/CLAUDE.md']);
  });

  it.each([
    ['claude-code', '.claude', '.claude/CLAUDE.md'],
    ['codex', '.codex', '.codex/AGENTS.md'],
    ['opencode', '.local/share/opencode', '.config/opencode/AGENTS.md'],
    ['pi', '.pi/agent', '.pi/agent/AGENTS.md'],
    ['gemini', '.gemini', '.gemini/GEMINI.md'],
    ['copilot', '.copilot', '.copilot/copilot-instructions.md'],
  ])('gives the file of %s, found or named', async (agent, folder, file) => {
    expect(await find(agent)).toEqual([file]);
    make(folder);
    expect(await find()).toEqual([file]);
  });

  it('gives those of all agents that are found, and of the one that is named', async () => {
    make('.claude', '.codex');
    expect(await find('gemini')).toEqual(['.claude/CLAUDE.md', '.codex/AGENTS.md', '.gemini/GEMINI.md']);
  });

  it('leaves out agents that the configuration does not name, but not a file that has the rules', async () => {
    make('.claude', '.codex', '.gemini');
    expect(await find(undefined, { agents: ['codex'] })).toEqual(['.codex/AGENTS.md']);
    write('.gemini/GEMINI.md', `Be brief.\n\n${SECTION}`);
    expect(await find(undefined, { agents: ['codex'] })).toEqual(['.codex/AGENTS.md', '.gemini/GEMINI.md']);
  });

  it('takes no lessons of a project for the rules', async () => {
    make('.claude');
    write('.codex/AGENTS.md', SECTION.replaceAll(' -->', ' project=0a1b2c3d -->'));
    expect(await find(undefined, { agents: ['claude-code'] })).toEqual(['.claude/CLAUDE.md']);
  });

  it('hides no file of the user from OpenCode, which reads theirs for Claude Code', async () => {
    make('.local/share/opencode');
    write('.claude/CLAUDE.md', 'Be brief.\n');
    expect(await find('opencode', { agents: ['opencode'] })).toEqual(['.claude/CLAUDE.md']);
    write('.config/opencode/AGENTS.md', 'Be briefer.\n');
    expect(await find('opencode', { agents: ['opencode'] })).toEqual(['.config/opencode/AGENTS.md']);
  });

  it.skipIf(process.platform === 'win32')('gives a file once that has two names', async () => {
    make('.codex');
    write('.claude/CLAUDE.md', 'Be brief.\n');
    symlinkSync(join(home, '.claude/CLAUDE.md'), join(home, '.codex/AGENTS.md'));
    expect(await find()).toEqual(['.claude/CLAUDE.md']);
  });

  it.skipIf(process.platform === 'win32')(
    'passes over a file that leads out of the home folder, unless it is asked for',
    async () => {
      const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-elsewhere-')));
      try {
        make('.claude', '.codex');
        writeFileSync(join(elsewhere, 'AGENTS.md'), 'Not here.\n');
        symlinkSync(join(elsewhere, 'AGENTS.md'), join(home, '.codex/AGENTS.md'));
        expect(await find()).toEqual(['.claude/CLAUDE.md']);
        expect(await find('codex')).toEqual(['.claude/CLAUDE.md', '.codex/AGENTS.md']);
      } finally {
        rmSync(elsewhere, { recursive: true, force: true });
      }
    },
  );

  it('heeds folders that are elsewhere', async () => {
    make('agents/claude', 'agents/codex');
    const folders = { 'claude-code': join(home, 'agents/claude') };
    const env = { CODEX_HOME: join(home, 'agents/codex') };
    expect(await find(undefined, { folders, env })).toEqual(['agents/claude/CLAUDE.md', 'agents/codex/AGENTS.md']);
  });
});
