/** The `.gitignore` in the memory's folder, with which hardwon hides it from git. */
export const IGNORE_FILE = '.gitignore';

/** Its text in a new folder: git sees nothing in it, not even this file. */
export const HIDDEN_FOLDER = '*\n';

/** Its text if the lessons are shared: the log of failures belongs to this machine, and locks and temporary files to nobody. */
export const SHARED_FOLDER = `# Written by hardwon share: git sees the lessons, but not the logs. hardwon unshare hides the folder again.
/learned/tool_failures*.yaml
*.lock
*.tmp
`;

/** The effect of the file on the folder. `own`: somebody wrote the file by hand. */
type FolderState = 'hidden' | 'shared' | 'open' | 'own';

/** Interprets the file; without one, git sees everything. Line endings are ignored, because git may change them. */
export function readFolderState(text: string | undefined): FolderState {
  if (text === undefined || text.trim() === '') return 'open';
  const plain = text.replaceAll('\r\n', '\n').trimEnd();
  if (plain === HIDDEN_FOLDER.trimEnd()) return 'hidden';
  return plain === SHARED_FOLDER.trimEnd() ? 'shared' : 'own';
}
