import { describe, expect, it } from 'vitest';
import { findNames } from '../../../../src/lifecycle/capture/text/names.ts';

const named = (text: string) => findNames(text).map(({ kind, text: name }) => `${kind} ${name}`);

describe('findNames', () => {
  it.each([
    ['Run `make seed` before `make test`.', ['command make seed', 'command make test']],
    ['Keep handlers in src/api/', ['path src/api']],
    ['Edit `./src/tide.ts`, not `dist/`.', ['path src/tide.ts', 'path dist']],
    ['Run npm run build before npm test.', ['command npm run build', 'command npm test']],
    ['Set DATABASE_URL in .env first', ['identifier DATABASE_URL', 'path .env']],
    ['Pass --runInBand to the tests', ['identifier --runInBand']],
    ['Call parseTide() before load_chart', ['identifier parseTide', 'identifier load_chart']],
    ['Controllers are named *.controller.ts or packages/**/web', ['path *.controller.ts', 'path packages/**/web']],
    ['The Makefile has it', ['path Makefile']],
    ['Then mise run fmt, and gh pr view', ['command mise run fmt', 'command gh pr']],
    ['Run go test ./... after go generate', ['command go test', 'command go generate']],
  ])('%s', (text, names) => {
    expect(named(text)).toEqual(names);
  });

  it.each([
    'Write better tests',
    'Be careful with and/or, client/server and input/output',
    'Make sure to make it work',
    'We go to Node.js for that, e.g. for CI/CD',
    'See https://example.org/docs/a.md',
    'Use it, etc.',
  ])('names nothing: %s', (text) => {
    expect(named(text)).toEqual([]);
  });

  it('stays quick on long texts', () => {
    for (const sign of ['`', 'a/', 'make ', 'npm run ', '.'.repeat(3)])
      expect(findNames(sign.repeat(4_000)).length).toBeGreaterThanOrEqual(0);
  });
});
