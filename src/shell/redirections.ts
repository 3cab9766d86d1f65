import type { Redirection as SyntaxRedirection } from 'unbash';
import type { Redirection } from '../programs/command.ts';

/** Reads redirections of the syntax tree: the descriptor joins the operator, quotes are removed from the target. */
export function readRedirection(node: SyntaxRedirection): Redirection {
  const descriptor = node.descriptor;
  const prefix =
    descriptor === undefined ? '' : descriptor.type === 'FileDescriptor' ? `${descriptor.value}` : `{${descriptor.name}}`;
  const target = node.type === 'HereDoc' ? (node.delimiter?.value ?? '') : (node.target?.value ?? '');
  return { op: `${prefix}${node.operator}`, target };
}
