import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { Places } from '../../agents/agent.ts';
import type { HookInstaller, HookScope, HookStart } from '../../agents/hook-installer.ts';
import { AppError } from '../../shared/errors.ts';
import { isInside } from '../../shared/files.ts';
import { addJsonHooks, hasJsonHooks, removeJsonHooks } from './json-hooks.ts';

/** A file that hooks are written to. */
export interface HookFile {
  /** Absolute. */
  path: string;
  /** The folder that a link must not lead out of. Dotfiles are often links to elsewhere in the home folder. */
  root: string;
}

/** Where an agent's hooks belong in a scope; undefined where it has no place for them. */
export function findHookFile(hooks: HookInstaller, scope: HookScope, places: Places, projectRoot: string): HookFile | undefined {
  if (scope === 'project') {
    if (hooks.project === undefined) return undefined;
    return contained(resolve(projectRoot, hooks.project), projectRoot, hooks.project);
  }
  if (hooks.user === undefined) return undefined;
  if (typeof hooks.user === 'string')
    return contained(join(places.home, hooks.user.replace(/^~[\\/]/, '')), places.home, hooks.user);
  const path = hooks.user(places);
  if (!isAbsolute(path)) throw new AppError('broken-file', `the file for hooks must be an absolute path, not ${path}`);
  return { path, root: isInside(path, places.home) ? places.home : dirname(path) };
}

function contained(path: string, root: string, named: string): HookFile {
  if (isInside(path, root) && relative(root, path) !== '') return { path, root };
  throw new AppError('broken-file', `the file for hooks lies outside of ${root}: ${named}`);
}

/** The text of a file with our hooks in it. */
export async function addHooks(text: string | undefined, hooks: HookInstaller, start: HookStart, path: string): Promise<string> {
  if (hooks.form === 'json') return addJsonHooks(text, hooks, start, path);
  if (hooks.form === 'own') return hooks.add(text, start);
  if (text !== undefined && !isOwnPlugin(text)) {
    throw new AppError('conflict', `${path} is there already, and not by hardwon`, {
      hint: 'Move it away, or give it another name.',
    });
  }
  return hooks.render(start);
}

/** The text of a file without our hooks; undefined where the file has no reason to be there any more. */
export function removeHooks(text: string, hooks: HookInstaller, path: string): string | undefined {
  if (hooks.form === 'json') return removeJsonHooks(text, hooks, path);
  if (hooks.form === 'own') return hooks.remove(text);
  return isOwnPlugin(text) ? undefined : text;
}

/** Whether our hooks are in a text. */
export function hasHooks(text: string, hooks: HookInstaller, path: string): boolean {
  return hooks.form === 'json' ? hasJsonHooks(text, hooks, path) : removeHooks(text, hooks, path) !== text;
}

function isOwnPlugin(text: string): boolean {
  return /^[^\n]*\bhardwon\b/.test(text);
}
