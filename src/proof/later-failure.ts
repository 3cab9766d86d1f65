import { stripVariation } from '../failures/error-mark.ts';
import type { Claim, ClaimedFailure } from '../failures/recovery/claim.ts';
import { joinDirectory } from '../failures/recovery/join-directory.ts';
import type { Roots, Step, ThreadView } from '../failures/recovery/session-view.ts';
import type { Unexplained } from '../failures/recovery/unexplained.ts';
import { groupClaims } from '../lessons/claim-group.ts';
import { programOf } from '../lessons/recurring/groups.ts';
import { signatureOf } from '../shell/index.ts';
import type { SeenFolders } from './seen-folders.ts';

/** A failed call as the replay sees it: what is known of it from its own session alone. */
export interface LaterFailure {
  step: Step;
  failure: ClaimedFailure;
  /** What its own session says about it. */
  claims: readonly Claim[];
  /** Equal for equal causes, whether or not anything explains them; absent where the log does not tell the cause. */
  signature?: string;
  /** Who complained with which lines: what lessons about complaints that recur are known by. */
  complaints: readonly string[];
  /** Everything that a failure of an earlier session may have in common with it. */
  causes: readonly string[];
}

/** The failures of one thread, in order: calls that failed, were refused, or were searches that could not find anything. */
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
        ...(signature ? { signature } : {}),
        complaints: complaints.get(step.call.id) ?? [],
        causes: signature ? [signature, ...keys] : keys,
      },
    ];
  });
}

/** The lines of a failure, each with the program that it is counted under. */
function complaintsIn(one: Unexplained): string[] {
  return one.lines.map(({ key }) => `${programOf(one)}\n${key}`);
}

/** A search that found nothing is a mistake only where its folder is none: in a folder that others found something in, it is an answer. */
function isHonestAnswer({ facts, wrong }: Claim, folders: Pick<SeenFolders, 'topmostAbsent'>): boolean {
  return facts?.silent !== undefined && folders.topmostAbsent(wrong) === undefined;
}

/**
 * What a claim has in common with like ones. Wrong guesses of one fact are one cause, and are told as one: all that lead to the same
 * place, and all below a folder that nobody ever saw.
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

/** Whether the subject is all there is to the cause: a program or module that is missing is, for whatever command. */
export function isAboutMachine({ kind, subject }: Pick<ClaimedFailure, 'kind' | 'subject'>): boolean {
  return (kind === 'command-not-found' || kind === 'module-missing') && subject !== undefined;
}

/**
 * The failure's own signature, with paths as the repository knows them: the same file in two worktrees is one. A refusal by the user is
 * known by the command; refused edits and plans are about their content, and cannot be compared. Nor can a failure that says nothing.
 */
function signFailure(step: Step, failure: ClaimedFailure, roots: Roots): string | undefined {
  const { kind, subject, command, diagnostic } = failure;
  if (kind === 'user-rejected' || kind === 'permission') {
    const main = step.parsed?.main;
    return main ? `${kind}|${signatureOf(main)}` : undefined;
  }
  if (aboutFiles.has(kind) && subject !== undefined)
    return `${kind}|${roots.relative(subject, joinDirectory(step.call.cwd, command?.dir)) ?? stripVariation(subject)}`;
  if (isAboutMachine(failure)) return `${kind}|${stripVariation(subject ?? '')}`;
  return subject || isTelling(diagnostic) ? `${failure.signature}|${command ? '' : step.call.name}` : undefined;
}

/** A line with a word in it that is more than the fact that something failed. */
function isTelling(diagnostic: string): boolean {
  const words = diagnostic.match(/\p{L}{3,}/gu) ?? [];
  return words.some(
    (word) => !/^(?:error|exit|code|fail|failed|failure|failures|status|command|process|null|undefined|fatal)$/i.test(word),
  );
}
