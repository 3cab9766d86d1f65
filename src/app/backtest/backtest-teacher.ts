import { openCasebook } from '../../cases/casebook.ts';
import { backtestProject } from '../../proof/backtest-project.ts';
import {
  compareTeachers,
  frequentMessages,
  olderPart,
  type Rival,
  shuffle,
  type TrialFigures,
} from '../../proof/compare-teachers.ts';
import { AppError } from '../../shared/errors.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import type { Verdict } from '../../verify/verdict.ts';
import { openCasesOf } from '../cases/open-cases.ts';
import { openProposalDesk, type ProposalDesk } from '../cases/propose.ts';
import type { ConfiguredRequest } from '../configured-request.ts';
import { openLibrary } from '../history/open-library.ts';
import { chooseProjects } from '../learn/choose-projects.ts';
import { openHistory } from './open-history.ts';

/** A teacher's trial on the history of a project: it sees the older sessions, and the newer ones show what it is worth. */
export interface TeacherTrial {
  /** The cases of the older sessions. */
  desk: ProposalDesk;
  /** Compares what a teacher said with the built-in rules, a list of the most frequent messages, and chance. */
  compare(verdicts: readonly Verdict[]): TrialFigures;
}

/** Opens the trial of a teacher on one project. */
export async function openTrial(request: ConfiguredRequest): Promise<TeacherTrial> {
  const library = await openLibrary(request);
  try {
    const [project] = (await chooseProjects(await library.projects(), request)).projects;
    const open = project && (await openCasesOf(project, library, request));
    const part = open && olderPart(open.book.history);
    if (!open || !part)
      throw new AppError('not-found', 'There are too few sessions to try a teacher on.', {
        hint: 'hardwon projects shows which projects have more.',
      });
    const older = openCasebook(part.older, open.book.rules);
    const input = await openHistory(library, open.project, { ...request, choice: { split: new Date(part.at) } });
    const [fold] = (await backtestProject(input)).folds;
    const builtin = (fold?.lessons ?? []).map(({ lesson: { evidence, trigger }, warns }) => ({
      calls: evidence.flatMap(({ call }) => call ?? []),
      trigger: warns ? trigger : undefined,
    }));
    // The answer to the trial is no answer to `learn`.
    const own = { ...open.project, id: `${open.project.id} until ${part.at}` };
    const asked = { ...open, project: own, book: older, lessons: [], covered: new Map() };
    return {
      desk: openProposalDesk(asked, request),
      compare(verdicts) {
        const kept = verdicts.filter(({ state, confidence }) => state === 'proven' && confidence !== 'low');
        const teacher: Rival = {
          name: 'teacher',
          lessons: kept.map(({ evidence, trigger, where }) => ({
            calls: evidence.map(({ step }) => step.call.id),
            trigger: where === 'hook' ? trigger : undefined,
          })),
        };
        const tokens = kept.reduce((sum, { proposal }) => sum + estimateTokens(`- ${proposal.guidance}\n`), 0);
        return compareTeachers(open.book, part.at, [
          teacher,
          { name: 'builtin', lessons: builtin },
          frequentMessages(older.cases, tokens),
          shuffle(teacher, older.cases),
        ]);
      },
    };
  } finally {
    library.close();
  }
}
