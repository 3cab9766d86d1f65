import { callOf } from '../../failures/recovery/tool-names.ts';
import { type ClaimGroup, groupClaims } from '../claim-group.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  code,
  listWords,
  type Quotable,
  quotable,
  quotableName,
  quotablePath,
  quote,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { reachOf } from './flags.ts';
import { anyOf, asGlob, commandRule, withoutFlag } from './rules.ts';
import { settingRule } from './settings.ts';

/** Words the lesson about a recurring complaint, with the change that makes the call work. */
export const wordSameError: Wording = (group) => {
  const claim = group.claims.at(-1);
  // The name of a tool that is not a program must be one word; several words could carry a message.
  const tool = claim?.failure.command ? quotable(claim.facts?.tool, 60) : quotableName(claim?.facts?.tool, 60);
  if (!claim || !tool) return undefined;
  const message = quotable(claim.facts?.message, 120);
  const told: Told = {
    group,
    tool,
    message,
    wrong: quotable(claim.wrong, 80),
    right: quotable(group.rights[0], 140),
    shared: {
      kind: 'command',
      reach: reachOf(claim),
      pattern: say`${code(tool)} failed ${times(group.occurrences)}${message ? say` with ${code(message)}` : ''}.`,
      scope: [],
      against: message ? [message] : [],
    },
  };
  const word = forms[claim.facts?.form ?? ''];
  return word?.(told);
};

/** The facts from which a lesson is worded. */
interface Told {
  group: ClaimGroup;
  tool: Quotable;
  message: Quotable | undefined;
  wrong: Quotable | undefined;
  right: Quotable | undefined;
  shared: Pick<LessonWords, 'kind' | 'reach' | 'pattern' | 'scope'> & { against: readonly Quotable[] };
}

/** One wording for each form of explanation. */
const forms: Readonly<Record<string, (told: Told) => LessonWords | undefined>> = {
  wrapper: wordWrapper,
  red: wordRed,
  after: wordAfter,
  without: wordWithout,
  direct: wordDirect,
  through: wordThrough,
  with: wordWith,
  set: wordWith,
  in: wordFolder,
  fewer: wordFewer,
  instead: wordInstead,
  field: wordField,
  never: wordNever,
  apart: wordApart,
};

/** Words the reason, in the words of the program. */
function because({ message }: Told): Sentence | '' {
  return message ? say`: it fails with ${code(message)}` : '';
}

/** Words the lesson about a wrapper that runs in place of programs, and does not accept their arguments. */
function wordWrapper({ group, wrong, message, shared }: Told): LessonWords | undefined {
  // The replacement for some programs does not serve others.
  const all = [...groupClaims(group.claims, ({ failure }) => failure.command?.name ?? '')].sort(
    (a, b) => b[1].length - a[1].length,
  );
  const answered = all.filter(([, claims]) => claims.filter(({ fix }) => fix !== undefined).length * 2 > claims.length);
  const hasWay = answered.length > 0 && group.claims.some(({ right }) => right !== undefined);
  const programs = hasWay ? answered : all;
  const names = programs.flatMap(([name]) => quotableName(name, 40) ?? []).slice(0, 5);
  if (!wrong || names.length === 0) return undefined;
  const listed = listWords(names.map(code));
  const ways = (group.claims.at(-1)?.right ?? '').split('\n').flatMap((way) => {
    const name = quotable(way.replace(/^\w+ /, ''), 40);
    return name === undefined
      ? []
      : [way.startsWith('tool ') ? say`the ${code(name)} tool` : code(quote`${name} ${names[0] ?? ''} …`)];
  });
  const reason = say`through ${code(wrong)} here, which refuses some flags${message ? say` (${code(message)})` : ''}`;
  const isOne = names.length === 1;
  return {
    ...shared,
    reach: 'machine',
    title: say`${code(wrong)} runs in place of ${listed} here and refuses some flags`,
    guidance:
      ways.length > 0
        ? say`Use ${listWords(ways, 'or')} instead of ${listed}: ${isOne ? 'it runs' : 'they run'} ${reason}.`
        : say`${listed} ${isOne ? 'runs' : 'run'} ${reason}: leave out what it does not know.`,
    // Without an alternative, the programs themselves are still the ones to use.
    against: [...shared.against, wrong, ...(ways.length > 0 ? names : [])],
    pattern: say`${code(wrong)} refused calls of ${listed} ${times(group.occurrences)}.`,
    ...refusedFlags(group),
  };
}

