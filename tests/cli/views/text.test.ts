import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  chooseCanvas,
  chooseColumns,
  choosePaint,
  createPaint,
  listKinds,
  plural,
  quoteWord,
  showText,
  timesText,
  wrap,
} from '../../../src/cli/views/text.ts';

const words = fc.array(fc.stringMatching(/^[^\s]{1,30}$/), { minLength: 1, maxLength: 40 });

describe('wrap', () => {
  it('loses no word, and no line is longer than it must be', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 120 }), fc.integer({ min: 0, max: 12 }), (all, columns, indent) => {
        const lines = wrap(all.join(' '), columns, indent).split('\n');
        expect(lines.map((line, index) => (index === 0 ? line : line.slice(indent))).join(' ')).toBe(all.join(' '));
        for (const [index, line] of lines.entries()) {
          const width = index === 0 ? indent + line.length : line.length;
          if (width > columns) expect(line.trim()).not.toContain(' ');
          if (index > 0) expect(line.startsWith(' '.repeat(indent))).toBe(true);
        }
      }),
    );
  });

  it('fills lines before it breaks them', () => {
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 120 }), (all, columns) => {
        const lines = wrap(all.join(' '), columns, 0).split('\n');
        for (const [index, line] of lines.slice(0, -1).entries()) {
          const [next = ''] = (lines[index + 1] ?? '').split(' ');
          expect(line.length + 1 + next.length).toBeGreaterThan(columns);
        }
      }),
    );
  });

  it('knows what stands before the first line', () => {
    expect(wrap('one two three', 11, 2, 8)).toBe('one\n  two three');
    expect(wrap('one two three', 11, 2, 0)).toBe('one two\n  three');
  });
});

describe('listKinds', () => {
  it('names the first eight, and sums up the rest', () => {
    expect(listKinds([])).toBe('');
    expect(listKinds([['bad-flag', 2300]])).toBe('bad-flag 2,300');
    const many = Array.from({ length: 10 }, (_, index): [string, number] => [`kind-${index}`, 20 - index]);
    expect(listKinds(many)).toMatch(/^kind-0 20, .*kind-7 13, and 23 more$/);
    expect(listKinds(many.slice(0, 8))).not.toContain('more');
  });
});

describe('times', () => {
  it('counts as people do', () => {
    expect([0, 1, 2, 2300].map(timesText)).toEqual(['0 times', 'once', '2 times', '2,300 times']);
  });
});

describe('showText', () => {
  it('writes the home folder as ~, and only that', () => {
    expect(showText('/home/ada/harbour: no', '/home/ada')).toBe('~/harbour: no');
    expect(showText('in /home/ada, and (/home/ada)', '/home/ada')).toBe('in ~, and (~)');
    for (const other of ['/home/adam/x', '/srv/home/ada/x', '/home/ada.old', '/home/ada-2/x', 'x/home/ada'])
      expect(showText(other, '/home/ada')).toBe(other);
    expect(showText('C:\\Users\\ada\\x', 'C:\\Users\\ada')).toBe('~\\x');
    expect(showText('/x/y', '/')).toBe('/x/y');
  });

  it('strips what acts on a terminal', () => {
    expect(showText('\u001b[31mred\u001b]0;x\u0007', '/home/ada')).toBe('red');
  });
});

describe('quoteWord', () => {
  it('leaves plain words alone', () => {
    for (const word of ['harbour', './a/b.c', '~/x', '2026-01-31T00:00:00.000Z', 'a,b', 'A=1'])
      expect(quoteWord(word)).toBe(word);
  });

  it('quotes so that a POSIX shell takes it for one word', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...`ab '"$\`\\*?[]{}()<>|&;!#~é港`), minLength: 1 }), (word) => {
        const quoted = quoteWord(word);
        if (quoted !== word) expect(unquote(quoted)).toBe(word);
        else expect(word).toMatch(/^[\w~]+$/);
      }),
    );
    expect(quoteWord('')).toBe("''");
    expect(quoteWord("Ada's")).toBe("'Ada'\\''s'");
  });
});

describe('chooseColumns', () => {
  it('takes the terminal, then COLUMNS, then 80, and keeps within reason', () => {
    expect(chooseColumns({ columns: 100 }, { COLUMNS: '60' })).toBe(100);
    expect(chooseColumns({}, { COLUMNS: '60' })).toBe(60);
    expect(chooseColumns({ columns: 400 }, {})).toBe(120);
    expect(chooseColumns({ columns: 10 }, {})).toBe(40);
    for (const COLUMNS of ['', 'wide', '0', '-5', '1.5']) expect(chooseColumns({}, { COLUMNS })).toBe(80);
  });
});

describe('choosePaint', () => {
  const paints = (isTTY: boolean, env: Record<string, string>) => choosePaint({ isTTY }, env).red('x') !== 'x';
  it('paints for terminals, and as the variables say', () => {
    expect(paints(true, {})).toBe(true);
    expect(paints(true, { TERM: 'dumb' })).toBe(false);
    expect(paints(true, { NO_COLOR: '1' })).toBe(false);
    expect(paints(true, { NO_COLOR: '' })).toBe(true);
    expect(paints(false, {})).toBe(false);
    expect(paints(false, { FORCE_COLOR: '1' })).toBe(true);
    for (const isTerminal of [true, false]) expect(paints(isTerminal, { FORCE_COLOR: '0' })).toBe(false);
    expect(paints(false, { FORCE_COLOR: '1', NO_COLOR: '1' })).toBe(false);
  });

  it('is part of the canvas', () => {
    expect(chooseCanvas({ columns: 90 }, { env: { NO_COLOR: '1' }, home: '/h' })).toMatchObject({
      columns: 90,
      home: '/h',
    });
  });
});

describe('plural', () => {
  it('counts', () => {
    expect([0, 1, 2, 2300].map((count) => plural(count, 'session'))).toEqual([
      '0 sessions',
      '1 session',
      '2 sessions',
      '2,300 sessions',
    ]);
  });
});

/** What a POSIX shell makes of single quotes and escapes. */
function unquote(text: string): string {
  const parts = [...text.matchAll(/'([^']*)'|\\(.)|([^'\\]+)/gsu)];
  expect(parts.map(([whole]) => whole).join('')).toBe(text);
  return parts.map(([, quoted, escaped, plain]) => quoted ?? escaped ?? plain).join('');
}

const visible = (text: string) => text.replaceAll('\u001b', '^');

describe('paint', () => {
  it('is put around a text, and goes on behind what is painted inside', () => {
    const { bold, dim, red, green } = createPaint(true);
    expect(visible(red('a'))).toBe('^[31ma^[39m');
    expect(visible(red(`a${green('b')}c`))).toBe('^[31ma^[32mb^[31mc^[39m');
    expect(visible(bold(`a${dim('b')}c`))).toBe('^[1ma^[2mb^[22m^[1mc^[22m');
    expect(bold('')).toBe('');
  });

  it('is none where it is not wanted', () => {
    expect(createPaint(false).red('a')).toBe('a');
  });
});
