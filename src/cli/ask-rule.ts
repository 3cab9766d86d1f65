import type { LearnedRule, Teaching } from '../loop/failure-case.ts';
import { cleanRule } from '../loop/teacher/clean-rule.ts';
import { readTeacherAnswer } from '../loop/teacher/read-answer.ts';
import { stripControls } from '../shared/terminal.ts';
import type { Dialog } from './terminal-dialog.ts';

/** Shows a rule and asks [Y] / [N] / [E]. Returns the rule as the person wants it, or undefined if they do not want it. */
export async function askRule(
  { analysis }: Teaching,
  first: LearnedRule,
  dialog: Dialog,
): Promise<LearnedRule | undefined> {
  let rule = first;
  dialog.say(stripControls(analysis));
  for (;;) {
    dialog.say(`\n${stripControls(writeRule(rule))}\n`);
    const answer = await dialog.ask('Keep it? [Y]es, [N]o, [E]dit (Y) ');
    if (answer === undefined) return undefined;
    const letter = answer.toLowerCase()[0] ?? 'y';
    if (letter === 'y') return rule;
    if (letter === 'n') return undefined;
    if (letter !== 'e') {
      dialog.say('Answer with y, n or e.');
      continue;
    }
    const edited = readTeacherAnswer(await dialog.edit(`${writeRule(rule)}\n`))?.rule;
    const cleaned = edited ? cleanRule(edited) : { refused: 'it has no line that begins with "- **Rule**:"' };
    if ('rule' in cleaned) rule = cleaned.rule;
    else dialog.say(`That is not a rule: ${cleaned.refused}.`);
  }
}

/** Returns a rule in its written form of three lines. */
export function writeRule({ rule, when, why }: LearnedRule): string {
  return [
    `- **Rule**: ${rule}`,
    ...(when === '' ? [] : [`- **When**: ${when}`]),
    ...(why === '' ? [] : [`- **Why**: ${why}`]),
  ].join('\n');
}
