import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readScript } from '../../../src/agents/codex/script.ts';

function argsOf(source: string): unknown[] {
  return readScript(source).calls.map((call) => call.args);
}

describe('a script', () => {
  it.each([
    [
      'const r = await tools.exec_command({cmd:"make", workdir: \'/srv\', yield_time_ms: 1_000});',
      { cmd: 'make', workdir: '/srv', yield_time_ms: 1000 },
    ],
    ['await tools.exec_command({"cmd":"rg \\"a\\\\|b\\" src\\n\\u00e9\\x41"})', { cmd: 'rg "a\\|b" src\né' + 'A' }],
    [
      'tools.exec_command({\n  cmd: `cat <<X\n\\`a\\` $HOME\nX`, // why\n  tty: true,\n})',
      { cmd: 'cat <<X\n`a` $HOME\nX', tty: true },
    ],
    ['tools.exec_command({cmd: String.raw`rg \\d+ "x"`})', { cmd: 'rg \\d+ "x"' }],
    ['tools.exec_command({cmd: "a; " + "b"})', { cmd: 'a; b' }],
    ['tools.exec_command({cmd: ["set -e", "make"].join("\\n")})', { cmd: 'set -e\nmake' }],
    [
      'const cmd = "make";\nawait tools.exec_command({cmd, workdir: `$' + '{root}/web`})',
      { cmd: 'make', workdir: undefined },
    ],
    [
      'const dir = "web"; tools.exec_command({cmd: "make", workdir: `/srv/$' + '{dir}`})',
      { cmd: 'make', workdir: '/srv/web' },
    ],
    ['tools.exec_command({...base, cmd: "make"})', { cmd: 'make' }],
    ['tools.exec_command({cmd: list.map((x) => x + ")").join(" "), tty: false})', { cmd: undefined, tty: false }],
    ['tools.apply_patch("*** Begin Patch")', '*** Begin Patch'],
    ['tools.update_plan({plan:[{step:"a",status:"b"}]})', { plan: [{ step: 'a', status: 'b' }] }],
    ['tools.exec_command(options)', undefined],
  ])('writes out what %j sends', (source, args) => {
    expect(argsOf(source)).toEqual([args]);
  });

  it('calls in the order in which it is written', () => {
    const source =
      'const all = await Promise.all([tools.exec_command({cmd:"a"}), tools.exec_command({cmd:"b"}), tools.mcp__tides__get({id:4})]);';
    const { calls, isSequential } = readScript(source);
    expect(calls.map((call) => call.name)).toEqual(['exec_command', 'exec_command', 'mcp__tides__get']);
    expect(isSequential).toBe(false);
    expect(readScript('tools.exec_command({cmd:"a"}); tools.exec_command({cmd:"b"})').isSequential).toBe(true);
  });

  it('does not call what it only writes in a text', () => {
    expect(argsOf('tools.exec_command({cmd: "node -e \'tools.exec_command({})\'"})')).toEqual([
      { cmd: "node -e 'tools.exec_command({})'" },
    ]);
  });

  it('may be anything', () => {
    const pieces = fc.constantFrom(
      'tools.exec_command(',
      '{',
      '}',
      '[',
      ']',
      '(',
      ')',
      ',',
      ':',
      '"',
      "'",
      '`',
      '${',
      '\\',
      'cmd',
      '+',
      '.join(',
      ' ',
      '\n',
      '//',
      '__proto__:',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
        const { calls } = readScript(parts.join(''));
        expect(calls.length).toBeLessThanOrEqual(32);
        for (const { args } of calls) expect(Object.getPrototypeOf(args ?? {})).not.toHaveProperty('cmd');
      }),
    );
  });

  it('of any text comes back as that text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(argsOf(`tools.exec_command({cmd:${JSON.stringify(text)}})`)).toEqual([{ cmd: text }]);
      }),
    );
  });

  it('is read in linear time', () => {
    // Read in quadratic time, each of these would take minutes.
    for (const piece of ['tools.exec_command(', '{', '`${', '"\\', '[[', 'const a = "', 'tools.exec_command({a:"'])
      expect(readScript(piece.repeat(10_000)).calls.length).toBeLessThanOrEqual(32);
  });
});
