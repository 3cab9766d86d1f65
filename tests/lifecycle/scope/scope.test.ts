import fc from 'fast-check';
import picomatch from 'picomatch';
import { describe, expect, it } from 'vitest';
import { fileMatcher, findTooBroad, scopesOverlap } from '../../../src/lifecycle/scope/scope.ts';

const matches = (scope: string, file: string) => fileMatcher([file])([scope]).length > 0;

describe('fileMatcher', () => {
  it.each([
    ['src/api/**', 'src/api/users.ts'],
    ['src/api/**', 'src/api/'],
    ['src/api', 'src/api/v2/users.ts'],
    ['src/api/', 'src/api/users.ts'],
    ['./src/api/users.ts', 'src/api/users.ts'],
    ['src\\api\\users.ts', 'src/api/users.ts'],
    ['*.controller.ts', 'src/api/user.controller.ts'],
    ['src/*/index.ts', 'src/api/index.ts'],
    ['src/{api,web}/**', 'src/web/page.tsx'],
    ['billing', 'services/billing/charge.go'],
    ['billing', 'services/billing.ts'],
    ['Makefile', 'tools/Makefile'],
    ['**/fixtures/**', 'tests/unit/fixtures/a.json'],
    ['src/[ab].ts', 'src/a.ts'],
    ['src/api/users.ts', 'src/api/'],
    ['docs/with blank/**', 'docs/with blank/größe.md'],
  ])('%s speaks of %s', (scope, file) => {
    expect(matches(scope, file)).toBe(true);
  });

  it.each([
    ['src/api/**', 'src/apix/users.ts'],
    ['src/api/users.ts', 'src/api/users.tsx'],
    ['*.controller.ts', 'src/api/user.service.ts'],
    ['src/*/index.ts', 'src/api/v2/index.ts'],
    ['billing', 'services/billings/charge.go'],
    ['src/{api,web}/**', 'src/cli/main.ts'],
  ])('%s does not speak of %s', (scope, file) => {
    expect(matches(scope, file)).toBe(false);
  });

  it('takes signs of a file name for what they are', () => {
    expect(fileMatcher(['app/[id]/page.tsx'])(['app/[id]/page.tsx'])).toEqual(['app/[id]/page.tsx']);
    expect(matches('app/*/page.tsx', 'app/[id]/page.tsx')).toBe(true);
    expect(matches('app/users/page.tsx', 'app/[id]/page.tsx')).toBe(false);
  });

  it('agrees with picomatch on whole patterns', () => {
    const segment = fc.constantFrom('a', 'b', 'ab', '*', 'a*', '*b', '?', 'a?');
    const pattern = fc.array(fc.oneof({ weight: 4, arbitrary: segment }, fc.constant('**')), {
      minLength: 2,
      maxLength: 5,
    });
    const path = fc.array(fc.constantFrom('a', 'b', 'ab', 'aab', 'c'), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(pattern, path, (parts, names) => {
        const glob = parts.join('/');
        // Without stars it is a folder, too.
        fc.pre(/[*?]/.test(glob) && !glob.endsWith('**'));
        const file = names.join('/');
        expect(matches(glob, file)).toBe(picomatch.isMatch(file, glob, { dot: true }));
      }),
    );
  });
});

describe('scopesOverlap', () => {
  it.each([
    [['src/api/**'], ['src/**/users.ts']],
    [['src/api/**', 'docs/a.md'], ['docs']],
    [['*.ts'], ['src/api/users.ts']],
    [['a/*b*/c'], ['a/xby/*']],
    [['tests/integration/**', 'scripts/db-seed.sh'], ['scripts/**']],
  ])('%j and %j can be about one file', (first, second) => {
    expect(scopesOverlap(first, second)).toBe(true);
    expect(scopesOverlap(second, first)).toBe(true);
  });

  it.each([
    [['src/api/**'], ['src/web/**']],
    [['*.ts'], ['*.go']],
    [[], ['src/**']],
    [[], []],
  ])('%j and %j cannot', (first, second) => {
    expect(scopesOverlap(first, second)).toBe(false);
    expect(scopesOverlap(second, first)).toBe(false);
  });

  it('ends soon on hostile patterns', () => {
    const stars = `${'*a'.repeat(500)}b`;
    expect(matches(stars, `x/${'a'.repeat(900)}`)).toBe(false);
    expect(scopesOverlap(['**/'.repeat(60)], [`${'x/'.repeat(60)}y`])).toBe(true);
    expect(matches('{a,b}'.repeat(30), 'c')).toBe(false);
  });
});

describe('findTooBroad', () => {
  it('finds what matches everything', () => {
    expect(findTooBroad(['**/*', '**', '*', '.', './', '*/**', '*.*', 'src/**', '*.ts', 'a'])).toEqual([
      '**/*',
      '**',
      '*',
      '.',
      './',
      '*/**',
      '*.*',
    ]);
  });
});
