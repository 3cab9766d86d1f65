import { existsSync } from 'node:fs';
import { chmod, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeStage, NOW } from '../e2e/stage.ts';
import { oneLesson } from '../e2e/stories.ts';
import { takeTree } from '../e2e/tree.ts';
import { openClient } from '../support/mcp-client.ts';
import { runHook } from '../support/run.ts';
import { isLong, sample } from './length.ts';
import { hostileRepositories } from './repositories.ts';

afterAll(clearStages);

/** What a person may do in a repository that they have just cloned, and still run nothing of it. */
const COMMANDS = [
  ...[
    ['doctor'],
    ['learn'],
    ['learn', '--apply'],
    ['learn', '--all', '--json'],
    ['install', '--project'],
    ['agents'],
    ['projects'],
  ],
  ...[
    ['consult'],
    ['check', '--tool', 'git'],
    ['debug', 'git'],
    ['debug', 'test'],
    ['promote', '--check'],
    ['stats'],
    ['why', '1'],
  ],
  ...[['recipe', 'list'], ['tidy'], ['memory', 'list'], ['heal', '--', 'git', '--version'], ['undo']],
  ['capture', '--guidance', 'Run `make seed` before `make test`.', '--scope', 'tests/**', '--yes'],
  ['uninstall', '--project', '--apply'],
];

describe.skipIf(process.platform === 'win32')('a cloned repository runs nothing and writes nothing elsewhere', () => {
  const repositories = sample(hostileRepositories, 12);

  it('of which there are enough', () => {
    expect(repositories.length).toBeGreaterThanOrEqual(isLong ? 70 : 12);
  });

  it.each(repositories)('with $about', async ({ plant }) => {
    const stage = await makeStage(undefined, 'cloned');
    const elsewhere = join(stage.home, 'elsewhere');
    const marker = join(stage.home, 'ran');
    await mkdir(elsewhere);
    await stage.git(['init', '--quiet'], elsewhere);
    await stage.write('../elsewhere/CLAUDE.md', '# Mine\n');
    await stage.write('src/berth.ts', 'export const berth = 1;\n');
    await stage.write('CLAUDE.md', '# Cloned\n');
    await stage.git(['add', '-A']);
    await stage.git(['commit', '--quiet', '--message', 'Begin']);
    await stage.tell(oneLesson);
    // The name that hooks of a project are started by is on the PATH, as it is for people who installed the package.
    const bin = join(stage.home, 'bin');
    await stage.write('../bin/hardwon-hook', '#!/bin/sh\nexit 0\n');
    await chmod(join(bin, 'hardwon-hook'), 0o755);
    plant({ root: stage.project, marker, elsewhere });
    const before = await takeTree(elsewhere);
    const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
    for (const args of COMMANDS) {
      const { stderr } = await stage.run(args, { env });
      expect({ args, ran: existsSync(marker) }).toEqual({ args, ran: false });
      expect(stderr).not.toMatch(/^\s+at .*\.ts:/m);
    }
    const common = { session_id: 's', cwd: stage.project, source: 'startup', tool_name: 'Bash', tool_use_id: 'c' };
    for (const event of ['session-start', 'pre-tool-use', 'post-tool-use-failure', 'stop']) {
      const stdin = JSON.stringify({ ...common, tool_input: { command: 'git push' }, error: 'refused' });
      await runHook(event, { home: stage.home, cwd: stage.project, agent: 'claude-code', stdin, now: NOW, env });
    }
    const server = await openClient({ home: stage.home, cwd: stage.project, now: NOW });
    for (const tool of ['consult', 'debug_tool', 'tool_exec'])
      await server.call(tool, tool === 'consult' ? {} : { tool: 'git' }).catch(() => undefined);
    await server.close();
    expect(existsSync(marker)).toBe(false);
    expect(await takeTree(elsewhere)).toEqual(before);
  });
});
