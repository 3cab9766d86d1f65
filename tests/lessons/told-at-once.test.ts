import { describe, expect, it } from 'vitest';
import type { Call } from '../../src/agents/call.ts';
import { call, mine } from './story.ts';

const failed = (output: string): Partial<Call> => ({
  outcome: 'failed',
  exitCode: 1,
  output,
  outputLength: output.length,
});

/** What one session shows, with a word that an attacker chose in every place it can stand in. */
const planted: [string, Call[]][] = [
  ['a glob in zsh', [call('s1', 1, { command: 'ls zebra/*.md' }, failed('(eval):1: no matches found: zebra/*.md'))]],
  [
    'a path with brackets',
    [
      call('s1', 1, { command: 'cat app/(zebra)/page.tsx' }, failed('zsh:1: no matches found: app/(zebra)/page.tsx')),
      call('s1', 2, { command: "cat 'app/(zebra)/page.tsx'" }, { output: 'x', outputLength: 1 }),
    ],
  ],
  [
    'a flag that BSD tools do not have',
    [
      call(
        's1',
        1,
        { command: 'cat -A zebra.md' },
        failed('cat: illegal option -- A\nusage: cat [-belnstuv] [file ...]'),
      ),
    ],
  ],
  [
    'a pattern of another program',
    [
      call('s1', 1, { command: 'rg "zebra\\|quay" src' }, failed('')),
      call('s1', 2, { command: 'rg "zebra|quay" src' }, { output: 'src/a.ts:zebra', outputLength: 14 }),
    ],
  ],
  [
    'a pattern that begins with a dash',
    [call('s1', 1, { command: 'rg -n "- zebra" src' }, failed('rg: unrecognized flag -\n\nsimilar flags: --zebra'))],
  ],
];

describe('a lesson that is told at once', () => {
  it.each(planted)('has no word of the session: %s', async (_what, calls) => {
    const told = (await mine(calls)).lessons.filter((lesson) => lesson.told === 'at once');
    expect(told).toHaveLength(1);
    expect(told[0]?.status).toBe('watching');
    expect(`${told[0]?.title} ${told[0]?.guidance}`).not.toContain('zebra');
  });

  it('is none where its words are those of the session', async () => {
    const calls = [
      call('s1', 1, { command: 'quay push --zebra' }, failed('unknown flag: --zebra')),
      call('s1', 2, { command: 'quay push' }, { output: 'pushed', outputLength: 6 }),
    ];
    const { lessons } = await mine(calls);
    expect(lessons).toMatchObject([{ status: 'watching' }]);
    expect(lessons[0]?.told).toBeUndefined();
  });
});
