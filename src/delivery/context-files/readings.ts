import {
  type AgentContext,
  type ContextFile,
  type ContextPlaces,
  namedContext,
  type SharedFile,
} from '../../agents/context.ts';
import { agents } from '../../agents/registry.ts';
import { projectKey } from '../markers.ts';
import { type Look, lookAt } from './look.ts';
import { listScopedFiles } from './scoped-files.ts';

/** An agent with the files that it reads before it works. */
export interface AgentReading {
  agent: string;
  context: AgentContext;
}

/** Returns the files that every known agent, or every agent requested by name, reads. */
export async function listReadings(places: ContextPlaces, named: readonly string[] = []): Promise<AgentReading[]> {
  const known = new Map((places.known ?? agents).map((agent) => [agent.name, agent]));
  const names = [...new Set([...known.keys(), ...named])];
  return Promise.all(
    names.map(async (agent) => ({
      agent,
      context: (await known.get(agent)?.context?.(places)) ?? namedContext(places, known.get(agent)?.reads),
    })),
  );
}

/**
 * Returns the files whose presence or text decides what is written where, so that an answer can be cached as long as they stay
 * the same.
 */
export async function listDecidingFiles(places: ContextPlaces): Promise<string[]> {
  const readings = await listReadings(places);
  const paths = await Promise.all(
    readings.map(async ({ context }) => [
      ...readingFiles(context).flatMap((file) => [
        file.path,
        ...('unless' in file ? ((file as SharedFile).unless ?? []) : []),
      ]),
      ...(context.scoped ? await listScopedFiles(context.scoped, places.projectRoot) : []).map(({ path }) => path),
    ]),
  );
  return [...new Set(paths.flat())];
}

/** Returns all files of an agent except those for parts of the project. */
export function readingFiles({ shared, local, notes }: AgentContext): ContextFile[] {
  return [...shared, ...(local ? [local] : []), ...(notes ? [notes] : [])];
}

/** The current state of files; each is examined once. */
export class Survey {
  readonly #looks = new Map<string, Look>();
  readonly #key: string;

  constructor(projectRoot: string) {
    this.#key = projectKey(projectRoot);
  }

  /** Examines files that were not examined yet. */
  async take(files: readonly ContextFile[]): Promise<void> {
    for (const file of files) {
      if (!this.#looks.has(file.path))
        this.#looks.set(file.path, await lookAt(file, file.isManyProjects ? this.#key : undefined));
    }
  }

  /** Treats a file from now on as existing and importing another one, because it is going to be created. */
  expectImport(path: string, imported: string): void {
    this.#looks.set(path, { ...this.at(path), isThere: true, hasText: true, imports: [imported] });
  }

  /** Returns the state of a file; one that was not examined does not exist. */
  at(path: string): Look {
    const nothing = { target: path, isThere: false, hasBlock: false, hasText: false, isBlocked: false, imports: [] };
    return this.#looks.get(path) ?? nothing;
  }
}
