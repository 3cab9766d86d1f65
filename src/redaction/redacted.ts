declare const redacted: unique symbol;

/**
 * A text that secrets were taken out of. Only this folder makes them: what is kept, sent or shown of sessions asks for this type, and the
 * compiler finds the place that forgot. Cutting or joining one gives a plain string again; `settleRedacted` is for that.
 */
export type Redacted = string & { readonly [redacted]: true };

/** A value whose texts are all redacted, whatever its shape: the same with each string in it branded. */
export type RedactedDeep<T> = T extends string
  ? string extends T
    ? Redacted
    : T
  : T extends readonly (infer Item)[]
    ? RedactedDeep<Item>[]
    : T extends object
      ? { [Key in keyof T]: RedactedDeep<T[Key]> }
      : T;
