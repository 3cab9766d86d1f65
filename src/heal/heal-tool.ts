import type { LoadedConfig } from '../config/config.ts';
import { tellIgnored } from '../config/trust.ts';
import { AppError } from '../shared/errors.ts';
import type { OwnFolders } from '../shared/folders.ts';
import { type HealEvent, type HealingAttempt, healCall } from './auto-heal.ts';
import type { FailureText } from './detect.ts';
import { logFailure } from './failure-log.ts';
import type { CallArguments } from './parameters.ts';
import { planHealing } from './plan-healing.ts';

/** Options for healing a command. */
export interface ToolHealing {
  /** The configuration: the remedies that are enabled for the tool. */
  loaded: Pick<LoadedConfig, 'config' | 'remedies' | 'ignored'>;
  /** The name under which the configuration heals the tool, if it is not the tool's own. */
  healedAs?: string;
  /** The root of the project, where remedies are run and the log is written. */
  root: string;
  folders: OwnFolders;
  /** The arguments of the call by name, for remedies that need them. */
  arguments?: CallArguments;
  /** The multi-step work that this belongs to, for the log. */
  skill?: string;
  onEvent?(event: HealEvent): void;
}

/** The result of healing a tool. */
export interface HealedTool<T> {
  /** The outcome of the last try. */
  end: T;
  /** The events in order. */
  events: HealEvent[];
  /** How the last try failed; absent if it worked. */
  failure?: FailureText;
  /** Why the log could not be written. */
  problems: string[];
}

/** Tries a tool, heals it as configured, and logs failures. */
export async function healTool<T>(
  tool: string,
  attempt: () => Promise<HealingAttempt<T>>,
  { loaded, healedAs = tool, root, folders, skill, onEvent, arguments: given }: ToolHealing,
): Promise<HealedTool<T>> {
  const settings = { remedies: loaded.remedies ?? {}, heal: loaded.config.heal ?? {}, cwd: root };
  const plan = withHint(() => planHealing(healedAs, settings), loaded.ignored);
  const events: HealEvent[] = [];
  const problems = loaded.ignored?.untrusted.includes('heal') ? tellIgnored(loaded.ignored) : [];
  const end = await healCall(attempt, {
    tool,
    ...plan,
    skill,
    arguments: given,
    dataDir: folders.data,
    onEvent(event) {
      events.push(event);
      onEvent?.(event);
    },
    async record(record) {
      await logFailure(record, { root, folders }).catch((error: unknown) => {
        problems.push(error instanceof AppError ? error.message : String(error));
      });
    },
  });
  const over = events.findLast((event) => event.type === 'given-up');
  return { end, events, problems, failure: over?.failure };
}

/** Describes an event of healing in words; undefined if nobody needs to know. */
export function describeEvent(event: HealEvent): string | undefined {
  switch (event.type) {
    case 'treating':
      return `${event.tool} failed (${event.diagnosis.ailment}: ${event.diagnosis.line.slice(0, 120)}); running the remedy ${event.remedy}`;
    case 'treated':
      return event.treatment.how === 'shared' ? `${event.remedy} was run by another process meanwhile` : undefined;
    case 'retrying':
      return `trying ${event.tool} again`;
    case 'healed':
      return `${event.tool} worked after ${event.remedy}`;
    case 'given-up':
      return event.isUnknown ? undefined : `not healed: ${event.reason}`;
    default:
      return undefined;
  }
}

/** Adds a hint, because a missing remedy may belong to a project that is not trusted. */
function withHint<T>(work: () => T, ignored: LoadedConfig['ignored']): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof AppError) || !ignored?.untrusted.includes('remedies')) throw error;
    throw new AppError(error.code, error.message, {
      hint: tellIgnored(ignored).join(' '),
    });
  }
}
