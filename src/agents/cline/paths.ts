import { join, resolve, sep } from 'node:path';
import type { LogFile, Places } from '../agent.ts';
import { LogFiles, listFolder, markRewritten, type Skip } from '../log-folders.ts';

export const AGENT = 'cline';

/** Returns the folder given on the command line, else CLINE_DATA_DIR, else `data` in CLINE_DIR, else in `~/.cline`. */
export function findRoot(places: Places): string {
  const chosen = places.folders?.[AGENT] || places.env.CLINE_DATA_DIR;
  if (chosen) return resolve(chosen);
  return join(resolve(places.env.CLINE_DIR || join(places.home, '.cline')), 'data');
}

/** The extension ids of Cline and its forks, Roo Code and Kilo Code. */
const EXTENSIONS = ['saoudrizwan.claude-dev', 'rooveterinaryinc.roo-cline', 'kilocode.kilo-code'];

/** VS Code and editors derived from it. */
const EDITORS = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor', 'Windsurf'];

const HISTORY = 'api_conversation_history.json';

/**
 * Lists log files, oldest first: `tasks/<task>/api_conversation_history.json`, below the root and in the storage of each
 * extension.
 */
export function findLogs(places: Places, skip: Skip = () => {}): LogFile[] {
  const files = new LogFiles(AGENT, skip);
  const root = findRoot(places);
  takeTasks(join(root, 'tasks'), files, skip);
  if (places.folders?.[AGENT]) takeTasks(root, files, skip);
  else {
    for (const storage of listStorages(places)) {
      const names = new Set(listFolder(storage, skip).map(({ name }) => name));
      for (const name of EXTENSIONS) if (names.has(name)) takeTasks(join(storage, name, 'tasks'), files, skip);
    }
  }
  return files.list().map(markRewritten);
}

function takeTasks(folder: string, files: LogFiles, skip: Skip): void {
  for (const entry of listFolder(folder, skip)) {
    if (entry.isFile()) continue;
    const path = folder + sep + entry.name;
    if (listFolder(path, skip).some(({ name }) => name === HISTORY)) files.take(path + sep + HISTORY, entry.name);
  }
}

/** Lists where editors keep the data of extensions, on each platform; a folder that does not exist costs a few microseconds. */
function listStorages({ home, env }: Places): string[] {
  const bases = new Set([
    ...(env.XDG_CONFIG_HOME ? [env.XDG_CONFIG_HOME] : []),
    join(home, '.config'),
    join(home, 'Library', 'Application Support'),
    env.APPDATA || join(home, 'AppData', 'Roaming'),
  ]);
  const local = [...bases].flatMap((base) => EDITORS.map((editor) => join(base, editor)));
  const remote = ['.vscode-server', '.vscode-remote', '.cursor-server'].map((name) => join(home, name, 'data'));
  return [...local, ...remote].map((folder) => join(folder, 'User', 'globalStorage'));
}
