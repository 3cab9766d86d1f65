import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProgramOptions, runProgram } from '../../src/loop/run-program.ts';

const options = (rest: Partial<ProgramOptions> = {}): ProgramOptions => ({
  cwd: tmpdir(),
  env: process.env,
  timeoutMs: 20_000,
  ...rest,
});
const node = (code: string) => [process.execPath, '-e', code];

describe('runProgram', () => {
  it('gives both streams, the exit code, and what was read from the input', async () => {
    const heard: string[] = [];
    const end = await runProgram(
      node(
        'process.stdin.on("data", (text) => { console.log("got " + text); console.error("bad"); process.exitCode = 3; })',
      ),
      options({ input: 'Wörter', onOutput: (text, stream) => heard.push(`${stream} ${text.trim()}`) }),
    );
    expect(end).toMatchObject({ how: 'exited', code: 3, stdout: 'got Wörter\n' });
    expect(end.output).toContain('bad');
    expect(heard).toEqual(expect.arrayContaining(['stdout got Wörter', 'stderr bad']));
  });

  it('runs words as they are, and a text by the shell', async () => {
    const words = await runProgram([...node('console.log(process.argv[1])'), '$HOME; "x"'], options());
    expect(words.stdout).toBe('$HOME; "x"\n');
    expect((await runProgram('echo one && echo two', options())).stdout.trim().split(/\s+/)).toEqual(['one', 'two']);
  });

  it('ends what does not want to end', async () => {
    const stubborn = 'process.on("SIGTERM", () => {}); console.log("up"); setInterval(() => {}, 1000)';
    expect(await runProgram(node(stubborn), options({ timeoutMs: 500 }))).toMatchObject({ how: 'timed-out' });
    const abort = new AbortController();
    const stopped = runProgram(node(stubborn), options({ signal: abort.signal, onOutput: () => abort.abort() }));
    expect(await stopped).toMatchObject({ how: 'stopped' });
  });

  it('does not wait for a child that holds the pipe, and ends it', async () => {
    const child = 'setInterval(() => {}, 1000)';
    const parent = `require('child_process').spawn(process.execPath, ['-e', ${JSON.stringify(child)}], { stdio: 'inherit' }); console.log('left'); process.exit(0)`;
    expect(await runProgram(node(parent), options())).toMatchObject({ how: 'exited', code: 0, stdout: 'left\n' });
  });

  it('says that there is no such program', async () => {
    expect(await runProgram(['no-such-program-here'], options())).toMatchObject(
      process.platform === 'win32' ? { how: 'exited' } : { how: 'missing', output: expect.stringContaining('ENOENT') },
    );
  });

  it.skipIf(process.platform === 'win32')(
    'says why the system does not start a program, and does not throw',
    async () => {
      const long = await runProgram([...node(''), 'x'.repeat(4_000_000)], options());
      expect(long).toMatchObject({ how: 'refused', output: expect.stringContaining('E2BIG') });
      expect(await runProgram([...node(''), 'a\0b'], options())).toMatchObject({ how: 'refused' });
      expect(await runProgram('', options())).toMatchObject({ how: 'refused' });
      const nowhere = await runProgram(node(''), options({ cwd: join(tmpdir(), 'no-such-folder-here') }));
      expect(nowhere).toMatchObject({ how: 'refused', output: expect.stringContaining('There is no folder') });
    },
  );
});
