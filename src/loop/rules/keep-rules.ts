import { basename } from 'node:path';
import type { ContextFile } from '../../agents/context.ts';
import { planAndApply } from '../../delivery/apply.ts';
import { diffPlan, type FileDiff } from '../../delivery/diff.ts';
import { type DeliveryRequest, planDelivery } from '../../delivery/plan.ts';
import { lessonOfRule, type RuleFacts, saveRule, type TaughtRule } from '../../lifecycle/save-rule.ts';
import { changeUserMemory } from '../../lifecycle/user-memory/change-user-memory.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { loadMemory } from '../../memory/memory.ts';
import { printNotice } from '../../memory/notice.ts';
import { nameProject } from './name-project.ts';

/** A rule that is kept. */
export interface KeptRule extends TaughtRule {
  /** Whether this one was seen to help, where that is not so for all of them alike. */
  isConfirmed?: boolean;
}

/** Which rules are kept, and where. */
export interface KeepRequest extends Omit<RuleFacts, 'reach'> {
  rules: readonly KeptRule[];
  /** The root of the project's main checkout. */
  projectRoot: string;
  /** hardwon's data folder: undo records and the lock. */
  dataDir: string;
  home: string;
  /** Write it; else only what would be written is told. */
  apply: boolean;
  /** The memory of the user and their files, or that of the project and the files of its agents. */
  place:
    | { whose: 'user'; memoryRoot: string; files: readonly ContextFile[] }
    | { whose: 'project'; delivery: Omit<DeliveryRequest, 'lessons' | 'now' | 'projectRoot'> };
}

/** What keeping rules came to. */
export interface KeptRules {
  /** The lessons that they are now, in their order. */
  lessons: Pick<MemoryEntry, 'id' | 'title' | 'guidance' | 'status' | 'confidence' | 'occurrences'>[];
  /** Each file, with its diff. */
  diffs: FileDiff[];
  applied: boolean;
  notices: string[];
}

/**
 * Makes lessons of rules, and writes them where agents read them: under "Learned Rules & Patterns" of the user's files, or of the project's
 * context files. One change of all files, which `hardwon undo` takes back.
 */
export function keepRules(request: KeepRequest): Promise<KeptRules> {
  const { place } = request;
  return place.whose === 'user' ? keepForUser(request, place) : keepForProject(request, place);
}

async function keepForUser(
  request: KeepRequest,
  { memoryRoot, files }: KeepRequest['place'] & { whose: 'user' },
): Promise<KeptRules> {
  const { projectRoot, dataDir, home, now, apply } = request;
  const asked = { root: memoryRoot, userIn: projectRoot, files, dataDir, home, now, apply };
  const { outcome, diffs, applied, notices } = await changeUserMemory(asked, (before) => {
    let memory = before;
    const lessons: KeptRules['lessons'] = [];
    for (const rule of request.rules) {
      const saved = saveRule(memory, nameProject(rule, basename(projectRoot)), factsOf(rule, request, 'user'));
      memory = saved.memory;
      lessons.push(saved.outcome.entry);
    }
    return { memory, outcome: lessons };
  });
  return { lessons: outcome, diffs, applied, notices: notices.map(printNotice) };
}

async function keepForProject(
  request: KeepRequest,
  { delivery }: KeepRequest['place'] & { whose: 'project' },
): Promise<KeptRules> {
  const { projectRoot, dataDir, home, now } = request;
  const plan = async () => {
    const memory = await loadMemory(projectRoot);
    const found = request.rules.map((rule) => lessonOfRule(memory, rule, factsOf(rule, request, 'project')));
    const planned = await planDelivery({ ...delivery, projectRoot, lessons: found, now });
    const kept = found.flatMap(({ fingerprint }) => planned.lessons.filter((lesson) => lesson.fingerprint === fingerprint));
    return { ...planned, lessons: kept };
  };
  const done = request.apply ? await planAndApply(plan, { dataDir, now }) : { plan: await plan(), written: [] };
  const { lessons, notices, refusals } = done.plan;
  return {
    lessons,
    diffs: diffPlan(done.plan, home),
    applied: done.written.length > 0,
    notices: [...notices.map(printNotice), ...refusals.map(({ message }) => message)],
  };
}

function factsOf(
  { isConfirmed }: KeptRule,
  { type, now, isConfirmed: usual }: KeepRequest,
  reach: RuleFacts['reach'],
): RuleFacts {
  return { type, now, isConfirmed: isConfirmed ?? usual, reach };
}
