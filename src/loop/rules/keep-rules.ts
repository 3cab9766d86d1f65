import { join } from 'node:path';
import type { ContextFile } from '../../agents/context.ts';
import { type AppliedPlan, planAndApply } from '../../delivery/apply.ts';
import { resolveInside } from '../../delivery/containment.ts';
import { diffPlan, type FileDiff } from '../../delivery/diff.ts';
import { type DeliveryRequest, planDelivery, planMemory } from '../../delivery/plan.ts';
import { lessonOfRule, type RuleFacts, saveRule, type TaughtRule } from '../../lifecycle/save-rule.ts';
import type { MemoryEntry } from '../../memory/entry-lesson.ts';
import { loadMemory, MEMORY_FILE, MEMORY_FOLDER } from '../../memory/memory.ts';
import { printNotice } from '../../memory/notice.ts';
import { planUserFile } from './plan-user-file.ts';

/** Which rules are kept, and where. */
export interface KeepRequest extends Omit<RuleFacts, 'reach'> {
  rules: readonly TaughtRule[];
  /** The root of the project's main checkout. */
  projectRoot: string;
  /** hardwon's data folder: undo records and the lock. */
  dataDir: string;
  home: string;
  /** Write it; else only what would be written is told. */
  apply: boolean;
  /** The memory of the user and their file, or that of the project and the files of its agents. */
  place:
    | { whose: 'user'; memoryRoot: string; file: ContextFile }
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

interface RulePlan extends AppliedPlan {
  lessons: KeptRules['lessons'];
  notices: string[];
}

/**
 * Makes lessons of rules, and writes them where agents read them: under "Learned Rules & Patterns" of the user's file, or of the project's
 * context files. One change of all files, which `hardwon undo` takes back.
 */
export async function keepRules(request: KeepRequest): Promise<KeptRules> {
  const { place, dataDir, now, home } = request;
  const plan = () => (place.whose === 'user' ? planForUser(request, place) : planForProject(request, place));
  const done = request.apply ? await planAndApply(plan, { dataDir, now }) : { plan: await plan(), written: [] };
  const { lessons, notices, refusals } = done.plan;
  return {
    lessons,
    diffs: diffPlan(done.plan, home),
    applied: done.written.length > 0,
    notices: [...notices, ...refusals.map(({ message }) => message)],
  };
}

async function planForUser(
  request: KeepRequest,
  { memoryRoot, file }: KeepRequest['place'] & { whose: 'user' },
): Promise<RulePlan> {
  await resolveInside(join(memoryRoot, MEMORY_FOLDER, MEMORY_FILE), memoryRoot);
  let memory = await loadMemory(memoryRoot);
  const lessons: RulePlan['lessons'] = [];
  for (const rule of request.rules) {
    const saved = saveRule(memory, rule, { ...request, reach: 'user' });
    memory = saved.memory;
    lessons.push(saved.outcome.entry);
  }
  const changes = [...(await planMemory(memory, memoryRoot)), ...(await planUserFile(file, memory.entries))];
  return { projectRoot: request.projectRoot, changes, refusals: [], lessons, notices: memory.notices.map(printNotice) };
}

async function planForProject(
  request: KeepRequest,
  { delivery }: KeepRequest['place'] & { whose: 'project' },
): Promise<RulePlan> {
  const { projectRoot, now } = request;
  const memory = await loadMemory(projectRoot);
  const found = request.rules.map((rule) => lessonOfRule(memory, rule, { ...request, reach: 'project' }));
  const plan = await planDelivery({ ...delivery, projectRoot, lessons: found, now });
  const kept = found.flatMap(({ fingerprint }) => plan.lessons.filter((lesson) => lesson.fingerprint === fingerprint));
  return { ...plan, lessons: kept, notices: plan.notices.map(printNotice) };
}
