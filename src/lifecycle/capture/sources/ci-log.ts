import { type Cause, findShellCause } from '../../../failures/cause/find-cause.ts';
import { blame } from '../../../failures/judge.ts';
import { runOf } from '../../../failures/recovery/relation.ts';
import { code, fixed, type Quotable, quotable, quotableName, type Sentence, say } from '../../../lessons/quotable.ts';
import { familyOf, programOf } from '../../../programs/lookup.ts';
import { stripControls } from '../../../shared/terminal.ts';
import { type ParsedCommand, parseCommand, type ShellCommand } from '../../../shell/index.ts';
import type { Proposal } from '../proposal.ts';
import { findDrift } from '../text/drift-signs.ts';

/** The proposals drawn from a CI log. */
export interface CiProposals {
  proposals: Proposal[];
  /** The number of steps in the log, and of those that failed. */
  steps: number;
  failed: number;
}

interface CiStep {
  /** The script of the step. */
  script: string[];
  output: string[];
  isFailed: boolean;
}

/**
 * Proposes the missing prerequisite of each failed CI step: a module, a program, a variable, a service, a table, or something out
 * of date.
 */
export function proposeFromCi(text: string, day: string): CiProposals {
  const steps = readSteps(text);
  // `--log-failed` prints only the failed steps, and its last lines may be cut off.
  const failed = steps.some(({ isFailed }) => isFailed) ? steps.filter(({ isFailed }) => isFailed) : steps;
  const proposals = new Map(
    failed.flatMap((step) => propose(step, day)).map((proposal) => [proposal.guidance, proposal]),
  );
  return { proposals: [...proposals.values()], steps: steps.length, failed: failed.length };
}

/** The `job<TAB>step<TAB>` prefix of `gh run view`, and the timestamp of each line. */
const PREFIX = /^(?:[^\t]{0,200}\t[^\t]{0,200}\t)?\uFEFF?(?:\d{4}-\d{2}-\d{2}T[\d:.]{8,20}Z ?)?/;

