import { describe, expect, it } from 'vitest';
import { ruleOf } from '../../src/cases/standing-rules.ts';
import { writeCasebook } from '../../src/cases/write-casebook.ts';
import { estimateTokens } from '../../src/shared/estimate-tokens.ts';
import { fail, openBook, run, use } from './past.ts';

const GAUGE = 'tide: profile "strict" is not defined';

describe('what a casebook shows', () => {
  it('counts failures without a flag: a line that only failing calls print, and a complaint behind a pipe', async () => {
    const book = await openBook([
      [fail('tide measure --profile strict', GAUGE)],
      [run('tide measure --profile strict 2>&1 | tail -5', GAUGE)],
      [run('tide measure | tail -5', 'level 4.2 m at the pier')],
    ]);
    const [one] = book.cases;
    expect(one?.failing.map(({ trouble }) => trouble)).toEqual(['failed', 'masked']);
    expect(one).toMatchObject({ sessions: ['S1', 'S2'], program: 'tide' });
    expect(writeCasebook(book, 10_000)).toContain('FAILED (not flagged): tide: profile');
  });

  it('counts a program that says first that it failed, and ends with 0 all the same', async () => {
    const commit = run('wrap commit -m x', 'FAILED: commit hook\nsee the log');
    const book = await openBook([[commit], [commit]]);
    expect(book.cases[0]).toMatchObject({ sessions: ['S1', 'S2'] });
  });

  it('counts calls that never ended, and those that printed too much', async () => {
    const book = await openBook([
      [run('npm run watch', '', { outcome: 'cancelled', endedAt: Date.parse('2026-03-01T09:05:00Z') })],
      [run('npm run watch', 'killed', { exitCode: 124, outcome: 'unknown' })],
      [run('cat big.log', '<persisted-output>Output too large (4 MB)')],
      [run('cat big.log', '<persisted-output>Output too large (5 MB)')],
    ]);
    expect(book.cases.map(({ failing }) => failing[0]?.trouble).sort()).toEqual(['endless', 'flooded']);
  });

  it('counts calls of subagents, with what the subagent then said', async () => {
    const call = { ...fail('tide measure', GAUGE), thread: 'sub-1' };
    const said = { states: 'The profile is missing.', thread: 'sub-1' };
    const book = await openBook([[call, said], [call]]);
    expect(book.cases[0]?.failing).toHaveLength(2);
    expect(writeCasebook(book, 10_000)).toContain('agent then said: The profile is missing.');
  });

  it('shows what people said: after refusals, as a rule, again, and rules inside long messages', async () => {
    const long = `${'Here is the plan for the quay. '.repeat(40)}Never push to main. ${'More of it. '.repeat(20)}`;
    const book = await openBook([
      [
        { says: 'Widen the pier' },
        use('Edit', 'edit', { path: `${ROOT_FILE}` }, { outcome: 'rejected', said: 'use the crane' }),
      ],
      [{ says: long }, run('ls'), { says: 'did you push?' }],
      [{ says: 'Paint it' }, run('ls'), { says: 'Did you push' }],
    ]);
    const text = writeCasebook(book, 10_000);
    expect(text).toMatch(/# R: calls that the user refused \(1\)\n- S1 .* user then said: use the crane/);
    expect(text).toMatch(/\[rule\] Never push to main\./);
    expect(text.match(/\[correction, said in 2 sessions\] did you push/gi)).toHaveLength(1);
    expect(text.split('# S:')[0]).not.toContain('Widen the pier');
  });

  it('follows a chain of tries to the call that worked, and shows one from another session', async () => {
    const tries = [1, 2, 3, 4].map((level) => fail(`tide measure --level ${level}`, GAUGE));
    const book = await openBook([
      [...tries, run('tide profiles', 'strict: undefined, calm: ok'), run('tide measure --profile calm', 'level 4 m')],
      [fail('tide measure --level 9', GAUGE)],
    ]);
    const [first] = book.cases[0]?.exhibits.filter(({ failed }) => failed.session.name === 'S1') ?? [];
    expect(first?.next.at(-1)?.call.input.command).toBe('tide measure --profile calm');
    expect(book.cases[0]?.worked[0]?.session.name).toBe('S1');
    expect(book.cases[0]?.cost.calls).toBeGreaterThan(5);
  });

  it('compares failing calls with those of the same program that worked, part by part', async () => {
    const strict = fail('tide measure --strict north', GAUGE);
    const calm = run('tide measure north', 'level 4 m');
    const book = await openBook([
      [strict, calm, calm],
      [strict, calm, calm],
      [calm, calm],
    ]);
    expect(book.cases[0]?.contrast[0]).toEqual({
      part: '`--strict`',
      failedWith: 2,
      workedWith: 0,
      failedWithout: 0,
      workedWithout: 6,
    });
    expect(writeCasebook(book, 10_000)).toContain(
      '`--strict`: with it 2 failed and 0 worked, without it 0 failed and 6 worked',
    );
  });

  it('finds the form of a search with which nothing is found, in tools and shells', async () => {
    const grep = (pattern: string, output: string, rest = {}) => use('Grep', 'search', { pattern, rest }, { output });
    const rg = (pattern: string, output: string) => run(`rg "${pattern}" src | head -20`, output);
    const book = await openBook([
      [
        grep('Pier', '', { type: 'tsx' }),
        grep('Quay', '', { type: 'tsx' }),
        rg('tide\\|level', ''),
        rg('tide', 'a: tide'),
      ],
      [grep('Moor', '', { type: 'tsx' }), grep('Buoy', '', { type: 'tsx' }), rg('a\\|b', ''), rg('level', 'b: level')],
      [rg('c\\|d', ''), rg('e\\|f', ''), rg('buoy', 'c: buoy'), grep('Pier', 'src/a.ts'), grep('Quay', 'src/b.ts')],
    ]);
    const titles = book.cases.map(({ title }) => title);
    expect(titles).toContain('found nothing: Grep with `type=tsx` (4 of 4 such searches, 4 of 9 others)');
    expect(titles).toContain('found nothing: rg with `\\|` in the pattern (4 of 4 such searches, 4 of 9 others)');
  });

  it('counts what logs of CI say that an agent read, without the names of jobs and times', async () => {
    const log = (day: string) =>
      run(
        `gh run view ${day} --log-failed`,
        `lint\tRun lint\t2026-03-${day}T09:00:00.1Z error: tide.go is not formatted`,
      );
    const book = await openBook([[run('make lint', 'all is well'), log('01')], [log('02')]]);
    expect(book.cases.map(({ title, failing }) => [title, failing.length, failing[0]?.trouble])).toEqual([
      ['error: tide.go is not formatted', 2, 'ci'],
    ]);
  });

  it('counts edits in another checkout than the one that a session works in', async () => {
    const edit = (folder: string) => use('Edit', 'edit', { path: `${folder}/src/a.ts` });
    const here = Array.from({ length: 5 }, () => edit('/srv/orchard'));
    const book = await openBook(
      [
        [...here, edit('/srv/orchard-two')],
        [...here, edit('/srv/orchard-two')],
      ],
      [],
      ['/srv/orchard', '/srv/orchard-two'],
    );
    expect(book.cases.map(({ title, failing }) => [title, failing.length])).toEqual([
      ['changed a file of another checkout', 2],
    ]);
  });

  it('tells all cases in short where not all fit in full, the costliest in full first', async () => {
    const kinds = Array.from({ length: 30 }, (_, n) => `tide${String.fromCharCode(97 + (n % 26))}${n > 25 ? 'x' : ''}`);
    const failed = (name: string) => fail(`${name} measure --strict`, `${name}: profile strict is not defined at all`);
    const look = Array.from({ length: 6 }, (_, n) =>
      run(`cat notes-${n}.txt`, 'a long note about the tide and the pier'),
    );
    const book = await openBook([1, 2, 3, 4].map(() => kinds.flatMap((name) => [failed(name), ...look])));
    const text = writeCasebook(book, 16_000);
    expect(estimateTokens(text)).toBeLessThanOrEqual(16_000);
    for (const { id } of book.cases) expect(text).toContain(id);
    const [first, last] = [0, 28].map((at) => text.split(book.cases[at]?.id ?? '')[1]?.split('## ')[0] ?? '');
    expect(first?.match(/^ {2}FAILED:/gm)?.length).toBeGreaterThan(last?.match(/^ {2}FAILED:/gm)?.length ?? 9);
  });

  it('puts single failures of one program side by side', async () => {
    const book = await openBook([
      [fail('cat src/pier.ts', 'cat: src/pier.ts: No such file or directory')],
      [fail('tide x', 'tide: no gauge named x here')],
      [fail('cat src/quay.ts', 'cat: src/quay.ts: No such file or directory')],
    ]);
    expect(book.cases).toEqual([]);
    expect(book.single.map(({ step }) => step.call.input.command)).toEqual([
      'cat src/pier.ts',
      'cat src/quay.ts',
      'tide x',
    ]);
    expect(writeCasebook(book, 10_000)).toContain('# O: other failing calls, by tool and program (3)');
  });

  it('splits a gate by what its output names, each finding with its own count', async () => {
    const red = (...lines: string[]) => fail('npm run lint', `${lines.join('\n')}\n\n2 problems`, { exitCode: 1 });
    const style = 'src/a.ts:3:1 eslint(func-style): Expected a function expression.';
    const plus = "src/b.ts:9:2 eslint(no-plusplus): Unary operator '++' used.";
    const book = await openBook([[red(style, plus)], [red(style)], [red(plus)]]);
    expect(book.cases.map(({ key, failing }) => `${key} ${failing.length}`).sort()).toEqual([
      'finding func-style 2',
      'finding no-plusplus 2',
    ]);
  });

  it('says what has ended: the same form worked after the last failure', async () => {
    const book = await openBook([
      [fail('tide measure north', GAUGE)],
      [fail('tide measure north', GAUGE)],
      [run('tide measure north', 'level 4 m'), run('tide measure north', 'level 5 m')],
      [run('tide measure north', 'level 5 m')],
    ]);
    expect(book.cases[0]?.ended).toMatchObject({ calls: 3, sessions: 2 });
    expect(writeCasebook(book, 10_000)).toContain(
      'since the last failure the same form worked 3 times in 2 sessions (2026-03-03 to 2026-03-04)',
    );
  });

  it('says in how many sessions a check was red before anything was edited', async () => {
    const red = fail('npm test', 'FAIL tests/tide.test.ts\n  AssertionError: expected 4 to be 5\nTests: 1 failed', {
      exitCode: 1,
    });
    const edit = use('Edit', 'edit', { path: '/srv/orchard/src/tide.ts' });
    const book = await openBook([[red], [red, edit], [edit, red]]);
    expect(book.cases[0]).toMatchObject({ untouched: 2 });
  });

  it('shows everything where there is room, and stays within the budget where there is not', async () => {
    const many = Array.from({ length: 60 }, (_, day) => [
      fail(`tide measure --level ${day}`, `${GAUGE} ${'x'.repeat(300)}`),
      { says: `please look at pier ${day} again, it is still wrong` },
    ]);
    const book = await openBook(many);
    for (const tokens of [800, 3_000, 8_000]) {
      const text = writeCasebook(book, tokens);
      expect(estimateTokens(text)).toBeLessThanOrEqual(tokens);
      expect(estimateTokens(text)).toBeGreaterThan(tokens / 3);
    }
    expect(writeCasebook(book, 800)).toMatch(/\(\d+ more left out\)/);
    expect(writeCasebook(book, 80_000)).toContain('# S: what sessions did');
    expect(writeCasebook(book, 80_000)).not.toContain('more left out');
  });

  it('lists the rules that stand, with the calls that name them', async () => {
    const book = await openBook(
      [[run('pnpm test'), fail('npm test', 'npm error')]],
      [
        { where: 'CLAUDE.md:4', text: 'Use `pnpm test`.' },
        { where: 'L-001', text: 'Be kind.' },
      ],
    );
    expect(writeCasebook(book, 10_000)).toContain(
      '- CLAUDE.md:4: Use `pnpm test`. (named in 1 calls, 0 of them failed)\n- L-001: Be kind.',
    );
  });

  it('says which line of a context file names the calls of a case, and not a lesson or a part of a word', async () => {
    const red = fail('npm test', 'npm error: no workspace here');
    const { cases } = await openBook([[red], [red]]);
    const [one] = cases;
    const rules = ['L-001', 'CLAUDE.md:4', 'CLAUDE.md:5'].map((where, index) => {
      return { where, text: ['Never `npm`.', 'Use `pm test`.', 'Use `pnpm`, never `npm`.'][index] ?? '' };
    });
    expect(one && ruleOf(one, rules)).toBe('CLAUDE.md:5');
    expect(one && ruleOf(one, rules.slice(0, 2))).toBeUndefined();
  });
});

describe('cases', () => {
  it('keep their ids when they come up again, whatever the order of the sessions', async () => {
    const one = [fail('tide measure', GAUGE)];
    const [few, more] = [await openBook([one, one]), await openBook([[run('ls')], one, one, one])];
    expect(few.cases[0]?.id).toMatch(/^C-[0-9a-z]{6}$/);
    expect(more.cases[0]?.id).toBe(few.cases[0]?.id);
  });

  it('come in the order of what they cost', async () => {
    const cheap = fail('tide measure', GAUGE);
    const dear = Array.from({ length: 5 }, () => fail('crane lift', 'crane: the brake is on'));
    const book = await openBook([
      [cheap, ...dear],
      [cheap, ...dear],
    ]);
    expect(book.cases.map(({ program }) => program)).toEqual(['crane', 'tide']);
  });

  it('do not rest on a line that calls which worked print as well', async () => {
    const warning = 'warning: the gauge is not calibrated';
    const failing = (reason: string) => fail('tide measure', `${warning}\n${reason}`);
    const book = await openBook([
      [run('tide measure', `${warning}\nlevel 4 m`), run('tide measure', `${warning}\nlevel 4 m`)],
      [failing('error: no such pier'), run('tide measure', `${warning}\nlevel 5 m`)],
      [failing('error: no such pier'), failing('fatal: the harbour is closed')],
    ]);
    expect(book.cases.map(({ title }) => title)).toEqual(['error: no such pier']);
  });

  it('show paths without the checkout that the call was made in', async () => {
    const missing = 'File does not exist.';
    const read = use('Read', 'read', { path: '/srv/orchard/src/pier.ts' }, { outcome: 'failed', output: missing });
    const text = writeCasebook(await openBook([[read], [read]]), 10_000);
    expect(text).toContain('Read: src/pier.ts');
    expect(text).not.toContain('/srv/orchard');
  });
});

const ROOT_FILE = '/srv/orchard/src/pier.ts';
