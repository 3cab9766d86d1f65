import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { DescribedSession, Step } from '../support/described-session.ts';
import { CaseError, checkKeys, type Fields, optionalText, textOf } from './fields.ts';
import { parseStep } from './steps.ts';

/** One golden case as its file tells it. */
export interface GoldenCase {
  /** The case's folder below `tests/golden`: `environment/found-uv-run`. */
  name: string;
  about: string;
  /** The day on which lessons are drawn, ISO 8601: the day after the last session unless the case says otherwise. */
  now: string;
  /** The agents whose logs can tell this story; all where it is undefined. */
  agents: readonly string[] | undefined;
  /** Agents whose logs tell the story in a way that gives something else. */
  except: readonly string[];
  /** Labels of calls that a trap may draw lessons from: those are not what the trap is about. */
  allowed: readonly string[];
  /** Pairs `a1 → a2`, or single labels, that must be behind a lesson whatever expected.yaml says. */
  expects: readonly string[];
  sessions: DescribedSession[];
  /** The labels of all calls, in order. */
  labels: string[];
}

const ROOT = '/home/ada/harbour';

/** Reads `case.yaml`; an unknown key or a missing one is an error that names its place. */
export async function readCase(folder: string, name: string): Promise<GoldenCase> {
  const text = await readFile(join(folder, 'case.yaml'), 'utf8');
  return parseCase(parse(text), name);
}

export function parseCase(source: unknown, name: string): GoldenCase {
  const fields = asFields(source, name);
  checkKeys(
    fields,
    ['about', 'root', 'branch', 'version', 'now', 'agents', 'except', 'allowed', 'expects', 'sessions'],
    name,
  );
  if (!Array.isArray(fields.sessions) || fields.sessions.length === 0) throw new CaseError(name, 'has no sessions');
  const labels: string[] = [];
  const sessions = fields.sessions.map((each, index) =>
    parseSession(asFields(each, name), fields, index, name, labels),
  );
  const twice = labels.find((label, index) => labels.indexOf(label) !== index);
  if (twice) throw new CaseError(name, `two calls are labelled ${twice}`);
  const parsed = {
    name,
    about: textOf(fields, 'about', name),
    now: optionalText(fields, 'now', name) ?? dayAfter(sessions),
    agents: fields.agents === undefined ? undefined : labelList(fields, 'agents', name),
    except: labelList(fields, 'except', name),
    allowed: labelList(fields, 'allowed', name),
    expects: labelList(fields, 'expects', name).map((pair) => pair.replace(/\s*->\s*/, ' → ')),
    sessions,
    labels,
  };
  for (const label of [...parsed.allowed, ...parsed.expects.flatMap((pair) => pair.split(' → '))]) {
    if (!labels.includes(label)) throw new CaseError(name, `there is no call ${label}`);
  }
  return parsed;
}

function parseSession(fields: Fields, common: Fields, index: number, name: string, labels: string[]): DescribedSession {
  const place = `${name}, session ${index + 1}`;
  checkKeys(fields, ['start', 'cwd', 'branch', 'version', 'forkOf', 'calls'], place);
  if (!Array.isArray(fields.calls) || fields.calls.length === 0) throw new CaseError(place, 'has no calls');
  const version = optionalText(fields, 'version', place) ?? optionalText(common, 'version', name);
  const forkOf = fields.forkOf;
  if (forkOf !== undefined && !(typeof forkOf === 'number' && forkOf >= 1 && forkOf <= index)) {
    throw new CaseError(place, 'forkOf is the number of an earlier session');
  }
  const steps: Step[] = fields.calls.map((each, at) =>
    parseStep(each, `${place}, step ${at + 1}`, `s${index + 1}.${at + 1}`, labels),
  );
  if (steps.some((step) => 'user' in step)) labels.push(`message in s${index + 1}`);
  return {
    start: startOf(fields, index, place),
    cwd: optionalText(fields, 'cwd', place) ?? optionalText(common, 'root', name) ?? ROOT,
    branch: optionalText(fields, 'branch', place) ?? optionalText(common, 'branch', name) ?? 'main',
    version,
    forkOf,
    steps,
  };
}

/** A session without a start is one day after the one before it. */
function startOf(fields: Fields, index: number, place: string): string {
  const start = optionalText(fields, 'start', place) ?? new Date(Date.UTC(2026, 2, 1 + index, 9)).toISOString();
  if (Number.isNaN(Date.parse(start))) throw new CaseError(place, `start is no date: ${start}`);
  return start;
}

function dayAfter(sessions: readonly DescribedSession[]): string {
  const last = Math.max(...sessions.map((session) => Date.parse(session.start)));
  return new Date(last + 24 * 3600 * 1000).toISOString();
}

function labelList(fields: Fields, key: string, name: string): string[] {
  const list = fields[key] ?? [];
  if (!Array.isArray(list)) throw new CaseError(name, `${key} is a list`);
  return list.map(String);
}

function asFields(source: unknown, place: string): Fields {
  if (typeof source !== 'object' || source === null || Array.isArray(source))
    throw new CaseError(place, 'is no mapping');
  return source as Fields;
}
