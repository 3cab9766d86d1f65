import { isAbsolute } from 'node:path';
import { AppError } from '../shared/errors.ts';
import { asNumber, isJson } from '../shared/json-values.ts';
import type { Agent, HookPlace, LogFile, Places, ReadPart, ReadResult } from './agent.ts';
import { cleanFacts, cleanPart } from './clean-part.ts';
import { namedContext } from './context.ts';
import type { HookInstaller, InstalledStart } from './hook-installer.ts';

/**
 * Makes an agent of another package safe: an exception is reported as a file that cannot be read, and values that do not match
 * the interface are left out and counted. One adapter with an error must not stop the sessions of all others from being read.
 */
export function guardAgent(agent: Agent, version: number): Agent {
  const { name, title, caveat, variables, reads } = agent;
  return {
    name,
    title,
    version,
    caveat: caveat || undefined,
    variables,
    reads,
    root: (places) => agent.root(places),
    async discover(places, skip = () => {}) {
      try {
        const files: unknown = await agent.discover(places, skip);
        if (!Array.isArray(files)) throw new Error('discover gave no list');
        return files.flatMap((file) => cleanFile(file, name, skip) ?? []);
      } catch (error) {
        // What was read before is kept: the folder counts as one that is currently not visible.
        skip(agent.root(places), `the adapter ${name} failed: ${describe(error)}`);
        return [];
      }
    },
    read: (file, from, open, take) => readGuarded(agent, file, from, open, take),
    async recall(path, call) {
      try {
        const text: unknown = await agent.recall?.(path, call);
        return isJson(text) ? { input: String(text.input ?? ''), output: String(text.output ?? '') } : undefined;
      } catch {
        return undefined;
      }
    },
    async context(places) {
      return namedContext(places, reads);
    },
    hooks: agent.hooks ? guardHooks(agent.hooks, name) : undefined,
    ...(agent.hookPlaces
      ? {
          hookPlaces(places, project) {
            try {
              const found: unknown = agent.hookPlaces?.(places, project);
              return Array.isArray(found) ? found.filter(isHookPlace) : [];
            } catch {
              return [];
            }
          },
        }
      : {}),
  };
}

async function readGuarded(agent: Agent, file: LogFile, from: number, ...rest: ReadArguments): Promise<ReadResult> {
  const [open, take] = rest;
  const bad: ReadResult['bad'] = [];
  const clean = (part: unknown): ReadPart =>
    cleanPart(part, file, (reason) => bad.push({ line: 0, offset: from, reason }));
  let taken = false;
  const takeClean =
    take &&
    (async (part: ReadPart) => {
      taken = true;
      await take(clean(part));
    });
  try {
    const result: unknown = await agent.read(file, from, open, takeClean);
    if (!isJson(result)) throw new Error('read gave no result');
    const offset = asNumber(result.offset);
    if (offset === undefined || offset < from) throw new Error('read gave no offset to go on from');
    const own = Array.isArray(result.bad) ? result.bad.filter(isBadLine) : [];
    const part = clean(result);
    return {
      ...part,
      sessions: cleanFacts(result.sessions, part.calls),
      bad: [...own, ...bad],
      offset: Math.min(offset, Math.max(file.size, from)),
      lines: asNumber(result.lines) ?? 0,
      unreadable: typeof result.unreadable === 'string' ? result.unreadable : undefined,
    };
  } catch (error) {
    const unreadable = `the adapter ${agent.name} failed: ${describe(error)}`;
    // If parts were passed on, the file counts as read to its end: otherwise the same calls would be reported again.
    return { calls: [], messages: [], sessions: [], bad, offset: taken ? file.size : from, lines: 0, unreadable };
  }
}

type ReadArguments = [Parameters<Agent['read']>[2], Parameters<Agent['read']>[3]?];

function cleanFile(value: unknown, agent: string, skip: (path: string, reason: string) => void): LogFile | undefined {
  const file = isJson(value) ? value : {};
  const { path, session } = file;
  const [size, mtimeMs, inode] = [asNumber(file.size), asNumber(file.mtimeMs), asNumber(file.inode) ?? 0];
  if (typeof path !== 'string' || !isAbsolute(path)) {
    skip(`a log of ${agent}`, 'the adapter gave no absolute path');
    return undefined;
  }
  if (typeof session !== 'string' || session === '' || size === undefined || mtimeMs === undefined) {
    skip(path, 'the adapter gave no session, size or time of it');
    return undefined;
  }
  return { agent, path, session, size, mtimeMs, inode };
}

function isBadLine(value: unknown): value is ReadResult['bad'][number] {
  return (
    isJson(value) &&
    typeof value.line === 'number' &&
    typeof value.offset === 'number' &&
    typeof value.reason === 'string'
  );
}

function isHookPlace(value: unknown): value is HookPlace {
  return isJson(value) && typeof value.path === 'string' && ['json', 'toml', 'folder'].includes(String(value.form));
}

function describe(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 300);
}

/**
 * Makes the hooks of another package's adapter safe: an exception of its functions, or a result that is not a text, is reported
 * as an error of the adapter.
 */
function guardHooks(hooks: HookInstaller, agent: string): HookInstaller {
  const { user } = hooks;
  const own = typeof user === 'function' ? { user: (places: Places) => asText(attempt(() => user(places))) } : {};
  switch (hooks.form) {
    case 'json':
      return { ...hooks, ...own };
    case 'plugin':
      return { ...hooks, ...own, render: async (start) => asText(await renderGuarded(() => hooks.render(start))) };
    case 'own':
      return {
        ...hooks,
        ...own,
        add: (text, start: InstalledStart) => asText(attempt(() => hooks.add(text, start))),
        remove: (text) => {
          const rest = attempt(() => hooks.remove(text));
          return rest === undefined ? undefined : asText(rest);
        },
      };
  }

  function attempt<T>(run: () => T): T {
    try {
      return run();
    } catch (error) {
      throw mistake(error);
    }
  }

  async function renderGuarded(run: () => string | Promise<string>): Promise<string> {
    try {
      return await run();
    } catch (error) {
      throw mistake(error);
    }
  }

  function asText(value: unknown): string {
    if (typeof value === 'string') return value;
    throw mistake('its hooks gave no text');
  }

  function mistake(error: unknown): AppError {
    const reason = error instanceof Error ? error.message : String(error);
    return new AppError('broken-file', `the adapter ${agent} failed: ${reason}`, { cause: error });
  }
}
