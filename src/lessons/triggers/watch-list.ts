import type { Condition } from './condition.ts';
import type { Glob } from './glob.ts';
import type { WatchedCondition } from './holds.ts';
import type { PathGlob } from './rule.ts';
import type { Watches } from './session-state.ts';

/** Numbers the commands and files that conditions need. */
export class WatchList implements Watches {
  readonly commands: (readonly Glob[])[] = [];
  readonly edits: (readonly PathGlob[])[] = [];
  readonly #numbers = new Map<string, number>();
  reads = false;
  writes = false;
  folders = false;
  replaced = false;
  running = false;

  /** Numbers the conditions of one trigger. */
  numberAll(conditions: readonly Condition[]): WatchedCondition[] {
    return conditions.map((condition) => this.#number(condition));
  }

  #number(condition: Condition): WatchedCondition {
    this.reads ||= ['not-read', 'changed-since-read', 'ran-since-read'].includes(condition.kind);
    this.writes ||= condition.kind === 'changed-since-read';
    this.folders ||= condition.kind === 'is-folder';
    this.replaced ||= condition.kind === 'old-text-missing' || condition.kind === 'old-text-repeated';
    this.running ||= condition.kind === 'running';
    const watch = 'command' in condition ? { watch: this.#watch(condition.command) } : {};
    const edit = 'paths' in condition ? { edit: this.edits.push(condition.paths) - 1 } : {};
    return { ...condition, ...watch, ...edit };
  }

  #watch(command: readonly Glob[]): number {
    const key = printCommand(command);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.commands.push(command) - 1;
    this.#numbers.set(key, number);
    return number;
  }
}

/** Returns a watched command as its rule writes it, which serves as its key. */
export function printCommand(command: readonly Glob[]): string {
  return command.map(({ source }) => source).join(' ');
}
