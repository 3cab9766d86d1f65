import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { attemptOf, type HealEvent, type HealOptions, type HealRecord, healCall } from '../../src/heal/auto-heal.ts';
import { commandRemedy, type Remedy } from '../../src/heal/remedy.ts';

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-heal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A world whose network is down until somebody connects. */
function makeWorld(more: Partial<HealOptions> = {}) {
  const world = { isUp: false, calls: 0, connects: 0, events: [] as HealEvent[], records: [] as HealRecord[] };
  const vpn: Remedy = {
    name: 'vpn',
    heals: ['network'],
    run() {
      world.connects += 1;
      world.isUp = true;
    },
  };
  const options: HealOptions = {
    tool: 'get_pods',
    remedies: [vpn],
    backoffMs: 1,
    dataDir: join(folder, String(count++)),
    onEvent: (event) => world.events.push(event),
    record: (record) => void world.records.push(record),
    ...more,
  };
  const call = async () => {
    world.calls += 1;
    if (!world.isUp) throw new Error('dial tcp 10.0.0.1:443: No route to host');
    return 'two pods';
  };
  return { world, vpn, options, run: () => healCall(attemptOf(call), options) };
}

describe('healCall', () => {
  it('heals, tries again, and then says that it worked', async () => {
    const { world, run } = makeWorld();
    expect(await run()).toBe('two pods');
    expect([world.calls, world.connects]).toEqual([2, 1]);
    expect(world.records).toMatchObject([
      { tool: 'get_pods', error: 'dial tcp 10.0.0.1:443: No route to host', fixAttempted: 'vpn', success: true },
    ]);
    expect(world.events.map(({ type }) => type)).toEqual(['failed', 'treating', 'treated', 'retrying', 'healed']);
  });

  it('does nothing to a call that works', async () => {
    const { world, run } = makeWorld();
    world.isUp = true;
    expect(await run()).toBe('two pods');
    expect([world.calls, world.connects, world.records, world.events]).toEqual([1, 0, [], []]);
  });

  it('never says that it worked before the call did', async () => {
    const error = new Error('No route to host');
    const { world, options } = makeWorld({ retries: 3 });
    const failing = attemptOf(async () => {
      world.calls += 1;
      throw error;
    });
    await expect(healCall(failing, options)).rejects.toBe(error);
    expect([world.calls, world.connects]).toEqual([4, 1]);
    expect(world.records).toMatchObject([{ fixAttempted: 'vpn', success: false }]);
  });

  it('leaves alone what no remedy is enabled for', async () => {
    const { world, options } = makeWorld();
    const error = new Error('HTTP 401: Bad credentials');
    await expect(
      healCall(
        attemptOf(() => Promise.reject(error)),
        options,
      ),
    ).rejects.toBe(error);
    expect(world.connects).toBe(0);
    expect(world.records).toMatchObject([{ fixAttempted: 'none: no remedy for auth is enabled', success: false }]);
    const other = new TypeError('x is not a function');
    await expect(
      healCall(
        attemptOf(() => Promise.reject(other)),
        options,
      ),
    ).rejects.toBe(other);
    expect(world.records[1]).toMatchObject({ error: 'TypeError: x is not a function', success: false });
  });

  it('gives the first result back where the remedy fails, and does not run it again at once', async () => {
    const broken: Remedy = { name: 'vpn', heals: ['network'], run: () => Promise.reject(new Error('no profile')) };
    const { world, options, run } = makeWorld({ remedies: [broken] });
    await expect(run()).rejects.toThrow('No route to host');
    expect(world.records).toMatchObject([{ fixAttempted: 'vpn', success: false }]);
    await expect(run()).rejects.toThrow('No route to host');
    expect(world.records[1]?.fixAttempted).toBe('none: vpn, it was run less than 60 s ago');
    expect(world.calls).toBe(2);
    expect(options.remedies).toHaveLength(1);
  });

  it('does not wait for a remedy for ever', async () => {
    const endless: Remedy = { name: 'vpn', heals: ['network'], timeoutMs: 20, run: () => new Promise(() => {}) };
    const { world, run } = makeWorld({ remedies: [endless] });
    await expect(run()).rejects.toThrow('No route to host');
    expect(world.events.find(({ type }) => type === 'treated')).toMatchObject({ treatment: { how: 'failed' } });
  });

  it('runs one remedy for many calls that fail at once', async () => {
    const { world, vpn, options } = makeWorld();
    vpn.run = async () => {
      await new Promise((done) => setTimeout(done, 50));
      world.connects += 1;
      world.isUp = true;
    };
    const call = attemptOf(async () => {
      if (!world.isUp) throw new Error('connect ECONNREFUSED 10.0.0.1:443');
      return 'ok';
    });
    const results = await Promise.all(Array.from({ length: 8 }, () => healCall(call, options)));
    expect(results).toEqual(Array(8).fill('ok'));
    expect(world.connects).toBe(1);
  });

  it('logs in where the login is refused once the network is back, and notes each step by its name', async () => {
    const world = { isUp: false, logins: [] as string[] };
    const vpn: Remedy = {
      name: 'vpn',
      heals: ['network'],
      run() {
        world.isUp = true;
      },
    };
    const login: Remedy = {
      name: 'login',
      heals: ['auth'],
      parameters: { cluster: { from: ['cluster'] } },
      run: ({ parameters: { cluster = '' } }) => void world.logins.push(cluster),
    };
    const { world: seen, options } = makeWorld({ remedies: [login, vpn], arguments: { cluster: 'stage' } });
    const pods = (cluster: string) =>
      attemptOf(async () => {
        if (!world.isUp) throw new Error('No route to host');
        if (!world.logins.includes(cluster)) throw new Error('401 Unauthorized');
        return `pods of ${cluster}`;
      });
    expect(await healCall(pods('stage'), options)).toBe('pods of stage');
    expect(seen.records).toMatchObject([
      { error: 'No route to host', fixAttempted: 'vpn', success: true },
      { error: '401 Unauthorized', fixAttempted: 'login(stage)', success: true },
    ]);
    // Another cluster is another target: its login does not cool down with this one.
    expect(await healCall(pods('prod'), { ...options, arguments: { cluster: 'prod' } })).toBe('pods of prod');
    world.logins = [];
    await expect(healCall(pods('prod'), { ...options, arguments: { cluster: 'prod' } })).rejects.toThrow('401');
    expect(seen.records.at(-1)).toMatchObject({
      fixAttempted: 'none: login(prod), it was run less than 60 s ago',
      success: false,
    });
    await expect(healCall(pods('prod'), { ...options, arguments: {} })).rejects.toThrow('401');
    expect(seen.records.at(-1)).toMatchObject({ fixAttempted: 'none: login, the call does not say which cluster' });
  });

  it('runs no remedy twice for one call, and gives back how it failed last', async () => {
    const errors = ['No route to host', '401 Unauthorized', 'No route to host', 'manifest unknown'];
    const { world, vpn, options } = makeWorld({ retries: 2 });
    const login: Remedy = { name: 'login', heals: ['auth'], run() {} };
    const call = attemptOf(() => Promise.reject(new Error(errors.shift())));
    await expect(healCall(call, { ...options, remedies: [vpn, login] })).rejects.toThrow('manifest unknown');
    expect(world.connects).toBe(1);
    expect(world.events.at(-1)).toMatchObject({ type: 'given-up', failure: { text: 'manifest unknown' } });
    expect(world.records.map(({ fixAttempted, success }) => [fixAttempted, success])).toEqual([
      ['vpn', true],
      ['login', false],
    ]);
  });

  it('takes a value for a failure where it is told how to see one', async () => {
    const { world, options } = makeWorld();
    const tool = async () => (world.isUp ? 'two pods' : 'Error: No route to host');
    const isFailure = (value: string) => (value.startsWith('Error') ? value : undefined);
    expect(await healCall(attemptOf(tool, isFailure), options)).toBe('two pods');
    const stays = makeWorld({ remedies: [] });
    expect(
      await healCall(
        attemptOf(async () => 'Error: No route to host', isFailure),
        stays.options,
      ),
    ).toBe('Error: No route to host');
  });

  it('sees what lies behind an error', async () => {
    const { world, options } = makeWorld();
    const fetchFailed = new TypeError('fetch failed', {
      cause: Object.assign(new Error(''), { code: 'ECONNREFUSED' }),
    });
    const call = attemptOf(async () => {
      if (!world.isUp) throw fetchFailed;
      return 1;
    });
    expect(await healCall(call, options)).toBe(1);
  });
});

describe('commandRemedy', () => {
  const node = (code: string) => [process.execPath, '-e', code];

  it('runs words as they are', async () => {
    const { world, options } = makeWorld({
      remedies: [commandRemedy('login', node('process.exit(0)'), { heals: ['network'] })],
    });
    const call = attemptOf(async () => {
      if (world.calls++ === 0) throw new Error('Connection refused');
      return 'ok';
    });
    expect(await healCall(call, options)).toBe('ok');
  });

  it('says how it failed', async () => {
    const { world, run } = makeWorld({
      remedies: [commandRemedy('login', node('process.exit(3)'), { heals: ['network'] })],
    });
    await expect(run()).rejects.toThrow('No route to host');
    expect(world.events.at(-1)).toMatchObject({ type: 'given-up', reason: 'login: it ended with 3' });
  });

  it('is stopped when its time is up', async () => {
    const slow = commandRemedy('login', node('setTimeout(() => {}, 60000)'), { heals: ['network'], timeoutMs: 300 });
    const { world, run } = makeWorld({ remedies: [slow] });
    await expect(run()).rejects.toThrow('No route to host');
    expect(world.events.at(-1)).toMatchObject({ type: 'given-up', reason: 'login: it took longer than 0 s' });
  });
});
