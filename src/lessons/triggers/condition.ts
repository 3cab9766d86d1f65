import { VALUE_SHAPES, type ValueShape } from '../../failures/value-shape.ts';
import { type Glob, parseGlob } from './glob.ts';
import { type PathGlob, parsePaths, parseRule } from './rule.ts';

/** A condition on the moment of the call, in addition to the rule on its text. */
export type Condition =
  | { readonly kind: 'directory'; readonly relation: 'is' | 'is not' | 'below'; readonly folder: string }
  | { readonly kind: 'not-read' }
  | { readonly kind: 'changed-since-read' }
  | { readonly kind: 'read-whole' }
  | { readonly kind: 'is-folder' }
  | { readonly kind: 'old-text-missing' }
  | { readonly kind: 'old-text-repeated' }
  | { readonly kind: 'old-equals-new' }
  | { readonly kind: 'backticks' }
  | { readonly kind: 'bare-brackets' }
  | { readonly kind: 'alone' }
  | { readonly kind: 'piped' | 'unpiped' }
  | { readonly kind: 'shape'; readonly shape: ValueShape }
  | { readonly kind: 'glob-without-file' }
  | { readonly kind: 'ran-since-read'; readonly command: readonly Glob[] }
  | { readonly kind: 'not-run'; readonly command: readonly Glob[] }
  | { readonly kind: 'running'; readonly command: readonly Glob[] }
  | { readonly kind: 'edited-since'; readonly paths: readonly PathGlob[]; readonly command: readonly Glob[] }
  | { readonly kind: 'shell'; readonly name: string }
  | { readonly kind: 'time-limit'; readonly seconds: number }
  | { readonly kind: 'argument'; readonly name: string; readonly relation: 'below' | 'above'; readonly bound: number }
  | { readonly kind: 'argument-is' | 'argument-is-not'; readonly name: string; readonly value: string }
  | { readonly kind: 'operands'; readonly most: number }
  | { readonly kind: 'without' | 'unquoted' | 'quoted'; readonly word: Glob };

/** A list of more conditions than this is more than a reader could follow. */
const MOST_CONDITIONS = 12;

/** Parses conditions joined by ` and `; undefined if one of them is invalid. */
export function parseConditions(text: string): Condition[] | undefined {
  const pieces = text.split(' and ');
  if (pieces.length > MOST_CONDITIONS) return undefined;
  // A command or a folder may contain the word itself: pieces that are invalid alone are tried together with the next ones.
  const read = (from: number): Condition[] | undefined => {
    if (from === pieces.length) return [];
    for (let to = from + 1; to <= pieces.length; to++) {
      const condition = parseCondition(pieces.slice(from, to).join(' and '));
      const rest = condition && read(to);
      if (rest) return [condition, ...rest];
    }
    return undefined;
  };
  return read(0);
}

/** Whether only the disk can decide, so that history cannot. */
export function needsDisk(text: string): boolean {
  return parseConditions(text)?.some(({ kind }) => ofDisk.has(kind)) ?? false;
}

/** Whether the condition is the very failure: a call for which it holds cannot work, and history has nothing to add. */
export function isCertain(text: string): boolean {
  return parseConditions(text)?.some(({ kind }) => certain.has(kind)) ?? false;
}

const certain: ReadonlySet<Condition['kind']> = new Set<Condition['kind']>([
  'old-text-missing',
  'old-text-repeated',
  'glob-without-file',
]);

const ofDisk: ReadonlySet<Condition['kind']> = new Set<Condition['kind']>([
  'old-text-missing',
  'old-text-repeated',
  'glob-without-file',
  'is-folder',
]);

const fixed: Readonly<Record<string, Condition>> = {
  'file not read': { kind: 'not-read' },
  'file changed since read': { kind: 'changed-since-read' },
  'file read whole': { kind: 'read-whole' },
  'file is a folder': { kind: 'is-folder' },
  'old text is not in the file': { kind: 'old-text-missing' },
  'old text is not unique in the file': { kind: 'old-text-repeated' },
  'old text equals new text': { kind: 'old-equals-new' },
  'backticks in double quotes': { kind: 'backticks' },
  'brackets in an unquoted path': { kind: 'bare-brackets' },
  'alone in its call': { kind: 'alone' },
  'behind a pipe': { kind: 'piped' },
  'not behind a pipe': { kind: 'unpiped' },
  'glob matches no file': { kind: 'glob-without-file' },
};

