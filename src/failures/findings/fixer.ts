import { isDiagnostic, type ShellCommand, scriptOf } from '../../shell/index.ts';

/** Whether a command repairs what a check complains about: a formatter that writes, a linter with `--fix`, a script that is named so. */
export function isFixer(command: ShellCommand): boolean {
  if (command.nested || isDiagnostic(command)) return false;
  const words = [command.subcommand ?? '', ...command.args];
  if (words.some((word) => onlyLooks.test(word))) return false;
  const script = scriptOf(command);
  if (script !== undefined) return (fixingName.test(script.name) && !checkingName.test(script.name)) || words.some(isFixFlag);
  if (writers.has(command.name)) return !(command.name === 'black' && command.flags.includes('-c'));
  if (writersIfTold.has(command.name) && command.flags.some((flag) => writeFlag.test(flag))) return true;
  const verb = command.subcommand ?? command.operands[0] ?? '';
  if (verb === 'run' && hookRunners.has(command.name)) return true;
  return (/^(?:fix|fmt|format|autofix)$/.test(verb) && !notFormatting.has(command.name)) || command.flags.includes('--fix');
}

/** How it is called, without the paths it was given: `npx prettier --write`. */
export function withoutPaths(command: ShellCommand): string {
  const script = scriptOf(command);
  const verb = script?.operands ?? (command.subcommand === undefined ? command.operands.slice(0, 1).filter(isVerb) : []);
  const flags = command.flags.filter(
    (flag) => !/^--?(?:no-)?(?:colou?rs?|quiet|silent|verbose|log-level|loglevel|v|q)$/.test(flag),
  );
  // What stands behind `--` is meant for the tool that a script runs.
  const handed = command.arguments.filter(({ afterDashes, text }) => afterDashes && text.startsWith('-')).map(({ text }) => text);
  const tail = handed.length === 0 ? [] : ['--', ...handed];
  return [...command.runner, command.program, command.subcommand, ...verb, ...flags, ...tail].filter(Boolean).join(' ');
}

function isVerb(word: string): boolean {
  return /^(?:fix|fmt|format|check|lint|run)$/.test(word);
}

function isFixFlag(word: string): boolean {
  return /^--(?:fix|write|autocorrect|auto-correct)$/.test(word);
}

/** Says what it would do, and does nothing. */
const onlyLooks =
  /^(?:--?check(?:-only|-formatted)?|--diff|-d|-l|--list-different|--dry-run|--verify-no-changes|--lint|--fix=false|--fix-dry-run)$/;

/** The name of a script that repairs: `fix`, `lint:fix`, `format`, `spotlessApply`. */
const fixingName = /(?:^|[:._-])(?:fix|autofix|fmt|format|prettify|prettier|beautify)(?:$|[:._ -])|spotless:?apply|[a-z]Format$/i;
const checkingName = /(?:^|[:._-])(?:check|verify|ci|lint-only|dry)(?:$|[:._ -])|[a-z]Check$/i;

/** Formatters that write unless they are told not to. */
const writers = new Set(
  'black isort rustfmt oxfmt stylua nixfmt ormolu fourmolu pint phpcbf swiftformat autoflake lint-staged'.split(' '),
);

/** Formatters and linters that write only when they are told to. */
const writersIfTold = new Set(
  'prettier eslint oxlint biome stylelint markdownlint markdownlint-cli2 ruff gofmt goimports gofumpt golines shfmt clang-format yapf autopep8 rubocop standard standardrb xo golangci-lint ktlint sqlfluff buf cargo ultracite swiftlint tslint'.split(
    ' ',
  ),
);
const writeFlag = /^(?:-w|--write|--fix|-i|--in-place|-a|-A|--auto-?correct(?:-all)?|--apply(?:-unsafe)?|-F|--format)$/;

const hookRunners = new Set(['pre-commit', 'prek', 'lefthook']);

/** Programs whose `format` makes something else than tidy code. */
const notFormatting = new Set(['diskpart', 'git', 'docker', 'date', 'printf', 'mkfs', 'parted']);
