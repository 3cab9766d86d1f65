import { DEFAULTS } from './defaults.ts';
import type { FailureSourceConfig } from './loop-config.ts';

/** Of a setting of the user and one of a project, the one that asks for less. */
type Narrow = (user: unknown, project: unknown) => unknown;

/** Keys whose reach is `narrows` or `only-narrows`. `user` is undefined where the user says nothing. */
const NARROW: Readonly<Record<string, Narrow>> = {
  budget: smaller(DEFAULTS.budget),
  minConfidence: earlier(['high', 'medium', 'low'], 'low'),
  agents: (user, project) => (user === undefined ? project : orElse(shared(user, project), user)),
  'live.enabled': unlessFalse,
  'live.mode': earlier(['advise', 'deny', 'rewrite'], 'advise'),
  'live.denyRepeated': (user, project) => user === true && project === true,
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
export function narrow(key: string, user: unknown, project: unknown): unknown {
  return NARROW[key]?.(user, project) ?? user;
}

function smaller(usual: number): Narrow {
  return (user, project) => Math.min(Number(user ?? usual), Number(project));
}

/** The one that stands earlier in `steps`, which begin with the least. */
function earlier(steps: readonly string[], usual: string): Narrow {
  return (user, project) => steps[Math.min(steps.indexOf(String(user ?? usual)), steps.indexOf(String(project)))];
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
