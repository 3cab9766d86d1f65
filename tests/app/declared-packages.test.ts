import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDeclaredPackages } from '../../src/app/declared-packages.ts';
import type { Ecosystem } from '../../src/programs/program.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'hardwon-manifests-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string): void {
  mkdirSync(dirname(join(root, name)), { recursive: true });
  writeFileSync(join(root, name), text);
}

const declares = (ecosystem: Ecosystem, name: string) => openDeclaredPackages(root).declares({ ecosystem, name });

it.each<[file: string, text: string, ecosystem: Ecosystem, named: string, other: string]>([
  ['package.json', '{"name": "harbour", "devDependencies": {"tides": "1"}}', 'npm', 'tides', 'harbo'],
  ['web/package.json', '{"dependencies": {"@ada/tides": "1"}}', 'npm', '@ada/tides', 'tides'],
  ['package.json', '{"devDependencies": {"typescript": "5"}}', 'npm', 'tsc', 'vitest'],
  ['package.json', '{"scripts": {"x": "npx evil"}, "description": "evil"}', 'npm', '', 'evil'],
  ['package-lock.json', '{"packages": {"node_modules/quay": {"bin": {"moor": "x.js"}}}}', 'npm', 'moor', 'oor'],
  ['pnpm-lock.yaml', 'packages:\n  /tides@1.0.0:\n', 'npm', 'tides', 'tide'],
  ['yarn.lock', '"@ada/tides@^1":\n', 'npm', '@ada/tides', 'tides'],
  ['pyproject.toml', 'dependencies = ["typing_extensions>=4"]\n', 'pypi', 'typing-extensions', 'typing'],
  ['requirements-dev.txt', '# evil\npolars==1.0\n', 'pypi', 'polars', 'evil'],
  ['Cargo.toml', '[dependencies]\nserde = "1"\n', 'cargo', 'serde', 'serde-evil'],
  ['go.mod', 'require example.org/tides v1.0.0\n', 'go', 'example.org/tides', 'example.org/tid'],
  ['Gemfile', "gem 'rubocop'\n", 'gem', 'rubocop', 'rubo'],
  ['mise.toml', '[tools]\njq = "1"\n', 'tools', 'jq', 'j'],
  ['Brewfile', 'brew "jq"\n', 'tools', 'jq', 'q'],
])('reads %s', (file, text, ecosystem, named, other) => {
  write(file, text);
  expect(declares(ecosystem, other)).toBe(false);
  expect(named === '' || declares(ecosystem, named)).toBe(true);
});

it('declares nothing where there is no manifest, and no address at all', () => {
  expect(declares('npm', 'tides')).toBe(false);
  write('package.json', '{"dependencies": {"github:a/b": "1", "https://evil.example": "1"}}');
  expect([declares('npm', 'github:a/b'), declares('npm', 'https://evil.example'), declares('npm', 'a/b')]).toEqual([
    false,
    false,
    false,
  ]);
});

it('does not look into what was installed, and follows no link', () => {
  write('node_modules/evil/package.json', '{"dependencies": {"evil": "1"}}');
  write('.hidden/package.json', '{"dependencies": {"evil": "1"}}');
  write('elsewhere.txt', '{"dependencies": {"evil": "1"}}');
  if (process.platform !== 'win32') symlinkSync(join(root, 'elsewhere.txt'), join(root, 'package.json'));
  expect(declares('npm', 'evil')).toBe(false);
});

it.skipIf(process.platform === 'win32')('does not wait for a pipe', () => {
  execFileSync('mkfifo', [join(root, 'package.json')]);
  expect(declares('npm', 'evil')).toBe(false);
});

it('survives manifests that are broken', () => {
  write('package.json', '{"dependencies": [');
  write('package-lock.json', 'null "evil"');
  expect(declares('npm', 'evil')).toBe(false);
});