function readSteps(text: string): CiStep[] {
  const steps: CiStep[] = [];
  let step: CiStep | undefined;
  let inScript = false;
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    const line = cleanLine(text, start, end < 0 ? text.length : end);
    start = end < 0 ? text.length : end + 1;
    const isMarked = line.startsWith('##[');
    const [, begun] = (isMarked && /^##\[group\]Run (.*)$/.exec(line)) || [];
    if (begun !== undefined || !step) {
      step = { script: begun === undefined ? [] : [begun], output: [], isFailed: false };
      steps.push(step);
      inScript = begun !== undefined;
      if (begun !== undefined) continue;
    }
    if (inScript) {
      if (isMarked && line.startsWith('##[endgroup]')) inScript = false;
      // The group's name contains the first line of the script, too.
      else if (
        step.script.length < MOST_SCRIPT &&
        !/^(?:shell|env|with): ?|^ {2}[\w-]+: /.test(line) &&
        line.trim() !== step.script[0]
      )
        step.script.push(line);
    } else if (isMarked && /^##\[error\]Process completed with exit code [1-9]/.test(line)) {
      step.isFailed = true;
    } else {
      step.output.push(isMarked ? line.replace(/^##\[(?:error|warning|command|debug)\]/, '') : line);
      if (step.output.length > 2 * LAST_LINES) step.output = step.output.slice(-LAST_LINES);
    }
  }
  return steps.filter(({ output }) => output.length > 0);
}

/** Upper bound: a script with more lines is data. */
const MOST_SCRIPT = 2_000;

/** Removes the prefixes of `gh` and the runner from a line; in a log without them, most lines are left as they are. */
function cleanLine(text: string, start: number, end: number): string {
  if (start === end) return '';
  const line = stripControls(text.slice(start, text.charAt(end - 1) === '\r' ? end - 1 : end));
  return /^[\d\uFEFF]/.test(line) || line.includes('\t') ? line.replace(PREFIX, '').replace(PREFIX, '') : line;
}

/** Upper bound: a log may have hundreds of thousands of lines, and the reason for the failure is near the end. */
const LAST_LINES = 2_000;

function propose({ script, output }: CiStep, day: string): Proposal[] {
  const end = output.slice(-LAST_LINES);
  const cause = findShellCause(end.join('\n'));
  const need = findNeed(end, cause);
  if (!need) return [];
  const run = findRun(script, cause);
  const before = run === undefined ? 'the failing step' : code(run);
  return [
    {
      kind: 'prerequisite',
      phase: 'verify',
      title: say`${need.what} before ${before} in CI`,
      scope: ['.github/workflows/**'],
      pattern: say`A CI run failed at ${before}: ${need.missing}.`,
      guidance: say`${need.what} before ${before} in the workflow: the CI run failed because ${need.missing}. Check \`.github/workflows/\` for the step.`,
      origin: `captured on ${day} from a CI log`,
    },
  ];
}

/** Finds the command that failed, as far as the script and the error tell. */
function findRun(script: readonly string[], cause: Cause | undefined): Quotable | undefined {
  const lines = script.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  // `Run actions/checkout@v4` is not a command.
  if (lines.length === 0 || /^[\w.-]+\/[\w./-]+@[\w.-]+$/.test(lines[0]?.trim() ?? '')) return undefined;
  const parsed = parseCommand(lines.join('\n'), 'posix');
  const command = lines.length === 1 ? parsed.main : cause && findBlamed(parsed, cause);
  return command && quotable(runOf(command), 80);
}

/**
 * Finds which of several commands failed: the one named in the error, or the one whose language the error is in; undefined if
 * neither tells.
 */
function findBlamed(parsed: ParsedCommand, cause: Cause): ShellCommand | undefined {
  const blamed = blame(parsed, cause);
  if (blamed !== parsed.main) return blamed;
  const runtime = cause.rule.id.split('.')[0];
  return parsed.commands.findLast(({ nested, name }) => !nested && programOf(familyOf(name))?.runtime === runtime);
}

/** Describes in a fixed sentence what was missing; returns undefined if the code itself is wrong. */
function findNeed(
  lines: readonly string[],
  cause: Cause | undefined,
): { what: Sentence; missing: Sentence } | undefined {
  const variable = quotableName(lines.map(findVariable).findLast((name) => name !== undefined));
  const subject = quotableName(cause?.subject, 80);
  if (cause?.rule.kind === 'module-missing' && subject && isPackage(subject))
    return { what: say`Install ${code(subject)}`, missing: say`${code(subject)} was not installed` };
  if (cause?.rule.kind === 'command-not-found' && subject)
    return { what: say`Install ${code(subject)}`, missing: say`${code(subject)} was not found` };
  if (variable !== undefined) return { what: say`Set ${code(variable)}`, missing: say`${code(variable)} was not set` };
  if (cause?.rule.id === 'docker.daemon')
    return { what: fixed('Start Docker (`docker info` must answer)'), missing: fixed('no Docker daemon answered') };
  if (/^net\.(?:refused|econnrefused)$/.test(cause?.rule.id ?? '')) {
    const address = quotable(
      subject ?? /\b(?:localhost|127\.0\.0\.1|::1|[\w-]+):\d{2,5}\b/.exec(cause?.line ?? '')?.[0],
      60,
    );
    const name = address === undefined ? 'the service it needs' : say`the service at ${code(address)}`;
    return { what: say`Start ${name} and wait until it answers`, missing: fixed('the connection was refused') };
  }
  if (/^(?:sql\.database|sql\.relation|sqlite\.table)$/.test(cause?.rule.id ?? '') && subject)
    return {
      what: say`Migrate and seed the database (${code(subject)})`,
      missing: say`${code(subject)} was not there`,
    };
  const drift = findDrift(lines.join('\n'));
  if (drift)
    return {
      what: say`Bring ${drift.what} in step and commit`,
      missing: say`${drift.what} ${drift.isPlural ? 'were' : 'was'} out of step`,
    };
  return undefined;
}

/** Whether a name is a package. A relative or absolute path is a file of the project, whose absence is a fault in the code. */
function isPackage(name: string): boolean {
  return /^(?:@[\w.-]+\/)?[\w][\w.-]*(?:\/[\w.-]+)*$/.test(name);
}

/** Finds the variable that a line calls missing. */
function findVariable(line: string): string | undefined {
  if (line.length > 500) return undefined;
  return VARIABLES.map((pattern) => pattern.exec(line)?.[1]).find((name) => name !== undefined);
}

const VARIABLES = [
  /(?:environment variable|env(?:ironment)? var)s?:? [`'"]?([A-Z][A-Z0-9_]{2,})[`'"]? (?:is |was )?(?:not set|missing|required|undefined|not defined|empty)/i,
  /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b[`'"]? (?:environment variable )?(?:is|was|must be|has to be) (?:not set|not defined|undefined|required|missing|set|unset)\b/,
  /[Mm]issing (?:required )?(?:environment variable|env(?:ironment)? var)s?:? [`'"]?([A-Z][A-Z0-9_]{2,})\b/,
  /[Ee]nvironment variable not found: [`'"]?([A-Z][A-Z0-9_]{2,})\b/,
  /KeyError: '([A-Z][A-Z0-9]*_[A-Z0-9_]+)'/,
  /: ([A-Z][A-Z0-9_]{2,}): (?:unbound variable|parameter not set|parameter null or not set)/,
];
