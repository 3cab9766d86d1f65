import type { ShellCommand } from '../../../shell/index.ts';
import { claim, type FailedStep, type Relation } from '../relation.ts';
import { after, type Step, type ThreadView } from '../session-view.ts';

/**
 * A script that was expected in the repository is elsewhere on the machine: the same file name, by an absolute path outside, then
 * worked, or was the only hit of a search.
 */
export const otherProgram: Relation = {
  name: 'other-program',
  explain(step, view) {
    const { failure, call } = step;
    if (call.tool !== 'shell' || (failure.kind !== 'file-missing' && failure.kind !== 'command-not-found')) return [];
    return failure.subjects.flatMap((subject) => {
      const name = baseName(subject);
      if (!SCRIPT.test(name) || isOutside(subject, step, view)) return [];
      const found = findElsewhere(name, step, view);
      if (!found) return [];
      return [
        claim(step, found.step, {
          relation: 'other-program',
          key: name,
          wrong: subject,
          right: asHome(found.path),
          facts: { name },
        }),
      ];
    });
  },
};

const SCRIPT = /^[\w.-]+\.(?:sh|bash|zsh|py|rb|pl|mjs|cjs|js|ts|ps1)$/;

function findElsewhere(name: string, step: FailedStep, view: ThreadView): { step: Step; path: string } | undefined {
  for (const later of after(view, step)) {
    if (later.outcome !== 'worked') continue;
    const paths = later.parsed?.commands
      .flatMap(wordsOf)
      .filter((word) => baseName(word) === name && isOutside(word, later, view));
    const [path] = paths ?? [];
    if (path !== undefined) return { step: later, path };
  }
  return undefined;
}

function wordsOf({ program, operands }: ShellCommand): string[] {
  return [program, ...operands];
}

/** Whether a path is absolute, or below the home folder, and in no checkout. Temporary files do not count as a place. */
function isOutside(path: string, { call }: Step, view: ThreadView): boolean {
  return (
    /^(?:\/|~\/|[A-Za-z]:[\\/])/.test(path) &&
    !/^(?:\/private)?\/(?:tmp|var\/folders)\//.test(path) &&
    view.roots.relative(path, call.cwd) === undefined
  );
}

function asHome(path: string): string {
  return path.replace(/^(?:\/Users|\/home)\/[^/]+\//, '~/');
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
