import { spawnSync } from 'node:child_process';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeWorkshop, type Workshop } from '../workshop.ts';

let shop: Workshop;
beforeEach(async () => {
  shop = await makeWorkshop();
});
afterEach(() => shop.remove());

const seeding = { Guidance: 'Run `scripts/seed.sh` first.', Kind: 'command', Trigger: 'Bash(npm test *)' };
const pricing = {
  Guidance: 'Clamp prices at 0, "always".',
  Pattern: "A discount gave -3 at Ada's.",
  Dimension: 'behaviour',
};
/** A part of it can be checked. */
const partly = { ...pricing, Guidance: 'Clamp prices at 0, "always"; see `scripts/seed.sh`.' };

async function promote(fields: Record<string, string>) {
  await shop.write('scripts/seed.sh', '');
  await shop.remember({ id: 'L-012', title: 'Seed first', fields });
  const { outcome } = await shop.promote('L-012', { mechanism: 'test' });
  const [target = ''] = outcome[0]?.targets ?? [];
  return { target, text: (await shop.read(target)) ?? '', notes: outcome[0]?.notes ?? [] };
}
const modules = resolve(import.meta.dirname, '../../../../node_modules');

describe("a test for Node's own runner", () => {
  it('checks what can be checked: it passes now, and fails with the guidance when that changes', async () => {
    await shop.write('package.json', '{"scripts": {"test": "node --test"}, "type": "module"}');
    const { target, notes } = await promote(seeding);
    expect(target).toBe('tests/lessons/l-012-seed-first.test.mjs');
    expect(notes.slice(0, 2)).toEqual([
      'It checks that scripts/seed.sh is there; nothing else in the lesson.',
      `Run it with: node --test ${target}`,
    ]);
    const test = () => shop.run(process.execPath, ['--test', '--test-reporter=tap', target]);
    const passed = await test();
    expect(passed).toMatchObject({ code: 0, output: expect.stringContaining('# pass 1\n') });
    expect(passed.output).toContain('L-012: scripts/seed.sh is there');
    await shop.run(process.execPath, ['-e', "require('fs').unlinkSync('scripts/seed.sh')"]);
    expect(await test()).toMatchObject({ code: 1, output: expect.stringContaining('Run `scripts/seed.sh` first.') });
  });

  it('is refused where nothing can be checked: it would prove nothing', async () => {
    await expect(promote(pricing)).rejects.toThrow(
      'No part of L-012 can be checked by a machine: a test would prove nothing.',
    );
    expect(await shop.read('.memory/harness-learnings.md')).not.toContain('Promoted');
  });

  it('is both where there is more to a behaviour than what can be checked', async () => {
    const { target } = await promote({ ...pricing, Guidance: 'Clamp prices as `scripts/seed.sh` does.' });
    const { output } = await shop.run(process.execPath, ['--test', '--test-reporter=tap', target]);
    expect(output).toContain('# tests 2\n');
    expect(output).toContain('# todo 1\n');
  });
});

describe('a test for Vitest', () => {
  it('stands where the others stand, is named as they are, and runs', async () => {
    await shop.write('package.json', '{"devDependencies": {"vitest": "4"}}');
    await shop.write('test/a.spec.ts', "import { it } from 'vitest';\n");
    await symlink(modules, join(shop.root, 'node_modules'), 'junction');
    const { target } = await promote({ ...pricing, Guidance: 'Clamp prices as `scripts/seed.sh` does.' });
    expect(target).toBe('test/lessons/l-012-seed-first.spec.ts');
    const vitest = join(modules, 'vitest/vitest.mjs');
    const { code, output } = await shop.run(process.execPath, [vitest, 'run', '--root', '.', target]);
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringMatching(/1 passed.*1 todo/) });
  });
});

