import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { DependencyWishes } from '../../../src/loop/scratch/choose-dependencies.ts';
import { copyFolder } from '../../../src/loop/scratch/copy-folder.ts';
import { type Carriage, carryDependencies } from '../../../src/loop/scratch/dependencies.ts';
import { makeScratch } from '../../../src/loop/scratch/make-scratch.ts';
import { mapCheckout, mapPaths } from '../../../src/loop/scratch/path-map.ts';
import { readChange, type Scratch } from '../../../src/loop/scratch/scratch.ts';
import { describeSource } from '../../../src/loop/scratch/source.ts';
import { TestRepository } from './repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = new TestRepository({
    '.gitignore': 'node_modules/\n/cache/\n.venv\n.env*\n',
    'web/package.json': '{}',
    'kept/x.txt': 'x',
  });
  repository.write('node_modules/pear/index.js', 'export {};\n');
  repository.write('web/node_modules/plum/index.js', 'export {};\n');
  repository.write('cache/big.bin', 'big\n');
  symlinkSync('../web', join(repository.root, 'node_modules/web'));
});
afterEach(() => repository.remove());

/** A file or folder of a scratch checkout. */
const at = (scratch: Scratch, path: string) => join(scratch.tree, path);
const read = (scratch: Scratch, path: string) => readFileSync(at(scratch, path), 'utf8');

async function carry(wishes: DependencyWishes, withChanges = false): Promise<Carriage & { scratch: Scratch }> {
  const source = await describeSource(repository.root);
  const folder = mkdtempSync(join(repository.top, 'run-'));
  const scratch = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges });
  const map = await mapCheckout(source.root, scratch.tree, []);
  return { scratch, ...(await carryDependencies(source, scratch, wishes, map)) };
}

describe('carryDependencies', () => {
  it('copies folders of dependencies at any depth, links in them included, and no others', async () => {
    const { scratch, carried } = await carry({});
    expect(carried).toEqual([
      { path: 'node_modules', how: 'copied' },
      { path: 'web/node_modules', how: 'copied' },
    ]);
    writeFileSync(join(scratch.tree, 'node_modules/pear/index.js'), 'changed\n');
    expect(readFileSync(join(repository.root, 'node_modules/pear/index.js'), 'utf8')).toBe('export {};\n');
    expect(lstatSync(join(scratch.tree, 'node_modules/web')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(scratch.tree, 'node_modules/web/package.json'), 'utf8')).toBe('{}');
    expect((await readChange(scratch)).files).toEqual([]);
  });

  it('links where it is asked to, and does not take the link for work', async () => {
    const { scratch, carried } = await carry({ copy: ['./cache/'], link: ['node_modules'] });
    expect(carried).toEqual([
      { path: 'cache', how: 'copied' },
      { path: 'node_modules', how: 'linked' },
      { path: 'web/node_modules', how: 'linked' },
    ]);
    expect(lstatSync(join(scratch.tree, 'node_modules')).isSymbolicLink()).toBe(true);
    expect((await readChange(scratch)).files).toEqual([]);
  });

  it('does not carry what git knows', async () => {
    expect((await carry({ copy: ['kept'] })).carried).toEqual([]);
  });

  it('does not mind what is gone when its turn comes', async () => {
    const [from, to] = [join(repository.root, 'node_modules'), join(repository.top, 'copy')];
    for (let each = 0; each < 200; each++) repository.write(`node_modules/.cache/${each}.tmp`, '');
    const copying = copyFolder(from, to, mapPaths([]));
    while (!existsSync(join(to, '.cache')) || readdirSync(join(to, '.cache')).length === 0) await setImmediate();
    rmSync(join(from, '.cache'), { recursive: true });
    await copying;
    expect(readdirSync(join(to, '.cache')).length).toBeLessThan(200);
    expect(existsSync(join(to, 'pear/index.js'))).toBe(true);
  });

  it('says what it cannot copy', async () => {
    const source = await describeSource(repository.root);
    const folder = mkdtempSync(join(repository.top, 'run-'));
    const scratch = await makeScratch({ source, folder, branch: 'hardwon/try', withChanges: false });
    rmSync(at(scratch, 'web'), { recursive: true });
    writeFileSync(at(scratch, 'web'), 'no folder');
    const carrying = carryDependencies(source, scratch, {}, mapPaths([]));
    await expect(carrying).rejects.toMatchObject({ code: 'unreadable', hint: expect.stringContaining('loop.copy') });
  });

  it('copies files where they are named, and tells which ones like them were not', async () => {
    for (const path of ['.env', 'web/.env.local', 'cache/seeds/one.sql', 'cache/seeds/two.sql'])
      repository.write(path, `${path}\n`);
    const usual = await carry({});
    expect(usual.settings).toEqual(['.env', 'web/.env.local']);
    expect(existsSync(at(usual.scratch, '.env'))).toBe(false);
    const named = await carry({ copy: ['.env', 'cache/seeds/', 'cache/none', '../run', '.'] });
    expect(named.carried.map(({ path }) => path)).toEqual(['.env', 'cache/seeds']);
    expect(named.settings).toEqual(['web/.env.local']);
    expect(read(named.scratch, '.env')).toBe('.env\n');
    expect(read(named.scratch, 'cache/seeds/two.sql')).toBe('cache/seeds/two.sql\n');
    expect(existsSync(at(named.scratch, 'cache/big.bin'))).toBe(false);
    expect((await readChange(named.scratch)).files).toEqual([]);
  });
});

