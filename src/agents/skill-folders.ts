import { agents } from './registry.ts';

const known = agents.flatMap(({ skillFolders }) => (skillFolders === undefined ? [] : [skillFolders]));

/** The fewest folders, of a project or of the home folder, from which every agent that has skills reads them. */
export const SHARED_SKILL_FOLDERS: readonly string[] = [...new Set(known.map(([shared]) => shared))];

/** Every folder of a project from which an agent reads skills, those that several read first. */
export const SKILL_FOLDERS: readonly string[] = [...new Set([...SHARED_SKILL_FOLDERS, ...known.flat().toSorted()])];
