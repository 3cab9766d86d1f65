import { devNull } from 'node:os';
import { dirname } from 'node:path';

/** The question whose answer `gitEnvironment` needs: the names of all settings that are in force, those of included files as well. */
export const LIST_SETTINGS = ['config', '--list', '--name-only', '--includes', '-z'];

/**
 * The environment in which git may be asked about a checkout that somebody else may have written. It starts no program that the
 * repository names, reaches no remote, takes no locks, waits for nobody, and looks at the checkout and at no other folder, whatever
 * `core.worktree` says. Filters have names of their own: `settings`, the answer to `LIST_SETTINGS`, tells which there are.
 */
export function gitEnvironment(top: string, env: NodeJS.ProcessEnv, settings = ''): NodeJS.ProcessEnv {
  const own = Object.entries(env).filter(([name]) => !/^GIT_/i.test(name) || OF_THE_USER.test(name));
  const off = [...OFF, ...listFilters(settings)];
  const named = off.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ]);
  return {
    ...Object.fromEntries(own),
    ...ALONE,
    GIT_WORK_TREE: top,
    GIT_CEILING_DIRECTORIES: dirname(top),
    GIT_CONFIG_COUNT: String(off.length),
    ...Object.fromEntries(named),
  };
}

/** Where the user's own settings and git itself are; every other variable would point git elsewhere, as a hook that runs us does. */
const OF_THE_USER = /^GIT_(?:EXEC_PATH|CONFIG_GLOBAL|CONFIG_SYSTEM|CONFIG_NOSYSTEM)$/i;

const ALONE = {
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
  GIT_NO_LAZY_FETCH: '1',
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_PAGER: 'cat',
  GIT_EDITOR: 'true',
  GIT_ASKPASS: 'true',
  GIT_SSH_COMMAND: 'false',
};

/** Settings by which git starts something, with values by which it does not. They outweigh every file. */
const OFF: readonly (readonly [string, string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.hooksPath', devNull],
  ['core.pager', 'cat'],
  ['core.editor', 'true'],
  ['core.sshCommand', 'false'],
  ['core.askPass', 'true'],
  ['credential.helper', ''],
  ['gpg.program', 'false'],
  ['log.showSignature', 'false'],
  ['status.submoduleSummary', 'false'],
  ['submodule.recurse', 'false'],
  ['diff.ignoreSubmodules', 'dirty'],
  ['protocol.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  // Files of a bare repository that lie in a checkout as if they were its own are no repository to us.
  ['safe.bareRepository', 'explicit'],
];

/** A filter without a command changes nothing; one that is required would be an error then. */
function listFilters(settings: string): [string, string][] {
  return settings.split('\0').flatMap((name): [string, string][] => {
    const [, last] = /^filter\.[\s\S]*\.(clean|smudge|process|required)$/.exec(name) ?? [];
    return last === undefined ? [] : [[name, last === 'required' ? 'false' : '']];
  });
}
