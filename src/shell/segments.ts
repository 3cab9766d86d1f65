import type { MaskReason, Redirection, Word } from '../programs/command.ts';
import { type CommandFrame, emitCommand, maskedFrame, type Walk } from './build-command.ts';
import type { ShellState } from './shell-state.ts';

/** What stands between two commands. */
export type Separator = '|' | '&&' | '||' | ';' | '&' | '';

/** A command as a tokenizer without a grammar sees it. */
export interface Segment {
  /** Program and arguments. */
  readonly words: Word[];
  /** In order. */
  readonly redirects: Redirection[];
  /** Assignments in front. */
  readonly assigned: Record<string, string> | undefined;
  /** Its text. */
  readonly source: string;
  /** What follows it. */
  readonly then: Separator;
}

const SWALLOWS = /^(?:true|:|echo|printf|write-host|write-output)$/i;

/** Emits a flat run of commands, with the masks that their separators mean. */
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

/** One pass from the end: what comes later decides what an earlier status is worth. */
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
