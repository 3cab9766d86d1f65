import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findNotation, isCompiledFinder, rewriteFile, rewriteText } from '../../../src/loop/scratch/embedded-paths.ts';
import { mapPaths } from '../../../src/loop/scratch/path-map.ts';

const from = join(tmpdir(), 'orchard');
const plain = join(tmpdir(), 'tree');
const blank = join(tmpdir(), 'Application Support', 'tree');
const toPlain = mapPaths([{ from, to: plain }]);
const toBlank = mapPaths([{ from, to: blank }]);

describe('findNotation', () => {
  const inEnvironment = new Set(['pyvenv.cfg', 'bin', 'lib']);
  it.each([
    ['.venv/pyvenv.cfg', 'plain'],
    ['.venv/bin/pip', 'script'],
    ['.venv/bin/activate.fish', 'script'],
    ['.venv/Scripts/activate.bat', 'plain'],
    ['.venv/Scripts/Activate.ps1', 'plain'],
    ['.venv/lib/python3.12/site-packages/orchard.pth', 'plain'],
    ['.venv/lib/python3.12/site-packages/orchard.egg-link', 'plain'],
    ['.venv/lib/python3.12/site-packages/__editable___orchard_0_1_finder.py', 'plain'],
    ['.venv/lib/python3.12/site-packages/_editable_impl_orchard.py', 'plain'],
    ['.venv/lib/python3.12/site-packages/_orchard_editable_loader.py', 'plain'],
    ['.venv/lib/python3.12/site-packages/orchard-0.1.dist-info/direct_url.json', 'url'],
    ['node_modules/.bin/vitest', 'script'],
    ['node_modules/.modules.yaml', 'plain'],
    ['node_modules/.pnpm-workspace-state-v1.json', 'plain'],
    ['.venv/lib/python3.12/site-packages/orchard/direct_url.json', undefined],
    ['.venv/lib/python3.12/site-packages/orchard/__editable__.py', undefined],
    ['.venv/lib/python3.12/site-packages/orchard.py', undefined],
    ['node_modules/pear/index.js', undefined],
  ])('%s is %s', (path, notation) => {
    expect(findNotation(path, inEnvironment)).toBe(notation);
  });

  it('takes a folder of programs for one only beside the settings of an environment', () => {
    expect(findNotation('pear/bin/pear', new Set(['package.json', 'bin']))).toBeUndefined();
  });

  it('knows the compiled form of a finder', () => {
    expect(isCompiledFinder('site-packages/__pycache__/__editable___orchard_0_1_finder.cpython-312.pyc')).toBe(true);
    expect(isCompiledFinder('site-packages/__pycache__/orchard.cpython-312.pyc')).toBe(false);
  });
});

