import { type ExpressionNode, parseExpression, type RefusedExpression } from './expression-syntax.ts';

/**
 * A regular expression that is matched in linear time: all possible states are tracked at once (Thompson's construction), so that
 * no text and no expression makes it slow. Case is ignored. A space also matches a line break, and so does `.`: terminals and
 * loggers wrap lines. `^` and `$` are the beginning and the end of a line.
 */
export interface Expression {
  source: string;
  /** Texts in lower case, of which one is in every text that matches. */
  literals: readonly string[];
  /** Texts in lower case that are all in every text that matches, once its line breaks are replaced by spaces. */
  pieces: readonly string[];
  program: readonly ExpressionStep[];
}

/** One state: the characters that it consumes, or the states to which it leads without consuming any. */
export type ExpressionStep =
  | { do: 'take'; ranges: readonly (readonly [number, number])[]; not?: boolean }
  | { do: 'split'; to: readonly [number, number] }
  | { do: 'jump'; to: number }
  | { do: 'check'; what: 'start' | 'end' | 'word-edge' | 'no-word-edge' }
  | { do: 'match' };

/** `a{1,50}` is fifty states; an expression with more than this is not a pattern of errors. */
const MOST_STATES = 600;

/** Compiles an expression, or returns the reason why it is refused. */
export function compileExpression(source: string): Expression | RefusedExpression {
  const node = parseExpression(source);
  if ('reason' in node) return node;
  const literals = requiredLiterals(node);
  // A single letter is in every error.
  if (!literals?.every((text) => (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) > 1))
    return { reason: 'it names no text that every such error has' };
  const program: ExpressionStep[] = [];
  if (!emit(node, program)) return { reason: 'it repeats too much' };
  program.push({ do: 'match' });
  return { source, literals, pieces: requiredPieces(node), program };
}

/** Whether it matches anywhere in a text, which is in lower case. */
export function matchExpression({ program, literals }: Expression, text: string): boolean {
  if (!literals.some((literal) => text.includes(literal))) return false;
  let current = new StateSet(program.length);
  let next = new StateSet(program.length);
  for (let at = 0; at <= text.length; at++) {
    if (follow(program, current, 0, text, at)) return true;
    if (at === text.length) return false;
    const code = text.charCodeAt(at);
    next.clear();
    for (let index = 0; index < current.size; index++) {
      const state = current.at(index);
      const step = program[state];
      if (step?.do === 'take' && takes(step, code) && follow(program, next, state + 1, text, at + 1)) return true;
    }
    [current, next] = [next, current];
  }
  return false;
}

/** Adds a state and all states to which it leads without consuming a character; true if one of them is a match. */
function follow(
  program: readonly ExpressionStep[],
  states: StateSet,
  first: number,
  text: string,
  at: number,
): boolean {
  const waiting = [first];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (!states.add(state)) continue;
    const step = program[state];
    if (step?.do === 'match') return true;
    if (step?.do === 'jump') waiting.push(step.to);
    else if (step?.do === 'split') waiting.push(step.to[1], step.to[0]);
    else if (step?.do === 'check' && holds(step.what, text, at)) waiting.push(state + 1);
  }
  return false;
}

function takes({ ranges, not }: Extract<ExpressionStep, { do: 'take' }>, code: number): boolean {
  for (const [from, to] of ranges) if (code >= from && code <= to) return not !== true;
  return not === true;
}

function holds(what: 'start' | 'end' | 'word-edge' | 'no-word-edge', text: string, at: number): boolean {
  if (what === 'start') return at === 0 || text[at - 1] === '\n';
  if (what === 'end') return at === text.length || text[at] === '\n';
  const isEdge = isWord(text.charCodeAt(at - 1)) !== isWord(text.charCodeAt(at));
  return isEdge === (what === 'word-edge');
}

function isWord(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 48 && code <= 57) || code === 95 || (code >= 65 && code <= 90);
}

/** A set of state numbers, in the order in which they were added. */
class StateSet {
  readonly #list: Int32Array;
  readonly #marks: Int32Array;
  #round = 1;
  size = 0;

  constructor(count: number) {
    this.#list = new Int32Array(count);
    this.#marks = new Int32Array(count);
  }

