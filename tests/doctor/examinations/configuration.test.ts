import { chmod } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { configuration } from '../../../src/doctor/examinations/configuration.ts';
import { remedies } from '../../../src/doctor/examinations/remedies.ts';
import { clearWards, complaints, makeWard } from '../patients.ts';

afterAll(clearWards);

describe('the configuration', () => {
  it('is told with its files, and none is fine', async () => {
    const ward = await makeWard();
    expect(await ward.examine(configuration)).toEqual([
      { state: 'ok', says: expect.stringContaining('none is needed') },
    ]);
    const file = await ward.write('harbour/hardwon.config.json', '{"budget": 900}');
    expect(await ward.examine(configuration)).toEqual([{ state: 'ok', says: `${file} is valid.` }]);
  });

  it('is a problem with its key where it is broken', async () => {
    const ward = await makeWard();
    await ward.write('.config/hardwon/hardwon.config.json', '{"buget": 900}');
    expect(await ward.examine(configuration)).toEqual([
      {
        state: 'problem',
        says: expect.stringContaining('unknown key buget (did you mean "budget"?)'),
        fix: expect.stringContaining('Correct it in the file'),
      },
    ]);
  });

  it('says what does not count, and what silences hooks', async () => {
    const ward = await makeWard();
    await ward.write('.config/hardwon/hardwon.config.json', '{"live": {"mode": "off"}}');
    await ward.write('harbour/hardwon.config.json', '{"remedies": {"vpn": {"run": ["vpn"], "heals": ["network"]}}}');
    const found = complaints(await ward.examine(configuration, { HARDWON_LIVE: 'off' }));
    expect(found.map(({ says }) => says)).toEqual([
      expect.stringContaining('ignored remedies, because you do not trust this project'),
      expect.stringContaining('live.mode is off'),
      expect.stringContaining('HARDWON_LIVE is off'),
    ]);
  });
});

it('is complained of once: settings that do not count are no fault of an adapter', async () => {
  const ward = await makeWard();
  await ward.write('harbour/hardwon.config.json', '{"adapters": ["./x.mjs"], "agentDirs": {"codex": "./x"}}');
  expect((await ward.meet()).problems).toEqual([]);
});

describe('remedies', () => {
  it('are a problem where their program or they themselves are missing', async () => {
    const ward = await makeWard();
    const config = {
      remedies: {
        vpn: { run: ['vpn-tool', 'up'], heals: ['network'] },
        login: { run: 'aws sso login', heals: ['auth'] },
      },
      heal: { kubectl: { with: ['vpm'] } },
    };
    await ward.write('.config/hardwon/hardwon.config.json', JSON.stringify(config));
    expect(complaints(await ward.examine(remedies))).toEqual([
      { state: 'problem', says: expect.stringContaining('vpn starts vpn-tool, but there is no such program') },
      { state: 'problem', says: expect.stringContaining('heals kubectl with vpm, but there is no such remedy') },
    ]);
    await chmod(await ward.write('bin/vpn-tool', '#!/bin/sh\n'), 0o755);
    await ward.write(
      '.config/hardwon/hardwon.config.json',
      JSON.stringify({ ...config, heal: { kubectl: { with: ['vpn'] } } }),
    );
    expect(complaints(await ward.examine(remedies))).toEqual([]);
  });
});
