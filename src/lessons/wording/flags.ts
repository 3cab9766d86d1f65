import type { Claim } from '../../failures/recovery/claim.ts';
import { isKnownProgram } from '../../shell/index.ts';
import { type ClaimGroup, countClaims, groupClaims } from '../claim-group.ts';
import type { History } from '../history.ts';
import type { Reach } from '../lesson.ts';
import type { LessonWords, Wording } from '../lesson-words.ts';
import {
  code,
  fixed,
  listWords,
  type Quotable,
  quotable,
  quotablePath,
  quote,
  type Sentence,
  say,
  times,
} from '../quotable.ts';
import { anyOf, asGlob, commandRule, oneOfGlobs, withoutFlag } from './rules.ts';

/** Words the lesson about flags that do not exist, or one that is needed. */
export const wordFlag: Wording = (group, history) => {
  const facts = group.claims.at(-1)?.facts;
  const tool = quotable(facts?.tool, 60);
  if (!tool) return undefined;
  if (facts?.added !== undefined) return wordAddedFlag(group, tool, facts.added);
  const tools = [...new Set(group.claims.map((claim) => claim.facts?.tool))].flatMap(
    (name) => quotable(name, 60) ?? [],
  );
  if (facts?.scattered !== undefined) return wordScattered(group);
  const flags = wrongFlags(group, history).slice(0, MOST_FLAGS);
  const [only] = flags;
  if (!only || tools.length === 0) return undefined;
  const names = listWords(
    flags.map(({ flag }) => code(flag)),
    'or',
  );
  const about = narrowTo(flags, group);
  const who = listWords(tools.slice(0, 4).map(code));
  const has = tools.length > 1 ? 'have' : 'has';
  const replaced = flags.filter(({ right }) => right !== undefined);
  return {
    kind: 'command',
    reach: reachOf(group.claims.at(-1)),
    // Flags that were tried once each, and that nothing replaces, have no common lesson.
    lacks:
      replaced.length > 0
        ? undefined
        : flags.length > 1 && about.occurrences <= flags.length
          ? 'action'
          : 'replacement',
    against: flags.flatMap(({ flag }) => [flag, quote`${tool} ${flag}`]),
    title:
      flags.length === 1 && tools.length === 1 && only.right
        ? say`Use ${code(only.right)}: ${who} has no ${names}`
        : say`${who} ${has} no ${names}`,
    guidance: say`${instead(flags, replaced, who)}: ${replaced.length > 0 ? say`${who} ${has} no ${names}` : fixed('there is no such flag')}.`,
    pattern: say`${who} refused ${names} ${times(about.occurrences)}.`,
    about,
    scope: [],
    rule: ruleOf(flags, tools.length > 1 ? quotable(facts?.program, 40) : undefined),
  };
};

/** Words the lesson about flags of several subcommands, one or two each. */
function wordScattered(group: ClaimGroup): LessonWords | undefined {
  const known = [...groupClaims(group.claims, ({ facts, wrong }) => `${facts?.tool} ${wrong}`).values()].flatMap(
    (same) => {
      const tool = quotable(same.at(-1)?.facts?.tool, 60);
      const flag = describeFlag(same);
      return tool && flag ? [{ tool, ...flag }] : [];
    },
  );
  const told = known.slice(-MOST_FLAGS);
  if (told.length < 2) return undefined;
  const sentences = told.map(({ tool, flag, right }) =>
    right ? say`${code(tool)} has ${code(right)}, not ${code(flag)}` : say`${code(tool)} has no ${code(flag)}`,
  );
  return {
    kind: 'command',
    reach: reachOf(group.claims.at(-1)),
    ageByItem: true,
    lacks: told.some(({ right }) => right !== undefined) ? undefined : ('action' as const),
    against: told.flatMap(({ tool, flag }) => [flag, quote`${tool} ${flag}`]),
    title: listWords(told.map(({ tool, flag }) => say`${code(tool)} has no ${code(flag)}`)),
    guidance: say`${listWords(sentences)}.`,
    pattern: say`Flags were not known ${times(group.occurrences)}.`,
    scope: [],
    ...ruleFor(told.map((flag) => ruleOf([flag], undefined))),
  };
}

function ruleFor(rules: readonly Quotable[]): Pick<LessonWords, 'rule'> {
  const rule = anyOf(rules);
  return rule ? { rule } : {};
}

/** A longer list is not read. */
const MOST_FLAGS = 6;

