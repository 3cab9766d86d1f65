import type { Redirection, ShellCommand } from '../programs/command.ts';
import { type CommandChange, type CommandComparison, mirrorChange } from './change.ts';
import { diffArguments } from './diff-arguments.ts';
import { scriptOf } from './script.ts';
import { textSimilarity } from './text-similarity.ts';

/**
 * Returns the differences of `b` from `a`, one entry for each change. Empty if the commands are the same apart from pipes into
 * filters and the destination of their output.
 */
export function diffCommands(a: ShellCommand, b: ShellCommand): readonly CommandChange[] {
  return compareCommands(a, b).changes;
}

/** Returns the differences together with the similarity of the two commands. */
export function compareCommands(a: ShellCommand, b: ShellCommand): CommandComparison {
  if (a === b) return { changes: [], similarity: 1 };
  // Always computed in one order, so that swapping the sides mirrors the result exactly.
  const swapped = orderKey(a) > orderKey(b);
  const changes = swapped ? differences(b, a) : differences(a, b);
  const similarity = similarityOf(swapped ? b : a, swapped ? a : b, changes);
  const on = nameOf(b);
  return { changes: changes.map((change) => (swapped ? mirrorChange(change, on) : { ...change, on })), similarity };
}

function differences(a: ShellCommand, b: ShellCommand): CommandChange[] {
  const on = nameOf(b);
  return [
    ...diffWrappers(a, b, on),
    ...diffEnv(a, b, on),
    ...diffPlace(a, b, on),
    ...diffRunner(a, b, on),
    ...diffProgram(a, b, on),
    ...diffArguments(a, b, on),
    ...diffRedirects(a, b, on),
    ...diffFallback(a, b, on),
  ];
}

function nameOf(command: ShellCommand): string {
  return command.subcommand === undefined ? command.name : `${command.name} ${command.subcommand}`;
}

function orderKey(command: ShellCommand): string {
  return `${command.program}\0${command.runner.join(' ')}\0${command.args.join(' ')}\0${command.dir ?? ''}\0${command.source}`;
}

function diffWrappers(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const before = a.wrappers.join(' ');
  const after = b.wrappers.join(' ');
  return before === after ? [] : [replaced('wrapper-changed', before, after, on)];
}

function diffEnv(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  if (a.env === b.env) return [];
  const changes: CommandChange[] = [];
  for (const name of new Set([...Object.keys(a.env), ...Object.keys(b.env)])) {
    const before = Object.hasOwn(a.env, name) ? a.env[name] : undefined;
    const after = Object.hasOwn(b.env, name) ? b.env[name] : undefined;
    if (before === after) continue;
    if (before === undefined) changes.push({ kind: 'env-added', new: name, newValue: after ?? '', on });
    else if (after === undefined) changes.push({ kind: 'env-removed', old: name, oldValue: before, on });
    else changes.push({ kind: 'env-replaced', old: name, new: name, oldValue: before, newValue: after, on });
  }
  return changes;
}

function diffPlace(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const changes: CommandChange[] = [];
  if (a.dir !== b.dir) changes.push(replaced('dir-changed', a.dir ?? '', b.dir ?? '', on));
  const before = a.sourced.join(' ');
  const after = b.sourced.join(' ');
  if (before !== after) changes.push(replaced('sourced-changed', before, after, on));
  return changes;
}

function diffRunner(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const before = a.runner.join(' ');
  const after = b.runner.join(' ');
  if (before === after) return [];
  if (before === '') return [{ kind: 'runner-added', new: after, on }];
  if (after === '') return [{ kind: 'runner-removed', old: before, on }];
  return [replaced('runner-replaced', before, after, on)];
}

function diffProgram(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const changes: CommandChange[] = [];
  if (a.program !== b.program)
    changes.push({ ...replaced('program-replaced', a.program, b.program, on), sameBasename: a.name === b.name });
  const before = scriptOf(a);
  const after = scriptOf(b);
  if (before !== undefined && after !== undefined) {
    if (before.name !== after.name) changes.push(replaced('script-replaced', before.name, after.name, on));
  } else if (a.subcommand !== b.subcommand) {
    changes.push(replaced('subcommand-replaced', a.subcommand ?? '', b.subcommand ?? '', on));
  }
  return changes;
}

