import { complaintsOf } from '../failures/complaint.ts';
import { foundNothing } from '../failures/judge.ts';
import type { Step } from '../failures/recovery/session-view.ts';
import { isSearch, looksWrong, maySwallow, printsContent } from '../shell/index.ts';
import type { Failing, FailingReason, PlacedCall } from './case.ts';
import { codesIn } from './finding-codes.ts';
import { allCalls, type CaseHistory } from './read-history.ts';

/** Finds every call that did not do what it was for: failures as judged, and calls that only look as if they had worked. */
export function findFailing(history: CaseHistory): Failing[] {
  const calls = [...allCalls(history)];
  const found = new Map<PlacedCall, Failing>();
  const strayed = findStrayed(history);
  for (const call of calls) {
    const trouble = troubleOf(call.step) ?? (strayed.has(call.step) ? 'elsewhere' : undefined);
    if (trouble) found.set(call, describe(call, trouble));
  }
  const printed = new Set([...found.values()].flatMap(({ trouble, keys }) => (trouble === 'failed' ? keys : [])));
  for (const call of calls)
    if (!found.has(call) && saysTheSame(call.step, printed)) found.set(call, describe(call, 'masked'));
  return calls.flatMap((call) => found.get(call) ?? []);
}

/** Whether a call whose status something swallowed prints what flagged failures print. */
function saysTheSame({ call, parsed }: Step, printed: ReadonlySet<string>): boolean {
  const { command } = call.input;
  if (command === undefined || call.output.length > SHORT || !maySwallow(command)) return false;
  if (!parsed || printsContent(parsed)) return false;
  return complaintsOf(call.output, { command: parsed.main, isAll: false }).some(({ key }) => printed.has(key));
}

function troubleOf(step: Step): FailingReason | undefined {
  const { call, told, failure } = step;
  if (told === 'rejected') return 'rejected';
  if (failure) return told === 'blocked' ? 'blocked' : failure.masked ? 'masked' : 'failed';
  if (FLOODED.test(call.output.slice(0, 400))) return 'flooded';
  if (isEndless(step)) return 'endless';
  if (call.tool === 'search' || call.tool === 'list') return foundNothing(call.output) ? 'empty' : undefined;
  if (mayHaveFailed(step)) return 'masked';
  if (READS_CI.test(call.input.command ?? '') && complaintsOf(ciLog(step), { isAll: false }).length > 0) return 'ci';
  return isEmptyLookUp(step) ? 'empty' : undefined;
}

/** Commands that print the log of a run that failed in CI. */
const READS_CI = /\bgh run view\b.*--log|\bglab ci trace\b|\bgh api\b.*\/logs\b/;

/** Returns a log of CI without the job, the step and the time before each line. */
function ciLog({ call }: Step): string {
  return call.output.replaceAll(/^[^\t\n]*\t[^\t\n]*\t\S+Z ?|\[[\d;]*m/gm, '');
}

/** Whether a shell search, or a list of a folder, printed nothing. */
function isEmptyLookUp({ call, parsed }: Step): boolean {
  if (call.tool !== 'shell' || !foundNothing(call.output) || !parsed?.main) return false;
  return isSearch(parsed.main) || /^(?:ls|find|fd|tree)$/.test(parsed.main.name);
}

/** Returns edits in another checkout than their session's own, where most of its edits are. */
function findStrayed({ sessions, roots }: CaseHistory): Set<Step> {
  const strayed = new Set<Step>();
  for (const { threads } of sessions) {
    const edits = threads.flat().filter(({ call }) => call.tool === 'edit' || call.tool === 'write');
    const away = edits.filter(({ call: { cwd, input } }) => {
      const [own, other] = [cwd && roots.checkout(cwd), input.path && roots.checkout(input.path)];
      return own !== undefined && other !== undefined && own !== other;
    });
    if (away.length * 3 < edits.length) for (const step of away) strayed.add(step);
  }
  return strayed;
}

/** What agents' clients write in place of an output that is too long. */
const FLOODED = /<persisted-output>|output (?:is )?too large|exceeds maximum allowed|Tool output saved to/i;

/** A shell call that was stopped after a while: nobody waits longer than this for what is known to end. */
const ENDLESS_MS = 60_000;

function isEndless({ call, told }: Step): boolean {
  if (call.tool !== 'shell') return false;
  // Ctrl-C and `kill` are mostly meant: only a time limit says that nobody wanted to wait.
  if (call.exitCode === 124) return true;
  return told === 'cancelled' && (call.endedAt ?? call.at) - call.at > ENDLESS_MS;
}

/** A longer output is content. */
const SHORT = 1_500;

/** Whether nothing proves that a shell call worked, and its short output complains. */
function mayHaveFailed({ call, told, parsed }: Step): boolean {
  const { command } = call.input;
  if (command === undefined || !looksWrong(call.output)) return false;
  if (told === 'ok' && parsed && !printsContent(parsed) && OPENS_WRONG.test(call.output.trim())) return true;
  if ((told === 'ok' && !maySwallow(command)) || !parsed || printsContent(parsed)) return false;
  if (call.output.length > SHORT) return codesIn(call.output).size > 0;
  return complaintsOf(call.output, { isAll: false }).length > 0 || OPENS_REFUSED.test(call.output.trim());
}

/** A first line that refuses what was asked for. */
const OPENS_REFUSED =
  /^(?:invalid|unknown|unrecognized|cannot|could not|unable to|no such|permission denied|usage:)\s/i;

/** A program that ends with 0 although the first thing it says is that it failed. */
const OPENS_WRONG = /^(?:FAILED|ERROR|fatal|error)(?:\[\w+\])?: \S/;

function describe({ step, session, thread }: PlacedCall, trouble: FailingReason): Failing {
  const { call, failure } = step;
  const found =
    trouble === 'empty' || trouble === 'rejected' || trouble === 'elsewhere'
      ? []
      : complaintsOf(trouble === 'ci' ? ciLog(step) : call.output, {
          command: failure?.command,
          isAll: trouble !== 'ci',
        });
  const told = trouble === 'rejected' ? undefined : failure?.diagnostic;
  const own = told && !found.some(({ text }) => text.includes(told) || told.includes(text)) ? [told] : [];
  const lines = [...found.map(({ text }) => text), ...own];
  const keys = [...found.map(({ key }) => key), ...own.map(generalise)];
  if (lines.length > 0) return { step, session, thread, trouble, lines, keys };
  const first = SILENT[trouble] ?? (call.output.trim().split('\n', 1)[0]?.slice(0, 200) || '(no output)');
  return { step, session, thread, trouble, lines: [first], keys: [generalise(first)] };
}

const SILENT: Partial<Record<FailingReason, string>> = {
  rejected: 'refused by the user',
  endless: 'stopped before it ended',
  empty: 'found nothing',
  elsewhere: 'changed a file of another checkout',
};

function generalise(line: string): string {
  return line
    .replaceAll(/"[^"\n]{1,200}"|'[^'\n]{1,200}'|`[^`\n]{1,200}`/g, '<…>')
    .replaceAll(/(?:[A-Za-z]:)?[\w.@+~-]{0,80}[\\/][\w.@+\-\\/~*{}$]+/g, '<path>')
    .replaceAll(/\b[0-9a-f]{7,40}\b/g, '<hash>')
    .replaceAll(/\d+/g, '<n>')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}
