import { type CallStep, type DescribedSession, inTurns, type Step } from '../described-session.ts';
import { stableToken, stableUuid } from './stable-ids.ts';

/**
 * A described session on its way into a log: its id, its clock, and the walk over its steps. What each step becomes is up to the client;
 * `Thread` is what tells a subagent's steps from those of the session, where a client keeps them in one log.
 */
export abstract class ToldSession<Thread = undefined> {
  readonly id: string;
  /** Milliseconds since 1970, of the last thing that happened. */
  clock: number;
  protected readonly session: DescribedSession;
  readonly #agent: string;
  readonly #index: number;
  readonly #calls: Map<string, string>;

  constructor(agent: string, session: DescribedSession, index: number, calls: Map<string, string>) {
    this.session = session;
    this.#agent = agent;
    this.#index = index;
    this.#calls = calls;
    this.clock = Date.parse(session.start);
    this.id = stableUuid(agent, session.cwd, session.start, index);
  }

  /** Adds steps in their order; calls that are sent together are one turn. */
  addSteps(steps: readonly Step[], thread: Thread): void {
    for (const step of inTurns(steps)) {
      if ('user' in step) {
        this.clock += (step.wait ?? 0) * 1000;
        this.addUser(step.user, thread);
      } else if ('says' in step) this.addSaying(step.says, thread);
      else if ('compact' in step) this.addCompaction(thread);
      else {
        this.clock += (step[0]?.wait ?? 3) * 1000;
        this.addTurn(step, thread);
      }
    }
  }

  /** A message of the user. */
  protected abstract addUser(text: string, thread: Thread): void;
  /** What the agent says between calls. */
  protected abstract addSaying(text: string, thread: Thread): void;
  protected abstract addCompaction(thread: Thread): void;
  /** Calls, each with its result. */
  protected abstract addTurn(turn: readonly CallStep[], thread: Thread): void;

  /** Gives a call its id. */
  protected nameCall(call: CallStep, prefix = 'toolu_'): string {
    const id = `${prefix}${stableToken(24, this.#agent, this.session.start, this.#index, call.id)}`;
    this.#calls.set(call.id, id);
    return id;
  }

  /** The time that a call takes goes by; false where its result never comes. */
  protected waitFor(call: CallStep): boolean {
    if (call.end.how === 'open') return false;
    this.clock += (call.takes ?? 1) * 1000;
    return true;
  }
}
