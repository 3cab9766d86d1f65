import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, makeBuiltStage, type Stage } from './stage.ts';

afterAll(clearStages);

/** A program that needs a login, which is a file; and one that logs in. */
const NEEDS_LOGIN = `
const { existsSync } = require('node:fs');
process.stdin.on('data', (text) => process.stdout.write('got ' + text)).on('end', () => {
  if (existsSync('login')) console.log('two pods');
  else { console.error('error: HTTP 401: Bad credentials'); process.exitCode = 7; }
});
`;
const LOGIN = "require('node:fs').writeFileSync('login', 'x'); console.log('logged in');";

async function makeHealingStage(config: object, where: 'user' | 'project' = 'user'): Promise<Stage> {
  const stage = await makeBuiltStage();
  await stage.write('pods.cjs', NEEDS_LOGIN);
  await stage.write('login.cjs', LOGIN);
  if (where === 'project') await stage.write('hardwon.config.json', JSON.stringify(config));
  else await configure(stage, config);
  return stage;
}

async function configure(stage: Stage, config: object): Promise<void> {
  await stage.write('../.config/hardwon/hardwon.config.json', JSON.stringify(config));
}

const settings = {
  remedies: { login: { run: [process.execPath, 'login.cjs'], heals: ['auth'], cooldown: 0 } },
  heal: { pods: { preset: 'k8s', with: ['login'], backoff: 0 } },
};
const words = (more: string[] = []) => ['heal', '--tool', 'pods', ...more, '--', process.execPath, 'pods.cjs'];

