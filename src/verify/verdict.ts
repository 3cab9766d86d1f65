import type { Failing } from '../cases/case.ts';
import type { TaughtLesson } from './proposal.ts';

/** What was asked of a proposal. */
export type CheckName =
  | 'calls'
  | 'said'
  | 'code'
  | 'right'
  | 'stale'
  | 'trigger'
  | 'numbers'
  | 'useful'
  | 'guard'
  | 'known';

/** The answer to one question about a proposal. */
export interface Check {
  name: CheckName;
  /** `refused` decides; `unproven` lowers the confidence; `note` only changes how the lesson is told. */
  result: 'ok' | 'refused' | 'unproven' | 'note';
  /** In one line, for people. */
  says: string;
}

/** What history and the repository say of a proposal. */
export interface Verdict {
  proposal: TaughtLesson;
  state: 'proven' | 'unproven' | 'refused';
  checks: readonly Check[];
  /** The failing calls that it rests on. */
  evidence: readonly Failing[];
  /** The trigger, if it fits what is cited and little else, with its record. */
  trigger?: { rule: string; when?: string; error?: string; failed: number; succeeded: number };
  /** Where it is told: a poor trigger sends it to the block. */
  where: 'block' | 'hook';
  confidence: 'high' | 'medium' | 'low';
  /** A command that is not usual here: the lesson is told only once a person said yes. */
  unusual?: string;
}

/** Why not even a person may keep a lesson, if the guard refuses it. */
export function dangerOf({ checks }: Pick<Verdict, 'checks'>): string | undefined {
  return checks.find(({ name, result }) => name === 'guard' && result === 'refused')?.says;
}

/** Whether agents may be told of a lesson that nobody has seen. */
export function maySpeakAlone({ state, confidence, unusual }: Verdict): boolean {
  return state === 'proven' && confidence !== 'low' && unusual === undefined;
}
