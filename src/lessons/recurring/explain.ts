import { isUnsafeSetting } from '../../failures/recovery/call-settings.ts';
import type { Claim } from '../../failures/recovery/claim.ts';
import type { CureChange } from '../../failures/recovery/cure.ts';
import { callOf, toolOf as toolNameOf } from '../../failures/recovery/tool-names.ts';
import type { Unexplained } from '../../failures/recovery/unexplained.ts';
import { parseShell, type ShellCommand, scriptFileOf } from '../../shell/index.ts';
import type { History } from '../history.ts';
import { type Contrast, contrast } from './contrast.ts';
import { type Disturbance, findDisturbances } from './disturbed.ts';
import type { RecurringGroup } from './groups.ts';
import { sharedMessage } from './message.ts';

/** The change that makes the calls of a group work, in the form in which the lesson states it. */
interface Explanation {
  form:
    | 'repair'
    | 'wrapper'
    | 'red'
    | 'after'
    | 'without'
    | 'with'
    | 'direct'
    | 'through'
    | 'set'
    | 'in'
    | 'fewer'
    | 'instead'
    | 'field'
    | 'never'
    | 'apart';
  /** The wrong part of the failing calls, as typed. */
  wrong: string;
  /** The right part. */
  right?: string;
  /** Every way in which the same value was given. */
  ways?: readonly string[];
  /** The failures whose fix shows it; for a contrast, all of them. */
  shown: ReadonlySet<Unexplained>;
}

/**
 * Returns the lessons about recurring failures. For each group, the next similar call and the contrast with calls that worked
 * compete for the explanation; a difference has to be seen in two sessions, or in all of several tries, before it is believed.
 */
export function explainRecurring(groups: readonly RecurringGroup[], history: History): Claim[] {
  return groups.flatMap((group) => {
    // A check that is red every day is still worth running: what repairs its findings is a separate lesson.
    if (group.failures.length < 2) return [];
    const wrapper = byWrapper(group);
    if (wrapper) return claimsOf(group, wrapper);
    const cure = byCure(group);
    if (group.failures.some(({ failure }) => failure.work)) return explainRed(group, cure, history);
    const explanation = cure ?? byContrast(group, history) ?? neverWorked(group, history);
    return explanation ? claimsOf(group, explanation) : [];
  });
}

/** Returns the lessons about calls that fail only beside others of the same turn. */
export function explainDisturbed(groups: readonly RecurringGroup[], history: History): Claim[] {
  return findDisturbances(groups, history).flatMap(({ group, beside = '', counts }: Disturbance) => {
    const explained = claimsOf(group, { form: 'apart', wrong: beside, shown: new Set() });
    const facts = Object.fromEntries(Object.entries(counts).map(([name, number]) => [name, String(number)]));
    return explained.map((claim) => ({ ...claim, facts: { ...claim.facts, ...facts } }));
  });
}

/**
 * Explains complaints of a program that nobody typed and that answers in place of several others: one lesson about it, with what
 * was used instead, and no claims about the others.
 */
function byWrapper({ program, failures, sessions }: RecurringGroup): Explanation | undefined {
  if (sessions < 2 || !failures.every(({ failure }) => failure.wrapper === program)) return undefined;
  const shown = failures.filter(({ cure }) =>
    cure?.changes.some(({ kind }) => kind === 'other-tool' || kind === 'front-added'),
  );
  const used = shown.flatMap(
    ({ cure }) =>
      cure?.changes.flatMap(({ kind, new: fresh = '' }) =>
        kind === 'other-tool' ? `tool ${fresh}` : kind === 'front-added' ? `front ${fresh}` : [],
      ) ?? [],
  );
  const often = rank(used)
    .filter(([, count]) => count >= 2)
    .slice(0, 2);
  return {
    form: 'wrapper',
    wrong: program,
    ...(often.length > 0 ? { right: often.map(([text]) => text).join('\n') } : {}),
    shown: new Set(shown),
  };
}

/**
 * Explains red tests and builds. A red one is ordinary work, unless the same command, or a command before it in calls that were
 * green, fixed it; or unless it was red in threads that had written nothing, in two sessions: then the next thread finds it red,
 * too.
 */
