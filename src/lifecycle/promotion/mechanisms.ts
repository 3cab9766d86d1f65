/** The mechanisms to which a lesson can be promoted. */
export const MECHANISMS = ['rule', 'adr', 'test', 'hook', 'check', 'skill'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** The names shown to people. */
export const MECHANISM_TITLES: Readonly<Record<Mechanism, string>> = {
  rule: 'instruction rule',
  adr: 'architecture decision record',
  test: 'test guard',
  hook: 'hook script',
  check: 'lint or CI check',
  skill: 'amended skill',
};
