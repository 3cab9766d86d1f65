import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, joinLines, makeBuiltStage, type Stage } from './stage.ts';

afterAll(clearStages);

const FILE = '.hardwon/recipes/moor.yaml';

async function makeTrusted(recipe: string): Promise<Stage> {
  const stage = await makeBuiltStage();
  await stage.write(FILE, recipe);
  await stage.write(
    join('..', '.config', 'hardwon', 'hardwon.config.json'),
    JSON.stringify({ trust: [stage.project] }),
  );
  return stage;
}

describe('hardwon recipe', () => {
  it('runs nothing of a project that is not trusted, and says how to trust it', async () => {
    const stage = await makeBuiltStage();
    await stage.write(FILE, 'steps:\n  - {name: a, run: touch ran}\n');
    const { code, stderr } = await stage.run(['recipe', 'run', 'moor']);
    expect(code).toBe(2);
    expect(joinLines(stderr)).toContain('add "');
    expect(stderr).toContain('"trust"');
    const dry = await stage.run(['recipe', 'run', 'moor', '--dry-run']);
    expect(dry.stdout).toContain('touch ran');
    expect(await stage.read('ran')).toBeUndefined();
    await stage.write('../.config/hardwon/recipes/own.yaml', 'about: mine\nsteps:\n  - {name: a, run: touch ran}\n');
    expect((await stage.run(['recipe'])).stdout).toBe('moor  1 step\nown   mine (1 step, your own)\n');
    expect((await stage.run(['recipe', 'run', 'own'])).code).toBe(0);
    expect(await stage.read('ran')).toBe('');
  });

  it('keeps the exit code, logs the failure with its skill, and shows what is known', async () => {
    const stage = await makeTrusted(
      'steps:\n  - name: a\n    run: echo "berth 3 is taken" >&2; exit 6\n    tool: berth\n',
    );
    await stage.run(['learn-fix', '--tool', 'berth', '--error-pattern', 'is taken', '--fix', 'take another']);
    const { code, stderr } = await stage.run(['recipe', 'run', 'moor']);
    expect(code).toBe(6);
    expect(stderr).toContain('Root cause: not known. Fix: take another');
    const log = await stage.read('.memory/learned/tool_failures.yaml');
    expect(log).toContain('tool: berth\n    error: berth 3 is taken\n');
    expect(log).toContain('skill: moor\n');
    const json = await stage.run(['recipe', 'run', 'moor', '--json']);
    expect(JSON.parse(json.stderr.split('\n').slice(1).join('\n'))).toMatchObject({
      ok: false,
      exitCode: 6,
      steps: [{ outcome: 'failed' }],
    });
  });

  it('gives variables to words and to the shell, and splices them into neither', async () => {
    const stage = await makeTrusted(
      'variables: {ship: {}}\nsteps:\n  - {name: a, run: [node, -e, "console.log(process.argv[1])", "{ship}"]}\n  - {name: b, run: \'echo "$RECIPE_SHIP"\'}\n',
    );
    const { code, stdout } = await stage.run([
      'recipe',
      'run',
      'moor',
      '--set',
      'ship=a b; touch hacked $(touch hacked)',
    ]);
    expect(code).toBe(0);
    expect(stdout).toBe('a b; touch hacked $(touch hacked)\n'.repeat(2));
    expect(await stage.read('hacked')).toBeUndefined();
    expect((await stage.run(['recipe', 'run', 'moor'])).stderr).toContain('needs a value for ship');
  });

  it('ends a step whose time is up, and a recipe that is wrong before anything runs', async () => {
    const stage = await makeTrusted(
      'steps:\n  - {name: a, run: [node, -e, "setTimeout(() => {}, 60000)"], timeout: 0.5}\n',
    );
    const { code, stderr } = await stage.run(['recipe', 'run', 'moor']);
    expect(code).toBe(124);
    expect(stderr).toContain('it took longer than 0.5 s');
    await stage.write(FILE, 'steps:\n  - {name: a, run: touch ran}\n  - {name: b, run: x, cwd: 3}\n');
    const wrong = await stage.run(['recipe', 'run', 'moor']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('moor.yaml:3: steps[1].cwd must be a string, not 3');
    expect(await stage.read('ran')).toBeUndefined();
  });

  it('ends with its child when it is interrupted', async () => {
    const stage = await makeTrusted(
      "steps:\n  - name: a\n    run: [node, -e, \"require('fs').writeFileSync('started', ''); process.on('SIGINT', () => process.exit(3)); setTimeout(() => {}, 60000)\"]\n  - {name: b, run: touch ran}\n",
    );
    const cli = resolve(import.meta.dirname, '../../dist/cli.mjs');
    const child = spawn(process.execPath, [cli, 'recipe', 'run', 'moor'], {
      cwd: stage.project,
      env: isolatedEnvironment({ home: stage.home }),
      stdio: 'ignore',
    });
    const ended = new Promise<number | null>((done) => child.on('close', done));
    while (!existsSync(join(stage.project, 'started'))) await new Promise((done) => setTimeout(done, 50));
    await new Promise((done) => setTimeout(done, 300));
    child.kill('SIGINT');
    expect(await ended).toBe(3);
    expect(await stage.read('ran')).toBeUndefined();
  });
});
