/** What a lesson can become. */
export const MECHANISMS = ['rule', 'adr', 'test', 'hook', 'check', 'skill'] as const;
export type Mechanism = (typeof MECHANISMS)[number];

/** For people. */
export const MECHANISM_TITLES: Readonly<Record<Mechanism, string>> = {
  rule: 'instruction rule',
  adr: 'architecture decision record',
  test: 'test guard',
  hook: 'hook script',
  check: 'lint or CI check',
  skill: 'amended skill',
};
