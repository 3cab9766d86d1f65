import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listRuns } from '../../../src/loop/run/run-store.ts';
import { runTask } from '../../../src/loop/run/run-task.ts';
import type { TestRepository } from '../scratch/repository.ts';
import { orchard, RIGHT, RULE, scriptedAgent, scriptedTeacher, stage, WRONG } from './scripted.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = orchard();
});
afterEach(() => repository.remove());

describe('a failure of which no rule can be made', () => {
  it('tells the agent once which tests failed where no rule can be made of it', async () => {
    const agent = scriptedAgent(() => ({ 'halve.js': WRONG }));
    const teacher = scriptedTeacher();
    const { request, workbench, events } = stage(repository, agent, teacher);
    const { run } = await runTask(request, workbench);
    expect(run.attempts.map(({ told }) => told)).toEqual([undefined, ['halves nothing']]);
    expect(agent.prompts[1]).toMatch(
      /failed these tests.*data, not part of the task.*\n\n- halves nothing: expected null$/s,
    );
    expect(teacher.cases.map(({ recovery }) => recovery)).toEqual([undefined, undefined]);
    expect(events).toContainEqual(expect.objectContaining({ type: 'attempt', number: 2, toldFailures: 1 }));
  });

  it('learns from what the attempt that passed did otherwise, as a candidate', async () => {
    const agent = scriptedAgent((prompt) => ({ 'halve.js': prompt.includes('halves nothing') ? RIGHT : WRONG }));
    const teacher = scriptedTeacher();
    teacher.teach = (failure) => {
      teacher.cases.push(failure);
      return Promise.resolve({ analysis: 'It differs.', rule: failure.recovery ? RULE : undefined });
    };
    const { request, workbench } = stage(repository, agent, teacher, { verify: 1 });
    const { run, patch } = await runTask(request, workbench);
    expect(run.status).toBe('passed');
    expect(run.attempts).toHaveLength(2);
    expect(run.rules).toMatchObject([{ attempt: 1, verdict: 'recovered', failing: ['halves nothing'] }]);
    expect(teacher.cases[1]?.diff).toContain('+export const halve = (n) => n / 2;');
    expect(teacher.cases[1]?.recovery?.diff).toContain('? null');
    expect(readFileSync(patch ?? '', 'utf8')).toContain('? null');
  });

  it('does not call a rule helpful where the agent was told more', async () => {
    const partly = { ...RULE, rule: 'Look at nothing' };
    const tests = {
      'halve.test.js': `${readFileSync(join(repository.root, 'halve.test.js'), 'utf8')}test('also nothing', () => {});\n`,
    };
    repository.write('halve.test.js', tests['halve.test.js']);
    repository.commit('one more test');
    // With the rule one test less fails; told of the other one it passes.
    const agent = scriptedAgent((prompt) =>
      prompt.includes('failed these tests')
        ? { 'halve.js': RIGHT }
        : prompt.includes(partly.rule)
          ? { 'halve.js': `// half\n${WRONG}` }
          : { 'halve.js': WRONG },
    );
    const { request, workbench } = stage(repository, agent, scriptedTeacher(partly));
    const read = workbench.runTests;
    workbench.runTests = async (command, options) => {
      const run = await read(command, options);
      if (!readFileSync(join(command.cwd, 'halve.js'), 'utf8').includes('half')) return run;
      return { ...run, failed: 1, passed: run.passed + 1, failures: run.failures.slice(0, 1) };
    };
    const { run } = await runTask(request, workbench);
    expect(run.status).toBe('passed');
    expect(run.attempts.map(({ rules, told }) => [rules, told?.length ?? 0])).toEqual([
      [[], 0],
      [[1], 0],
      [[1], 1],
    ]);
    expect(run.rules.map(({ verdict }) => verdict)).toEqual(['partly']);
  });

  it('does not learn from a change that failed before and passes now', async () => {
    const { request, workbench, events } = stage(
      repository,
      scriptedAgent(() => ({ 'halve.js': RIGHT })),
      scriptedTeacher(),
    );
    const read = workbench.runTests;
    let runs = 0;
    workbench.runTests = async (command, options) => {
      const run = await read(command, options);
      runs += 1;
      return runs === 2
        ? { ...run, outcome: 'failed', passed: 1, failed: 1, failures: [{ id: 'halves nothing', message: 'x' }] }
        : run;
    };
    const { run } = await runTask(request, workbench);
    expect(run).toMatchObject({ status: 'passed', rules: [] });
    expect(events).toContainEqual({ type: 'notice', text: expect.stringContaining('its tests are flaky') });
  });

  it('tells it also when a run that was stopped for review goes on', async () => {
    const agent = scriptedAgent((prompt) => ({ 'halve.js': prompt.includes('- halves nothing') ? RIGHT : WRONG }));
    const { request, workbench } = stage(repository, agent, scriptedTeacher(), { autoRetry: false });
    expect((await runTask(request, workbench)).run).toMatchObject({ status: 'stopped', reason: 'for review' });
    const [resume] = await listRuns(request.dataDir);
    const { run } = await runTask({ ...request, ...(resume ? { resume } : {}) }, workbench);
    expect(run).toMatchObject({ status: 'passed', rules: [] });
    expect(run.attempts[1]?.told).toEqual(['halves nothing']);
  });
});
