import { diffArrays } from 'diff';
import type { Call } from '../agents/call.ts';
import { makeRoots } from '../failures/recovery/project-roots.ts';
import type { Step } from '../failures/recovery/session-view.ts';
import { mineSession } from '../lessons/mine-session.ts';
import type { RedactedValue } from '../redaction/redacted.ts';
import type { Project } from '../sessions/projects/project.ts';
import type { SessionLog } from '../sessions/session-log.ts';
import type { ShownCall, ShownMessage } from './answers/sessions.ts';
import type { PicturedProject } from './picture.ts';

/** A session with its calls judged, and linked to their fixes and the lessons learned from them. */
export interface JudgedSession {
  calls: SessionCall[];
  messages: ShownMessage[];
  /** The index of each call, by the agent's id of it. */
  places: ReadonlyMap<string, number>;
}

/** A call, with the facts about its failure. */
export interface SessionCall {
  call: Call;
  step: Step | undefined;
  /** The index of the call that fixed it. */
  fixedBy?: number;
  fixes: number[];
}

/** Judges the calls of one session, as `learn` does with a single session. */
export function judgeSession(
  log: RedactedValue<SessionLog>,
  { project, report }: Pick<PicturedProject, 'project' | 'report'>,
): JudgedSession {
  const calls = [...log.calls].sort((a, b) => a.seq - b.seq);
  const places = new Map(calls.map((call, index) => [call.id, index]));
  const { views, claims } = mineSession(log, makeRoots(project));
  const steps = new Map(views.flatMap(({ steps }) => steps.map((step) => [step.call.id, step] as const)));
  const judged: SessionCall[] = calls.map((call) => ({ call, step: steps.get(call.id), fixes: [] }));
  const join = (failed: string | undefined, fix: string | undefined): void => {
    const [from, to] = [places.get(failed ?? ''), places.get(fix ?? '')];
    const [one, other] = [judged[from ?? -1], judged[to ?? -1]];
    if (from === undefined || to === undefined || !one || !other || one.fixedBy !== undefined) return;
    one.fixedBy = to;
    other.fixes.push(from);
  };
  // Evidence of a lesson is more reliable than the judgement from one session alone.
  for (const { evidence } of report.lessons)
    for (const each of evidence) if (each.session === log.session) join(each.call, each.fix);
  for (const { failure, fix } of claims) join(failure.call.id, fix?.id);
  const messages = log.messages.map(({ seq, at, text }) => {
    const index = calls.findIndex((call) => call.seq > seq);
    return { index: index === -1 ? calls.length : index, at: new Date(at).toISOString(), text };
  });
  return { calls: judged, messages, places };
}

/** Returns a call as shown on the page. */
export function showCall(
  { call, step, fixedBy, fixes }: SessionCall,
  index: number,
  lessons: ReadonlyMap<string, NonNullable<ShownCall['lesson']>>,
  tidy: (text: string) => string,
): ShownCall {
  const lesson = lessons.get(call.id);
  const failure = step?.failure;
  return {
    id: call.id,
    index,
    agent: call.agent,
    session: call.session,
    name: call.name,
    tool: call.tool,
    input: shorten(tidy(describeSubject(call))),
    ...editOf(call, tidy),
    output: shorten(tidy(call.output), failure && tidy(failure.diagnostic)),
    outputLength: call.outputLength,
    outcome: outcomeOf({ call, step }),
    at: new Date(call.at).toISOString(),
    took: call.endedAt === undefined ? undefined : Math.max(0, call.endedAt - call.at),
    ...(failure ? { kind: failure.kind, diagnostic: shorten(tidy(failure.diagnostic)) } : {}),
    fixedBy,
    fixes: fixes.length > 0 ? fixes : undefined,
    lesson,
    said: call.said || undefined,
    thread: call.thread || undefined,
  };
}

/** Returns the outcome of a call: some fail without reporting it. */
export function outcomeOf({ call, step }: Pick<SessionCall, 'call' | 'step'>): string {
  if (call.outcome !== 'ok' && call.outcome !== 'unknown') return call.outcome;
  if (step?.failure) return 'failed';
  return step?.outcome === 'worked' ? 'ok' : call.outcome;
}

