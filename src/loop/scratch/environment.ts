import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { PathMap } from './path-map.ts';

/** Variables by which npm, yarn and pnpm describe a script's package, which is not that of the scratch checkout. */
const RUN_VARIABLES =
  /^(?:npm_(?:lifecycle_|package_|command$|execpath$|node_execpath$|config_(?:local_prefix|argv|user_agent)$)|init_cwd$|project_cwd$|berry_bin_folder$|pnpm_(?:package_name|script_src_dir)$|oldpwd$)/i;

/** Variables that point git at one repository, whatever its working directory: a hook that runs us sets them. */
const REPOSITORY =
  /^GIT_(?:(?:IMPLICIT_)?WORK_TREE|DIR|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE|GRAFT_FILE|SHALLOW_FILE|CONFIG|CONFIG_PARAMETERS|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/i;

/** Folders that programs expect to exist: a folder that was not carried over is better left unset. */
const FOLDERS = ['VIRTUAL_ENV', 'CONDA_PREFIX', 'TMPDIR', 'TMP', 'TEMP'];

/**
 * Returns the environment of the programs in a scratch checkout: the agent, the tests and the setup. An activated environment, or
 * npm, adds folders of the user's checkout, and programs from there would work on the user's files.
 */
export function mapEnvironment(env: NodeJS.ProcessEnv, map: PathMap, cwd: string): NodeJS.ProcessEnv {
  const mapped: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined || RUN_VARIABLES.test(name) || REPOSITORY.test(name)) continue;
    if (/^path$/i.test(name)) mapped[name] = mapSearchPath(value, map);
    else if (name === 'PWD') mapped[name] = cwd;
    else mapped[name] = map.mapText(value);
  }
  for (const name of FOLDERS) {
    const folder = mapped[name];
    if (folder !== undefined && folder !== env[name] && !existsSync(folder)) delete mapped[name];
  }
  return mapped;
}

/**
 * Maps a search path. Folders that the scratch checkout lacks are left out: a program must not be found in the user's checkout.
 */
function mapSearchPath(value: string, map: PathMap): string {
  const entries = value.split(delimiter).flatMap((entry) => {
    const place = entry === '' ? undefined : map.mapPath(entry);
    if (place === undefined) return [entry];
    return existsSync(place) ? [place] : [];
  });
  return entries.join(delimiter);
}
