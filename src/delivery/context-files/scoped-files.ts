import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContextFile, ScopedRules } from '../../agents/context.ts';
import { hashText } from '../../shared/hash.ts';

/** Returns the file for lessons about these globs: `.claude/rules/hardwon-services-api.md`. */
export function scopedFile(rules: ScopedRules, globs: readonly string[], projectRoot: string): ContextFile {
  const name = `${PREFIX}${nameScope(globs)}${rules.extension}`;
  return { name, path: join(rules.folder, name), root: projectRoot, isShared: true, begin: rules.begin(globs) };
}

/** Returns the existing files of that kind; their beginnings are taken from them. */
export async function listScopedFiles(rules: ScopedRules, projectRoot: string): Promise<ContextFile[]> {
  const names = await readdir(rules.folder).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(PREFIX) && name.endsWith(rules.extension))
    .map((name) => ({ name, path: join(rules.folder, name), root: projectRoot, isShared: true }));
}

const PREFIX = 'hardwon-';

/** Returns the folder in words; with a hash appended if another folder could have the same name. */
export function nameScope(globs: readonly string[]): string {
  const folder = (globs[0] ?? '').replace(/\/\*\*$/, '');
  const words = folder
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  const isPlain = globs.length === 1 && words.replaceAll('-', '/') === folder;
  return isPlain ? words : `${words}-${hashText(globs.join('\n')).slice(0, 6)}`;
}
