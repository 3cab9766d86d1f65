import { mkdir, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { TestRun } from '../../src/loop/test-run.ts';
import { detectTests } from '../../src/loop/tests/detect-tests.ts';
import { runTests } from '../../src/loop/tests/run-tests.ts';
import type { TestFramework } from '../../src/programs/test-runner.ts';
import { makeHome } from '../support/home.ts';
import { findGo, findGradle, JUNIT } from './support/install-build-tools.ts';

/** A project of these files, whose tests are run as they are detected. */
async function makeProject(framework: TestFramework, files: Record<string, string>, bin: string | undefined) {
  const home = await makeHome();
  onTestFinished(home.remove);
  const root = join(home.path, 'lantern');
  const write = async (more: Record<string, string>) => {
    for (const [name, text] of Object.entries(more)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }
  };
  await write(files);
  // Nothing is fetched, nothing of the machine's own is used, and no daemon stays.
  const env = {
    ...process.env,
    HOME: home.path,
    PATH: [bin, process.env.PATH].join(delimiter),
    GOCACHE: join(home.path, 'go-cache'),
    GOPATH: join(home.path, 'go'),
    GOFLAGS: '',
    GOPROXY: 'off',
    GOTOOLCHAIN: 'local',
    GOTELEMETRY: 'off',
    CGO_ENABLED: '0',
    GRADLE_USER_HOME: join(home.path, 'gradle'),
    GRADLE_OPTS: '-Dorg.gradle.daemon=false -Dorg.gradle.offline=true',
  };
  const run = async (): Promise<TestRun> => {
    const tests = await detectTests(root);
    if (!tests) throw new Error('No tests were found.');
    expect(tests.framework).toBe(framework);
    return runTests({ ...tests, timeoutMs: 200_000 }, { env });
  };
  return { root, write, run };
}

const idsOf = (run: TestRun) => run.failures.map(({ id }) => id).sort();

describe('the results of go test -json', () => {
  const MODULE = { 'go.mod': 'module example.com/lantern\n\ngo 1.21\n' };
  const LAMP = `package lantern

import (
	"os"
	"testing"
)

func TestLit(t *testing.T) { t.Log("burns") }

func TestOil(t *testing.T) {
	if got := 3; got != 4 {
		t.Errorf("got %d, want 4", got)
	}
}

func TestTable(t *testing.T) {
	for _, name := range []string{"by day", "a > b \\"q\\" ü", "x/y"} {
		t.Run(name, func(t *testing.T) {
			if name != "by day" {
				t.Fatalf("no wick for %s", name)
			}
		})
	}
}

func TestFlaky(t *testing.T) {
	if _, err := os.Stat("seen"); err == nil {
		return
	}
	os.WriteFile("seen", nil, 0o600)
	t.Fatal("not yet")
}

func TestLater(t *testing.T) { t.Skip("later") }
`;
  const go = async (files: Record<string, string>) => makeProject('go', { ...MODULE, ...files }, await findGo());

  it('are read, and only what failed is run again', async () => {
    const { run } = await go({
      'lamp_test.go': LAMP,
      'pier/pier_test.go': 'package pier\n\nimport "testing"\n\nfunc TestWide(t *testing.T) {}\n',
    });
    const told = await run();
    expect(told, told.output).toMatchObject({ outcome: 'failed', parsed: true, passed: 4, failed: 3, skipped: 1 });
    expect(told.flaky).toEqual(['example.com/lantern > TestFlaky']);
    expect(idsOf(told)).toEqual([
      'example.com/lantern > TestOil',
      'example.com/lantern > TestTable > a_>_b_"q"_ü',
      'example.com/lantern > TestTable > x > y',
    ]);
    expect(told.failures.find(({ id }) => id.endsWith('TestOil'))).toMatchObject({
      file: 'lamp_test.go',
      line: 12,
      message: expect.stringContaining('got 3, want 4'),
    });
  });

  it('say what does not compile, what panics, and what ends in the middle, beside what passes', async () => {
    const test = (name: string, body: string, imports = '"testing"') =>
      `package ${name}\n\nimport (\n\t${imports}\n)\n\nfunc TestFirst(t *testing.T) {}\n\nfunc TestSecond(t *testing.T) {\n\t${body}\n}\n\nfunc TestThird(t *testing.T) {}\n`;
    const { run } = await go({
      'dock/dock_test.go': test('dock', 'undefinedRope()'),
      'sea/sea_test.go': test('sea', 'var ships []int\n\t_ = ships[3]'),
      'fog/fog_test.go': test('fog', 'os.Exit(0)', '"os"\n\t"testing"'),
      'rope/rope_test.go': test('rope', 't.Log("holds")'),
      'vet/vet_test.go': test('vet', 't.Errorf("%d", "text")'),
    });
    const told = await run();
    expect(told.outcome, told.output).toBe('failed');
    const said = Object.fromEntries(told.failures.map(({ id, message }) => [id, message]));
    expect(said['example.com/lantern/dock']).toContain('undefined: undefinedRope');
    expect(said['example.com/lantern/sea > TestSecond']).toContain('index out of range [3]');
    expect(said['example.com/lantern/fog > TestSecond'] ?? said['example.com/lantern/fog']).toBeDefined();
    expect(said['example.com/lantern/vet']).toContain('format %d');
    expect(Object.keys(said)).toHaveLength(4);
  });

  it('are a pass where all pass, and none where there are no tests', async () => {
    const passing = await go({
      'lit_test.go': 'package lantern\n\nimport "testing"\n\nfunc TestLit(t *testing.T) {}\n',
    });
    expect(await passing.run()).toMatchObject({ outcome: 'passed', passed: 1, failed: 0 });
    // Told from what go remembers.
    expect(await passing.run()).toMatchObject({ outcome: 'passed', passed: 1, failed: 0 });
    const empty = await go({ 'lamp.go': 'package lantern\n' });
    expect(await empty.run()).toMatchObject({ outcome: 'no-tests', failures: [] });
  });
});

describe('the results of Gradle', { timeout: 600_000 }, () => {
  const BUILD = {
    'settings.gradle': "rootProject.name = 'lantern'\n",
    'build.gradle': `apply plugin: 'java'\ndependencies { testImplementation files(${JUNIT.map((path) => `'${path}'`).join(', ')}) }\n`,
  };
  const LAMP = `package harbour;

import static org.junit.Assert.*;
import java.io.File;
import org.junit.*;

public class LampTest {
  @Test public void isLit() {}

  @Test public void hasOil() {
    assertEquals("oil <left> & right", 1, 2);
  }

  @Test public void hasWick() {
    throw new IllegalStateException("no wick");
  }

  @Test public void sometimes() throws Exception {
    assertFalse("not yet", new File("seen").createNewFile());
  }

  @Ignore("later") @Test public void later() {}
}
`;
  const PIER = 'package harbour;\n\npublic class PierTest {\n  @org.junit.Test public void isWide() {}\n}\n';
  const gradle = (files: Record<string, string>) => makeProject('junit', { ...BUILD, ...files }, findGradle());

  it('are read from its reports, with files and lines', async () => {
    const { run } = await gradle({
      'src/test/java/harbour/LampTest.java': LAMP,
      'src/test/java/harbour/PierTest.java': PIER,
    });
    const told = await run();
    expect(told, told.output).toMatchObject({ outcome: 'failed', parsed: true, passed: 3, failed: 2, skipped: 1 });
    expect(told.flaky).toEqual(['harbour.LampTest > sometimes']);
    expect(told.failures).toMatchObject([
      {
        id: 'harbour.LampTest > hasOil',
        file: 'src/test/java/harbour/LampTest.java',
        line: 11,
        message: expect.stringContaining('oil <left> & right expected:<1> but was:<2>'),
      },
      { id: 'harbour.LampTest > hasWick', line: 15, message: expect.stringContaining('no wick') },
    ]);
  });

  it('hold where it runs nothing again, and are those of every module', async () => {
    const { root, write, run } = await gradle({
      'settings.gradle': "include 'quay'\n",
      'quay/build.gradle': BUILD['build.gradle'],
      'quay/src/test/java/harbour/PierTest.java': PIER,
      'src/test/java/harbour/PierTest.java': PIER.replaceAll('isWide', 'isLong'),
    });
    expect(await run()).toMatchObject({ outcome: 'passed', passed: 2, failed: 0 });
    // Nothing has changed since.
    expect(await run()).toMatchObject({ outcome: 'passed', passed: 2, failed: 0 });
    await write({
      'quay/src/test/java/harbour/PierTest.java': PIER.replace('{}', '{ throw new RuntimeException("short"); }'),
    });
    const failed = await run();
    expect(failed, failed.output).toMatchObject({ outcome: 'failed', failed: 1 });
    expect(failed.failures).toMatchObject([
      {
        id: 'harbour.PierTest > isWide',
        file: 'quay/src/test/java/harbour/PierTest.java',
        message: expect.stringContaining('short'),
      },
    ]);
    await rm(join(root, 'quay'), { recursive: true });
    await rm(join(root, 'src'), { recursive: true });
    await write({ 'settings.gradle': '' });
    // The tests are gone, and so are their results.
    expect(['no-tests', 'errored']).toContain((await run()).outcome);
  });

  it('say what does not compile, and that the tests ended in the middle', async () => {
    const broken = await gradle({ 'src/test/java/harbour/PierTest.java': PIER.replace('{}', '{ rope(); }') });
    const told = await broken.run();
    expect(['failed', 'errored']).toContain(told.outcome);
    expect(told.failures[0]?.message).toContain('cannot find symbol');
    const exits = PIER.replace('{}', '{ System.exit(0); }');
    const left = await gradle({
      'src/test/java/harbour/PierTest.java': exits,
      'src/test/java/harbour/LampTest.java': LAMP,
    });
    const ended = await left.run();
    expect(['failed', 'errored'], ended.output).toContain(ended.outcome);
  });
});
