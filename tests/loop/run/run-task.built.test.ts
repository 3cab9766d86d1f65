import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readHistory } from '../../../src/loop/run/history.ts';
import { listRuns, runFolder, saveRun } from '../../../src/loop/run/run-store.ts';
import { runTask } from '../../../src/loop/run/run-task.ts';
import { AppError } from '../../../src/shared/errors.ts';
import { TestRepository } from '../scratch/repository.ts';
import { orchard, RIGHT, RULE, scriptedAgent, scriptedTeacher, stage, WRONG } from './scripted.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = orchard();
});
afterEach(() => repository.remove());

/** Works only with the rule. */
const heedful = (prompt: string) => ({ 'halve.js': prompt.includes(RULE.rule) ? RIGHT : WRONG });

describe('runTask', () => {
  it('tries again with the rule that a failure taught, from the start, and leaves the repository alone', async () => {
    repository.write('halve.js', 'my own unfinished work\n');
    const before = repository.snapshot();
    const agent = scriptedAgent((prompt) => ({
      ...heedful(prompt),
      [`made-by-${prompt.includes(RULE.rule)}.txt`]: 'x\n',
    }));
    const teacher = scriptedTeacher(RULE);
    const { request, workbench, events } = stage(repository, agent, teacher);
    const { run, patch } = await runTask(request, workbench);
    expect(run).toMatchObject({ status: 'passed', baseline: { outcome: 'failed', passed: 1, failed: 1 } });
    expect(run.attempts.map(({ passed, rules, files }) => ({ passed, rules, files }))).toEqual([
      { passed: false, rules: [], files: ['halve.js', 'made-by-false.txt'] },
      { passed: true, rules: [1], files: ['halve.js', 'made-by-true.txt'] },
    ]);
    expect(run.rules).toMatchObject([{ number: 1, attempt: 1, verdict: 'unproven', category: 'error-handling' }]);
    expect(agent.prompts[0]).toBe(request.task);
    expect(agent.prompts[1]).toContain(`- Rule: ${RULE.rule}\n  When: ${RULE.when}\n  Why: ${RULE.why}`);
    expect(teacher.cases[0]).toMatchObject({ type: 'test_failure', task: request.task, tried: [] });
    expect(teacher.cases[0]?.diff).toContain('+export const halve = (n) => n / 2;');
    expect(teacher.cases[0]?.failures.map(({ id }) => id)).toEqual([expect.stringContaining('halves nothing')]);
    expect(readFileSync(patch ?? '', 'utf8')).toContain('made-by-true.txt');
    expect(repository.snapshot()).toEqual(before);
    expect(existsSync(runFolder(request.dataDir, run.id).scratch)).toBe(false);
    expect(events).toContainEqual({ type: 'agent', event: { kind: 'tool', text: 'Write halve.js' } });
    expect(await listRuns(request.dataDir)).toEqual([run]);
  });

  it('lets no attempt find what git ignores and another one made, but what was there before', async () => {
    const seen: string[][] = [];
    const agent = scriptedAgent(heedful);
    const { run: work } = agent;
    agent.run = async (prompt, options) => {
      seen.push(readdirSync(join(options.cwd, 'node_modules'), { recursive: true }).map(String).sort());
      const inner = join(options.cwd, 'pier/node_modules');
      seen.push(existsSync(inner) ? readdirSync(inner) : []);
      mkdirSync(inner, { recursive: true });
      writeFileSync(join(inner, 'left.txt'), '');
      return work(prompt, options);
    };
    repository.write('node_modules/oil/index.js', '');
    repository.write('pier/index.js', '');
    repository.git('add', 'pier');
    repository.git('commit', '--quiet', '--message', 'a pier');
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE));
    expect((await runTask(request, workbench)).run.attempts).toHaveLength(2);
    const there = ['oil', join('oil', 'index.js')];
    expect(seen).toEqual([there, [], there, []]);
  });

  it('keeps a log of each attempt, without secrets', async () => {
    const agent = scriptedAgent(() => ({ 'halve.js': RIGHT, 'hunter2.txt': '' }), { answer: 'I used hunter2.' });
    const { request, workbench } = stage(repository, agent, scriptedTeacher());
    const { run } = await runTask(request, workbench);
    expect(readFileSync(runFolder(request.dataDir, run.id).log(1), 'utf8')).toBe(
      'writes halve.js\nwrites [redacted:word].txt\n',
    );
    expect(run.attempts[0]?.agent.answer).toBe('I used [redacted:word].');
  });

  it('keeps no secret of the task in its record, and gives the agent the task as it is', async () => {
    const prompts: string[] = [];
    const agent = scriptedAgent(() => ({ 'halve.js': RIGHT }));
    const work = agent.run.bind(agent);
    agent.run = (prompt, options) => {
      prompts.push(prompt);
      return work(prompt, options);
    };
    const { request, workbench } = stage(repository, agent, scriptedTeacher());
    const task = 'Repair halve; the login is {"password": "q7Lm2x9K"}.';
    const { run } = await runTask({ ...request, task }, workbench);
    const record = readFileSync(join(runFolder(request.dataDir, run.id).folder, 'run.json'), 'utf8');
    expect(record).not.toContain('q7Lm2x9K');
    expect(record).toContain('[redacted:assignment]');
    expect(prompts[0]).toContain('q7Lm2x9K');
  });

  it('takes secrets out of an answer before it is cut', async () => {
    const answer = `${'x'.repeat(4_000)}hunter2${'y'.repeat(3_996)}`;
    const agent = scriptedAgent(() => ({ 'halve.js': RIGHT }), { answer });
    const { request, workbench } = stage(repository, agent, scriptedTeacher());
    const { run } = await runTask(request, workbench);
    expect(run.attempts[0]?.agent.answer).toBe(`…ord]${'y'.repeat(3_996)}`);
  });

  it('drops a rule that did not help, and tells the teacher of it', async () => {
    const useless = { ...RULE, rule: 'Write more comments' };
    const agent = scriptedAgent(heedful);
    const teacher = scriptedTeacher(useless, RULE);
    const { request, workbench } = stage(repository, agent, teacher);
    const { run } = await runTask(request, workbench);
    expect(run.rules.map(({ verdict }) => verdict)).toEqual(['no-help', 'unproven']);
    expect(run.attempts.map(({ rules }) => rules)).toEqual([[], [1], [2]]);
    expect(agent.prompts[2]).not.toContain(useless.rule);
    expect(teacher.cases[1]?.tried).toEqual([useless.rule]);
  });

  it('ends when no attempts are left, when the teacher has nothing to say, and when it says the same again', async () => {
    const failing = () => scriptedAgent(() => ({ 'halve.js': WRONG }));
    const none = stage(repository, failing(), scriptedTeacher(RULE, { ...RULE, rule: 'Another' }), { maxRetries: 1 });
    const first = await runTask(none.request, none.workbench);
    expect(first.run).toMatchObject({ status: 'failed', reason: 'no attempts are left' });
    expect(first.run.attempts).toHaveLength(2);
    // What the last attempt teaches is not lost.
    expect(first.run.rules.map(({ rule, verdict }) => [rule, verdict])).toEqual([
      [RULE.rule, 'no-help'],
      ['Another', 'untried'],
    ]);
    expect(first.patch).toBeUndefined();
    const silent = stage(repository, failing(), scriptedTeacher());
    expect((await runTask(silent.request, silent.workbench)).run).toMatchObject({
      status: 'failed',
      reason: 'the teacher has no rule: Nothing comes to mind.',
      attempts: [{ number: 1 }, { number: 2 }],
    });
    const same = stage(repository, failing(), scriptedTeacher(RULE, RULE, RULE));
    expect((await runTask(same.request, same.workbench)).run.reason).toBe('the teacher gave the same rule again');
  });

  it('does not take tests that were removed or skipped for tests that pass', async () => {
    const cheat = { 'halve.test.js': "import { test } from 'node:test';\ntest('fine', () => {});\n" };
    const { request, workbench } = stage(
      repository,
      scriptedAgent(() => cheat),
      scriptedTeacher(RULE),
      { maxRetries: 1 },
    );
    const { run } = await runTask(request, workbench);
    expect(run.status).toBe('failed');
    expect(run.attempts[0]).toMatchObject({ passed: false, lostTests: 1, tests: { outcome: 'passed' } });
    expect(run.rules[0]?.verdict).toBe('no-help');
  });

  it('says where a rule was not needed', async () => {
    // The second time it works, rule or not.
    const agent = scriptedAgent((_, call) => ({ 'halve.js': call === 1 ? WRONG : RIGHT }));
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), { verify: 1 });
    const { run } = await runTask(request, workbench);
    expect(run.status).toBe('passed');
    expect(run.attempts.map(({ isAblation, passed }) => [isAblation ?? false, passed])).toEqual([
      [false, false],
      [false, true],
      [true, true],
    ]);
    expect(run.rules[0]?.verdict).toBe('not-needed');
    expect(run.verification).toEqual({ with: { attempts: 1, passed: 1 }, without: { attempts: 1, passed: 1 } });
    const needed = stage(repository, scriptedAgent(heedful), scriptedTeacher(RULE), { verify: 1 });
    expect((await runTask(needed.request, needed.workbench)).run.rules[0]?.verdict).toBe('helped');
  });

  it('compares as many attempts with the rules and without as it is asked to', async () => {
    const agent = scriptedAgent(heedful);
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), { verify: 2 });
    const { run } = await runTask(request, workbench);
    expect(run.attempts.map(({ isAblation, isRepeat, passed }) => [isAblation, isRepeat, passed])).toEqual([
      [undefined, undefined, false],
      [undefined, undefined, true],
      [true, undefined, false],
      [true, undefined, false],
      [undefined, true, true],
    ]);
    expect(run.verification).toEqual({ with: { attempts: 2, passed: 2 }, without: { attempts: 2, passed: 0 } });
    expect(run.rules[0]?.verdict).toBe('helped');
  });

  it('takes no rule for proven where the agent could not work without it, nor where nothing was compared', async () => {
    const agent = scriptedAgent(heedful);
    const broken: typeof agent = {
      ...agent,
      async run(prompt, options) {
        const ended = await agent.run(prompt, options);
        return agent.prompts.length === 3 ? { ...ended, outcome: 'failed' } : ended;
      },
    };
    const one = stage(repository, broken, scriptedTeacher(RULE), { verify: 1 });
    expect((await runTask(one.request, one.workbench)).run.rules[0]?.verdict).toBe('unproven');
    const none = stage(repository, scriptedAgent(heedful), scriptedTeacher(RULE), { verify: 0 });
    expect((await runTask(none.request, none.workbench)).run.rules[0]?.verdict).toBe('unproven');
  });

  it('stops for review, and goes on from there with the rule', async () => {
    const agent = scriptedAgent(heedful);
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), { autoRetry: false });
    const { run: stopped } = await runTask(request, workbench);
    expect(stopped).toMatchObject({ status: 'stopped', reason: 'for review', rules: [{ verdict: 'untried' }] });
    repository.write('halve.js', 'meanwhile something else\n');
    repository.commit('meanwhile');
    const [resume] = await listRuns(request.dataDir);
    const { run } = await runTask({ ...request, ...(resume ? { resume } : {}) }, workbench);
    expect(run).toMatchObject({
      id: stopped.id,
      status: 'passed',
      base: stopped.base,
      rules: [{ verdict: 'unproven' }],
    });
    expect(run.attempts).toHaveLength(2);
    expect(await listRuns(request.dataDir)).toHaveLength(1);
  });

  it('does not go on with a run that another process goes on with', async () => {
    const agent = scriptedAgent(heedful);
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), { autoRetry: false });
    const { run: stopped } = await runTask(request, workbench);
    await saveRun(request.dataDir, { ...stopped, status: 'running' });
    await expect(runTask({ ...request, resume: stopped }, workbench)).rejects.toThrow('Another process is running');
    expect(agent.prompts).toHaveLength(1);
  });

  it('goes on with work that was carried along and is gone by now', async () => {
    repository.write('halve.js', `// carried\n${WRONG}`);
    const repaired: Record<string, string> = { 'halve.js': `// carried\n${RIGHT}` };
    const agent = scriptedAgent((prompt) => (prompt.includes(RULE.rule) ? repaired : {}));
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), {
      autoRetry: false,
      withChanges: true,
    });
    await runTask(request, workbench);
    repository.git('checkout', '--quiet', '--', 'halve.js');
    const [resume] = await listRuns(request.dataDir);
    const { run, patch } = await runTask({ ...request, ...(resume ? { resume } : {}) }, workbench);
    expect(run.status).toBe('passed');
    expect(readFileSync(patch ?? '', 'utf8')).toContain(' // carried');
  });

  it('ends where the agent cannot work, and learns nothing from that', async () => {
    const agent = scriptedAgent(() => ({}), { outcome: 'failed', answer: 'Hello\nInvalid API key' });
    const teacher = scriptedTeacher(RULE);
    const { request, workbench } = stage(repository, agent, teacher);
    const { run } = await runTask(request, workbench);
    expect(run).toMatchObject({ status: 'errored', reason: 'the agent failed: Invalid API key' });
    expect(teacher.cases).toEqual([]);
  });

  it('makes no attempt where the program of the tests is not there', async () => {
    const agent = scriptedAgent(heedful);
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE));
    const read = workbench.runTests;
    workbench.runTests = async (command, options) => ({
      ...(await read(command, options)),
      outcome: 'errored',
      exitCode: 127,
      failures: [{ id: 'the test command', message: 'sh: 1: jest: not found' }],
    });
    await expect(runTask(request, workbench)).rejects.toThrow('The tests cannot be run: sh: 1: jest: not found');
    expect(agent.prompts).toEqual([]);
    expect((await listRuns(request.dataDir))[0]).toMatchObject({ status: 'errored', attempts: [] });
  });

  it('notes which process its tests are, for the next run to end it should this one be killed', async () => {
    const noted: unknown[] = [];
    const { request, workbench } = stage(repository, scriptedAgent(heedful), scriptedTeacher(RULE));
    const read = workbench.runTests;
    workbench.runTests = async (command, options) => {
      options?.onStart?.(process.pid);
      noted.push((await listRuns(request.dataDir))[0]?.children);
      return read(command, options);
    };
    await runTask(request, workbench);
    expect(noted).toHaveLength(3);
    expect(noted).toEqual(noted.map(() => [expect.objectContaining({ pid: process.pid })]));
  });

  it('counts a run that could not be made, too', async () => {
    const { request, workbench } = stage(repository, scriptedAgent(heedful), scriptedTeacher(RULE));
    workbench.findTests = () => Promise.resolve(undefined);
    await expect(runTask(request, workbench)).rejects.toThrow('No tests were found');
    expect(await readHistory(request.dataDir)).toMatchObject([{ status: 'errored', attempts: 0 }]);
  });

  it('makes attempts where the tests end by a signal: that may be what is to be mended', async () => {
    const agent = scriptedAgent(() => ({ 'halve.js': RIGHT }));
    const { request, workbench } = stage(repository, agent, scriptedTeacher());
    const read = workbench.runTests;
    workbench.runTests = async (command, options) => {
      const { exitCode: _exitCode, ...run } = await read(command, options);
      return run.outcome === 'passed' ? run : { ...run, outcome: 'errored', parsed: false };
    };
    expect((await runTask(request, workbench)).run).toMatchObject({
      status: 'passed',
      baseline: { outcome: 'errored' },
    });
  });

  it('says of an agent that said nothing how it ended', async () => {
    const { request, workbench } = stage(
      repository,
      scriptedAgent(() => ({}), { outcome: 'failed', answer: '', exitCode: 3 }),
      scriptedTeacher(),
    );
    const { run } = await runTask(request, workbench);
    expect(run.reason).toBe('the agent failed: it ended with exit code 3, and printed nothing');
  });

  it('refuses a branch that exists before anything is done', async () => {
    const agent = scriptedAgent(heedful);
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), { branch: 'main' });
    await expect(runTask(request, workbench)).rejects.toThrow('There is a branch main already.');
    expect(agent.prompts).toEqual([]);
  });

  it('says that the checkout is gone where the agent removed it', async () => {
    const agent = scriptedAgent(() => ({}));
    const { run: work } = agent;
    agent.run = (prompt, options) => {
      rmSync(options.cwd, { recursive: true });
      return work(prompt, options);
    };
    const { request, workbench } = stage(repository, agent, scriptedTeacher());
    await expect(runTask(request, workbench)).rejects.toMatchObject({
      message: expect.stringContaining('is no longer the scratch checkout'),
      hint: expect.stringContaining('The log of the attempt'),
    });
  });

  // What nobody may write to stops only those that are not root.
  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'removes what the agent has protected',
    async () => {
      const agent = scriptedAgent(() => ({ 'halve.js': RIGHT, 'node_modules/pier/index.js': '' }));
      const { run: work } = agent;
      agent.run = async (prompt, options) => {
        const done = await work(prompt, options);
        chmodSync(join(options.cwd, 'node_modules/pier'), 0o500);
        return done;
      };
      const { request, workbench } = stage(repository, agent, scriptedTeacher());
      const { run } = await runTask(request, workbench);
      expect(run.status).toBe('passed');
      expect(existsSync(runFolder(request.dataDir, run.id).scratch)).toBe(false);
    },
  );

  it('has a green attempt reviewed before it is done, and tries again with the rule that the findings taught', async () => {
    const teacher = scriptedTeacher(RULE);
    const agent = scriptedAgent((prompt) => ({
      'halve.js': prompt.includes(RULE.rule) ? `// careful\n${RIGHT}` : RIGHT,
    }));
    const { request, workbench } = stage(repository, agent, teacher);
    const seen: string[] = [];
    workbench.review = async (diff) => {
      seen.push(diff);
      return diff.includes('careful')
        ? []
        : [{ severity: 'major', file: 'halve.js', problem: 'It swallows 0.', rule: 'Say it' }];
    };
    const { run } = await runTask({ ...request, verify: 1 }, workbench);
    expect(run.status).toBe('passed');
    expect(run.attempts.slice(0, 2)).toMatchObject([
      { passed: false, tests: { outcome: 'passed' }, findings: [{ problem: 'It swallows 0.' }] },
      { passed: true, findings: [], rules: [1] },
    ]);
    // The attempt without the rule was reviewed, too: that is how it is known that the rule helped.
    expect(seen).toHaveLength(3);
    expect(run.rules).toMatchObject([{ verdict: 'helped', isOfReview: true }]);
    expect(teacher.cases).toMatchObject([
      { type: 'other', context: 'Say it', description: expect.stringContaining('It swallows 0.') },
    ]);
  });

  it('calls a green attempt done where the reviewer cannot be asked, and says so', async () => {
    const { request, workbench, events } = stage(
      repository,
      scriptedAgent(() => ({ 'halve.js': RIGHT })),
      scriptedTeacher(),
    );
    workbench.review = () => Promise.reject(new AppError('unavailable', 'the host does not answer'));
    expect((await runTask(request, workbench)).run.status).toBe('passed');
    expect(events).toContainEqual({ type: 'notice', text: 'the work could not be reviewed: the host does not answer' });
  });

  it('asks about the failure first when it goes on after the teacher could not be asked', async () => {
    const teacher = scriptedTeacher(RULE);
    const teach = teacher.teach.bind(teacher);
    teacher.teach = () => Promise.reject(new AppError('unreadable', 'the host does not answer'));
    const agent = scriptedAgent(heedful);
    const { request, workbench } = stage(repository, agent, teacher);
    const { run } = await runTask(request, workbench);
    expect(run).toMatchObject({ status: 'stopped', owed: { attempt: 1 }, rules: [] });
    const [kept] = await listRuns(request.dataDir);
    // Out once more: nothing is tried meanwhile.
    const again = await runTask({ ...request, ...(kept ? { resume: kept } : {}) }, workbench);
    expect(again.run).toMatchObject({ status: 'stopped', owed: { attempt: 1 } });
    expect(agent.prompts).toHaveLength(1);
    teacher.teach = teach;
    const [stopped] = await listRuns(request.dataDir);
    const resumed = await runTask({ ...request, ...(stopped ? { resume: stopped } : {}) }, workbench);
    expect(resumed.run).toMatchObject({ status: 'passed', rules: [{ attempt: 1 }] });
    expect(resumed.run.attempts.slice(0, 2).map(({ rules }) => rules)).toEqual([[], [1]]);
    expect(resumed.run.owed).toBeUndefined();
    expect(teacher.cases[0]?.failures).not.toEqual([]);
  });

  it('can be gone on with where the teacher could not be asked', async () => {
    const teacher = scriptedTeacher();
    teacher.teach = () =>
      Promise.reject(new AppError('unreadable', 'the host does not answer', { hint: 'Try later.' }));
    const { request, workbench } = stage(repository, scriptedAgent(heedful), teacher);
    expect((await runTask(request, workbench)).run).toMatchObject({
      status: 'stopped',
      reason: 'the teacher could not be asked: the host does not answer. Try later.',
    });
  });

  it('is stopped at once, leaving nothing behind', async () => {
    const stop = new AbortController();
    const before = repository.snapshot();
    const agent = scriptedAgent(() => {
      stop.abort();
      return { 'halve.js': RIGHT };
    });
    const { request, workbench } = stage(repository, agent, scriptedTeacher());
    const { run, patch } = await runTask(request, { ...workbench, signal: stop.signal });
    expect(run).toMatchObject({ status: 'stopped', attempts: [], children: [] });
    expect(patch).toBeUndefined();
    expect(existsSync(runFolder(request.dataDir, run.id).scratch)).toBe(false);
    expect(repository.snapshot()).toEqual(before);
  });

  it('has passed where it is stopped while it tries without the rules', async () => {
    const stop = new AbortController();
    const agent = scriptedAgent((prompt, call) => {
      if (call === 3) stop.abort();
      return heedful(prompt);
    });
    const { request, workbench } = stage(repository, agent, scriptedTeacher(RULE), { verify: 1 });
    const { run, patch } = await runTask(request, { ...workbench, signal: stop.signal });
    expect(agent.prompts).toHaveLength(3);
    expect(run).toMatchObject({
      status: 'passed',
      attempts: [{ passed: false }, { passed: true }],
      rules: [{ verdict: 'unproven' }],
    });
    expect(run.reason).toBeUndefined();
    expect(readFileSync(patch ?? '', 'utf8')).toContain('halve.js');
  });

  it('hands the result over as it is asked to', async () => {
    const right = () => scriptedAgent(() => ({ 'halve.js': RIGHT }));
    const wish = { branch: 'hardwon/halve', applyResult: true };
    const { request, workbench } = stage(repository, right(), scriptedTeacher(), wish);
    const done = await runTask(request, workbench);
    expect(done).toMatchObject({ branch: 'hardwon/halve', isApplied: true });
    expect(readFileSync(join(repository.root, 'halve.js'), 'utf8')).toBe(RIGHT);
    expect(repository.git('show', 'hardwon/halve:halve.js')).toBe(RIGHT.trim());
    expect(repository.git('log', '--format=%s', 'main')).toBe('start');
    repository.write('halve.js', 'something else\n');
    const again = stage(repository, right(), scriptedTeacher(), { applyResult: true });
    const refused = await runTask(again.request, again.workbench);
    expect(refused).toMatchObject({ isApplied: false, problem: expect.stringContaining('does not apply') });
    expect(refused.run.status).toBe('passed');
  });

  it('says that a branch holds nothing of a submodule; the patch does', async () => {
    const core = new TestRepository({ 'core.txt': 'one\n' });
    try {
      repository.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', core.root, 'libs/core');
      repository.commit('with a part');
      const agent = scriptedAgent(() => ({ 'halve.js': RIGHT, 'libs/core/core.txt': 'two\n' }));
      const { request, workbench } = stage(repository, agent, scriptedTeacher(), {
        branch: 'hardwon/halve',
        applyResult: true,
      });
      const done = await runTask(request, workbench);
      expect(done).toMatchObject({
        branch: 'hardwon/halve',
        isApplied: true,
        problem: expect.stringContaining('libs/core'),
      });
      expect(done.run.attempts[0]?.files).toEqual(['halve.js', 'libs/core/core.txt']);
      expect(repository.git('diff', '--name-only', 'main', 'hardwon/halve')).toBe('halve.js');
      expect(readFileSync(join(repository.root, 'libs/core/core.txt'), 'utf8')).toBe('two\n');
    } finally {
      core.remove();
    }
  });
});