function explainRed(group: RecurringGroup, cure: Explanation | undefined, history: History): Claim[] {
  if (cure?.form === 'after') return claimsOf(group, cure);
  // Each script that an interpreter runs may be red for a reason of its own.
  const untouched = group.failures.filter(
    ({ isUntouched, failure: { command } }) => isUntouched && command && scriptFileOf(command) === undefined,
  );
  const sessions = new Set(untouched.map(({ failure }) => failure.call.session)).size;
  if (sessions < 2 || cure !== undefined) return [];
  const narrowed = { ...group, failures: untouched, sessions };
  const apart = byContrast(narrowed, history);
  return claimsOf(narrowed, apart ?? { form: 'red', wrong: '', shown: new Set() });
}

/**
 * Explains checks whose complaint a tool fixed in two sessions, whichever check complains: they are evidence of the lesson that
 * the tool repairs what the check finds.
 */
export function explainRepairs(groups: readonly RecurringGroup[], claims: readonly Claim[]): Claim[] {
  const claimed = new Set(claims.map(({ failure }) => failure.call.id));
  return groups.flatMap((group) => {
    const explanation = group.failures.length < 2 ? undefined : byCure(group);
    if (explanation?.form !== 'repair' || explanation.right === undefined) return [];
    const { wrong, right, shown } = explanation;
    const known = claims.find(
      (claim) => claim.relation === 'auto-fix' && claim.right === right && claim.facts?.run === wrong,
    );
    return group.failures
      .filter(({ failure }) => !claimed.has(failure.call.id))
      .map((one) => ({
        relation: 'auto-fix',
        key: known?.key ?? `${right} -> ${wrong}`,
        failure: one.failure,
        ...(one.cure && shown.has(one) ? { fix: one.cure.call } : {}),
        between: one.cure?.between ?? 0,
        ...(one.lost ? { lost: one.lost } : {}),
        wrong,
        right,
        facts: { run: wrong, ...(shown.has(one) ? { cleared: 'yes' } : {}) },
      }));
  });
}

function claimsOf(group: RecurringGroup, { form, wrong, right, ways = [], shown }: Explanation): Claim[] {
  const message = sharedMessage(group.texts);
  const facts = {
    form,
    tool: toolOf(group),
    program: group.program,
    ...(message === undefined ? {} : { message }),
    ...(ways.length > 0 ? { ways: ways.join('\n') } : {}),
  };
  return group.failures.map((one) => ({
    relation: 'same-error',
    key: [group.program, group.key, form, wrong].join(' '),
    failure: one.failure,
    ...(one.cure && shown.has(one) ? { fix: one.cure.call } : {}),
    between: one.cure?.between ?? 0,
    ...(one.lost ? { lost: one.lost } : {}),
    wrong,
    ...(right === undefined ? {} : { right }),
    facts,
  }));
}

/**
 * Returns the command that nearly all of the calls run: program and subcommand, with an argument that the complaint names; only
 * the program if they differ.
 */
function toolOf({ failures, program, texts }: RecurringGroup): string {
  const tools = failures.map(({ failure: { command } }) => (command ? callOf(command) : program));
  const [most = program, count] = rank(tools)[0] ?? [];
  const tool = (count ?? 0) >= tools.length * 0.8 ? most : program;
  const [first, ...others] = failures.map(({ failure: { command } }) => command?.operands ?? []);
  const word = first?.find(
    (operand) => others.every((operands) => operands[0] === operand) && texts.every((text) => hasWord(text, operand)),
  );
  return word === undefined || first?.[0] !== word || tool.split(' ').includes(word) ? tool : `${tool} ${word}`;
}

function hasWord(text: string, word: string): boolean {
  return text.split(/[^\w.:@/+-]+/).includes(word);
}

/** The share of the failures with a fix that must show the same difference. */
const SHARE = 0.5;

/** Explains a group by the difference to the next similar call that recurs. */
function byCure(group: RecurringGroup): Explanation | undefined {
  const cured = group.failures.filter(({ cure }) => cure !== undefined);
  const transient = cured.filter(({ cure }) => cure?.changes.some(({ kind }) => kind === 'unchanged'));
  // The same call works a moment later: nothing was wrong with it.
  if (cured.length === 0 || transient.length * 3 >= cured.length) return undefined;
  const votes = new Map<string, Vote>();
  for (const failure of cured)
    for (const vote of votesOf(failure, group)) {
      const known = votes.get(vote.name) ?? { ...vote, rights: [], shown: new Set<Unexplained>() };
      known.rights.push(...vote.rights);
      known.shown.add(failure);
      votes.set(vote.name, known);
    }
  const believed = [...votes.values()].filter(
    ({ shown }) =>
      shown.size >= Math.max(2, cured.length * SHARE) && (countSessions(shown) >= 2 || group.sessions === 1),
  );
  const [best] = believed.sort((a, b) => b.shown.size - a.shown.size || ORDER.indexOf(a.form) - ORDER.indexOf(b.form));
  if (!best || (countSessions(best.shown) < 2 && best.shown.size < group.failures.length)) return undefined;
  return withReplacement(best, believed);
}