// Git is run some dozen times for each.
describe('links of dependencies', { timeout: 120_000 }, () => {
  const link = (target: string, path: string) => {
    mkdirSync(dirname(join(repository.root, path)), { recursive: true });
    symlinkSync(target, join(repository.root, path), 'junction');
  };

  it('lead to the same place in the scratch checkout; those that lead elsewhere stay', async () => {
    const elsewhere = join(repository.top, 'shared');
    mkdirSync(elsewhere);
    symlinkSync(repository.root, join(repository.top, 'short'), 'junction');
    link(join(repository.root, 'web'), 'node_modules/absolute');
    link(join(repository.top, 'short', 'kept'), 'node_modules/roundabout');
    link(elsewhere, 'node_modules/elsewhere');
    link('../../shared', 'node_modules/sibling');
    link(join(repository.root, 'dist'), 'node_modules/unbuilt');
    const { scratch, notices } = await carry({});
    writeFileSync(at(scratch, 'node_modules/absolute/package.json'), '{"changed":true}');
    expect(read(scratch, 'web/package.json')).toBe('{"changed":true}');
    expect(readFileSync(join(repository.root, 'web/package.json'), 'utf8')).toBe('{}');
    expect(readlinkSync(at(scratch, 'node_modules/web'))).toBe('../web');
    expect(realpathSync(at(scratch, 'node_modules/roundabout'))).toBe(at(scratch, 'kept'));
    expect(realpathSync(at(scratch, 'node_modules/elsewhere'))).toBe(elsewhere);
    expect(realpathSync(at(scratch, 'node_modules/sibling'))).toBe(elsewhere);
    expect(notices).toEqual([
      'links point to files that are not in the scratch checkout: node_modules/unbuilt (to dist); loop.copy copies them',
    ]);
  });

  it('that are such a folder themselves are followed, so that nothing is written through them', async () => {
    // Of that name, and for folders only: git does not ignore the link.
    repository.write('kept/node_modules/fig/index.js', 'export {};\n');
    mkdirSync(join(repository.top, 'stock/plum'), { recursive: true });
    writeFileSync(join(repository.top, 'stock/plum/index.js'), 'export {};\n');
    link(join(repository.top, 'stock'), 'kept/deep/node_modules');
    link('../../kept/node_modules', 'web/app/node_modules');
    link(repository.top, 'vendor');
    link(join(repository.top, 'gone'), 'venv');
    repository.write('kept/deep/x.txt', 'x');
    repository.write('web/app/x.txt', 'x');
    repository.git('add', 'kept/deep/x.txt', 'web/app/x.txt');
    repository.git('commit', '--quiet', '--message', 'more');
    for (const withChanges of [false, true]) {
      const { scratch, carried, notices, moves } = await carry({}, withChanges);
      expect(carried.map(({ path }) => path)).toEqual([
        'kept/node_modules',
        'node_modules',
        'web/node_modules',
        'kept/deep/node_modules',
        'web/app/node_modules',
      ]);
      expect(moves).toEqual([{ from: join(repository.top, 'stock'), to: at(scratch, 'kept/deep/node_modules') }]);
      writeFileSync(at(scratch, 'kept/deep/node_modules/plum/index.js'), 'changed\n');
      expect(readFileSync(join(repository.top, 'stock/plum/index.js'), 'utf8')).toBe('export {};\n');
      expect(realpathSync(at(scratch, 'web/app/node_modules'))).toBe(at(scratch, 'kept/node_modules'));
      expect(existsSync(at(scratch, 'vendor'))).toBe(false);
      expect(notices).toEqual([
        `vendor was left out: it is a link to ${repository.top}, which holds more than dependencies`,
        'venv was left out: it is a link that leads nowhere',
      ]);
      expect((await readChange({ ...scratch, start: (await readChange(scratch)).tree })).files).toEqual([]);
    }
  });

  it('that are committed do not lead to the user either', async () => {
    mkdirSync(join(repository.top, 'stock'));
    link(join(repository.top, 'stock'), 'vendor');
    repository.git('add', '--force', 'vendor');
    repository.git('commit', '--quiet', '--message', 'a link');
    const { scratch, carried } = await carry({});
    expect(carried).toContainEqual({ path: 'vendor', how: 'copied' });
    expect(lstatSync(at(scratch, 'vendor')).isDirectory()).toBe(true);
  });
});

