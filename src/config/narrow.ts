import type { ConfigFile, LessonMode } from './config.ts';
import { DEFAULTS } from './defaults.ts';
import type { FailureSourceConfig } from './loop-config.ts';

/** Returns the narrower one of a setting of the user and one of a project. `whole` is the user's whole configuration. */
type Narrow = (user: unknown, project: unknown, whole: ConfigFile) => unknown;

/** The actions of hooks on a call, the quietest first. */
const LADDER = ['off', 'note', 'warn', 'auto', 'stop', 'deny', 'rewrite'];

/** Keys whose reach is `narrows` or `only-narrows`. `user` is undefined if the user does not set the key. */
const NARROW: Readonly<Record<string, Narrow>> = {
  budget: smaller(DEFAULTS.budget),
  minConfidence: earlier(['high', 'medium', 'low'], 'low'),
  agents: (user, project) => (user === undefined ? project : orElse(shared(user, project), user)),
  'live.mode': earlier(LADDER, DEFAULTS.liveMode),
  'live.lessons': (user, project, { live }) =>
    quieten(user as Overrides, project as Overrides, live?.mode ?? DEFAULTS.liveMode),
  'live.sessionStart': unlessFalse,
  'live.failures': unlessFalse,
  'live.journal': unlessFalse,
  'live.stop': earlier(['off', 'candidates', 'ask'], 'candidates'),
  'learning.maxRetries': smaller(DEFAULTS.maxRetries),
  'learning.autoRetry': unlessFalse,
  'learning.file': earlier(['project', 'user'], DEFAULTS.learningFile),
  failureSources: (user, project) => switchOff((user ?? []) as FailureSourceConfig[], project as FailureSourceConfig[]),
  'claude.maxTurns': smaller(DEFAULTS.maxTurns),
};

/** Returns the value in effect of a key that a project may only narrow. */
export function narrow(key: string, user: unknown, project: unknown, whole: ConfigFile): unknown {
  return NARROW[key]?.(user, project, whole) ?? user;
}

function smaller(usual: number): Narrow {
  return (user, project) => Math.min(Number(user ?? usual), Number(project));
}

/** Returns the value that comes first in `steps`, which are in ascending order. */
function earlier(steps: readonly string[], usual: string): Narrow {
  return (user, project) => steps[Math.min(steps.indexOf(String(user ?? usual)), steps.indexOf(String(project)))];
}

type Overrides = Readonly<Record<string, LessonMode>> | undefined;

/** Returns the project's settings for single lessons that are quieter than the user's, for the lesson or for all. */
function quieten(user: Overrides = {}, project: Overrides = {}, mode: string): Record<string, LessonMode> {
  return Object.fromEntries(Object.entries(project).filter(([key, wanted]) => isQuieter(wanted, user[key] ?? mode)));
}

function isQuieter(one: string, other: string): boolean {
  return LADDER.indexOf(one) < LADDER.indexOf(other);
}

function unlessFalse(user: unknown, project: unknown): boolean {
  return user !== false && project !== false;
}

function shared(user: unknown, project: unknown): unknown[] {
  const [own, other] = [user as unknown[], project as unknown[]];
  return own.filter((each) => other.includes(each));
}

/** An empty list would mean that nothing is read at all, so the user's applies instead. */
function orElse(list: unknown[], otherwise: unknown): unknown {
  return list.length > 0 ? list : otherwise;
}

/** Returns the user's sources, without the types for which the project disables every source. */
function switchOff(
  user: readonly FailureSourceConfig[],
  project: readonly FailureSourceConfig[],
): FailureSourceConfig[] {
  const isOn = (type: string) => project.some((source) => source.type === type && source.enabled !== false);
  const off = project.filter(({ type }) => !isOn(type));
  return [...user.filter(({ type }) => !off.some((source) => source.type === type)), ...off];
}
