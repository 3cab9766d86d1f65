import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import type { LoopReport } from '../../src/app/loop/loop-report.ts';
import { compare, documentedFields, fieldsOf, isDocumented } from '../docs/fields.ts';
import { startServer } from '../loop/support/answering-server.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { AGENT, loopStage, TASK } from './loop-stage.ts';
import { clearStages, makeBuiltStage, type Stage } from './stage.ts';
import { everyFile } from './stories.ts';

const repository = resolve(import.meta.dirname, '../..');
const cli = join(repository, 'dist/cli.js');

afterAll(clearStages);

/** It fails without a word of what it wants. */
const RIDDLE = `const { test } = require('node:test');
test('the riddle is solved', () => { if (require('./answer.js').answer !== 'a wolf') throw new Error('no'); });
`;

const userFile = (stage: Stage) => join(stage.home, '.claude/CLAUDE.md');
const scratches = (stage: Stage) => {
  const folder = join(stage.home, '.local/share/hardwon/loop/runs');
  return readdirSync(folder).filter((id) => existsSync(join(folder, id, 'scratch')));
};

// Each runs an agent and tests several times over, with git in between.
describe('hardwon run', { timeout: 180_000 }, () => {
  it('fails, learns, passes, and keeps what helped', async () => {
    const stage = await loopStage();
    await stage.write('draft.txt', 'my own work\n');
    await stage.write('.git/info/exclude', '.env\nvendor\n');
    await stage.write('.env', 'KEY=1\n');
    await symlink(stage.home, join(stage.root, 'vendor'), 'junction');
    const { code, stdout, stderr } = await stage.run(['run', TASK, '--json']);
    expect(code, stderr).toBe(0);
    const report = JSON.parse(stdout) as LoopReport;
    const documented = documentedFields('## `run`');
    const named = fieldsOf(report).filter(
      (field) => !isDocumented(field.replace(/^attempts\[\]\.tests\./, 'baseline.'), documented),
    );
    expect(named).toEqual([]);
    expect(report).toMatchObject({
      status: 'passed',
      agent: 'command',
      teacher: { name: 'builtin', leavesMachine: false },
      baseline: { outcome: 'failed', passed: 1, failed: 1 },
      attempts: [{ passed: false }, { passed: true, rules: [1] }, { passed: false, rules: [], isAblation: true }],
      rules: [{ verdict: 'helped', lesson: 'L-001' }],
      verification: { with: { attempts: 1, passed: 1 }, without: { attempts: 1, passed: 0 } },
      kept: { applied: true },
      result: { files: ['answer.js'], applied: false },
    });
    expect(stderr).toContain('Attempt 2 of 4, with 1 rule');
    expect(stderr).toContain('1 file with uncommitted work');
    expect(stderr).toContain('not carried along: .env; name what the tests need in loop.copy');
    expect(report.notices).toEqual([expect.stringContaining('vendor was left out: it is a link to')]);
    expect(await stage.read('CLAUDE.md')).toContain('### Learned Rules & Patterns');
    expect(existsSync(userFile(stage))).toBe(false);
    expect(await stage.read('answer.js')).toBe('exports.answer = 1;\n');
    expect(scratches(stage)).toEqual([]);
    expect(await readFile(join(stage.home, 'prompts.txt'), 'utf8')).toContain(`${stage.project}\n${TASK}\n===`);
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    const figures = JSON.parse((await stage.run(['stats', '--loop', '--json'])).stdout) as object;
    compare('## `stats --loop`', [figures]);
    expect(figures).toMatchObject({
      runs: 1,
      passed: 1,
      passedLater: 1,
      attempts: 2,
      rules: { made: 1, helped: 1 },
      unpriced: 3,
    });
    const told = await stage.run(['stats', '--loop', '--all']);
    expect(told.stdout).toContain('1 task: 1 passed (100%).');
    expect(await stage.run(['stats', '--loop', '--since', '2030-01-01'])).toMatchObject({ code: 1 });
  });

  it('tells what failed where no rule can be made, and keeps what made the difference to be watched', async () => {
    const stage = await loopStage();
    await stage.write('answer.test.js', RIDDLE);
    await stage.git(['commit', '--quiet', '--all', '--message', 'a riddle']);
    const { code, stdout, stderr } = await stage.run(['run', 'Solve the riddle', '--json']);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      attempts: [{ passed: false }, { passed: true, told: ['answer.test.js > the riddle is solved'] }],
      rules: [
        {
          verdict: 'recovered',
          rule: 'In `answer.js`, write `exports.answer = "a wolf";`, not `exports.answer = "a sheep";`.',
        },
      ],
      kept: { file: 'project', applied: true, lessons: [{ id: 'L-001', status: 'watching' }] },
    });
    expect(stderr).toContain('Attempt 2 of 4, told which test failed');
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect((await stage.run(['confirm', '--human', 'L-001'])).code).toBe(0);
    expect((await stage.run(['learn', '--apply'])).code).toBeLessThan(2);
    expect(await stage.read('.memory/harness-learnings.md')).toContain('a wolf');
  });

  it('lets no agent that ignores what it is told prove a rule', async () => {
    const stage = await loopStage();
    // The first time it fails, and then it works, whatever it is told.
    const agent = `const fs = require('fs');
const counter = process.env.HOME + '/count';
const count = fs.existsSync(counter) ? Number(fs.readFileSync(counter, 'utf8')) : 0;
fs.writeFileSync(counter, String(count + 1));
fs.writeFileSync('answer.js', 'exports.answer = ' + (count === 0 ? '0' : 'null') + ';\\n');
`;
    await writeFile(join(stage.home, 'agent.cjs'), agent);
    const proven = JSON.parse((await stage.run(['run', TASK, '--json'])).stdout) as LoopReport;
    expect(proven).toMatchObject({ status: 'passed', rules: [{ verdict: 'not-needed' }] });
    expect(proven.kept).toBeUndefined();
    await rm(join(stage.home, 'count'));
    const unseen = JSON.parse((await stage.run(['run', TASK, '--verify', '0', '--json'])).stdout) as LoopReport;
    expect(unseen).toMatchObject({ rules: [{ verdict: 'unproven' }], kept: { lessons: [{ status: 'watching' }] } });
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
  });

  it('lets the project learn from the sessions of its attempts, whose checkout is gone', async () => {
    const stage = await loopStage();
    const { folder } = JSON.parse((await stage.run(['run', TASK, '--json'])).stdout) as LoopReport;
    await stage.tell(everyFile, join(folder, 'scratch/tree'));
    expect(existsSync(join(folder, 'scratch'))).toBe(false);
    const { root, lessons } = await stage.learn(['--all']);
    expect(root).toBe(stage.project);
    expect(lessons.length).toBeGreaterThan(0);
    expect(JSON.stringify(lessons)).not.toContain('scratch/tree');
  });

  it.skipIf(process.platform === 'win32')(
    'keeps a rule in the file that the agent of the run reads in every project',
    async () => {
      const stage = await loopStage();
      const codex = `#!${process.execPath}
process.argv[2] = require('fs').readFileSync(0, 'utf8');
${AGENT}
console.log(JSON.stringify({ type: 'turn.completed' }));
`;
      await mkdir(join(stage.home, 'bin'));
      await writeFile(join(stage.home, 'bin/codex'), codex, { mode: 0o755 });
      const env = { PATH: `${join(stage.home, 'bin')}:${process.env.PATH}` };
      const unseen = await stage.run(['run', TASK, '--agent', 'codex', '--user', '--json'], { env });
      expect(JSON.parse(unseen.stdout)).toMatchObject({
        kept: { file: 'user', lessons: [{ status: 'watching' }] },
        notices: [expect.stringContaining('your own files, which agents read in every project, were not written')],
      });
      expect(existsSync(join(stage.home, '.codex/AGENTS.md'))).toBe(false);
      const words = ['run', TASK, '--agent', 'codex', '--user', '--yes', '--json'];
      const { code, stdout, stderr } = await stage.run(words, { env });
      expect(code, stderr).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({
        agent: 'codex',
        rules: [{ verdict: 'helped' }],
        kept: { applied: true },
      });
      expect(await readFile(join(stage.home, '.codex/AGENTS.md'), 'utf8')).toContain('## Learned Rules & Patterns');
      expect(existsSync(userFile(stage))).toBe(false);
    },
  );

  it('is meant where only a task is given, from another folder too, with its result applied', async () => {
    const stage = await loopStage();
    const words = [TASK, '--project', stage.root, '--apply-result', '--branch', 'hardwon/none', '--no-keep'];
    const { code, stdout } = await stage.run(words, { cwd: stage.home });
    expect(code, stdout).toBe(0);
    expect(stdout).toContain('The tests pass (2 attempts, 1 more to compare)');
    expect(stdout).toContain('Passed 1 of 1 with it, 0 of 1 without.');
    expect(stdout).toContain('Applied to your files; nothing was committed.');
    expect(await stage.read('answer.js')).toBe('exports.answer = null;\n');
    expect(existsSync(userFile(stage))).toBe(false);
  });

  it('says no where the result could not be applied, and leaves the files as they are', async () => {
    const stage = await loopStage();
    await stage.write('answer.js', 'exports.answer = "mine";\n');
    const { code, stdout } = await stage.run(['run', TASK, '--apply-result', '--no-keep']);
    expect(code).toBe(1);
    expect(stdout).toContain('The result does not apply to the current files');
    expect(await stage.read('answer.js')).toBe('exports.answer = "mine";\n');
  });

  it('stops for review, and goes on', async () => {
    const stage = await loopStage();
    const first = await stage.run(['run', TASK, '--no-auto-retry']);
    expect(first.code).toBe(1);
    expect(first.stdout).toContain('Stopped (1 attempt)');
    expect(first.stdout).toContain('not tried yet');
    expect((await stage.run(['run', '--resume'])).code).toBe(0);
    const again = await stage.run(['run', '--resume']);
    expect(again).toMatchObject({ code: 1, stdout: 'This project has no run to resume.\n' });
  });

  it('heeds its settings: retries, the file of rules, sources, another configuration', async () => {
    const stage = await loopStage({ learning: { max_retries: 0 } });
    const none = JSON.parse((await stage.run(['run', TASK, '--json'])).stdout) as LoopReport;
    // What the last attempt teaches is a candidate.
    expect(none).toMatchObject({
      status: 'failed',
      attempts: [{}],
      rules: [{ verdict: 'untried', lesson: 'L-001' }],
      kept: { applied: true, lessons: [{ status: 'watching' }] },
    });
    expect(await stage.read('CLAUDE.md')).toBeUndefined();
    expect(await stage.read('.memory/harness-learnings.md')).toContain(
      'The run that it comes from never passed; no attempt was made with it.',
    );
    await writeFile(join(stage.home, 'other.yaml'), 'learning:\n  max_retries: 1\n  file: project\n');
    const words = ['run', TASK, '--config', join(stage.home, 'other.yaml'), '--json'];
    expect(JSON.parse((await stage.run(words)).stdout)).toMatchObject({ status: 'passed', kept: { applied: true } });
    expect(await stage.read('CLAUDE.md')).toContain('### Learned Rules & Patterns');
    expect(existsSync(userFile(stage))).toBe(false);
    await writeFile(
      join(stage.home, 'off.yaml'),
      'failure_sources:\n  - { name: pytest, type: automated, enabled: false }\n',
    );
    const off = await stage.run(['run', TASK, '--config', join(stage.home, 'off.yaml')]);
    expect(off).toMatchObject({ code: 2, stderr: expect.stringContaining('switched off') });
  });

  it('redacts what an agent prints while it works', async () => {
    const stage = await loopStage();
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
    const agent = join(stage.home, 'agent.cjs');
    await writeFile(agent, `console.log('pushing with ${token} now');\n${await readFile(agent, 'utf8')}`);
    const { stdout, stderr } = await stage.run(['run', TASK, '--max-retries', '0']);
    expect(stderr).toMatch(/pushing with .*redacted.* now/);
    expect(stdout + stderr).not.toContain(token);
  });

  it('has the model that teaches review a green attempt, and keeps what helped under the rules', async () => {
    const quote = 'exports.answer = null;';
    const { url, seen } = await startServer(({ body }) => {
      const asked = JSON.stringify(body);
      const isReview = asked.includes('You review the work');
      const findings = asked.includes('twice over')
        ? []
        : [{ severity: 'major', file: 'answer.js', quote, problem: 'Nobody checked it.' }];
      const rule = { rule: 'Say in `answer.js` that it was checked', when: 'answering', why: 'nobody knows otherwise' };
      const content = JSON.stringify(isReview ? { findings } : { analysis: 'It was not checked.', rule });
      return { json: { choices: [{ message: { role: 'assistant', content } }] } };
    });
    const stage = await loopStage({ teacher: { mode: 'openai', baseUrl: url, model: 'm' } });
    const agent =
      "require('fs').writeFileSync('answer.js', (process.argv[2].includes('was checked') ? '// twice over\\n' : '') + 'exports.answer = null;\\n');";
    await writeFile(join(stage.home, 'agent.cjs'), agent);
    const { code, stdout, stderr } = await stage.run(['run', TASK, '--review', '--json'], {
      env: { OPENAI_API_KEY: 'k' },
    });
    expect(code, stderr).toBe(0);
    expect(stderr).toContain('is redacted and sent to');
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'passed',
      attempts: [
        { passed: false, findings: [{ problem: 'Nobody checked it.' }] },
        { passed: true, findings: [] },
        { isAblation: true },
      ],
      rules: [{ verdict: 'helped', isOfReview: true }],
    });
    expect(seen.length).toBeGreaterThan(3);
    const file = await stage.read('CLAUDE.md');
    expect(file).toContain('### Learned Rules & Patterns\n\n- **Rule**: Say in `answer.js` that it was checked');
    expect(file).toContain('from review finding (L-001)');
    expect(await stage.run(['run', TASK, '--review', '--teacher', 'builtin'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Only a model can review'),
    });
  });

  it('says aloud what is dangerous, and what is missing', async () => {
    const stage = await loopStage();
    const skipping = await stage.run(['run', TASK, '--skip-permissions']);
    expect(skipping.stderr).toContain('command may do anything without asking: permissions are skipped.');
    const keyless = await stage.run(['run', TASK, '--teacher', 'anthropic']);
    expect(keyless).toMatchObject({ code: 2, stderr: expect.stringContaining('ANTHROPIC_API_KEY is not set') });
    const nowhere = await stage.run(['run', TASK], { cwd: stage.home });
    expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('is not in a git repository') });
    expect((await stage.run(['run'])).stderr).toContain('There is no task.');
  });

  it('leaves no mess when it is interrupted, nor when it is killed', async () => {
    const stage = await loopStage();
    const env = { ...isolatedEnvironment({ home: stage.home }), PATH: process.env.PATH };
    const start = async () => {
      const child = spawn(process.execPath, [cli, 'run', 'Please hang a while'], {
        cwd: stage.root,
        env,
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      const ended = new Promise<number | null>((done) => child.on('close', done));
      let said = '';
      await new Promise<void>((done, fail) => {
        child.stderr.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.includes('Attempt 1')) done();
        });
        child.on('close', (code) => fail(new Error(`The run ended with ${code} before its first attempt: ${said}`)));
      });
      await until(() => hasNotedAgent(stage));
      return { child, ended };
    };
    const interrupted = await start();
    interrupted.child.kill('SIGINT');
    expect(await interrupted.ended).toBe(1);
    expect(scratches(stage)).toEqual([]);
    // What was killed is gone once the system comes to it.
    await until(() => agentsIn(stage).length === 0);
    expect(agentsIn(stage)).toEqual([]);
    const killed = await start();
    killed.child.kill('SIGKILL');
    await killed.ended;
    expect(scratches(stage)).toHaveLength(1);
    expect((await stage.run(['run', TASK, '--max-retries', '0'])).code).toBe(1);
    expect(scratches(stage)).toEqual([]);
    // What was killed is gone once the system comes to it.
    await until(() => agentsIn(stage).length === 0);
    expect(agentsIn(stage)).toEqual([]);
  });

  it('is shown by an example that leaves nothing behind', async () => {
    const before = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: repository });
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(repository, 'examples/calculator/run.mjs'),
      'typescript',
    ]);
    expect(stdout).toContain('The tests pass (2 attempts, 1 more to compare)');
    expect(stdout).toContain('exit code 0; the checkout has CLAUDE.md, and is clean else');
    expect(stdout).toContain('- **Rule**: ');
    const after = await promisify(execFile)('git', ['status', '--porcelain'], { cwd: repository });
    expect(after.stdout).toBe(before.stdout);
  });
});

