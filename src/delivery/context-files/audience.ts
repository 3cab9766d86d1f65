import type { Lesson, LessonKind } from '../../lessons/lesson.ts';
import { parseRule, type TriggerRule } from '../../lessons/triggers/rule.ts';

/** Kinds of lessons that may be different tomorrow, and belong in an agent's own notes. */
const PASSING: readonly LessonKind[] = ['missing-path', 'retry', 'permission'];

/**
 * Kinds of lessons that are useful while working on a file. The place of a file, and the way to run something, has to be known
 * before a file is opened.
 */
const WHILE_WORKING: readonly LessonKind[] = ['convention', 'preference'];

/** Whether a lesson may be different tomorrow. */
export function isPassing(lesson: Lesson): boolean {
  return PASSING.includes(lesson.kind);
}

/** Whether a lesson is true of this machine or this user only. */
export function isPersonal(lesson: Pick<Lesson, 'reach'>): boolean {
  return lesson.reach === 'machine' || lesson.reach === 'user';
}

/** Whether a lesson is a stable fact for everybody who works on the project. */
export function isForEverybody(lesson: Lesson): boolean {
  return !isPassing(lesson) && !isPersonal(lesson);
}

/** Whether a lesson concerns one of these readers; nothing is known about a reader that is not an agent. */
export function concerns(lesson: Lesson, readers: readonly string[], agents: ReadonlySet<string>): boolean {
  const own = ownAgents(lesson);
  return !own || readers.some((reader) => own.includes(reader) || !agents.has(reader));
}

/**
 * Returns the agents whose own tools and rules a lesson is about: it means nothing to others. Undefined if it is for all, such as
 * a lesson about tools that every agent has: those that read, edit and search files and run commands.
 */
function ownAgents(lesson: Lesson): string[] | undefined {
  const isOwn = lesson.kind === 'permission' || (lesson.kind === 'tool-use' && !isOfEveryAgent(ruleOf(lesson)));
  return isOwn ? seenBy(lesson) : undefined;
}

/**
 * Returns the agents whose calls a lesson may interrupt. The requirements of an edit or a read are checked by some clients only:
 * those in which it was seen.
 */
export function warnedAgents(lesson: Lesson): string[] | undefined {
  const rule = ruleOf(lesson);
  const isChecked =
    lesson.kind === 'tool-use' && (rule?.tool === 'Edit' || (rule?.tool === 'Tool' && !isOfServer(rule)));
  return isChecked ? seenBy(lesson) : ownAgents(lesson);
}

function seenBy({ evidence }: Lesson): string[] | undefined {
  const seen = [...new Set(evidence.map(({ agent }) => agent))];
  return seen.length > 0 ? seen : undefined;
}

function ruleOf({ trigger }: Lesson): TriggerRule | undefined {
  return trigger && parseRule(trigger.rule);
}

/** Whether a rule is about a tool of an MCP server, which is the same in every agent. */
function isOfServer(rule: Extract<TriggerRule, { tool: 'Tool' }>): boolean {
  return rule.name.source.startsWith('mcp_');
}

/** Whether a rule is about a tool that every agent has, rather than one under the name that one agent gives it. */
function isOfEveryAgent(rule: TriggerRule | undefined): boolean {
  if (rule?.tool !== 'Tool') return rule !== undefined;
  if (isOfServer(rule)) return true;
  // One tool under the names of several agents.
  return rule.argument === undefined && rule.name.forms.length > 1;
}

/** Returns the globs of a lesson that is about parts of the project only: each names a folder and stays within it. */
export function narrowScope(lesson: Lesson): readonly string[] | undefined {
  if (!WHILE_WORKING.includes(lesson.kind) || !isForEverybody(lesson) || lesson.scope.length === 0) return undefined;
  return lesson.scope.every((glob) => FOLDER_GLOB.test(glob)) ? [...lesson.scope].sort() : undefined;
}

/** Matches globs such as `services/api/**`, of characters that need no quoting in any front matter. */
const FOLDER_GLOB = /^(?![./])[\w./-]+\/[\w./*-]*\*[\w./*-]*$/;
