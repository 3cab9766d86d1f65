import type { Lesson } from '../../lessons/lesson.ts';

/** Where the files of one project and one user are. */
export interface DeliveryPlaces {
  /** The root of the project's checkout. */
  projectRoot: string;
  /** The user's home folder. */
  home: string;
  /** Claude Code's own memory of this project: `~/.claude/projects/<slug>/memory/MEMORY.md`. Without it nothing is written there. */
  claudeMemory?: string;
}

/** A file that an agent reads before it works. One file in this folder describes one. */
export interface ContextFile {
  /** What people call it: `CLAUDE.md`. */
  name: string;
  /** Its path; undefined where there is no place for it. */
  path(places: DeliveryPlaces): string | undefined;
  /** The folder that a link must not lead out of. */
  root(places: DeliveryPlaces): string;
  /** Which lessons it is for. A lesson that several files take costs the budget once: an agent reads one of them. */
  takes(lesson: Lesson): boolean;
  /** Whether other people get to see it; then paths of this machine, home folders and e-mail addresses are taken out. */
  isShared: boolean;
  /** The agent reads no further than this line. */
  linesRead?: number;
  /** The text of the file, before there is a block in it, where it is new: front matter that the agent wants. Nothing by default. */
  begin?(): string;
}
