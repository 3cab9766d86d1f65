import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DescribedSession } from '../support/described-session.ts';
import { describeSessions, openCodeWriter } from '../support/log-writers/opencode.ts';
import { piWriter } from '../support/log-writers/pi.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

let stage: Stage;
let missing: (day: number) => DescribedSession;
beforeAll(async () => {
  stage = await makeStage(oneLesson);
  missing = (day) => ({
    start: `2026-03-0${day}T09:00:00Z`,
    cwd: stage.project,
    branch: 'main',
    steps: [
      {
        id: `${day}a`,
        use: { tool: 'shell', command: 'pnpm run lnt' },
        end: { how: 'exit', code: 1, prints: 'ERR_PNPM_NO_SCRIPT  Missing script: lnt' },
      },
      {
        id: `${day}b`,
        use: { tool: 'shell', command: 'pnpm run lint:all' },
        end: { how: 'ok', prints: 'no findings' },
      },
    ],
  });
  await openCodeWriter.write(stage.home, [missing(1)]);
  await piWriter.write(stage.home, [missing(2)]);
});
afterAll(clearStages);

describe('several agents', () => {
  it('that worked on one repository are one project, and their sessions count together', async () => {
    const { stdout } = await stage.run(['projects', '--json']);
    const { projects } = JSON.parse(stdout) as { projects: { agents: string[] }[] };
    expect(projects.map(({ agents }) => agents.sort())).toEqual([['claude-code', 'opencode', 'pi']]);
    const { lessons } = await stage.learn();
    const lint = lessons.find(({ evidence }) => evidence.some(({ agent }) => agent === 'opencode'));
    expect(lint).toMatchObject({ status: 'ready', occurrences: 2, sessions: 2 });
    expect(lint?.evidence.map(({ agent }) => agent).sort()).toEqual(['opencode', 'pi']);
    const why = await stage.run(['why', lint?.id ?? '']);
    expect(why.stdout).toContain('Missing script: lnt');
  });

  it('can be read alone', async () => {
    expect((await stage.learn(['--agent', 'pi'])).figures).toMatchObject({ sessions: 1, calls: 2 });
  });
});

describe('--agent-dir', () => {
  it('names the folder of an agent, here one of exports, instead of its own', async () => {
    const folder = join(stage.home, 'exports');
    await mkdir(folder);
    for (const session of describeSessions([missing(4), missing(5)]).all)
      await writeFile(join(folder, `${session.info.id}.json`), JSON.stringify(session, null, 2));
    const pair = `opencode=${folder}`;
    expect((await stage.learn(['--agent', 'opencode', '--agent-dir', pair])).figures).toMatchObject({
      sessions: 2,
      calls: 4,
    });
    expect((await stage.learn(['--agent', 'opencode'])).figures).toMatchObject({ sessions: 1, calls: 2 });
    await writeFile(
      join(stage.home, 'own.json'),
      JSON.stringify({ agentDirs: { opencode: './exports' }, agents: ['opencode'] }),
    );
    expect((await stage.learn(['--config', join(stage.home, 'own.json')])).figures).toMatchObject({ sessions: 2 });
  });

  it.each([
    ['opencode', '--agent-dir takes an agent and its folder, not opencode.'],
    ['=/x', '--agent-dir takes an agent and its folder, not =/x.'],
    ['opencode=', '--agent-dir takes an agent and its folder, not opencode=.'],
    ['parrot=/x', 'There is no agent called parrot.'],
  ])('refuses %s', async (pair, message) => {
    const { code, stdout, stderr } = await stage.run(['learn', '--agent-dir', pair]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`hardwon: ${message}\n`);
  });
});

describe('an agent whose transcripts have no results', () => {
  it('teaches what people told it again and again, and learn says what does not show', async () => {
    const { home, project, run } = await makeStage();
    const folder = join(home, '.cursor', 'projects', project.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-/, ''));
    for (const [number, words] of [
      'always run the tests with make check',
      'always run the tests with make check, please',
    ].entries()) {
      const query = { type: 'text', text: `<user_query>\n${words}\n</user_query>` };
      const use = { type: 'tool_use', name: 'Shell', input: { command: 'make check', working_directory: project } };
      const lines = [
        { role: 'user', message: { content: [query] } },
        { role: 'assistant', message: { content: [use] } },
      ];
      const path = join(folder, 'agent-transcripts', `s${number}`, `s${number}.jsonl`);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
    }
    const { stdout } = await run(['learn', '--json']);
    const { projects, notices } = JSON.parse(stdout) as {
      projects: { lessons: { evidence: { agent: string }[] }[] }[];
      notices: string[];
    };
    expect(projects[0]?.lessons.flatMap(({ evidence }) => evidence.map(({ agent }) => agent))).toContain('cursor');
    expect(notices).toEqual([expect.stringMatching(/^Cursor: its transcripts have no results/)]);
    expect((await run(['learn'])).stdout.replace(/\s+/g, ' ')).toContain('only what people wrote is learned from');
  });
});
