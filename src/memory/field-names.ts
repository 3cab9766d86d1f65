/** The fields of an entry in the order they are written: the nine of the format, those it names besides, and ours. */
export const FIELD_ORDER = [
  'Phase',
  'Dimension',
  'Scope',
  'Pattern',
  'Guidance',
  'Confidence',
  'Occurrences',
  'First seen',
  'Last seen',
  'Kind',
  'Trigger',
  'Origin',
  'Promoted',
  'Kept',
  'CONFLICT',
  'Validated',
  'Status',
  'Reach',
  'Sessions',
  'Wasted calls',
  'Fingerprint',
  'Evidence',
  'Gone',
  'Written',
] as const;

export type FieldName = (typeof FIELD_ORDER)[number];
