import type { Argument, ShellCommand, Word } from '../programs/command.ts';
import { cutLocation } from '../shared/path-shape.ts';
import type { CommandChange } from './change.ts';
import { pathsOf } from './paths.ts';
import { scriptOf } from './script.ts';
import { textSimilarity } from './text-similarity.ts';

/** Returns the differences between the arguments of two commands: one changed token is one change. */
export function diffArguments(a: ShellCommand, b: ShellCommand, on: string): CommandChange[] {
  const left = comparedArguments(a, b);
  const right = comparedArguments(b, a);
  const { left: partners, right: partnersBack } = align(left.map(keyOf), right.map(keyOf));
  const changes: CommandChange[] = [];
  for (let at = 0; at < left.length; at++) {
    const one = left[at];
    const other = right[partners[at] ?? -1];
    if (one !== undefined && other !== undefined) changes.push(...diffQuoting(one, other, on));
  }
  const removed = left.filter((_, at) => partners[at] === -1);
  const added = right.filter((_, at) => partnersBack[at] === -1);
  if (removed.length === 0 && added.length === 0) return changes;
  if (takeMoved(removed, added))
    changes.push({ kind: 'order-changed', old: a.args.join(' '), new: b.args.join(' '), on });
  changes.push(...takeJoined(removed, added, on));
  changes.push(...takeFlags(removed, added, on));
  changes.push(...takeOperands(removed, added, on, a, b));
  return changes;
}

/** Returns all arguments except the words that spell a script, which is compared as a script if both commands run one. */
function comparedArguments(command: ShellCommand, other: ShellCommand): Argument[] {
  const script = scriptOf(other) === undefined ? undefined : scriptOf(command);
  if (script === undefined || script.operands.length === 0) return [...command.arguments];
  const spelled = [...script.operands];
  return command.arguments.filter((argument) => {
    const at = argument.kind === 'operand' ? spelled.indexOf(argument.text) : -1;
    if (at >= 0) spelled.splice(at, 1);
    return at < 0;
  });
}

function keyOf(argument: Argument): string {
  return argument.kind === 'flag' ? `f${argument.text}\0${argument.value ?? ''}` : `o${argument.text}`;
}

