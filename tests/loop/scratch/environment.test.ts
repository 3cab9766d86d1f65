import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mapEnvironment } from '../../../src/loop/scratch/environment.ts';
import { mapPaths } from '../../../src/loop/scratch/path-map.ts';

let top: string;
let root: string;
let tree: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), 'hardwon-environment-')));
  root = join(top, 'orchard');
  tree = join(top, 'tree');
  mkdirSync(join(tree, '.venv', 'bin'), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true }));

const mapped = (env: NodeJS.ProcessEnv) => mapEnvironment(env, mapPaths([{ from: root, to: tree }]), join(tree, 'api'));

describe('the environment of a scratch checkout', () => {
  it('looks for programs in the scratch checkout, and not in the user’s', () => {
    const folders = [join(root, '.venv', 'bin'), join(root, 'node_modules', '.bin'), join(top, 'bin'), `${root}-2`];
    const env = mapped({ PATH: folders.join(delimiter), Path: join(root, 'bin') });
    expect(env).toEqual({
      PATH: [join(tree, '.venv', 'bin'), join(top, 'bin'), `${root}-2`].join(delimiter),
      Path: '',
    });
  });

  it('leads every other variable there, whether the place exists or not', () => {
    const env = mapped({
      VIRTUAL_ENV: join(root, '.venv'),
      PYTHONPATH: [join(root, 'src'), join(top, 'lib')].join(delimiter),
      NODE_OPTIONS: `--require "${root}/hook.cjs"`,
      DATABASE_URL: `sqlite:///${root}/dev.db`,
      HOME: top,
      PWD: root,
    });
    expect(env).toEqual({
      VIRTUAL_ENV: join(tree, '.venv'),
      PYTHONPATH: [join(tree, 'src'), join(top, 'lib')].join(delimiter),
      NODE_OPTIONS: `--require "${tree}/hook.cjs"`,
      DATABASE_URL: `sqlite:///${tree}/dev.db`,
      HOME: top,
      PWD: join(tree, 'api'),
    });
  });

  it('names no folder for programs that was not carried, but one that lies elsewhere', () => {
    expect(mapped({ VIRTUAL_ENV: join(root, 'env'), TMPDIR: join(root, 'tmp') })).toEqual({});
    expect(mapped({ VIRTUAL_ENV: join(top, 'gone') })).toEqual({ VIRTUAL_ENV: join(top, 'gone') });
  });

  it('does not inherit what npm tells its scripts, nor what points git elsewhere; settings stay', () => {
    const env = mapped({
      npm_lifecycle_event: 'test',
      npm_package_json: join(root, 'package.json'),
      npm_execpath: '/npm',
      npm_config_local_prefix: root,
      npm_config_registry: 'https://orchard.example/',
      npm_config_cache: join(root, '.npm'),
      INIT_CWD: root,
      OLDPWD: root,
      GIT_DIR: join(root, '.git'),
      GIT_INDEX_FILE: 'index',
      GIT_AUTHOR_NAME: 'Ada',
      GIT_CONFIG_GLOBAL: join(top, '.gitconfig'),
    });
    expect(env).toEqual({
      npm_config_registry: 'https://orchard.example/',
      npm_config_cache: join(tree, '.npm'),
      GIT_AUTHOR_NAME: 'Ada',
      GIT_CONFIG_GLOBAL: join(top, '.gitconfig'),
    });
  });
});
