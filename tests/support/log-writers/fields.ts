/** What a log has as an object. */
export type Fields = Record<string, unknown>;

/** Without the fields that have no value: clients do not write them. */
export function defined(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
