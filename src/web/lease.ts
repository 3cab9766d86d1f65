import { AppError } from '../shared/errors.ts';

/** A resource that is replaced while it is in use: the old one is disposed of when its last user is done. */
export class Lease<T> {
  readonly #dispose: (thing: T) => void;
  #current: { thing: T; users: number; isOld: boolean } | undefined;

  constructor(dispose: (thing: T) => void) {
    this.#dispose = dispose;
  }

  /** Runs work with the current resource. */
  async use<R>(work: (thing: T) => Promise<R>): Promise<R> {
    const held = this.#current;
    if (!held) throw new AppError('conflict', 'The sessions are still being read.', { hint: 'Try again in a moment.' });
    held.users += 1;
    try {
      return await work(held.thing);
    } finally {
      held.users -= 1;
      if (held.isOld && held.users === 0) this.#dispose(held.thing);
    }
  }

  /** Replaces the resource by another one, or by none. */
  replace(thing: T | undefined): void {
    const old = this.#current;
    this.#current = thing === undefined ? undefined : { thing, users: 0, isOld: false };
    if (!old) return;
    old.isOld = true;
    if (old.users === 0) this.#dispose(old.thing);
  }
}