function parseCondition(text: string): Condition | undefined {
  if (Object.hasOwn(fixed, text)) return fixed[text];
  if (text.startsWith('cwd is not ')) return parseDirectory('is not', text.slice(11));
  if (text.startsWith('cwd is ')) return parseDirectory('is', text.slice(7));
  if (text.startsWith('cwd below ')) return parseDirectory('below', text.slice(10));
  if (text.startsWith('given a ')) return parseShape(text.slice(8));
  if (text.startsWith('shell is ')) return isWord(text.slice(9)) ? { kind: 'shell', name: text.slice(9) } : undefined;
  if (text.startsWith('without ')) return parseWord('without', text.slice(8));
  if (text.startsWith('unquoted ')) return parseWord('unquoted', text.slice(9));
  if (text.startsWith('quoted ')) return parseWord('quoted', text.slice(7));
  if (text.startsWith('operands above ')) {
    const most = /^\d{1,3}$/.exec(text.slice(15))?.[0];
    return most === undefined ? undefined : { kind: 'operands', most: Number(most) };
  }
  if (text.startsWith('time limit below ')) {
    const seconds = /^(\d{1,6}) s$/.exec(text.slice(17))?.[1];
    return seconds === undefined ? undefined : { kind: 'time-limit', seconds: Number(seconds) };
  }
  if (text.startsWith('argument ')) return parseArgument(text.slice(9));
  if (text.startsWith('edited ')) return parseEdited(text.slice(7));
  if (text.endsWith(' is running')) return parseCommand('running', text.slice(0, -11));
  if (text.endsWith(' has not run')) return parseCommand('not-run', text.slice(0, -12));
  if (text.endsWith(' ran since the file was read')) return parseCommand('ran-since-read', text.slice(0, -28));
  return undefined;
}

function parseShape(text: string): Condition | undefined {
  const shape = VALUE_SHAPES.find((known) => known === text);
  return shape && { kind: 'shape', shape };
}

function parseArgument(text: string): Condition | undefined {
  const [, given, not, value] = /^(\w+) is (not )?([\w.-]{1,60})$/.exec(text) ?? [];
  if (given !== undefined && value !== undefined)
    return { kind: not ? 'argument-is-not' : 'argument-is', name: given, value };
  const [, name, relation, bound] = /^(\w+) (below|above) (\d{1,12})$/.exec(text) ?? [];
  if (name === undefined || (relation !== 'below' && relation !== 'above')) return undefined;
  return { kind: 'argument', name, relation, bound: Number(bound) };
}

function parseDirectory(relation: 'is' | 'is not' | 'below', folder: string): Condition | undefined {
  const path = folder.endsWith('/') ? folder.slice(0, -1) : folder;
  if (path === '' || path.startsWith('/')) return undefined;
  return { kind: 'directory', relation, folder: path === '.' ? '' : path };
}

function parseEdited(text: string): Condition | undefined {
  const since = text.indexOf(' since Bash(');
  const paths = since < 1 ? undefined : parsePaths(text.slice(0, since));
  const rule = since < 1 ? undefined : parseRule(text.slice(since + 7));
  return paths && rule?.tool === 'Bash' && !rule.or ? { kind: 'edited-since', paths, command: rule.words } : undefined;
}

function parseCommand(kind: 'not-run' | 'running' | 'ran-since-read', text: string): Condition | undefined {
  const rule = parseRule(text);
  return rule?.tool === 'Bash' && !rule.or ? { kind, command: rule.words } : undefined;
}

function parseWord(kind: 'without' | 'unquoted' | 'quoted', text: string): Condition | undefined {
  const word = isWord(text) ? parseGlob(text) : undefined;
  return word && { kind, word };
}

function isWord(text: string): boolean {
  return text !== '' && !/\s/.test(text);
}
