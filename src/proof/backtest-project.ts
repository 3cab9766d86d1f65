import { KnownErrors } from '../failures/error-lines.ts';
import { type Roots, ran } from '../failures/recovery/session-view.ts';
import { mineSession } from '../lessons/mine-session.ts';
import { needsDisk } from '../lessons/triggers/condition.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import { type FoldChoice, planFolds, type SessionSpan } from './folds.ts';
import {
  compileFrozen,
  type DeliveryChoice,
  type FrozenLessons,
  type FrozenState,
  Knowledge,
  type LessonElsewhere,
  type PastSession,
} from './freeze.ts';
import { isAbout } from './frozen-lesson.ts';
import { type LaterFailure, listFailures } from './later-failure.ts';
import { type ReplayedCase, type ReplayedSession, replaySession } from './replay.ts';
import { SeenFolders } from './seen-folders.ts';
import type { SessionTally } from './tally.ts';
import { type RecallText, readWholeTexts, type WholeText } from './whole-texts.ts';

/** The history of one project, and the options of its replay. */
export interface BacktestInput {
  project: string;
  /** The sessions, in the order of their first calls. */
  spans: readonly SessionSpan[];
  /** Reads sessions in the requested order. */
  read(spans: readonly SessionSpan[]): AsyncIterable<SessionLog>;
  roots: Roots;
  choice: FoldChoice;
  delivery: DeliveryChoice;
  /** Lessons that other people had learned. */
  elsewhere?: readonly LessonElsewhere[];
  /** Reads the whole text of a call again; without it the replay does not know the content of files. */
  recall?: RecallText;
  onSession?: () => void;
}

/** The result of replaying one project. */
export interface ProjectBacktest {
  /** The number of sessions from which lessons were learned before the first replayed one. */
  learnedFrom: number;
  /** The frozen lessons, fold by fold. */
  folds: FrozenLessons[];
  /** One tally for each replayed session. */
  tallies: SessionTally[];
  cases: ReplayedCase[];
  /** Ids of the failed calls with a known cause, by session; sessions without any are left out. */
  known: Map<SessionTally, { span: SessionSpan; fold: number; calls: ReadonlySet<string> }>;
  /** Lines that only failing calls print. */
  errors: KnownErrors;
}

/**
 * Walks forward in time: the lessons of the sessions that had ended at a moment are frozen, and the sessions that began after it,
 * up to the next moment, are replayed with them. Only the sessions of one block are in memory, and what is kept of earlier ones.
 */
export async function backtestProject(input: BacktestInput): Promise<ProjectBacktest> {
  const moments = planFolds(input.spans, input.choice);
  const result: ProjectBacktest = {
    learnedFrom: 0,
    folds: [],
    tallies: [],
    cases: [],
    known: new Map(),
    errors: new KnownErrors(),
  };
  const knowledge = new Knowledge(input.elsewhere);
  let state: FrozenState | undefined;
  const past = new Past();
  const folders = new SeenFolders();
  const versions = new Map(input.spans.map(({ agent, session, version }) => [`${agent}\n${session}`, version]));
  // As in mining: a rule of an agent's own tools ends with the version that no longer enforces it.
  const clientOf = ({ agent, session }: SessionLog) => ({ agent, version: versions.get(`${agent}\n${session}`) });
  const contradicted = new Set<string>();
  for await (const log of input.read(input.spans)) {
    // Only errors that earlier sessions show are known at the time.
    const session = { ...lookAt(log, input.roots, folders, result.errors), client: clientOf(log) };
    result.errors.add(session.errors);
    for (let moment = moments[0]; moment !== undefined && moment <= session.firstAt; moment = moments[0]) {
      moments.shift();
      for (const over of past.takeForLessons(moment)) knowledge.add(over);
      state = knowledge.freeze(moment, input.roots, input.delivery);
      const { matcher: _, ...fold } = state;
      result.folds.push(fold);
    }
    if (state) {
      const seen = past.causesBefore(session.firstAt);
      const texts = await textsFor(log, state, input);
      const replay = replaySession({ ...session, seen, texts, contradicted }, state, (found) =>
        result.cases.push(found),
      );
      const { agent, session: id } = log;
      const tally = { ...replay.tally, project: input.project, agent, session: id };
      result.tallies.push(tally);
      const span = { agent, session: id, firstAt: session.firstAt, lastAt: session.lastAt };
      if (replay.known.size > 0) result.known.set(tally, { span, fold: result.folds.length - 1, calls: replay.known });
    } else {
      result.learnedFrom += 1;
    }
    past.add(session);
    input.onSession?.();
  }
  return result;
}

