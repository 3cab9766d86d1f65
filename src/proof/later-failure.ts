import { stripVariation } from '../failures/error-mark.ts';
import type { Claim, ClaimedFailure } from '../failures/recovery/claim.ts';
import { resolveDirectory } from '../failures/recovery/join-directory.ts';
import type { Roots, Step, ThreadView } from '../failures/recovery/session-view.ts';
import type { Unexplained } from '../failures/recovery/unexplained.ts';
import { groupClaims } from '../lessons/claim-group.ts';
import { groupProgramOf } from '../lessons/recurring/groups.ts';
import { signatureOf } from '../shell/index.ts';
import type { SeenFolders } from './seen-folders.ts';

/** A failed call as the replay sees it: with the knowledge from its own session alone. */
export interface LaterFailure {
  step: Step;
  failure: ClaimedFailure;
  /** The claims of its own session about it. */
  claims: readonly Claim[];
  /** Equal for equal causes, whether or not anything explains them; absent if the log does not show the cause. */
  signature?: string;
  /** The programs and the lines of their complaints, by which lessons about recurring complaints are recognised. */
  complaints: readonly string[];
  /** Everything that a failure of an earlier session may have in common with it. */
  causes: readonly string[];
}

/**
 * Returns the failures of one thread, in order: calls that failed, were refused, or were searches that could not find anything.
 */
export function listFailures(
  view: ThreadView,
  claims: readonly Claim[],
  unexplained: readonly Unexplained[],
  folders: Pick<SeenFolders, 'topmostAbsent'>,
): LaterFailure[] {
  const byCall = groupClaims(claims, (claim) => claim.failure.call.id);
  const complaints = new Map(unexplained.map((one) => [one.failure.call.id, complaintsIn(one)]));
  return view.steps.flatMap((step) => {
    const own = (byCall.get(step.call.id) ?? []).filter((claim) => !isHonestAnswer(claim, folders));
    const failure = step.failure ?? own[0]?.failure;
    if (!failure) return [];
    const signature = signFailure(step, failure, view.roots);
    const keys = own.flatMap((claim) => widen(claim, folders));
    return [
      {
        step,
        failure,
        claims: own,
        signature: signature || undefined,
        complaints: complaints.get(step.call.id) ?? [],
        causes: signature ? [signature, ...keys] : keys,
      },
    ];
  });
}

/** Returns the lines of a failure, each with the program under which it is counted. */
function complaintsIn(one: Unexplained): string[] {
  return one.lines.map(({ key }) => `${groupProgramOf(one)}\n${key}`);
}

/**
 * Whether a search that found nothing is a valid answer. It is a mistake only if its folder does not exist: in a folder in which
 * others found something, it is an answer.
 */
function isHonestAnswer({ facts, wrong }: Claim, folders: Pick<SeenFolders, 'topmostAbsent'>): boolean {
  return facts?.silent !== undefined && folders.topmostAbsent(wrong) === undefined;
}

/**
 * Returns what a claim has in common with similar ones. Wrong guesses about one fact are one cause, and are told as one: all that
 * lead to the same place, and all below a folder that nobody ever saw.
 */
function widen({ relation, key, wrong, right }: Claim, folders: Pick<SeenFolders, 'topmostAbsent'>): string[] {
  const causes = [`${relation} ${key}`];
  if (relation === 'other-checkout') causes.push(relation);
  if (relation !== 'other-path') return causes;
  if (right !== undefined) causes.push(`${relation} at ${right}`);
  const absent = folders.topmostAbsent(wrong);
  if (absent !== undefined) causes.push(`${relation} in ${absent}/`);
  return causes;
}

/** Kinds whose subject is a file. */
const aboutFiles: ReadonlySet<string> = new Set([
  'file-missing',
  'is-directory',
  'too-large',
  'edit-mismatch',
  'not-read',
  'stale-read',
  'no-change',
  'no-match',
]);

/** Whether the subject alone is the cause: a missing program or module is, for whatever command. */
export function isAboutMachine({ kind, subject }: Pick<ClaimedFailure, 'kind' | 'subject'>): boolean {
  return (kind === 'command-not-found' || kind === 'module-missing') && subject !== undefined;
}

/**
 * Returns the failure's own signature, with paths relative to the repository: the same file in two worktrees is one. A refusal by
 * the user is identified by the command; refused edits and plans are about their content, and cannot be compared. Nor can a
 * failure without a message.
 */
function signFailure(step: Step, failure: ClaimedFailure, roots: Roots): string | undefined {
  const { kind, subject, command, diagnostic } = failure;
  if (kind === 'user-rejected' || kind === 'permission') {
    const main = step.parsed?.main;
    return main ? `${kind}|${signatureOf(main)}` : undefined;
  }
  if (aboutFiles.has(kind) && subject !== undefined)
    return `${kind}|${roots.relative(subject, resolveDirectory(step.call.cwd, command?.dir)) ?? stripVariation(subject)}`;
  if (isAboutMachine(failure)) return `${kind}|${stripVariation(subject ?? '')}`;
  return subject || isTelling(diagnostic) ? `${failure.signature}|${command ? '' : step.call.name}` : undefined;
}

/** Whether a line contains a word that says more than that something failed. */
function isTelling(diagnostic: string): boolean {
  const words = diagnostic.match(/\p{L}{3,}/gu) ?? [];
  return words.some(
    (word) =>
      !/^(?:error|exit|code|fail|failed|failure|failures|status|command|process|null|undefined|fatal)$/i.test(word),
  );
}
