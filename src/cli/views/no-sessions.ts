import { existsSync } from 'node:fs';
import { quoteWord } from './text.ts';

/** Says that there are no sessions for a folder, or none at all, and what may be meant instead. */
export function tellNoSessions(nothing: { folder: string; near: readonly string[] } | undefined): string {
  const { folder, near = [] } = nothing ?? {};
  const meant = near.map((root) => `--project ${quoteWord(root)}`).join(', or ');
  const isGone = folder !== undefined && !existsSync(folder);
  return [
    isGone ? `There is no folder ${folder}.` : `There are no sessions${folder === undefined ? '' : ` for ${folder}`}.`,
    meant ? `Did you mean ${meant}?` : 'hardwon projects lists the folders that have sessions.',
    '',
  ].join('\n');
}
