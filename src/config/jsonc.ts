/** A syntax error with the place it was found at. */
export class JsonSyntaxError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(text: string, offset: number, message: string) {
    super(message);
    this.name = 'JsonSyntaxError';
    const before = text.slice(0, offset).split('\n');
    this.line = before.length;
    this.column = (before.at(-1)?.length ?? 0) + 1;
  }
}

/** Deeper nesting is no configuration, and would exhaust the stack. */
const DEEPEST = 100;

/**
 * Reads JSON with comments and trailing commas, which editors tolerate in configuration files.
 *
 * Our own, because `JSON.parse` does not always say where it failed (Node 20: "Unexpected token 'x', ... is not valid JSON").
 */
export function parseJsonc(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.readValue(0);
  reader.skipBlanks();
  if (reader.at < text.length) throw reader.error('unexpected text after the end');
  return value;
}

class Reader {
  at = 0;
  readonly text: string;

  constructor(text: string) {
    this.text = text;
    if (text.startsWith('\uFEFF')) this.at = 1;
  }

  error(message: string, offset = this.at): JsonSyntaxError {
    return new JsonSyntaxError(this.text, offset, message);
  }

  skipBlanks(): void {
    for (;;) {
      const char = this.text[this.at];
      if (char === ' ' || char === '\n' || char === '\r' || char === '\t') this.at++;
      else if (this.text.startsWith('//', this.at)) this.at = this.endOf('\n', this.at);
      else if (this.text.startsWith('/*', this.at)) {
        const end = this.text.indexOf('*/', this.at + 2);
        if (end < 0) throw this.error('comment without an end');
        this.at = end + 2;
      } else return;
    }
  }

  readValue(depth: number): unknown {
    if (depth > DEEPEST) throw this.error('nested too deeply');
    this.skipBlanks();
    const char = this.text[this.at];
    if (char === '{') return this.readObject(depth);
    if (char === '[') return this.readList(depth);
    if (char === '"') return this.readString();
    return this.readWord();
  }

  private readObject(depth: number): Record<string, unknown> {
    const entries = new Map<string, unknown>();
    this.readSequence('}', () => {
      if (this.text[this.at] !== '"') throw this.error('expected a key in double quotes');
      const start = this.at;
      const key = this.readString();
      if (entries.has(key)) throw this.error(`the key ${JSON.stringify(key)} stands here twice`, start);
      this.skipBlanks();
      if (this.text[this.at] !== ':') throw this.error('expected a colon after the key');
      this.at++;
      entries.set(key, this.readValue(depth + 1));
    });
    // fromEntries defines its keys, so that "__proto__" stays a key like any other.
    return Object.fromEntries(entries);
  }

  private readList(depth: number): unknown[] {
    const list: unknown[] = [];
    this.readSequence(']', () => list.push(this.readValue(depth + 1)));
    return list;
  }

  private readSequence(end: string, readItem: () => void): void {
    const start = this.at++;
    for (;;) {
      this.skipBlanks();
      if (this.text[this.at] === end) break;
      if (this.at >= this.text.length) throw this.error(`no ${end} for this`, start);
      readItem();
      this.skipBlanks();
      if (this.text[this.at] === ',') this.at++;
      else if (this.text[this.at] !== end)
        throw this.at >= this.text.length ? this.error(`no ${end} for this`, start) : this.error(`expected a comma or ${end}`);
    }
    this.at++;
  }

  private readString(): string {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"' && this.text[end] !== '\n') end += this.text[end] === '\\' ? 2 : 1;
    if (this.text[end] !== '"') throw this.error('string without an end', start);
    this.at = end + 1;
    return this.readLiteral(start, 'not a valid string') as string;
  }

  private readWord(): unknown {
    const start = this.at;
    while (/[\w.+-]/.test(this.text[this.at] ?? '')) this.at++;
    return this.readLiteral(start, 'expected a value');
  }

  private readLiteral(start: number, message: string): unknown {
    try {
      return JSON.parse(this.text.slice(start, this.at));
    } catch {
      throw this.error(message, start);
    }
  }

  private endOf(mark: string, from: number): number {
    const end = this.text.indexOf(mark, from);
    return end < 0 ? this.text.length : end;
  }
}
