import type { Agent } from '../agents/agent.ts';
import type { LoadedConfig } from '../config/config.ts';
import type { OwnFolders } from '../shared/folders.ts';
import type { Surroundings } from '../shared/surroundings.ts';

/** The state of one thing that was examined. */
export interface ExaminationFinding {
  /** `ok`: as it should be. `note`: worth knowing, but nothing is broken. `problem`: something does not work. */
  state: 'ok' | 'note' | 'problem';
  /** The fact and its meaning, in a sentence or two. */
  says: string;
  /** The recommended fix: a command, or a sentence. */
  fix?: string;
  /** The repair that `--fix` makes. Only things that can be created again, or that belong to hardwon alone, have one. */
  repair?: Repair;
}

/** A repair that `--fix` makes. */
interface Repair {
  /** The description of the repair, in words that follow "Did: ". */
  does: string;
  run(): Promise<void>;
}

/** One part of an installation that is examined. Add yours to the list in `examinations/index.ts`. */
export interface Examination {
  /** A stable name, for `--json`. */
  name: string;
  /** A heading for people. */
  title: string;
  /** Set if it measures time: nothing else may run meanwhile. */
  isAlone?: true;
  /** Examines without changing anything. An exception becomes a finding. */
  examine(patient: Installation): Promise<ExaminationFinding[]>;
}

/** The installation that is examined. */
export interface Installation extends Surroundings {
  platform: NodeJS.Platform;
  /** The main checkout of the project. */
  root: string;
  /** hardwon's own folders. */
  folders: OwnFolders;
  /** The effective configuration, or the reason why it cannot be read. */
  config: LoadedConfig | { broken: unknown };
  /** Every known agent, without adapters if the configuration is broken. */
  known: readonly Agent[];
  /** Folders of agents that the configuration names. */
  agentFolders: Readonly<Record<string, string>>;
  /** Reasons why adapters were not loaded. */
  problems: readonly string[];
  /** The Node that settings should name, and the files of this program. */
  program: { node: string; hook: string; cli: string };
}