/** Returns the flags that a wrapper refused, as typed: its complaint may name only their first letter. */
function refusedFlags({ claims }: ClaimGroup): Pick<LessonWords, 'rule'> {
  const rules = claims.flatMap(({ failure: { command, subject = '' } }) => {
    const program = quotableName(command?.name, 40);
    const typed = command?.flags.filter((flag) => subject.startsWith('-') && flag.startsWith(subject)) ?? [];
    return program
      ? typed
          .flatMap((flag) => quotableName(flag, 40) ?? [])
          .map((flag) => quote`Bash(${asGlob(program)} * ${asGlob(flag)} *)`)
      : [];
  });
  const often = [...new Set(rules)].filter((rule) => rules.filter((other) => other === rule).length >= 2);
  const rule = anyOf(often.length > 0 ? often : rules);
  return rule ? { rule } : {};
}

/** Words the lesson about a check that is red before anybody has changed anything. */
function wordRed({ group, tool, message, shared }: Told): LessonWords | undefined {
  if (!message) return undefined;
  return {
    ...shared,
    kind: 'prerequisite',
    reach: 'project',
    title: say`${code(tool)} is red before any change`,
    guidance: say`Expect ${code(tool)} to fail with ${code(message)} before you change anything: it is not your work, so leave it unless asked.`,
    pattern: say`${code(tool)} was red ${times(group.occurrences)} in threads that had changed nothing.`,
    oftenWorks: true,
  };
}

/** Words the lesson about something that has to run first. */
function wordAfter({ tool, right, message, shared }: Told): LessonWords | undefined {
  if (!right) return undefined;
  return {
    ...shared,
    kind: 'prerequisite',
    reach: 'project',
    title: say`Run ${code(right)} before ${code(tool)}`,
    guidance: say`Run ${code(right)} before ${code(tool)}${message ? say`: it fails with ${code(message)} otherwise` : ''}.`,
    rule: commandRule(tool),
    when: quote`${commandRule(right)} has not run`,
  };
}

function wordWithout(told: Told): LessonWords | undefined {
  const { tool, wrong, right, shared } = told;
  if (!wrong) return undefined;
  const how = right ? say`with ${code(right)}, not ${code(wrong)}` : say`without ${code(wrong)}`;
  return {
    ...shared,
    title: say`Run ${code(tool)} ${how}`,
    guidance: say`Run ${code(tool)} ${how}${because(told)}.`,
    against: [...shared.against, wrong],
    rule: quote`Bash(${asGlob(tool)} * {${asGlob(wrong)},${asGlob(wrong)}=*} *)`,
  };
}

/** Words the lesson about a prefix that does not know the word after it. */
function wordDirect(told: Told): LessonWords | undefined {
  const { group, wrong, shared } = told;
  const behind = group.rights.slice(0, 4).flatMap((word) => quotableName(word, 40) ?? []);
  const [only] = behind;
  if (!only || !wrong) return undefined;
  const names = listWords(behind.map((name) => code(quote`${name} …`)));
  return {
    ...shared,
    reach: 'machine',
    title: say`Run ${names} without the ${code(wrong)} prefix`,
    guidance: say`Run ${names} without the ${code(wrong)} prefix${because(told)}.`,
    against: [...shared.against, wrong],
    rule: behind.length === 1 ? quote`Bash(${asGlob(wrong)} ${asGlob(only)} *)` : quote`Bash(${asGlob(wrong)} *)`,
  };
}

function wordThrough(told: Told): LessonWords | undefined {
  const { tool, right, shared } = told;
  if (!right) return undefined;
  return {
    ...shared,
    reach: 'project',
    title: say`Run ${code(tool)} through ${code(right)}`,
    guidance: say`Run ${code(quote`${right} ${tool} …`)}, not ${code(tool)} alone${because(told)}.`,
    against: [...shared.against, tool],
    rule: quote`Bash(${asGlob(tool)} *)`,
  };
}

/** Words the lesson about a flag or a variable that is needed. */
function wordWith(told: Told): LessonWords | undefined {
  const { group, tool, right, message, shared } = told;
  if (!right) return undefined;
  const ways = (group.claims.at(-1)?.facts?.ways ?? '').split('\n').flatMap((way) => quotable(way, 140) ?? []);
  const [first = withoutFlag(right), ...others] = [...new Set(ways.map(withoutFlag))];
  return {
    ...shared,
    reach: 'project',
    title: say`Run ${code(tool)} with ${code(right)}`,
    guidance: say`Run ${code(tool)} with ${code(right)}${message ? say`: it fails with ${code(message)} otherwise` : ''}.`,
    rule: anyOf(toolsOf(group).map((name) => commandRule(name))) ?? commandRule(tool),
    when: others.reduce((joined, way) => quote`${joined} and ${way}`, first),
  };
}

