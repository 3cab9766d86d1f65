import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Server } from '@modelcontextprotocol/server';
import { contains } from '../shared/paths.ts';

/** A client that was asked for its folders and says nothing must not hold up a call. */
const PATIENCE_MS = 3_000;

/**
 * The folder that calls are about: the one that was asked for, else the one that the client has open, else where the server was started.
 * Editors start servers anywhere and tell their folders when asked; agents on the command line start them in the project.
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

/** The folders that a client has open. Those that cannot be asked have none; the newest protocol does without. */
async function askRoots(server: Server): Promise<string[]> {
  if (server.getClientCapabilities()?.roots === undefined) return [];
  try {
    const { roots } = await server.listRoots(undefined, { timeout: PATIENCE_MS });
    return roots.flatMap(({ uri }) => folderOf(uri) ?? []);
  } catch {
    return [];
  }
}

/** Where the server was started counts if it lies in one of them: it is the closer of the two. */
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
