import { openReport, type ReportDesk } from '../app/capture/report-failure.ts';
import { hashParts } from '../app/history/session-history.ts';
import type { LearnedRule, Teaching } from '../loop/failure-case.ts';
import { findRepository } from '../sessions/projects/find-repository.ts';
import { AppError } from '../shared/errors.ts';
import type { Surroundings } from '../shared/surroundings.ts';
import type { Done, ShownFileChange } from './answers/changes.ts';
import type { AskedTeacher, ReportPreview } from './answers/reports.ts';
import type { ReportBody } from './inputs.ts';
import type { PicturedProject } from './picture.ts';
import { requireWritable } from './writable.ts';

/** Returns the teacher that would be asked about a failure of a type: people are told before anything is sent. */
export async function describeTeacher(
  pictured: PicturedProject,
  asked: Pick<ReportBody, 'type'>,
  here: Surroundings,
): Promise<AskedTeacher> {
  return teacherOf((await openDesk(pictured, asked, here)).desk);
}

/** Has the teacher make a rule, or takes the person's own, and returns the changes without writing them. */
export async function previewReport(
  pictured: PicturedProject,
  asked: ReportBody,
  here: Surroundings,
): Promise<ReportPreview> {
  const { desk, notices } = await openDesk(pictured, asked, here);
  const { rule, analysis }: Teaching = asked.rule ? { rule: asked.rule, analysis: '' } : await teach(desk, asked);
  const [refusal] = rule ? await desk.judge(rule) : [];
  const planned = rule && !refusal ? await desk.keep(rule, { isConfirmed: true, apply: false }) : undefined;
  const changes = listChanges(planned?.diffs ?? []);
  return {
    teacher: teacherOf(desk),
    analysis,
    rule: rule ? { rule: rule.rule, when: rule.when, why: rule.why } : undefined,
    refusal: refusal ? { error: refusal.message, hint: refusal.hint } : undefined,
    changes,
    stamp: hashParts(changes),
    notices: [...notices, ...(planned?.notices ?? [])],
  };
}

/**
 * Passes a failure reported by a person to the teacher for its type, as `report-failure` does, or keeps the rule that they have
 * seen; a rule that helps nobody is refused. The user's own files affect every project, so they are written only as they were
 * shown.
 */
export async function reportFromPage(pictured: PicturedProject, asked: ReportBody, here: Surroundings): Promise<Done> {
  const { desk, notices } = await openDesk(pictured, asked, here);
  if (desk.file === 'user' && (asked.stamp === undefined || asked.rule === undefined))
    throw unseen('Changes to your own files must be shown first');
  const rule = asked.rule ?? (await requireRule(desk, asked));
  const [refusal] = await desk.judge(rule);
  if (refusal)
    throw new AppError('conflict', refusal.message, refusal.hint === undefined ? {} : { hint: refusal.hint });
  // The built-in teacher returns the person's own words; the words of a model wait until somebody has read them.
  const isConfirmed = asked.rule !== undefined || desk.teacher.name === 'builtin';
  if (asked.stamp !== undefined) {
    const { diffs } = await desk.keep(rule, { isConfirmed: true, apply: false });
    if (hashParts(listChanges(diffs)) !== asked.stamp) throw unseen('The changes are no longer the same');
  }
  const kept = await desk.keep(rule, { isConfirmed, apply: true });
  return {
    said: `Saved as ${kept.lessons.map(({ id }) => id).join(', ')}`,
    changes: listChanges(kept.diffs),
    notices: [...notices, ...kept.notices],
  };
}

function listChanges(diffs: Awaited<ReturnType<ReportDesk['keep']>>['diffs']): ShownFileChange[] {
  return diffs.map(({ name, action, text }) => ({ name, action, diff: text }));
}

function unseen(reason: string): AppError {
  return new AppError('conflict', `${reason}; nothing was written.`, {
    hint: 'Ask for the changes with "preview": true, then send the rule with their "stamp".',
  });
}

async function openDesk(
  pictured: PicturedProject,
  { type, file }: Pick<ReportBody, 'type' | 'file'>,
  { home, env, now }: Surroundings,
): Promise<{ desk: ReportDesk; notices: string[] }> {
  if (pictured.isOwn)
    throw new AppError('usage', 'Choose a project: a failure cannot be reported for your own memory.');
  requireWritable(pictured);
  const notices: string[] = [];
  const desk = await openReport({
    root: findRepository(pictured.project.root),
    ...{ home, env, now, type },
    file,
    onFallback: (reason) => notices.push(`${reason} The built-in teacher was asked instead.`),
  });
  return { desk, notices };
}

function teach(desk: ReportDesk, { type, description, context, task }: ReportBody): ReturnType<ReportDesk['teach']> {
  return desk.teach({ type, description, context: context || undefined, task: task || undefined });
}

async function requireRule(desk: ReportDesk, asked: ReportBody): Promise<LearnedRule> {
  const { rule, analysis } = await teach(desk, asked);
  if (rule) return rule;
  throw new AppError('conflict', analysis, {
    hint: 'Say what the agent should have done: name a path, command or check.',
  });
}

function teacherOf({ teacher, file }: ReportDesk): AskedTeacher {
  const { name, leavesMachine, destination } = teacher;
  return { name, leavesMachine, destination, file };
}
