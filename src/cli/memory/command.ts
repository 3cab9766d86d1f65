import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { CONFIDENCES } from '../../lessons/confidence.ts';
import { LESSON_KINDS } from '../../memory/lesson-kinds.ts';
import { DIMENSIONS, PHASES } from '../../memory/phases.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { splitNames } from '../option-values.ts';
import { DRY_RUN_OPTION, JSON_OPTION, PROJECT_OPTION, USER_OPTION } from '../options.ts';

/** Options of `memory list` and `memory search`. */
export interface MemoryListFlags extends MemoryFlags {
  tool?: string;
  kind?: string;
  status?: string;
  confidence?: string;
  phase?: string;
  limit?: string;
}

/** Options of `memory edit`. */
export interface MemoryEditFlags extends MemoryFlags {
  title?: string;
  guidance?: string;
  pattern?: string;
  scope?: string[];
  phase?: string;
  dimension?: string;
  kind?: string;
  status?: string;
  confidence?: string;
  human?: true;
  dryRun?: true;
}

/** Options of `memory show` and `memory forget`. */
export interface MemoryIdFlags extends MemoryFlags {
  reason?: string;
  dryRun?: true;
}

const STATUSES = ['ready', 'watching', 'retired'];

/** Declares `hardwon memory`. */
export function declareMemory(program: Command, here: Host): void {
  const memory = program
    .command('memory')
    .summary('list, search, edit and delete lessons')
    .description('Shows, changes and deletes the lessons in the memory of the project, or in your own.')
    .addHelpText(
      'after',
      '\nExamples:\n  $ hardwon memory\n  $ hardwon memory search seed\n  $ hardwon memory show L-012',
    );
  declareList(
    memory
      .command('list', { isDefault: true })
      .summary('list lessons')
      .description('Lists lessons, in the order of the file.'),
  )
    .addHelpText('after', '\nExample:\n  $ hardwon memory list --kind tool-use --confidence high')
    .action(async (flags: MemoryListFlags) => (await import('./run.ts')).runMemoryList([], flags, here));
  declareList(
    memory
      .command('search')
      .summary('find lessons by words')
      .description('Finds lessons that contain all the words; matches in the title come first.')
      .argument('<words...>', 'what to look for'),
  )
    .addHelpText('after', '\nExample:\n  $ hardwon memory search seed test')
    .action(async (words: string[], flags: MemoryListFlags) =>
      (await import('./run.ts')).runMemoryList(words, flags, here),
    );
  memory
    .command('show')
    .summary('show everything about one lesson')
    .description('Shows a lesson with all its fields. hardwon why shows the calls behind it.')
    .argument('<id>', 'the lesson, such as L-012')
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon memory show L-012')
    .action(async (id: string, flags: MemoryIdFlags) => (await import('./run.ts')).runMemoryShow(id, flags, here));
  declareEdit(memory, here);
  memory
    .command('forget')
    .summary('remove lessons from the memory')
    .description('Removes lessons and does not learn them again. hardwon restore brings them back.')
    .argument('<ids...>', 'lessons, such as L-012')
    .option('--reason <text>', 'why, for those who read the tombstone')
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon memory forget L-012 --reason "no longer true"')
    .action(async (ids: string[], flags: MemoryIdFlags) =>
      (await import('../judge/run.ts')).runReject(ids, flags, here),
    );
}

function declareList(command: Command): Command {
  return command
    .option('--tool <name>', 'about this tool or program: deploy, kubectl, "git push"')
    .addOption(new Option('--kind <kind>', 'the kind of lesson').choices(LESSON_KINDS))
    .addOption(new Option('--status <status>', 'with this status').choices(STATUSES))
    .addOption(new Option('--confidence <level>', 'with this confidence').choices([...CONFIDENCES]))
    .addOption(new Option('--phase <phase>', 'useful in this phase of work').choices([...PHASES]))
    .option('--limit <count>', 'the most lessons to show (default: 20)')
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION);
}

function declareEdit(memory: Command, here: Host): void {
  memory
    .command('edit')
    .summary('change a lesson')
    .description(
      'Changes parts of a lesson; without options, opens it in your editor. Later runs keep what you change.',
    )
    .argument('<id>', 'the lesson, such as L-012')
    .option('--title <text>', 'its title')
    .option('--guidance <text>', 'what to do')
    .option('--pattern <text>', 'what happened, or the root cause')
    .option('--scope <paths>', 'paths or globs, separated by commas', splitNames)
    .addOption(new Option('--phase <phase>', 'the phase in which it is useful').choices([...PHASES]))
    .addOption(new Option('--dimension <dimension>', 'what it regulates').choices([...DIMENSIONS]))
    .addOption(new Option('--kind <kind>', 'the kind of lesson').choices(LESSON_KINDS))
    .addOption(new Option('--status <status>', 'whether it is delivered').choices(STATUSES))
    .addOption(new Option('--confidence <level>', 'how sure it is').choices([...CONFIDENCES]))
    .option('--human', 'a person has decided this: needed for --status and --confidence without a terminal')
    .option(...DRY_RUN_OPTION)
    .option(...USER_OPTION)
    .option(...PROJECT_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', '\nExample:\n  $ hardwon memory edit L-012 --guidance "Run make seed first."')
    .action(async (id: string, flags: MemoryEditFlags) => (await import('./run.ts')).runMemoryEdit(id, flags, here));
}
