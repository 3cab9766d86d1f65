import { type Command, InvalidArgumentError } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import type { FolderFlags } from '../agent-folders.ts';
import { splitNames } from '../option-values.ts';
import { AGENT_DIR_OPTION, CLAUDE_DIR_OPTION, CONFIG_OPTION, JOIN_OPTION } from '../options.ts';

/** Options of `ui`. */
export interface UiFlags extends FolderFlags {
  port?: number;
  open: boolean;
  readOnly?: true;
  demo?: true;
  host?: string;
  token?: string;
  agent?: string[];
  join?: string[];
  config?: string;
  json?: true;
}

/** Declares `hardwon ui`. */
export function declareUi(program: Command, here: Host): void {
  program
    .command('ui')
    .summary('open a page in the browser: what fails, and what was learned')
    .description(
      'Serves a page on this machine: failures over time, lessons to review, sessions call by call, and changes to apply or undo. Anyone with the printed link can read your sessions. Press Ctrl+C to stop it.',
    )
    .option('--port <number>', 'the port (default: 4170, or any free one)', readPort)
    .option('--no-open', 'print the link and do not open it')
    .option('--read-only', 'show everything and change nothing')
    .option('--demo', 'open the bundled example sessions; your own files are not touched')
    .option('--host <address>', 'listen on an address other than 127.0.0.1; needs --token')
    .option('--token <text>', 'the key in the link (default: a new one each time)')
    .option('--agent <names>', 'only sessions of these agents, separated by commas', splitNames)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option('--json', 'print the address as one JSON object, and open nothing')
    .addHelpText('after', '\nExample:\n  $ hardwon ui --read-only')
    .action(async (flags: UiFlags) => {
      const { runUi } = await import('./run.ts');
      await runUi(flags, here);
    });
}

function readPort(value: string): number {
  const port = Number(value);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new InvalidArgumentError('It must be from 0 to 65535.');
  return port;
}
