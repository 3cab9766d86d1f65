declare const mark: unique symbol;

/**
 * A redacted text. Only `redaction/` makes them, so that the compiler finds any place that stores or shows text of a session
 * without redacting it. Cutting or joining one yields a plain string: redact first, and call `keepRedacted` afterwards.
 */
export type Redacted = string & { readonly [mark]: true };

/** A value in which every text was redacted. */
export type RedactedValue<T> = T & { readonly [mark]: true };

/** Marks a value read from the index as redacted: nothing is stored there without being redacted. */
export function fromIndex<T>(kept: T): RedactedValue<T> {
  return kept as RedactedValue<T>;
}

/** Marks a value as redacted that was made from redacted texts alone, by cutting or joining them. */
export function keepRedacted<T>(_from: RedactedValue<unknown>, made: T): RedactedValue<T> {
  return made as RedactedValue<T>;
}