describe('rewriteText', () => {
  it('leads the first line of a script to its interpreter', () => {
    const script = `#!${from}/.venv/bin/python3 -I\nimport sys\nhome = '${from}/src'\n`;
    expect(rewriteText(script, 'script', toPlain)).toBe(
      `#!${plain}/.venv/bin/python3 -I\nimport sys\nhome = '${plain}/src'\n`,
    );
    expect(rewriteText('#!/usr/bin/env python3\n', 'script', toPlain)).toBe('#!/usr/bin/env python3\n');
  });

  it('has a shell start an interpreter that a first line cannot name', () => {
    const started = `#!/bin/sh\n'''exec' "${blank}/.venv/bin/python3" -I "$0" "$@"\n' '''\nimport sys\n`;
    expect(rewriteText(`#!${from}/.venv/bin/python3 -I\nimport sys\n`, 'script', toBlank)).toBe(started);
    const long = join(tmpdir(), 'x'.repeat(130));
    const toLong = mapPaths([{ from, to: long }]);
    expect(rewriteText(`#!${from}/.venv/bin/python3\n`, 'script', toLong)).toContain(
      `'''exec' "${long}/.venv/bin/python3" "$0"`,
    );
    const spaced = mapPaths([{ from: blank, to: plain }]);
    expect(rewriteText(`#!${blank}/bin/python3.12 -I\n`, 'script', spaced)).toBe(`#!${plain}/bin/python3.12 -I\n`);
    expect(rewriteText(`#!"${blank}/bin/python"\n`, 'script', spaced)).toBe(`#!${plain}/bin/python\n`);
    // Only Python skips such a line.
    expect(rewriteText(`#!${from}/.venv/bin/node\n`, 'script', toLong)).toBe(`#!${long}/.venv/bin/node\n`);
  });

  it('quotes for the shell what was not quoted', () => {
    const lines = (root: string, quote: string) =>
      [
        `VIRTUAL_ENV=${quote}${root}${quote}/.venv`,
        `VIRTUAL_ENV="${root}/.venv"`,
        `VIRTUAL_ENV='${root}/.venv'`,
        `export NODE_PATH="/a:${root}/b:${root}/c"`,
        `'''exec' ${quote}${root}${quote}/.venv/bin/python "$0" "$@"`,
        '',
      ].join('\n');
    expect(rewriteText(lines(from, ''), 'script', toBlank)).toBe(lines(blank, '"'));
    expect(rewriteText(lines(from, ''), 'script', toPlain)).toBe(lines(plain, ''));
  });

  it('reads the URL that a package was installed from', () => {
    const told = (place: string) => JSON.stringify({ dir_info: { editable: true }, url: pathToFileURL(place).href });
    const spaced = mapPaths([{ from: join(tmpdir(), 'my orchard é'), to: blank }]);
    expect(rewriteText(told(join(tmpdir(), 'my orchard é', 'api')), 'url', spaced)).toBe(told(join(blank, 'api')));
    for (const other of [
      told(join(tmpdir(), 'barn')),
      '{"url":"https://orchard.example/x.whl"}',
      '{"url":7}',
      'no JSON',
    ])
      expect(rewriteText(other, 'url', spaced)).toBe(other);
  });
});

describe('rewriteFile', () => {
  it('leaves programs and other encodings alone, and keeps the mode', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hardwon-embedded-'));
    try {
      const kinds = {
        program: Buffer.from(`\x7fELF\0${from}/.venv`),
        latin: Buffer.concat([Buffer.from(`${from}/.venv `), Buffer.from([0xe9])]),
        large: Buffer.from(`${from}/.venv\n`.padEnd(1024 * 1024 + 1)),
      };
      for (const [name, bytes] of Object.entries(kinds)) {
        writeFileSync(join(folder, name), bytes);
        await rewriteFile(join(folder, name), 'script', toPlain);
        expect(readFileSync(join(folder, name)).equals(bytes), name).toBe(true);
      }
      writeFileSync(join(folder, 'tool'), `#!${from}/bin/python\n`, { mode: 0o755 });
      await rewriteFile(join(folder, 'tool'), 'script', toPlain);
      expect(readFileSync(join(folder, 'tool'), 'utf8')).toBe(`#!${plain}/bin/python\n`);
      if (process.platform !== 'win32') expect(statSync(join(folder, 'tool')).mode & 0o777).toBe(0o755);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it.skipIf(process.platform === 'win32')('makes scripts that a shell runs, whatever the place is called', async () => {
    const top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-embedded-')));
    try {
      const tree = join(top, 'Application Support');
      mkdirSync(join(tree, 'bin'), { recursive: true });
      writeFileSync(join(tree, 'bin', 'python3'), '#!/bin/sh\necho "started: $2"\n');
      chmodSync(join(tree, 'bin', 'python3'), 0o755);
      const script = join(tree, 'bin', 'tool');
      writeFileSync(script, `#!${top}/orchard/bin/python3\nimport sys\n`, { mode: 0o755 });
      await rewriteFile(script, 'script', mapPaths([{ from: join(top, 'orchard'), to: tree }]));
      expect(execFileSync(script, ['pear'], { encoding: 'utf8' })).toBe('started: pear\n');
    } finally {
      rmSync(top, { recursive: true });
    }
  });
});
