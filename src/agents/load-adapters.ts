import { pathToFileURL } from 'node:url';
import type { AdapterSource } from '../config/config.ts';
import { AppError } from '../shared/errors.ts';
import { hashText } from '../shared/hash.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import type { Agent, Places } from './agent.ts';
import { checkAdapter } from './check-adapter.ts';
import { findAdapter } from './find-adapter.ts';
import { guardAgent } from './guard-agent.ts';

/** The result of loading the adapters that a configuration names. */
export interface LoadedAdapters {
  agents: Agent[];
  /** For each adapter that could not be loaded: its name and the reason. */
  problems: string[];
}

/** The timeout in milliseconds: a module that never finishes loading must not block everything else. */
const PATIENCE = 10_000;

/** Imports adapters, which runs their code. A broken one is reported and left out; the others work. */
export async function loadAdapters(
  sources: readonly AdapterSource[],
  { taken, places, patience = PATIENCE }: { taken: readonly Agent[]; places: Places; patience?: number },
): Promise<LoadedAdapters> {
  const loaded: LoadedAdapters = { agents: [], problems: [] };
  const names = new Map(taken.map((agent) => [agent.name, 'a built-in agent']));
  for (const source of sources) {
    try {
      const agent = await loadAdapter(source, places, patience);
      const owner = names.get(agent.name);
      if (owner !== undefined) throw new AppError('conflict', `its name, ${agent.name}, is that of ${owner}`);
      names.set(agent.name, source.name);
      loaded.agents.push(agent);
    } catch (error) {
      loaded.problems.push(`The adapter ${source.name} was left out: ${describe(error)}.`);
    }
  }
  return loaded;
}

async function loadAdapter(source: AdapterSource, places: Places, patience: number): Promise<Agent> {
  const { path, version } = findAdapter(source, places.home);
  const content = readRegularSync(path).toString('utf8');
  const exports: unknown = await withPatience(import(pathToFileURL(path).href), patience);
  const agent = checkAdapter(exports, places);
  // An adapter that was changed or reinstalled reads the logs again, even if its author forgot to raise its version.
  const state = hashText(JSON.stringify([agent.version ?? 0, version, content]));
  return guardAgent(agent, Number.parseInt(state.slice(0, state.indexOf('-')), 36));
}

async function withPatience<T>(work: Promise<T>, patience: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error(`it was not loaded within ${patience / 1000} s`)), patience);
  });
  return Promise.race([work, end]).finally(() => clearTimeout(timer));
}

/** Returns the first line, without its full stop: it becomes part of a sentence. */
function describe(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return (text.split('\n')[0] ?? '').slice(0, 300).replace(/[.\s]+$/, '');
}
