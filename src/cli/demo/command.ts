import type { Command } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { JSON_OPTION } from '../options.ts';

/** Options of `demo`. */
export interface DemoFlags {
  keep?: true;
  json?: true;
}

/** Declares `hardwon demo`. */
export function declareDemo(program: Command, here: Host): void {
  program
    .command('demo')
    .summary('try it on bundled example sessions')
    .description(
      'Learns from bundled example sessions in a temporary home and project, and shows the lessons, the diff and what to do next. Your own files are not touched.',
    )
    .option('--keep', 'keep the temporary folder and say where it is')
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon demo')
    .action(async (flags: DemoFlags) => {
      const { runDemo } = await import('./run.ts');
      await runDemo(flags, here);
    });
}