/** Returns the commands that the calls ran, program and subcommand: others of the program may not need it. */
function toolsOf({ claims }: ClaimGroup): Quotable[] {
  const tools = claims.flatMap(({ failure: { command } }) => (command ? [callOf(command)] : []));
  return [...new Set(tools)].slice(0, MOST_TOOLS).flatMap((name) => quotable(name, 60) ?? []);
}

/** A rule with more parts is not read. */
const MOST_TOOLS = 8;

function wordFolder(told: Told): LessonWords | undefined {
  const { group, tool, message, shared } = told;
  const folder = quotablePath(group.rights[0], 100);
  if (!folder) return undefined;
  const place = folder === '.' ? "the repository's root" : code(folder);
  return {
    ...shared,
    reach: 'project',
    title: say`Run ${code(tool)} in ${place}`,
    guidance: say`Run ${code(tool)} in ${place}${message ? say`: elsewhere it fails with ${code(message)}` : ''}.`,
    scope: folder === '.' ? [] : [folder],
    rule: commandRule(tool),
    when: quote`cwd is not ${folder}`,
  };
}

function wordFewer({ tool, wrong, message, shared }: Told): LessonWords {
  const fewest = Number(wrong);
  return {
    ...shared,
    title: say`Give ${code(tool)} one argument at a time`,
    guidance: say`Give ${code(tool)} one argument at a time${message ? say`: with more it fails with ${code(message)}` : ''}.`,
    ...(fewest >= 2 ? { rule: commandRule(tool), when: quote`operands above ${fewest - 1}` } : {}),
  };
}

/** Words the lesson about another command, which takes the same id or file. */
function wordInstead({ tool, right, message, shared }: Told): LessonWords | undefined {
  if (!right) return undefined;
  const when = message ? say`answers ${code(message)}` : 'is refused';
  return {
    ...shared,
    title: say`When ${code(tool)} is refused, use ${code(right)}`,
    guidance: say`When ${code(tool)} ${when}, use ${code(right)}.`,
    against: [...shared.against, tool],
  };
}

function wordField(told: Told): LessonWords | undefined {
  const { group, tool, wrong, right, message, shared } = told;
  if (!wrong && !right) return undefined;
  const isCommand = group.claims.some(({ failure }) => failure.command !== undefined);
  const setting = right ?? wrong;
  const how = right
    ? say`with ${code(right)}${wrong ? say`, not ${code(wrong)}` : ''}`
    : say`without ${wrong ? code(wrong) : ''}`;
  return {
    ...shared,
    kind: 'tool-use',
    title: say`Call ${code(tool)} ${how}`,
    guidance: say`Call ${code(tool)} ${how}${wrong ? because(told) : message ? say`: without it, it fails with ${code(message)}` : ''}.`,
    against: [...shared.against, ...(wrong ? [wrong] : [])],
    ...(isCommand && setting ? settingRule(setting, right !== undefined, [tool]) : {}),
  };
}

function wordNever({ wrong, message, shared }: Told): LessonWords | undefined {
  if (!wrong) return undefined;
  return {
    ...shared,
    reach: 'project',
    title: say`${code(wrong)} does not work here`,
    guidance: say`Do not run ${code(wrong)} here: it always fails${message ? say`, with ${code(message)}` : ''}.`,
    against: [...shared.against, wrong],
    rule: commandRule(wrong),
  };
}

/** Words the lesson about calls that others of the same turn disturb. */
function wordApart({ group, tool, wrong, message, shared }: Told): LessonWords {
  const facts = group.claims.at(-1)?.facts ?? {};
  const [failed, worked] = [Number(facts.failedBeside), Number(facts.workedAlone)];
  const isOwn = wrong !== undefined && (tool === wrong || tool.startsWith(`${wrong} `));
  const isCommand = group.claims.some(({ failure }) => failure.command !== undefined);
  const others = isOwn ? say`another ${code(wrong)}` : wrong ? code(wrong) : 'other calls';
  return {
    ...shared,
    reach: 'project',
    title: isOwn
      ? say`Send one ${code(wrong)} at a time`
      : say`Do not send ${code(tool)} in the same turn as ${others}`,
    guidance: say`Do not send ${code(tool)} in the same turn as ${others}: ${isCommand ? 'run them one after the other' : 'send one after the other'}. Side by side it can fail${message ? say` with ${code(message)}` : ''}.`,
    pattern: say`${code(tool)} failed ${times(failed)} beside ${others} of the same turn${message ? say` with ${code(message)}` : ''}; without, it worked ${times(worked)}.`,
    oftenWorks: true,
    ...(isCommand
      ? { rule: commandRule(tool), when: quote`${wrong ? commandRule(wrong) : 'Bash(*)'} is running` }
      : {}),
  };
}
