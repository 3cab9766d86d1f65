import { quotable } from '../../../lessons/draft.ts';

/** The files that a unified diff changes, those of tests left out: they say what is wanted, not what was done. */
export function changedFiles(diff: string): string[] {
  const files = [...diff.matchAll(/^\+\+\+ (?:b\/)?([^\t\r\n]{1,300})/gm)].flatMap((match) => quotable(match[1]) ?? []);
  return [...new Set(files)].filter(
    (file) => file !== '/dev/null' && !/(?:^|[/_.-])(?:tests?|spec|__tests__)(?:[/_.-]|$)/i.test(file),
  );
}
