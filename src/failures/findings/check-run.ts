import { type ParsedCommand, type ShellCommand, scriptOf } from '../../shell/index.ts';
import { ran, type Step, type ThreadView } from '../recovery/session-view.ts';
import type { Finding } from './finding.ts';
import { isFixer } from './fixer.ts';
import { readFindings } from './read-findings.ts';

/** One run of a linter, formatter, compiler or of a script that runs them, red or green. */
export interface CheckRun {
  step: Step;
  /** The check: the last one of the chain. */
  command: ShellCommand;
  findings: readonly Finding[];
  /** It ran to its end and complained about nothing. */
  passed: boolean;
}

/**
 * The runs of checks in a thread. Whether a run is red is told by its output as well: half of them end in `| tail`, which swallows the
 * exit status.
 */
export function checkRuns(view: ThreadView): CheckRun[] {
  return view.steps.flatMap((step) => {
    const { call } = step;
    if (!ran(step) && step.told !== 'failed' && !step.failure?.masked) return [];
    const text = call.input.command ?? '';
    if (call.output === '' || !mayCheck.test(text)) return [];
    const findings = readFindings(call.output);
    // Green runs of tests, commits and pushes are of no interest, and taking commands apart is what costs.
    if (findings.length === 0 && (step.outcome !== 'worked' || !mayPass.test(text))) return [];
    const command = step.parsed && checkOf(step.parsed);
    return command ? [{ step, command, findings, passed: isGreen(step, findings) }] : [];
  });
}

/** Whether a run ended well and says so: the exit status is not enough where it is swallowed. */
export function isGreen(step: Step, findings = readFindings(step.call.output)): boolean {
  if (findings.length > 0 || !endsWell(step)) return false;
  // What a search of the output leaves says nothing of the rest.
  return !step.parsed?.commands.some(({ piped, name }) => piped && /^(?:grep|egrep|rg|awk|sed|wc|jq)$/.test(name));
}

function endsWell({ call, outcome }: Step): boolean {
  return outcome === 'worked' && !complains.test(call.output.replace(echoed, '').replace(nothingFound, ''));
}

/** A runner says which command it runs, and that may be called `--error-on-warnings`. */
const echoed = /^[$>] .*$/gm;

/** The check of a chain whose output is the check's own. */
export function checkOf(parsed: ParsedCommand): ShellCommand | undefined {
  const speakers = parsed.commands.filter((command) => !command.piped && !command.nested);
  // A file, a log or a page that is printed beside it may hold any line.
  if (speakers.some(printsTexts)) return undefined;
  const checks = speakers.filter(isCheck);
  return checks.findLast((command) => !isFixer(command)) ?? checks.at(-1);
}

/** Whether a command looks at the code and says what is wrong with it. A commit or a push does so where hooks do. */
export function isCheck(command: ShellCommand): boolean {
  if (checkers.has(command.name)) return true;
  const words = checkingWords.get(command.name);
  if (words?.test(command.subcommand ?? command.operands[0] ?? '')) return true;
  const script = scriptOf(command);
  return script !== undefined && checkingScript.test(script.name);
}

/** A look at the text spares taking most commands apart. */
const mayCheck =
  /lint|check|fmt|format|fix|black|isort|prettier|biome|ruff|flake8|mypy|pyright|tsc|tsgo|vet|test|build|clippy|cargo|rubocop|detekt|checkstyle|verify|validate|commit|push|\bci\b|hook/;

const mayPass = /lint|check|fmt|format|fix|verify|validate|\bci\b|build|prettier|biome|ruff|clippy|\bvet\b/;

/** `0 errors` is good news. */
const nothingFound = /\b(?:0|no) (?:errors?|failed|failures?|fail|problems?|issues)\b/gi;

/** What a red run prints that names no place. */
const complains = /\b(?:error|errors|failed|failure|fail)\b|exit(?:ed)? (?:with )?(?:code|status) [1-9]|ELIFECYCLE|✖|×/i;

const checkers = new Set(
  (
    'eslint oxlint oxfmt biome stylelint prettier markdownlint markdownlint-cli2 tsc tsgo vue-tsc svelte-check ruff flake8 pylint mypy ' +
    'pyright basedpyright black isort golangci-lint gofmt goimports gofumpt staticcheck revive rustfmt rubocop standardrb shellcheck ' +
    'ktlint detekt checkstyle swiftlint swiftformat clang-format dprint ultracite xo standard pre-commit prek lint-staged lefthook'
  ).split(' '),
);

const checkingWords: ReadonlyMap<string, RegExp> = new Map([
  ['git', /^(?:commit|push)$/],
  ['go', /^(?:build|vet|test|run|install)$/],
  ['cargo', /^(?:clippy|check|build|test|fmt|run|nextest)$/],
  ['deno', /^(?:lint|fmt|check|test)$/],
  ['bun', /^(?:test|build)$/],
  ['mix', /^(?:format|credo|compile|test)$/],
  ['dart', /^(?:analyze|format)$/],
  ['flutter', /^(?:analyze|test)$/],
]);

const checkingScript =
  /(?:^|[:._ -])(?:tests?|lint|lints|check|checks|typecheck|type-check|types|verify|ci|validate|fix|fmt|format|build|compile|vet|precommit|pre-commit|prepush|qa|quality)(?:$|[:._ -])|[a-z](?:Check|Lint|Format|Apply|Main|Test)$/;

function printsTexts(command: ShellCommand): boolean {
  if (command.name === 'git') return /^(?:show|log|diff|grep|blame|reflog)$/.test(command.subcommand ?? '');
  return textPrinters.has(command.name);
}

const textPrinters = new Set(
  'cat head tail less more sed awk grep egrep fgrep rg ag jq yq gh curl wget docker kubectl journalctl strings bat diff'.split(
    ' ',
  ),
);
