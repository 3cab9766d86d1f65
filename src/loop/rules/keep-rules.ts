import { basename } from 'node:path';
import type { ContextFile } from '../../agents/context.ts';
import { planAndApply } from '../../delivery/apply.ts';
import { diffPlan, type FileDiff } from '../../delivery/diff.ts';
import { type DeliveryRequest, planDelivery } from '../../delivery/plan.ts';
import { code, quotablePath } from '../../lessons/quotable.ts';
import { lessonOfRule, type RuleFacts, saveRule, type TaughtRule } from '../../lifecycle/save-rule.ts';
import { changeUserMemory } from '../../lifecycle/user-memory/change-user-memory.ts';
import type { MemoryEntry, NewEntry } from '../../memory/entry-lesson.ts';
import { loadMemory, MEMORY_FOLDER, type Memory } from '../../memory/memory.ts';
import { printNotice } from '../../memory/notice.ts';
import { AppError } from '../../shared/errors.ts';

/** A rule to keep. */
interface KeptRule extends TaughtRule {
  /** Whether this rule was seen to help, if it differs from the setting for all rules. */
  isConfirmed?: boolean;
  /** The type of its failure, if it differs from that of all rules: `review_finding`. */
  type?: string;
}

/** The rules to keep, and where. */
export interface KeepRequest extends Omit<RuleFacts, 'reach'> {
  rules: readonly KeptRule[];
  /** The root of the project's main checkout. */
  projectRoot: string;
  /** hardwon's data folder, for undo records and the lock. */
  dataDir: string;
  home: string;
  /** Whether to write; otherwise the result only says what would be written. */
  apply: boolean;
  /** The user's memory and files, or those of the project and its agents. */
  place:
    | { whose: 'user'; memoryRoot: string; files: readonly ContextFile[] }
    | { whose: 'project'; delivery: Omit<DeliveryRequest, 'lessons' | 'now' | 'projectRoot'> };
}

/** The outcome of keeping rules. */
export interface KeptRules {
  /** The lessons that they became, in the same order; `of` is the index of the rule among those to keep. */
  lessons: (Pick<MemoryEntry, 'id' | 'title' | 'guidance' | 'status' | 'confidence' | 'occurrences' | 'similar'> & {
    of: number;
  })[];
  /** Each file with its diff. */
  diffs: FileDiff[];
  applied: boolean;
  notices: string[];
}

/** Whether a changed file belongs to a memory, and is not one that agents read. */
export function isMemoryFile(name: string): boolean {
  return name.startsWith(`${MEMORY_FOLDER}/`) || name.includes(`/${MEMORY_FOLDER}/`);
}

/**
 * Turns rules into lessons, and writes them where agents read them: under "Learned Rules & Patterns" in the user's files, or in
 * the project's context files. All files change together, and `hardwon undo` reverts the change. A rule that cannot be kept,
 * because somebody rejected it, does not block the others; if there are no others, it is an error.
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
  const asked = { root: memoryRoot, userIn: projectRoot, dataDir, home, now, apply };
  let isSaved = false;
  const save = (before: Memory) => {
    isSaved = false;
    let memory = before;
    const lessons: KeptRules['lessons'] = [];
    const refused = eachRule(request.rules, (rule, of) => {
      const saved = saveRule(memory, nameProject(rule, basename(projectRoot)), factsOf(rule, request, 'user'));
      memory = saved.memory;
      lessons.push({ ...saved.outcome.entry, of });
    });
    isSaved = true;
    return { memory, outcome: { lessons, refused } };
  };
  const blocked: string[] = [];
  const done = await changeUserMemory({ ...asked, files }, save).catch((error: unknown) => {
    // A file that somebody edited keeps their words, and the rule is in memory: neither is lost.
    if (!(error instanceof AppError) || !isSaved) throw error;
    blocked.push(tellBlocked(error));
    return changeUserMemory({ ...asked, files: [] }, save);
  });
  const { outcome, diffs, applied, notices } = done;
  return {
    lessons: outcome.lessons,
    diffs,
    applied,
    notices: [...blocked, ...outcome.refused, ...notices.map(printNotice)],
  };
}

async function keepForProject(
  request: KeepRequest,
  { delivery }: KeepRequest['place'] & { whose: 'project' },
): Promise<KeptRules> {
  const { projectRoot, dataDir, home, now } = request;
  const plan = async () => {
    const memory = await loadMemory(projectRoot);
    const found: { lesson: NewEntry; of: number }[] = [];
    const refused = eachRule(request.rules, (rule, of) => {
      found.push({ lesson: lessonOfRule(memory, rule, factsOf(rule, request, 'project')), of });
    });
    const planned = await planDelivery({ ...delivery, projectRoot, lessons: found.map(({ lesson }) => lesson), now });
    const kept = found.flatMap(({ lesson: { fingerprint }, of }) =>
      planned.lessons.filter((lesson) => lesson.fingerprint === fingerprint).map((lesson) => ({ ...lesson, of })),
    );
    const { changes, refusals } = planned;
    // A block that somebody edited keeps their words, and the rule is in memory: neither is lost.
    const possible =
      refusals.length === 0 ? changes : changes.filter(({ kind }) => kind === 'memory' || kind === 'ignore-file');
    return { ...planned, changes: possible, refusals: [], blocked: refusals.map(tellBlocked), kept, refused };
  };
  const done = request.apply ? await planAndApply(plan, { dataDir, now }) : { plan: await plan(), written: [] };
  const { kept, refused, notices, blocked } = done.plan;
  return {
    lessons: kept,
    diffs: diffPlan(done.plan, home),
    applied: done.written.length > 0,
    notices: [...blocked, ...refused, ...notices.map(printNotice)],
  };
}

/** Says that a rule is in memory, and why it is not in any file yet. */
function tellBlocked({ message, hint }: AppError): string {
  return `The rule is in memory, and not in this file yet. ${message}. ${hint ?? ''}`.trim();
}

/** Runs a function for each rule. Returns why some could not be kept; if none could, throws the first reason. */
function eachRule(rules: readonly KeptRule[], work: (rule: KeptRule, of: number) => void): string[] {
  const refusals: AppError[] = [];
  for (const [of, rule] of rules.entries())
    try {
      work(rule, of);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.push(error);
    }
  const [first] = refusals;
  if (first && refusals.length === rules.length) throw first;
  return refusals.map(({ message }) => message);
}

function factsOf(
  { isConfirmed, type: own }: KeptRule,
  { type, now, isConfirmed: usual }: KeepRequest,
  reach: RuleFacts['reach'],
): RuleFacts {
  return { type: own ?? type, now, isConfirmed: isConfirmed ?? usual, reach };
}

/** A file, or a path with a folder, in backticks: `calculator.py`, `src/api/`. */
const PATH = /`[^`\n]{0,200}(?:[\w-]\/|\/[\w-]|[\w-]\.[a-z]\w{0,9}\b)[^`\n]{0,200}`/i;

/**
 * Adds the project's name to a rule that names one of its files, because the rule goes into a file that is read in every project.
 */
export function nameProject<T extends TaughtRule>(rule: T, project: string): T {
  const name = quotablePath(project, 80);
  if (name === undefined || !PATH.test(`${rule.rule}\n${rule.when}`) || rule.when.includes(code(name))) return rule;
  const when = rule.when.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return { ...rule, when: when === '' ? `In ${code(name)}.` : `In ${code(name)}: ${when}` };
}
