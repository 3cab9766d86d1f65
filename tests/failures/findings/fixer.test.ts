import { describe, expect, it } from 'vitest';
import { isFixer, withoutPaths } from '../../../src/failures/findings/fixer.ts';
import { isBuilder, isInstaller } from '../../../src/failures/findings/installer.ts';
import { parseCommand, type ShellCommand } from '../../../src/shell/index.ts';

function command(text: string): ShellCommand {
  const { main } = parseCommand(text, 'posix');
  if (!main) throw new Error(`no command in ${text}`);
  return main;
}

describe('a fixing command', () => {
  it.each([
    ['pnpm fix', 'pnpm fix'],
    ['npm run lint:fix', 'npm run lint:fix'],
    ['npm run lint -- --fix', 'npm run lint -- --fix'],
    ['mise run fmt', 'mise run fmt'],
    ['make format', 'make format'],
    ['npx prettier --write src/a.ts', 'npx prettier --write'],
    ['bunx biome check --write src', 'bunx biome check --write'],
    ['npx eslint --fix src/a.ts', 'npx eslint --fix'],
    ['npx ultracite fix demo/a.tsx', 'npx ultracite fix'],
    ['uv run ruff format src', 'uv run ruff format'],
    ['uv run ruff check --fix src', 'uv run ruff check --fix'],
    ['black src', 'black'],
    ['gofmt -w .', 'gofmt -w'],
    ['go fmt ./...', 'go fmt'],
    ['cargo fmt', 'cargo fmt'],
    ['golangci-lint run --fix', 'golangci-lint run --fix'],
    ['./gradlew spotlessApply', './gradlew spotlessApply'],
    ['mix format', 'mix format'],
    ['rubocop -a lib', 'rubocop -a'],
    ['pre-commit run --all-files', 'pre-commit run --all-files'],
  ])('%s', (text, told) => {
    expect(isFixer(command(text))).toBe(true);
    expect(withoutPaths(command(text))).toBe(told);
  });

  it.each([
    'npm run format:check',
    'npm run lint',
    'npx prettier --check .',
    'bunx biome check src',
    'ruff check src',
    'ruff format --check src',
    'black --check src',
    'gofmt -l .',
    'cargo fmt -- --check',
    'cargo clippy',
    'npm test',
    'npm audit fix',
    'git commit --fixup HEAD',
    'docker ps --format json',
    'date +%F',
  ])('is not %s', (text) => {
    expect(isFixer(command(text))).toBe(false);
  });
});

describe('an installing command', () => {
  it.each([
    'bun install',
    'npm ci',
    'pnpm i --frozen-lockfile',
    'yarn',
    'uv sync',
    'pip install -r requirements.txt',
    'bundle install',
    'make setup',
  ])('%s', (text) => {
    expect(isInstaller(command(text))).toBe(true);
  });

  it.each([
    'bun install zod',
    'npm i -D vitest',
    'pip install polars',
    'uv add polars',
    'npm run build',
    'go build ./...',
  ])('is not %s', (text) => {
    expect(isInstaller(command(text))).toBe(false);
  });
});

describe('a building command', () => {
  it.each([
    'bun run build',
    'npm run codegen',
    'make build',
    'go generate ./...',
    'npx prisma generate',
    'npx tsc -p packages/core',
  ])('%s', (text) => {
    expect(isBuilder(command(text))).toBe(true);
  });

  it.each(['npx tsc --noEmit', 'npm test', 'bun test', 'bun apps/cli.ts', 'npm run lint'])('is not %s', (text) => {
    expect(isBuilder(command(text))).toBe(false);
  });
});
