import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SHELLS } from '../../../src/cli/completions/shells.ts';
import { runCli } from '../../support/run.ts';
import { listExpectations } from './expected.ts';

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hardwon-completions-'));
  await writeFile(join(home, 'two words.md'), '');
});
afterAll(() => rm(home, { recursive: true, force: true }));

const writeScript = async (shell: string) => (await runCli(['completions', shell], { home })).stdout;

describe('hardwon completions', () => {
  it('takes the shells that it has a script for', async () => {
    for (const shell of SHELLS) {
      const { code, stdout } = await runCli(['completions', shell, '--json'], { home });
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ schema: 1, shell, script: await writeScript(shell) });
    }
    expect(await runCli(['completions', 'nushell'], { home })).toEqual({
      code: 2,
      stdout: '',
      stderr: "hardwon: The shell cannot be 'nushell'.\n  It can be bash, zsh, fish or powershell.\n",
    });
    const near = "hardwon: The shell cannot be 'zhs'.\n  Did you mean zsh? It can be bash, zsh, fish or powershell.\n";
    expect((await runCli(['completions', 'zhs'], { home })).stderr).toBe(near);
  });
});

describe.skipIf(process.platform === 'win32')('the script for bash', () => {
  it('offers every command, option and choice', async () => {
    const all = listExpectations();
    const answers = await askBash(all.map(({ words }) => ['hardwon', ...words, '']));
    expect(all.length).toBeGreaterThan(60);
    const missing = all.flatMap(({ words, offered }, index) =>
      offered.filter((word) => !answers[index]?.includes(word)).map((word) => [...words, word].join(' ')),
    );
    expect(missing).toEqual([]);
  });

  it.each([
    [['hardwon', 'comp'], ['completions']],
    [
      ['hardwon', 'memory', 's'],
      ['search', 'show'],
    ],
    [
      ['hardwon', 'help', 'stat'],
      ['statusline', 'stats'],
    ],
    [['hardwon', 'promote', '--as', 'h'], ['hook']],
    [['hardwon', 'promote', '--as', '=', 'h'], ['hook']],
    [
      ['hardwon', 'promote', '--as', '='],
      ['rule', 'adr', 'test', 'hook', 'check', 'skill'],
    ],
    // A value that is also the name of a command does not count as one.
    [['hardwon', 'promote', '--target', 'learn', '--kee'], ['--keep']],
    [['hardwon', 'promote', '--as', 'hook', '--kee'], ['--keep']],
    [['hardwon', 'learn', '--project', 'two'], ['two words.md']],
    [['hardwon', 'learn', '--since', ''], []],
  ])('completes %j', async (words, offered) => {
    expect(await askBash([words])).toEqual([offered]);
  });
});

describe('the script for PowerShell', () => {
  it('has a row of words for every command, and of values for every option with choices', async () => {
    const script = await writeScript('powershell');
    const [, words = '', values = ''] =
      /\$words = @\{(.*?)\n {4}\}\n {4}\$values = @\{(.*?)\n {4}\}/s.exec(script) ?? [];
    for (const { words: path, offered } of listExpectations()) {
      const isOption = path.at(-1)?.startsWith('--') ?? false;
      const row = readRow(isOption ? values : words, path.join(' '));
      expect(row, path.join(' ')).toEqual(expect.arrayContaining(offered));
    }
  });

  it('is made of whole strings and pairs of brackets', async () => {
    const code = (await writeScript('powershell')).replace(/'(?:[^']|'')*'/g, '').replace(/"[^"\n]*"/g, '');
    expect(code).not.toMatch(/['"`]/);
    let left = code.replace(/[^(){}[\]]/g, '');
    for (let before = ''; left !== before; ) {
      before = left;
      left = left.replace(/\(\)|\{\}|\[\]/g, '');
    }
    expect(left).toBe('');
  });
});

/** The words of a row of a hash table, such as `'memory list' = @('--json|print …')`. */
function readRow(table: string, key: string): string[] {
  const row = table.split(`\n        '${key}' = @(`)[1]?.split(/\)\n|\n {8}\)/)[0] ?? '';
  return [...row.matchAll(/'([^'|]+)\|(?:[^']|'')+'(?=,|$|\))/gm)].map(([, word = '']) => word);
}

/** Lets bash complete the last word of each command line. */
async function askBash(lines: readonly (readonly string[])[]): Promise<string[][]> {
  const quote = (word: string) => `'${word}'`;
  const asked = lines.map(
    (words) =>
      `COMP_WORDS=(${words.map(quote).join(' ')}); COMP_CWORD=${words.length - 1}; _hardwon; printf '%s\\n' "\${COMPREPLY[@]}" END`,
  );
  const script = join(home, 'ask.bash');
  await writeFile(script, [await writeScript('bash'), ...asked].join('\n'));
  const { stdout, stderr } = await promisify(execFile)('bash', ['--noprofile', '--norc', script], { cwd: home });
  expect(stderr).toBe('');
  const answers = stdout.split('END\n').slice(0, -1);
  return answers.map((text) => text.split('\n').filter((word) => word !== ''));
}
