import type { LearnReport, ProjectReport } from '../../app/learn/learn-report.ts';

/** The output of `hardwon init --json`. */
export interface InitReport {
  /** The version of this shape. */
  schema: 1;
  /** The folder of the project. */
  root: string;
  /** The agents that have sessions on this machine. */
  agents: FoundAgent[];
  lessons: {
    /** How many sessions of this project teach, and are ready to be delivered. */
    ready: number;
    /** Whether they were written. */
    written: boolean;
    /** The ids of those that were rejected. */
    rejected: string[];
    /** The files that were, or would be, written. */
    files: string[];
  };
  hooks: {
    /** The agents that have no hooks, or outdated ones. */
    missing: string[];
    installed: boolean;
  };
  /** Whether git now sees the lessons; absent if that is not possible or not needed. */
  shared?: boolean;
  /** Reasons why a step was not done. */
  notices: string[];
}

/** An agent that has sessions on this machine. */
export interface FoundAgent {
  name: string;
  title: string;
  /** Sessions of this project. */
  sessions: number;
}

/** The work behind the steps. */
export interface InitDesk {
  root: string;
  agents(): Promise<FoundAgent[]>;
  /** Learns without writing. */
  learn(): Promise<LearnReport>;
  /** Writes the lessons but those with the given fingerprints. Returns the ids of the rejected lessons. */
  write(rejected: readonly string[]): Promise<{ rejected: string[]; refusals: string[] }>;
  /** Names the agents that hooks would be installed for, by their titles. */
  missingHooks(): Promise<string[]>;
  /** Installs the hooks; returns reasons why they could not be. */
  install(): Promise<string[]>;
  /** Whether there are lessons that git does not see yet, in a repository. */
  canShare(): Promise<boolean>;
  /** Lets git see the lessons; returns reasons why not. */
  share(): Promise<string[]>;
}

/** The answers to the questions of the steps. */
export interface InitAnswers {
  /** Called when the agents are known. */
  showAgents(agents: readonly FoundAgent[]): void;
  /** Whether to write the lessons, and the fingerprints of those that are not wanted. */
  judgeLessons(report: LearnReport, project: ProjectReport): Promise<{ isWanted: boolean; rejected: string[] }>;
  mayInstall(agents: readonly string[]): Promise<boolean>;
  mayShare(): Promise<boolean>;
}

/** Goes through the steps. Each is done only if its answer is yes. */
export async function setUp(desk: InitDesk, answers: InitAnswers): Promise<InitReport> {
  const agents = await desk.agents();
  answers.showAgents(agents);
  const learned = await desk.learn();
  const [project] = learned.projects;
  const notices: string[] = [...(project?.refusals ?? [])];
  const canWrite = project !== undefined && project.changes.length > 0 && project.refusals.length === 0;
  const judged = canWrite ? await answers.judgeLessons(learned, project) : { isWanted: false, rejected: [] };
  const written = judged.isWanted ? await desk.write(judged.rejected) : undefined;
  notices.push(...(written?.refusals ?? []));
  const missing = await desk.missingHooks();
  const installs = missing.length > 0 && (await answers.mayInstall(missing));
  const stuck = installs ? await desk.install() : [];
  const isShareable = await desk.canShare();
  const shares = isShareable && (await answers.mayShare());
  const unshared = shares ? await desk.share() : [];
  return {
    schema: 1,
    root: desk.root,
    agents,
    lessons: {
      ready: project?.lessons.filter(({ status }) => status === 'ready').length ?? 0,
      written: written !== undefined && written.refusals.length === 0,
      rejected: written?.rejected ?? [],
      files: project?.changes.map(({ name }) => name) ?? [],
    },
    hooks: { missing, installed: installs && stuck.length === 0 },
    shared: isShareable ? shares && unshared.length === 0 : undefined,
    notices: [...notices, ...stuck, ...unshared],
  };
}
