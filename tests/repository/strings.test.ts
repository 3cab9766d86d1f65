import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNode } from '../support/run.ts';

const source = resolve(import.meta.dirname, '../../src');
const script = resolve(import.meta.dirname, '../../scripts/strings.mjs');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hardwon-strings-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the script and returns its lines. */
async function list(...files: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runNode(script, files, { home: folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.trimEnd().split('\n');
}

describe('the list of texts for people', () => {
  it('holds literals and templates with their values left out, and nothing else', async () => {
    const path = join(folder, 'sample.ts');
    const value = (code: string) => `$\{${code}}`.replace('\\', '');
    const code = [
      "import { a } from './no.ts';",
      '// a comment with words',
      "/* another 'comment with words' */",
      "const pattern = /it's a pattern/;",
      "option('--all', 'every project');",
      `say(\`there ${value(`count === 1 ? "is one" : \`are ${value('count')} of them\``)} in ${value('name')}\`);`,
      "throw new AppError('usage', 'It\\'s wrong.', { hint: 'Do it right.' });",
    ];
    await writeFile(path, code.join('\n'));
    expect((await list(path)).map((line) => line.slice(path.length))).toEqual([
      ':5: every project',
      ':6: is one',
      ':6: are … of them',
      ':6: there … in …',
      ":7: It's wrong.",
      ':7: Do it right.',
    ]);
  });

  it('finds what each kind of place prints', async () => {
    const lines = await list();
    const places = (text: string) => lines.flatMap((line) => (line.endsWith(`: ${text}`) ? line.split(':')[0] : []));
    // A summary, an option, an answer, an error, a hint, a template, a question, a finding of the doctor.
    expect(places('show the calls behind a lesson')).toEqual(['src/cli/why/command.ts']);
    expect(places('every project that has sessions')).toEqual(['src/cli/options.ts']);
    expect(places('Nothing failed in these sessions: there is nothing to learn.')).toEqual([
      'src/cli/learn/answers.ts',
    ]);
    expect(places('There is no tool and no error to look up.')).toEqual(['src/cli/check/run.ts']);
    expect(places('Swap the two dates.')).toEqual(['src/cli/session-request.ts']);
    expect(places('…:…: the lines between the hardwon markers were edited by hand')).toContain(
      'src/delivery/plan-file.ts',
    );
    expect(places('Share them? [Y]es, [N]o (N)')).toEqual(['src/cli/init/dialogue.ts']);
    expect(places('hardwon mcp answers, with … tools.')).toEqual(['src/doctor/examinations/server.ts']);
  });
});

describe('an error that a user can act on', () => {
  it('says the next step', () => {
    const files = ['cli', 'app'].flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts'))
        .map((name) => join(folder, name)),
    );
    const errors = files.flatMap((file) => {
      const text = readFileSync(join(source, file), 'utf8');
      return [...text.matchAll(/new AppError\(/g)].map(({ index }) => ({ file, call: callAt(text, index) }));
    });
    expect(errors.length).toBeGreaterThan(50);
    expect(errors.filter(({ call }) => !/\bhint\b/.test(call))).toEqual([]);
  });
});

/** Returns the text of a call: up to the bracket that closes its first one, outside of literals. */
function callAt(text: string, from: number): string {
  let depth = 0;
  let quote = '';
  for (let at = text.indexOf('(', from); at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === '\\') at += 1;
      else if (sign === quote) quote = '';
    } else if (/['"`]/.test(sign)) quote = sign;
    else if (/[([{]/.test(sign)) depth += 1;
    else if (/[)\]}]/.test(sign) && --depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}
