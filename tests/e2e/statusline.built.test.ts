import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runHook } from '../support/run.ts';
import { clearStages, makeBuiltStage, type Stage } from './stage.ts';
import { laterLesson, oneLesson } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeBuiltStage(oneLesson);
  await stage.tell(laterLesson);
  expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: 0 });
});
afterAll(clearStages);

describe('statusline', () => {
  it('is the same from the command and from the faster hook, and never fails', async () => {
    const line = { code: 0, stdout: 'hardwon: 2 lessons\n', stderr: '' };
    const stdin = JSON.stringify({ session_id: 'x', cwd: stage.project, workspace: { current_dir: stage.project } });
    const away = { home: stage.home, cwd: stage.home, stdin };
    expect(await stage.run(['statusline'], { cwd: stage.home, stdin })).toEqual(line);
    expect(await runHook('statusline', away)).toEqual(line);
    expect(await stage.run(['statusline'], { stdin: '' })).toEqual(line);
    const broken = await runHook('statusline', { ...away, stdin: '{"cwd": ' });
    expect(broken).toEqual({ code: 0, stdout: 'hardwon: no lessons yet\n', stderr: '' });
    const { stdout } = await stage.run(['statusline', '--json'], { stdin });
    expect(JSON.parse(stdout)).toEqual({ schema: 1, lessons: 2, shown: 0, helped: 0 });
  });
});
