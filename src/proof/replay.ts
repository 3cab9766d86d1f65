import type { JudgedCall } from '../failures/failure.ts';
import { ran, type Step, type ThreadView } from '../failures/recovery/session-view.ts';
import { LostTime } from '../lessons/lost-time.ts';
import type { AskedCall } from '../lessons/triggers/call-view.ts';
import type { FrozenState } from './freeze.ts';
import { type FrozenLesson, findComparableFix, isAbout, namesFix } from './frozen-lesson.ts';
import type { LaterFailure } from './later-failure.ts';
import { emptyTally, type Tally } from './tally.ts';
import type { WholeText } from './whole-texts.ts';

/** A failure with a known cause, or a call that a trigger matched unnecessarily. */
export interface ReplayedCase {
  call: JudgedCall;
  /** The reason of the failure: the line of its output that states it. */
  error?: string;
  /**
   * `shown` and `missed`: a failure with a known cause. `worked` and `other-reason`: a trigger matched, and the call worked or
   * failed for another reason.
   */
  outcome: 'shown' | 'missed' | 'worked' | 'other-reason';
  /** The title and fingerprint of the lesson. Absent if none was shown. */
  title?: string;
  fingerprint?: string;
  told: boolean;
  warned: boolean;
  /** Whether the guidance is what then worked; absent if the session shows no fix that can be compared. */
  agreed?: boolean;
}

/** A session to be replayed. */
export interface ReplayedSession {
  views: readonly ThreadView[];
  /** The failures of all threads. */
  failures: readonly LaterFailure[];
  /** The causes in sessions that had ended when this one began. */
  seen: ReadonlySet<string>;
  /** The texts of edits and the output of reads, by call: as far as they are known in full. */
  texts?: ReadonlyMap<string, WholeText>;
  /** Fingerprints of lessons that stopped a call that worked, in this session or an earlier one: they stop no more calls. */
  contradicted?: Set<string>;
}

/** The result of a replay. */
interface Replay {
  tally: Tally;
  /** Ids of the failed calls with a known cause. */
  known: Set<string>;
}

/** Goes through a session call by call with the lessons that were frozen before it, and counts what would have been shown. */
export function replaySession(
  session: ReplayedSession,
  state: FrozenState,
  onCase: (found: ReplayedCase) => void = () => {},
): Replay {
  const tally = emptyTally();
  tally.sessions = 1;
  tally.tokens = state.tokens;
  const failures = new Map(session.failures.map((later) => [later.step.call.id, later]));
  const lost = new LostTime();
  const knownCalls = new Set<string>();
  const stops = new ReplayedStops(tally, session.contradicted ?? new Set());
  let matches = 0;
  for (const view of session.views) {
    const matcher = state.matcher.startSession();
    // Hooks tell a lesson once per conversation: a repetition is no alarm.
    const said = new Set<FrozenLesson>();
    stops.startThread();
    for (const step of view.steps) {
      const { call } = step;
      const asked = callsOf(call, session.texts?.get(call.id));
      const isHeard = ({ agents }: FrozenLesson) => agents?.includes(call.agent) ?? true;
      const matched = new Set(
        asked.flatMap((one) => matcher.match(one).flatMap(({ frozen }) => (isHeard(frozen) ? [frozen] : []))),
      );
      const warnings = [...matched].filter((lesson) => lesson.warns);
      const fresh = warnings.filter((lesson) => !said.has(lesson));
      const later = failures.get(call.id);
      // As hooks see it: a failure without a flag is not a failure to them.
      for (const one of asked) matcher.observe({ ...one, outcome: step.told }, ran(step) || step.told === 'ok');
      tally.calls += 1;
      if (warnings.length > 0) matches += 1;
      stops.count(step, matched, later, view);
      if (later) countFailure(later, matched, fresh, view);
      else if (step.outcome === 'worked') alarm(call, fresh, 'worked');
      for (const lesson of warnings) said.add(lesson);
    }
  }
  tally.chance = tally.calls === 0 ? 0 : (matches * tally.known) / tally.calls;
  tally.lostCalls = lost.calls;
  tally.lostMinutes = lost.minutes;
  tally.lostTokens = lost.tokens;
  return { tally, known: knownCalls };

  function countFailure(
    later: LaterFailure,
    matched: ReadonlySet<FrozenLesson>,
    fresh: readonly FrozenLesson[],
    view: ThreadView,
  ): void {
    const { failure, step } = later;
    const isKnown = later.causes.some((cause) => session.seen.has(cause));
    const about = state.lessons.filter((lesson) => isAbout(lesson, later, matched.has(lesson)));
    // A lesson comes from failures of ended sessions: whatever it is about has a known cause, even if its key is a wider one.
    const known = isKnown || about.length > 0;
    const told = about.filter((lesson) => lesson.isDelivered);
    const warned = about.filter((lesson) => lesson.warns && matched.has(lesson));
    const shown = told[0] ?? warned[0];
    if (warned.length === 0) alarm(step.call, fresh, 'other-reason');
    if (failure.work) {
      tally.work += 1;
      if (known) tally.workKnown += 1;
      if (shown) tally.workShown += 1;
      return;
    }
    tally.failures += 1;
    if (step.told === 'rejected' || step.told === 'blocked') tally.refused += 1;
    if (!known) return;
    tally.known += 1;
    knownCalls.add(step.call.id);
    if (later.signature !== undefined && state.errors.has(later.signature)) tally.listed += 1;
    if (told.length > 0) tally.told += 1;
    if (warned.length > 0) tally.warned += 1;
    if (about.length > 0 && about.every((lesson) => !lesson.warns)) tally.unwarnable += 1;
    const found = { call: step.call, error: failure.diagnostic };
    if (!shown) {
      onCase({ ...found, outcome: 'missed', told: false, warned: false });
      return;
    }
    tally.shown += 1;
    if ([...told, ...warned].every(({ lesson }) => lesson.reach === 'general')) tally.general += 1;
    const fixes = about.flatMap((lesson) => {
      const fix = findComparableFix(lesson, later);
      return fix ? [{ fix, agrees: namesFix(lesson, fix) }] : [];
    });
    const agreed = fixes.some(({ agrees }) => agrees);
    if (fixes.length > 0) tally.fixed += 1;
    if (agreed) tally.agreed += 1;
    lost.add(view, later);
    onCase({
      ...found,
      outcome: 'shown',
      ...nameOf(shown),
      told: told.length > 0,
      warned: warned.length > 0,
      agreed: fixes.length > 0 ? agreed : undefined,
    });
  }

  function alarm(call: JudgedCall, [first]: readonly FrozenLesson[], outcome: 'worked' | 'other-reason'): void {
    if (!first) return;
    if (outcome === 'worked') tally.falseAlarms += 1;
    else tally.otherReasons += 1;
    onCase({ call, outcome, ...nameOf(first), told: false, warned: true });
  }
}

