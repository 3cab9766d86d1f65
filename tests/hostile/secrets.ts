import { makeKinds } from './secret-kinds.ts';
import { Seeded } from './seeded.ts';

/** A made-up secret in a text that makes it one. */
export interface PlantedSecret {
  /** What it is: the vendor and the form. */
  kind: string;
  /** What is written, name and all. */
  text: string;
  /** The part that must not be seen again; several lines of it stand for one each. */
  secret: string;
}

/** Two of each kind that is known: the same for the same seed, and none of them is in the repository. */
export function plantedSecrets(seed: number): PlantedSecret[] {
  const random = new Seeded(seed);
  return [1, 2].flatMap(() =>
    makeKinds(random).map(([kind, text, secret]) => ({ kind, text, secret: secret ?? text })),
  );
}

/** What of a secret still shows in a text: half of a line of it is too much. */
export function findSurvivor(shown: string, secret: Pick<PlantedSecret, 'secret'>): string | undefined {
  return listParts(secret).find((part) => shown.includes(part));
}

/** The halves of each line of a secret, as they are and as they stand in a path, which has no empty parts. */
function listParts({ secret }: Pick<PlantedSecret, 'secret'>): string[] {
  return secret.split('\n').flatMap((line) =>
    [...new Set([line, line.replace(/\/{2,}/g, '/')])].flatMap((form) => {
      const half = Math.max(SHORTEST, Math.ceil(form.length / 2));
      return [form.slice(0, half), form.slice(-half)];
    }),
  );
}

/** No part is shorter. */
const SHORTEST = 6;

/** A part of a secret that was seen. */
export interface Survivor {
  kind: string;
  /** Where in the text. */
  at: number;
}

/** Looks for all secrets at once: a text is read once, however many there are. */
export class Survivors {
  /** The parts by how they begin. */
  readonly #parts = new Map<string, { part: string; kind: string }[]>();
  /** Whether a part begins with characters of this sum. */
  readonly #sums = new Uint8Array(SUMS);

  constructor(secrets: readonly PlantedSecret[]) {
    for (const secret of secrets) {
      for (const part of listParts(secret)) {
        const start = part.slice(0, SHORTEST);
        if (start.length < SHORTEST) throw new Error(`${secret.kind}: too short to be looked for`);
        this.#sums[sumUp(start, 0)] = 1;
        this.#parts.set(start, [...(this.#parts.get(start) ?? []), { part, kind: secret.kind }]);
      }
    }
  }

  /** The first part of each kind that a text still shows. */
  find(text: string): Survivor[] {
    const found = new Map<string, number>();
    for (let at = 0; at <= text.length - SHORTEST; at++) {
      if (this.#sums[sumUp(text, at)] === 0) continue;
      for (const { part, kind } of this.#parts.get(text.slice(at, at + SHORTEST)) ?? []) {
        if (!found.has(kind) && text.startsWith(part, at)) found.set(kind, at);
      }
    }
    return [...found].map(([kind, at]) => ({ kind, at }));
  }
}

const SUMS = 1 << 16;

/** A number for the characters that a part begins with. */
function sumUp(text: string, at: number): number {
  return (
    (text.charCodeAt(at) * 31 ** 3 +
      text.charCodeAt(at + 1) * 31 ** 2 +
      text.charCodeAt(at + 2) * 31 +
      text.charCodeAt(at + 3) * 257 +
      text.charCodeAt(at + 4) * 1031 +
      text.charCodeAt(at + 5) * 4099) &
    (SUMS - 1)
  );
}
