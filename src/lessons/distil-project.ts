import { type Disk, noDisk } from './disk.ts';
import type { NewLesson } from './distil.ts';
import { type FailureFigures, type SessionFigures, sumFigures } from './figures.ts';
import type { Exchange } from './lesson.ts';
import { LessonMiner } from './lesson-miner.ts';
import type { MinedSession } from './mine-session.ts';
import type { UnsolvedFailure } from './recurring/unsolved.ts';
import type { TrackRecord } from './track-record.ts';

/** The lessons and figures from the sessions of a project. */
export interface Findings {
  lessons: NewLesson[];
  /** The failures before which each lesson would have been shown, by fingerprint. */
  records: Record<string, TrackRecord>;
  /** The exchanges of commands that lessons recommend, by fingerprint, with the guidance that says so. */
  exchanges?: Record<string, Exchange & { guidance: string }>;
  /** Recurring failures that no lesson explains. */
  unsolved?: readonly UnsolvedFailure[];
  figures: FailureFigures;
  /** Fingerprints of lessons that are watched only because they came up once. */
  seenOnce: string[];
  /** The same figures, session by session. */
  sessions: SessionFigures[];
  /** The version of each agent that was used last, if its logs record it. */
  versions?: Record<string, string>;
}

/** Distils the lessons of one project from its sessions, which are added one after the other. */
export async function distilProject(sessions: AsyncIterable<MinedSession>, disk: Disk = noDisk): Promise<Findings> {
  const experience = new LessonMiner();
  const figures: SessionFigures[] = [];
  for await (const session of sessions) {
    experience.add(session);
    figures.push(session.figures);
  }
  const { distilled, said, unsolved } = experience.teach(disk);
  return {
    lessons: [...distilled.map(({ lesson }) => lesson), ...said],
    seenOnce: distilled.flatMap(({ lesson, isSeenOnce }) => (isSeenOnce ? lesson.fingerprint : [])),
    records: Object.fromEntries(distilled.map(({ lesson, record }) => [lesson.fingerprint, record])),
    exchanges: Object.fromEntries(
      distilled.flatMap(({ lesson: { fingerprint, guidance }, draft: { exchange } }) =>
        exchange ? [[fingerprint, { ...exchange, guidance }]] : [],
      ),
    ),
    unsolved,
    figures: sumFigures(figures),
    sessions: figures,
  };
}
