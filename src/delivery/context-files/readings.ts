import type { Agent } from '../../agents/agent.ts';
import { type AgentContext, type ContextFile, type ContextPlaces, namedContext, type SharedFile } from '../../agents/context.ts';
import { agents } from '../../agents/registry.ts';
import { unreadAgents } from '../../agents/unread-agents.ts';
import { projectKey } from '../markers.ts';
import { type Look, lookAt } from './look.ts';
import { listScopedFiles } from './scoped-files.ts';

/** Places, and the agents that are known: those of adapters, too. */
export interface KnownPlaces extends ContextPlaces {
  /** All that this release knows, where absent. */
  known?: readonly Agent[];
}

/** An agent, and what it reads before it works. */
export interface AgentReading {
  agent: string;
  context: AgentContext;
}

/** What every agent reads that is known, or that is asked for by name. */
export async function listReadings(places: KnownPlaces, named: readonly string[] = []): Promise<AgentReading[]> {
  const known = new Map([...(places.known ?? agents), ...unreadAgents].map((agent) => [agent.name, agent]));
  const names = [...new Set([...known.keys(), ...named])];
  return Promise.all(
    names.map(async (agent) => ({
      agent,
      context: (await known.get(agent)?.context?.(places)) ?? namedContext(places, known.get(agent)?.reads),
    })),
  );
}

/** Files whose presence or text decides what is written where, so that an answer can be kept as long as they stay the same. */
export async function listDecidingFiles(places: KnownPlaces): Promise<string[]> {
  const readings = await listReadings(places);
  const paths = await Promise.all(
    readings.map(async ({ context }) => [
      ...readingFiles(context).flatMap((file) => [file.path, ...('unless' in file ? ((file as SharedFile).unless ?? []) : [])]),
      ...(context.scoped ? await listScopedFiles(context.scoped, places.projectRoot) : []).map(({ path }) => path),
    ]),
  );
  return [...new Set(paths.flat())];
}

/** All files of an agent but those for parts of the project. */
export function readingFiles({ shared, local, notes }: AgentContext): ContextFile[] {
  return [...shared, ...(local ? [local] : []), ...(notes ? [notes] : [])];
}

/** Files as they are now; each is looked at once. */
export class Survey {
  readonly #looks = new Map<string, Look>();
  readonly #key: string;

  constructor(projectRoot: string) {
    this.#key = projectKey(projectRoot);
  }

  /** Looks at files that were not looked at yet. */
  async take(files: readonly ContextFile[]): Promise<void> {
    for (const file of files) {
      if (!this.#looks.has(file.path))
        this.#looks.set(file.path, await lookAt(file, file.isManyProjects ? this.#key : undefined));
    }
  }

  /** From now on a file is as if it were there and imported another one: it is going to be made. */
  expectImport(path: string, imported: string): void {
    this.#looks.set(path, { ...this.at(path), isThere: true, hasText: true, imports: [imported] });
  }

  /** What a file is like; one that was not looked at is not there. */
  at(path: string): Look {
    const nothing = { target: path, isThere: false, hasBlock: false, hasText: false, isBlocked: false, imports: [] };
    return this.#looks.get(path) ?? nothing;
  }
}
