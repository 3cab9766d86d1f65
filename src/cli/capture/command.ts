import { type Command, Option } from 'commander';
import type { Host } from '../../app/surroundings.ts';
import { LESSON_KINDS } from '../../memory/lesson-kinds.ts';
import { DIMENSIONS, PHASES } from '../../memory/phases.ts';
import type { MemoryFlags } from '../memory-change.ts';
import { collect } from '../option-values.ts';
import { AGENT_DIR_OPTION, CLAUDE_DIR_OPTION, CONFIG_OPTION, JSON_OPTION, PROJECT_OPTION } from '../options.ts';

/** Options of `capture`. */
export interface CaptureFlags extends MemoryFlags {
  title?: string;
  phase?: (typeof PHASES)[number];
  dimension?: (typeof DIMENSIONS)[number];
  scope?: string[];
  pattern?: string;
  guidance?: string;
  kind?: (typeof LESSON_KINDS)[number];
  confidence?: 'low' | 'medium' | 'high';
  human?: true;
  yes?: true;
  merge?: string;
  new?: true;
  force?: true;
  vouch?: true;
  fromSession?: string;
  fromReview?: string;
  fromPr?: string;
  fromCi?: string;
  claudeDir?: string;
  agentDir?: string[];
  config?: string;
}

/** Declares `hardwon capture`. */
export function declareCapture(program: Command, here: Host): void {
  program
    .command('capture')
    .summary('add a lesson: your own, or one from a session, a review or CI')
    .description(
      "Adds a lesson to the project's memory, or counts one that says the same again. In a terminal it shows the entry and asks; otherwise it writes only with --yes. Refuses vague guidance, a scope that matches everything, and rules that an instruction file already states.",
    )
    .argument('[text...]', 'what to do next time, with the path, command or check; - reads lessons from stdin as JSON')
    .option('--guidance <text>', 'the same as the argument')
    .option('--scope <paths>', 'paths, modules or globs it is about, separated by commas; may be repeated', collect)
    .option('--pattern <text>', 'what happened')
    .option('--title <text>', 'one line (default: taken from the guidance)')
    .addOption(
      new Option('--phase <phase>', 'the phase of work in which it is useful (default: implement)').choices(PHASES),
    )
    .addOption(new Option('--dimension <name>', 'what it regulates (default: maintainability)').choices(DIMENSIONS))
    .addOption(new Option('--kind <kind>', 'the kind of lesson').choices(LESSON_KINDS))
    .addOption(
      new Option('--confidence <level>', 'how sure it is (default: low; medium with --human)').choices([
        'low',
        'medium',
        'high',
      ]),
    )
    .option('--human', 'a person has read it: deliver it, with medium confidence')
    .option('--yes', 'write it without asking')
    .option('--merge <id>', 'count it as this lesson')
    .option('--new', 'add it even if a similar lesson exists')
    .option(
      '--force',
      'capture it despite a refusal, unless it has no guidance, contains a secret or is for every file',
    )
    .option('--vouch', 'allow a command that hardwon refuses to recommend; only in a terminal')
    .addOption(
      new Option(
        '--from-session <id>',
        'lessons from one session: its id, the start of its id, or latest; noted: from all that hooks noted',
      ).conflicts(['guidance', 'fromReview', 'fromPr', 'fromCi']),
    )
    .addOption(
      new Option(
        '--from-review <file>',
        'Major and Critical findings from a review: JSON, SARIF or Markdown; - for stdin',
      ).conflicts(['guidance', 'fromPr', 'fromCi']),
    )
    .addOption(
      new Option('--from-pr <file>', 'what people asked for in a pull request, as gh prints it; - for stdin').conflicts(
        ['guidance', 'fromCi'],
      ),
    )
    .addOption(
      new Option('--from-ci <file>', 'what was missing in a CI run, from its log; - for stdin').conflicts(['guidance']),
    )
    .option(...PROJECT_OPTION)
    .option(...CLAUDE_DIR_OPTION)
    .option(...AGENT_DIR_OPTION)
    .option(...CONFIG_OPTION)
    .option(...JSON_OPTION)
    .addHelpText(
      'after',
      `
Examples:
  $ hardwon capture "Run make seed-db before npm test" --yes
  $ hardwon capture --from-session latest
  $ hardwon capture "Keep handlers in src/api/" --scope src/api/`,
    )
    .action(async (words: string[], flags: CaptureFlags) => {
      const { runCapture } = await import('./run.ts');
      await runCapture(words.join(' '), flags, here);
    });
}
