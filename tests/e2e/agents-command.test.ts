import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentsReport, DescribedAgent } from '../../src/app/agents/agents-report.ts';
import type { DescribedSession } from '../support/described-session.ts';
import { claudeCodeWriter } from '../support/log-writers/claude-code.ts';
import { codexWriter } from '../support/log-writers/codex.ts';
import { copilotWriter } from '../support/log-writers/copilot.ts';
import { geminiWriter } from '../support/log-writers/gemini.ts';
import { openCodeWriter } from '../support/log-writers/opencode.ts';
import { piWriter } from '../support/log-writers/pi.ts';
import { clearStages, joinLines, makeStage, type RunSettings, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

/** A session with one failed and one good call. */
function session(cwd: string, day: number): DescribedSession {
  return {
    start: `2026-03-0${day}T09:00:00Z`,
    cwd,
    branch: 'main',
    steps: [
      {
        id: `${day}a`,
        use: { tool: 'shell', command: 'pnpm run lnt' },
        end: { how: 'exit', code: 1, prints: 'ERR_PNPM_NO_SCRIPT  Missing script: lnt' },
      },
      { id: `${day}b`, use: { tool: 'shell', command: 'pnpm run lint:all' }, end: { how: 'ok', prints: 'ok' } },
    ],
  };
}

async function report(stage: Stage, args: string[] = [], settings?: RunSettings): Promise<AgentsReport> {
  const result = await stage.run(['agents', '--json', ...args], settings);
  if (result.code > 1) throw new Error(result.stderr);
  return JSON.parse(result.stdout) as AgentsReport;
}

const named = ({ agents }: AgentsReport, name: string): DescribedAgent | undefined =>
  agents.find((agent) => agent.name === name);

describe('hardwon agents', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await makeStage(oneLesson);
    await codexWriter.write(stage.home, [session(stage.project, 5), session('/srv/orchard', 7)]);
  });

  it('counts what each agent left, in all and for the project, the latest first', async () => {
    const found = await report(stage);
    expect(found).toMatchObject({ schema: 1, project: { name: 'harbour', root: stage.project }, notices: [] });
    expect(found.agents.slice(0, 2)).toMatchObject([
      {
        name: 'codex',
        found: true,
        root: join(stage.home, '.codex'),
        files: 2,
        sessions: 2,
        calls: 4,
        failed: 2,
        lastAt: expect.stringMatching(/^2026-03-07T/),
        project: { sessions: 1, calls: 2, failed: 1, lastAt: expect.stringMatching(/^2026-03-05T/) },
        reads: ['AGENTS.md', '~/.codex/AGENTS.md'],
        hooks: { installed: false, in: [] },
      },
      {
        name: 'claude-code',
        files: 2,
        sessions: 2,
        calls: 4,
        project: { sessions: 2 },
        reads: expect.arrayContaining(['CLAUDE.md', 'CLAUDE.local.md', '~/.claude/CLAUDE.md']),
      },
    ]);
    expect(found.agents.slice(2).every((agent) => !agent.found && agent.files === 0)).toBe(true);
    expect(found.agents[0]).not.toHaveProperty('movedBy');
  });

  it('shows the same to people', async () => {
    const { code, stdout, stderr } = await stage.run(['agents']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(
      'Codex\n  here   1 session, 2 calls, 1 failed, last 3 days ago\n  all    2 sessions, 4 calls, 2 failed, last 1 day ago, 2 log files\n  logs   ~/.codex\n',
    );
    expect(stdout).toMatch(/\nWithout logs:\n/);
    expect(stdout).toMatch(/\n {2}pi +~\/\.pi\/agent \(not there\)\n/);
    expect(stdout).toMatch(/\nLearn from them: hardwon learn\n$/);
  });

  it('says so where the folder has no sessions', async () => {
    const found = await report(stage, [], { cwd: stage.home });
    expect(found).not.toHaveProperty('project');
    expect(found.agents[0]).not.toHaveProperty('project');
    const { code, stdout } = await stage.run(['agents'], { cwd: stage.home });
    expect(code).toBe(0);
    expect(joinLines(stdout)).toContain('This folder has no sessions. hardwon projects lists those that have');
  });

  it('finds hooks of hardwon in the settings of the user and of the project', async () => {
    const own = await makeStage(oneLesson);
    await codexWriter.write(own.home, [session(own.project, 5)]);
    const hook = {
      hooks: {
        PreToolUse: [
          { hooks: [{ type: 'command', command: 'hardwon-hook pre-tool-use claude-code 2>/dev/null || true' }] },
        ],
      },
    };
    const project = await own.write('.claude/settings.json', JSON.stringify(hook));
    const user = join(own.home, '.codex', 'config.toml');
    await writeFile(user, '[[hooks.PreToolUse]]\ncommand = "hardwon-hook pre-tool-use codex 2>/dev/null || true"\n');
    const found = await report(own);
    expect(named(found, 'claude-code')?.hooks).toEqual({
      installed: true,
      in: [project],
      user: [],
      project: [project],
    });
    expect(named(found, 'codex')?.hooks).toEqual({ installed: true, in: [user], user: [user], project: [] });
    const { stdout } = await own.run(['agents']);
    expect(joinLines(stdout)).toContain('hooks declared for the project in ~/harbour/.claude/settings.json ');
    expect(joinLines(stdout)).toContain('hooks declared for the user in ~/.codex/config.toml ');
  });

  it('ends with 1 where none is found, and says what to do', async () => {
    const empty = await makeStage();
    const { code, stdout } = await empty.run(['agents']);
    expect(code).toBe(1);
    expect(stdout).toContain('No agent was found');
    expect(stdout).toMatch(/Claude Code +~\/\.claude \(not there\)\n/);
    expect(joinLines(stdout)).toContain('--agent-dir AGENT=FOLDER');
    expect((await report(empty)).agents.length).toBeGreaterThan(3);
  });
});

