import { code, type Draft, listWords, quotable, times } from '../../../lessons/draft.ts';
import type { CheckStreak } from './check-streaks.ts';
import type { Revert } from './reverts.ts';

/** What a capture site says, in fixed sentences: only paths and commands of the session enter them. */
export type SiteDraft = Pick<Draft, 'kind' | 'title' | 'guidance' | 'pattern' | 'scope'> & { phase: 'implement' | 'debug' };

/** More files say that a task was large, not what is hard about it. Measured on 243 sessions: loops over more are refactorings. */
const MOST_FILES = 5;

/** A check that took two or more corrections. */
export function wordCorrections({ command, files, corrections, reds }: CheckStreak): SiteDraft | undefined {
  const run = quotable(command, 100);
  const places = quoteFiles(files);
  if (!run || !places) return undefined;
  return {
    kind: 'convention',
    phase: 'implement',
    title: `${code(run)} took ${corrections} corrections of ${places}`,
    guidance: `After each change of ${places}, run ${code(run)} before going on: it took ${corrections} corrections until it passed.`,
    pattern: `${code(run)} failed ${times(reds.length)} in one session while ${places} changed, and then passed.`,
    scope: [...files],
  };
}

/** A check that was still red at the end. */
export function wordExhausted({ command, files, reds }: CheckStreak): SiteDraft | undefined {
  const run = quotable(command, 100);
  const places = quoteFiles(files);
  if (!run || !places) return undefined;
  return {
    kind: 'command',
    phase: 'debug',
    title: `${code(run)} was still red after ${reds.length} tries on ${places}`,
    guidance: `Run ${code(run)} before you start on ${places}, and ask for help when the second try has failed: a session ended with it red after ${reds.length} tries.`,
    pattern: `${code(run)} failed ${times(reds.length)} in one session, and never passed.`,
    scope: [...files],
  };
}

/** Work that was taken back. */
export function wordRevert({ files, command }: Revert, check: string | undefined): SiteDraft | undefined {
  const places = quoteFiles(files);
  if (!places) return undefined;
  const run = quotable(check, 100);
  const how = command === undefined ? 'by the opposite edit' : `with ${code(command)}`;
  return {
    kind: 'convention',
    phase: 'implement',
    title: `A change of ${places} was taken back`,
    guidance: run
      ? `Before you change ${places}, say what must hold afterwards, and run ${code(run)} after the first edit: a change was made and taken back.`
      : `Before you change ${places}, look at who uses ${files.length > 1 ? 'them' : 'it'} and say what must hold afterwards: a change was made and taken back.`,
    pattern: `${places} ${files.length > 1 ? 'were' : 'was'} edited in one session and taken back ${how}.`,
    scope: [...files],
  };
}

function quoteFiles(files: readonly string[]): string | undefined {
  if (files.length === 0 || files.length > MOST_FILES) return undefined;
  const quoted = files.map((file) => quotable(file, 120));
  return quoted.includes(undefined) ? undefined : listWords(quoted.map((file) => code(file ?? '')));
}