describe('a test for pytest', () => {
  it.skipIf(spawnSync('pytest', ['--version']).status !== 0)('runs', async () => {
    await shop.write('pyproject.toml', '[tool.pytest.ini_options]\n');
    const { target, text } = await promote(seeding);
    expect(target).toBe('tests/lessons/test_l_012.py');
    expect(await shop.run('pytest', ['-q', '-p', 'no:cacheprovider', target])).toMatchObject({
      code: 0,
      output: expect.stringContaining('1 passed'),
    });
    expect(text).toContain('assert (ROOT / "scripts/seed.sh").exists(), WANTED');
    await shop.run(process.execPath, ['-e', "require('fs').unlinkSync('scripts/seed.sh')"]);
    expect((await shop.run('pytest', ['-q', '-p', 'no:cacheprovider', target])).code).toBe(1);
  });

  it.skipIf(spawnSync('pytest', ['--version']).status !== 0)(
    'is skipped with its reason where it is pending',
    async () => {
      await shop.write('pytest.ini', '[pytest]\n');
      const { target } = await promote(partly);
      expect(await shop.run('pytest', ['-q', '-rs', '-p', 'no:cacheprovider', target])).toMatchObject({
        code: 0,
        output: expect.stringContaining('L-012, still to be written: Clamp prices at 0, "always"; see'),
      });
    },
  );
});

describe('a test in another language', () => {
  it.each<[string, string, string, string, RegExp]>([
    [
      'go test',
      'go.mod',
      'module orchard\n',
      'internal/lessons/l_012_test.go',
      /os\.Stat\("\.\.\/\.\.\/scripts\/seed\.sh"\); err != nil/,
    ],
    [
      'cargo',
      'Cargo.toml',
      '[package]\nname = "orchard"\n',
      'tests/l_012.rs',
      /join\("scripts\/seed\.sh"\)\.exists\(\), "\{\}", WANTED/,
    ],
    [
      'JUnit 5',
      'build.gradle.kts',
      'tasks.test { useJUnitPlatform() }\n',
      'src/test/java/lessons/L012Test.java',
      /import org\.junit\.jupiter\.api\.Test;/,
    ],
    [
      'JUnit 4',
      'pom.xml',
      '<artifactId>junit</artifactId>\n',
      'src/test/java/lessons/L012Test.java',
      /import org\.junit\.Test;/,
    ],
    [
      'RSpec',
      '.rspec',
      '--require spec_helper\n',
      'spec/lessons/l_012_spec.rb',
      /File\.exist\?\(File\.expand_path\('\.\.\/\.\.\/scripts\/seed\.sh', __dir__\)\)/,
    ],
    [
      'Jest',
      'package.json',
      '{"devDependencies": {"jest": "30"}}',
      'tests/lessons/l-012-seed-first.test.js',
      /require\('node:fs'\);\n[\s\S]*join\(__dirname, '\.\.\/\.\.\/'\)/,
    ],
    [
      'Mocha',
      'package.json',
      '{"devDependencies": {"mocha": "11"}, "type": "module"}',
      'test/lessons/l-012-seed-first.test.js',
      /import \{ existsSync \}[\s\S]*import\.meta\.url/,
    ],
  ])('%s', async (_, manifest, content, path, expected) => {
    await shop.write(manifest, content);
    const { target, text } = await promote(seeding);
    expect(target).toBe(path);
    expect(text).toMatch(expected);
  });

  it.each([
    ['go.mod', 'module orchard\n', /t\.Skip\("L-012, still to be written: Clamp prices at 0, \\"always\\"; see /],
    ['Cargo.toml', '[package]\n', /#\[ignore = "L-012, still to be written: .*"\]/],
    ['build.gradle', 'useJUnitPlatform()', /@Disabled\("L-012, still/],
    ['.rspec', '--x\n', /failing: 'A discount gave -3 at Ada\\'s\.'[\s\S]*xit lesson\[:wanted\]/],
    ['package.json', '{"devDependencies": {"mocha": "11"}}', /\nit\(lesson\.id \+ ': ' \+ lesson\.wanted\);\n$/],
  ])('is pending in the way of its framework: %s', async (manifest, content, expected) => {
    await shop.write(manifest, content);
    expect((await promote(partly)).text).toMatch(expected);
  });

  it('is for what most tests are for', async () => {
    await shop.write('package.json', '{"devDependencies": {"vitest": "4"}}');
    await shop.write('pyproject.toml', 'pytest\n');
    await shop.write('tests/test_a.py', '');
    await shop.write('tests/test_b.py', '');
    await shop.write('web/a.test.ts', '');
    expect((await promote(seeding)).target).toBe('tests/lessons/test_l_012.py');
  });
});
