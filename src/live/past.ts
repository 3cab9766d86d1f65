import type { Roots } from '../failures/recovery/session-view.ts';
import { matchPath, type PathGlob } from '../lessons/triggers/rule.ts';
import { covers, type PastCalls } from '../lessons/triggers/session-state.ts';
import { printCommand, type WatchList } from '../lessons/triggers/watch-list.ts';
import type { Fact } from './session-facts.ts';

/** The events before a call, from the records of earlier hooks. Time is the number of a record. */
export class PastFacts implements PastCalls {
  readonly #read = new Map<string, number>();
  readonly #edited: { path: string; at: number }[] = [];
  readonly #wrote: { path: string; at: number }[] = [];
  readonly #ran = new Map<string, number>();
  /** Watched commands that were sent and whose end is not recorded. */
  readonly #running = new Set<string>();
  readonly #commands: readonly string[];
  readonly #edits: readonly (readonly PathGlob[])[];

  /** `except`: the call in question, which is recorded before it is judged. */
  constructor(facts: readonly Fact[], thread: string | undefined, roots: Roots, watches: WatchList, except?: string) {
    this.#commands = watches.commands.map(printCommand);
    this.#edits = watches.edits;
    const failed = new Set(facts.flatMap((fact) => (fact.failed && fact.id !== undefined ? [fact.id] : [])));
    const ended = new Set(facts.flatMap((fact) => (fact.ended && fact.id !== undefined ? [fact.id] : [])));
    for (const [at, fact] of facts.entries()) {
      if (fact.event === 'compact') this.#read.clear();
      // A refused call has no end; it is over at the end of the turn.
      if (fact.event === 'stop') this.#running.clear();
      if (fact.thread !== thread) continue;
      if (fact.id !== undefined && (failed.has(fact.id) || fact.id === except)) continue;
      // If no end was ever recorded, hooks are not called at the end of calls.
      if (ended.size > 0 && fact.id !== undefined && !ended.has(fact.id))
        for (const command of fact.ran ?? []) this.#running.add(command);
      this.#take(fact, at + 1, roots);
    }
  }

  hasRead(path: string): boolean {
    return this.#read.has(path);
  }

  /** Always false, because this is checked on the disk. */
  isReplaced(): boolean {
    return false;
  }

  countText(): undefined {
    return undefined;
  }

  isFolder(): boolean {
    return false;
  }

  isChanged(path: string): boolean {
    const read = this.#read.get(path);
    return read !== undefined && this.#wrote.some((written) => written.at > read && covers(written.path, path));
  }

  hasRun(watch: number, since?: string): boolean {
    const ran = this.#ran.get(this.#commands[watch] ?? '') ?? 0;
    if (since === undefined) return ran > 0;
    const read = this.#read.get(since);
    return read !== undefined && ran > read;
  }

  isRunning(watch: number): boolean {
    return this.#running.has(this.#commands[watch] ?? '');
  }

  isEditedSince(edit: number, watch: number): boolean {
    const globs = this.#edits[edit] ?? [];
    const ran = this.#ran.get(this.#commands[watch] ?? '') ?? 0;
    return [...this.#edited, ...this.#wrote].some(({ path, at }) => at > ran && matchPath(globs, path));
  }

  #take({ read, edited, ran = [], wrote = [] }: Fact, at: number, roots: Roots): void {
    const known = read ?? edited;
    const path = known === undefined ? undefined : roots.relative(known);
    if (path !== undefined) this.#read.set(path, at);
    if (path !== undefined && edited !== undefined) this.#edited.push({ path, at });
    for (const command of ran) this.#ran.set(command, at);
    for (const written of wrote) this.#wrote.push({ path: written === '*' ? '' : written, at });
  }
}
