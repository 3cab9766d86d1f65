import { programs } from '../../programs/index.ts';
import { familyOf, holdsFor, programOf } from '../../programs/lookup.ts';
import { type ParsedCommand, type ShellCommand, scriptOf } from '../../shell/index.ts';
import { ran, type Step, type ThreadView } from '../recovery/session-view.ts';
import type { Finding } from './finding.ts';
import { isFixer } from './fixer.ts';
import { readFindings } from './read-findings.ts';

/** One run of a linter, formatter, compiler or of a script that runs them, red or green. */
export interface CheckRun {
  step: Step;
  /** The check: the last one in the chain. */
  command: ShellCommand;
  findings: readonly Finding[];
  /** Whether it ran to its end and complained about nothing. */
  passed: boolean;
}

/**
 * Returns the runs of checks in a thread. The output also decides whether a run is red, because half of the runs end in `| tail`,
 * which swallows the exit status.
 */
export function checkRuns(view: ThreadView): CheckRun[] {
  return view.steps.flatMap((step) => {
    const { call } = step;
    if (!ran(step) && step.told !== 'failed' && !step.failure?.masked) return [];
    const text = call.input.command ?? '';
    if (call.output === '' || !mayCheck(text)) return [];
    const findings = readFindings(call.output);
    // Green runs of tests, commits and pushes are of no interest, and parsing commands is expensive.
    if (findings.length === 0 && (step.outcome !== 'worked' || !mayPass.test(text))) return [];
    const command = step.parsed && checkOf(step.parsed);
    return command ? [{ step, command, findings, passed: isGreen(step, findings) }] : [];
  });
}

/** Whether a run succeeded and its output agrees: the exit status is not enough if it is swallowed. */
export function isGreen(step: Step, findings = readFindings(step.call.output)): boolean {
  if (findings.length > 0 || !endsWell(step)) return false;
  // The lines that a search of the output leaves say nothing about the rest.
  return !step.parsed?.commands.some(({ piped, name }) => piped && /^(?:grep|egrep|rg|awk|sed|wc|jq)$/.test(name));
}

function endsWell({ call, outcome }: Step): boolean {
  return outcome === 'worked' && !complains.test(call.output.replace(echoed, '').replace(nothingFound, ''));
}

/** The command that a runner echoes, which may contain a word such as `--error-on-warnings`. */
const echoed = /^[$>] .*$/gm;

/** Returns the check of a chain, if the output comes from the check alone. */
export function checkOf(parsed: ParsedCommand): ShellCommand | undefined {
  const speakers = parsed.commands.filter((command) => !command.piped && !command.nested);
  // A file, a log or a page that is printed as well may contain any line.
  if (speakers.some(printsTexts)) return undefined;
  const checks = speakers.filter(isCheck);
  return checks.findLast((command) => !isFixer(command)) ?? checks.at(-1);
}

/** Whether a command examines the code and reports what is wrong with it. A commit or a push does so through its hooks. */
export function isCheck(command: ShellCommand): boolean {
  if (holdsFor(programOf(familyOf(command.name))?.checks, command.subcommand ?? command.operands[0])) return true;
  const script = scriptOf(command);
  return script !== undefined && checkingScript.test(script.name);
}

/** Whether a text may run a check; this avoids parsing most commands. */
function mayCheck(text: string): boolean {
  // The words used to name scripts already cover most names of programs.
  checkingText ??= new RegExp(
    [CHECKING_WORDS, ...programs.filter(({ checks }) => checks !== undefined).flatMap(({ names }) => names.split(' '))]
      .filter((name) => name === CHECKING_WORDS || !new RegExp(CHECKING_WORDS).test(name))
      .join('|'),
  );
  return checkingText.test(text);
}

let checkingText: RegExp | undefined;

const CHECKING_WORDS = 'lint|check|fmt|format|fix|vet|test|build|verify|validate|commit|push|\\bci\\b|hook';

const mayPass = /lint|check|fmt|format|fix|verify|validate|\bci\b|build|prettier|biome|ruff|clippy|\bvet\b/;

/** `0 errors` is good news. */
const nothingFound = /\b(?:0|no) (?:errors?|failed|failures?|fail|problems?|issues)\b/gi;

/** Text that a red run prints without naming a place. */
const complains =
  /\b(?:error|errors|failed|failure|fail)\b|exit(?:ed)? (?:with )?(?:code|status) [1-9]|ELIFECYCLE|✖|×/i;

const checkingScript =
  /(?:^|[:._ -])(?:tests?|lint|lints|check|checks|typecheck|type-check|types|verify|ci|validate|fix|fmt|format|build|compile|vet|precommit|pre-commit|prepush|qa|quality)(?:$|[:._ -])|[a-z](?:Check|Lint|Format|Apply|Main|Test)$/;

function printsTexts(command: ShellCommand): boolean {
  return holdsFor(programOf(familyOf(command.name))?.printsTexts, command.subcommand);
}