describe('folders that were moved', () => {
  it.each([
    ['claude-code', 'CLAUDE_CONFIG_DIR', '.claude', '', claudeCodeWriter],
    ['codex', 'CODEX_HOME', '.codex', '', codexWriter],
    ['pi', 'PI_CODING_AGENT_DIR', '.pi/agent', '', piWriter],
    ['opencode', 'XDG_DATA_HOME', '.local/share', '', openCodeWriter],
    ['copilot', 'COPILOT_HOME', '.copilot', '', copilotWriter],
    ['gemini', 'GEMINI_CLI_HOME', '.gemini', '.gemini', geminiWriter],
  ] as const)('%s is found by %s', async (name, variable, folder, below, writer) => {
    const stage = await makeStage();
    await writer.write(stage.home, [session(stage.project, 5)]);
    const moved = join(stage.home, 'moved here');
    await mkdir(moved);
    await rename(join(stage.home, folder), join(moved, below));
    const without = await report(stage);
    expect(named(without, name)).toMatchObject({ found: false });
    const env = { [variable]: moved };
    expect(named(await report(stage, [], { env }), name)).toMatchObject({
      found: true,
      movedBy: variable,
      sessions: 1,
    });
    expect((await stage.learn([], { env })).agents).toEqual([name]);
  });

  it('by an option or the configuration, which says so', async () => {
    const stage = await makeStage();
    await codexWriter.write(stage.home, [session(stage.project, 5)]);
    await rename(join(stage.home, '.codex'), join(stage.home, 'elsewhere'));
    const option = await report(stage, ['--agent-dir', 'codex=~/elsewhere']);
    expect(named(option, 'codex')).toMatchObject({ movedBy: '--agent-dir', sessions: 1 });
    await stage.write('../.config/hardwon/hardwon.config.json', '{"agentDirs": {"codex": "~/elsewhere"}}');
    expect(named(await report(stage), 'codex')).toMatchObject({ movedBy: 'configuration', sessions: 1 });
  });
});

describe('one project of several agents', () => {
  it('with a worktree of its own for each', async () => {
    const stage = await makeStage(oneLesson);
    await stage.git(['commit', '--quiet', '--allow-empty', '--message', 'Begin']);
    const trees = ['codex-tree', 'pi-tree'].map((name) => join(stage.home, name));
    for (const tree of trees) await stage.git(['worktree', 'add', '--quiet', tree]);
    const [first = '', second = ''] = trees;
    await mkdir(join(second, 'web'));
    await codexWriter.write(stage.home, [session(first, 5)]);
    await piWriter.write(stage.home, [session(join(second, 'web'), 6)]);
    const project = await stage.learn([], { cwd: second });
    expect(project).toMatchObject({ root: stage.project, figures: { sessions: 4 } });
    expect(project.agents.sort()).toEqual(['claude-code', 'codex', 'pi']);
    const narrowed = await stage.learn(['--agent', 'codex,pi'], { cwd: first });
    expect(narrowed.agents.sort()).toEqual(['codex', 'pi']);
    const lesson = narrowed.lessons.find(({ evidence }) => evidence.length === 2);
    expect(lesson?.evidence.map(({ agent }) => agent).sort()).toEqual(['codex', 'pi']);
    const found = await report(stage, [], { cwd: first });
    expect(found.agents.filter((agent) => agent.project?.sessions).map(({ name }) => name)).toEqual([
      'pi',
      'codex',
      'claude-code',
    ]);
  });
});