/** Returns the calls that had one of these flags: failures because of another flag are no evidence of them. */
function narrowTo(flags: readonly WrongFlag[], group: ClaimGroup): ClaimGroup {
  const named = new Set<string>(flags.map(({ flag }) => flag));
  const claims = group.claims.filter(({ wrong }) => named.has(wrong));
  return claims.length === group.claims.length ? group : countClaims(claims);
}

/**
 * Returns the reach of a claim about a program's arguments: those of a well-known program hold everywhere, those of a person's
 * own program only where it is used.
 */
export function reachOf(claim: Claim | undefined): Reach {
  const command = claim?.failure.command;
  return command !== undefined && isKnownProgram(command) ? 'general' : 'project';
}

/** A flag that a tool refused, as a lesson quotes it. */
interface WrongFlag {
  flag: Quotable;
  /** The forms that a rule has to match: the flag with a value, or in a cluster. */
  forms: Quotable[];
  /** The command that calls the tool. */
  head: Quotable;
  right: Quotable | undefined;
}

/**
 * Returns the flags, the most frequently refused first, without those that have worked since: a newer version of the tool knows
 * them.
 */
function wrongFlags(group: ClaimGroup, history: History): WrongFlag[] {
  const all = [...groupClaims(group.claims, (claim) => claim.wrong).values()].sort((a, b) => b.length - a.length);
  const known = all.flatMap((claims) => describeFlag(claims) ?? []);
  if (known.length < 2) return known;
  const still = known.filter((flag) => !worksAgain(flag, group, history));
  return still.length > 0 ? still : known;
}

function describeFlag(claims: readonly Claim[]): WrongFlag | undefined {
  const last = claims.at(-1);
  const flag = quotable(last?.wrong, 40);
  const head = quotable(last?.facts?.head, 80);
  if (!flag || !head) return undefined;
  const right = claims.findLast((claim) => claim.right !== undefined)?.right;
  return {
    flag,
    head,
    forms: [...new Set(claims.flatMap((claim) => quotable(claim.facts?.form, 40) ?? []))],
    right: quotable(right, 60),
  };
}

function worksAgain({ flag, head }: WrongFlag, group: ClaimGroup, history: History): boolean {
  const last = Math.max(...group.claims.filter((claim) => claim.wrong === flag).map((claim) => claim.failure.call.at));
  const since = history.naming(flag).filter(({ isProved, at, text }) => {
    const words = text.split(' ');
    return (
      isProved &&
      at > last &&
      runsHead(head, words) &&
      words.some((word) => word === flag || word.startsWith(`${flag}=`))
    );
  });
  return new Set(since.map((deed) => deed.call)).size >= 2;
}

function runsHead(head: string, words: readonly string[]): boolean {
  const wanted = head.replace(/^\* /, '').split(' ');
  const start = words.indexOf(wanted[0] ?? '');
  return (
    start >= 0 &&
    wanted.every((word, index) =>
      word.startsWith('*') ? words[start + index]?.endsWith(word.slice(1)) : words[start + index] === word,
    )
  );
}

function instead(flags: readonly WrongFlag[], replaced: readonly WrongFlag[], who: Sentence): Sentence {
  const [only] = replaced;
  if (!only?.right) return say`Leave ${listWords(flags.map(({ flag }) => code(flag)))} out of ${who}`;
  if (flags.length === 1) return say`Use ${code(only.right)}`;
  return say`Use ${listWords(replaced.flatMap(({ flag, right }) => (right ? [say`${code(right)} for ${code(flag)}`] : [])))}`;
}

function ruleOf(flags: readonly WrongFlag[], program: Quotable | undefined): Quotable {
  const head = program ?? flags[0]?.head ?? '';
  const all = [...new Set(flags.flatMap(({ forms }) => forms))];
  return quote`Bash(${head} * ${oneOfGlobs(all)} *)`;
}

function wordAddedFlag(group: ClaimGroup, tool: Quotable, added: string): LessonWords | undefined {
  const flag = quotable(added, 60);
  const target = quotablePath(group.claims.at(-1)?.facts?.target, 120);
  if (!flag) return undefined;
  const on = target ? say` on ${code(target)}` : '';
  return {
    kind: 'command',
    reach: 'project',
    title: say`${code(tool)}${on} needs ${code(flag)}`,
    guidance: say`Call ${code(tool)}${on} with ${code(flag)}: it fails without.`,
    pattern: say`${code(tool)} failed ${times(group.occurrences)} and worked once ${code(flag)} was added.`,
    scope: target ? [target] : [],
    rule: target ? quote`Bash(${asGlob(tool)} * {,*/}${asGlob(target)}{,/*} *)` : commandRule(tool),
    when: withoutFlag(flag),
  };
}

