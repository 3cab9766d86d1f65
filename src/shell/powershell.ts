import type { Redirection, Word } from '../programs/command.ts';
import { type CommandFrame, exportVariable, type Walk } from './build-command.ts';
import { type PowerShellToken, tokenizePowerShell } from './powershell-tokens.ts';
import { POWERSHELL_KEYWORDS } from './powershell-words.ts';
import { emitSegments, type Segment, type Separator } from './segments.ts';
import type { ShellState } from './shell-state.ts';

/**
 * Reads a PowerShell text into the walk: commands, pipes and lists; bodies of control structures are read as if they ran in
 * order.
 */
export function readPowerShell(text: string, state: ShellState, frame: CommandFrame, walk: Walk): boolean {
  const { tokens, hereString, closed } = tokenizePowerShell(text);
  if (hereString) walk.heredoc = true;
  // Emitted one statement at a time, so that `$env:X = 1` applies to the following statements.
  for (const statement of statementsOf(tokens, text)) {
    if (statement.variable !== undefined) exportVariable(statement.variable, statement.value, state);
    else emitSegments(statement.segments, state, statement.last ? frame : { ...frame, masks: mask(frame) }, walk);
  }
  return closed;
}

interface PowerShellStatement {
  segments: Segment[];
  variable: string | undefined;
  value: string;
  last: boolean;
}

function mask(frame: CommandFrame): CommandFrame['masks'] {
  return frame.masks.includes('sequence') ? frame.masks : [...frame.masks, 'sequence'];
}

function statementsOf(tokens: readonly PowerShellToken[], text: string): PowerShellStatement[] {
  const statements: PowerShellStatement[] = [];
  let segments: Segment[] = [];
  let words: PowerShellToken[] = [];
  let start = 0;

  const finishSegment = (then: Separator, end: number): void => {
    if (words.length === 0) return;
    const segment = toSegment(words, text.slice(start, end).trim(), then);
    if (segment !== undefined) segments.push(segment);
    words = [];
  };
  const finishStatement = (end: number): void => {
    const assignment = words.length > 0 && segments.length === 0 ? environmentAssignment(words) : undefined;
    if (assignment !== undefined) {
      statements.push({ segments: [], variable: assignment[0], value: assignment[1], last: false });
      words = [];
      return;
    }
    finishSegment('', end);
    if (segments.length > 0) statements.push({ segments, variable: undefined, value: '', last: false });
    segments = [];
  };

  for (const token of tokens) {
    if (token.kind === 'word') {
      if (words.length === 0) start = token.start;
      words.push(token);
    } else if (token.kind === 'end') {
      finishStatement(token.start);
    } else {
      finishSegment(token.text as Separator, token.start);
    }
  }
  finishStatement(text.length);
  const last = statements.findLast((statement) => statement.variable === undefined);
  if (last !== undefined) last.last = true;
  return statements;
}

function environmentAssignment(words: readonly PowerShellToken[]): readonly [string, string] | undefined {
  const match = /^\$env:(\w+)(=?)(.*)$/is.exec(words[0]?.word.text ?? '');
  if (match === null) return undefined;
  const attached = match[2] === '=' ? (match[3] ?? '') : undefined;
  if (attached !== undefined && attached !== '') return [match[1] ?? '', attached];
  const rest = attached === undefined ? words.slice(2) : words.slice(1);
  if (attached === undefined && words[1]?.word.text !== '=') return undefined;
  return [match[1] ?? '', rest.map((word) => word.word.text).join(' ')];
}

function toSegment(tokens: readonly PowerShellToken[], source: string, then: Separator): Segment | undefined {
  const words: Word[] = [];
  const redirects: Redirection[] = [];
  for (let at = commandStart(tokens); at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    const redirect = token.word.quoted ? null : /^([1-6*]?>>?|<)(&[12])?(.*)$/s.exec(token.word.text);
    if (redirect === null) words.push(token.word);
    else if (redirect[2] !== undefined) redirects.push({ op: `${redirect[1] ?? ''}&`, target: redirect[2].slice(1) });
    else
      redirects.push({
        op: redirect[1] ?? '',
        target: redirect[3] === '' ? (tokens[++at]?.word.text ?? '') : (redirect[3] ?? ''),
      });
  }
  const first = words[0];
  if (first === undefined) return undefined;
  // A value on its own (`$x.Count`, `'text'`, `(1 + 2)`) runs nothing unless the call operator precedes it.
  const called = tokens[commandStart(tokens) - 1]?.word.text === '&';
  if (!called && (first.quoted || /^[$([@\d]/.test(first.text))) return undefined;
  return { words, redirects, assigned: undefined, source, then };
}

/** Skips the call operator, `$x =`, and a keyword with its condition. */
function commandStart(tokens: readonly PowerShellToken[]): number {
  let at = 0;
  while (POWERSHELL_KEYWORDS.has((tokens[at]?.word.text ?? '').toLowerCase())) {
    at++;
    if (tokens[at]?.word.text.startsWith('(')) at++;
  }
  const first = tokens[at]?.word.text ?? '';
  if (first.startsWith('$') && /^[-+]?=$/.test(tokens[at + 1]?.word.text ?? '')) at += 2;
  if (tokens[at]?.word.text === '&') at++;
  return at;
}
