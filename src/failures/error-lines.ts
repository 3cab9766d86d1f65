import { hashText } from '../shared/hash.ts';
import { looksWrong, maySwallow, printsContent } from '../shell/index.ts';
import { stripVariation } from './error-mark.ts';
import type { Step } from './recovery/session-view.ts';

/** Lines that look like errors, of the shell calls of one session, as hashes: those of other sessions tell which of them are. */
export interface ErrorLines {
  /** Lines of calls that are flagged as failed. */
  failed: string[];
  /** Lines of calls that worked, and whose status nothing can have swallowed. */
  worked: string[];
  /** Lines of calls of which nobody knows how they ended. */
  open: string[];
}

/** Which lines only failing calls print, over the sessions of a project. The order in which they come in does not matter. */
export class KnownErrors {
  readonly #failed = new Set<string>();
  readonly #worked = new Set<string>();

  add({ failed, worked }: ErrorLines): void {
    for (const hash of failed) this.#failed.add(hash);
    for (const hash of worked) this.#worked.add(hash);
  }

  /** Whether a line was seen in a flagged failure, and never in a success whose status is known. */
  has(hash: string): boolean {
    return this.#failed.has(hash) && !this.#worked.has(hash);
  }

  /** Those of some lines that only failing calls print. */
  among(hashes: readonly string[]): string[] {
    return hashes.filter((hash) => this.has(hash));
  }
}

/** The lines of a session that other sessions may learn from, and those that they may explain. */
export function collectErrorLines(steps: Iterable<Step>): ErrorLines {
  const found = { failed: new Set<string>(), worked: new Set<string>(), open: new Set<string>() };
  for (const step of steps) {
    const group = groupOf(step);
    if (group) for (const { hash } of errorLinesOf(step.call.output)) found[group].add(hash);
  }
  return { failed: sorted(found.failed), worked: sorted(found.worked), open: sorted(found.open) };
}

function groupOf(step: Step): keyof ErrorLines | undefined {
  const { call, told, judgement } = step;
  const { command } = call.input;
  if (command === undefined || call.output === '' || !looksWrong(call.output)) return undefined;
  // What a file, a log or a page says is nobody's error here.
  if (step.parsed && printsContent(step.parsed)) return undefined;
  if (told === 'failed') return judgement.outcome === 'failed' ? 'failed' : undefined;
  if (judgement.outcome === 'worked') return told === 'ok' && !maySwallow(command) ? 'worked' : undefined;
  const isOpen = judgement.outcome === 'unknown' ? judgement.reason === 'no-status' : judgement.failure.heard === true;
  return isOpen ? 'open' : undefined;
}

/** The lines of an output that look like errors and say enough to be known again. */
export function errorLinesOf(output: string): { line: string; hash: string }[] {
  const lines = output.split('\n');
  const edges = lines.length > 2 * MOST_LINES ? [...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)] : lines;
  return edges.flatMap((raw) => {
    const line = raw.trim();
    if (line.length < SHORTEST || line.length > LONGEST || !/\S \S+ \S/.test(line) || !looksWrong(line)) return [];
    return [{ line, hash: hashText(stripVariation(line)) }];
  });
}

/** Errors stand at the beginning or the end of an output. */
const MOST_LINES = 40;

/** Shorter ones are anybody's: `Error: failed`. */
const SHORTEST = 16;
const LONGEST = 400;

function sorted(hashes: ReadonlySet<string>): string[] {
  return [...hashes].sort();
}
