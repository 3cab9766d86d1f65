import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { parseCount } from '../option-values.ts';
import {
  AGENT_DIR_OPTION,
  AGENT_OPTION,
  CLAUDE_DIR_OPTION,
  CONFIG_OPTION,
  JOIN_OPTION,
  JSON_OPTION,
  PROJECT_OPTION,
  type SessionFlags,
} from '../options.ts';

/** Options of `cases`. */
export interface CasesFlags extends SessionFlags {
  prompt?: true;
  tokens?: number;
}

/** Declares `hardwon cases`. */
export function declareCases(program: Command, here: Host): void {
  program
    .command('cases')
    .argument('[id]', 'a case, such as C-3f2a91, to see its calls')
    .summary('show what recurs, and what it cost')
    .description(
      'Lists failures that recur in the sessions of a project, the costliest first: how often, since when, what they cost, and which lesson covers them. With an id: what failed, what came next, what was said, and how it works elsewhere. Reads only.',
    )
    .option('--prompt', 'print exactly what a teacher would be sent')
    .option('--tokens <count>', 'tokens that this text may take (default: 80,000)', parseCount)
    .option(...PROJECT_OPTION)
    .option(...AGENT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...JOIN_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExamples:\n  $ hardwon cases\n  $ hardwon cases --prompt --tokens 30000')
    .action(async (id: string | undefined, flags: CasesFlags) => {
      const { runCases } = await import('./run.ts');
      await runCases(id, flags, here);
    });
}
