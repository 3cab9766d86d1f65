import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Client } from './support/client.ts';
import { makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { withPrograms, writeRecurring } from './support/live-project.ts';
import { files } from './support/mistakes.ts';

/** Claude Code, which prints what hooks answer. */
const talkative: Client = {
  ...claudeCode,
  start(prompt, isResumed) {
    const { program, args } = claudeCode.start(prompt, isResumed);
    const form = args.map((word) => (word === 'json' ? 'stream-json' : word));
    return { program, args: [...form, '--verbose', '--include-hook-events'] };
  },
};

const LINE = /hardwon: \d+ failures recur here without a lesson \(\d+ calls/;

it.each([talkative, trustingHooks(codex), gemini].map((client) => [client.agent, client] as const))(
  'the user of %s hears that much recurs without a lesson, and the model does not',
  async (agent, bare) => {
    const stage = await makeClientStage(files);
    try {
      const client = await withPrograms(bare, stage);
      await writeRecurring(stage);
      const fix = [
        '--tool',
        'tide',
        '--error-pattern',
        'no such pier',
        '--root-cause',
        'it moved',
        '--fix',
        'Ask the mate',
      ];
      for (const words of [
        ['learn-fix', ...fix],
        ['learn', '--apply'],
      ])
        expect(await stage.run(...words)).toMatchObject({ code: 0 });
      expect(await stage.run('install', agent, agent === 'gemini' ? '--project' : '--user', '--apply')).toMatchObject({
        code: 0,
      });
      if (agent === 'claude-code') {
        const settings = join(stage.home, '.claude/settings.json');
        const text = await readFile(settings, 'utf8');
        // As if a person had started it.
        await writeFile(settings, text.replaceAll('"command": "', '"command": "CLAUDE_CODE_ENTRYPOINT=cli '));
      }
      const { asked, output } = await stage.work(client);
      // Codex shows it in its window, and nowhere without one.
      if (agent !== 'codex') expect(output).toMatch(LINE);
      expect(await readdir(join(stage.home, '.local/share/hardwon/live/unexplained'))).toHaveLength(1);
      expect(asked).toHaveLength(1);
      expect(JSON.stringify(asked[0]?.body)).not.toContain('recur here');
      const next = await stage.work(client);
      expect(next.output).not.toMatch(LINE);
    } finally {
      await stage.clear();
    }
  },
);
