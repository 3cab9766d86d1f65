import { agents } from './registry.ts';
import { unreadAgents } from './unread-agents.ts';

const known = [...agents, ...unreadAgents];

/** The files of a project in which agents look for rules, from its root, each once. */
export const INSTRUCTION_FILES: readonly string[] = [
  ...new Set(known.flatMap(({ instructionFiles = [] }) => instructionFiles)),
];

/** Folders of a project that are full of such files, each with an ending of their names. */
export const RULE_FOLDERS: readonly (readonly [folder: string, ending: string])[] = joinEndings();

/** All endings of one folder stand together, whichever agents name them. */
function joinEndings(): [folder: string, ending: string][] {
  const folders = new Map<string, Set<string>>();
  for (const { folder, endings } of known.flatMap(({ ruleFolders = [] }) => ruleFolders))
    folders.set(folder, new Set([...(folders.get(folder) ?? []), ...endings]));
  return [...folders].flatMap(([folder, endings]) => [...endings].map((ending): [string, string] => [folder, ending]));
}
