import { isCheck } from '../../../failures/findings/check-run.ts';
import { textOf } from '../../../failures/recovery/relation.ts';
import type { Step, ThreadView } from '../../../failures/recovery/session-view.ts';
import type { Disk } from '../../../lessons/disk.ts';
import { fingerprint } from '../../../lessons/fingerprint.ts';
import { LessonMiner } from '../../../lessons/lesson-miner.ts';
import type { ViewedSession } from '../../../lessons/mine-session.ts';
import type { NewEntry } from '../../../memory/entry-lesson.ts';
import { type Proposal, proposeFound } from '../proposal.ts';
import { findStreaks } from './check-streaks.ts';
import { findDrifts } from './drifts.ts';
import { findReverts } from './reverts.ts';
import { type SiteDraft, wordCorrections, wordDrift, wordExhausted, wordRevert } from './word-sites.ts';

/** From this many corrections on, a check is a capture site; after this many failed runs it counts as given up. */
const CORRECTIONS = 2;
const TRIES = 3;
/** Upper bound per site: only the hardest few, because a long session has dozens. */
const MOST_OF_A_SITE = 3;

/** Proposes the lessons of a session: those that the miner finds in it alone, and the things that were hard to get right. */
export function proposeFromMined(session: ViewedSession, origin: string, disk?: Disk): Proposal[] {
  const experience = new LessonMiner();
  experience.add(session);
  const { distilled, said } = experience.teach(disk);
  const learned = [...distilled.map(({ lesson }) => lesson), ...said].filter(
    // Rules for the agent's own tools and transient problems are not lessons about the code base.
    ({ kind, reach, status }) => kind !== 'tool-use' && kind !== 'retry' && reach !== 'general' && status !== 'retired',
  );
  const explained = new Set(session.claims.map(({ failure }) => failure.call.id));
  const sites = session.views.flatMap((view) => findSites(view, explained));
  return [
    // Lessons about the whole session come first: prerequisites, then the rest in the order in which they were found.
    ...learned.toSorted((a, b) => Number(b.kind === 'prerequisite') - Number(a.kind === 'prerequisite')),
    ...sites.map((site) => ({ ...site, origin })),
  ].map((lesson) => proposeFound(lesson, origin));
}

function findSites(view: ThreadView, explained: ReadonlySet<string>): NewEntry[] {
  const streaks = findStreaks(view)
    // A failure that the miner has explained is covered by its lesson.
    .filter(({ reds }) => !reds.some(({ call }) => explained.has(call.id)))
    .toSorted((a, b) => b.corrections - a.corrections || b.reds.length - a.reds.length);
  const corrected = streaks
    .filter(({ green, corrections }) => green && corrections >= CORRECTIONS)
    .slice(0, MOST_OF_A_SITE);
  const exhausted = streaks
    .filter(({ green, corrections, reds }) => !green && corrections > 0 && reds.length >= TRIES)
    .slice(0, MOST_OF_A_SITE);
  const reverts = findReverts(view).slice(-MOST_OF_A_SITE);
  const drifts = findDrifts(view)
    .filter(({ found }) => !explained.has(found.call.id))
    .slice(0, MOST_OF_A_SITE);
  return [
    ...drifts.flatMap((drift) =>
      finish('drift', `${drift.mend} -> ${drift.check}`, wordDrift(drift), drift.found, drift.mended),
    ),
    ...corrected.flatMap((streak) =>
      finish('self-correction', streak.key, wordCorrections(streak), streak.reds[0], streak.green),
    ),
    ...exhausted.flatMap((streak) => finish('exhausted', streak.key, wordExhausted(streak), streak.reds[0])),
    ...reverts.flatMap((revert) =>
      finish('revert', '', wordRevert(revert, lastCheck(view, revert.undo)), revert.edit, revert.undo),
    ),
  ];
}

/** Counts as one occurrence, however many runs it took: it is seen again when another session has the same problem. */
function finish(
  site: string,
  key: string,
  draft: SiteDraft | undefined,
  first: Step | undefined,
  fix?: Step,
): NewEntry[] {
  if (!draft || !first) return [];
  const { call } = first;
  const at = new Date(call.at).toISOString();
  return [
    {
      ...draft,
      fingerprint: fingerprint(site, `${key}\n${draft.scope.toSorted().join('\n')}`),
      reach: 'project',
      status: 'watching',
      confidence: 'low',
      occurrences: 1,
      sessions: 1,
      wastedCalls: fix ? Math.max(1, fix.index - first.index) : 1,
      firstSeen: at,
      lastSeen: at,
      evidence: [{ agent: call.agent, session: call.session, call: call.id, ...(fix ? { fix: fix.call.id } : {}), at }],
    },
  ];
}

/** Returns the last check before the work was reverted: usually the one that showed the fault. */
function lastCheck({ steps }: ThreadView, before: Step): string | undefined {
  for (const { parsed, call } of steps.slice(0, before.index).toReversed()) {
    if (call.input.command === undefined) continue;
    const check = parsed?.commands.findLast((command) => !command.nested && command.name !== 'git' && isCheck(command));
    if (check) return textOf(check);
  }
  return undefined;
}
