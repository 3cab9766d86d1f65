import type { Call } from '../agents/call.ts';
import type { Roots } from '../failures/recovery/session-view.ts';
import { filesOf } from '../failures/recovery/touched.ts';

/** The times at which files were written and checks were green: they separate findings caused by the work from older ones. */
export class PastChecks {
  readonly #writes = new Map<string, number[]>();
  readonly #passed = new Map<string, number>();

  /** Adds the files that an edit changed. */
  addWrites(call: Pick<Call, 'input' | 'cwd' | 'at'>, roots: Roots): void {
    for (const file of filesOf(call)) {
      const path = roots.relative(file, call.cwd);
      if (!path) continue;
      const times = this.#writes.get(path);
      if (times) times.push(call.at);
      else this.#writes.set(path, [call.at]);
    }
  }

  /** Adds the times at which checks of the whole project were green, by the command that they run. */
  addPassed(passed: ReadonlyMap<string, number>): void {
    for (const [check, at] of passed) this.#passed.set(check, Math.max(at, this.#passed.get(check) ?? 0));
  }

  /** Whether a file tool wrote the path between two times. */
  wroteBetween(path: string, from: number, to: number): boolean {
    return this.#writes.get(path)?.some((at) => at >= from && at <= to) ?? false;
  }

  /** Whether a check was green after a time. */
  passedSince(check: string, time: number): boolean {
    return (this.#passed.get(check) ?? 0) > time;
  }
}
