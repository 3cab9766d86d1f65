import type { PipelineNode, Statement } from 'unbash';
import type { MaskReason } from '../programs/command.ts';

/**
 * Returns the effect of `|| node` on the status before it: none if the node fails in turn; otherwise the node swallows the
 * status.
 */
export function fallbackMask(node: PipelineNode): MaskReason | undefined {
  const last = lastSimple(node);
  if (last === undefined) return 'or-else';
  const [name, argument] = last;
  if (name === 'exit' || name === 'return') return argument === '0' ? 'or-true' : undefined;
  if (name === 'false') return undefined;
  return name === 'true' || name === ':' || name === 'echo' || name === 'printf' ? 'or-true' : 'or-else';
}

/** Whether a list ends by passing an earlier status on: `cmd; rc=$?; exit $rc`. */
export function handsOnStatus(list: readonly Statement[]): boolean {
  const last = list.at(-1)?.command;
  if (list.length < 2 || last === undefined || last.type !== 'Command') return false;
  const name = last.name?.text;
  return (name === 'exit' || name === 'return') && (last.suffix.length === 0 || lastWord(last.suffix[0]).includes('$'));
}

/** Whether the text ends by passing on the status of the first command of a pipe, so that the pipe hides nothing. */
export function readsPipeStatus(text: string): boolean {
  if (!text.includes('PIPESTATUS') && !text.includes('pipestatus')) return false;
  return /\b(?:exit|return)\s+"?\$\{?pipestatus\b/i.test(text);
}

function lastSimple(node: PipelineNode): readonly [string, string] | undefined {
  switch (node.type) {
    case 'Command':
      return [node.name?.text ?? '', lastWord(node.suffix[0])];
    case 'Subshell':
    case 'BraceGroup': {
      const command = node.body.commands.at(-1)?.command;
      return command === undefined || command.type === 'AndOr' ? undefined : lastSimple(command);
    }
    case 'Redirected':
      return lastSimple(node.command);
    default:
      return undefined;
  }
}

function lastWord(part: { readonly type: string; readonly text?: string } | undefined): string {
  return part?.type === 'Word' ? (part.text ?? '') : '';
}
