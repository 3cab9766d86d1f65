import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanPrivate } from '../../../src/lifecycle/sharing/private-text.ts';

const machine = {
  checkouts: ['/home/ada/harbour', '/srv/trees/harbour-review'],
  home: '/home/ada',
  hasFolder: (path: string) => ['/srv', '/usr', '/data'].includes(path),
};
const clean = (text: string) => cleanPrivate(text, machine);

describe('cleanPrivate', () => {
  it.each([
    ['- Guidance: Run `/home/ada/bin/tide`.', '- Guidance: Run `~/bin/tide`.', ['home folder']],
    ['C:\\Users\\ada\\x', '~\\x', ['home folder']],
    ['Ask ada@example.org first', 'Ask [redacted:email] first', ['e-mail address']],
    ['Read `/home/ada/harbour/src/a.ts`', 'Read `src/a.ts`', ['path of this machine']],
    ['Read /srv/trees/harbour-review/src/a.ts', 'Read src/a.ts', ['path of this machine']],
    ['Look into /data/builds/harbour/out.log', 'Look into [redacted:path]/out.log', ['path of this machine']],
    ['Look into /var/folders/x9/q/T/out.log', 'Look into [redacted:path]/out.log', ['path of this machine']],
    ['`D:\\work\\chart.csv` is large', '`[redacted:path]/chart.csv` is large', ['path of this machine']],
    [`Set TOKEN=ghp_${'a1B2'.repeat(9)}`, 'Set TOKEN=[redacted:', ['secret']],
  ])('%s becomes %s', async (before, after, kinds) => {
    const { text, lines } = await clean(`one\n${before}\n`);
    expect(text).toContain(`one\n${after}`);
    expect(lines).toEqual([{ line: 2, kinds, text: before }]);
    expect((await clean(text)).lines).toEqual([]);
  });

  it.each([
    'Run `/usr/bin/env python3`, not `/bin/sh`',
    'GET /api/v1/berths answers with 404',
    'https://example.org/data/x and git@example.org:harbour/tide.git',
    'Use `sed s:/old/x:/new/x:` on src/data/x.ts and ./data/x',
    'The log is in /tmp/harbour/out.log',
    'C:\\Windows\\System32\\cmd.exe',
    '- Fingerprint: 7e3e2cfb4cef504a',
    '  claude-code/45d63756-e6da-429a-ad02-d630ae0acbd0#toolu_01k6XdARuqUByd7CY1L5P2G1>toolu_01TyaJhjpQbZZZqQH1RF9wCg@2026-03-02T08:13:20.117Z',
    '- Written: title=6d0ceb pattern=a2a1d8 guidance=353055',
  ])('%s is nobody’s', async (line) => {
    expect(await clean(`${line}\r\n`)).toEqual({ text: `${line}\r\n`, lines: [] });
  });

  it('leaves nothing behind, keeps lines as lines, and touches no other', async () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => text.replace(/[\r\n]/g, '')),
      fc.constantFrom('/home/ada/x', '/home/ada/harbour/x', 'ada@example.org', '/data/a/b', 'E:\\x\\y'),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 8 }), fc.constantFrom('\n', '\r\n'), async (lines, eol) => {
        const before = lines.join(eol);
        const { text, lines: found } = await clean(before);
        expect(text).not.toMatch(/\/home\/ada|ada@example|\/data\/a|E:\\x/);
        const after = text.split('\n');
        for (const [index, each] of before.split('\n').entries())
          if (!found.some(({ line: at }) => at === index + 1)) expect(after[index]).toBe(each);
        expect(after).toHaveLength(before.split('\n').length);
      }),
    );
  });
});
