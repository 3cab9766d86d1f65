/** The number of occurrences of a text in a file: 2 stands for more; undefined if unknown. */
export type TextCount = 0 | 1 | 2 | undefined;

/** The known text of one file. */
interface KnownText {
  /** Its lines by their numbers; those that no call showed are absent. */
  lines: (string | undefined)[];
  /** Whether these are all of its lines. */
  isWhole: boolean;
}

/** Texts of files as far as calls of a session showed or wrote them. Files are named as in conditions. */
export class KnownTexts {
  readonly #files = new Map<string, KnownText>();

  /** Records a read that showed the file, or a part of it. */
  show(path: string, output: string, isAsked: { whole: boolean }): void {
    const shown = readShown(output);
    if (shown === undefined) return;
    const isWhole = isAsked.whole && shown.first === 1 && output.length < LONGEST_WHOLE;
    const known = isWhole ? undefined : this.#files.get(path);
    const lines = [...(known?.lines ?? [])];
    for (const [index, line] of shown.lines.entries()) lines[shown.first - 1 + index] = line;
    this.#keep(path, { lines, isWhole: isWhole || (known?.isWhole ?? false) });
  }

  /** Records lines of the file that a command printed without their numbers. */
  print(path: string, output: string, { first, isToEnd }: { first: number; isToEnd: boolean }): void {
    if (output === '' || output.length >= LONGEST_WHOLE || CUT.test(output)) return;
    const isWhole = isToEnd && first === 1;
    const known = isWhole ? undefined : this.#files.get(path);
    const lines = [...(known?.lines ?? [])];
    for (const [index, line] of output.replace(/\n$/, '').split('\n').entries()) lines[first - 1 + index] = line;
    this.#keep(path, { lines, isWhole: isWhole || (known?.isWhole ?? false) });
  }

  /** Records that the file was written. */
  write(path: string, text: string | undefined): void {
    if (text === undefined) this.#files.delete(path);
    else this.#keep(path, { lines: text.replace(/\n$/, '').split('\n'), isWhole: true });
  }

  /**
   * Records an edit that replaced one text by another. If the edit cannot be reproduced, nothing is known about the file any
   * more.
   */
  replace(path: string, edit: { old: string | undefined; new: string | undefined; isAll: boolean }): void {
    const known = this.#files.get(path);
    const { old, new: fresh } = edit;
    const runs = known && runsOf(known.lines);
    const place = old === undefined ? undefined : runs?.find(({ text }) => text.includes(old));
    if (!known || !place || old === undefined || fresh === undefined || (edit.isAll && !known.isWhole)) {
      this.#files.delete(path);
      return;
    }
    const text = edit.isAll ? place.text.replaceAll(old, () => fresh) : place.text.replace(old, () => fresh);
    const lines = [...known.lines];
    lines.splice(place.from, place.count, ...text.replace(/\n$/, '').split('\n'));
    this.#keep(path, { lines, isWhole: known.isWhole });
  }

  /** Forgets files that an invisible action may have changed. */
  forget(isChanged: (path: string) => boolean): void {
    for (const path of this.#files.keys()) if (isChanged(path)) this.#files.delete(path);
  }

  /**
   * Counts how often the text is in the file. If only a part is known, a text that occurs there with different spaces counts as
   * absent.
   */
  count(path: string, text: string, isLoose: boolean): TextCount {
    const known = this.#files.get(path);
    if (!known) return undefined;
    const runs = runsOf(known.lines);
    const found = runs.reduce((sum, run) => sum + countIn(run.text, text, isLoose), 0);
    if (found > 0) return found === 1 ? 1 : 2;
    if (known.isWhole) return 0;
    const loose = loosen(text);
    const isTelling = !isLoose && loose.length >= SHORTEST_LOOSE;
    return isTelling && runs.some((run) => loosen(run.text).includes(loose)) ? 0 : undefined;
  }

  #keep(path: string, known: KnownText): void {
    this.#files.delete(path);
    if (known.lines.length > MOST_LINES) return;
    this.#files.set(path, known);
    if (this.#files.size <= MOST_FILES) return;
    const [oldest] = this.#files.keys();
    if (oldest !== undefined) this.#files.delete(oldest);
  }
}

/** Returns the runs of lines without a gap. */
function runsOf(lines: readonly (string | undefined)[]): { from: number; count: number; text: string }[] {
  const runs: { from: number; lines: string[] }[] = [];
  for (let number = 0; number < lines.length; number++) {
    const line = lines[number];
    const last = runs.at(-1);
    if (line === undefined) continue;
    if (last && last.from + last.lines.length === number) last.lines.push(line);
    else runs.push({ from: number, lines: [line] });
  }
  return runs.map((run) => ({ from: run.from, count: run.lines.length, text: `${run.lines.join('\n')}\n` }));
}

/** Counts how often a text is in another. Loosely: without spaces at the ends of lines, as patch tools compare. */
export function countIn(whole: string, text: string, isLoose: boolean): 0 | 1 | 2 {
  const [from, sought] = isLoose ? [loosen(whole), loosen(text)] : [whole, text];
  const first = from.indexOf(sought);
  if (first < 0) return 0;
  return from.indexOf(sought, first + 1) < 0 ? 1 : 2;
}

/** The marks that clients put in place of omitted text. */
const CUT = /\btruncated\b|\[\.\.\. omitted \d/;

/** Longer answers may have been truncated on their way. */
const LONGEST_WHOLE = 19_000;
/** A shorter text occurs in many places with different spaces. */
const SHORTEST_LOOSE = 12;
const MOST_FILES = 200;
const MOST_LINES = 20_000;

function loosen(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

/**
 * Returns the lines that a read showed, without the numbers in front of them, up to the first without one; undefined if none has
 * one.
 */
function readShown(output: string): { lines: string[]; first: number } | undefined {
  const lines: string[] = [];
  let first: number | undefined;
  for (const line of output.split('\n')) {
    const [, number, text = ''] = NUMBERED.exec(line) ?? [];
    if (number === undefined) {
      if (first !== undefined) break;
      continue;
    }
    if (first !== undefined && Number(number) !== first + lines.length) break;
    if (Number(number) > MOST_LINES) break;
    first ??= Number(number);
    lines.push(text);
  }
  return first === undefined || first === 0 ? undefined : { lines, first };
}

/** Matches `     1→text`, `1<tab>text`, `00001| text`, `1: text`. */
const NUMBERED = /^ {0,8}(\d{1,7})(?:→|\t|\| ?|: ?)(.*)$/;
