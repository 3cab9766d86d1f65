import { join } from 'node:path';
import type { JsonHooks } from '../hook-installer.ts';
import { findRoot } from './paths.ts';

/** Tools that lessons are about. */
const TOOLS =
  '^(run_shell_command|read_file|read_many_files|replace|edit|write_file|grep_search|search_file_content|glob|list_directory|web_fetch|mcp_.*)$';

/**
 * Hooks of Gemini CLI, which runs them in PowerShell on Windows and in Bash elsewhere. PreCompress is not used: 0.61.0 fires it
 * before every request to the model, whether or not anything is compressed.
 */
export const hooks: JsonHooks = {
  form: 'json',
  user: (places) => join(findRoot(places), 'settings.json'),
  project: '.gemini/settings.json',
  windowsShell: 'powershell',
  events: [
    { name: 'SessionStart' },
    { name: 'BeforeAgent', isForAsking: true },
    { name: 'BeforeTool', matcher: TOOLS },
    { name: 'AfterTool', matcher: TOOLS },
    { name: 'AfterAgent', isForAsking: true },
  ],
  // The name it shows for the hook, instead of the whole command line; the timeout is in milliseconds.
  extra: { name: 'hardwon', timeout: 5000 },
  off: { member: 'hooksConfig.enabled', value: false },
};
