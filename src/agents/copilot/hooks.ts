import { join } from 'node:path';
import type { PluginHooks } from '../hook-installer.ts';
import { findRoot } from './paths.ts';

/**
 * Hooks of GitHub Copilot CLI, as its documentation describes them: it loads every JSON file in a folder. Events have the names
 * of Claude Code's events, because then their fields have the same names, too. Output at a session start or after a failure does
 * not reach the model; both events are still recorded.
 */
export const hooks: PluginHooks = {
  form: 'plugin',
  user: (places) => join(findRoot(places), 'hooks', 'hardwon.json'),
  project: '.github/hooks/hardwon.json',
  windowsShell: 'powershell',
  isDeafAtStart: true,
  render: ({ command, windowsCommand }) => {
    const entry = (event: string) => ({
      type: 'command',
      bash: command(event),
      powershell: windowsCommand(event),
      timeoutSec: 5,
    });
    const events = EVENTS.map((event) => [event, [entry(event)]]);
    return `${JSON.stringify({ version: 1, hooks: Object.fromEntries(events) }, null, 2)}\n`;
  },
};

const EVENTS = ['SessionStart', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure'];
