import { VALUE_SHAPES } from '../../failures/value-shape.ts';
import type { ClaimGroup } from '../claim-group.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  capitalise,
  code,
  fixedTable,
  listWords,
  type Quotable,
  quotable,
  quotableName,
  quote,
  say,
  times,
} from '../quotable.ts';
import { reachOf } from './flags.ts';
import { commandRule, oneOfGlobs } from './rules.ts';

/** Words the lesson about the rules of a program for its arguments. */
export const wordArgumentRule: Wording = (group) => {
  const claim = group.claims.at(-1);
  const tool = quotable(claim?.facts?.tool, 60);
  const head = quotable(claim?.facts?.head, 80);
  if (!claim || !tool || !head) return undefined;
  const flags = claim.wrong.split(' ').flatMap((flag) => quotableName(flag, 40) ?? []);
  const text = texts(tool, flags)[claim.facts?.shape ?? ''];
  if (!text) return undefined;
  const trigger = triggerOf(claim.facts?.shape ?? '', head, flags, claim.facts?.dashes === 'yes');
  return {
    kind: 'command',
    reach: reachOf(claim),
    ...text,
    pattern: say`Refused ${times(group.occurrences)}.`,
    scope: [],
    ...trigger,
  };
};

function triggerOf(
  shape: string,
  head: Quotable,
  flags: readonly Quotable[],
  hasDashes: boolean,
): Pick<LessonWords, 'rule' | 'when'> {
  if (shape === 'conflict') return { rule: quote`Bash(${head} * ${oneOfGlobs(flags)} * ${oneOfGlobs(flags)} *)` };
  if (shape === 'required') return { rule: quote`Bash(${head} *)`, when: lacksAll(flags) };
  return hasDashes ? { rule: quote`Bash(${head} * -- *)` } : {};
}

function lacksAll([first = quote``, ...others]: readonly Quotable[]): Quotable {
  return others.reduce((when, flag) => quote`${when} and without ${flag}*`, quote`without ${first}*`);
}

function texts(
  tool: Quotable,
  words: readonly Quotable[],
): Readonly<Record<string, Pick<LessonWords, 'title' | 'guidance'>>> {
  const names = listWords(words.map(code));
  const most = words[0] === undefined ? Number.NaN : Number(words[0]);
  const limit =
    words[0] === undefined
      ? 'no paths'
      : most === 0
        ? 'at most no argument'
        : most === 1
          ? 'at most one argument'
          : say`at most ${most} arguments`;
  return {
    conflict: {
      title: say`${code(tool)}: ${names} exclude each other`,
      guidance: say`Give ${code(tool)} only one of ${names}: they exclude each other.`,
    },
    'no-paths': {
      title: say`${code(tool)} takes no paths to limit it to`,
      guidance: say`${code(tool)} takes ${limit}: leave the path out, and filter the output.`,
    },
    required: {
      title: say`${code(tool)} needs ${names}`,
      guidance: say`Call ${code(tool)} with ${names}: it does not run without.`,
    },
  };
}

/** Words the lesson about a value from a closed list, which the error names. */
export function wordChoices(group: ClaimGroup): LessonWords | undefined {
  const facts = group.claims.at(-1)?.facts;
  const tool = quotable(facts?.tool, 80);
  const choices = facts?.choices?.split(' ').flatMap((choice) => quotableName(choice, 40) ?? []) ?? [];
  const wrong = [...new Set(group.claims.map((claim) => claim.wrong))].flatMap((value) => quotable(value, 40) ?? []);
  const head = quotable(facts?.head, 80);
  if (!tool || !head || choices.length === 0 || wrong.length === 0) return undefined;
  const allowed = listWords(choices.map(code), 'or');
  const flag = quotableName(facts?.flag, 40);
  // The reaction of most sessions.
  const isDropped = group.claims.filter((claim) => claim.facts?.dropped !== undefined).length * 2 > group.claims.length;
  return {
    kind: 'command',
    reach: reachOf(group.claims.at(-1)),
    title: say`${code(tool)} takes ${allowed}, not ${listWords(wrong.map(code), 'or')}`,
    guidance: say`${code(tool)} takes ${allowed}, not ${listWords(wrong.map(code), 'or')}${isDropped ? ': leave it out' : ''}.`,
    against: wrong,
    pattern: say`Refused ${times(group.occurrences)}.`,
    scope: [],
    rule: quote`Bash(${head} * ${flag ? quote`${flag} ` : ''}${oneOfGlobs(wrong)} *)`,
  };
}

/** Words the lesson about values with a different format: all wrong ones have one format, all right ones another. */
export function wordShape(group: ClaimGroup): LessonWords | undefined {
  const facts = group.claims.at(-1)?.facts;
  const tool = quotable(facts?.tool, 60);
  const shape = VALUE_SHAPES.find((one) => one === facts?.shape);
  const [wrong, right] = [shapes.get(facts?.shape ?? ''), shapes.get(facts?.rightShape ?? '')];
  if (!tool || !shape || !wrong || !right) return undefined;
  // If it is the same value again and again, that value is the problem, not the format.
  if (new Set(group.claims.map((claim) => claim.wrong)).size < 2) return undefined;
  if (group.claims.some((claim) => claim.facts?.rightShape !== facts?.rightShape)) return undefined;
  return {
    kind: 'command',
    reach: reachOf(group.claims.at(-1)),
    title: say`Give ${code(tool)} ${right}, not ${wrong}`,
    guidance: say`Give ${code(tool)} ${right}: it does not take ${wrong}.`,
    pattern: say`${capitalise(wrong)} was refused ${times(group.occurrences)}, and ${right} then worked.`,
    scope: [],
    rule: commandRule(tool),
    when: quote`given a ${shape}`,
  };
}

const shapes = fixedTable({
  'full hash': 'a full hash',
  'short hash': 'a short hash',
  UUID: 'a UUID',
  number: 'a plain number',
  'number with #': 'a number such as `#12`',
  'issue key': 'a key such as `ABC-12`',
  version: 'a version such as `1.2.3`',
  'version with v': 'a version such as `v1.2.3`',
  'short version': 'a version such as `1.2`',
  date: 'a date such as `2026-03-01`',
  time: 'a time such as `2026-03-01T09:00:00Z`',
});
