import { programs } from '../../programs/index.ts';
import { wordsOf } from '../../shared/word-set.ts';

/** Whether two programs do the same: `npm` and `pnpm`, `gradle` and `gradlew`. */
export function isSameFamily(a: string, b: string): boolean {
  return headOf(a) === headOf(b);
}

let heads: ReadonlyMap<string, string> | undefined;

function headOf(name: string): string {
  heads ??= new Map(
    programs.flatMap(({ names, substitutes }) => [...wordsOf(substitutes)].map((other) => [other, names] as const)),
  );
  return heads.get(name) ?? name;
}