/**
 * Returns the differences in redirections. The destination of output makes no difference unless errors are discarded, another
 * file is read, or both commands write and the file differs.
 */
function diffRedirects(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const changes: CommandChange[] = [];
  if (a.stderrDiscarded !== b.stderrDiscarded) {
    changes.push(
      replaced('redirect-changed', a.stderrDiscarded ? '2>/dev/null' : '', b.stderrDiscarded ? '2>/dev/null' : '', on),
    );
  }
  const read = [targets(a.redirects, /^0?<$|^<<<$/), targets(b.redirects, /^0?<$|^<<<$/)] as const;
  if (read[0] !== read[1]) changes.push(replaced('redirect-changed', read[0], read[1], on));
  const written = [targets(a.redirects, /^[12&]?>[>|]?$/), targets(b.redirects, /^[12&]?>[>|]?$/)] as const;
  if (written[0] !== written[1] && written[0] !== '' && written[1] !== '')
    changes.push(replaced('redirect-changed', written[0], written[1], on));
  return changes;
}

function targets(redirects: readonly Redirection[], op: RegExp): string {
  return redirects
    .filter((redirect) => op.test(redirect.op) && !redirect.target.startsWith('/dev/'))
    .map((redirect) => `${redirect.op}${redirect.target}`)
    .join(' ');
}

function diffFallback(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const before = a.masks.includes('or-true');
  const after = b.masks.includes('or-true');
  if (before === after) return [];
  return [after ? { kind: 'fallback-added', new: '|| true', on } : { kind: 'fallback-removed', old: '|| true', on }];
}

function replaced(kind: CommandChange['kind'], before: string, after: string, on: string): CommandChange {
  return { kind, old: before === '' ? undefined : before, new: after === '' ? undefined : after, on };
}

/**
 * Returns the similarity of two commands: 1 minus the changed share, each part weighted by how much it says about the intent. The
 * program weighs as much as three operands; wrappers, redirections and variables hardly count.
 */
function similarityOf(a: ShellCommand, b: ShellCommand, changes: readonly CommandChange[]): number {
  let cost = 0;
  for (const change of changes) cost += costOf(change);
  const total = (weightOf(a) + weightOf(b)) / 2;
  return Math.max(0, Math.min(1, 1 - cost / total));
}

const PROGRAM = 3;
const SUBCOMMAND = 3;
const SCRIPT = 4;
const OPERAND = 1;
const FLAG = 0.5;
const SMALL = 0.25;

function weightOf(command: ShellCommand): number {
  let weight = PROGRAM;
  if (command.subcommand !== undefined) weight += SUBCOMMAND;
  for (const argument of command.arguments) weight += argument.kind === 'flag' ? FLAG : OPERAND;
  return weight;
}

function costOf(change: CommandChange): number {
  const { old = '', new: fresh = '' } = change;
  switch (change.kind) {
    case 'program-replaced':
      // python and python3, npm and pnpm are another spelling; grep and docker are another intent.
      return change.sameBasename ? SMALL : PROGRAM * (1 - 0.8 * textSimilarity(old, fresh));
    case 'subcommand-replaced':
      return SUBCOMMAND * (1 - 0.7 * textSimilarity(old, fresh));
    case 'script-replaced':
      // `run` says nothing: the script is the intent.
      return SCRIPT * (1 - textSimilarity(old, fresh));
    case 'operand-replaced':
      return change.sameBasename ? 0.3 : OPERAND * (1 - 0.8 * textSimilarity(old, fresh));
    case 'operand-added':
    case 'operand-removed':
      return OPERAND;
    case 'flag-added':
    case 'flag-removed':
      return FLAG;
    case 'flag-replaced':
      return FLAG * 0.6;
    case 'runner-added':
    case 'runner-removed':
    case 'runner-replaced':
    case 'dir-changed':
      return 0.5;
    default:
      return SMALL;
  }
}
