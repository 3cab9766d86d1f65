import type { Claim } from './claim.ts';
import { ran, type Step, type ThreadView } from './session-view.ts';

/**
 * Finds searches and listings below a folder that found nothing. Most are correct answers. If the folder turns out not to exist,
 * they were the same wrong guess as those that failed, so they only count together with a failed one.
 */
export function findSilentFolders(view: ThreadView): Claim[] {
  return view.steps.flatMap((step) => {
    const { call } = step;
    // A search that succeeded and found nothing.
    if ((call.tool !== 'search' && call.tool !== 'list') || !ran(step) || step.outcome === 'worked') return [];
    const folder = searchedFolder(step, view);
    if (!folder) return [];
    return [
      {
        relation: 'other-path',
        key: folder,
        failure: {
          call,
          kind: 'no-match',
          diagnostic: '',
          signature: `no-match||${folder}`,
          subjects: [],
          work: false,
          masked: true,
        },
        between: 0,
        wrong: folder,
        facts: { tool: call.tool, silent: 'yes' },
      },
    ];
  });
}

/** Returns the folder that was searched, below the repository: its path and the part of its file pattern without wildcards. */
function searchedFolder({ call }: Step, view: ThreadView): string | undefined {
  const glob = call.tool === 'list' ? (call.input.pattern ?? '') : (call.input.glob ?? '');
  const parts = glob.split('/');
  const wild = parts.findIndex((part) => /[*?[{]/.test(part));
  const fixed = parts.slice(0, wild < 0 ? parts.length - 1 : Math.min(wild, parts.length - 1)).join('/');
  const base = call.input.path ?? '';
  const typed = fixed === '' ? base : base === '' || fixed.startsWith('/') ? fixed : `${base}/${fixed}`;
  return typed === '' ? undefined : view.roots.relative(typed, call.cwd);
}
