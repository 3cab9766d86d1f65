import { code, quotablePath } from '../../lessons/quotable.ts';
import type { TaughtRule } from '../../lifecycle/save-rule.ts';

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
