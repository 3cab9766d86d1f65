import type { Message } from '../agents/call.ts';
import type { Step } from '../failures/recovery/session-view.ts';
import { hashText } from '../shared/hash.ts';
import { textSimilarity } from '../shell/index.ts';
import type { Case, Ended, Exhibit, Failing, PartContrast, PlacedCall } from './case.ts';
import type { Group } from './group-failing.ts';
import { formOf, type PastCommands } from './past-commands.ts';
import { programAbout } from './program-about.ts';

/** Makes a case of a group of failing calls. */
export function buildCase({ key, line, failing }: Group, past: PastCommands): Case {
  const inOrder = [...failing].sort((a, b) => a.step.call.at - b.step.call.at);
  const program = mostOften(inOrder.map(programAbout));
  const lastAt = inOrder.at(-1)?.step.call.at ?? 0;
  return {
    id: `C-${hashText(key).replaceAll(/\W/g, '').slice(0, 6)}`,
    key,
    title: line,
    program,
    failing: inOrder,
    sessions: [...new Set(inOrder.map(({ session }) => session.name))],
    firstAt: inOrder[0]?.step.call.at ?? 0,
    lastAt,
    cost: costOf(inOrder),
    exhibits: chooseExhibits(inOrder).map(exhibit),
    parts: findParts(inOrder),
    contrast: contrast(inOrder, program, past),
    worked: findWorking(inOrder, program, past),
    usual: usualOf(program, past),
    ended: findEnd(inOrder, lastAt, program, past),
    untouched: countUntouched(inOrder),
  };
}

function mostOften(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].reduce((best, one) => (one[1] > best[1] ? one : best), ['', 0] as [string, number])[0];
}

/** A chain of tries is followed this far. */
const REACH = 14;

/** Returns the calls after a failing one, up to the first of the same tool and program that worked. */
function chainOf({ step, thread }: PlacedCall): Step[] {
  const chain: Step[] = [];
  const program = programAbout({ step });
  for (const next of thread.slice(step.index + 1, step.index + 1 + REACH)) {
    chain.push(next);
    if (next.outcome === 'worked' && programAbout({ step: next }) === program && isLike(next, step)) break;
  }
  return chain;
}

/** Whether a call tries the same as another: a look-up with the same program does not. */
function isLike({ call: next }: Step, { call }: Step): boolean {
  const [text, other] = [call.input.command, next.input.command];
  if (text === undefined || other === undefined) return next.tool === call.tool;
  return textSimilarity(text, other) >= 0.4;
}

/** A longer pause means that the person was away. */
const LONGEST_PAUSE = 10 * 60_000;
/** Without a call that worked, what came next was something else. */
const LOST_AT_MOST = 8;

/** Counts the failing calls and those up to what worked, each once, and the minutes from call to call. */
function costOf(failing: readonly Failing[]): Case['cost'] {
  const lost = new Set<Step>();
  let minutes = 0;
  for (const one of failing) {
    const chain = chainOf(one);
    const last = chain.at(-1);
    const isMended = last?.outcome === 'worked' && chain.length <= LOST_AT_MOST;
    for (const step of [one.step, ...(isMended ? chain.slice(0, -1) : [])]) {
      if (lost.has(step)) continue;
      lost.add(step);
      const next = one.thread[step.index + 1];
      minutes +=
        Math.min(LONGEST_PAUSE, Math.max(0, (next?.call.at ?? step.call.endedAt ?? 0) - step.call.at)) / 60_000;
    }
  }
  return { calls: lost.size, minutes };
}

/** Chooses calls to show: of different sessions and with different outputs first, the newest among them. */
function chooseExhibits(failing: readonly Failing[]): Failing[] {
  const sessions = new Set<unknown>();
  const lines = new Set<string>();
  const [fresh, rest]: [Failing[], Failing[]] = [[], []];
  for (const one of [...failing.slice(-1), ...failing]) {
    const isNew = !sessions.has(one.session) || one.keys.some((key) => !lines.has(key));
    (isNew ? fresh : rest).push(one);
    sessions.add(one.session);
    for (const key of one.keys) lines.add(key);
  }
  return [...new Set([...fresh, ...rest])];
}

function exhibit(failed: Failing): Exhibit {
  const { step, session, thread } = failed;
  const from = step.call.endedAt ?? step.call.at;
  const after = thread[step.index + 6]?.call.at ?? Number.POSITIVE_INFINITY;
  const own = (step.call.thread ?? '') as string;
  const follows = ({ at }: Message): boolean => at >= step.call.at && at <= after;
  const stated = session.statements.find((said) => said.thread === own && said.at >= from && said.at <= after);
  const said = step.call.said ? undefined : session.messages.find(follows);
  return { failed, next: chainOf(failed), stated, said };
}

