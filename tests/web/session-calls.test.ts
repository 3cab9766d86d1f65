import { expect, it } from 'vitest';
import { editOf, shorten, tidyPaths } from '../../src/web/session-calls.ts';

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

it('shows of an edit only the lines that it changes', () => {
  const oldText = 'const berths = 4;\nconst tides = true;\nopen(berths);\nclose();';
  const newText = 'const berths = 6;\nconst tides = true;\nopen(berths);\nleave();';
  expect(editOf({ input: { path: 'src/berth.ts', oldText, newText } }).edit).toEqual([
    { change: 'removed', text: 'const berths = 4;' },
    { change: 'added', text: 'const berths = 6;' },
    { change: 'gap', text: '' },
    { change: 'removed', text: 'close();' },
    { change: 'added', text: 'leave();' },
  ]);
  expect(editOf({ input: { command: 'ls' } })).toEqual({});
});

it('cuts the middle of a long output, but not the line that shows the reason', () => {
  const filler = (name: string) => Array.from({ length: 300 }, (_, index) => `${name} ${index}`).join('\n');
  const output = `${filler('before')}\nerror: no such berth\n${filler('after')}`;
  expect(shorten(output)).not.toContain('error: no such berth');
  const kept = shorten(output, 'error: no such berth');
  expect(kept).toContain('\n…\nerror: no such berth\n…\n');
  expect(kept.length).toBeLessThan(output.length / 2);
});
