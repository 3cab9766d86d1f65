import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRuns, runFolder } from '../../../src/loop/run/run-store.ts';
import { runTask } from '../../../src/loop/run/run-task.ts';
import type { TestRepository } from '../scratch/repository.ts';
import { orchard, RIGHT, scriptedAgent, scriptedTeacher, stage } from './scripted.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = orchard();
});
afterEach(() => repository.remove());

describe('what attempts are made in', () => {
  it('gives setting up, the agent and the tests an environment that leads to no file of the user', async () => {
    repository.write('node_modules/.bin/lint', '');
    const seen: Record<string, NodeJS.ProcessEnv | undefined> = {};
    const agent = scriptedAgent(() => ({ 'halve.js': RIGHT }));
    const { request, workbench, events } = stage(repository, agent, scriptedTeacher(), {
      setup: ['node', '-e', "require('fs').writeFileSync('../env.json', JSON.stringify(process.env))"],
    });
    const { run: work } = agent;
    agent.run = (prompt, options) => {
      seen.agent = options.env;
      seen.setup = JSON.parse(readFileSync(join(options.cwd, '../env.json'), 'utf8')) as NodeJS.ProcessEnv;
      return work(prompt, options);
    };
    const runTests: typeof workbench.runTests = (command, options) => {
      seen[events.some(({ type }) => type === 'baseline') ? 'tests' : 'baseline'] = options?.env;
      return workbench.runTests(command, options);
    };
    const given = {
      PATH: [join(repository.root, 'node_modules/.bin'), process.env.PATH].join(delimiter),
      VIRTUAL_ENV: join(repository.root, '.venv'),
      npm_lifecycle_event: 'test',
    };
    const before = Object.keys(given).map((name) => [name, process.env[name]] as const);
    Object.assign(process.env, given);
    try {
      await runTask(request, { ...workbench, runTests });
    } finally {
      for (const [name, value] of before)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
    }
    expect(Object.keys(seen).sort()).toEqual(['agent', 'baseline', 'setup', 'tests']);
    for (const [who, { HARDWON_ATTEMPT_OF: project, ...env } = {}] of Object.entries(seen)) {
      expect(project, who).toBe(repository.root);
      expect(JSON.stringify(env), who).not.toContain(repository.root);
      expect(env.PATH, who).toMatch(/^[^:]*tree.node_modules..bin/);
      expect(env, who).not.toHaveProperty('npm_lifecycle_event');
    }
  });

  it('tells which files with settings it did not take along', async () => {
    repository.write('.git/info/exclude', '.env\n');
    repository.write('.env', 'KEY=1\n');
    const { request, workbench, events } = stage(
      repository,
      scriptedAgent(() => ({ 'halve.js': RIGHT })),
      scriptedTeacher(),
    );
    await runTask(request, workbench);
    expect(events).toContainEqual(expect.objectContaining({ type: 'prepared', settings: ['.env'] }));
  });

  it('sets the checkout up, and does not take that for work of the agent', async () => {
    const setup = ['node', '-e', "require('fs').writeFileSync('generated.txt', 'x')"];
    const { request, workbench } = stage(
      repository,
      scriptedAgent(() => ({ 'halve.js': RIGHT })),
      scriptedTeacher(),
      { setup },
    );
    const { run } = await runTask(request, workbench);
    expect(run.attempts[0]?.files).toEqual(['halve.js']);
    const broken = stage(
      repository,
      scriptedAgent(() => ({})),
      scriptedTeacher(),
      { setup: ['node', '-e', 'process.exit(3)'] },
    );
    await expect(runTask(broken.request, broken.workbench)).rejects.toThrow('Setting up failed (exit 3)');
    const [record] = await listRuns(broken.request.dataDir);
    expect(record?.status).toBe('errored');
  });

  it('can be stopped while it copies dependencies', async () => {
    repository.write('node_modules/pear/index.js', '');
    const stop = new AbortController();
    const { request, workbench } = stage(
      repository,
      scriptedAgent(() => ({})),
      scriptedTeacher(),
    );
    const onEvent = () => stop.abort();
    const { run } = await runTask(request, { ...workbench, onEvent, signal: stop.signal });
    expect(run).toMatchObject({ status: 'stopped', reason: 'it was stopped', attempts: [] });
    expect(existsSync(runFolder(request.dataDir, run.id).scratch)).toBe(false);
    const resumed = await runTask({ ...request, resume: run }, workbench);
    expect(resumed.run).toMatchObject({ id: run.id, base: repository.git('rev-parse', 'HEAD') });
    expect(resumed.run.attempts.length).toBeGreaterThan(0);
  });
});
