import { expect, it } from 'vitest';
import { tidyPaths } from '../../src/web/session-calls.ts';

const tidy = tidyPaths({ folders: ['/home/mira/harbour', '/home/mira/harbour/trees/quay'] }, '/home/mira');

it.each([
  ['cat /home/mira/harbour/src/berth.ts', 'cat src/berth.ts'],
  ['cd /home/mira/harbour && ls', 'cd . && ls'],
  ['cd /home/mira/harbour', 'cd .'],
  ['ls "/home/mira/harbour/trees/quay/src"', 'ls "src"'],
  ['in /home/mira/harbour. Then', 'in .. Then'],
  ['ls /home/mira/notes', 'ls ~/notes'],
])('%s is shown as %s', (text, shown) => {
  expect(tidy(text)).toBe(shown);
});

it.each(['ls /home/mira/harbour-two/src', 'ls /home/mira/harbour_old', 'ls /home/mira/harbour.bak'])(
  'of %s, whose name only begins alike, the folder stays',
  (text) => {
    expect(tidy(text)).toBe(text.replace('/home/mira', '~'));
  },
);

it('leaves the home of another user alone', () => {
  expect(tidy('ls /home/miranda/notes')).toBe('ls /home/miranda/notes');
});