/**
 * Shows a project the lessons of another one, and adds to its tallies how many of the known failures they would have been about.
 * The other project's lessons are those of the fold of the same number, so that both had learned from a similar part of their
 * history.
 */
export async function addPlacebo(
  { read, roots }: BacktestInput,
  { known, errors }: ProjectBacktest,
  donor: readonly FrozenLessons[],
): Promise<void> {
  const states = transplant(donor, roots);
  const bySession = new Map(
    [...known].map(([tally, facts]) => [`${tally.agent}\n${tally.session}`, { tally, ...facts }]),
  );
  for await (const log of read([...known.values()].map(({ span }) => span))) {
    const facts = bySession.get(`${log.agent}\n${log.session}`);
    const state = facts && states[Math.min(facts.fold, states.length - 1)];
    if (facts && state)
      facts.tally.placebo = countShown(lookAt(log, roots, new SeenFolders(), errors), state, ({ step }) =>
        facts.calls.has(step.call.id),
      );
  }
}

/** Returns the whole texts of calls. Each requires reading the log, so they are read only if a lesson needs them. */
async function textsFor({ calls }: SessionLog, { lessons }: FrozenState, { roots, recall }: BacktestInput) {
  const isAsked = lessons.some(({ lesson: { trigger } }) => trigger?.when !== undefined && needsDisk(trigger.when));
  return isAsked && recall ? readWholeTexts(calls, roots, recall) : new Map<string, WholeText>();
}

interface Session extends PastSession {
  firstAt: number;
  lastAt: number;
}

function lookAt(log: SessionLog, roots: Roots, folders: SeenFolders, errors: KnownErrors): Session {
  const mined = mineSession(log, roots, errors);
  for (const view of mined.views) folders.add(view);
  return {
    ...mined,
    failures: mined.views.flatMap((view) => listFailures(view, mined.claims, mined.unexplained, folders)),
    firstAt: log.calls.reduce((first, call) => Math.min(first, call.at), Number.POSITIVE_INFINITY),
    lastAt: log.calls.reduce((last, call) => Math.max(last, call.endedAt ?? call.at), 0),
  };
}

/** Sessions that were mined, and are learned from when they have ended: one may continue for days while others begin. */
class Past {
  #forLessons: Session[] = [];
  #forCauses: Session[] = [];
  readonly #causes = new Set<string>();

  add(session: Session): void {
    this.#forLessons.push(session);
    this.#forCauses.push(session);
  }

  /** Returns the sessions that ended before a moment, each of them once. */
  takeForLessons(moment: number): Session[] {
    const over = this.#forLessons.filter(({ lastAt }) => lastAt < moment);
    this.#forLessons = this.#forLessons.filter(({ lastAt }) => lastAt >= moment);
    return over.sort((a, b) => a.lastAt - b.lastAt);
  }

  /** Returns the causes in sessions that ended before a moment. Moments must be ascending. */
  causesBefore(moment: number): ReadonlySet<string> {
    for (const { failures } of this.#forCauses.filter(({ lastAt }) => lastAt < moment))
      for (const { causes } of failures) for (const cause of causes) this.#causes.add(cause);
    this.#forCauses = this.#forCauses.filter(({ lastAt }) => lastAt >= moment);
    return this.#causes;
  }
}

/** Transfers the lessons of another project to this one: their paths are resolved below its roots. */
function transplant(states: readonly FrozenLessons[], roots: Roots): FrozenState[] {
  return states.map((state) => ({ ...state, matcher: compileFrozen(state.lessons, roots) }));
}

/** Counts the failures before which the lessons would have been shown: told in the block, or warned about by a trigger. */
function countShown(
  { views, failures }: Pick<ReplayedSession, 'views' | 'failures'>,
  state: FrozenState,
  isWanted: (later: LaterFailure) => boolean,
): number {
  const wanted = new Map(failures.filter(isWanted).map((later) => [later.step.call.id, later]));
  if (wanted.size === 0 || state.lessons.length === 0) return 0;
  let shown = 0;
  for (const view of views) {
    const matcher = state.matcher.startSession();
    for (const step of view.steps) {
      const later = wanted.get(step.call.id);
      if (later) {
        const matched = new Set(matcher.match(step.call).map(({ frozen }) => frozen));
        const isShown = (lesson: FrozenState['lessons'][number]) =>
          lesson.isDelivered || (lesson.warns && matched.has(lesson));
        if (state.lessons.some((lesson) => isShown(lesson) && isAbout(lesson, later, matched.has(lesson)))) shown += 1;
      }
      matcher.observe({ ...step.call, outcome: step.told }, ran(step) || step.told === 'ok');
    }
  }
  return shown;
}
