import type { Step } from './client.ts';

/** The project that the clients work in. */
export const files = {
  'package.json': JSON.stringify({ name: 'harbour', private: true, scripts: { 'lint:all': 'node scripts/lint.mjs' } }),
  'scripts/lint.mjs': "console.log('no findings');\n",
  'config/berths.json': '{ "free": [3, 5] }\n',
};

/** A session with two mistakes, each followed by what works. */
export const mistakes: Step[] = [
  { shell: 'npm run lint' },
  { shell: 'npm run lint:all' },
  { read: 'berths.json' },
  { read: 'config/berths.json' },
];

/** What must be learned from two such sessions, and the calls that must stand behind it. */
export const lessons = [
  {
    kind: 'command',
    guidance: 'Use `lint:all`: `npm` has no script or target `lint`.',
    failed: { input: /npm run lint$/, output: /Missing script: "lint"/ },
    fix: { input: /npm run lint:all$/ },
  },
  {
    kind: 'path',
    guidance: 'Use `config/berths.json`: `berths.json` does not exist.',
    failed: { input: /(?<!config.)berths\.json$/, output: /not found|not exist|no such file/i },
    fix: { input: /config.berths\.json$/ },
  },
];

/** How often a text is in another. */
export function countTimes(text: string | undefined, part: string): number {
  return text === undefined ? Number.NaN : text.split(part).length - 1;
}
