import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MatchAnswer } from '../../src/app/memory/match-calls.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';
import { everyFile } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(everyFile);
});
afterAll(clearStages);

const python = (id: number, cwd?: string) =>
  JSON.stringify({ id, tool_name: 'Bash', tool_input: { command: 'python3 tools/load.py' }, cwd: cwd || undefined });

function answers(stdout: string): MatchAnswer[] {
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): MatchAnswer => JSON.parse(line));
}

describe('match', () => {
  it('answers every call in order, with what the sessions of the project teach', async () => {
    const stdin = `${python(1)}\r\n\n${JSON.stringify({ id: 2, tool_name: 'Bash', tool_input: { command: 'ls' } })}\n${python(3)}`;
    const { code, stdout, stderr } = await stage.run(['match'], { stdin });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [first, second, third] = answers(stdout);
    expect(first).toEqual({
      id: 1,
      lessons: [
        {
          id: 'L-001',
          title: 'Use `uv run python`, not `python3`',
          guidance: expect.stringContaining('Run `uv run python` instead of `python3`'),
          confidence: 'medium',
          mode: 'warn',
        },
      ],
    });
    expect(second).toEqual({ id: 2, lessons: [] });
    expect(third).toMatchObject({ id: 3, lessons: [{ id: 'L-001' }] });
  });

  it('answers a script of the code mode by the commands in it', async () => {
    const source = 'text((await tools.exec_command({cmd: "python3 tools/load.py"})).output)';
    const stdin = JSON.stringify({ id: 1, tool_name: 'exec', tool_input: { input: source } });
    const { stdout } = await stage.run(['match'], { stdin });
    expect(answers(stdout)).toMatchObject([{ id: 1, lessons: [{ id: 'L-001' }] }]);
  });

  it('gives the same from a file of lessons and from the memory of the project', async () => {
    const other = await makeStage(everyFile);
    const file = join(other.home, 'lessons.json');
    await writeFile(file, (await other.run(['learn', '--json'])).stdout);
    const stdin = python(1, other.project);
    const learned = await other.run(['match'], { stdin });
    expect(learned.stdout).toContain('L-001');
    expect(await other.run(['match', '--lessons', file], { stdin, cwd: other.home })).toEqual(learned);
    await other.run(['learn', '--apply']);
    expect(await other.run(['match'], { stdin, env: { CLAUDE_CONFIG_DIR: join(other.home, 'none') } })).toEqual(
      learned,
    );
  });

  it('says what a hook would say, and adds what is only told in files where that is asked for', async () => {
    const other = await makeStage(everyFile);
    const file = join(other.home, 'lessons.json');
    const report: { projects: { lessons: { trigger?: { succeeded: number } }[] }[] } = JSON.parse(
      (await other.run(['learn', '--json'])).stdout,
    );
    for (const { trigger } of report.projects.flatMap(({ lessons }) => lessons)) if (trigger) trigger.succeeded = 1000;
    await writeFile(file, JSON.stringify(report));
    const ask = async (...flags: string[]) =>
      answers(
        (await other.run(['match', '--lessons', file, ...flags], { stdin: python(1, other.project), cwd: other.home }))
          .stdout,
      );
    expect(await ask()).toEqual([{ id: 1, lessons: [] }]);
    expect(await ask('--watching')).toMatchObject([{ id: 1, lessons: [{ id: 'L-001', mode: 'note' }] }]);
  });

  it('answers lines it cannot use with an error, goes on, and ends with 1', async () => {
    const { code, stdout } = await stage.run(['match'], { stdin: `{"id": 7}\n{"id": 8,\n${python(9)}\n` });
    expect(code).toBe(1);
    expect(answers(stdout)).toEqual([
      { id: 7, error: 'no tool_name' },
      { id: null, error: 'not JSON' },
      { id: 9, lessons: [expect.objectContaining({ id: 'L-001' })] },
    ]);
  });

  it('prints nothing for nothing', async () => {
    expect(await stage.run(['match'], { stdin: '' })).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it.each([
    ['there is none', undefined, 'There is no file'],
    ['it is something else', '{"projects": 5}', 'is not what hardwon learn --json prints'],
    [
      'its lessons are broken',
      '{"projects": [{"root": "/x", "lessons": [{"status": "ready"}]}]}',
      'is not what hardwon learn --json prints',
    ],
  ])('refuses a file of lessons where %s', async (_, text, message) => {
    const path = join(stage.home, `lessons-${Math.abs(message.length + (text?.length ?? 0))}.json`);
    if (text !== undefined) await writeFile(path, text);
    const { code, stdout, stderr } = await stage.run(['match', '--lessons', path], { stdin: python(1) });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr).toContain('hardwon learn --json > lessons.json');
  });

  it('says what to do where there are no lessons', async () => {
    const { code, stderr } = await stage.run(['match'], { stdin: python(1), cwd: stage.home });
    expect(code).toBe(2);
    expect(stderr).toContain('There are no lessons for');
    expect(stderr).toContain('hardwon projects');
  });
});
