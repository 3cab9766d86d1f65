import { DEFAULTS } from '../../config/defaults.ts';
import { isMemoryFile, type KeptRules, keepRules } from '../../loop/rules/keep-rules.ts';
import type { RuleVerdict, RunRecord } from '../../loop/run/run-record.ts';
import { AppError, tellWhole } from '../../shared/errors.ts';
import { findOwnFolders } from '../../shared/folders.ts';
import { refreshHooks } from '../install/refresh-hooks.ts';
import { chooseRulePlace } from '../memory/rule-place.ts';
import type { LearningLoopRequest } from './learning-loop-request.ts';
import type { LoopReport } from './loop-report.ts';

/**
 * Writes rules that helped to the place that the configuration names, and keeps the others as lessons to watch. Files that are
 * read in every project are written only if a person has seen the changes; otherwise these rules are watched, too. A file that
 * cannot be written does not undo the result of the run.
 */
export async function keepHelpful(
  run: RunRecord,
  projectRoot: string,
  request: LearningLoopRequest,
  tell: (notice: string) => void,
): Promise<LoopReport['kept']> {
  // In a run to be resumed, a rule may still prove itself.
  const isOver = run.status === 'passed' || run.status === 'failed';
  const candidates = run.status === 'failed' ? [...CANDIDATES, 'no-help'] : CANDIDATES;
  const rules = run.rules.filter(
    ({ verdict, lesson }) => lesson === undefined && (verdict === 'helped' || (isOver && candidates.includes(verdict))),
  );
  if (rules.length === 0) return undefined;
  const file = request.file ?? request.config.config.learning?.file ?? DEFAULTS.learningFile;
  try {
    const place = await chooseRulePlace({ ...request, file, root: projectRoot, agent: run.agent });
    const asked = {
      type: 'test_failure',
      now: request.now,
      isConfirmed: true,
      projectRoot,
      dataDir: findOwnFolders(request).data,
      home: request.home,
      place,
    };
    const judged = rules.map((rule) => ({
      ...rule,
      isConfirmed: rule.verdict === 'helped',
      type: rule.isOfReview ? 'review_finding' : undefined,
      ...knownOf(rule, run),
    }));
    const isAllowed =
      request.keep === false ||
      (await mayWrite(await keepRules({ ...asked, rules: judged, apply: false }), file, request));
    if (!isAllowed) tell(NOT_CONFIRMED);
    const kept = await keepRules({
      ...asked,
      rules: isAllowed ? judged : judged.map((rule) => ({ ...rule, isConfirmed: false })),
      apply: request.keep !== false,
    });
    if (kept.applied) for (const { id, of } of kept.lessons) noteLesson(rules[of], id);
    for (const notice of kept.notices) tell(notice);
    if (kept.applied) await refreshHooks(projectRoot, request);
    return {
      file,
      lessons: kept.lessons.map(({ id, title, status }) => ({ id, title, status })),
      changes: kept.diffs.map(({ name, action, text }) => ({ name, action, diff: text })),
      applied: kept.applied,
      problem: kept.applied || request.keep === false ? undefined : kept.notices.join(' ') || 'Nothing was written.',
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { file, lessons: [], changes: [], applied: false, problem: tellWhole(error) };
  }
}

/** Describes a rule whose run never passed, because the person who confirms it should see that. */
function knownOf({ verdict }: RunRecord['rules'][number], { status }: RunRecord): { known?: string } {
  if (status !== 'failed') return {};
  const tried =
    verdict === 'untried'
      ? 'no attempt was made with it'
      : verdict === 'partly'
        ? 'fewer tests failed with it'
        : verdict === 'no-help'
          ? 'an attempt with it failed as well'
          : undefined;
  return tried === undefined ? {} : { known: `The run that it comes from never passed; ${tried}.` };
}

/** Verdicts on rules that did not prove themselves, but were not shown to be useless either. */
const CANDIDATES: readonly RuleVerdict[] = ['unproven', 'partly', 'untried', 'recovered'];

const NOT_CONFIRMED =
  'your own files, which agents read in every project, were not written, because nobody has seen the change. The rules are candidates; hardwon confirm writes them.';

/**
 * Whether the files may be written as planned: those of the project always, those of the user if a person has seen the changes.
 */
async function mayWrite(
  { diffs }: KeptRules,
  file: 'user' | 'project',
  request: LearningLoopRequest,
): Promise<boolean> {
  const told = diffs.filter(({ name }) => !isMemoryFile(name));
  if (file === 'project' || told.length === 0) return true;
  return (await request.confirmUserFiles?.(told)) ?? false;
}

function noteLesson(rule: RunRecord['rules'][number] | undefined, id: string): void {
  if (rule) rule.lesson = id;
}
