import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HealRecord } from '../../../src/heal/auto-heal.ts';
import type { CommandText, Detection, Recipe, RecipeStep } from '../../../src/heal/recipes/recipe.ts';
import { type RecipeRun, requireRemedies, runRecipe } from '../../../src/heal/recipes/run-recipe.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hardwon-recipe-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

const step = (name: string, more: Partial<RecipeStep> = {}): RecipeStep => ({
  name,
  run: [name],
  detect: [],
  onError: 'stop',
  ...more,
});
const detection = (more: Partial<Detection>): Detection => ({ quickFix: [], retries: 1, pause: 0, ...more });
const recipeOf = (...steps: RecipeStep[]): Recipe => ({
  name: 'moor',
  about: '',
  variables: {},
  steps,
  path: 'moor.yaml',
  layer: 'user',
});

/** Commands that end as the list says, one result after the other: an exit code, or a code and what is said. */
function makeRun(ends: Record<string, (number | [number, string])[]>, more: Partial<RecipeRun> = {}) {
  const calls: string[] = [];
  const records: HealRecord[] = [];
  const events: string[] = [];
  const run: RecipeRun = {
    attempt: (command: CommandText) => async () => {
      const name = typeof command === 'string' ? command : command.join(' ');
      calls.push(name);
      const end = ends[name]?.shift() ?? 0;
      const [code, text] = typeof end === 'number' ? [end, ''] : end;
      return code === 0 ? { ok: true, value: { code } } : { ok: false, failure: { text }, outcome: () => ({ code }) };
    },
    settings: { remedies: {}, heal: {}, cwd: dataDir },
    dataDir,
    onEvent: (event) => void events.push(`${event.type} ${event.step}`),
    record: async (record) => void records.push(record),
    isStopped: () => false,
    pause: async () => {},
    ...more,
  };
  return { run, calls, records, events };
}

describe('a recipe', () => {
  it('runs its steps in order, and ends with the first that fails', async () => {
    const { run, calls, records } = makeRun({ b: [[5, 'odd']] });
    const report = await runRecipe(recipeOf(step('a'), step('b'), step('c')), {}, run);
    expect(report).toMatchObject({ ok: false, exitCode: 5 });
    expect(report.steps.map(({ outcome }) => outcome)).toEqual(['ok', 'failed', 'not-run']);
    expect(calls).toEqual(['a', 'b']);
    expect(records).toMatchObject([{ tool: 'b', error: 'odd', success: false, skill: 'moor' }]);
  });

  it('puts right what it detects, tries again, and logs the truth', async () => {
    const detect = [
      detection({ pattern: 'other' }),
      detection({ pattern: 'quay \\d+ closed', quickFix: [['open', 'it']], retries: 2 }),
    ];
    const { run, calls, records } = makeRun({ a: [[3, 'Quay 7 closed'], [3, 'Quay 7 closed'], 0] });
    const report = await runRecipe(recipeOf(step('a', { detect })), {}, run);
    expect(report).toMatchObject({
      ok: true,
      exitCode: 0,
      steps: [{ tries: 3, fixedBy: 'open it', outcome: 'ok', exitCode: 0 }],
    });
    expect(calls).toEqual(['a', 'open it', 'a', 'a']);
    expect(records).toMatchObject([{ fixAttempted: 'open it', success: true }]);
  });

  it('does not try again where the quick fix failed', async () => {
    const { run, calls, records, events } = makeRun({ a: [[3, 'shut']], fix: [1] });
    const report = await runRecipe(
      recipeOf(step('a', { detect: [detection({ pattern: 'shut', quickFix: ['fix', 'more'] })] })),
      {},
      run,
    );
    expect([report.exitCode, calls]).toEqual([3, ['a', 'fix']]);
    expect(records).toMatchObject([{ success: false }]);
    expect(events).toEqual(['step a', 'fixing a', 'given-up a', 'failed a']);
  });

  it('goes on where it may, and runs what depends on it', async () => {
    const { run, calls } = makeRun({ a: [4] });
    const steps = [
      step('a', { onError: 'continue' }),
      step('b', { when: { step: 'a', was: 'failed' } }),
      step('c', { when: { step: 'a', was: 'ok' } }),
      step('d', { when: { step: 'c', was: 'skipped' } }),
    ];
    const report = await runRecipe(recipeOf(...steps), {}, run);
    expect(report).toMatchObject({ ok: true, exitCode: 0 });
    expect(calls).toEqual(['a', 'b', 'd']);
  });

  it('is healed by the remedies of the configuration, with the failed try as the first', async () => {
    const settings = {
      remedies: { login: { run: [process.execPath, '-e', '0'], heals: ['auth' as const], cooldown: 0 } },
      heal: { a: { with: ['login'], backoff: 0 } },
      cwd: dataDir,
    };
    const { run, calls, records } = makeRun({ a: [[1, 'Token expired'], 0] }, { settings });
    const report = await runRecipe(recipeOf(step('a', { onError: 'heal' })), {}, run);
    expect(report).toMatchObject({ ok: true, steps: [{ tries: 2, fixedBy: 'login' }] });
    expect(calls).toEqual(['a', 'a']);
    expect(records).toMatchObject([{ fixAttempted: 'login', success: true, skill: 'moor' }]);
  });

  it('may name a remedy for an ailment, which must be there', async () => {
    const recipe = recipeOf(step('a', { detect: [detection({ ailment: 'network', remedy: 'vpn' })] }));
    const remedies = { vpn: { run: [process.execPath, '-e', '0'], heals: ['network' as const], cooldown: 0 } };
    const settings = { remedies, heal: {}, cwd: dataDir };
    expect(() => requireRemedies(recipe, settings)).not.toThrow();
    expect(() => requireRemedies(recipe, { ...settings, remedies: {} })).toThrow(
      'names the remedy vpn, and there is none',
    );
    const { run, calls } = makeRun({ a: [[1, 'connect: No route to host'], 0] }, { settings });
    expect((await runRecipe(recipe, {}, run)).ok).toBe(true);
    expect(calls).toEqual(['a', 'a']);
  });

  it('stops where the user asks for it, and repairs nothing then', async () => {
    let isStopped = false;
    const { run, calls } = makeRun(
      { a: [[130, 'shut']] },
      {
        isStopped: () => isStopped,
        onEvent() {
          isStopped = true;
        },
      },
    );
    const report = await runRecipe(
      recipeOf(
        step('a', { detect: [detection({ pattern: 'shut', quickFix: ['fix'] })], onError: 'continue' }),
        step('b'),
      ),
      {},
      run,
    );
    expect([report.ok, report.exitCode, calls]).toEqual([false, 130, ['a']]);
  });
});
