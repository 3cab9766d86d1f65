import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `debug`. */
export interface DebugFlags {
  project?: string;
  json?: true;
}

/** Declares `hardwon debug`. */
export function declareDebug(program: Command, here: Host): void {
  program
    .command('debug')
    .summary('show the source of a tool that failed, and what is known about it')
    .description(
      'Finds where a tool is defined: a package.json script, a Makefile target, a just or Task recipe, a script, an MCP server and its tool, or a function that autoHeal wraps. Shows the code, the lines that the error names, known issues, and what to do next. Exits with 1 if no source is found.',
    )
    .argument('<tool>', 'a command ("npm run build"), a name (deploy), or a tool (mcp__quay__deploy)')
    .argument('[error]', 'what it said; - reads it from stdin')
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon debug "npm run build"\n  $ hardwon debug deploy "manifest unknown"\n  $ make deploy 2>&1 | hardwon debug "make deploy" -',
    )
    .action(async (tool: string, error: string | undefined, flags: DebugFlags) => {
      const { runDebug } = await import('./run.ts');
      await runDebug(tool, error, flags, here);
    });
}
