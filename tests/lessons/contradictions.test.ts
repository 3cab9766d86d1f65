import { describe, expect, it } from 'vitest';
import type { Call, Message } from '../../src/agents/call.ts';
import { chooseWays, findDoubtful, findOpposed, type Stance } from '../../src/lessons/contradictions.ts';
import type { NewLesson } from '../../src/lessons/distil.ts';
import { fixed } from '../../src/lessons/quotable.ts';
import { makeLesson } from '../memory/lessons.ts';
import { call, mine } from './story.ts';

/** A lesson that tells this, and warns by this rule. */
function stance(
  fingerprint: string,
  guidance: string,
  rule: string | undefined,
  parts: Partial<NewLesson> = {},
): Stance {
  const { trigger: _none, ...plain } = makeLesson({ fingerprint, guidance });
  const words = { title: fixed(''), guidance: guidance as NewLesson['guidance'], pattern: fixed(''), scope: [] };
  const trigger = rule === undefined ? {} : { trigger: { rule, failed: 2, succeeded: 0 } };
  return { lesson: { ...plain, ...words, ...trigger, ...parts } };
}

const opposed = (...stances: Stance[]) => Object.fromEntries(findOpposed(stances));

describe('which lessons give way', () => {
  const often = { sessions: 5, occurrences: 9 };

  it.each([
    [
      'a program that another lesson starts by a runner',
      stance('a', 'Run `dock x hk -- hk …`, not `hk` alone.', 'Bash(hk *)', often),
      stance('b', 'Do without `hk`: it is not installed here.', 'Bash(hk *)'),
      { b: ['a'] },
    ],
    [
      'a command that another lesson tells to run first',
      stance('a', 'Do not run `make seed` here: it always fails.', 'Bash(make seed *)', often),
      stance('b', 'Run `make seed` before `make e2e`.', undefined),
      { b: ['a'] },
    ],
    [
      'a flag of the same command',
      {
        ...stance('a', 'Run `pack` without `--strict`.', 'Bash(pack * {--strict,--strict=*} *)', often),
        tools: ['pack'],
      },
      { ...stance('b', 'Call `pack` with `--strict`: it fails without.', undefined), against: [], tools: ['pack'] },
      { b: ['a'] },
    ],
    [
      'a path below a folder that is not there',
      stance('a', 'Look in `src/`: there is no `lib/`.', 'Read(lib/**)', often),
      stance('b', 'Use `lib/tide.ts`: `src/tide.ts` does not exist.', 'Read(src/tide.ts)'),
      { b: ['a'] },
    ],
    [
      'a value of the same argument of a tool',
      stance('a', 'Call `Skill` with `tide`: it does not know `moon`.', 'Tool(Skill skill=moon)', often),
      stance('b', 'Call `Skill` with `moon`: it does not know `tide`.', 'Tool(Skill skill=tide)'),
      { b: ['a'] },
    ],
    [
      'a program that another lesson replaces by a tool, though only some flags were refused',
      stance('a', 'Use the `Glob` tool instead of `find`: it runs through `tug` here.', 'Bash(find * -name *)', often),
      stance('b', 'In zsh, use `find` to look for files that may not exist.', undefined),
      { b: ['a'] },
    ],
    [
      'one of several programs that a hook refuses, with arguments left open',
      stance(
        'a',
        'Use `Read` instead of a bare `cat` or `xargs`: a hook refuses them.',
        'Bash(cat *) or Bash(xargs * -0 *)',
        often,
      ),
      stance('b', 'Pass long lists of files by `xargs …`.', undefined),
      { b: ['a'] },
    ],
    [
      'a program that a person does not want',
      { ...stance('a', 'The user said: “never use find here”.', undefined), isSaid: true as const },
      stance('b', 'In zsh, use `find` to look for files that may not exist.', undefined, often),
      { b: ['a'] },
    ],
  ])('%s', (_what, first, second, expected) => {
    expect(opposed(first, second)).toEqual(expected);
    expect(opposed(second, first)).toEqual(expected);
  });

  it('takes what a lesson warns of itself for no advice of it', () => {
    const wrapper = stance('a', 'Use the `Grep` tool: `grep -r` is refused.', 'Bash(grep * -r *)', often);
    expect(opposed(wrapper, stance('b', 'Use `rg` for `grep -r`.', 'Bash(grep * -r *)'))).toEqual({});
  });

  it('leaves a program alone of which another lesson refuses a flag or a sub-command', () => {
    const repo = stance('a', 'Run `gh` with `--repo=ada/harbour`.', undefined, often);
    const stat = stance('b', 'Use `--name-only`: `gh pr diff` has no `--stat`.', 'Bash(gh pr diff * --stat *)');
    const prefix = stance('c', 'Run `gh …` without the `tug` prefix.', 'Bash(tug gh *)');
    const first = stance('d', 'Start `tug` before you push.', undefined);
    const pull = { ...stance('e', 'The user said: “never use gh pr merge”.', undefined), isSaid: true as const };
    expect(opposed(repo, stat, { ...prefix, against: ['tug'] }, first, pull)).toEqual({});
  });

  it('leaves lessons alone that only differ in when they apply', () => {
    const pack = {
      ...stance('a', 'Call `pack` with `--strict`: it fails without.', undefined, often),
      against: [],
      tools: ['pack'],
    };
    const chest = {
      ...stance('b', 'Use `--loose`: `chest` has no `--strict`.', 'Bash(chest * --strict *)'),
      tools: ['chest'],
    };
    expect(opposed({ ...pack, against: [] }, { ...chest, against: ['--strict'] })).toEqual({});
    const here = stance('c', 'Run `make e2e` in `web`.', 'Bash(make e2e *)');
    const trigger = { rule: 'Bash(make e2e *)', when: 'cwd is not web', failed: 2, succeeded: 0 };
    const first = stance('d', 'Run `make seed` before `make e2e`.', undefined);
    expect(opposed({ ...here, lesson: { ...here.lesson, trigger } }, first)).toEqual({});
  });

  it('holds to what came later where the world has changed, and to what a person said', () => {
    const old = stance('a', 'Use `wharf build`, not `quay build`.', 'Bash(quay build *)', often);
    const later = { firstSeen: '2026-03-01T08:00:00.000Z', lastSeen: '2026-03-05T08:00:00.000Z' };
    const young = stance('b', 'Use `quay build`, not `wharf build`.', 'Bash(wharf build *)', later);
    expect(opposed(old, young)).toEqual({ a: ['b'] });
    expect(opposed({ ...old, isSaid: true }, young)).toEqual({ b: ['a'] });
  });

  it('is not asked of lessons that are watched', () => {
    const watched = stance('a', 'Do not run `make seed`.', 'Bash(make seed *)', { ...often, status: 'watching' });
    expect(opposed(watched, stance('b', 'Run `make seed` before `make e2e`.', undefined))).toEqual({});
  });
});

