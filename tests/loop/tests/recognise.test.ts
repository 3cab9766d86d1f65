import { describe, expect, it, onTestFinished } from 'vitest';
import { quoteWord, recogniseRunner } from '../../../src/loop/tests/recognise.ts';
import { makeHome } from '../../support/home.ts';

describe('recogniseRunner', () => {
  it.each([
    ['pytest tests/ -v --tb=short', 'pytest'],
    ['python3.12 -m pytest', 'pytest'],
    ['uv run pytest -q', 'pytest'],
    ['npx --no-install jest', 'jest'],
    ['./node_modules/.bin/mocha', 'mocha'],
    ['pnpm exec vitest run', 'vitest'],
    ['FOO=1 node --test test/', 'node-test'],
    ['tsc -p . && node --test', 'node-test'],
    ['go test ./...', 'go'],
    ['cargo test --workspace', 'cargo'],
    ['./mvnw -q test', 'junit'],
  ])('%s is %s', async (command, framework) => {
    expect(await recogniseRunner(command, '/nowhere')).toEqual({ framework, extend: [], hasReporter: false });
  });

  it.each([
    'make test',
    'pytest | tee log',
    'pytest; true',
    'vitest run > log',
    'node server.js',
    'vitest bench',
    'bun test',
    'jest &',
  ])('nothing can be added to %s', async (command) => expect(await recogniseRunner(command, '/nowhere')).toBeUndefined());

  it('looks into scripts of package.json', async () => {
    const home = await makeHome();
    onTestFinished(home.remove);
    await home.addFile(
      'package.json',
      JSON.stringify({ scripts: { test: 'tsc && vitest run', unit: 'mocha -R dot', all: 'vitest run | cat' } }),
    );
    expect(await recogniseRunner('npm test', home.path)).toEqual({ framework: 'vitest', extend: ['--'], hasReporter: false });
    expect(await recogniseRunner(['yarn', 'test'], home.path)).toEqual({ framework: 'vitest', extend: [], hasReporter: false });
    expect(await recogniseRunner('npm run unit', home.path)).toMatchObject({ framework: 'mocha', hasReporter: true });
    expect(await recogniseRunner('npm run all', home.path)).toBeUndefined();
    expect(await recogniseRunner('npm run none', home.path)).toBeUndefined();
  });
});

describe('quoteWord', () => {
  it('leaves plain words, and quotes the others', () => {
    expect(quoteWord('--reporter=json')).toBe('--reporter=json');
    const quoted = quoteWord("it's $HOME");
    expect(quoted).toBe(process.platform === 'win32' ? '"it\'s $HOME"' : "'it'\\''s $HOME'");
  });
});
