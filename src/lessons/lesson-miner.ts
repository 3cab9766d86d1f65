import type { Claim } from '../failures/recovery/claim.ts';
import type { Unexplained } from '../failures/recovery/unexplained.ts';
import type { ClaimGroup } from './claim-group.ts';
import { chooseWays, findDoubtful, findOpposed, giveWay, type Stance } from './contradictions.ts';
import { type Disk, noDisk } from './disk.ts';
import { type DistilledLesson, distil, type NewLesson } from './distil.ts';
import { History } from './history.ts';
import type { MinedSession } from './mine-session.ts';
import type { Sentence } from './quotable.ts';
import { groupRecurring } from './recurring/groups.ts';
import { findUnsolved, type UnsolvedFailure } from './recurring/unsolved.ts';
import { distilRemarks } from './remarks/distil-remarks.ts';
import type { Remark } from './remarks/remark.ts';

/** The knowledge from many sessions. Sessions are added one by one; the lessons so far can be requested at any point. */
export class LessonMiner {
  readonly #claims: Claim[] = [];
  readonly #unexplained: Unexplained[] = [];
  /** The number of sessions in which a call that worked printed a complaint, by complaint. */
  readonly #printed = new Map<string, number>();
  readonly #remarks: Remark[] = [];
  readonly #history = new History();

  /** Adds a session. */
  add({ threads, roots, claims, unexplained, printed, passed, remarks, client }: MinedSession): void {
    for (const thread of threads) {
      this.#history.add(thread, roots);
      if (client) this.#history.addClient(thread.session, client);
    }
    this.#history.checks.addPassed(passed);
    this.#claims.push(...claims);
    this.#unexplained.push(...unexplained);
    for (const key of printed) this.#printed.set(key, (this.#printed.get(key) ?? 0) + 1);
    this.#remarks.push(...remarks);
  }

  /**
   * Returns the lessons from failures with their claims, the lessons from what people said, and the recurring failures without a
   * lesson.
   */
  teach(disk: Disk = noDisk): { distilled: DistilledLesson[]; said: NewLesson[]; unsolved: UnsolvedFailure[] } {
    const recurring = groupRecurring(this.#unexplained, this.#printed);
    const found = distil(this.#claims, this.#history, disk, recurring);
    // A remark made while refusing a command that is known to be refused is covered by that lesson.
    const refused = new Set(
      found.flatMap(({ lesson }) => (lesson.kind === 'preference' ? lesson.evidence.map(({ call }) => call) : [])),
    );
    const unsaid = this.#remarks.filter(({ isRefusal, call }) => !isRefusal || !refused.has(call));
    const remarks = distilRemarks(unsaid, this.#history, disk);
    const said = remarks.map((lesson): Stance => ({ lesson, isSaid: true }));
    const ways = chooseWays([...found.map(stanceOf), ...said]);
    const worded = found.map((one) => reword(one, ways.get(one.lesson.fingerprint)));
    const opposed = findOpposed([...worded.map(stanceOf), ...said]);
    const lessons = giveWay(
      worded.map(({ lesson }) => lesson),
      opposed,
    );
    const doubtful = findDoubtful([...worded.map(stanceOf), ...said]);
    const distilled = worded.map((one, index) => ({
      ...one,
      lesson: settleOnce(lessons[index] ?? one.lesson, doubtful),
    }));
    const told = distilled.filter(({ lesson, draft }) => lesson.status === 'ready' && draft.lacks === undefined);
    return {
      distilled,
      said: giveWay(remarks, opposed),
      unsolved: findUnsolved(
        recurring,
        told.flatMap(({ lesson }) => lesson.evidence),
      ),
    };
  }
}

function stanceOf({ lesson, draft, group }: DistilledLesson): Stance {
  const { against = [], otherWays } = draft;
  return { lesson, against, tools: toolsOf(group), otherWays };
}

function settleOnce({ told, ...lesson }: NewLesson, doubtful: ReadonlySet<string>): NewLesson {
  return told === undefined || doubtful.has(lesson.fingerprint) ? lesson : { ...lesson, told };
}

function reword(one: DistilledLesson, guidance: Sentence | undefined): DistilledLesson {
  return guidance ? { ...one, lesson: { ...one.lesson, guidance }, draft: { ...one.draft, guidance } } : one;
}

/** Returns the commands to which the flags and values of a lesson were given. */
function toolsOf({ claims }: ClaimGroup): string[] {
  return [...new Set(claims.flatMap(({ facts }) => facts?.tool ?? []))];
}
