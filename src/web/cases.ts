import { type CaseSummary, describeCase, describeCases, findCase, TROUBLES } from '../app/cases/cases-report.ts';
import { openCasesOf, type ProjectCases } from '../app/cases/open-cases.ts';
import { openProposalDesk } from '../app/cases/propose.ts';
import { type ConfiguredRequest, withConfig } from '../app/configured-request.ts';
import type { PlacedCall } from '../cases/case.ts';
import { programAbout } from '../cases/program-about.ts';
import { AppError } from '../shared/errors.ts';
import type { TaughtLesson } from '../verify/proposal.ts';
import { dangerOf } from '../verify/verdict.ts';
import { explainVerdict } from '../verify/verify.ts';
import type { CaseDetail, CaseRow, Cases, JudgedProposal } from './answers/cases.ts';
import type { ShownCall } from './answers/sessions.ts';
import type { AppParts } from './app.ts';
import { describe } from './decisions.ts';
import type { PicturedProject } from './picture.ts';
import { lessonsByCall } from './session-answers.ts';
import { shorten, showCall, tidyPaths } from './session-calls.ts';
import { isWritable, requireRead, requireWritable } from './writable.ts';

/** The cases of a project, as of the picture. */
interface OpenedCases {
  pictured: PicturedProject;
  open: ProjectCases;
  request: ConfiguredRequest;
}

/** Returns what opens casebooks. Building one takes up to a second, so each is kept until its project changes. */
export function openShelf({ picture, request }: AppParts): (id: string) => Promise<OpenedCases> {
  const kept = new WeakMap<PicturedProject, Promise<ProjectCases>>();
  return async (id) => {
    const pictured = picture.shown.byId.get(id);
    if (!pictured || pictured.isOwn) throw new AppError('not-found', `There is no project ${id} with sessions.`);
    requireRead(pictured);
    const { project } = pictured;
    const asked = { project: project.root, all: false, apply: false, force: false, fresh: false };
    const configured = await withConfig({ ...request(), ...asked });
    const opening = kept.get(pictured) ?? picture.useLibrary((library) => openCasesOf(project, library, configured));
    kept.set(pictured, opening);
    opening.catch(() => kept.delete(pictured));
    return { pictured, open: await opening, request: configured };
  };
}

/** Lists the cases of a project. */
export function listCases(opened: OpenedCases): Cases {
  const report = describeCases(opened.open);
  return { ...report, cases: report.cases.map((row) => addTimes(row, opened)) };
}

/** Describes one case, with its calls as everywhere on the page. */
export function showCase(id: string, opened: OpenedCases): CaseDetail {
  const { pictured, open, request } = opened;
  const { cases, single } = open.book;
  const { exhibits, worked: _, ...facts } = describeCase(id, open).case;
  const one = findCase(id, open);
  const failing = new Set([...cases.flatMap((each) => each.failing), ...single].map(({ step }) => step));
  const tidy = tidyPaths(pictured.project, request.home);
  const cut = (text: string | undefined) => text && shorten(tidy(text));
  const show = ({ step, session }: Omit<PlacedCall, 'thread'>, failed?: ShownCall) => {
    // A call of which only the output shows that it failed is not one that worked.
    const outcome = failing.has(step) && step.told === 'ok' ? 'failed' : step.told;
    const isFix = failed && step.outcome === 'worked' && !failing.has(step) && programAbout({ step }) === one.program;
    const index = session.threads.flat().filter(({ call }) => call.seq < step.call.seq).length;
    const call = { call: { ...step.call, outcome }, step, fixes: isFix ? [failed.index] : [] };
    return showCall(call, index, lessonsByCall(pictured), tidy);
  };
  return {
    ...facts,
    ...addTimes(facts, opened),
    parts: facts.parts?.map(({ line, calls }) => ({ line: tidy(line), calls })),
    exhibits: one.exhibits
      .slice(0, exhibits.length)
      .map(({ failed: { session, step, trouble }, next, stated, said }) => {
        const failed = show({ session, step });
        return {
          trouble: TROUBLES[trouble] ?? 'failed',
          failed,
          next: next.map((each, at) => show({ session, step: each }, at === next.length - 1 ? failed : undefined)),
          stated: cut(stated?.text),
          said: failed.said ? undefined : cut(said?.text),
        };
      }),
    worked: one.worked.map((call) => show(call)),
    writable: isWritable(pictured),
  };
}

/** Parts of time in which the calls of a case are counted. */
const PARTS = 24;

function addTimes(row: CaseSummary, { pictured, open, request }: OpenedCases): CaseRow {
  const first = Math.min(...open.book.cases.map(({ firstAt }) => firstAt));
  const size = (Math.max(...open.book.cases.map(({ lastAt }) => lastAt)) + 1 - first) / PARTS;
  const times = findCase(row.id, open).failing.map(({ step }) => Math.floor((step.call.at - first) / size));
  const overTime = Array.from({ length: PARTS }, (_, at) => times.filter((time) => time === at).length);
  return { ...row, title: tidyPaths(pictured.project, request.home)(row.title), overTime };
}

/** Asks history about what a person proposes. `keep` keeps it whatever history says, but nothing dangerous. */
export function judgeExplanation(proposal: TaughtLesson, { pictured, open, request }: OpenedCases) {
  for (const id of proposal.cases) findCase(id, open);
  const desk = openProposalDesk(open, request);
  const verdicts = desk.judge([proposal]);
  const [verdict] = verdicts.map(({ state, checks }): JudgedProposal['verdict'] => {
    return { state, reason: explainVerdict({ state, checks }), checks, refusal: dangerOf({ checks }) };
  });
  const keep = async () => {
    if (verdict?.refusal !== undefined)
      throw new AppError('conflict', `It cannot be kept: ${verdict.refusal}.`, { hint: 'Say it in other words.' });
    requireWritable(pictured);
    const written = await desk.write(verdicts, 'you', true);
    const lesson = written.outcome.join();
    return { verdict, lesson, said: `Kept as ${lesson}`, ...describe({ ...written, root: open.project.root }) };
  };
  return { verdict, keep };
}
