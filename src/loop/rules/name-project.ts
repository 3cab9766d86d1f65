import { code, quotablePath } from '../../lessons/quotable.ts';
import type { TaughtRule } from '../../lifecycle/save-rule.ts';

/** Something in backticks that is a file or lies in a folder: `calculator.py`, `src/api/`. */
const PATH = /`[^`\n]{0,200}(?:[\w-]\/|\/[\w-]|[\w-]\.[a-z]\w{0,9}\b)[^`\n]{0,200}`/i;

/** A rule in a file that is read in every project says which one it is about, where it names a file of it. */
export function nameProject<T extends TaughtRule>(rule: T, project: string): T {
  const name = quotablePath(project, 80);
  if (name === undefined || !PATH.test(`${rule.rule}\n${rule.when}`) || rule.when.includes(code(name))) return rule;
  const when = rule.when.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());
  return { ...rule, when: when === '' ? `In ${code(name)}.` : `In ${code(name)}: ${when}` };
}
