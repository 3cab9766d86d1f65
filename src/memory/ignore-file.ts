/** The `.gitignore` in the folder of the memory, by which hardwon keeps git from seeing it. */
export const IGNORE_FILE = '.gitignore';

/** Its text in a new folder: git sees nothing in it, not even this file. */
export const HIDDEN_FOLDER = '*\n';

/** Its text where the lessons are shared: the log of failures is of this machine, and locks and half-written files are nobody's. */
export const SHARED_FOLDER = `# Written by hardwon share: git sees the lessons, and not the logs. hardwon unshare hides the folder again.
/learned/tool_failures*.yaml
*.lock
*.tmp
`;

/** What the file makes of the folder. `own`: somebody wrote it himself. */
export type FolderState = 'hidden' | 'shared' | 'open' | 'own';

/** Understands the file; where there is none, git sees everything. Line endings are git's to change. */
export function readFolderState(text: string | undefined): FolderState {
  if (text === undefined || text.trim() === '') return 'open';
  const plain = text.replaceAll('\r\n', '\n').trimEnd();
  if (plain === HIDDEN_FOLDER.trimEnd()) return 'hidden';
  return plain === SHARED_FOLDER.trimEnd() ? 'shared' : 'own';
}