/** Returns one letter for the outcome of a call. */
export function letterOf({ call, step }: SessionCall): string {
  if (call.outcome === 'rejected' || call.outcome === 'blocked') return 'r';
  if (step?.failure) return step.failure.work ? 'w' : 'x';
  return outcomeOf({ call, step }) === 'ok' ? '.' : '-';
}

/** Returns the input of a call in readable form. */
export function describeInput(call: Pick<Call, 'input' | 'name'>): string {
  const { oldText, newText = '' } = call.input;
  return oldText === undefined ? describeSubject(call) : `${describeSubject(call)}\n- ${oldText}\n+ ${newText}`;
}

/** Returns the input of a call without the texts of an edit. */
function describeSubject({ input, name }: Pick<Call, 'input' | 'name'>): string {
  if (input.command !== undefined) return input.command;
  const range =
    input.offset === undefined && input.limit === undefined
      ? ''
      : ` (from line ${input.offset ?? 1}, ${input.limit ?? 'all'} lines)`;
  const subject = [input.pattern, input.path, input.glob, input.url].filter(Boolean).join('  ');
  const rest = Object.entries(input.rest ?? {}).map(([key, value]) => `${key}: ${value}`);
  return [subject === '' ? name : subject + range, ...rest].join('\n');
}

/** Of longer texts, the beginning is compared: the time grows with the square of the differences. */
const MOST_LINES = 400;

/** Upper bound for the characters of a line of an edit. */
const LONGEST_LINE = 400;

/** Returns the lines that an edit removes and adds; lines in both texts are left out, and a gap stands for them. */
export function editOf(
  { input }: Pick<Call, 'input'>,
  tidy: (text: string) => string = String,
): Pick<ShownCall, 'edit'> {
  if (input.oldText === undefined) return {};
  const lines = (text: string) => (text === '' ? [] : text.split('\n').slice(0, MOST_LINES));
  const cut = (line: string) => (line.length > LONGEST_LINE ? `${line.slice(0, LONGEST_LINE)}…` : line);
  const edit: NonNullable<ShownCall['edit']> = [];
  for (const { value, added, removed } of diffArrays(lines(input.oldText), lines(input.newText ?? ''))) {
    const change = added ? 'added' : 'removed';
    if (added || removed) edit.push(...value.map((line) => ({ change, text: cut(tidy(line)) }) as const));
    else if (edit.length > 0) edit.push({ change: 'gap', text: '' });
  }
  if (edit.at(-1)?.change === 'gap') edit.pop();
  return { edit };
}

/** Upper bound for the text of a call in a list; the full text can be requested. */
const LONGEST = 2400;

/** Cuts the middle of a long text, but never the line that matters most. */
export function shorten(text: string, keep = ''): string {
  if (text.length <= LONGEST) return text;
  const [head, tail] = [text.slice(0, LONGEST * 0.6), text.slice(-LONGEST * 0.4)];
  const [line = ''] = keep.trim().split('\n', 1);
  const isSeen = line === '' || head.includes(line) || tail.includes(line) || !text.includes(line);
  return isSeen ? `${head}\n…\n${tail}` : `${head}\n…\n${line.slice(0, LONGEST)}\n…\n${tail}`;
}

/** Returns a function that shortens paths for people: those of the project relative to its root, others below `~`. */
export function tidyPaths({ folders }: Pick<Project, 'folders'>, home: string): (text: string) => string {
  const roots = folders.filter((folder) => folder.length > 1).sort((a, b) => b.length - a.length);
  return (text) => {
    const inside = roots.reduce((rest, root) => replacePath(rest.replaceAll(`${root}/`, ''), root, '.'), text);
    return home.length > 1 ? replacePath(inside, home, '~') : inside;
  };
}

/** Replaces a folder by a short name, but not folders whose names only begin with its own. */
function replacePath(text: string, folder: string, name: string): string {
  return text
    .split(folder)
    .reduce((before, after) => before + (/^[\p{L}\p{N}_-]|^\.[\p{L}\p{N}]/u.test(after) ? folder : name) + after);
}
