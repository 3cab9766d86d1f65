import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listExpectations } from '../cli/completions/expected.ts';
import { runCli } from '../support/run.ts';

const run = promisify(execFile);

let home: string;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hardwon-completions-'));
  for (const shell of ['zsh', 'fish']) {
    const { stdout } = await runCli(['completions', shell], { home });
    await writeFile(join(home, `hardwon.${shell}`), stdout);
  }
});
afterAll(() => rm(home, { recursive: true, force: true }));

const options = () => ({ cwd: home, env: { PATH: process.env.PATH, HOME: home, TERM: 'dumb', LANG: 'C.UTF-8' } });

describe('the script for fish', () => {
  it('offers every command, option and choice', async () => {
    const all = listExpectations();
    // Options are offered once a word begins with a dash.
    const asked = all.flatMap(({ words }) => ['', '--'].map((start) => ['hardwon', ...words, start].join(' ')));
    const lines = asked.map((line) => `complete -C '${line}' | string split -f1 \\t; echo END`);
    const { stdout, stderr } = await run(
      'fish',
      ['--no-config', '-c', ['source hardwon.fish', ...lines].join('\n')],
      options(),
    );
    expect(stderr).toBe('');
    const answers = stdout.split('END\n').map((text) => text.split('\n'));
    const missing = all.flatMap(({ words, offered }, index) => {
      const found = [...(answers[2 * index] ?? []), ...(answers[2 * index + 1] ?? [])];
      return offered.filter((word) => !found.includes(word)).map((word) => [...words, word].join(' '));
    });
    expect(missing).toEqual([]);
  });
});

describe('the script for zsh', () => {
  it.each([
    ['hardwon compl', 'hardwon completions '],
    ['hardwon memory sea', 'hardwon memory search '],
    ['hardwon help back', 'hardwon help backtest '],
    ['hardwon promote --as ho', 'hardwon promote --as hook '],
    ['hardwon promote --as=ho', 'hardwon promote --as=hook '],
    ['hardwon promote --target learn --kee', 'hardwon promote --target learn --keep '],
    ['hardwon learn --project hardwon.zs', 'hardwon learn --project hardwon.zsh '],
  ])('completes %j', async (typed, completed) => {
    expect(await typeInZsh(typed)).toBe(completed);
  });

  it('lists every command with its summary', async () => {
    const listed = await listInZsh('hardwon ');
    const names = listExpectations()[0]?.offered.filter((word) => !word.startsWith('-')) ?? [];
    for (const name of names) expect(listed).toContain(`${name} `);
    expect(listed).toContain('learn from past sessions');
  });
});

/** Types a line and Tab into an interactive zsh on a terminal of its own, and returns the line that it then has. */
async function typeInZsh(line: string): Promise<string> {
  const shown = await drive(`${line}\\t`);
  return /<<(.*?)>>/s.exec(shown)?.[1] ?? shown;
}

/** Lets zsh list what may follow a line. */
function listInZsh(line: string): Promise<string> {
  return drive(`${line}\\x04`);
}

/** Types keys, then Control-X, which prints the line between marks. Marks are put together, so that typing them does not show them. */
async function drive(keys: string): Promise<string> {
  const start = [
    'unsetopt zle_bracketed_paste 2>/dev/null; PS1=; LISTMAX=1000; COLUMNS=150 LINES=500',
    'autoload -U compinit; compinit -u -D',
    'source ./hardwon.zsh',
    'show() { print -r -- "<""<$BUFFER>"">"; exit }; zle -N show',
    // Keys that are typed before the editor reads them would be taken by the terminal.
    'zle-line-init() { print REA""DY }; zle -N zle-line-init',
    "bindkey '^X' show; bindkey '^I' complete-word; bindkey '^D' list-choices",
  ].join('; ');
  const script = [
    'zmodload zsh/zpty',
    'zpty z zsh -f -i',
    `zpty -w z ${JSON.stringify(start).replaceAll('$', '\\$')}`,
    "zpty -r z text '*READY*'",
    `zpty -w -n z $'${keys}\\x18'`,
    'while zpty -r z text; do print -rn -- "$text"; done',
  ].join('\n');
  await writeFile(join(home, 'drive.zsh'), script);
  const { stdout } = await run('zsh', ['-f', 'drive.zsh'], { ...options(), timeout: 60_000 });
  return stdout;
}
