import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { contains } from '../shared/paths.ts';

/** Upper bound: a client that does not answer when asked for its folders must not hold up a call. */
const PATIENCE_MS = 3_000;

/**
 * Returns a function that finds the folder for calls: the requested one, or else the one that the client has open, or else the
 * one in which the server was started. Editors start servers anywhere and report their folders when asked; command-line agents
 * start them in the project.
 */
export function followProject(server: Server, asked: string | undefined, cwd: string): () => Promise<string> {
  let open: Promise<string> | undefined;
  server.setNotificationHandler('notifications/roots/list_changed', () => {
    open = undefined;
  });
  return () => {
    if (asked !== undefined) return Promise.resolve(asked);
    open ??= askRoots(server).then((roots) => chooseRoot(roots, cwd));
    return open;
  };
}

/** Returns the folders that a client has open. Clients that cannot be asked have none; the newest protocol does without them. */
async function askRoots(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: PATIENCE_MS });
    return roots.flatMap(({ uri }) => folderOf(uri) ?? []);
  } catch {
    return [];
  }
}

/**
 * Chooses a folder: the one in which the server was started wins if it is inside one of the roots, because it is more specific.
 */
export function chooseRoot(roots: readonly string[], cwd: string): string {
  return roots.some((root) => contains(root, cwd)) ? cwd : (roots[0] ?? cwd);
}

function folderOf(uri: string): string | undefined {
  try {
    const path = resolve(fileURLToPath(uri));
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ? path : undefined;
  } catch {
    return undefined;
  }
}
