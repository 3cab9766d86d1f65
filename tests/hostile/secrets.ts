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

/** Three of each kind that is known: the same for the same seed, and none of them is in the repository. */
export function plantedSecrets(seed: number): PlantedSecret[] {
  const random = new Seeded(seed);
  return [1, 2, 3].flatMap(() => makeKinds(random).map(([kind, text, secret]) => ({ kind, text, secret: secret ?? text })));
}

/** What of a secret still shows in a text: half of a line of it is too much. */
export function findSurvivor(shown: string, { secret }: Pick<PlantedSecret, 'secret'>): string | undefined {
  for (const line of secret.split('\n')) {
    const half = Math.max(6, Math.ceil(line.length / 2));
    for (const part of [line.slice(0, half), line.slice(-half)]) if (shown.includes(part)) return part;
  }
  return undefined;
}
