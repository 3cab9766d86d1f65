import { align } from './align.ts';
import type { CommandChange } from './change.ts';
import type { Argument, ShellCommand, Word } from './command.ts';
import { cutLocation } from './path-shape.ts';
import { pathsOf } from './paths.ts';
import { scriptOf } from './script.ts';
import { textSimilarity } from './text-similarity.ts';

/** Differences between the arguments of two commands: one token changed is one change. */
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
  changes.push(...takeMoved(removed, added, on));
  changes.push(...takeJoined(removed, added, on));
  changes.push(...takeFlags(removed, added, on));
  changes.push(...takeOperands(removed, added, on, new Set(pathsOf(a)), new Set(pathsOf(b))));
  return changes;
}

/** All arguments but the words that spell a script, which is compared as such where both run one. */
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

/** Quotes around a plain word mean nothing; around a glob, a variable or a bracket they do. */
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

function takeMoved(removed: Argument[], added: Argument[], on: string): CommandChange[] {
  const moved: string[] = [];
  for (let at = removed.length - 1; at >= 0; at--) {
    const one = removed[at];
    if (one === undefined) continue;
    const to = added.findIndex((other) => keyOf(other) === keyOf(one));
    if (to < 0) continue;
    removed.splice(at, 1);
    added.splice(to, 1);
    moved.unshift(one.text);
  }
  return moved.length === 0 ? [] : [{ kind: 'order-changed', old: moved.join(' '), new: moved.join(' '), on }];
}

/** `My File.txt` without quotes is two words: put together they are the other side's one. */
function takeJoined(removed: Argument[], added: Argument[], on: string): CommandChange[] {
  const changes: CommandChange[] = [];
  const fuse = (many: Argument[], ones: Argument[]): void => {
    const one = ones.find((argument) => argument.kind === 'operand' && argument.text.includes(' '));
    if (one === undefined || many.length < 2 || many.map((argument) => argument.word.text).join(' ') !== one.text) return;
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

function takeFlags(removed: Argument[], added: Argument[], on: string): CommandChange[] {
  const changes: CommandChange[] = [];
  const replace = (matches: (one: Argument, other: Argument) => boolean): void => {
    for (const one of removed.filter((argument) => argument.kind === 'flag')) {
      const other = added.find((argument) => argument.kind === 'flag' && matches(one, argument));
      if (other === undefined) continue;
      removed.splice(removed.indexOf(one), 1);
      added.splice(added.indexOf(other), 1);
      changes.push({ kind: 'flag-replaced', ...flagSides(one, other), on });
    }
  };
  replace((one, other) => one.text === other.text);
  replace((one, other) => one.value !== undefined && one.value === other.value);
  replace(
    (one, other) => (one.value === undefined) === (other.value === undefined) && textSimilarity(one.text, other.text) >= 0.6,
  );
  for (const one of removed.filter((argument) => argument.kind === 'flag')) {
    changes.push({ kind: 'flag-removed', ...flagSides(one, undefined), on });
  }
  for (const other of added.filter((argument) => argument.kind === 'flag')) {
    changes.push({ kind: 'flag-added', ...flagSides(undefined, other), on });
  }
  return changes;
}

function flagSides(before: Argument | undefined, after: Argument | undefined): Omit<CommandChange, 'kind' | 'on'> {
  return {
    ...(before === undefined ? {} : { old: before.text }),
    ...(after === undefined ? {} : { new: after.text }),
    ...(before?.value === undefined ? {} : { oldValue: before.value }),
    ...(after?.value === undefined ? {} : { newValue: after.value }),
  };
}

function takeOperands(
  removed: Argument[],
  added: Argument[],
  on: string,
  paths: ReadonlySet<string>,
  newPaths: ReadonlySet<string>,
): CommandChange[] {
  const changes: CommandChange[] = [];
  const before = removed.filter((argument) => argument.kind === 'operand').map((argument) => argument.text);
  const after = added.filter((argument) => argument.kind === 'operand').map((argument) => argument.text);
  const pairUp = (matches: (old: string, fresh: string) => boolean): void => {
    for (const old of [...before]) {
      const fresh = after.find((text) => matches(old, text));
      if (fresh === undefined) continue;
      before.splice(before.indexOf(old), 1);
      after.splice(after.indexOf(fresh), 1);
      const isPath = paths.has(cutLocation(old)) && newPaths.has(cutLocation(fresh));
      changes.push({
        kind: 'operand-replaced',
        old,
        new: fresh,
        sameBasename: lastPart(old) === lastPart(fresh),
        isPath,
        on,
      });
    }
  };
  pairUp((old, fresh) => lastPart(old) === lastPart(fresh));
  if (before.length <= MAX_PAIRED && after.length <= MAX_PAIRED) pairUp((old, fresh) => textSimilarity(old, fresh) >= 0.5);
  // What is left over stands in the same place on both sides.
  if (before.length === after.length) pairUp(() => true);
  for (const old of before) changes.push({ kind: 'operand-removed', old, isPath: paths.has(cutLocation(old)), on });
  for (const fresh of after) changes.push({ kind: 'operand-added', new: fresh, isPath: newPaths.has(cutLocation(fresh)), on });
  return changes;
}

// Comparing every pair of more operands than this costs more than it tells.
const MAX_PAIRED = 40;

function lastPart(path: string): string {
  const file = cutLocation(path);
  const trimmed = file.endsWith('/') ? file.slice(0, -1) : file;
  return trimmed.slice(Math.max(trimmed.lastIndexOf('/'), trimmed.lastIndexOf('\\')) + 1);
}
