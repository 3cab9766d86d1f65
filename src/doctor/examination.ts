import type { Agent } from '../agents/agent.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { OwnFolders } from '../shared/folders.ts';

/** One thing that was looked at. */
export interface ExaminationFinding {
  /** `ok`: as it should be. `note`: worth knowing, and nothing is broken. `problem`: something does not work. */
  state: 'ok' | 'note' | 'problem';
  /** What is so, and what that means, in a sentence or two. */
  says: string;
  /** What to do about it: a command, or a sentence. */
  fix?: string;
  /** What `--fix` does about it. Only what can be made anew, or was ours alone, has one. */
  repair?: Repair;
}

/** Something that `--fix` does. */
export interface Repair {
  /** What it does, in words that follow "Did: ". */
  does: string;
  run(): Promise<void>;
}

/** One part of an installation that is looked at. Add yours to the list in `examinations/index.ts`. */
export interface Examination {
  /** A stable name, for `--json`. */
  name: string;
  /** A heading for people. */
  title: string;
  /** It measures: nothing else may run meanwhile. */
  isAlone?: true;
  /** Looks, and changes nothing. What it throws becomes a finding. */
  examine(patient: Patient): Promise<ExaminationFinding[]>;
}

/** What is examined. */
export interface Patient {
  cwd: string;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
  now: Date;
  platform: NodeJS.Platform;
  /** The main checkout of the project. */
  root: string;
  /** hardwon's own folders. */
  folders: OwnFolders;
  /** The configuration in force; why there is none, where it cannot be read. */
  config: LoadedConfig | { broken: unknown };
  /** Every agent there is. Without adapters where the configuration is broken. */
  known: readonly Agent[];
  /** Folders of agents that the configuration names. */
  agentFolders: Readonly<Record<string, string>>;
  /** Why adapters were not loaded. */
  problems: readonly string[];
  /** The Node that settings should name, and the files of this program. */
  program: { node: string; hook: string; cli: string };
}
