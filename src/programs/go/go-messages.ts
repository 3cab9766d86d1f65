import { wordsOf } from '../../shared/word-set.ts';
import type { FindingKind } from '../finding-format.ts';

/** Tells a message of the compiler about a missing or unused import from one about code that does not compile. */
export function kindOfMessage(message: string): FindingKind {
  if (/^"[^"]+" imported (?:as \w+ )?and not used/.test(message)) return 'import';
  const name = /^undefined: (\w+)/.exec(message)?.[1];
  return name !== undefined && wordsOf(PACKAGES).has(name) ? 'import' : 'compile';
}

/** The packages of Go's library that code uses without thinking of the import. */
const PACKAGES =
  'bufio bytes context errors exec filepath fmt fs http io ioutil json log maps math os path rand reflect regexp require ' +
  'assert runtime slices slog sort strconv strings sync testing time unicode url utf8';