describe('a virtual environment', () => {
  /** The files of one that hold its place, as `python -m venv`, pip and setuptools write them. */
  function environment(folder: string, root: string): void {
    const packages = 'lib/python3.12/site-packages';
    const files: Record<string, string> = {
      'pyvenv.cfg': `home = /usr/bin\ncommand = /usr/bin/python3 -m venv ${folder}\n`,
      'bin/activate': `VIRTUAL_ENV="${folder}"\nexport VIRTUAL_ENV\n`,
      'bin/pytest': `#!/bin/sh\n'''exec' "${folder}/bin/python3" "$0" "$@"\n' '''\nimport sys\n`,
      [`${packages}/orchard.pth`]: `${root}/src\n`,
      [`${packages}/__editable___orchard_0_1_finder.py`]: `MAPPING = {'orchard': '${root}/src/orchard'}\n`,
      [`${packages}/__pycache__/__editable___orchard_0_1_finder.cpython-312.pyc`]: `\0${root}/src/orchard`,
      [`${packages}/orchard-0.1.dist-info/direct_url.json`]: JSON.stringify({ url: pathToFileURL(root).href }),
      [`${packages}/pear.py`]: `# made in ${root}/src\n`,
    };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  /** Where the files of an environment lead now, all of them that may. */
  function expectLed(scratch: Scratch, folder: string): void {
    const packages = `${folder}/lib/python3.12/site-packages`;
    const own = at(scratch, folder);
    expect(read(scratch, `${folder}/pyvenv.cfg`)).toBe(`home = /usr/bin\ncommand = /usr/bin/python3 -m venv ${own}\n`);
    expect(read(scratch, `${folder}/bin/activate`)).toBe(`VIRTUAL_ENV="${own}"\nexport VIRTUAL_ENV\n`);
    expect(read(scratch, `${folder}/bin/pytest`)).toContain(`'''exec' "${own}/bin/python3" "$0"`);
    expect(read(scratch, `${packages}/orchard.pth`)).toBe(`${scratch.tree}/src\n`);
    expect(read(scratch, `${packages}/__editable___orchard_0_1_finder.py`)).toContain(`'${scratch.tree}/src/orchard'`);
    expect(existsSync(at(scratch, `${packages}/__pycache__/__editable___orchard_0_1_finder.cpython-312.pyc`))).toBe(
      false,
    );
    const { url } = JSON.parse(read(scratch, `${packages}/orchard-0.1.dist-info/direct_url.json`)) as { url: string };
    expect(url).toBe(pathToFileURL(scratch.tree).href);
    // A source of somebody is not touched.
    expect(read(scratch, `${packages}/pear.py`)).toBe(`# made in ${repository.root}/src\n`);
  }

  it('does not lead back to the user', async () => {
    environment(join(repository.root, '.venv'), repository.root);
    const { scratch } = await carry({});
    expectLed(scratch, '.venv');
  });

  it('that was made under another name of the repository does not, either', async () => {
    symlinkSync(repository.top, `${repository.top}-short`, 'junction');
    try {
      const root = join(`${repository.top}-short`, 'orchard');
      environment(join(root, '.venv'), root);
      writeFileSync(join(root, '.venv/lib/python3.12/site-packages/pear.py'), `# made in ${repository.root}/src\n`);
      const { scratch } = await carry({});
      expectLed(scratch, '.venv');
    } finally {
      rmSync(`${repository.top}-short`);
    }
  });

  it('that is kept elsewhere is copied from there, and knows its new place', async () => {
    environment(join(repository.top, 'environments/orchard'), repository.root);
    symlinkSync(join(repository.top, 'environments/orchard'), join(repository.root, '.venv'), 'junction');
    const { scratch, moves } = await carry({});
    expectLed(scratch, '.venv');
    expect(moves).toEqual([{ from: join(repository.top, 'environments/orchard'), to: at(scratch, '.venv') }]);
  });

  it('is left out where its scripts could not be led elsewhere', async () => {
    const odd = new TestRepository({ '.gitignore': '.venv\n' }, { name: "it's" });
    repository.remove();
    repository = odd;
    environment(join(odd.root, '.venv'), odd.root);
    expect(await carry({})).toMatchObject({
      carried: [],
      notices: [expect.stringContaining('create one with loop.setup')],
    });
  });
});
