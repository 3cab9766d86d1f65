import type { Case, Failing, PartContrast, PlacedCall } from '../../cases/case.ts';
import { showInput } from '../../cases/show-call.ts';
import { ruleOf } from '../../cases/standing-rules.ts';
import type { Step } from '../../failures/recovery/session-view.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProjectCases } from './open-cases.ts';

/** The output of `hardwon cases --json`. */
export interface CasesReport {
  /** The version of this shape. */
  schema: 1;
  project: { id: string; name: string; root: string };
  /** Sessions with calls, their calls, and those that did not do what they were for. */
  sessions: number;
  calls: number;
  failing: number;
  /** The costliest first. */
  cases: CaseSummary[];
  /** Failing calls that do not recur. */
  single: number;
}

/** A case in a list. */
export interface CaseSummary {
  id: string;
  /** The line that its calls print. */
  title: string;
  /** The program or tool that most of them are about. */
  program: string;
  calls: number;
  sessions: number;
  /** First and last day, ISO 8601. */
  firstSeen: string;
  lastSeen: string;
  /** Failing calls and those up to the one that worked, and the minutes that they took. */
  lostCalls: number;
  lostMinutes: number;
  /** Number of calls in each of the last twelve months that have any, oldest first: `2026-03`. */
  months: { month: string; calls: number }[];
  /** The lesson that covers it. */
  lesson?: { id: string; title: string };
  /** The line of a context file that names its calls: `CLAUDE.md:12`. */
  rule?: string;
  /** How often the same form worked after the last failure. */
  ended?: { calls: number; sessions: number; since: string };
}

/** A case with its exhibits. */
export interface CaseReport {
  project: CasesReport['project'];
  case: CaseSummary & {
    /** Other lines that several of its calls print, if they do. */
    parts?: { line: string; calls: number }[];
    /** How calls of the program with and without one part went. */
    contrast: PartContrast[];
    usual?: { failed: number; worked: number; sessions: number };
    /** In how many sessions a check was red before anything was edited. */
    untouched?: number;
    exhibits: ShownExhibit[];
    /** Calls of the same program that worked, in any session. */
    worked: CaseCall[];
  };
}

/** A call as a case shows it. */
export interface CaseCall {
  id: string;
  agent: string;
  session: string;
  at: string;
  tool: string;
  input: string;
  output: string;
  failed: boolean;
}

/** A failing call with its surroundings. */
export interface ShownExhibit extends CaseCall {
  /** Why it is here: `failed`, `masked`, `rejected`, `blocked`, `endless`, `flooded`, `empty`. */
  trouble: string;
  /** The lines that say what is wrong. */
  lines: string[];
  next: CaseCall[];
  stated?: string;
  said?: string;
}

/** Why a call is in a case, in words; the others failed. */
export const TROUBLES: Readonly<Record<string, string>> = {
  masked: 'failed, not flagged',
  rejected: 'refused by the user',
  blocked: 'refused by a rule',
  endless: 'stopped before it ended',
  flooded: 'printed too much',
  empty: 'found nothing',
};

/** Lists the cases of a project. */
export function describeCases(open: ProjectCases): CasesReport {
  const { book, project } = open;
  const { sessions } = book.history;
  return {
    schema: 1,
    project: { id: project.id, name: project.name, root: project.root },
    sessions: sessions.length,
    calls: sessions.reduce((sum, { threads }) => sum + threads.reduce((all, { length }) => all + length, 0), 0),
    failing: book.failing,
    cases: book.cases.map((one) => summarise(one, open)),
    single: book.single.length,
  };
}

/** Returns the case with an id, or with the only id that begins so. */
export function findCase(id: string, { book }: ProjectCases): Case {
  const wanted = id.toLowerCase();
  const found = book.cases.filter((one) => one.id.toLowerCase().startsWith(wanted));
  const exact = found.find((one) => one.id.toLowerCase() === wanted) ?? (found.length === 1 ? found[0] : undefined);
  if (exact) return exact;
  throw new AppError(
    'not-found',
    found.length > 1 ? `${found.length} cases begin with ${id}.` : `There is no case ${id}.`,
    {
      hint: 'hardwon cases lists them.',
    },
  );
}

/** Describes the case with an id, or with the only id that begins so. */
export function describeCase(id: string, open: ProjectCases): CaseReport {
  const { project } = open;
  const exact = findCase(id, open);
  return {
    project: { id: project.id, name: project.name, root: project.root },
    case: {
      ...summarise(exact, open),
      parts: exact.parts.length > 0 ? [...exact.parts] : undefined,
      contrast: [...exact.contrast],
      usual: exact.usual,
      untouched: exact.untouched,
      exhibits: exact.exhibits.slice(0, MOST_EXHIBITS).map(({ failed, next, stated, said }) => ({
        ...showCall(failed),
        trouble: failed.trouble,
        lines: [...failed.lines],
        next: next.map((step) => showStep(step, failed)),
        stated: stated?.text,
        said: failed.step.call.said ?? said?.text,
      })),
      worked: exact.worked.map(showCall),
    },
  };
}

const MOST_EXHIBITS = 20;

function summarise(one: Case, { book, covered }: ProjectCases): CaseSummary {
  const { id, title, program, failing, sessions, firstAt, lastAt, cost, ended } = one;
  const lesson = covered.get(id);
  return {
    id,
    title,
    program,
    calls: failing.length,
    sessions: sessions.length,
    firstSeen: dayOf(firstAt),
    lastSeen: dayOf(lastAt),
    lostCalls: cost.calls,
    lostMinutes: Math.round(cost.minutes),
    months: countMonths(failing),
    lesson: lesson && { id: lesson.id, title: lesson.title },
    rule: ruleOf(one, book.rules),
    ended: ended && { calls: ended.calls, sessions: ended.sessions, since: dayOf(ended.firstAt) },
  };
}

function countMonths(failing: readonly Failing[]): CaseSummary['months'] {
  const months = new Map<string, number>();
  for (const { step } of failing) {
    const month = dayOf(step.call.at).slice(0, 7);
    months.set(month, (months.get(month) ?? 0) + 1);
  }
  return [...months].map(([month, calls]) => ({ month, calls })).slice(-12);
}

function showCall({ step, session }: PlacedCall): CaseCall {
  return showStep(step, { session });
}

function showStep(step: Step, { session }: Pick<PlacedCall, 'session'>): CaseCall {
  const { id, at, name, output } = step.call;
  return {
    id,
    agent: session.agent,
    session: session.session,
    at: new Date(at).toISOString(),
    tool: name,
    input: showInput(step),
    output,
    failed: step.failure !== undefined,
  };
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}
