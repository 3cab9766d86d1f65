/** What `hardwon agents --json` prints. Fields are added within a version, never renamed or removed. */
export interface AgentsReport {
  /** The version of this shape. */
  schema: 1;
  /** The project that one stands in, where it has sessions. */
  project?: { name: string; root: string };
  /** Those with sessions first, the latest of them at the top. */
  agents: DescribedAgent[];
  /** What the user should know: an adapter that could not be loaded, a file that could not be read. */
  notices: string[];
}

/** What was found of one agent. */
export interface DescribedAgent extends AgentFigures {
  name: string;
  title: string;
  /** Whether it has logs. */
  found: boolean;
  /** The folder its logs are in, whether or not it exists. */
  root: string;
  /** The folder that logs were found in; the same, unless that is not there. */
  place: string;
  /** Whether this folder is there. */
  isThere: boolean;
  /** What moved that folder: an environment variable, `--agent-dir` or `configuration`. */
  movedBy?: string;
  /** Log files there are now. */
  files: number;
  /** Of these figures, those of the project; absent where there is none. */
  project?: AgentFigures;
  /** Files it reads before it works, as people name them. */
  reads: string[];
  /** Whether and where hardwon's hook is declared, which is not to say that the agent runs it: some ask the user first. */
  hooks: { installed: boolean; in: string[]; user: string[]; project: string[] };
}

/** How much of an agent was read. */
export interface AgentFigures {
  sessions: number;
  calls: number;
  /** Calls with an error flag. */
  failed: number;
  /** The newest session: when it ended. */
  lastAt?: string;
}
