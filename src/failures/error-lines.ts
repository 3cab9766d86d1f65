import { hashText } from '../shared/hash.ts';
import { looksWrong, maySwallow, printsContent } from '../shell/index.ts';
import { stripVariation } from './error-mark.ts';
import type { Step } from './recovery/session-view.ts';

/**
 * Lines that look like errors from the shell calls of one session, as hashes. Comparing them with other sessions shows which of
 * them are errors.
 */
export interface ErrorLines {
  /** Lines of calls that are flagged as failed. */
  failed: string[];
  /** Lines of calls that worked and whose status nothing can have swallowed. */
  worked: string[];
  /** Lines of calls whose end is unknown. */
  open: string[];
}

/**
 * The lines that only failing calls print, over the sessions of a project. The order in which sessions are added does not matter.
 */
export class KnownErrors {
  readonly #failed = new Set<string>();
  readonly #worked = new Set<string>();

  add({ failed, worked }: ErrorLines): void {
    for (const hash of failed) this.#failed.add(hash);
    for (const hash of worked) this.#worked.add(hash);
  }

  /** Returns everything that was added, to be passed to another thread. */
  lines(): ErrorLines {
    return { failed: [...this.#failed], worked: [...this.#worked], open: [] };
  }

  /** Whether a line was seen in a flagged failure and never in a success whose status is known. */
  has(hash: string): boolean {
    return this.#failed.has(hash) && !this.#worked.has(hash);
  }

  /** Returns those of the given lines that only failing calls print. */
  among(hashes: readonly string[]): string[] {
    return hashes.filter((hash) => this.has(hash));
  }
}

/** Collects the lines of a session from which other sessions may learn, and those that other sessions may explain. */
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
  // The content of a file, a log or a page is not an error of this call.
  if (step.parsed && printsContent(step.parsed)) return undefined;
  if (told === 'failed') return judgement.outcome === 'failed' ? 'failed' : undefined;
  if (judgement.outcome === 'worked') return told === 'ok' && !maySwallow(command) ? 'worked' : undefined;
  const isOpen = judgement.outcome === 'unknown' ? judgement.reason === 'no-status' : judgement.failure.heard === true;
  return isOpen ? 'open' : undefined;
}

/** Returns the lines of an output that look like errors and are specific enough to be recognised again. */
export function errorLinesOf(output: string): { line: string; hash: string }[] {
  const lines = output.split('\n');
  const edges = lines.length > 2 * MOST_LINES ? [...lines.slice(0, MOST_LINES), ...lines.slice(-MOST_LINES)] : lines;
  return edges.flatMap((raw) => {
    const line = raw.trim();
    if (line.length < SHORTEST || line.length > LONGEST || !/\S \S+ \S/.test(line) || !looksWrong(line)) return [];
    return [{ line, hash: hashText(stripVariation(line)) }];
  });
}

/** Errors are at the beginning or the end of an output. */
const MOST_LINES = 40;

/** Shorter lines are too common to identify an error: `Error: failed`. */
const SHORTEST = 16;
const LONGEST = 400;

function sorted(hashes: ReadonlySet<string>): string[] {
  return [...hashes].sort();
}