/**
 * Turns the best difference into an explanation. If one flag was removed and another added, the lesson is what to use instead.
 */
function withReplacement(best: Vote, believed: readonly Vote[]): Explanation {
  const isValue = best.name.startsWith('value ');
  // Of several ways to give one value, a flag with its long name is the clearest.
  const right = isValue
    ? (best.rights.find((typed) => typed.startsWith('--')) ?? best.rights[0])
    : commonRight(best.rights);
  const { wrong, shown } = best;
  const form = isValue ? (right?.startsWith('-') ? 'with' : 'set') : best.form;
  if (form === 'without') {
    const added = believed.find(
      (vote) => vote.form === 'with' && [...vote.shown].filter((one) => shown.has(one)).length * 2 > shown.size,
    );
    const instead = added && commonRight(added.rights);
    if (instead !== undefined) return { form, wrong, right: instead, shown };
  }
  const ways = isValue ? { ways: [...new Set(best.rights)] } : {};
  return { form, wrong, shown, ...(right === undefined ? {} : { right }), ...ways };
}

/** Returns the most frequent replacement; a flag without its value if the values differ. */
function commonRight(rights: readonly string[]): string | undefined {
  const [most, count = 0] = rank(rights)[0] ?? [];
  return most?.startsWith('-') && count < 2 ? nameOf(most) : most;
}

/** The order of explanations, simpler ones first. */
const ORDER: readonly Explanation['form'][] = [
  'repair',
  'after',
  'direct',
  'through',
  'without',
  'set',
  'in',
  'fewer',
  'with',
  'field',
  'instead',
  'never',
];

/** One difference and the failures that show it. */
interface Vote {
  name: string;
  form: Explanation['form'];
  wrong: string;
  rights: string[];
  shown: Set<Unexplained>;
}

function votesOf(failure: Unexplained, group: RecurringGroup): Omit<Vote, 'shown'>[] {
  const changes = failure.cure?.changes ?? [];
  const votes = changes.flatMap((change) => [voteOf(change), valueVoteOf(change)].filter((vote) => vote !== undefined));
  const removed = changes.filter(({ kind }) => kind === 'operand-removed').length;
  const added = changes.filter(({ kind }) => kind === 'operand-added').length;
  const fewest = Math.min(...group.failures.map((one) => one.failure.command?.operands.length ?? 0));
  if (removed > added && fewest >= 2) votes.push({ name: 'fewer', form: 'fewer', wrong: String(fewest), rights: [] });
  return votes;
}

/** Returns the vote for a value that was added with a flag or a variable: `--repo v`, `-R v` and `REPO=v` are one fix. */
function valueVoteOf({ kind, new: fresh = '' }: CureChange): Omit<Vote, 'shown'> | undefined {
  if (kind !== 'flag-added' && kind !== 'env-added') return undefined;
  const value = fresh.slice(nameOf(fresh).length + 1);
  // A word that many flags take is meaningless by itself.
  if (value.length < 6 || !/[/.:@-]/.test(value)) return undefined;
  return { name: `value ${value}`, form: kind === 'env-added' ? 'set' : 'with', wrong: '', rights: [fresh] };
}

