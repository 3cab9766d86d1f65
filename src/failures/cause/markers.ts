/** A line of an output. */
interface MarkedLine {
  /** The index of the line, from 0. */
  at: number;
  line: string;
}

/** Outputs are excerpts of a few thousand characters; a longer line is not a diagnostic. */
const LONGEST_LINE = 500;

/** Building the expression takes 2 ms, as long as searching this many outputs without it. A hook searches one. */
const FEW_OUTPUTS = 10;

/** Finds the lines that contain one of many fixed texts: a few of hundreds of lines, none in most outputs. */
export class Markers {
  readonly #texts: readonly string[];
  #searched = 0;
  #expression: RegExp | undefined;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  /** Whether the output contains any of the texts. */
  isIn(output: string): boolean {
    const expression = this.#makeExpression();
    return expression ? output.search(expression) >= 0 : this.#hold(output);
  }

  /** Returns the lines that contain one of the texts, in order. */
  linesIn(output: string): MarkedLine[] {
    const expression = this.#makeExpression();
    if (expression) return searchLines(output, expression);
    if (!this.#hold(output)) return [];
    return output
      .split('\n')
      .map((line, at) => ({ at, line: line.trimEnd(), isShort: line.length <= LONGEST_LINE }))
      .filter(({ line, isShort }) => isShort && this.#hold(line))
      .map(({ at, line }) => ({ at, line }));
  }

  #hold(text: string): boolean {
    return this.#texts.some((marker) => text.includes(marker));
  }

  /** Builds one expression for all texts as soon as it pays off. */
  #makeExpression(): RegExp | undefined {
    if (this.#searched < FEW_OUTPUTS) {
      this.#searched += 1;
      return undefined;
    }
    this.#expression ??= new RegExp([...new Set(this.#texts)].map(quoteText).join('|'), 'g');
    return this.#expression;
  }
}

function quoteText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Goes from marker to marker, so that lines without one are not extracted. */
function searchLines(output: string, expression: RegExp): MarkedLine[] {
  const lines: MarkedLine[] = [];
  let at = 0;
  let start = 0;
  expression.lastIndex = 0;
  for (let found = expression.exec(output); found; found = expression.exec(output)) {
    let end = output.indexOf('\n', start);
    for (; end >= 0 && end < found.index; end = output.indexOf('\n', start)) {
      start = end + 1;
      at += 1;
    }
    if (end < 0) end = output.length;
    if (end - start <= LONGEST_LINE) lines.push({ at, line: output.slice(start, end).trimEnd() });
    expression.lastIndex = end;
  }
  return lines;
}
