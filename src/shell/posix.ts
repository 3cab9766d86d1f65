import {
  type AndOr,
  type Assignment,
  type Command,
  type CommandNode,
  type Pipeline,
  type PipelineNode,
  parse,
  type Redirected,
  type Statement,
  type Redirection as SyntaxRedirection,
} from 'unbash';
import type { MaskReason, Redirection, Word } from '../programs/command.ts';
import { type CommandFrame, discardsStderr, emitCommand, maskedFrame, type Walk } from './build-command.ts';
import { fallbackMask, handsOnStatus, readsPipeStatus } from './exit-status.ts';
import { plainShellWord, readWord, wordsOfTest } from './read-word.ts';
import type { ShellState } from './shell-state.ts';
import { type Nesting, scriptsIn } from './substitutions.ts';

/**
 * Reads a POSIX or bash text into the walk. Returns false, and adds nothing, if the shell would reject it or it is unreasonably
 * large.
 */
export function readPosix(text: string, state: ShellState, frame: CommandFrame, walk: Walk): boolean {
  if (isTooNested(text)) return false;
  const before = walk.commands.length;
  try {
    const script = parse(text);
    if (script.errors !== undefined && script.errors.length > 0) return false;
    if (readsPipeStatus(text)) state.pipefail = true;
    new PosixReader(text, walk).statements(script.commands, state, frame);
    return true;
  } catch {
    // The parser overflows the stack on thousands of nested functions, and so would this walk.
    walk.commands.length = before;
    return false;
  }
}

// The parser takes quadratic time on unclosed braces and brackets: 20,000 of them take 2.3 s, 150 nothing.
const MAX_OPEN = 150;

function isTooNested(text: string): boolean {
  let braces = 0;
  let brackets = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 123) braces++;
    else if (code === 125) braces -= braces > 0 ? 1 : 0;
    else if (code === 91) brackets++;
    else if (code === 93) brackets -= brackets > 0 ? 1 : 0;
    else continue;
    if (braces > MAX_OPEN || brackets > MAX_OPEN) return true;
  }
  return false;
}

class PosixReader {
  readonly #source: string;
  readonly #walk: Walk;

  constructor(source: string, walk: Walk) {
    this.#source = source;
    this.#walk = walk;
  }

  statements(list: readonly Statement[], state: ShellState, frame: CommandFrame): void {
    const handed = list.length > 1 && handsOnStatus(list);
    const early = list.length > 1 && !handed ? maskedFrame(frame, 'sequence') : frame;
    const last = list.length - 1;
    for (let at = 0; at <= last; at++) {
      const statement = list[at];
      if (statement === undefined) break;
      if (statement.background === true) this.#node(statement.command, { ...state }, maskedFrame(frame, 'background'));
      else this.#node(statement.command, state, at === last || state.errexit ? frame : early);
    }
  }