describe('hardwon heal', () => {
  it('runs the remedy and the command again, with the same input', async () => {
    const stage = await makeHealingStage(settings);
    const { code, stdout, stderr } = await stage.run(words(), { stdin: 'input\n' });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'got input\ngot input\ntwo pods\n' });
    expect(stderr).toBe(`error: HTTP 401: Bad credentials
hardwon: pods failed (auth: error: HTTP 401: Bad credentials); running the remedy login
logged in
hardwon: trying pods again
hardwon: pods worked after login
`);
    expect(await stage.read('.memory/learned/tool_failures.yaml')).toContain(
      'fix_attempted: login\n    success: true\n',
    );
  });

  it('passes output and exit code on untouched where nobody opted in', async () => {
    const stage = await makeHealingStage({});
    const { code, stdout, stderr } = await stage.run(words(), { stdin: '' });
    expect({ code, stdout }).toEqual({ code: 7, stdout: '' });
    expect(stderr).toBe(`error: HTTP 401: Bad credentials
hardwon: not healed: no remedy for auth is enabled
hardwon: once you have found what helps, save it: hardwon learn-fix --tool pods --error-pattern TEXT --root-cause TEXT --fix TEXT
`);
    expect(await stage.read('.memory/learned/tool_failures.yaml')).toContain('no remedy for auth is enabled');
    const quiet = await stage.run(words(['--quiet']), { stdin: '' });
    expect([quiet.code, quiet.stderr]).toEqual([7, 'error: HTTP 401: Bad credentials\n']);
  });

  it('shows what is known about a failure that it does not heal', async () => {
    const stage = await makeHealingStage({});
    const saved = [
      '--tool',
      'pods',
      '--error-pattern',
      'Bad credentials',
      '--root-cause',
      'the key is of last year',
      '--fix',
      'ask Ada',
    ];
    expect((await stage.run(['learn-fix', ...saved])).code).toBe(0);
    const { code, stderr } = await stage.run(words(), { stdin: '' });
    expect(code).toBe(7);
    expect(stderr).toContain(
      '\nhardwon: known issue L-001, which nobody has confirmed. Root cause: the key is of last year. Fix: ask Ada\n',
    );
  });

  it('tells what it did as JSON on stderr', async () => {
    const stage = await makeHealingStage(settings);
    const { stderr } = await stage.run(words(['--json']), { stdin: '' });
    expect(JSON.parse(stderr.split('\n').at(-2) ?? '')).toEqual({
      schema: 1,
      tool: 'pods',
      exitCode: 0,
      failed: true,
      diagnosis: { ailment: 'auth', rule: 'auth.status', line: 'error: HTTP 401: Bad credentials' },
      remedy: 'login',
      treatment: 'ran',
      retries: 1,
      healed: true,
      problems: [],
    });
  });

  it('runs no remedy of a project that the user does not trust', async () => {
    const stage = await makeHealingStage(settings, 'project');
    const { code, stderr } = await stage.run(words(), { stdin: '' });
    expect(code).not.toBe(0);
    expect(stderr).toContain('ignored remedies and heal, because you do not trust this project');
    expect(await stage.read('login')).toBeUndefined();
    await configure(stage, { trust: [stage.project] });
    expect((await stage.run(words(), { stdin: '' })).code).toBe(0);
  });

  it('connects, and logs into the cluster that the command names, on a service that wants a login for each', async () => {
    const world = { isUp: false, logins: new Set<string>() };
    const server = createServer(({ url = '' }, response) => {
      const [, deed, cluster = ''] = url.split('/');
      if (deed === 'connect') world.isUp = true;
      if (deed === 'login') world.logins.add(cluster);
      const status = deed === 'pods' && !world.logins.has(cluster) ? 401 : 200;
      response.writeHead(status).end(`${deed} ${cluster}`);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    try {
      const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const ask = (path: string) => `fetch('${address}/${path}/' + process.argv.at(-1)).then(() => undefined)`;
      const stage = await makeBuiltStage();
      await stage.write(
        'pods.cjs',
        `const { existsSync } = require('node:fs');
if (!existsSync('connected')) { console.error('dial tcp: No route to host'); process.exit(3); }
fetch('${address}/pods/' + process.argv.at(-1)).then(async (answer) => {
  if (answer.ok) return console.log(await answer.text());
  console.error('error: HTTP ' + answer.status);
  process.exitCode = 7;
});`,
      );
      const connect = `require('node:fs').writeFileSync('connected', ''); fetch('${address}/connect')`;
      await configure(stage, {
        remedies: {
          vpn: { run: [process.execPath, '-e', connect], heals: ['network'] },
          login: {
            run: [process.execPath, '-e', ask('login'), '{cluster}'],
            heals: ['auth'],
            parameters: { cluster: { map: { prod: 'prod-eu' }, default: 'stage' } },
          },
        },
        heal: { pods: { preset: 'k8s', with: ['vpn', 'login'], backoff: 0 } },
      });
      const pods = (cluster: string) =>
        stage.run(['heal', '--tool', 'pods', '--', process.execPath, 'pods.cjs', '--context', cluster]);
      const first = await pods('stage');
      expect(first).toMatchObject({ code: 0, stdout: 'pods stage\n' });
      expect(first.stderr).toContain('running the remedy vpn');
      expect(first.stderr).toContain('pods worked after login(stage)');
      expect(await pods('test')).toMatchObject({ code: 0, stdout: 'pods test\n' });
      // What the user mapped is what the login is for.
      expect((await pods('prod')).stderr).toContain('running the remedy login(prod-eu)');
      expect([...world.logins]).toEqual(['stage', 'test', 'prod-eu']);
      expect((await pods('$(touch x)')).stderr).toContain("login: the call's cluster is not a valid name");
      expect(await stage.read('.memory/learned/tool_failures.yaml')).toMatch(
        /No route to host"?\n\s+fix_attempted: vpn\n\s+success: true[\s\S]*401"?\n\s+fix_attempted: login\(stage\)\n\s+success: true/,
      );
    } finally {
      server.close();
    }
  });

  it('takes numbers in the output of a failing test for what they are', async () => {
    const stage = await makeHealingStage(settings);
    await stage.write('pods.cjs', "console.error('403 passed, 1 failed'); process.exit(1);");
    const { code } = await stage.run(words(), { stdin: '' });
    expect(code).toBe(1);
    expect(await stage.read('login')).toBeUndefined();
  });

  it('ends as the command does that does not exist', async () => {
    const stage = await makeBuiltStage();
    const { code, stderr } = await stage.run(['heal', '--', 'no-such-program-here']);
    expect(code).toBe(127);
    expect(stderr).toContain('There is no program no-such-program-here.\n');
    expect((await stage.run(['heal'])).code).toBe(2);
  });

  it('leaves a log alone that it cannot read, and says so', async () => {
    const stage = await makeHealingStage({});
    const log = await stage.write('.memory/learned/tool_failures.yaml', 'failures: [\n');
    const { code, stderr } = await stage.run(words(), { stdin: '' });
    expect(code).toBe(7);
    expect(stderr).toContain('tool_failures.yaml');
    expect(await readFile(log, 'utf8')).toBe('failures: [\n');
    await writeFile(join(stage.project, 'x'), '');
  });
});