describe('a lesson that knows several ways', () => {
  const way = (text: string) => text as NewLesson['guidance'];
  const glob = {
    ...stance('a', 'In zsh, use `find` to look for files.', undefined, { sessions: 9, occurrences: 20 }),
    otherWays: [way('In zsh, list the folder with `ls`.'), way('In zsh, add `(N)` to a glob.')],
  };
  const find = stance(
    'b',
    'Use the `Glob` tool instead of `find`: it runs through `tug` here.',
    'Bash(find * -name *)',
  );

  it('is told with the first that no other lesson speaks against, however often each was seen', () => {
    expect(Object.fromEntries(chooseWays([glob, find]))).toEqual({ a: glob.otherWays[0] });
    const both = stance('b', 'Use `Glob` instead of `find` and `ls`.', 'Bash(find * -name *) or Bash(ls *)');
    expect(Object.fromEntries(chooseWays([both, glob]))).toEqual({ a: glob.otherWays[1] });
  });

  it('is left as it is where nothing speaks against it, or against all of its ways', () => {
    expect(chooseWays([glob]).size).toBe(0);
    const only = { ...glob, otherWays: [way('In zsh, use `find …`.')] };
    expect(chooseWays([only, find]).size).toBe(0);
    expect(opposed(only, find)).toEqual({ b: ['a'] });
  });
});

describe('a lesson that is told at once', () => {
  const once = { status: 'watching', told: 'at once', sessions: 1, occurrences: 1 } as const;
  const doubtful = (...stances: Stance[]) => [...findDoubtful(stances)];

  it('waits where it speaks against another one, or another one against it', () => {
    const tail = stance('a', 'Write `tail -n 5`.', 'Bash(tail -5 *)', once);
    expect(doubtful(tail, stance('b', 'Use `Read` instead of `tail`.', 'Bash(tail *)'))).toEqual(['a']);
    expect(doubtful(stance('b', 'Run `tail -5 log` first.', undefined), tail)).toEqual(['a']);
    expect(
      doubtful(tail, stance('b', 'Use `Read` instead of `tail`.', 'Bash(tail *)', { status: 'watching' })),
    ).toEqual([]);
    expect(doubtful(tail, stance('b', 'Use `Read` instead of `head`.', 'Bash(head *)'))).toEqual([]);
  });
});

describe('two lessons of the same sessions', () => {
  const needs = {
    outcome: 'failed',
    exitCode: 1,
    output: 'error: the following required arguments were not provided:\n  --strict',
  } as const;
  const unknown = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --strict' } as const;
  const lacking = (day: number): Call[] => [
    call(`s${day}`, 1, { command: 'pack crates' }, needs),
    call(`s${day}`, 2, { command: 'pack crates --strict' }, { output: 'packed' }),
  ];
  const surplus = (day: number): Call[] => [
    call(`s${day}`, 1, { command: 'pack crates --strict' }, unknown),
    call(`s${day}`, 2, { command: 'pack crates' }, { output: 'packed' }),
  ];

  it('never tell to do what the other one warns of', async () => {
    const { lessons } = await mine(lacking(1), surplus(2), lacking(3), surplus(4), surplus(5));
    const ready = lessons.filter(({ status }) => status === 'ready');
    expect(ready.map(({ guidance }) => guidance)).toEqual([
      'Run `pack crates` without `--strict`: it fails with `unknown flag: --strict`.',
    ]);
    expect(lessons.filter(({ yieldsTo }) => yieldsTo)).toMatchObject([
      { status: 'watching', yieldsTo: [ready[0]?.fingerprint] },
    ]);
  });

  it('give way to what a person said outright', async () => {
    const flag = { outcome: 'failed', exitCode: 1, output: 'unknown flag: --fast' } as const;
    const day = (number: number): (Call | Message)[] => [
      call(`s${number}`, 1, { command: 'quay push --fast' }, flag),
      call(`s${number}`, 2, { command: 'quay push --slow' }, { output: 'pushed' }),
    ];
    const said: Message = {
      id: 'm1',
      session: 's3',
      seq: 3,
      text: 'never push with --slow!!',
      at: Date.parse('2026-03-04T09:03:00Z'),
    };
    const { lessons } = await mine(day(1), day(2), [...day(3), said]);
    const own = lessons.find(({ guidance }) => guidance.includes('Never') || guidance.includes('never'));
    expect(own?.status).toBe('ready');
    const mined = lessons.find(({ guidance }) => guidance.startsWith('Use `--slow`'));
    expect(mined).toMatchObject({ status: 'watching', yieldsTo: [own?.fingerprint] });
  });
});
