import type { ClaimGroup } from '../claim-group.ts';
import { code, type Draft, listWords, quotable, times, type Wording } from '../draft.ts';
import { reachOf } from './flags.ts';

/** What a program's own rules for its arguments say. */
export const wordArgumentRule: Wording = (group) => {
  const claim = group.claims.at(-1);
  const tool = quotable(claim?.facts?.tool, 60);
  const head = quotable(claim?.facts?.head, 80);
  if (!claim || !tool || !head) return undefined;
  const flags = claim.wrong.split(' ').flatMap((flag) => quotable(flag, 40) ?? []);
  const text = texts(tool, flags)[claim.facts?.shape ?? ''];
  if (!text) return undefined;
  const trigger = triggerOf(claim.facts?.shape ?? '', head, flags, claim.facts?.dashes === 'yes');
  return {
    kind: 'command',
    reach: reachOf(claim),
    ...text,
    pattern: `Refused ${times(group.occurrences)}.`,
    scope: [],
    ...trigger,
  };
};

function triggerOf(shape: string, head: string, flags: readonly string[], hasDashes: boolean): Pick<Draft, 'rule' | 'when'> {
  if (shape === 'conflict') return { rule: `Bash(${head} * {${flags.join(',')}} * {${flags.join(',')}} *)` };
  if (shape === 'required') return { rule: `Bash(${head} *)`, when: flags.map((flag) => `without ${flag}*`).join(' and ') };
  return hasDashes ? { rule: `Bash(${head} * -- *)` } : {};
}

function texts(tool: string, words: readonly string[]): Readonly<Record<string, { title: string; guidance: string }>> {
  const names = listWords(words.map(code));
  const limit =
    words[0] === undefined
      ? 'no path'
      : words[0] === '0'
        ? 'no argument'
        : words[0] === '1'
          ? 'one argument'
          : `${words[0]} arguments`;
  return {
    conflict: {
      title: `${code(tool)}: ${names} exclude each other`,
      guidance: `Give ${code(tool)} only one of ${names}: they exclude each other.`,
    },
    'no-paths': {
      title: `${code(tool)} takes no paths to limit it to`,
      guidance: `${code(tool)} takes ${limit === 'no path' ? 'no paths' : `at most ${limit}`}: leave the path out and filter the output instead.`,
    },
    required: {
      title: `${code(tool)} needs ${names}`,
      guidance: `Call ${code(tool)} with ${names}: it refuses to run without.`,
    },
  };
}

/** A value out of a closed list, which the error names. */
export function wordChoices(group: ClaimGroup): Draft | undefined {
  const facts = group.claims.at(-1)?.facts;
  const tool = quotable(facts?.tool, 80);
  const choices = facts?.choices?.split(' ').flatMap((choice) => quotable(choice, 40) ?? []) ?? [];
  const wrong = [...new Set(group.claims.map((claim) => claim.wrong))].flatMap((value) => quotable(value, 40) ?? []);
  const head = quotable(facts?.head, 80);
  if (!tool || !head || choices.length === 0 || wrong.length === 0) return undefined;
  const allowed = listWords(choices.map(code), 'or');
  const flag = facts?.flag ?? '';
  const value = wrong.length === 1 ? wrong[0] : `{${wrong.join(',')}}`;
  return {
    kind: 'command',
    reach: reachOf(group.claims.at(-1)),
    title: `${code(tool)} takes ${allowed}, not ${listWords(wrong.map(code), 'or')}`,
    guidance: `${code(tool)} takes ${allowed}; there is no ${listWords(wrong.map(code), 'or')}.`,
    pattern: `Refused ${times(group.occurrences)}.`,
    scope: [],
    rule: `Bash(${head} * ${flag ? `${flag} ` : ''}${value} *)`,
  };
}
