import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import { clientFile } from '../install-clients.ts';
import { openAiResponses } from '../wires/openai-responses.ts';

export const codex: Client = {
  agent: 'codex',
  wire: openAiResponses,
  contextFile: 'AGENTS.md',
  async configure({ home, project, model }) {
    const settings = [
      // A model of its own catalogue, which decides the tools that it offers.
      'model = "gpt-5.5"',
      'model_provider = "scripted"',
      'check_for_update_on_startup = false',
      '[model_providers.scripted]',
      'name = "Scripted"',
      `base_url = ${JSON.stringify(`${model}/v1`)}`,
      'wire_api = "responses"',
      'env_key = "SCRIPTED_KEY"',
      'request_max_retries = 0',
      'stream_max_retries = 0',
      // Nothing that asks a server beyond the model's.
      '[features]',
      'plugins = false',
      'apps = false',
      '[analytics]',
      'enabled = false',
      `[projects.${JSON.stringify(project)}]`,
      'trust_level = "trusted"',
    ];
    await mkdir(join(home, '.codex'), { recursive: true });
    await writeFile(join(home, '.codex/config.toml'), `${settings.join('\n')}\n`);
  },
  start: (prompt, isResumed) => ({
    program: process.execPath,
    args: [
      clientFile('@openai/codex', 'bin/codex.js'),
      ...[
        'exec',
        ...(isResumed ? ['resume', '--last'] : []),
        '--json',
        '--dangerously-bypass-approvals-and-sandbox',
        prompt,
      ],
    ],
  }),
  environment: () => ({ SCRIPTED_KEY: 'none' }),
  // It has no tool for reading.
  describe: (step) => ({ name: 'exec_command', input: { cmd: 'shell' in step ? step.shell : `cat ${step.read}` } }),
};
