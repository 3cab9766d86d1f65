import { type Glob, matchGlob } from '../lessons/triggers/glob.ts';
import { type ErrorText, isInError } from '../lessons/triggers/match-error.ts';
import { parseRule, type Rule } from '../lessons/triggers/rule.ts';

/** What of a lesson a question is held against. */
export interface AskedTrigger {
  rule: string;
  /** What the error says, as it is stored. */
  error?: string;
}

/** A question, read once. */
export interface ReadQuestion {
  tool: string | undefined;
  error: ErrorText | undefined;
}

/** How a lesson fits: by the very tool, or by a rule for every tool. Nothing where it does not. */
export function fitQuestion({ rule: text, error }: AskedTrigger, question: ReadQuestion): { namesTool: boolean } | undefined {
  const rule = parseRule(text);
  if (!rule) return undefined;
  if (question.tool !== undefined && !fitsTool(rule, question.tool)) return undefined;
  // What an error says may stand anywhere in it. A lesson that says nothing of errors fits none.
  if (question.error !== undefined && (error === undefined || !isInError(error, question.error))) return undefined;
  return { namesTool: question.tool !== undefined && !isEveryTool(rule) };
}

/** The tools that a rule is about, in the words of who asks: `kubectl`, `kubectl get`, `bonfire_deploy`, `Edit`. */
function fitsTool(rule: Rule, tool: string): boolean {
  const asked = foldTool(tool);
  if (rule.tool === 'Tool') return matchGlob(lower(rule.name), asked);
  if (rule.tool === 'Bash') {
    const words = asked.split(/\s+/);
    return words.every((word, index) => {
      const glob = rule.words[index];
      return glob !== undefined && (index > 0 && glob.source === '*' ? true : matchGlob(lower(glob), word));
    });
  }
  return rule.tool.toLowerCase() === asked;
}

/** A tool as it is compared. */
export function foldTool(tool: string): string {
  return tool.trim().toLowerCase();
}

function isEveryTool(rule: Rule): boolean {
  return rule.tool === 'Tool' && rule.name.source === '*';
}

function lower(glob: Glob): Glob {
  return { source: glob.source, forms: glob.forms.map((form) => form.map((part) => part.toLowerCase())) };
}
