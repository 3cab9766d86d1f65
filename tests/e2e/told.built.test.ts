import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { closeClients } from '../support/mcp-client.ts';
import { openServer } from './mcp-stage.ts';
import { clearStages, makeBuiltStage, type Stage } from './stage.ts';

afterAll(async () => {
  await closeClients();
  await clearStages();
});

const SHA = '0123456789abcdef0123456789abcdef01234567';
const FIX = [
  '--error-pattern',
  'manifest unknown',
  '--root-cause',
  'a short hash is no tag',
  '--fix',
  'Use the full SHA',
];
const SCRIPT = `#!/bin/sh
[ \${#1} -eq 40 ] && exit 0
echo "manifest unknown: $1" >&2
exit 1
`;

/** What the journal says of a lesson, in order. */
async function toldOf(stage: Stage): Promise<string[]> {
  const text = await readFile(join(stage.home, '.local/share/hardwon/live/journal.ndjson'), 'utf8').catch(() => '');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const { what, yes, lesson } = JSON.parse(line) as { what: string; yes?: boolean; lesson: string };
      return `${lesson} ${what}${yes === false ? ' not' : ''}`;
    });
}

async function scriptStage(tool: string): Promise<Stage> {
  const stage = await makeBuiltStage();
  await stage.write('deploy.sh', SCRIPT);
  expect(await stage.run(['learn-fix', '--human', '--tool', tool, ...FIX])).toMatchObject({ code: 0 });
  return stage;
}

// The command is a script of the shell.
describe.skipIf(process.platform === 'win32')('what is told at a failure of a short command', () => {
  const deploy = (stage: Stage, tag: string) =>
    stage.run(['heal', '--tool', './deploy.sh', '--', 'sh', './deploy.sh', tag]);

  it('is counted as helped where the full hash follows on the short one, and into the memory', async () => {
    const stage = await scriptStage('./deploy.sh');
    expect(await deploy(stage, 'abc')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Fix: Use the full SHA'),
    });
    expect(await deploy(stage, SHA)).toMatchObject({ code: 0 });
    expect(await toldOf(stage)).toEqual(['L-001 shown', 'L-001 followed', 'L-001 helped']);
    expect(await stage.run(['learn', '--apply'])).toMatchObject({ code: expect.any(Number) });
    const found = JSON.parse((await stage.run(['check', '--tool', './deploy.sh', '--json'])).stdout);
    expect(found.issues[0]).toMatchObject({ id: 'L-001', helped: 1 });
  });

  it('is counted as not followed where another short one fails alike, and as nothing where the same call works', async () => {
    const stage = await scriptStage('./deploy.sh');
    await deploy(stage, 'abc');
    await deploy(stage, 'abcd');
    await stage.write('deploy.sh', 'exit 0\n');
    await deploy(stage, 'abcd');
    expect(await toldOf(stage)).toEqual(['L-001 shown', 'L-001 followed not', 'L-001 shown']);
  });

  it('is counted for tools that agents run by tool_exec, and of an answer to check that it was shown', async () => {
    const { stage, server } = await openServer();
    await stage.write('deploy.sh', SCRIPT);
    const tools = { ship: { run: ['sh', './deploy.sh'], arguments: true } };
    await stage.write('../.config/hardwon/hardwon.config.json', JSON.stringify({ tools }));
    await stage.run(['learn-fix', '--human', '--tool', 'ship', ...FIX]);
    await server.call('check_known_issues', { tool: 'ship', error: 'manifest unknown' });
    await stage.run(['check', '--tool', 'ship', '--error', 'manifest unknown']);
    const asked = ['L-001 shown', 'L-001 shown'];
    expect(await toldOf(stage)).toEqual(asked);
    expect(await server.call('tool_exec', { tool: 'ship', arguments: ['abc'] })).toMatchObject({ isError: true });
    expect(await server.call('tool_exec', { tool: 'ship', arguments: ['abc'] })).toMatchObject({ isError: true });
    expect(await server.call('tool_exec', { tool: 'ship', arguments: [SHA] })).toMatchObject({ isError: false });
    const told = ['L-001 shown', 'L-001 followed not', 'L-001 shown', 'L-001 followed', 'L-001 helped'];
    expect(await toldOf(stage)).toEqual([...asked, ...told]);
    const stats = JSON.parse((await stage.run(['stats', '--json'])).stdout);
    expect(stats.total.live).toMatchObject({ shown: 4, asked: 2, followed: 1, ignored: 1, helped: 1, unknown: 2 });
    const why = await stage.run(['why', 'L-001']);
    expect(why.stdout.replace(/\s+/g, ' ')).toContain('shown 4 times (2 times on request)');
  });

  it('is not noted where the user wants no journal', async () => {
    const stage = await scriptStage('./deploy.sh');
    await stage.write('../.config/hardwon/hardwon.config.json', JSON.stringify({ live: { journal: false } }));
    await deploy(stage, 'abc');
    await deploy(stage, SHA);
    expect(await toldOf(stage)).toEqual([]);
  });
});
