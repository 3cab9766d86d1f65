import { describe, expect, it, onTestFinished } from 'vitest';
import { recogniseRunner, runnerNamedIn } from '../../../src/loop/tests/recognise.ts';
import { quoteForShell } from '../../../src/programs/test-reports/edit-command.ts';
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
    ['cross-env TZ=UTC jest --ci', 'jest'],
    ['c8 --all mocha', 'mocha'],
    ['dotenv -e .env.test vitest run', 'vitest'],
    ['node --experimental-vm-modules node_modules/jest/bin/jest.js', 'jest'],
    ['node --import tsx --test', 'node-test'],
    ['coverage run -m pytest', 'pytest'],
    ['hatch run pytest', 'pytest'],
    ['ava --tap', 'tap'],
    ['tape test/*.js', 'tap'],
    ['timeout 60 jest --reporters=default', 'jest'],
  ])('%s is %s', async (command, framework) => {
    expect(await recogniseRunner(command, '/nowhere')).toMatchObject({
      framework,
      extend: [],
      hasReporter: false,
      isDirect: true,
    });
  });

  it.each([
    'make test',
    'pytest | tee log',
    'pytest; true',
    'vitest run > log',
    'node server.js',
    'vitest bench',
    'jest &',
    'jest || true',
    '! jest',
    'bash -c "jest"',
    'docker compose run app pytest',
    'pnpm -r test',
    'npm test --workspaces',
    'npm test -w web',
    'pnpm --filter web test',
    'yarn workspace web test',
    'yarn workspaces foreach -A run test',
    'turbo run test',
    'nx run-many -t test',
    'deno test',
    'dotnet test',
    'bundle exec rspec',
    'vendor/bin/phpunit',
    'ctest',
    'cargo nextest run',
    'jest-junit',
    'ng test',
  ])('nothing can be added to %s', async (command) =>
    expect(await recogniseRunner(command, '/nowhere')).toBeUndefined(),
  );

  it.each(['bun test', 'python3 -m unittest discover', '.venv/bin/python manage.py test', './manage.py test'])(
    'knows how %s ends',
    async (command) => {
      expect(await recogniseRunner(command, '/nowhere')).toMatchObject({
        framework: 'exit-code',
        ends: expect.any(RegExp),
      });
    },
  );

  it('looks into scripts of package.json', async () => {
    const home = await makeHome();
    onTestFinished(home.remove);
    await home.addFile(
      'package.json',
      JSON.stringify({ scripts: { test: 'tsc && vitest run', unit: 'mocha -R dot', all: 'vitest run | cat' } }),
    );
    expect(await recogniseRunner('npm test', home.path)).toMatchObject({
      framework: 'vitest',
      extend: ['--'],
      hasReporter: false,
    });
    expect(await recogniseRunner(['yarn', 'test'], home.path)).toMatchObject({
      framework: 'vitest',
      extend: [],
      hasReporter: false,
    });
    expect(await recogniseRunner('npm run unit', home.path)).toMatchObject({ framework: 'mocha', hasReporter: false });
    expect(await recogniseRunner('npm run all', home.path)).toBeUndefined();
    expect(await recogniseRunner('npm run none', home.path)).toBeUndefined();
  });
});

describe('recogniseRunner behind scripts', () => {
  async function folder(scripts: Record<string, string>, inner: Record<string, string> = {}): Promise<string> {
    const home = await makeHome();
    onTestFinished(home.remove);
    await home.addFile('package.json', JSON.stringify({ scripts }));
    await home.addFile('web/package.json', JSON.stringify({ scripts: inner }));
    return home.path;
  }

  it('follows scripts that start scripts, with the dashes that each of them takes', async () => {
    const cwd = await folder({
      test: 'npm run build && npm run unit',
      unit: 'jest',
      build: 'tsc',
      loop: 'npm run loop',
    });
    expect(await recogniseRunner('npm test', cwd)).toMatchObject({
      framework: 'jest',
      extend: ['--', '--'],
      isDirect: false,
    });
    expect(await recogniseRunner('npm run loop', cwd)).toBeUndefined();
  });

  it('looks into the package of the folder that a command goes to', async () => {
    const cwd = await folder({ test: 'jest' }, { test: 'vitest run' });
    expect(await recogniseRunner('cd web && npm test', cwd)).toMatchObject({ framework: 'vitest' });
    expect(await recogniseRunner('npm --prefix web test', cwd)).toMatchObject({ framework: 'vitest' });
  });

  it('adds nothing to `pnpm test`, which keeps options for itself, and to no script of several packages', async () => {
    const cwd = await folder({ test: 'jest' });
    expect((await recogniseRunner('pnpm test', cwd))?.extend).toBeUndefined();
    expect(await recogniseRunner('pnpm run test', cwd)).toMatchObject({ framework: 'jest', extend: [] });
    expect(await recogniseRunner('npm exec jest', cwd)).toMatchObject({ extend: ['--'] });
    for (const command of ['pnpm -r test', 'npm test --workspaces', 'npm test -w web', 'pnpm --filter web run test'])
      expect(await recogniseRunner(command, cwd), command).toBeUndefined();
  });

  it('knows programs that yarn and pnpm start where there is no script', async () => {
    const cwd = await folder({ mocha: 'echo no' });
    expect(await recogniseRunner('yarn jest', cwd)).toMatchObject({ framework: 'jest', extend: [] });
    expect(await recogniseRunner('yarn mocha', cwd)).toBeUndefined();
    expect(await recogniseRunner('npm run jest', cwd)).toBeUndefined();
  });

  it('leaves reporters alone that would be named twice', async () => {
    const cwd = await folder({ test: 'node --test --test-reporter=dot', env: 'NODE_OPTIONS=--test-only node --test' });
    expect(await recogniseRunner('npm test', cwd)).toMatchObject({ hasReporter: true });
    expect(await recogniseRunner('npm run env', cwd)).toMatchObject({ framework: 'node-test', hasReporter: true });
    expect(await recogniseRunner('go test -json ./...', cwd)).toMatchObject({ hasReporter: true });
    expect(await recogniseRunner('pytest --junitxml=out.xml', cwd)).toMatchObject({ hasReporter: true });
  });
});

describe('runnerNamedIn', () => {
  it.each([
    ['tsc && node --test | cat', 'node-test'],
    ['jest; echo done', 'jest'],
    ['@$(PYTHON) -m pytest -q', 'pytest'],
    ['\t-@go vet ./...\n\tgo test ./...', 'go'],
    ['eslint --plugin jest-extended . && bun test', 'exit-code'],
    ['jest && mocha', undefined],
    ['turbo run test', undefined],
  ])('%s: %s', (text, framework) => expect(runnerNamedIn(text)).toBe(framework));
});

describe('quoteForShell', () => {
  it('leaves plain words, and quotes the others', () => {
    expect(quoteForShell('--reporter=json')).toBe('--reporter=json');
    const quoted = quoteForShell("it's $HOME");
    expect(quoted).toBe(process.platform === 'win32' ? '"it\'s $HOME"' : "'it'\\''s $HOME'");
  });
});
