import type { LessonWords } from '../../../lessons/lesson-words.ts';
import {
  code,
  fixed,
  listWords,
  type Quotable,
  quotable,
  quotablePath,
  say,
  times,
} from '../../../lessons/quotable.ts';
import type { CheckStreak } from './check-streaks.ts';
import type { Drift } from './drifts.ts';
import type { Revert } from './reverts.ts';

/** The text of a capture site, in fixed sentences that take only paths and commands from the session. */
export type SiteDraft = Pick<LessonWords, 'kind' | 'title' | 'guidance' | 'pattern' | 'scope'> & {
  phase: 'implement' | 'debug';
};

/**
 * Upper bound: more files show that a task was large, not what is hard about it. Measured on 243 sessions: loops over more are
 * refactorings.
 */
const MOST_FILES = 5;

/** Words a check that took two or more corrections. */
export function wordCorrections({ command, files, corrections, reds }: CheckStreak): SiteDraft | undefined {
  const run = quotable(command, 100);
  const quoted = quoteFiles(files);
  if (!run || !quoted) return undefined;
  const places = listWords(quoted.map(code));
  return {
    kind: 'convention',
    phase: 'implement',
    title: say`${code(run)} took ${corrections} corrections of ${places}`,
    guidance: say`After each change of ${places}, run ${code(run)} before you continue: it took ${corrections} corrections until it passed.`,
    pattern: say`${code(run)} failed ${times(reds.length)} in one session while ${places} changed, and then passed.`,
    scope: quoted,
  };
}

/** Words a check that still failed at the end. */
export function wordExhausted({ command, files, reds }: CheckStreak): SiteDraft | undefined {
  const run = quotable(command, 100);
  const quoted = quoteFiles(files);
  if (!run || !quoted) return undefined;
  const places = listWords(quoted.map(code));
  return {
    kind: 'command',
    phase: 'debug',
    title: say`${code(run)} was still red after ${reds.length} tries on ${places}`,
    guidance: say`Run ${code(run)} before you start on ${places}, and ask for help when the second try has failed: a session ended with it red after ${reds.length} tries.`,
    pattern: say`${code(run)} failed ${times(reds.length)} in one session, and never passed.`,
    scope: quoted,
  };
}

/** Words work that was reverted. */
export function wordRevert({ files, command }: Revert, check: string | undefined): SiteDraft | undefined {
  const quoted = quoteFiles(files);
  if (!quoted) return undefined;
  const places = listWords(quoted.map(code));
  const run = quotable(check, 100);
  const undo = quotable(command, 100);
  const how = undo === undefined ? 'by the opposite edit' : say`with ${code(undo)}`;
  return {
    kind: 'convention',
    phase: 'implement',
    title: say`A change of ${places} was reverted`,
    guidance: run
      ? say`Before you change ${places}, say what must hold afterwards, and run ${code(run)} after the first edit: a change was made and reverted.`
      : say`Before you change ${places}, look at who uses ${files.length > 1 ? 'them' : 'it'} and say what must hold afterwards: a change was made and reverted.`,
    pattern: say`${places} ${files.length > 1 ? 'were' : 'was'} edited in one session and reverted ${how}.`,
    scope: quoted,
  };
}

/** Words something that was out of date with its source, and the command that updated it. */
export function wordDrift({ what, isPlural, check, mend, edited }: Drift): SiteDraft | undefined {
  const run = quotable(mend, 100);
  const before = quotable(check, 100);
  if (!run || !before) return undefined;
  // After many edits, nobody knows which of them mattered.
  const quoted = quoteFiles(edited) ?? [];
  const be = isPlural ? 'were' : 'was';
  const when = quoted.length > 0 ? say`After a change of ${listWords(quoted.map(code))}, run` : fixed('Run');
  return {
    kind: 'prerequisite',
    phase: 'implement',
    title: say`Run ${code(run)} before ${code(before)}: ${what} ${be} out of step`,
    guidance: say`${when} ${code(run)} before ${code(before)}, which found ${what} out of step.`,
    pattern: say`${code(before)} failed because ${what} ${be} out of step, until ${code(run)} had run.`,
    scope: quoted,
  };
}

function quoteFiles(files: readonly string[]): Quotable[] | undefined {
  if (files.length === 0 || files.length > MOST_FILES) return undefined;
  const quoted = files.flatMap((file) => quotablePath(file, 120) ?? []);
  return quoted.length < files.length ? undefined : quoted;
}
