declare const mark: unique symbol;

/**
 * A text that secrets were taken out of. Only `redaction/` makes them, so that the compiler finds the place that keeps or shows a text
 * of a session without having asked for it. Cutting or joining one gives a plain string: redact first, and say `keepRedacted` after.
 */
export type Redacted = string & { readonly [mark]: true };

/** A value of which every text was redacted. */
export type RedactedValue<T> = T & { readonly [mark]: true };

/** What was read from the index: nothing gets into that without having been redacted. */
export function fromIndex<T>(kept: T): RedactedValue<T> {
  return kept as RedactedValue<T>;
}

/** What was made of redacted texts alone, by cutting or joining them, is redacted, too. */
export function keepRedacted<T>(_from: RedactedValue<unknown>, made: T): RedactedValue<T> {
  return made as RedactedValue<T>;
}
