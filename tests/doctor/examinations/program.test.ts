import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { examineNode, program } from '../../../src/doctor/examinations/program.ts';
import { version } from '../../../src/shared/package.ts';
import { clearWards, complaints, makeWard } from '../patients.ts';

afterAll(clearWards);

describe('the program', () => {
  it('is whole where it is installed', async () => {
    const findings = await (await makeWard()).examine(program);
    expect(complaints(findings)).toEqual([]);
    expect(findings.map(({ says }) => says).join('\n')).toMatch(
      /hardwon .* on Node [\d.]+\.\nSQLite 3[\d.]+\.\ngit version/,
    );
  });

  it.each([
    ['20.12.0', 'ok'],
    ['22.0.0', 'ok'],
    ['20.11.1', 'problem'],
    ['18.20.0', 'problem'],
  ])('says of Node %s that it is %s', (running, state) => {
    expect(examineNode(running).state).toBe(state);
  });

  it('misses its own files, and itself on the PATH', async () => {
    const ward = await makeWard();
    const patient = await ward.meet({ PATH: '' });
    const gone = { ...patient, program: { ...patient.program, hook: join(ward.home, 'gone/hook.js') } };
    expect(complaints(await program.examine(gone))).toEqual([
      { state: 'problem', says: expect.stringContaining('gone/hook.js is missing') },
      { state: 'note', says: expect.stringContaining('hardwon is not on the PATH') },
    ]);
  });

  it('sees another version on the PATH', async () => {
    const ward = await makeWard();
    await ward.write('old/package.json', JSON.stringify({ name: 'hardwon', version: '0.0.1' }));
    const path = await ward.write('old/dist/hardwon', '');
    await chmod(path, 0o755);
    const findings = await ward.examine(program, { PATH: join(ward.home, 'old/dist') });
    expect(complaints(findings)).toContainEqual({
      state: 'note',
      says: expect.stringContaining(`is version 0.0.1, and this is ${version}`),
    });
  });
});