  add(state: number): boolean {
    if (this.#marks[state] === this.#round) return false;
    this.#marks[state] = this.#round;
    this.#list[this.size++] = state;
    return true;
  }

  at(index: number): number {
    return this.#list[index] ?? 0;
  }

  clear(): void {
    this.size = 0;
    this.#round += 1;
  }
}

/** Writes the states of a node; false if there are too many. */
function emit(node: ExpressionNode, program: ExpressionStep[]): boolean {
  if (program.length > MOST_STATES) return false;
  switch (node.type) {
    case 'take':
      program.push({ do: 'take', ranges: node.ranges, not: node.not ? true : undefined });
      return true;
    case 'check':
      program.push({ do: 'check', what: node.what });
      return true;
    case 'sequence':
      return node.parts.every((part) => emit(part, program));
    case 'choice':
      return emitChoice(node.parts, program);
    case 'repeat': {
      for (let count = 0; count < node.min; count++) if (!emit(node.part, program)) return false;
      return node.max === undefined
        ? emitStar(node.part, program)
        : emitOptional(node.part, node.max - node.min, program);
    }
  }
}

function emitChoice(parts: readonly ExpressionNode[], program: ExpressionStep[]): boolean {
  const ends: number[] = [];
  for (const [index, part] of parts.entries()) {
    const split = program.length;
    if (index < parts.length - 1) program.push({ do: 'jump', to: 0 });
    if (!emit(part, program)) return false;
    if (index === parts.length - 1) continue;
    ends.push(program.length);
    program.push({ do: 'jump', to: 0 });
    program[split] = { do: 'split', to: [split + 1, program.length] };
  }
  for (const end of ends) program[end] = { do: 'jump', to: program.length };
  return true;
}

function emitStar(part: ExpressionNode, program: ExpressionStep[]): boolean {
  const split = program.length;
  program.push({ do: 'jump', to: 0 });
  if (!emit(part, program)) return false;
  program.push({ do: 'jump', to: split });
  program[split] = { do: 'split', to: [split + 1, program.length] };
  return true;
}

function emitOptional(part: ExpressionNode, times: number, program: ExpressionStep[]): boolean {
  const splits: number[] = [];
  for (let count = 0; count < times; count++) {
    splits.push(program.length);
    program.push({ do: 'jump', to: 0 });
    if (!emit(part, program)) return false;
  }
  for (const split of splits) program[split] = { do: 'split', to: [split + 1, program.length] };
  return true;
}

/** Returns texts of which one is in everything that matches; the longest that can be determined. */
function requiredLiterals(node: ExpressionNode): string[] | undefined {
  switch (node.type) {
    case 'take':
      return node.text === undefined ? undefined : [node.text];
    case 'check':
      return undefined;
    case 'repeat':
      return node.min > 0 ? requiredLiterals(node.part) : undefined;
    case 'choice': {
      const all = node.parts.map(requiredLiterals);
      const texts = all.flatMap((each) => each ?? []);
      return all.every((each) => each !== undefined) && texts.length <= MOST_LITERALS ? texts : undefined;
    }
    case 'sequence': {
      const options: string[][] = [];
      let run = '';
      for (const part of [...node.parts, undefined]) {
        const text = part?.type === 'take' ? part.text : undefined;
        // A space may be a line break.
        if (text !== undefined && text !== ' ') {
          run += text;
          continue;
        }
        if (run !== '') options.push([run]);
        run = '';
        const inner = part && part.type !== 'take' ? requiredLiterals(part) : undefined;
        if (inner) options.push(inner);
      }
      return options.toSorted((a, b) => shortest(b) - shortest(a))[0];
    }
  }
}

/** Returns every piece of plain text at the top level of an expression. */
function requiredPieces(node: ExpressionNode): string[] {
  if (node.type !== 'sequence') return [];
  const runs = node.parts.map(
    (part) => (part.type === 'take' && !/[\n\r]/.test(part.text ?? '') ? part.text : undefined) ?? '\n',
  );
  return runs.join('').split('\n').filter(Boolean);
}

const MOST_LITERALS = 16;

function shortest(texts: readonly string[]): number {
  return Math.min(...texts.map(({ length }) => length));
}
