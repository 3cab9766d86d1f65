import type { Program } from './program.ts';

/** Coding agents, models and editors. */
export const assistantsPrograms: readonly Program[] = [
  {
    names: 'claude',
    valueFlags:
      '-p --print --model --permission-mode --append-system-prompt --system-prompt --output-format --input-format --max-turns ' +
      '--settings --plugin-dir --mcp-config --add-dir --allowedTools --disallowedTools --allowed-tools --disallowed-tools ' +
      '--resume -r --session-id',
    operands: 'no-paths',
    installs: [{ ecosystem: 'tools', verbs: 'plugin install, plugin marketplace add, mcp add' }],
    guardedInProse: true,
  },
  {
    names: 'codex',
    valueFlags: '-m --model -c --config -p --profile -s --sandbox -a --ask-for-approval -C --cd -o',
    operands: 'no-paths',
    guardedInProse: true,
  },
  { names: 'gemini', operands: 'no-paths', guardedInProse: true },
  { names: 'aider', operands: 'no-paths' },
  { names: 'ollama', subcommands: {}, operands: 'no-paths', looks: 'list ps show', changes: 'pull serve run' },
  { names: 'code', operands: 'paths', installs: [{ ecosystem: 'tools', verbs: '--install-extension' }] },
  { names: 'codium', installs: [{ ecosystem: 'tools', verbs: '--install-extension' }] },
  { names: 'cursor', installs: [{ ecosystem: 'tools', verbs: '--install-extension' }] },
];