/** Whether calls of the tool obtained the field since it was last refused: a newer version has it. */
function isKnownNow(field: string, tool: string, refused: readonly Claim[], history: History): boolean {
  const last = Math.max(...refused.map(({ failure }) => failure.call.at));
  const since = history.naming(field).filter(({ isProved, at, text }) => {
    const words = text.split(' ');
    return isProved && at > last && runsHead(tool, words) && words.some((word) => word.split(',').includes(field));
  });
  return new Set(since.map(({ call }) => call)).size >= 2;
}

/** Words the lesson about fields that `--json` does not know, of all subcommands of a program. */
export function wordFields(group: ClaimGroup, history: History): LessonWords | undefined {
  const program = quotable(group.claims.at(-1)?.facts?.program, 40);
  const byTool = [...groupClaims(group.claims, (claim) => claim.facts?.tool ?? '')].flatMap(([name, claims]) => {
    const tool = quotable(name, 60);
    const unknown = [...groupClaims(claims, (claim) => claim.wrong)].filter(
      ([field, same]) => !isKnownNow(field, name, same, history),
    );
    const fields = unknown.flatMap(([field, same]) => {
      const quoted = quotable(field, 60);
      const right = quotable(same.findLast((claim) => claim.right !== undefined)?.right, 60);
      const isOften = new Set(same.map(({ failure }) => failure.call.session)).size > 1;
      return quoted ? [{ field: quoted, right, isOften, claims: same }] : [];
    });
    return tool && fields.length > 0 ? [{ tool, fields }] : [];
  });
  if (!program || byTool.length === 0) return undefined;
  const only = (isWorthy: (field: (typeof byTool)[number]['fields'][number]) => boolean) =>
    byTool.map((one) => ({ ...one, fields: one.fields.filter(isWorthy) })).filter((one) => one.fields.length > 0);
  // The error says enough about a field that was requested in one session, unless it is the only one with a known replacement.
  const recurring = only(({ isOften }) => isOften);
  const worthy = recurring.length > 0 ? recurring : only(({ right }) => right !== undefined);
  return worthy.length > 0 ? tellFields(worthy) : { ...tellFields(byTool), lacks: 'action' };
}

/** A subcommand with fields that it does not know. */
interface UnknownFields {
  tool: Quotable;
  fields: { field: Quotable; right: Quotable | undefined; claims: Claim[] }[];
}

function tellFields(byTool: readonly UnknownFields[]): LessonWords {
  const list = (field: '' | 'field ') =>
    listWords(
      byTool.map(
        ({ tool, fields }) =>
          say`${code(quote`${tool} --json`)} has no ${field}${listWords(
            fields.map((one) => code(one.field)),
            'or',
          )}`,
      ),
    );
  const fields = [...new Set(byTool.flatMap((one) => one.fields.map(({ field }) => field)))];
  const rights = byTool.flatMap((one) =>
    one.fields.flatMap(({ field, right }) => (right ? [say`${code(right)} for ${code(field)}`] : [])),
  );
  const told = [...new Set(rights)];
  // Failures because of another field are no evidence of these.
  const about = countClaims(byTool.flatMap((one) => one.fields.flatMap(({ claims }) => claims)));
  return {
    kind: 'command',
    reach: 'general',
    title: list(fields.length === 1 && byTool.length === 1 ? 'field ' : ''),
    against: fields,
    ageByItem: byTool.length > 1 || fields.length > 1 ? (true as const) : undefined,
    guidance:
      told.length > 0
        ? say`${list('')}: use ${listWords(told)}.`
        : say`Leave out fields that do not exist: ${list('')}. The error lists those that do.`,
    pattern: say`Fields were not known ${times(about.occurrences)}.`,
    scope: [],
    about,
    // The whole field must match: `merged` is not `mergedAt`. A field that one subcommand lacks, another may have.
    ...ruleFor(
      byTool.map(
        (one) => quote`Bash(${one.tool} * --json {,*\\,}${oneOfGlobs(one.fields.map(({ field }) => field))}{,\\,*} *)`,
      ),
    ),
  };
}
