import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION } from '../options.ts';

/** Options of `demo`. */
export interface DemoFlags {
  keep?: true;
  diff?: true;
  verbose?: true;
  json?: true;
}

/** Declares `hardwon demo`. */
export function declareDemo(program: Command, here: Host): void {
  program
    .command('demo')
    .summary('try it on bundled example sessions')
    .description(
      'Learns from bundled example sessions in a temporary folder, and shows the lessons and what would be written. Your own files are not touched.',
    )
    .option('--keep', 'keep the temporary folder and print where it is')
    .option(...JSON_OPTION)
    .option('--diff', 'show the exact diff of each file that would change')
    .option('--verbose', 'show everything about each lesson, and all of the diff')
    .addHelpText('after', '\nExamples:\n  $ hardwon demo\n  $ hardwon demo --diff')
    .action(async (flags: DemoFlags) => {
      const { runDemo } = await import('./run.ts');
      await runDemo(flags, here);
    });
}
