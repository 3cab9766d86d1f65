import type { ConfigFile, LessonMode } from './config.ts';
import { DEFAULTS } from './defaults.ts';
import type { FailureSourceConfig } from './loop-config.ts';

/** Of a setting of the user and one of a project, the one that asks for less. `whole` is all that the user has set. */
type Narrow = (user: unknown, project: unknown, whole: ConfigFile) => unknown;

/** What hooks may do about a call, the quietest first. */
const LADDER = ['off', 'note', 'warn', 'auto', 'stop', 'deny', 'rewrite'];

/** Keys whose reach is `narrows` or `only-narrows`. `user` is undefined where the user says nothing. */
const NARROW: Readonly<Record<string, Narrow>> = {
  budget: smaller(DEFAULTS.budget),
  minConfidence: earlier(['high', 'medium', 'low'], 'low'),
  agents: (user, project) => (user === undefined ? project : orElse(shared(user, project), user)),
  'live.mode': earlier(LADDER, DEFAULTS.liveMode),
  'live.lessons': (user, project, { live }) => quieten(user as Overrides, project as Overrides, live?.mode ?? DEFAULTS.liveMode),
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

/** The value in force of a key of which a project may only ask for less. */
export function narrow(key: string, user: unknown, project: unknown, whole: ConfigFile): unknown {
  return NARROW[key]?.(user, project, whole) ?? user;
}

function smaller(usual: number): Narrow {
  return (user, project) => Math.min(Number(user ?? usual), Number(project));
}

/** The one that stands earlier in `steps`, which begin with the least. */
function earlier(steps: readonly string[], usual: string): Narrow {
  return (user, project) => steps[Math.min(steps.indexOf(String(user ?? usual)), steps.indexOf(String(project)))];
}

type Overrides = Readonly<Record<string, LessonMode>> | undefined;

/** Of what a project wants for single lessons, whatever is quieter than the user has it, for the lesson or for all. */
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

/** An empty list would mean that nothing is read at all: then the user's counts. */
function orElse(list: unknown[], otherwise: unknown): unknown {
  return list.length > 0 ? list : otherwise;
}

/** The user's sources without the types of which the project switches every source off. */
function switchOff(user: readonly FailureSourceConfig[], project: readonly FailureSourceConfig[]): FailureSourceConfig[] {
  const isOn = (type: string) => project.some((source) => source.type === type && source.enabled !== false);
  const off = project.filter(({ type }) => !isOn(type));
  return [...user.filter(({ type }) => !off.some((source) => source.type === type)), ...off];
}
