/** Rows by name, as their maker understands them. */
export interface Table<Value> {
  get(name: string): Value | undefined;
  has(name: string): boolean;
}

/** A table of which each row is read when it is first asked for: reading all of them takes 1 ms, which a hook would have to wait for. */
export function makeTable<Row, Value>(rows: Readonly<Record<string, Row>>, read: (row: Row) => Value): Table<Value> {
  const made = new Map<string, Value>();
  const has = (name: string) => Object.hasOwn(rows, name);
  const make = (name: string): Value | undefined => {
    const row = has(name) ? rows[name] : undefined;
    if (row === undefined) return undefined;
    const value = read(row);
    made.set(name, value);
    return value;
  };
  return { has, get: (name) => made.get(name) ?? make(name) };
}
