import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import { BYTE_ORDER_MARK, isInside } from '../shared/files.ts';
import type { Change } from './change.ts';
import { nameFile } from './file-name.ts';

/** The diff of one file. */
export interface FileDiff {
  /** The path relative to the project; `~/…` outside it. */
  name: string;
  /** The action on the file. */
  action: 'create' | 'change' | 'remove';
  /** The unified diff with its two header lines. It may contain control characters: callers that print it must strip them. */
  text: string;
}

/** Returns the changes of a plan as unified diffs. Line endings are not compared: a block takes those of its file. */
export function diffPlan(plan: { projectRoot: string; changes: readonly Change[] }, home: string): FileDiff[] {
  return plan.changes.map((change) => {
    const name = nameFile(change.path, plan.projectRoot, home);
    const action = change.before === undefined ? 'create' : change.after === undefined ? 'remove' : 'change';
    // `patch -p1` in the project strips the prefixes; a file outside it has none.
    const named = (prefix: string) => (isInside(change.path, plan.projectRoot) ? `${prefix}/${name}` : name);
    const from = action === 'create' ? '/dev/null' : named('a');
    const to = action === 'remove' ? '/dev/null' : named('b');
    const note = { create: 'new file', remove: 'removed', change: undefined }[action];
    const text = createTwoFilesPatch(
      from,
      to,
      comparable(change.before),
      comparable(change.after),
      action === 'remove' ? note : undefined,
      action === 'create' ? note : undefined,
      { context: 3, headerOptions: FILE_HEADERS_ONLY },
    );
    return { name, action, text };
  });
}

function comparable(text = ''): string {
  return text.replace(BYTE_ORDER_MARK, '').replaceAll('\r\n', '\n');
}
