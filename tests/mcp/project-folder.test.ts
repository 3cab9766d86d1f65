import { describe, expect, it } from 'vitest';
import { chooseRoot } from '../../src/mcp/project-folder.ts';

describe('chooseRoot', () => {
  it.each([
    [[], '/home/ada/harbour', '/home/ada/harbour'],
    [['/home/ada/quay'], '/', '/home/ada/quay'],
    [['/home/ada/quay', '/home/ada/harbour'], '/home/ada', '/home/ada/quay'],
    [['/home/ada/quay', '/home/ada/harbour'], '/home/ada/harbour/web', '/home/ada/harbour/web'],
    [['/home/ada/har'], '/home/ada/harbour', '/home/ada/har'],
  ])('of %j and a start in %s takes %s', (roots, cwd, chosen) => {
    expect(chooseRoot(roots, cwd)).toBe(chosen);
  });
});
