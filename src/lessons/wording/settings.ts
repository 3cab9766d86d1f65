import { settingsOf, writeSetting } from '../../failures/recovery/call-settings.ts';
import type { Claim } from '../../failures/recovery/claim.ts';
import { callOf } from '../../failures/recovery/tool-names.ts';
import { parseShell } from '../../shell/index.ts';
import { countClaims, groupClaims } from '../claim-group.ts';
import type { History } from '../history.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import { code, listWords, type Quotable, quotable, quotableName, quote, say, times } from '../quotable.ts';
import { anyOf, commandRule } from './rules.ts';

/** More commands than this are too many for one line: those that fail most are told. */
const MOST_COMMANDS = 5;

/** Words the lesson about how commands have to be sent here: with more permissions, with a terminal, or without. */
export const wordSetting: Wording = (group, history) => {
  const [first] = group.claims;
  const setting = quotable(first?.right ?? first?.wrong, 80);
  if (!setting) return undefined;
  const isNeeded = first?.right !== undefined;
  const told = [...groupClaims(group.claims, ({ facts }) => facts?.tool ?? '')]
    .filter(([tool, claims]) => !worksAnyway(tool, setting, isNeeded, claims, history))
    .sort((a, b) => b[1].length - a[1].length || a[0].localeCompare(b[0]))
    .slice(0, MOST_COMMANDS)
    .flatMap(([tool, claims]) => {
      const name = quotable(tool, 60);
      return name ? [{ name, claims }] : [];
    });
  if (told.length === 0) return undefined;
  const about = countClaims(told.flatMap(({ claims }) => claims));
  const commands = listWords(told.map(({ name }) => code(name)));
  const how = isNeeded ? say`with ${code(setting)}` : say`without ${code(setting)}`;
  const message = quotable(told.length === 1 ? about.claims.at(-1)?.because : undefined, 120);
  const fails = message ? say`it fails with ${code(message)}` : told.length === 1 ? 'it fails' : 'they fail';
  return {
    kind: 'tool-use',
    reach: 'machine',
    title: say`Send ${commands} ${how}`,
    guidance: say`Send ${commands} ${how} at once: ${isNeeded ? 'without it' : 'with it'}, ${fails}.`,
    pattern: say`The same command failed ${times(about.occurrences)} and then worked ${how}.`,
    scope: [],
    against: [...(isNeeded ? [] : [setting]), ...(message ? [message] : [])],
    ageByItem: true,
    about,
    ...settingRule(
      setting,
      isNeeded,
      told.map(({ name }) => name),
    ),
  } satisfies LessonWords;
};

/** Returns a trigger for calls of the commands that are sent the way that fails. */
export function settingRule(
  setting: Quotable,
  isNeeded: boolean,
  commands: readonly Quotable[],
): Pick<LessonWords, 'rule' | 'when'> {
  const rule = anyOf(commands.map((command) => commandRule(command)));
  const [name, value] = setting.split(': ').map((part) => quotableName(part, 40));
  if (!rule || !name || !value) return {};
  return { rule, when: isNeeded ? quote`argument ${name} is not ${value}` : quote`argument ${name} is ${value}` };
}

/** Whether the command worked the other way at least as often as it failed: then the setting did not make the difference. */
function worksAnyway(
  tool: string,
  setting: Quotable,
  isNeeded: boolean,
  claims: readonly Claim[],
  history: History,
): boolean {
  const [program = ''] = tool.split(' ');
  const worked = history.ranWell(program).filter(({ command, name, rest }) => {
    const settings = [...settingsOf(rest ? { rest } : {})].map(([key, value]) => writeSetting(key, value));
    return (
      settings.includes(setting) !== isNeeded && parseShell(command, name).commands.some((one) => callOf(one) === tool)
    );
  });
  return worked.length >= claims.length;
}
