import { agents } from './registry.ts';

/** The files of a project in which agents look for rules, from its root, each once. */
export const INSTRUCTION_FILES: readonly string[] = [
  ...new Set(agents.flatMap(({ instructionFiles = [] }) => instructionFiles)),
];

/** Folders of a project that are full of such files, each with an ending of their names. */
export const RULE_FOLDERS = agents
  .flatMap(({ ruleFolders = [] }) => ruleFolders)
  .flatMap(({ folder, endings }) => endings.map((ending) => [folder, ending] as const));
