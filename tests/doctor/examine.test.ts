import { afterAll, describe, expect, it } from 'vitest';
import type { Examination, ExaminationFinding } from '../../src/doctor/examination.ts';
import { examine } from '../../src/doctor/examine.ts';
import { AppError } from '../../src/shared/errors.ts';
import { clearWards, makeWard } from './patients.ts';

afterAll(clearWards);

const examination = (name: string, look: () => Promise<ExaminationFinding[]>): Examination => ({
  name,
  title: name,
  examine: look,
});
const well: ExaminationFinding = { state: 'ok', says: 'Well.' };

describe('examine', () => {
  it('tells one that fails as a problem, with its hint, and goes on', async () => {
    const patient = await (await makeWard()).meet();
    const broken = examination('broken', () =>
      Promise.reject(new AppError('broken-file', 'The boat leaks.', { hint: 'Caulk it.' })),
    );
    const report = await examine(patient, [broken, examination('good', async () => [well])], { fix: false });
    expect(report).toMatchObject({ problems: 1, notes: 0, repaired: [], root: patient.root });
    expect(report.examinations.map(({ findings }) => findings)).toEqual([
      [{ state: 'problem', says: 'The boat leaks.', fix: 'Caulk it.', isRepairable: false }],
      [{ state: 'ok', says: 'Well.', isRepairable: false }],
    ]);
  });

  it('does not wait for one that hangs', async () => {
    const patient = await (await makeWard()).meet();
    const hanging = examination('hanging', () => new Promise(() => {}));
    const report = await examine(patient, [hanging], { fix: false, limitMs: 50 });
    expect(report.examinations[0]?.findings).toEqual([
      { state: 'note', says: expect.stringContaining('was stopped'), isRepairable: false },
    ]);
  });

  it('lets those that measure run alone, and tells all in their order', async () => {
    const patient = await (await makeWard()).meet();
    const log: string[] = [];
    const slow = examination('slow', async () => {
      await new Promise((done) => setTimeout(done, 30));
      log.push('slow');
      return [well];
    });
    const measure = async () => {
      log.push('measuring');
      return [well];
    };
    const measuring = { ...examination('measuring', measure), isAlone: true as const };
    const steps: string[] = [];
    const onProgress = (done: number, total: number) => steps.push(`${done}/${total}`);
    const report = await examine(patient, [measuring, slow], { fix: false, onProgress });
    expect(steps).toEqual(['1/2', '2/2']);
    expect(log).toEqual(['slow', 'measuring']);
    expect(report.examinations.map(({ name }) => name)).toEqual(['measuring', 'slow']);
  });

  it('repairs only when it is told to, looks again, and says what it could not do', async () => {
    const patient = await (await makeWard()).meet();
    let isBroken = true;
    const caulk = async () => {
      isBroken = false;
    };
    const repair = { does: 'caulk the boat', run: caulk };
    const boat = examination('boat', async () => [isBroken ? { state: 'problem', says: 'It leaks.', repair } : well]);
    const sunk = { does: 'raise the wreck', run: () => Promise.reject(new Error('too deep')) };
    const wreck = examination('wreck', async () => [{ state: 'note', says: 'It lies there.', repair: sunk }]);
    expect(await examine(patient, [boat], { fix: false })).toMatchObject({ problems: 1, repaired: [] });
    const report = await examine(patient, [boat, wreck], { fix: true });
    expect(report).toMatchObject({ problems: 1, notes: 1, repaired: ['caulk the boat'] });
    expect(report.examinations.flatMap(({ findings }) => findings.map(({ says }) => says))).toEqual([
      'Well.',
      'It lies there.',
      'Could not raise the wreck: too deep.',
    ]);
  });
});
