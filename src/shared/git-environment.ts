import { devNull } from 'node:os';
import { dirname } from 'node:path';

/**
 * The git arguments whose output `gitEnvironment` needs: the names of all settings in effect, including those of included files.
 */
export const LIST_SETTINGS = ['config', '--list', '--name-only', '--includes', '-z'];

/**
 * Returns an environment in which git can safely be run on a checkout that somebody else may have written. Git then starts no
 * program that the repository names, contacts no remote, takes no locks, waits for nobody, and accesses only the checkout,
 * whatever `core.worktree` says. Filters have names of their own: `settings`, the output of `LIST_SETTINGS`, tells which there
 * are.
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

/**
 * Variables that locate the user's own settings and git itself; any other variable would point git elsewhere, as those of a hook
 * that runs hardwon do.
 */
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

/** Settings with which git starts a program, with values that prevent it. They override every file. */
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
  // Files of a bare repository that are part of a checkout do not count as a repository.
  ['safe.bareRepository', 'explicit'],
];

/** A filter without a command changes nothing; a required one would then be an error. */
function listFilters(settings: string): [string, string][] {
  return settings.split('\0').flatMap((name): [string, string][] => {
    const [, last] = /^filter\.[\s\S]*\.(clean|smudge|process|required)$/.exec(name) ?? [];
    return last === undefined ? [] : [[name, last === 'required' ? 'false' : '']];
  });
}
