import { existsSync } from 'node:fs';
import { delimiter } from 'node:path';
import type { PathMap } from './path-map.ts';

/** What npm, yarn and pnpm tell a script of the package that it belongs to: another one than that of the scratch checkout. */
const RUN_VARIABLES =
  /^(?:npm_(?:lifecycle_|package_|command$|execpath$|node_execpath$|config_(?:local_prefix|argv|user_agent)$)|init_cwd$|project_cwd$|berry_bin_folder$|pnpm_(?:package_name|script_src_dir)$|oldpwd$)/i;

/** What points git at one repository, whatever folder it is run in: a hook that runs us sets it. */
const REPOSITORY =
  /^GIT_(?:(?:IMPLICIT_)?WORK_TREE|DIR|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|PREFIX|NAMESPACE|GRAFT_FILE|SHALLOW_FILE|CONFIG|CONFIG_PARAMETERS|NO_REPLACE_OBJECTS|REPLACE_REF_BASE)$/i;

/** Folders that programs take to be there. What was not carried is better not named. */
const FOLDERS = ['VIRTUAL_ENV', 'CONDA_PREFIX', 'TMPDIR', 'TMP', 'TEMP'];

/**
 * The environment of what is run in a scratch checkout: the agent, the tests, setting up. An activated environment, or npm, puts folders
 * of the user's checkout into it, and programs from there would work on the user's files.
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

/** Folders that the scratch checkout has not are left out: a program must not be found in the user's. */
function mapSearchPath(value: string, map: PathMap): string {
  const entries = value.split(delimiter).flatMap((entry) => {
    const place = entry === '' ? undefined : map.mapPath(entry);
    if (place === undefined) return [entry];
    return existsSync(place) ? [place] : [];
  });
  return entries.join(delimiter);
}
