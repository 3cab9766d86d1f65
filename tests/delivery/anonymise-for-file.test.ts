import { describe, expect, it } from 'vitest';
import { claudeMemoryPath } from '../../src/agents/claude-code/context.ts';
import { makeCleaner } from '../../src/delivery/anonymise-for-file.ts';

const cleaner = (projectRoot: string, isShared = true) =>
  makeCleaner(
    { isShared },
    {
      projectRoot,
      home: '/home/ada',
      anonymise: (text, { homes }) => homes.reduce((all, home) => all.replaceAll(home, '~'), text),
    },
  );

describe('makeCleaner', () => {
  it.each([
    ['`/home/ada/harbour/src/a.ts`', '`src/a.ts`'],
    ['cd /home/ada/harbour && make', 'cd . && make'],
    ['cd /home/ada/harbour/ && make', 'cd . && make'],
    ['/home/ada/harbour2/a and /home/ada/harbour-old', '~/harbour2/a and ~/harbour-old'],
    ['/mnt/home/ada/harbour/x', '/mnt~/harbour/x'],
    ['/home/ada/harbour/**/*.ts', '**/*.ts'],
  ])('%s becomes %s', (text, clean) => {
    expect(cleaner('/home/ada/harbour')(text)).toBe(clean);
  });

  it('knows both kinds of slash', () => {
    expect(cleaner('C:\\code\\harbour')('C:\\code\\harbour\\src\\a.ts, C:/code/harbour/b')).toBe('src\\a.ts, b');
  });

  it('leaves files alone that nobody else sees, and paths where the project is the whole disk', () => {
    expect(cleaner('/home/ada/harbour', false)('/home/ada/harbour/x')).toBe('/home/ada/harbour/x');
    expect(cleaner('/')('/usr/bin/x')).toBe('/usr/bin/x');
  });
});

describe('claudeMemoryPath', () => {
  it('names the folder as Claude Code does', () => {
    const path = claudeMemoryPath('/home/ada/my.harbour_ü', '/home/ada/.claude').replaceAll('\\', '/');
    expect(path).toBe('/home/ada/.claude/projects/-home-ada-my-harbour--/memory/MEMORY.md');
  });
});
