import { describe, expect, it } from 'vitest';
import { MAY_WRITE } from '../../src/lessons/triggers/may-write.ts';
import { programs } from '../../src/programs/index.ts';
import type { Rewrite } from '../../src/programs/program.ts';
import { parseCommand, rewriteOf } from '../../src/shell/index.ts';

describe('programs that rewrite files', () => {
  it('do so by each of the ways that are declared', () => {
    const silent = samples().filter((text) => rewriteOfText(text) === undefined);
    expect(silent).toEqual([]);
    expect(samples().length).toBeGreaterThan(80);
  });

  it('are seen by the look that a hook takes before it takes a command apart', () => {
    expect(samples().filter((text) => !MAY_WRITE.test(text))).toEqual([]);
  });

  it.each([
    ['prettier --write src', 'tidies'],
    ['prettier --check src', undefined],
    ['prettier src', undefined],
    ['gofmt -l -w .', 'tidies'],
    ['gofmt -l .', undefined],
    ['black -l 100 src', 'tidies'],
    ['black --check src', undefined],
    ['isort -c src', undefined],
    ['ruff check --fix', 'tidies'],
    ['ruff check', undefined],
    ['ruff format', 'tidies'],
    ['ruff format --diff', undefined],
    ['biome format src', undefined],
    ['biome check --write', 'tidies'],
    ['autopep8 a.py', undefined],
    ['cargo fmt -- --check', undefined],
    ['cargo fmt', 'tidies'],
    ['dprint check', undefined],
    ['go generate ./...', 'generates'],
    ['sqlc generate', 'generates'],
    ['git stash pop', 'replaces'],
    ['git stash list', undefined],
    ['git commit -m x', undefined],
    ['sed -i s/a/b/ x', 'replaces'],
    ['sed s/a/b/ x', undefined],
  ])('%s', (text, kind) => {
    expect(rewriteOfText(text)).toBe(kind);
  });
});

function rewriteOfText(text: string): string | undefined {
  const command = parseCommand(text).commands.at(-1);
  return command && rewriteOf(command);
}

/** A command for each subcommand and flag that is declared. */
function samples(): string[] {
  return programs.flatMap(({ names, rewrites = {} }) => names.split(' ').flatMap((name) => samplesOf(name, rewrites)));
}

function samplesOf(name: string, { tidies, told, generates, replaces }: Rewrite): string[] {
  const verbs = [tidies, generates, replaces].flatMap((fact) => {
    if (typeof fact === 'string') return fact.split(' ').map((verb) => `${name} ${verb.replace('/', ' ')}`);
    return fact === true ? [`${name} src`] : [];
  });
  return [...verbs, ...(told?.split(' ') ?? []).map((flag) => `${name} ${flag} src`)];
}
