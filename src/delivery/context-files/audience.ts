import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import { parseRule, type TriggerRule } from '../../lessons/triggers/rule.ts';

/** What may be different tomorrow, and is for an agent's own notes. */
const PASSING: readonly LessonKind[] = ['missing-path', 'retry', 'permission'];

/** What is of use while one works on a file. Where a file is, and how to run a thing, has to be known before it is opened. */
const WHILE_WORKING: readonly LessonKind[] = ['convention', 'preference'];

/** Whether it may be different tomorrow. */
export function isPassing(lesson: Lesson): boolean {
  return PASSING.includes(lesson.kind);
}

/** Whether it is true of this machine or this user only. */
export function isPersonal(lesson: Pick<Lesson, 'reach'>): boolean {
  return lesson.reach === 'machine' || lesson.reach === 'user';
}

/** Whether it is a stable fact for everybody who works on the project. */
export function isForEverybody(lesson: Lesson): boolean {
  return !isPassing(lesson) && !isPersonal(lesson);
}

/** Whether it says anything to one of these readers; of a reader that is no agent nothing is known. */
export function concerns(lesson: Lesson, readers: readonly string[], agents: ReadonlySet<string>): boolean {
  const own = ownAgents(lesson);
  return !own || readers.some((reader) => own.includes(reader) || !agents.has(reader));
}

/**
 * The agents whose own tools and rules a lesson is about: it means nothing to another. Nothing where it is for all, as what is said of
 * tools that every agent has: those that read, edit and search files and run commands.
 */
export function ownAgents(lesson: Lesson): string[] | undefined {
  const isOwn = lesson.kind === 'permission' || (lesson.kind === 'tool-use' && !isOfEveryAgent(ruleOf(lesson)));
  return isOwn ? seenBy(lesson) : undefined;
}

/** The agents whose calls a lesson may hold up. What an edit or a read has to fulfil is checked by some clients only: those that it was seen in. */
export function warnedAgents(lesson: Lesson): string[] | undefined {
  const rule = ruleOf(lesson);
  const isChecked = lesson.kind === 'tool-use' && (rule?.tool === 'Edit' || (rule?.tool === 'Tool' && !isOfServer(rule)));
  return isChecked ? seenBy(lesson) : ownAgents(lesson);
}

function seenBy({ evidence }: Lesson): string[] | undefined {
  const seen = [...new Set(evidence.map(({ agent }) => agent))];
  return seen.length > 0 ? seen : undefined;
}

function ruleOf({ trigger }: Lesson): TriggerRule | undefined {
  return trigger && parseRule(trigger.rule);
}

/** A tool of an MCP server is the same in every agent. */
function isOfServer(rule: Extract<TriggerRule, { tool: 'Tool' }>): boolean {
  return rule.name.source.startsWith('mcp_');
}

/** Whether a rule is about a tool that every agent has, rather than one by the name that one agent gives it. */
function isOfEveryAgent(rule: TriggerRule | undefined): boolean {
  if (rule?.tool !== 'Tool') return rule !== undefined;
  if (isOfServer(rule)) return true;
  // One tool, as several agents call it.
  return rule.argument === undefined && rule.name.forms.length > 1;
}

/** The globs of a lesson that is about parts of the project only: each names a folder that it stays in. */
export function narrowScope(lesson: Lesson): readonly string[] | undefined {
  if (!WHILE_WORKING.includes(lesson.kind) || !isForEverybody(lesson) || lesson.scope.length === 0) return undefined;
  return lesson.scope.every((glob) => FOLDER_GLOB.test(glob)) ? [...lesson.scope].sort() : undefined;
}

/** `services/api/**`: letters that need no quoting in any front matter. */
const FOLDER_GLOB = /^(?![./])[\w./-]+\/[\w./*-]*\*[\w./*-]*$/;
