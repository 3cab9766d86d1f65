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

/** What many sessions showed. Sessions are added one by one; it can be asked in between what they teach so far. */
export class Experience {
  readonly #claims: Claim[] = [];
  readonly #unexplained: Unexplained[] = [];
  /** In how many sessions a complaint was printed by a call that worked. */
  readonly #printed = new Map<string, number>();
  readonly #remarks: Remark[] = [];
  readonly #history = new History();

  /** Takes in a session. */
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

  /** The lessons of what failed, with what they were made of, those of what people said, and what recurs without one. */
  teach(disk: Disk = noDisk): { distilled: DistilledLesson[]; said: NewLesson[]; unsolved: UnsolvedFailure[] } {
    const recurring = groupRecurring(this.#unexplained, this.#printed);
    const found = distil(this.#claims, this.#history, disk, recurring);
    // What was said while refusing a command that is known to be refused is told by that lesson.
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
    const distilled = worded.map((one, index) => ({ ...one, lesson: settleOnce(lessons[index] ?? one.lesson, doubtful) }));
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
  return { lesson, against, tools: toolsOf(group), ...(otherWays ? { otherWays } : {}) };
}

function settleOnce({ told, ...lesson }: NewLesson, doubtful: ReadonlySet<string>): NewLesson {
  return told === undefined || doubtful.has(lesson.fingerprint) ? lesson : { ...lesson, told };
}

function reword(one: DistilledLesson, guidance: Sentence | undefined): DistilledLesson {
  return guidance ? { ...one, lesson: { ...one.lesson, guidance }, draft: { ...one.draft, guidance } } : one;
}

/** What the flags and values of a lesson were given to. */
function toolsOf({ claims }: ClaimGroup): string[] {
  return [...new Set(claims.flatMap(({ facts }) => facts?.tool ?? []))];
}
