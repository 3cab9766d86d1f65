import { readdir } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { readTextFile } from '../../shared/files.ts';
import { findNotation } from './embedded-paths.ts';
import type { PathMap } from './path-map.ts';

/**
 * Redirects Python to the scratch checkout. A Python environment outside the repository is not copied, and may find the project
 * in the user's sources (as with poetry). Python searches PYTHONPATH first, so the same folders of the scratch checkout are put
 * there. `tell` is notified.
 */
export async function leadPython(
  env: NodeJS.ProcessEnv,
  map: PathMap,
  tell: (notice: string) => void,
): Promise<NodeJS.ProcessEnv> {
  const active = env.VIRTUAL_ENV ?? env.CONDA_PREFIX;
  const folders = active === undefined ? [] : await findInPlace(active, map);
  if (active === undefined || folders.length === 0) return env;
  tell(
    `${active} has the project installed in editable mode, from your own files; PYTHONPATH puts those of the scratch checkout first`,
  );
  const { PYTHONPATH: before } = env;
  return { ...env, PYTHONPATH: [...folders, ...(before ? [before] : [])].join(delimiter) };
}

/** Finds the folders of a scratch checkout with the packages that an environment takes from the user's sources. */
async function findInPlace(environment: string, map: PathMap): Promise<string[]> {
  const found = new Set<string>();
  for (const folder of await listPackageFolders(environment))
    for (const name of await readdir(folder).catch(() => [])) {
      const path = join(folder, name);
      if (findNotation(path, new Set()) === undefined) continue;
      const text = (await readTextFile(path).catch(() => undefined))?.text ?? '';
      for (const place of name.endsWith('.py') ? readFinder(text) : text.split(/\r?\n/)) {
        const mapped = isAbsolute(place) ? map.mapPath(place) : undefined;
        if (mapped !== undefined) found.add(mapped);
      }
    }
  return [...found];
}

/** Returns the folders that contain a finder's packages, because it names the packages themselves. */
function readFinder(text: string): string[] {
  return [...text.matchAll(/(['"])([^'"\n]*)\1/g)].map(([, , place = '']) => dirname(place.replaceAll('\\\\', '\\')));
}

async function listPackageFolders(environment: string): Promise<string[]> {
  const versions = await readdir(join(environment, 'lib')).catch(() => []);
  const folders = versions.filter((name) => /^(?:python|pypy)[\d.]+$/.test(name)).map((name) => join('lib', name));
  return [...folders, 'Lib'].map((folder) => join(environment, folder, 'site-packages'));
}
