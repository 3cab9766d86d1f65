import { type ShellCommand, signatureOf } from '../../shell/index.ts';
import { claim, type Relation } from '../relation.ts';
import { after } from '../session-view.ts';

/** A formatter or linter could have repaired by itself what the check complained about: run it before the check. */
export const autoFix: Relation = {
  name: 'auto-fix',
  explain(step, view) {
    const { failure } = step;
    const failed = failure.command;
    if (!failed || failure.kind !== 'check-failed' || !isFixable(failure.rule, step.call.output)) return [];
    for (const later of after(view, step, 6)) {
      // By hand means that the tool could not: no lesson.
      if (later.call.tool === 'edit' || later.call.tool === 'write') return [];
      const fixer = later.parsed?.commands.find((command) => isFixer(command));
      if (!fixer || later.call.outcome !== 'ok') continue;
      return [
        claim(step, later, {
          relation: 'auto-fix',
          key: `${signatureOf(fixer)} -> ${signatureOf(failed)}`,
          wrong: signatureOf(failed),
          right: withoutPaths(fixer),
          facts: { run: withoutPaths(failed) },
        }),
      ];
    }
    return [];
  },
};

function isFixable(rule: string | undefined, output: string): boolean {
  return rule?.startsWith('format.') === true || rule === 'lint.fixable' || /\bfixable\b|--(?:fix|write)\b/.test(output);
}

const formatters = new Set([
  'prettier',
  'black',
  'isort',
  'gofmt',
  'goimports',
  'rustfmt',
  'biome',
  'dprint',
  'ruff',
  'eslint',
  'cargo',
  'clang-format',
  'shfmt',
  'swiftformat',
]);

function isFixer(command: ShellCommand): boolean {
  const text = [command.subcommand, ...command.args].join(' ');
  if (/(?:^|\s)(?:fmt|format|lint:fix|format:fix|fix)(?:\s|$)/.test(text) && !/--check\b|-l\b/.test(text)) return true;
  return formatters.has(command.name) && command.flags.some((flag) => ['--fix', '--write', '-w', '-i', '--apply'].includes(flag));
}

function withoutPaths(command: ShellCommand): string {
  return [...command.runner, command.program, command.subcommand, ...command.flags].filter(Boolean).join(' ');
}
