import type { MaskReason, Redirection, Word } from '../programs/command.ts';
import { type CommandFrame, emitCommand, maskedFrame, type Walk } from './build-command.ts';
import type { ShellState } from './shell-state.ts';

/** The operator between two commands. */
export type Separator = '|' | '&&' | '||' | ';' | '&' | '';

/** A command as a tokenizer without a grammar sees it. */
export interface Segment {
  /** The program and its arguments. */
  readonly words: Word[];
  /** The redirections, in order. */
  readonly redirects: Redirection[];
  /** The assignments in front of the program. */
  readonly assigned: Record<string, string> | undefined;
  /** The source text of the command. */
  readonly source: string;
  /** The operator after it. */
  readonly then: Separator;
}

const SWALLOWS = /^(?:true|:|echo|printf|write-host|write-output)$/i;

/** Emits a flat sequence of commands, with the masks that their separators imply. */
export function emitSegments(segments: readonly Segment[], state: ShellState, frame: CommandFrame, walk: Walk): void {
  const masks = masksOf(segments);
  for (let at = 0; at < segments.length; at++) {
    const segment = segments[at];
    if (segment === undefined) break;
    let inner = frame;
    for (const reason of masks[at] ?? []) inner = maskedFrame(inner, reason);
    if (segments[at - 1]?.then === '|') inner = { ...inner, piped: true };
    if (segments[at - 1]?.then === '||') inner = { ...inner, conditional: true };
    emitCommand(segment, state, inner, walk);
  }
}

/** Returns the masks of each command in one pass from the end, because later commands decide the value of an earlier status. */
function masksOf(segments: readonly Segment[]): MaskReason[][] {
  const masks: MaskReason[][] = [];
  let fallback: MaskReason | undefined;
  let followed = false;
  for (let at = segments.length - 1; at >= 0; at--) {
    const segment = segments[at];
    const { then = '' } = segment ?? {};
    if (then === ';' || then === '&') {
      fallback = undefined;
      followed ||= at < segments.length - 1;
    }
    if (then === '||') fallback = SWALLOWS.test(segments[at + 1]?.words[0]?.text ?? '') ? 'or-true' : 'or-else';
    const own: MaskReason[] = [];
    if (then === '|') own.push('pipe');
    if (then === '&') own.push('background');
    if (fallback !== undefined) own.push(fallback);
    if (followed) own.push('sequence');
    masks[at] = own;
  }
  return masks;
}
