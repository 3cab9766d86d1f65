import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readTestCode } from '../../../src/loop/tests/read-test-code.ts';
import { makeHome } from '../../support/home.ts';

async function makeProject(text: string): Promise<{ cwd: string; home: string }> {
  const home = await makeHome();
  onTestFinished(home.remove);
  await home.addFile('orchard/pear.test.ts', text);
  return { cwd: join(home.path, 'orchard'), home: home.path };
}

describe('readTestCode', () => {
  it('reads a test to its end', async () => {
    const own = "  it('falls', () => {\r\n    fall();\r\n\r\n    expect(ripe()).toBe(true);\r\n  });";
    const { cwd } = await makeProject(`describe('pear', () => {\r\n${own}\r\n  it('rots', () => {\r\n  });\r\n});\r\n`);
    expect(await readTestCode({ file: 'pear.test.ts', line: 2 }, cwd)).toBe(own);
  });

  it('reads from the line of the failure on', async () => {
    const { cwd } = await makeProject(
      'def test_a():\n    x = 1\n    assert x == (\n        2\n    )\n\ndef test_b():\n    pass\n',
    );
    expect(await readTestCode({ file: 'pear.test.ts', line: 3 }, cwd)).toBe('    assert x == (\n        2\n    )');
  });

  it('reads no more than says something', async () => {
    const { cwd } = await makeProject(`it(() => {\n${'  fall();\n'.repeat(100)}`);
    expect((await readTestCode({ file: 'pear.test.ts', line: 1 }, cwd))?.split('\n')).toHaveLength(40);
  });

  it('reads nothing outside of the project, and nothing that is not there', async () => {
    const { cwd, home } = await makeProject('x\n');
    await symlink(join(home, '.secret'), join(cwd, 'link.ts'));
    for (const file of ['../.secret', '/etc/hostname', 'link.ts', 'gone.ts', '.'])
      expect(await readTestCode({ file, line: 1 }, cwd)).toBeUndefined();
    expect(await readTestCode({ file: 'pear.test.ts', line: 9 }, cwd)).toBeUndefined();
    expect(await readTestCode({ file: 'pear.test.ts' }, cwd)).toBeUndefined();
  });
});
