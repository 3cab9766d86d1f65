import { join } from 'node:path';
import type { PluginHooks } from '../hook-installer.ts';
import { findRoot } from './paths.ts';

/**
 * Hooks of GitHub Copilot CLI, as its documents describe them: it loads every JSON file of a folder. Events are named as those of Claude Code,
 * because their fields then are, too. What is said at a start or after a failure does not reach the model; both are noted all the same.
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
