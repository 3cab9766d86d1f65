import { join, relative, resolve } from 'node:path';
import { isInside } from '../shared/files.ts';
import type { Places } from './agent.ts';

/** Where the context files of one project and one user are. */
export interface ContextPlaces extends Places {
  /** The root of the project's checkout. */
  projectRoot: string;
}

/** A file that an agent reads before it works. */
export interface ContextFile {
  /** What people call it: `CLAUDE.md`. */
  name: string;
  /** Absolute. */
  path: string;
  /** The folder that a link must not lead out of. */
  root: string;
  /** Whether other people get to see it; then paths of this machine, home folders and e-mail addresses are taken out. */
  isShared: boolean;
  /** Whether it is read in other projects, too: then the block names its project, and each has its own. */
  isManyProjects?: boolean;
  /** The most tokens that lessons of one project may take in it. */
  mostTokens?: number;
  /** The agent reads no further than this line. */
  linesRead?: number;
  /** The agent reads no further than this byte. */
  bytesRead?: number;
  /** The text of the file, before there is a block in it, where it is new: front matter that the agent wants. */
  begin?: string;
}

/** A file for everybody who works on the project. */
export interface SharedFile extends ContextFile {
  /** Whether it may be made for lessons; else it is used only where it exists. */
  isMade: boolean;
  /** Files in whose presence the agent does not read it. */
  unless?: readonly string[];
  /** Whether the agent replaces `@path` in it by that file. */
  canImport?: boolean;
  /** Where older versions of the agent do not read it: the first that does, and the file that all read and that can import it. */
  readFrom?: { title: string; version: string; instead: SharedFile };
  /** Whether only some forms of the agent read it: it must not be told twice by it, nor be thought to be told. */
  isSometimesRead?: boolean;
}

/** Files that an agent reads only when it works on certain paths. */
export interface ScopedRules {
  /** The folder they are in. */
  folder: string;
  /** Behind the name: `.md`. */
  extension: string;
  /** The front matter that says for which globs. */
  begin(globs: readonly string[]): string;
}

/** What an agent reads before it works. */
export interface AgentContext {
  /** For everybody who works on the project; the one it would rather have first. */
  shared: readonly SharedFile[];
  /** For what is true of this machine or this user only. */
  local?: ContextFile;
  /** The user's own, read in every project, where it is not `local`. Lessons of one project stay out of it. */
  user?: ContextFile;
  /** For what may be different tomorrow; `local` where absent. */
  notes?: ContextFile;
  /** For what concerns a part of the project only. */
  scoped?: ScopedRules;
}

/** What lessons of one project may take of a file that is read in all of them: it must not grow with the number of projects. */
const USER_FILE_TOKENS = 300;

/** A file in the project that is committed and that everybody reads. */
export function projectFile(places: ContextPlaces, name: string, more: Partial<SharedFile> = {}): SharedFile {
  const path = join(places.projectRoot, name);
  return { name, path, root: places.projectRoot, isShared: true, isMade: false, ...more };
}

/** A file in the project that one person has for themselves. */
export function localFile(places: ContextPlaces, name: string, more: Partial<ContextFile> = {}): ContextFile {
  return { name, path: join(places.projectRoot, name), root: places.projectRoot, isShared: false, ...more };
}

/** A file of the user that an agent reads in every project. Dotfiles are often links to elsewhere in the home folder. */
export function userFile(places: ContextPlaces, folder: string, name: string): ContextFile {
  const path = resolve(folder, name);
  const isAtHome = isInside(path, places.home);
  const root = isAtHome ? places.home : resolve(folder);
  const named = isAtHome ? `~/${relative(places.home, path).replaceAll('\\', '/')}` : path;
  return { name: named, path, root, isShared: false, isManyProjects: true, mostTokens: USER_FILE_TOKENS };
}

/** The file that most agents read. Codex reads 32 KiB of it. */
export function agentsMd(places: ContextPlaces, more: Partial<SharedFile> = {}): SharedFile {
  return projectFile(places, 'AGENTS.md', { isMade: true, bytesRead: 32 * 1024, ...more });
}

/** What an agent reads of which only names are known: the first file of the project, and the first below `~`. */
export function namedContext(places: ContextPlaces, names: readonly string[] = ['AGENTS.md']): AgentContext {
  const [own] = names.filter((name) => /^[^~/\\]/.test(name) && isInside(join(places.projectRoot, name), places.projectRoot));
  const [atHome] = names.filter((name) => name.startsWith('~/') && isInside(join(places.home, name.slice(2)), places.home));
  return {
    shared: own === undefined ? [] : [own === 'AGENTS.md' ? agentsMd(places) : projectFile(places, own, { isMade: true })],
    ...(atHome === undefined ? {} : { local: userFile(places, places.home, atHome.slice(2)) }),
  };
}