describe('hardwon init --config', () => {
  it('writes a file once, which is then in force, and which undo takes back', async () => {
    const stage = await makeBuiltStage();
    const first = await stage.run(['init', '--config', '--json']);
    const answer = JSON.parse(first.stdout) as object;
    const fields = documentedFields('## `init --config`').map(({ name }) => name);
    expect(Object.keys(answer)).toEqual(fields);
    expect(answer).toEqual({ schema: 1, path: join(stage.project, 'hardwon.config.yaml'), created: true });
    const text = await stage.read('hardwon.config.yaml');
    await stage.write('hardwon.config.yaml', `${text}budget: 700\n`);
    expect(await stage.run(['init', '--config'])).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('it was not touched'),
    });
    expect(await stage.read('hardwon.config.yaml')).toBe(`${text}budget: 700\n`);
    await stage.write('hardwon.config.yaml', text ?? '');
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read('hardwon.config.yaml')).toBeUndefined();
  });

  it('writes that of the user', async () => {
    const stage = await makeBuiltStage();
    expect((await stage.run(['init', '--config', '--user'])).stdout).toContain('~/.config/hardwon/hardwon.config.yaml');
    expect(existsSync(join(stage.home, '.config/hardwon/hardwon.config.yaml'))).toBe(true);
  });
});

/** Agents of a stage that still run; known by their command lines, where there is a /proc. */
function agentsIn(stage: Stage): number[] {
  if (!existsSync('/proc/self/cmdline')) return [];
  return readdirSync('/proc')
    .filter((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return words[1] === join(stage.home, 'agent.cjs');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Whether an agent works that its run has noted. The tests that ran before it were noted too, and are of no use to the next run. */
function hasNotedAgent(stage: Stage): boolean {
  const agents = agentsIn(stage);
  const runs = join(stage.home, '.local/share/hardwon/loop/runs');
  return readdirSync(runs).some((run) => {
    const path = join(runs, run, 'run.json');
    if (!existsSync(path)) return false;
    const { children } = JSON.parse(readFileSync(path, 'utf8')) as { children: { pid: number }[] };
    return children.some(({ pid }) => agents.includes(pid));
  });
}

async function until(isSo: () => boolean): Promise<void> {
  // Without a /proc nothing is ever seen. A busy machine takes its time: the test's own limit ends the wait.
  while (!isSo() && existsSync('/proc/self/cmdline')) await new Promise((done) => setTimeout(done, 50));
}
