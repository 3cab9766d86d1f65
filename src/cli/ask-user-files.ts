import type { FileDiff } from '../delivery/diff.ts';
import type { Dialog } from './terminal-dialog.ts';
import { paintDiff } from './views/changes-view.ts';
import type { Canvas } from './views/text.ts';

/**
 * Shows how the user's own files would change, and asks for permission. An empty answer means no, because the change affects
 * every project.
 */
export async function askUserFiles(diffs: readonly FileDiff[], { paint }: Canvas, dialog: Dialog): Promise<boolean> {
  dialog.say(`\n${diffs.map(({ text }) => paintDiff(text, paint)).join('\n\n')}\n`);
  const answer = await dialog.ask('Your agents read this in every project. Write it? [Y]es, [N]o (N) ');
  return /^y/i.test(answer ?? '');
}
