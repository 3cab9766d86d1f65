import { expect, it } from 'vitest';
import { joinDirectory } from '../../src/shell/shell-state.ts';

it.each<[string | undefined, string, string]>([
  [undefined, 'web', 'web'],
  [undefined, './web/', 'web'],
  ['web', 'src', 'web/src'],
  ['web/', '../api', 'api'],
  ['..', '..', '../..'],
  ['web', '..', '.'],
  ['web', '/srv', '/srv'],
  ['web', '~/x', '~/x'],
  ['web', '$HOME', '$HOME'],
  ['web', 'C:\\lantern', 'C:\\lantern'],
  ['/srv', '../..', '/'],
  ['/', 'srv', '/srv'],
  [undefined, '/', '/'],
  ['$ROOT', '..', '$ROOT/..'],
])('%s and %s is %s', (base, target, expected) => {
  expect(joinDirectory(base, target)).toBe(expected);
});