function voteOf({ kind, old = '', new: fresh = '' }: CureChange): Omit<Vote, 'shown'> | undefined {
  switch (kind) {
    case 'front-dropped':
      return { name: `direct ${old}`, form: 'direct', wrong: old, rights: [fresh] };
    case 'front-added':
      return { name: `through ${fresh.split(' ', 1)[0]}`, form: 'through', wrong: old, rights: [fresh] };
    case 'runner-added':
      return { name: `through ${fresh.split(' ', 1)[0]}`, form: 'through', wrong: '', rights: [fresh] };
    case 'after':
      return { name: `after ${headOf(fresh)}`, form: 'after', wrong: '', rights: [fresh] };
    case 'repaired':
      return { name: `repair ${fresh}`, form: 'repair', wrong: old, rights: [fresh] };
    case 'flag-removed':
      return { name: `without ${nameOf(old)}`, form: 'without', wrong: nameOf(old), rights: [] };
    case 'flag-added':
      return { name: `with ${nameOf(fresh)}`, form: 'with', wrong: '', rights: [fresh] };
    case 'env-added':
      return { name: `set ${nameOf(fresh)}`, form: 'set', wrong: '', rights: [fresh] };
    case 'dir-changed':
      return { name: `in ${fresh}`, form: 'in', wrong: old, rights: [fresh] };
    case 'other-command':
      return {
        name: `instead ${fresh.split(' ').slice(0, 2).join(' ')}`,
        form: 'instead',
        wrong: old,
        rights: [fresh],
      };
    case 'field-added':
      return { name: `field ${fresh}`, form: 'field', wrong: '', rights: [fresh] };
    case 'field-removed':
      return { name: `field -${old}`, form: 'field', wrong: old, rights: [] };
    case 'field-changed':
      return { name: `field ${fresh}`, form: 'field', wrong: old, rights: [fresh] };
    default:
      return undefined;
  }
}

/** Returns the action of a command from its text: program and subcommand. */
function headOf(text: string): string {
  const command = parseShell(text, 'Bash').main;
  return command ? toolNameOf(command) : text;
}

/** Returns a flag or variable without its value. */
function nameOf(typed: string): string {
  return typed.split(/[= ]/, 1)[0] ?? typed;
}

/** Explains a group by the difference to calls that worked, in any session, if no next call showed it. */
function byContrast(group: RecurringGroup, history: History): Explanation | undefined {
  if (group.sessions < 2 || group.failures.length < 3) return undefined;
  const [found] = contrast(group, history).filter(
    ({ kind, worked, workedOtherwise }) =>
      kind !== 'word' && kind !== 'operands' && worked === 0 && workedOtherwise >= 5,
  );
  if (!found) return undefined;
  const { kind, part, side } = found;
  if (kind === 'setting') return explainSetting(part, side);
  if (side === 'present') return kind === 'flag' ? { form: 'without', wrong: part, shown: new Set() } : undefined;
  const form = kind === 'flag' ? 'with' : kind === 'variable' ? 'set' : 'after';
  return { form, wrong: '', right: kind === 'sourced' ? `. ${part}` : part, shown: new Set() };
}

/** Explains a group by the settings with which its calls are sent, besides their command. */
function explainSetting(setting: string, side: Contrast['side']): Explanation | undefined {
  if (side === 'present') return { form: 'field', wrong: setting, shown: new Set() };
  return isUnsafeSetting(setting) ? undefined : { form: 'field', wrong: '', right: setting, shown: new Set() };
}

/** Explains a call that never worked for anybody, in several sessions, and for which nobody found a workaround. */
function neverWorked(group: RecurringGroup, history: History): Explanation | undefined {
  if (group.sessions < 2 || group.failures.length < 3 || group.failures.some(({ cure }) => cure !== undefined))
    return undefined;
  const failing = group.failures.flatMap(({ failure: { command } }) => command ?? []);
  const tools = new Set(failing.map((command) => toolNameOf(command)));
  const [tool] = tools;
  // A program without a subcommand does too many things.
  if (failing.length < group.failures.length || tools.size !== 1 || !tool?.includes(' ')) return undefined;
  // The arguments that all calls share are part of it: `cargo package -p lantern` may fail where other packages do not.
  const shared = wordsOf(failing[0]).filter((word) => failing.every((command) => wordsOf(command).includes(word)));
  const worked = history.naming(group.program).some(({ outcome, text }) => {
    const command = outcome === 'ok' ? parseShell(text, 'Bash').main : undefined;
    return (
      command !== undefined && toolNameOf(command) === tool && shared.every((word) => wordsOf(command).includes(word))
    );
  });
  const wrong = [tool, ...shared].join(' ');
  return worked || wrong.length > 80 ? undefined : { form: 'never', wrong, shown: new Set() };
}

/** Returns flags with their values, and operands. */
function wordsOf(command: ShellCommand | undefined): string[] {
  return command?.arguments.map(({ text, value }) => (value === undefined ? text : `${text} ${value}`)) ?? [];
}

function countSessions(failures: ReadonlySet<Unexplained>): number {
  return new Set([...failures].map(({ failure }) => failure.call.session)).size;
}

/** Counts texts and returns the most common first. */
function rank(texts: readonly string[]): [text: string, count: number][] {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
}