/** Returns a change of quoting. Quotes around a plain word mean nothing; around a glob, a variable or a bracket they do. */
function diffQuoting(a: Argument, b: Argument, on: string): CommandChange[] {
  const pairs: [Word | undefined, Word | undefined][] = [
    [a.word, b.word],
    [a.valueWord, b.valueWord],
  ];
  for (const [one, other] of pairs) {
    if (one === undefined || other === undefined) continue;
    const differs = one.hasExpansion !== other.hasExpansion || one.isGlob !== other.isGlob;
    const unsafe = one.quoted !== other.quoted && /[\s$*?[\](){}<>|&;!\\~#]/.test(one.text) && one.text === other.text;
    if (differs || unsafe) return [{ kind: 'quoting-changed', old: show(one), new: show(other), on }];
  }
  return [];
}

function show(word: Word): string {
  if (!word.quoted) return word.text;
  return word.hasExpansion || word.text.includes("'") ? `"${word.text}"` : `'${word.text}'`;
}

/** Removes the arguments that both sides have at different positions, and returns whether there were any. */
function takeMoved(removed: Argument[], added: Argument[]): boolean {
  return takePairs(removed, added, keyOf).length > 0;
}

/** Removes words that, joined, are one word of the other side: `My File.txt` without quotes is two words. */
function takeJoined(removed: Argument[], added: Argument[], on: string): CommandChange[] {
  const changes: CommandChange[] = [];
  const fuse = (many: Argument[], ones: Argument[]): void => {
    const one = ones.find((argument) => argument.kind === 'operand' && argument.text.includes(' '));
    if (one === undefined || many.length < 2 || many.map((argument) => argument.word.text).join(' ') !== one.text)
      return;
    const apart = one.text;
    many.length = 0;
    ones.splice(ones.indexOf(one), 1);
    changes.push({
      kind: 'quoting-changed',
      old: many === removed ? apart : `'${apart}'`,
      new: many === removed ? `'${apart}'` : apart,
      on,
    });
  };
  fuse(removed, added);
  fuse(added, removed);
  return changes;
}

function ofKind(list: Argument[], kind: Argument['kind']): Argument[] {
  return list.filter((argument) => argument.kind === kind);
}

function takeFlags(removed: Argument[], added: Argument[], on: string): CommandChange[] {
  const before = ofKind(removed, 'flag');
  const after = ofKind(added, 'flag');
  const pairs = [
    ...takePairs(before, after, (flag) => flag.text),
    ...takePairs(before, after, (flag) => flag.value),
    ...takeAlike(before, after, 0.6, (flag) => `${flag.text}${flag.value === undefined ? '' : '='}`),
  ];
  return [
    ...pairs.map(([one, other]): CommandChange => ({ kind: 'flag-replaced', ...flagSides(one, other), on })),
    ...before.map((one): CommandChange => ({ kind: 'flag-removed', ...flagSides(one, undefined), on })),
    ...after.map((other): CommandChange => ({ kind: 'flag-added', ...flagSides(undefined, other), on })),
  ];
}

function flagSides(before: Argument | undefined, after: Argument | undefined): Omit<CommandChange, 'kind' | 'on'> {
  return {
    old: before?.text,
    new: after?.text,
    oldValue: before?.value === undefined ? undefined : before.value,
    newValue: after?.value === undefined ? undefined : after.value,
  };
}

function takeOperands(
  removed: Argument[],
  added: Argument[],
  on: string,
  a: ShellCommand,
  b: ShellCommand,
): CommandChange[] {
  const before = ofKind(removed, 'operand');
  const after = ofKind(added, 'operand');
  const pairs = [
    ...takePairs(before, after, (operand) => lastPart(operand.text)),
    ...takeAlike(before, after, 0.5, (operand) => operand.text),
  ];
  // If both sides have the same number of arguments left, these are at the same positions.
  if (before.length === after.length) pairs.push(...takePairs(before, after, () => ''));
  if (pairs.length === 0 && before.length === 0 && after.length === 0) return [];
  const paths = new Set(pathsOf(a));
  const newPaths = new Set(pathsOf(b));
  const isOld = (operand: Argument): boolean => paths.has(cutLocation(operand.text));
  const isNew = (operand: Argument): boolean => newPaths.has(cutLocation(operand.text));
  return [
    ...pairs.map(([one, other]): CommandChange => {
      const sameBasename = lastPart(one.text) === lastPart(other.text);
      return {
        kind: 'operand-replaced',
        old: one.text,
        new: other.text,
        sameBasename,
        isPath: isOld(one) && isNew(other),
        on,
      };
    }),
    ...before.map((one): CommandChange => ({ kind: 'operand-removed', old: one.text, isPath: isOld(one), on })),
    ...after.map((other): CommandChange => ({ kind: 'operand-added', new: other.text, isPath: isNew(other), on })),
  ];
}

function lastPart(path: string): string {
  const file = cutLocation(path);
  const trimmed = file.endsWith('/') ? file.slice(0, -1) : file;
  return trimmed.slice(Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\')) + 1);
}

/** The positions at which two sequences stay in step. */
interface Alignment {
  /** For each item of the first sequence, the index of its partner in the second, or -1. */
  readonly left: Int32Array;
  /** For each item of the second sequence, the index of its partner in the first, or -1. */
  readonly right: Int32Array;
}

// Above this number of cells the middle stays unaligned; only commands with over 500 differing words get there.
const MAX_CELLS = 250_000;

/** Aligns two sequences of keys by their longest common subsequence. */
function align(a: readonly string[], b: readonly string[]): Alignment {
  const left = new Int32Array(a.length).fill(-1);
  const right = new Int32Array(b.length).fill(-1);
  const pair = (i: number, j: number): void => {
    left[i] = j;
    right[j] = i;
  };
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) {
    pair(start, start);
    start++;
  }
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) pair(--endA, --endB);
  const rows = endA - start;
  const columns = endB - start;
  if (rows === 0 || columns === 0 || rows * columns > MAX_CELLS) return { left, right };

  const width = columns + 1;
  const lengths = new Uint16Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; i--) {
    for (let j = columns - 1; j >= 0; j--) {
      const at = i * width + j;
      if (a[start + i] === b[start + j]) lengths[at] = (lengths[at + width + 1] ?? 0) + 1;
      else lengths[at] = Math.max(lengths[at + width] ?? 0, lengths[at + 1] ?? 0);
    }
  }
  let i = 0;
  let j = 0;
  while (i < rows && j < columns) {
    const at = i * width + j;
    if (a[start + i] === b[start + j]) pair(start + i++, start + j++);
    else if ((lengths[at + width] ?? 0) >= (lengths[at + 1] ?? 0)) i++;
    else j++;
  }
  return { left, right };
}

/** Removes pairs with equal keys from both lists, in order; items without a key stay. Linear. */
function takePairs<T>(left: T[], right: T[], keyOf: (item: T) => string | undefined): [T, T][] {
  const waiting = new Map<string, T[]>();
  for (let at = right.length - 1; at >= 0; at--) {
    const item = right[at];
    const key = item === undefined ? undefined : keyOf(item);
    if (item === undefined || key === undefined) continue;
    const same = waiting.get(key);
    if (same === undefined) waiting.set(key, [item]);
    else same.push(item);
  }
  const pairs: [T, T][] = [];
  for (const item of left) {
    const key = keyOf(item);
    const other = key === undefined ? undefined : waiting.get(key)?.pop();
    if (other !== undefined) pairs.push([item, other]);
  }
  remove(left, right, pairs);
  return pairs;
}

// Comparing every pair of more items than this costs more than it reveals.
const MAX_COMPARED = 40;

/** Removes, for each item, the most similar item of the other list that is similar enough. */
function takeAlike<T>(left: T[], right: T[], threshold: number, textOf: (item: T) => string): [T, T][] {
  if (left.length > MAX_COMPARED || right.length > MAX_COMPARED) return [];
  const free = new Set(right);
  const pairs: [T, T][] = [];
  for (const item of left) {
    let best: T | undefined;
    let bestScore = threshold;
    for (const other of free) {
      const score = textSimilarity(textOf(item), textOf(other));
      if (score < bestScore || (best !== undefined && score === bestScore)) continue;
      best = other;
      bestScore = score;
    }
    if (best === undefined) continue;
    free.delete(best);
    pairs.push([item, best]);
  }
  remove(left, right, pairs);
  return pairs;
}

function remove<T>(left: T[], right: T[], pairs: readonly [T, T][]): void {
  if (pairs.length === 0) return;
  const taken = new Set(pairs.flat());
  for (const list of [left, right]) {
    const kept = list.filter((item) => !taken.has(item));
    list.length = 0;
    for (const item of kept) list.push(item);
  }
}