  #node(node: PipelineNode | AndOr, state: ShellState, frame: CommandFrame): void {
    if (node.type === 'Command') this.#command(node, state, frame);
    else if (node.type === 'AndOr') this.#chain(node, state, frame);
    else if (node.type === 'Pipeline') this.#pipeline(node, state, frame);
    else this.#compound(node, state, frame);
  }

  #chain(node: AndOr, state: ShellState, frame: CommandFrame): void {
    const { commands, operators } = node;
    const masks = new Array<MaskReason | undefined>(commands.length);
    let mask: MaskReason | undefined;
    for (let at = commands.length - 1; at >= 0; at--) {
      masks[at] = mask;
      const command = commands[at];
      if (operators[at - 1] === '||' && command !== undefined) mask = fallbackMask(command) ?? mask;
    }
    for (let at = 0; at < commands.length; at++) {
      const command = commands[at];
      if (command === undefined) break;
      const isFallback = operators[at - 1] === '||';
      const inner = maskedFrame(frame, masks[at]);
      this.#node(command, isFallback ? { ...state } : state, isFallback ? { ...inner, conditional: true } : inner);
    }
  }

  #pipeline(node: Pipeline, state: ShellState, outer: CommandFrame): void {
    let frame = outer;
    for (const prefix of node.prefixes) {
      if (prefix.type === 'Negation') frame = maskedFrame(frame, 'negated');
      else frame = { ...frame, wrappers: [...frame.wrappers, 'time'] };
    }
    const last = node.commands.length - 1;
    if (last === 0) {
      const only = node.commands[0];
      if (only !== undefined) this.#node(only, state, frame);
      return;
    }
    const early = state.pipefail ? frame : maskedFrame(frame, 'pipe');
    for (let at = 0; at <= last; at++) {
      const command = node.commands[at];
      if (command === undefined) break;
      const own = at === last ? frame : early;
      this.#node(command, { ...state }, at === 0 ? own : { ...own, piped: true, wrappers: outer.wrappers });
    }
  }

  #compound(node: Exclude<CommandNode, Command>, state: ShellState, frame: CommandFrame): void {
    const branch = { ...frame, conditional: true };
    switch (node.type) {
      case 'Subshell':
        this.statements(node.body.commands, { ...state }, frame);
        return;
      case 'BraceGroup':
        this.statements(node.body.commands, state, frame);
        return;
      case 'Redirected':
        this.#redirected(node, state, frame);
        return;
      case 'If':
        this.statements(node.clause.commands, state, maskedFrame(frame, 'condition'));
        this.statements(node.then.commands, { ...state }, branch);
        for (const other of node.elif) {
          this.statements(other.clause.commands, { ...state }, maskedFrame(branch, 'condition'));
          this.statements(other.then.commands, { ...state }, branch);
        }
        if (node.else !== undefined) this.statements(node.else.commands, { ...state }, branch);
        return;
      case 'While':
        this.statements(node.clause.commands, { ...state }, maskedFrame(frame, 'condition'));
        this.statements(node.body.commands, { ...state }, maskedFrame(branch, 'loop'));
        return;
      case 'For':
      case 'Select':
        for (const word of node.wordlist ?? []) this.#nested(word, state, frame, 'substitution');
        this.statements(node.body.commands, { ...state }, maskedFrame(branch, 'loop'));
        return;
      case 'ArithmeticFor':
        this.statements(node.body.commands, { ...state }, maskedFrame(branch, 'loop'));
        return;
      case 'Case':
        this.#nested(node.word, state, frame, 'substitution');
        for (const item of node.items) this.statements(item.body.commands, { ...state }, branch);
        return;
      case 'Coproc':
        if (node.body.type !== 'CompoundList') this.#node(node.body, { ...state }, maskedFrame(frame, 'background'));
        return;
      case 'TestCommand': {
        const words = wordsOfTest(node.expression);
        emitCommand({ words, assigned: undefined, redirects: [], source: this.#text(node) }, state, frame, this.#walk);
        return;
      }
      // A function's body runs when it is called, and arithmetic runs nothing.
      case 'Function':
      case 'ArithmeticCommand':
        return;
    }
  }

  #redirected(node: Redirected, state: ShellState, frame: CommandFrame): void {
    const redirects = node.redirects.map(readRedirection);
    if (node.redirects.some((redirect) => redirect.type === 'HereDoc')) this.#walk.heredoc = true;
    this.#compound(node.command, state, discardsStderr(redirects) ? { ...frame, quiet: true } : frame);
  }

  #command(node: Command, state: ShellState, frame: CommandFrame): void {
    const { name } = node;
    const words: Word[] = [];
    const redirects: Redirection[] = [];
    const nesting: Nesting[] = [];
    let assigned: Record<string, string> | undefined;
    if (name !== undefined) {
      words.push(readWord(name));
      nesting.push(name);
    }
    for (const part of node.prefix) {
      if (part.type === 'Assignment') {
        assigned ??= {};
        assigned[part.name] = assignedText(part);
        nesting.push(part);
      } else {
        redirects.push(readRedirection(part));
        nesting.push(part);
      }
    }
    for (const part of node.suffix) {
      if (part.type === 'Word') words.push(readWord(part));
      else if (part.type === 'Assignment') words.push(plainShellWord(`${part.name}=${assignedText(part)}`));
      else redirects.push(readRedirection(part));
      nesting.push(part);
    }
    if (name === undefined) {
      // The status of `x=$(cmd)` is that of the command.
      for (const part of nesting) this.#nested(part, state, frame);
      return;
    }
    if (redirects.some((redirect) => /(?:^|[^<])<<-?$/.test(redirect.op))) this.#walk.heredoc = true;
    const opened = emitCommand({ words, assigned, redirects, source: this.#text(node) }, state, frame, this.#walk);
    if (opened) return;
    for (const part of nesting) this.#nested(part, state, frame, 'substitution');
  }

  #nested(part: Nesting, state: ShellState, frame: CommandFrame, mask?: MaskReason): void {
    for (const script of scriptsIn(part, frame.depth)) {
      const reader = script.source === undefined ? this : new PosixReader(script.source, this.#walk);
      const inner = { ...maskedFrame(frame, mask), nested: true, piped: false, wrappers: [], depth: frame.depth + 1 };
      reader.statements(script.commands, { ...state }, inner);
    }
  }

  #text(node: { readonly pos: number; readonly end: number }): string {
    return this.#source.slice(node.pos, node.end);
  }
}

function assignedText(assignment: Assignment): string {
  const { value } = assignment;
  return value.type === 'Word' ? value.value : assignment.text.slice(assignment.text.indexOf('=') + 1);
}

/** Reads redirections of the syntax tree: the descriptor joins the operator, quotes are removed from the target. */
function readRedirection(node: SyntaxRedirection): Redirection {
  const descriptor = node.descriptor;
  const prefix =
    descriptor === undefined
      ? ''
      : descriptor.type === 'FileDescriptor'
        ? `${descriptor.value}`
        : `{${descriptor.name}}`;
  const target = node.type === 'HereDoc' ? (node.delimiter?.value ?? '') : (node.target?.value ?? '');
  return { op: `${prefix}${node.operator}`, target };
}
