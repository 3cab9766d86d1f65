import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DoctorReport } from '../../src/doctor/doctor-report.ts';
import { clearStages, makeBuiltStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';
import { CACHE, takeTree } from './tree.ts';

afterAll(clearStages);

async function report(stage: Stage, ...args: string[]): Promise<DoctorReport> {
  const { stdout } = await stage.run(['doctor', '--json', ...args]);
  return JSON.parse(stdout) as DoctorReport;
}

const problems = ({ examinations }: DoctorReport) =>
  examinations.flatMap(({ name, findings }) =>
    findings.filter(({ state }) => state === 'problem').map(({ says }) => `${name}: ${says}`),
  );

describe('hardwon doctor', () => {
  it('finds nothing wrong with a machine that is set up, and changes nothing on it', async () => {
    const stage = await makeBuiltStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await stage.run(['install', 'claude', '--apply']);
    const before = await takeTree(stage.home, { times: true, without: [CACHE] });
    const { code, stdout, stderr } = await stage.run(['doctor']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('Claude Code: hooks in ~/.claude/settings.json answer');
    expect(stdout).toMatch(/^No problems; \d+ notes?\.$|^No problems found\.$/m);
    expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(await takeTree(stage.home, { times: true, without: [CACHE] })).toEqual(before);
  });

  it('names what is broken, ends with 1, and mends what is safe when it is told to', async () => {
    const stage = await makeBuiltStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await stage.run(['install', 'claude', '--apply']);
    const index = join(stage.home, '.cache/hardwon/sessions.db');
    await writeFile(index, 'no database');
    const settings = join(stage.home, '.claude/settings.json');
    const hooks = await readFile(settings, 'utf8');
    await writeFile(settings, hooks.replaceAll(/[^\s"]*dist.hook\.js/g, '/opt/gone/dist/hook.js'));
    await appendFile(join(stage.project, 'CLAUDE.md'), '<!-- hardwon:learn:start -->\n');
    const { code, stdout } = await stage.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^3 problems(?:, \d+ notes?)?\. hardwon doctor --fix applies the safe fixes/m);

    const mended = await report(stage, '--fix');
    expect(mended.repaired).toEqual([
      expect.stringContaining('.config/hardwon'),
      'rebuild the session index from the logs',
      'install hooks that start this program in the settings of Claude Code',
    ]);
    // The user's own file is named, and left alone.
    expect(problems(mended)).toEqual([expect.stringContaining('context-files:')]);
    expect(await readFile(settings, 'utf8')).toBe(hooks);
    expect(await stage.read('CLAUDE.md')).toMatch(/<!-- hardwon:learn:start -->\n$/);
  });

  it('examines in spite of a configuration that is broken, and of a project that is not there', async () => {
    const stage = await makeBuiltStage();
    await stage.write('hardwon.config.json', '{"budget": "much"}');
    const { code, stdout } = await stage.run(['doctor']);
    expect(code).toBe(1);
    expect(stdout).toContain('budget must be');
    expect(stdout).toContain('Latency');
    expect((await stage.run(['doctor', '--project', 'nowhere'])).code).toBe(2);
  });
});
