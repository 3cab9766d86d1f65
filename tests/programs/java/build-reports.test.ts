import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readBuildReports } from '../../../src/programs/java/build-reports.ts';
import { makeHome } from '../../support/home.ts';
import { readOutput } from '../test-reports/read-output.ts';

async function folder(files: Record<string, string>): Promise<string> {
  const home = await makeHome();
  onTestFinished(home.remove);
  for (const [name, text] of Object.entries(files)) await home.addFile(name, text);
  return home.path;
}

const passed = '<testsuite name="Pier"><testcase classname="Pier" name="a"/></testsuite>';

describe('readBuildReports', () => {
  it('adds up what Maven wrote for a project and for modules in it, and finds the sources', async () => {
    const cwd = await folder({
      'target/surefire-reports/TEST-com.example.lantern.LampTest.xml': readOutput('surefire-3.2.xml'),
      'modules/quay/target/failsafe-reports/TEST-quay.xml': readOutput('surefire-3.2-setup.xml'),
      'modules/quay/target/surefire-reports/notes.xml': passed,
      'src/test/java/com/example/lantern/LampTest.java': '',
      'modules/quay/src/test/java/com/example/lantern/WharfTest.java': '',
    });
    const parsed = await readBuildReports(cwd, Date.now() - 60_000);
    expect(parsed).toMatchObject({ passed: 3, failed: 8, skipped: 1, errors: [] });
    expect(parsed?.failures.map(({ id, file, line }) => [id, file, line])).toEqual(
      expect.arrayContaining([
        ['com.example.lantern.LampTest > oil', 'src/test/java/com/example/lantern/LampTest.java', 10],
        ['com.example.lantern.LampTest > doubles(int, int)[2]', 'src/test/java/com/example/lantern/LampTest.java', 14],
        ['com.example.lantern.LampTest$AtNight > deep', 'src/test/java/com/example/lantern/LampTest.java', 16],
        ['com.example.lantern.WharfTest', 'modules/quay/src/test/java/com/example/lantern/WharfTest.java', 3],
      ]),
    );
  });

  it('reads what Gradle wrote', async () => {
    const cwd = await folder({
      'build/test-results/test/TEST-harbour.LampTest.xml': readOutput('gradle-4.4.xml'),
      'src/test/java/harbour/LampTest.java': '',
    });
    const parsed = await readBuildReports(cwd, Date.now() - 60_000);
    expect(parsed).toMatchObject({ passed: 1, failed: 2, skipped: 1, errors: [] });
    const file = 'src/test/java/harbour/LampTest.java';
    expect(parsed?.failures).toMatchObject([
      {
        id: 'harbour.LampTest > hasOil',
        file,
        line: 10,
        message: expect.stringContaining('oil <left> & right expected:<1>'),
      },
      { id: 'harbour.LampTest > hasWick', file, line: 14, message: expect.stringContaining('no wick') },
    ]);
  });

  it('leaves out what was there before the run, unless Gradle says that it still holds', async () => {
    const name = 'lamp/build/test-results/test/TEST-Pier.xml';
    const cwd = await folder({ [name]: passed });
    const old = new Date(Date.now() - 3_600_000);
    await utimes(join(cwd, name), old, old);
    expect(await readBuildReports(cwd, Date.now())).toBeUndefined();
    expect(await readBuildReports(cwd, Date.now(), '> Task :lamp:compileJava UP-TO-DATE\n')).toBeUndefined();
    expect(await readBuildReports(cwd, Date.now(), ':lamp:testClasses UP-TO-DATE\n')).toBeUndefined();
    for (const said of [
      '> Task :lamp:test UP-TO-DATE',
      ':lamp:test UP-TO-DATE\r',
      '> Task :lamp:integrationTest FROM-CACHE',
    ])
      expect(await readBuildReports(cwd, Date.now(), `${said}\n`)).toMatchObject({ passed: 1 });
  });
});
