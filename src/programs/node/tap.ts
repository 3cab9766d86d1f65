import { parseTap } from '../test-reports/tap.ts';
import type { TestRunner } from '../test-runner.ts';

/** Runners that print TAP. Node's does as well, and is read by its own. */
export const tapRunner: TestRunner = {
  framework: 'tap',
  isStartedBy: ({ name, args }) =>
    name === 'tape' || (name === 'ava' && args.some((word) => word === '--tap' || word === '-t')),
  plan: ({ plain }) => ({ ...plain, isSure: true, isAllResults: true }),
  parseReport: parseTap,
  parsers: [parseTap],
  isShared: true,
};
