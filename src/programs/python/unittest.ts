import type { TestRunner } from '../test-runner.ts';
import { parseUnittestText } from './unittest-text.ts';

/** Python's own runner, and Django's: a test can end them with 0 in the middle, so they have not passed without their last words. */
export const unittestRunner: TestRunner = {
  framework: 'exit-code',
  isStartedBy({ name, subcommand, args, runner }) {
    const at = args.findIndex((word) => /(?:^|[\\/])manage\.py$/.test(word));
    const isPython = /^(?:python[\d.]*|py|coverage)$/.test(name);
    return (
      (name === 'unittest' && runner.at(-1) === '-m') ||
      (isPython && at >= 0 && args[at + 1] === 'test') ||
      (name === 'manage.py' && (subcommand ?? args[0]) === 'test')
    );
  },
  ends: /^Ran \d{1,7} tests? in /m,
  parsers: [parseUnittestText],
};
