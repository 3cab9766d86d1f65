import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { collect } from '../option-values.ts';
import { CLAUDE_DIR_OPTION, CONFIG_OPTION, HUMAN_OPTION, JSON_OPTION } from '../options.ts';

/** Options of `import`. */
export interface ImportFlags {
  from?: 'headroom' | 'bullets';
  section?: string[];
  project?: string;
  ready?: true;
  human?: true;
  apply?: true;
  claudeDir?: string;
  config?: string;
  json?: true;
}

/** Declares `hardwon import`. */
export function declareImport(program: Command, here: Host): void {
  program
    .command('import')
    .summary("import lessons from other tools and files into the project's memory")
    .description(
      'Imports Headroom blocks, and the lists of sections that you name. Without files it looks in the context files of the project. Imported lessons wait for review. Changes nothing unless --apply is given.',
    )
    .argument('[files...]', 'files to import')
    .addOption(new Option('--from <kind>', 'only lessons of this form').choices(['headroom', 'bullets']))
    .option('--section <title>', 'only the lists of this section of a Markdown file; may be repeated', collect)
    .option('--project <path>', 'any folder of the project to import into (default: the current folder)')
    .option('--ready', 'mark the lessons as ready: the next learn --apply delivers them without review')
    .option(...HUMAN_OPTION)
    .option('--apply', 'write them to .memory/harness-learnings.md')
    .option(...CLAUDE_DIR_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon import\n  $ hardwon import --apply\n  $ hardwon import CLAUDE.md --section Gotchas --apply',
    )
    .action(async (files: string[], flags: ImportFlags) => {
      const { runImport } = await import('./run.ts');
      await runImport(files, flags, here);
    });
}
