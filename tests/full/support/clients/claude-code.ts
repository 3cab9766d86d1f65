import { join } from 'node:path';
import type { Client } from '../client.ts';
import { clientFile } from '../install-clients.ts';
import { anthropic } from '../wires/anthropic.ts';

export const claudeCode: Client = {
  agent: 'claude-code',
  wire: anthropic,
  contextFile: 'CLAUDE.md',
  configure: () => Promise.resolve(),
  start: (prompt, isResumed) => ({
    program: clientFile('@anthropic-ai/claude-code', 'bin/claude.exe'),
    args: [
      '-p',
      prompt,
      '--output-format',
      'json',
      '--permission-mode',
      'bypassPermissions',
      ...(isResumed ? ['--continue'] : []),
    ],
  }),
  environment: ({ home, model }) => ({
    ANTHROPIC_BASE_URL: model,
    ANTHROPIC_API_KEY: 'none',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    DISABLE_ERROR_REPORTING: '1',
    CLAUDE_CODE_TMPDIR: join(home, 'tmp'),
    // Root may bypass permissions only where the client is told that it is in a sandbox.
    IS_SANDBOX: '1',
  }),
  describe: (step, project) =>
    'shell' in step
      ? { name: 'Bash', input: { command: step.shell, description: 'Run a command' } }
      : { name: 'Read', input: { file_path: join(project, step.read) } },
};
