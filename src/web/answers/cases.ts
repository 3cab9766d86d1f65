import type { CaseReport, CaseSummary, CasesReport } from '../../app/cases/cases-report.ts';
import type { Verdict } from '../../verify/verdict.ts';
import type { Done } from './changes.ts';
import type { ShownCall } from './sessions.ts';

/** `/api/cases`: the cases of a project, the costliest first. */
export interface Cases extends CasesReport {
  cases: CaseRow[];
}

/** A case in a list. */
export interface CaseRow extends CaseSummary {
  /** The number of its calls in equal parts of the time from the first failing call of all cases to the last. */
  overTime: number[];
}

/** `/api/cases/:project/:id`: a case with what shows its cause. */
export interface CaseDetail extends Omit<CaseReport['case'], 'exhibits' | 'worked'>, CaseRow {
  exhibits: CaseExhibit[];
  /** Calls of the same program that worked, in any session. */
  worked: ShownCall[];
  /** Whether its project is on this machine, so that a lesson can be kept. */
  writable: boolean;
}

/** A failing call with its surroundings. */
export interface CaseExhibit {
  /** Why it is here, in words. */
  trouble: string;
  failed: ShownCall;
  /** The calls that followed, up to the one that worked. */
  next: ShownCall[];
  /** What the agent wrote and the person said next. */
  stated?: string;
  said?: string;
}

/** `POST /api/proposals`; with what was written, if the proposal was kept. */
export interface JudgedProposal extends Partial<Done> {
  verdict: {
    state: Verdict['state'];
    /** The first refusal, the first doubt, or what was shown. */
    reason: string;
    checks: Verdict['checks'];
    /** Why it cannot be kept, whoever wants it. */
    refusal?: string;
  };
  /** The lesson that it became. */
  lesson?: string;
}
