/** The output of `hardwon agents --json`. Fields may be added within a version, but are never renamed or removed. */
export interface AgentsReport {
  /** The version of this shape. */
  schema: 1;
  /** The project of the working directory, if it has sessions. */
  project?: { name: string; root: string };
  /** Agents with sessions come first, the most recently used at the top. */
  agents: DescribedAgent[];
  /** Notices for the user: an adapter that could not be loaded, a file that could not be read. */
  notices: string[];
}

/** The facts found about one agent. */
export interface DescribedAgent extends AgentFigures {
  name: string;
  title: string;
  /** Whether it has logs. */
  found: boolean;
  /** The folder where its logs belong, whether or not it exists. */
  root: string;
  /** The folder where logs were found; the same as `root`, unless that does not exist. */
  place: string;
  /** Whether this folder exists. */
  isThere: boolean;
  /** The reason why the folder is not the usual one: an environment variable, `--agent-dir` or `configuration`. */
  movedBy?: string;
  /** Number of log files that exist now. */
  files: number;
  /** The same figures for the project alone; absent if there is no project. */
  project?: AgentFigures;
  /** Files that the agent reads before it works, by the names people use. */
  reads: string[];
  /** Whether and where hardwon's hook is declared. The agent does not necessarily run it: some ask the user first. */
  hooks: { installed: boolean; in: string[]; user: string[]; project: string[] };
}

/** Figures about the sessions of an agent that were read. */
export interface AgentFigures {
  sessions: number;
  calls: number;
  /** Calls with an error flag. */
  failed: number;
  /** End of the newest session. */
  lastAt?: string;
}
