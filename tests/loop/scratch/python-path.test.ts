import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mapPaths } from '../../../src/loop/scratch/path-map.ts';
import { leadPython } from '../../../src/loop/scratch/python-path.ts';

let top: string;
let packages: string;
let told: string[];
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-python-')));
  packages = join(top, 'environments/orchard/lib/python3.12/site-packages');
  mkdirSync(packages, { recursive: true });
  told = [];
});
afterEach(() => rmSync(top, { recursive: true }));

const at = (path: string) => join(top, path);
const lead = (env: NodeJS.ProcessEnv) =>
  leadPython(env, mapPaths([{ from: at('orchard'), to: at('tree') }]), (notice) => told.push(notice));

describe('leadPython', () => {
  it('puts the folders of packages that are installed in place first', async () => {
    writeFileSync(join(packages, 'orchard.pth'), `import _virtualenv\n${at('orchard/src')}\n${at('barn')}\n`);
    writeFileSync(
      join(packages, '__editable___pears_finder.py'),
      `MAPPING = {'pears': '${at('orchard/libs/pears')}'}\n`,
    );
    writeFileSync(join(packages, 'plums.py'), `'${at('orchard/plums')}'\n`);
    const env = { CONDA_PREFIX: at('environments/orchard'), PYTHONPATH: at('lib') };
    const led = await lead(env);
    const folders = led.PYTHONPATH?.split(delimiter) ?? [];
    expect(folders.slice(0, 2).sort()).toEqual([at('tree/libs'), at('tree/src')]);
    expect(folders.slice(2)).toEqual([at('lib')]);
    expect(told).toEqual([
      expect.stringContaining(`${at('environments/orchard')} has the project installed in editable mode`),
    ]);
  });

  it('changes nothing where there is no such environment, or none that knows the project', async () => {
    for (const env of [{ PATH: '/bin' }, { VIRTUAL_ENV: at('gone') }, { VIRTUAL_ENV: at('environments/orchard') }])
      expect(await lead(env)).toBe(env);
    expect(told).toEqual([]);
  });
});
