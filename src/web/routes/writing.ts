import type { Context, Hono } from 'hono';
import { normaliseId } from '../../lifecycle/entries.ts';
import { AppError } from '../../shared/errors.ts';
import type { AppParts } from '../app.ts';
import { applyChanges, undoChanges } from '../changes.ts';
import { decide } from '../decisions.ts';
import * as inputs from '../inputs.ts';
import type { PicturedProject } from '../picture.ts';
import { describeTeacher, previewReport, reportFailure } from '../report-failure.ts';
import { bodyOf } from './body.ts';

/** Everything that changes something, and who would be asked before. */
export function addWriting(app: Hono, parts: AppParts): void {
  const { picture, desk } = parts;
  const projectOf = (id: string): PicturedProject => {
    const found = picture.shown.byId.get(id);
    if (!found) throw new AppError('not-found', `There is no project ${id}.`);
    return found;
  };
  /** What was written is shown at once. */
  const done = async (context: Context, work: Promise<object>) => {
    const result = await work;
    await picture.refresh();
    return context.json({ ...result, version: picture.version });
  };
  app.post('/api/lessons/:project/:id', async (context) => {
    const { project, id } = context.req.param();
    const decision = inputs.check(inputs.decisionBody, await bodyOf(context));
    return done(context, decide(projectOf(project), normaliseId(id), decision, parts.here()));
  });
  app.post('/api/apply', async (context) => {
    const { project, force } = inputs.check(inputs.projectBody, await bodyOf(context));
    return done(context, applyChanges(projectOf(project), force, parts.request()));
  });
  app.post('/api/undo', async (context) => {
    const { project, force } = inputs.check(inputs.projectBody, await bodyOf(context));
    return done(context, undoChanges(projectOf(project), force, parts.here()));
  });
  app.get('/api/teacher', async (context) => {
    const asked = inputs.check(inputs.teacherQuery, context.req.query());
    return context.json(await describeTeacher(projectOf(asked.project), asked, parts.here()));
  });
  app.post('/api/report', async (context) => {
    const asked = inputs.check(inputs.reportBody, await bodyOf(context));
    if (asked.preview) return context.json(await previewReport(projectOf(asked.project), asked, parts.here()));
    return done(context, reportFailure(projectOf(asked.project), asked, parts.here()));
  });
  app.post('/api/backtest', async (context) => context.json(await desk.run()));
}
