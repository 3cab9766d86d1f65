import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import { clientFile } from '../install-clients.ts';
import { openAiChat } from '../wires/openai-chat.ts';

export const openCode: Client = {
  agent: 'opencode',
  wire: openAiChat,
  contextFile: 'AGENTS.md',
  async configure({ home, model }) {
    const settings = {
      autoupdate: false,
      share: 'disabled',
      model: 'scripted/scripted-model',
      small_model: 'scripted/scripted-model',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Scripted',
          options: { baseURL: `${model}/v1`, apiKey: 'none' },
          models: { 'scripted-model': { name: 'Scripted', limit: { context: 200_000, output: 8_000 } } },
        },
      },
      permission: { '*': 'allow' },
    };
    await mkdir(join(home, '.config/opencode'), { recursive: true });
    await writeFile(join(home, '.config/opencode/opencode.json'), JSON.stringify(settings));
    // At its start it installs a package for plugins: the model's address has none, and that ends the attempt at once.
    await writeFile(join(home, '.npmrc'), `registry=${model}/\nfetch-retries=0\n`);
  },
  start: (prompt, isResumed) => ({
    program: clientFile('opencode-ai', 'bin/opencode.exe'),
    args: ['run', '--format', 'json', ...(isResumed ? ['--continue'] : []), prompt],
  }),
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    OPENCODE_DISABLE_SHARE: '1',
  }),
  describe: (step, project) =>
    'shell' in step
      ? { name: 'bash', input: { command: step.shell, description: 'Run a command' } }
      : { name: 'read', input: { filePath: join(project, step.read) } },
};
