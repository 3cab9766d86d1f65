import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeRoots } from '../../../src/failures/recovery/project-roots.ts';
import { relativePath } from '../../../src/sessions/projects/relative-path.ts';

const project = {
  root: '/home/mia/harbour',
  folders: ['/home/mia/harbour', '/home/mia/harbour/vendor/tides', '/srv/ci/harbour'],
};

describe('makeRoots', () => {
  const roots = makeRoots(project);

  it.each([
    ['/home/mia/harbour/src/a.ts', undefined, 'src/a.ts'],
    ['/srv/ci/harbour/src/a.ts', undefined, 'src/a.ts'],
    ['/home/mia/harbour/vendor/tides/x.ts', undefined, 'x.ts'],
    ['/home/mia/harbour', undefined, ''],
    ['/home/mia/harbour/', undefined, ''],
    ['/home/mia/harbour/src/../b.ts', undefined, 'b.ts'],
    ['/home/mia/harbour/.worktrees/fix/src/a.ts', undefined, 'src/a.ts'],
    ['/home/mia/harbours/src/a.ts', undefined, undefined],
    ['src/a.ts', '/home/mia/harbour/web', 'web/src/a.ts'],
    ['../a.ts', '/home/mia/harbour/web', 'a.ts'],
  ])('%s in %s is %s', (path, cwd, expected) => {
    expect(roots.relative(path, cwd)).toBe(expected);
  });

  it('takes the short way only where it leads to the same place', () => {
    const part = fc.constantFrom('src', 'a.ts', '..', '.', '', 'vendor', 'tides', '.worktrees', 'harbour', 'x y');
    const start = fc.constantFrom(...project.folders, '/home/mia', '/srv', '');
    fc.assert(
      fc.property(start, fc.array(part, { maxLength: 5 }), (folder, parts) => {
        const path = [folder, ...parts].join('/');
        const slow = relativePath(project, path);
        expect(makeRoots(project).relative(path)).toBe(slow === '.' ? '' : slow);
      }),
      { numRuns: 500 },
    );
  });

  it('names the deepest checkout that a path is in', () => {
    expect(roots.checkout('/home/mia/harbour/vendor/tides/x.ts')).toBe('/home/mia/harbour/vendor/tides');
    expect(roots.checkout('/elsewhere/x.ts')).toBeUndefined();
  });
});