/** Returns the calls about which a hook is asked: for a patch, one for each place. */
function callsOf(call: JudgedCall, text: WholeText | undefined): (JudgedCall & Pick<AskedCall, 'batch'>)[] {
  const output = text?.output || call.output;
  const batch = call.turn === undefined ? {} : { batch: call.turn };
  return (text?.inputs ?? [call.input]).map((input) => ({ ...call, input, output, ...batch }));
}

function nameOf({ lesson: { title, fingerprint } }: FrozenLesson): { title: string; fingerprint: string } {
  return { title, fingerprint };
}

/**
 * The calls that hooks would have stopped: by lessons that have proved themselves, each the first call that it matches in a
 * conversation or a subagent. A lesson that stops a call that worked stops no other. An agent that was stopped is assumed to do
 * better for the rest of its conversation.
 */
class ReplayedStops {
  readonly #tally: Tally;
  readonly #contradicted: Set<string>;
  readonly #lost = new LostTime();
  #told = new Set<string>();

  constructor(tally: Tally, contradicted: Set<string>) {
    this.#tally = tally;
    this.#contradicted = contradicted;
  }

  /** Starts another conversation or subagent, which is told separately. */
  startThread(): void {
    this.#told = new Set();
  }

  /** Counts a call, which failed as described by `later`, or did not fail. */
  count(
    { outcome }: Step,
    matched: ReadonlySet<FrozenLesson>,
    later: LaterFailure | undefined,
    view: ThreadView,
  ): void {
    const stopping = [...matched].filter(({ stops }) => stops).map(({ lesson }) => lesson.fingerprint);
    const stopped = stopping.find(
      (fingerprint) => !this.#told.has(fingerprint) && !this.#contradicted.has(fingerprint),
    );
    // Findings about the code are the purpose of a check.
    const failed = later?.failure.work ? undefined : later;
    if (stopped === undefined) {
      if (failed && stopping.some((fingerprint) => this.#told.has(fingerprint)))
        this.#tally.stopsSaved += this.#lost.add(view, failed).calls;
      return;
    }
    this.#told.add(stopped);
    if (failed) {
      this.#tally.stops += 1;
      // The stopped call is made like the failed one: the saving is the path from there to the fix.
      this.#tally.stopsSaved += Math.max(0, this.#lost.add(view, failed).calls - 1);
      return;
    }
    this.#tally.wrongStops += 1;
    if (outcome === 'worked') this.#contradicted.add(stopped);
  }
}
