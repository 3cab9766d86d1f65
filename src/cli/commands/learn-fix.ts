import type { Command } from 'commander';
import type { MemoryFlags } from '../change-project-memory.ts';
import { collect } from '../option-values.ts';

/** Options of `learn-fix`. */
export interface LearnFixFlags extends MemoryFlags {
  tool: string;
  errorPattern: string;
  rootCause: string;
  fix: string;
  command?: string[];
  user?: true;
  dryRun?: true;
}

/** `hardwon learn-fix`. */
export function declareLearnFix(program: Command): void {
  program
    .command('learn-fix')
    .summary('save what fixed an error of a tool')
    .description(
      'Saves a fix that worked. It is a lesson like the others, so it is delivered, consulted and promoted; hardwon check finds it when the error comes back, and .memory/learned/tool_fixes.yaml shows it.',
    )
    .requiredOption('--tool <name>', 'the tool or program; * for any')
    .requiredOption('--error-pattern <text>', 'what the error says, with <any>, <path> or <n> for what varies')
    .requiredOption('--root-cause <text>', 'why it failed')
    .requiredOption('--fix <text>', 'what helped')
    .option('--command <command>', 'a command that does it; may be repeated', collect)
    .option('--user', 'save it for all your projects')
    .option('--dry-run', 'show the change and write nothing')
    .option('--project <path>', 'the project, by any folder of it (default: the current folder)')
    .option('--json', 'print one JSON object (its shape is in docs/json.md)')
    .addHelpText(
      'after',
      '\nExample:\n  $ hardwon learn-fix --tool deploy --error-pattern "manifest unknown" \\\n      --root-cause "the short hash is no tag" --fix "use the full hash"',
    )
    .action(async (flags: LearnFixFlags) => {
      const { runLearnFix } = await import('../run-learn-fix.ts');
      await runLearnFix(flags);
    });
}
