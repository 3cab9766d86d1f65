import { join, relative, resolve } from 'node:path';
import { isInside } from '../shared/files.ts';
import type { Agent, Places } from './agent.ts';

/** The places of the context files of one project and one user. */
export interface ContextPlaces extends Places {
  /** The root of the project's checkout. */
  projectRoot: string;
  /** The known agents, including those of adapters; by default those of this release. */
  known?: readonly Agent[];
}

/** A file that an agent reads before it starts work. */
export interface ContextFile {
  /** The name people use for it: `CLAUDE.md`. */
  name: string;
  /** Absolute. */
  path: string;
  /** The folder that a symbolic link must not lead out of. */
  root: string;
  /** Whether other people will see it; then paths of this machine, home folders and e-mail addresses are removed. */
  isShared: boolean;
  /** Whether it is also read in other projects: then the block names its project, and each project has its own block. */
  isManyProjects?: boolean;
  /** Upper bound for the tokens that lessons of one project may take in it. */
  mostTokens?: number;
  /** The last line that the agent reads. */
  linesRead?: number;
  /** The number of bytes that the agent reads. */
  bytesRead?: number;
  /** The initial text of a new file, before the block is added: front matter that the agent needs. */
  begin?: string;
}

/** A file for everyone who works on the project. */
export interface SharedFile extends ContextFile {
  /** Whether it may be created for lessons; otherwise it is used only if it exists. */
  isMade: boolean;
  /** Files whose presence stops the agent from reading it. */
  unless?: readonly string[];
  /** Whether the agent replaces `@path` in it with the content of that file. */
  canImport?: boolean;
  /**
   * Set if older versions of the agent do not read it: the first version that does, and the file that all versions read and that
   * can import it.
   */
  readFrom?: { title: string; version: string; instead: SharedFile };
  /** Whether only some variants of the agent read it: then it must neither repeat lessons nor count as having told them. */
  isSometimesRead?: boolean;
}

/** Files that an agent reads only when it works on certain paths. */
export interface ScopedRules {
  /** The folder they are in. */
  folder: string;
  /** The file extension: `.md`. */
  extension: string;
  /** Returns the front matter that says which globs the file applies to. */
  begin(globs: readonly string[]): string;
}

/** The files that an agent reads before it starts work. */
export interface AgentContext {
  /** For everyone who works on the project, in the agent's order of preference. */
  shared: readonly SharedFile[];
  /** For lessons that hold only on this machine or for this user. */
  local?: ContextFile;
  /** The user's own file, read in every project, if it is not `local`. Lessons of one project stay out of it. */
  user?: ContextFile;
  /** For lessons that may soon change. Default: `local`. */
  notes?: ContextFile;
  /** For lessons that concern only part of the project. */
  scoped?: ScopedRules;
}

/** Upper bound for the lessons of one project in a file that all projects read: it must not grow with the number of projects. */
const USER_FILE_TOKENS = 300;

/** Describes a file in the project that is committed and that everyone reads. */
export function projectFile(places: ContextPlaces, name: string, more: Partial<SharedFile> = {}): SharedFile {
  const path = join(places.projectRoot, name);
  return { name, path, root: places.projectRoot, isShared: true, isMade: false, ...more };
}

/** Describes a file in the project that belongs to one person. */
export function localFile(places: ContextPlaces, name: string, more: Partial<ContextFile> = {}): ContextFile {
  return { name, path: join(places.projectRoot, name), root: places.projectRoot, isShared: false, ...more };
}

/**
 * Describes a file of the user that an agent reads in every project. Dotfiles are often links to elsewhere in the home folder.
 */
export function userFile(places: ContextPlaces, folder: string, name: string): ContextFile {
  const path = resolve(folder, name);
  const isAtHome = isInside(path, places.home);
  const root = isAtHome ? places.home : resolve(folder);
  const named = isAtHome ? `~/${relative(places.home, path).replaceAll('\\', '/')}` : path;
  return { name: named, path, root, isShared: false, isManyProjects: true, mostTokens: USER_FILE_TOKENS };
}

/** Describes the file that most agents read. Codex reads 32 KiB of it. */
export function agentsMd(places: ContextPlaces, more: Partial<SharedFile> = {}): SharedFile {
  return projectFile(places, 'AGENTS.md', { isMade: true, bytesRead: 32 * 1024, ...more });
}

/**
 * Describes the context of an agent for which only file names are known: the first file of the project, and the first below `~`.
 */
export function namedContext(places: ContextPlaces, names: readonly string[] = ['AGENTS.md']): AgentContext {
  const [own] = names.filter(
    (name) => /^[^~/\\]/.test(name) && isInside(join(places.projectRoot, name), places.projectRoot),
  );
  const [atHome] = names.filter(
    (name) => name.startsWith('~/') && isInside(join(places.home, name.slice(2)), places.home),
  );
  return {
    shared:
      own === undefined ? [] : [own === 'AGENTS.md' ? agentsMd(places) : projectFile(places, own, { isMade: true })],
    local: atHome === undefined ? undefined : userFile(places, places.home, atHome.slice(2)),
  };
}
