import { code, quotable, times, type Wording } from '../draft.ts';

/** Traps of the machine's shell. */
export const wordQuoting: Wording = (group) => {
  const trap = group.claims.at(-1)?.facts?.trap ?? '';
  const text = traps[trap];
  if (!text) return undefined;
  return {
    kind: 'environment',
    reach: generalTraps.has(trap) ? 'general' : 'machine',
    ...text,
    pattern: `Happened ${times(group.occurrences)}.`,
    scope: [],
  };
};

/** Traps of programs rather than of the machine's shell. */
const generalTraps = new Set(['dash-pattern', 'ripgrep-multiline', 'escaped-bang']);

const traps: Readonly<Record<string, { title: string; guidance: string }>> = {
  'zsh-glob': {
    title: 'zsh: a glob without a match aborts the command',
    guidance:
      'The shell is zsh: a pattern that matches nothing aborts the whole command, also with `2>/dev/null`. Use `find`, or quote the pattern.',
  },
  'zsh-status': {
    title: 'zsh: `status` is read-only',
    guidance: 'The shell is zsh: do not assign to `status`; name the variable otherwise.',
  },
  'zsh-path': {
    title: 'zsh: never use `path` as a variable',
    guidance:
      'The shell is zsh, where `path` is tied to `PATH`: a loop over it leaves no command to be found. Name the variable otherwise.',
  },
  'dash-pattern': {
    title: 'Search patterns that begin with `-` need `-e`',
    guidance:
      'Put `-e` before a search pattern that begins with a dash (`rg -n -e "--trace|x"`): without it the pattern is taken for an option.',
  },
  'ripgrep-multiline': {
    title: 'ripgrep: `\\n` in a pattern needs `-U`',
    guidance: 'Search with `rg -U` when the pattern contains `\\n`: without it ripgrep refuses the pattern.',
  },
  'escaped-bang': {
    title: 'Do not write `!=` in jq filters on the command line',
    guidance: 'The shell tool passes `!=` as `\\!=`: write `(a == b | not)`, or put the filter into a file.',
  },
};

/** Rules of the repository's host. */
export const wordRepository: Wording = (group) => {
  const { rule = '', branch = '' } = group.claims.at(-1)?.facts ?? {};
  const name = quotable(branch, 60);
  const text = repositoryRules(name)[rule];
  if (!text) return undefined;
  return { kind: 'command', reach: 'project', ...text, pattern: `Refused by the host ${times(group.occurrences)}.`, scope: [] };
};

function repositoryRules(
  branch: string | undefined,
): Readonly<Record<string, { title: string; guidance: string; rule?: string }>> {
  const name = branch ? code(branch) : 'The main branch';
  return {
    'protected-branch': {
      title: `${name} is protected: push a branch and open a pull request`,
      guidance: `${name} is protected: push a branch of your own and open a pull request instead of pushing to it.`,
      ...(branch ? { rule: `Bash(git push * ${branch} *)` } : {}),
    },
    'no-auto-merge': {
      title: 'Auto-merge is switched off in this repository',
      guidance: 'Do not merge with `--auto`: it is switched off here. Wait for the checks, then merge.',
      rule: 'Bash(gh pr merge * --auto *)',
    },
    'merge-policy': {
      title: 'Merging is blocked until reviews and threads are settled',
      guidance:
        'Before merging, resolve every review thread and wait for the required checks: the branch policy blocks the merge otherwise.',
      rule: 'Bash(gh pr merge *)',
    },
  };
}
