import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '../client.ts';
import { clientFile } from '../install-clients.ts';
import { geminiApi } from '../wires/gemini.ts';

export const gemini: Client = {
  agent: 'gemini',
  wire: geminiApi,
  contextFile: 'GEMINI.md',
  async configure({ home }) {
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      general: {
        enableAutoUpdate: false,
        enableAutoUpdateNotification: false,
        // Its clean-up removes a session that was resumed in another minute than it began, because that has two files then.
        sessionRetention: { enabled: false },
      },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
    };
    await mkdir(join(home, '.gemini'), { recursive: true });
    await writeFile(join(home, '.gemini/settings.json'), JSON.stringify(settings));
  },
  start: (prompt, isResumed) => ({
    program: process.execPath,
    args: [
      clientFile('@google/gemini-cli', 'bundle/gemini.js'),
      ...['-p', prompt, '--output-format', 'json', '--approval-mode', 'yolo', '-m', 'gemini-2.5-flash'],
      ...(isResumed ? ['--resume', 'latest'] : []),
    ],
  }),
  environment: ({ model }) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: model,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  describe: (step, project) =>
    'shell' in step
      ? { name: 'run_shell_command', input: { command: step.shell, description: 'Run a command' } }
      : { name: 'read_file', input: { file_path: join(project, step.read) } },
};
