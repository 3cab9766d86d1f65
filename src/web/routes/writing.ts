import type { Context, Hono } from 'hono';
import { normaliseId } from '../../lifecycle/entries.ts';
import { redactTexts } from '../../redaction/redact-tree.ts';
import { AppError } from '../../shared/errors.ts';
import { proposalSchema } from '../../verify/proposal.ts';
import type { Done } from '../answers/changes.ts';
import type { AppParts } from '../app.ts';
import { judgeExplanation, type openShelf } from '../cases.ts';
import { applyChanges, lastWrite, stampOf, undoChanges } from '../changes.ts';
import { decide } from '../decisions.ts';
import * as inputs from '../inputs.ts';
import type { PicturedProject } from '../picture.ts';
import { basisOf } from '../proof.ts';
import { describeTeacher, previewReport, reportFromPage } from '../report-failure.ts';
import { requireRead } from '../writable.ts';
import { bodyOf } from './body.ts';
import { sendAnswer } from './send.ts';

/** Adds all routes that change something, and the one that names the teacher to be asked. */
export function addWriting(app: Hono, parts: AppParts, openCases: ReturnType<typeof openShelf>): void {
  const { picture, desk, redact } = parts;
  const projectOf = (id: string): PicturedProject => {
    const found = picture.shown.byId.get(id);
    if (!found) throw new AppError('not-found', `There is no project ${id}.`);
    return found;
  };
  /** Changes are shown at once, and can be undone. */
  const done = async (context: Context, pictured: PicturedProject, work: Promise<Done>) => {
    const result = await work;
    const write = result.changes.length > 0 ? await lastWrite(pictured, parts.here()) : undefined;
    await picture.refresh();
    return sendAnswer(
      context,
      { ...result, version: picture.version, ...(write === undefined ? {} : { write }) },
      redact,
    );
  };
  /** Returns the project as it is now; if it has changed since it was shown, the user must look again. */
  const unchanged = async (id: string, stamp: string | undefined): Promise<PicturedProject> => {
    if (stamp === undefined) return projectOf(id);
    await picture.refresh();
    const pictured = projectOf(id);
    if (stampOf(pictured.report) === stamp) return pictured;
    throw new AppError('conflict', 'The changes are no longer the same; nothing was written.', {
      hint: 'Look at the changes again, then apply them.',
    });
  };
  app.post('/api/lessons/:project/:id', async (context) => {
    const { project, id } = context.req.param();
    // What people type may contain a secret as well.
    const decision = await redactTexts(inputs.check(inputs.decisionBody, await bodyOf(context)), redact);
    const pictured = projectOf(project);
    requireRead(pictured);
    return done(context, pictured, decide(pictured, normaliseId(id), decision, parts.here()));
  });
  app.post('/api/apply', async (context) => {
    const { project, stamp, force } = inputs.check(inputs.projectBody, await bodyOf(context));
    const pictured = await unchanged(project, stamp);
    return done(context, pictured, applyChanges(pictured, { force }, parts.request()));
  });
  app.post('/api/undo', async (context) => {
    const { project, force, write } = inputs.check(inputs.projectBody, await bodyOf(context));
    const pictured = projectOf(project);
    return done(context, pictured, undoChanges(pictured, { force, write }, parts.here()));
  });
  app.get('/api/teacher', async (context) => {
    const asked = inputs.check(inputs.teacherQuery, context.req.query());
    return sendAnswer(context, await describeTeacher(projectOf(asked.project), asked, parts.here()), redact);
  });
  app.post('/api/report', async (context) => {
    const asked = inputs.check(inputs.reportBody, await bodyOf(context));
    if (asked.preview)
      return sendAnswer(context, await previewReport(projectOf(asked.project), asked, parts.here()), redact);
    const pictured = projectOf(asked.project);
    return done(context, pictured, reportFromPage(pictured, asked, parts.here()));
  });
  app.post('/api/proposals', async (context) => {
    const { project, case: id, keep: isKept, ...words } = inputs.check(inputs.proposalBody, await bodyOf(context));
    const proposal = proposalSchema.parse(
      await redactTexts({ ...words, cases: [id], where: words.trigger ? 'hook' : 'block', confidence: 'high' }, redact),
    );
    const opened = await openCases(project);
    const { verdict, keep } = judgeExplanation(proposal, opened);
    return isKept ? done(context, opened.pictured, keep()) : sendAnswer(context, { verdict }, redact);
  });
  app.post('/api/backtest', async (context) => {
    const basis = basisOf(picture.shown);
    if (picture.isPartial)
      throw new AppError('conflict', 'The sessions are still being read.', { hint: 'Try again in a moment.' });
    return sendAnswer(context, await desk.run(basis), redact);
  });
}