/** Returns other lines that several outputs name, besides the one that all of them have. */
function findParts(failing: readonly Failing[]): Case['parts'] {
  const counts = new Map<string, { line: string; calls: number }>();
  for (const { keys, lines } of failing)
    for (const [at, key] of keys.entries()) {
      const known = counts.get(key);
      if (known) known.calls += 1;
      else counts.set(key, { line: lines[at] ?? '', calls: 1 });
    }
  return [...counts.values()]
    .filter(({ calls }) => calls >= 2 && calls < failing.length)
    .sort((a, b) => b.calls - a.calls)
    .slice(0, 6);
}

/** A part that so many failing calls have, and so few of the others, is worth looking at. */
const COMMON = 0.7;

/** Compares the failing calls with all others of the program, part by part. */
function contrast(failing: readonly Failing[], program: string, past: PastCommands): PartContrast[] {
  const own = failing.filter((one) => programAbout(one) === program);
  const fine = past.working(program).map(({ parts }) => parts);
  if (own.length < 2 || fine.length < 3) return [];
  const bad = own.map(({ step }) => past.partsOf(step));
  const count = (sets: readonly ReadonlySet<string>[], part: string) => sets.filter((set) => set.has(part)).length;
  const all = new Set([...bad.flatMap((set) => [...set]), ...fine.flatMap((set) => [...set])]);
  return [...all]
    .flatMap((part): PartContrast[] => {
      const [failedWith, workedWith] = [count(bad, part), count(fine, part)];
      const [inBad, inFine] = [failedWith / bad.length, workedWith / fine.length];
      if ((inBad < COMMON || inFine > 0.3) && (inFine < COMMON || inBad > 0.1)) return [];
      const [failedWithout, workedWithout] = [bad.length - failedWith, fine.length - workedWith];
      return [{ part, failedWith, workedWith, failedWithout, workedWithout }];
    })
    .sort((a, b) => Math.abs(distance(b)) - Math.abs(distance(a)))
    .slice(0, 4);
}

function distance({ failedWith, workedWith, failedWithout, workedWithout }: PartContrast): number {
  return failedWith / (failedWith + failedWithout) - workedWith / (workedWith + workedWithout);
}

/** Finds the calls of the program that worked and are most like the failing ones, in any session. */
function findWorking(failing: readonly Failing[], program: string, past: PastCommands): PlacedCall[] {
  const [newest] = failing.filter((one) => programAbout(one) === program).slice(-1);
  if (!newest) return [];
  const text = formOf(newest.step);
  const forms = new Map<string, PlacedCall>();
  for (const { form, call } of past.working(program)) {
    // The newest call of each form stands last.
    forms.delete(form);
    forms.set(form, call);
  }
  return [...forms]
    .slice(-MOST_FORMS)
    .map(([form, call]) => ({ call, likeness: textSimilarity(text, form) }))
    .sort((a, b) => b.likeness - a.likeness || b.call.step.call.at - a.call.step.call.at)
    .slice(0, 3)
    .map(({ call }) => call);
}

/** So many forms of calls are compared, the newest. */
const MOST_FORMS = 400;

function usualOf(program: string, past: PastCommands): Case['usual'] {
  const worked = past.working(program);
  const failed = past.of(program).filter((call) => past.failed(call)).length;
  return { worked: worked.length, failed, sessions: new Set(worked.map(({ call }) => call.session)).size };
}

/** Finds calls of the same form that worked after the last failure. */
function findEnd(failing: readonly Failing[], lastAt: number, program: string, past: PastCommands): Ended | undefined {
  // Another edit of the same file is another edit, and a green check says nothing of one finding.
  if (failing.every(({ step }) => step.failure?.work || step.call.tool === 'edit' || step.call.tool === 'write'))
    return undefined;
  const forms = new Set(failing.map(({ step }) => formOf(step)));
  const later = past
    .working(program)
    .flatMap(({ call, form }) => (call.step.call.at > lastAt && forms.has(form) ? [call] : []));
  const [first] = later;
  const last = later.at(-1);
  if (!first || !last) return undefined;
  const sessions = new Set(later.map(({ session }) => session)).size;
  return { calls: later.length, sessions, firstAt: first.step.call.at, lastAt: last.step.call.at };
}

/** Counts the sessions in which a check of the code was red before anything was edited. */
function countUntouched(failing: readonly Failing[]): number | undefined {
  if (!failing.some(({ step }) => step.failure?.work)) return undefined;
  const isBeforeEdits = ({ step, thread }: Failing): boolean => {
    const edit = thread.findIndex(({ call, outcome }) => /^(?:edit|write)$/.test(call.tool) && outcome === 'worked');
    return edit < 0 || step.index < edit;
  };
  return new Set(failing.filter(isBeforeEdits).map(({ session }) => session)).size;
}
