/** A syntax error with its position. */
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

/** Deeper nesting is not a configuration, and would exhaust the stack. */
const DEEPEST = 100;

/** A value and its position in the text: from its first character to the one after its last. */
export type JsonNode = JsonObject | JsonList | JsonScalar;

interface JsonSpan {
  from: number;
  to: number;
}

export interface JsonObject extends JsonSpan {
  kind: 'object';
  /** Its members, in order; each from its key to the end of its value. */
  items: JsonMember[];
}

export interface JsonList extends JsonSpan {
  kind: 'list';
  /** Its elements, in order. */
  items: JsonElement[];
}

interface JsonScalar extends JsonSpan {
  kind: 'scalar';
  value: string | number | boolean | null;
}

/** An item between two commas. */
export interface JsonElement extends JsonSpan {
  node: JsonNode;
  /** The position of the comma after it, if there is one. */
  comma?: number;
}

interface JsonMember extends JsonElement {
  key: string;
}

/**
 * Parses JSON with comments and trailing commas, which editors tolerate in configuration files.
 *
 * This parser is our own because `JSON.parse` does not always report the position of an error (Node 20: "Unexpected token 'x',
 * ... is not valid JSON").
 */
export function parseJsonc(text: string): unknown {
  return jsonValue(readJsonTree(text));
}

/** Does the same and records the position of every value, so that one of them can be changed and nothing else. */
export function readJsonTree(text: string): JsonNode {
  const reader = new Reader(text);
  const node = reader.readValue(0);
  reader.skipBlanks();
  if (reader.at < text.length) throw reader.error('unexpected text after the end');
  return node;
}

/** Returns the value of a member; undefined if there is none of that name. */
export function findMember(object: JsonObject, key: string): JsonNode | undefined {
  return object.items.find((item) => item.key === key)?.node;
}

/** Returns a value that must be an object; otherwise throws an error that names `what` and its position. */
export function requireObject(text: string, node: JsonNode, what: string): JsonObject {
  if (node.kind !== 'object') throw new JsonSyntaxError(text, node.from, `${what} must be an object`);
  return node;
}

/** Returns the value of a node. */
export function jsonValue(node: JsonNode): unknown {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map((item) => jsonValue(item.node));
  // fromEntries defines its keys, so that "__proto__" stays a key like any other.
  return Object.fromEntries(node.items.map((item) => [item.key, jsonValue(item.node)]));
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
        if (end < 0) throw this.error('unterminated comment');
        this.at = end + 2;
      } else return;
    }
  }

  readValue(depth: number): JsonNode {
    if (depth > DEEPEST) throw this.error('nested too deeply');
    this.skipBlanks();
    const from = this.at;
    const char = this.text[from];
    if (char === '{') return { kind: 'object', items: this.readMembers(depth), from, to: this.at };
    if (char === '[') return { kind: 'list', items: this.readElements(depth), from, to: this.at };
    const value = char === '"' ? this.readString() : this.readWord();
    return { kind: 'scalar', value, from, to: this.at };
  }

  private readMembers(depth: number): JsonMember[] {
    const keys = new Set<string>();
    return this.readSequence('}', (from) => {
      if (this.text[from] !== '"') throw this.error('expected a key in double quotes');
      const key = this.readString();
      if (keys.has(key)) throw this.error(`the key ${JSON.stringify(key)} appears here twice`, from);
      keys.add(key);
      this.skipBlanks();
      if (this.text[this.at] !== ':') throw this.error('expected a colon after the key');
      this.at++;
      return { key, node: this.readValue(depth + 1), from, to: this.at };
    });
  }

  private readElements(depth: number): JsonElement[] {
    return this.readSequence(']', (from) => ({ node: this.readValue(depth + 1), from, to: this.at }));
  }

  private readSequence<T extends JsonElement>(end: string, readItem: (from: number) => T): T[] {
    const items: T[] = [];
    const start = this.at++;
    for (;;) {
      this.skipBlanks();
      if (this.text[this.at] === end) break;
      if (this.at >= this.text.length) throw this.error(`${end} is missing`, start);
      const item = readItem(this.at);
      items.push(item);
      this.skipBlanks();
      if (this.text[this.at] === ',') item.comma = this.at++;
      else if (this.text[this.at] !== end)
        throw this.at >= this.text.length
          ? this.error(`${end} is missing`, start)
          : this.error(`expected a comma or ${end}`);
    }
    this.at++;
    return items;
  }

  private readString(): string {
    const start = this.at;
    let end = start + 1;
    while (end < this.text.length && this.text[end] !== '"' && this.text[end] !== '\n')
      end += this.text[end] === '\\' ? 2 : 1;
    if (this.text[end] !== '"') throw this.error('unterminated string', start);
    this.at = end + 1;
    return this.readLiteral(start, 'not a valid string') as string;
  }

  private readWord(): JsonScalar['value'] {
    const start = this.at;
    while (/[\w.+-]/.test(this.text[this.at] ?? '')) this.at++;
    return this.readLiteral(start, 'expected a value');
  }

  private readLiteral(start: number, message: string): JsonScalar['value'] {
    try {
      return JSON.parse(this.text.slice(start, this.at)) as JsonScalar['value'];
    } catch {
      throw this.error(message, start);
    }
  }

  private endOf(mark: string, from: number): number {
    const end = this.text.indexOf(mark, from);
    return end < 0 ? this.text.length : end;
  }
}
