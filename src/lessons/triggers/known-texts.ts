/** How often a text is in a file: 2 stands for more; nothing where it cannot be told. */
export type TextCount = 0 | 1 | 2 | undefined;

/** What is known of the text of one file. */
interface KnownText {
  /** Stretches of it, each without a gap. */
  pieces: string[];
  /** There is one piece, and it is all of the file. */
  isWhole: boolean;
}

/** Texts of files as far as calls of a session showed or wrote them. Files are named as conditions name them. */
export class KnownTexts {
  readonly #files = new Map<string, KnownText>();

  /** A read showed the file, or a part of it. */
  show(path: string, output: string, isAsked: { whole: boolean }): void {
    const shown = readShown(output);
    if (shown === undefined) return;
    const isWhole = isAsked.whole && shown.first === 1 && output.length < LONGEST_WHOLE;
    const before = isWhole ? [] : (this.#files.get(path)?.pieces ?? []).filter((piece) => !shown.text.includes(piece));
    this.#keep(path, { pieces: [...before.slice(-MOST_PIECES), shown.text], isWhole });
  }

  /** The file was written. */
  write(path: string, text: string | undefined): void {
    if (text === undefined) this.#files.delete(path);
    else this.#keep(path, { pieces: [text], isWhole: true });
  }

  /** An edit put one text in place of another. What contradicts what is known shows that something else has changed the file. */
  replace(path: string, edit: { old: string | undefined; new: string | undefined; isAll: boolean }): void {
    const known = this.#files.get(path);
    if (edit.old === undefined || edit.new === undefined || (known?.isWhole && !known.pieces[0]?.includes(edit.old))) {
      this.#files.delete(path);
      return;
    }
    const [from, to] = [edit.old, edit.new];
    const isIn = known?.pieces.some((piece) => piece.includes(from)) ?? false;
    const pieces = (known?.pieces ?? []).map((piece) =>
      edit.isAll ? piece.replaceAll(from, () => to) : piece.replace(from, () => to),
    );
    this.#keep(path, { pieces: isIn ? pieces : [...pieces.slice(-MOST_PIECES), to], isWhole: known?.isWhole ?? false });
  }

  /** Something that cannot be seen may have changed these files, or all. */
  forget(isChanged: (path: string) => boolean): void {
    for (const path of this.#files.keys()) if (isChanged(path)) this.#files.delete(path);
  }

  /** How often the text is in the file. Where only a part is known, a text that is there with other blanks is not there. */
  count(path: string, text: string, isLoose: boolean): TextCount {
    const known = this.#files.get(path);
    if (!known) return undefined;
    for (const piece of known.pieces) {
      const found = countIn(piece, text, isLoose);
      if (found !== 0) return found;
    }
    if (known.isWhole) return 0;
    const loose = loosen(text);
    const isTelling = !isLoose && loose.length >= SHORTEST_LOOSE;
    return isTelling && known.pieces.some((piece) => loosen(piece).includes(loose)) ? 0 : undefined;
  }

  #keep(path: string, { pieces, isWhole }: KnownText): void {
    this.#files.delete(path);
    const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
    if (size > LARGEST_TEXT) return;
    this.#files.set(path, { pieces, isWhole });
    if (this.#files.size <= MOST_FILES) return;
    const [oldest] = this.#files.keys();
    if (oldest !== undefined) this.#files.delete(oldest);
  }
}

/** How often a text is in another. Loosely: as tools for patches compare, without blanks at the ends of lines. */
export function countIn(whole: string, text: string, isLoose: boolean): 0 | 1 | 2 {
  const [from, sought] = isLoose ? [loosen(whole), loosen(text)] : [whole, text];
  const first = from.indexOf(sought);
  if (first < 0) return 0;
  return from.indexOf(sought, first + 1) < 0 ? 1 : 2;
}

/** Longer answers may have been cut on their way. */
const LONGEST_WHOLE = 19_000;
/** A shorter text is in many places with other blanks. */
const SHORTEST_LOOSE = 12;
const MOST_PIECES = 20;
const MOST_FILES = 200;
const LARGEST_TEXT = 512 * 1024;

function loosen(text: string): string {
  return text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');
}

/** The lines that a read showed, without the numbers in front of them, up to the first that has none; nothing where none has. */
function readShown(output: string): { text: string; first: number } | undefined {
  const lines: string[] = [];
  let first: number | undefined;
  for (const line of output.split('\n')) {
    const [, number, text = ''] = NUMBERED.exec(line) ?? [];
    if (number === undefined) {
      if (first !== undefined) break;
      continue;
    }
    if (first !== undefined && Number(number) !== first + lines.length) break;
    first ??= Number(number);
    lines.push(text);
  }
  if (first === undefined || lines.length === 0) return undefined;
  return { text: `${lines.join('\n')}\n`, first };
}

/** `     1→text`, `1<tab>text`, `00001| text`, `1: text`. */
const NUMBERED = /^ {0,8}(\d{1,7})(?:→|\t|\| ?|: ?)(.*)$/;
