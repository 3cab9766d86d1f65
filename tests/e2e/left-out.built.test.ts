import { afterAll, describe, expect, it } from 'vitest';
import { runHook } from '../support/run.ts';
import { openServer } from './mcp-stage.ts';
import { clearStages, joinLines, NOW } from './stage.ts';
import { laterLesson, oneLesson } from './stories.ts';

afterAll(clearStages);

// Several starts of the tool in a row: on a busy machine they take more than the usual limit.
describe('a lesson that did not fit into the block', { timeout: 120_000 }, () => {
  it('is told by consult, by the MCP server, by match and by hooks', async () => {
    const { stage, server } = await openServer(oneLesson);
    await stage.tell(laterLesson);
    const project = await stage.learn(['--apply', '--budget', '140']);
    const left = project.lessons.filter(({ status, delivered }) => status === 'ready' && !delivered);
    expect(left.map(({ id, title }) => [id, title])).toEqual([
      ['L-002', '`berth.ts` is at `src/model/berth.ts`, not `src/berth.ts`'],
    ]);
    expect(project.leftOut).toEqual(['L-002']);
    const block = (await stage.read('CLAUDE.md')) ?? (await stage.read('AGENTS.md')) ?? '';
    expect(block).toContain('L-001');
    expect(block).not.toContain('L-002');
    expect(joinLines((await stage.run(['learn', '--verbose', '--budget', '140'])).stdout)).toContain(
      '1 ready lesson did not fit into 140 tokens: L-002. Hooks and hardwon consult still show it.',
    );

    const consulted = JSON.parse((await stage.run(['consult', '--files', 'src/model/berth.ts', '--json'])).stdout);
    expect(JSON.stringify(consulted)).toContain('"L-002"');
    const told = await server.call('consult', { files: ['src/model/berth.ts'] });
    expect(JSON.stringify(told)).toContain('L-002');
    const call = {
      session_id: 's9',
      cwd: stage.project,
      tool_name: 'Read',
      tool_input: { file_path: `${stage.project}/src/berth.ts` },
    };
    const { stdout: matched } = await stage.run(['match'], { stdin: `${JSON.stringify({ id: 'c1', ...call })}\n` });
    expect(JSON.parse(matched)).toMatchObject({ id: 'c1', lessons: [{ id: 'L-002' }] });
    const stdin = JSON.stringify({ ...call, tool_use_id: 'c1' });
    const hook = await runHook('pre-tool-use', {
      home: stage.home,
      cwd: stage.home,
      agent: 'claude-code',
      stdin,
      now: NOW,
    });
    expect(hook.stdout).toContain('L-002');
  });
});
