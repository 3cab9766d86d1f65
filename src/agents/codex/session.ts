import { asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import { joinPath } from '../../shared/paths.ts';

/** The setting that the records of a file belong to: given by its first record, and updated by each turn. */
export interface Setting {
  session: string;
  /** The subagent that wrote the file. */
  thread?: string | undefined;
  cwd?: string | undefined;
  branch?: string | undefined;
  /** The URL of the repository. */
  remote?: string | undefined;
  version?: string | undefined;
  /** False if the messages were not typed by a person: those of subagents, scripts and other agents. */
  isTyped: boolean;
  /** The client's id for the turn: a person's request, and everything that followed. */
  turn?: string | undefined;
}

/** Reads the first record of a file. A fork also repeats the first record of the session it came from. */
export function readMeta(payload: Json, session: string): Setting {
  const id = asText(payload.id) ?? session;
  const parent = findParent(payload);
  const git = asJson(payload.git);
  return {
    session: parent ?? id,
    thread: parent === undefined ? undefined : id,
    cwd: asText(payload.cwd),
    branch: asText(git.branch),
    remote: asText(git.repository_url),
    version: asText(payload.cli_version),
    isTyped: parent === undefined && !isJson(payload.source) && payload.source !== 'exec' && payload.source !== 'mcp',
  };
}

/** Applies the setting of a turn, which may be in a different folder than the one before. */
export function enterTurn(setting: Setting, payload: Json): void {
  const cwd = asText(payload.cwd);
  if (cwd !== undefined) setting.cwd = readFolder(cwd);
  setting.turn = asText(payload.turn_id) ?? setting.turn;
}

/** Returns the folder that a call asks to run in, resolved against the folder of the turn. */
export function joinFolder(setting: Setting, folder: string | undefined): string | undefined {
  if (folder === undefined) return setting.cwd;
  const path = readFolder(folder);
  return setting.cwd === undefined ? path : joinPath(setting.cwd, path);
}

/** Returns the shell for commands that do not ask for another one: PowerShell, if the folder is a Windows path. */
export function defaultShell({ cwd }: Setting): string | undefined {
  return cwd !== undefined && /^[a-z]:[\\/]/i.test(cwd) ? 'powershell' : undefined;
}

/** Returns the session that a subagent works for. Up to 0.141 only the source shows it. */
function findParent(payload: Json): string | undefined {
  const spawned = asJson(asJson(asJson(payload.source).subagent).thread_spawn);
  const parent = asText(payload.parent_thread_id) ?? asText(spawned.parent_thread_id);
  const root = asText(payload.session_id);
  if (root !== undefined && root !== payload.id) return root;
  return parent === payload.id ? undefined : parent;
}

function readFolder(text: string): string {
  if (!text.startsWith('file://')) return text;
  try {
    const path = decodeURIComponent(text.slice(7));
    return /^\/[a-z]:/i.test(path) ? path.slice(1) : path;
  } catch {
    return text;
  }
}
