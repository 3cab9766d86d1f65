import { describe, expect, it } from 'vitest';
import { maySpeakAlone } from '../../src/verify/verdict.ts';
import { fail, idOf, openBook, run, use } from '../cases/past.ts';
import { type Around, checkOf, type Draft, judge } from './judge.ts';

type Story = [name: string, sessions: Parameters<typeof judge>[0], draft: Draft, around?: Around];

const STRICT = fail('tide measure --strict', 'tide: profile "strict" is not defined');
const CALM = run('tide measure --calm', 'level 4 m');
const MISSING = fail('cat docs/tides.md', 'cat: docs/tides.md: No such file or directory');
const RED = fail('make check', 'make: *** No rule to make target check.  Stop.', { exitCode: 2 });
const GREEN = run('make check', 'all 12 checks passed');
const USE_CALM: Draft = {
  guidance: 'Run `tide measure --calm`, not `tide measure --strict`.',
  wrong: 'tide measure --strict',
};

describe('a proposal that history proves', () => {
  it('is kept with what was shown', async () => {
    const verdict = await judge(
      [
        [STRICT, CALM],
        [STRICT, CALM],
      ],
      {
        ...USE_CALM,
        trigger: { rule: 'Bash(tide measure * --strict *)', when: undefined, error: undefined },
      },
    );
    expect(verdict).toMatchObject({ state: 'proven', confidence: 'high' });
    expect(verdict.trigger).toMatchObject({ failed: 2, succeeded: 0 });
    expect(checkOf(verdict, 'calls')).toBe('ok: 2 of 2 cited calls failed, in 2 sessions');
    expect(checkOf(verdict, 'right')).toBe('ok: `tide measure --calm` worked 2 times, last on 2026-03-02');
    expect(checkOf(verdict, 'trigger')).toBe('ok: the trigger fires on 2 failures and 0 calls that worked');
  });

  it('may quote values as places: names, numbers, and words that stand for any', async () => {
    const view = run('gh pr view 412 --json title', '{"title":"Widen the pier"}');
    const sessions = [
      [fail('gh pr show 412', 'unknown command "show"'), view],
      [fail('gh pr show 9', 'unknown command "show"'), view],
    ];
    for (const form of ['gh pr view <number> --json title', 'gh pr view N --json title', 'gh pr view 5 --json …'])
      expect(await judge(sessions, { guidance: `Use \`${form}\`.` })).toMatchObject({ state: 'proven' });
  });

  it('may cite a case, and then rests on all of its calls', async () => {
    const { cases } = await openBook([[STRICT], [STRICT], [CALM]]);
    const verdict = await judge([[STRICT], [STRICT], [CALM]], { ...USE_CALM, calls: [], cases: [cases[0]?.id ?? ''] });
    expect(checkOf(verdict, 'calls')).toBe('ok: 2 calls of its cases failed, in 2 sessions');
  });
});

describe('a proposal without evidence', () => {
  it.each<Story>([
    ['cites nothing', [[STRICT], [STRICT]], { ...USE_CALM, calls: [] }],
    ['cites an unknown call', [[STRICT], [STRICT]], { ...USE_CALM, calls: ['no-such-call1'] }],
    [
      'cites mostly calls that worked',
      [[STRICT, CALM, CALM], [STRICT]],
      { ...USE_CALM, calls: [idOf('s1', 1), idOf('s1', 2), idOf('s1', 0)] },
    ],
    ['names words that nobody said', [[STRICT]], { guidance: 'Never paint the pier.', message: 'S4 2026-03-04' }],
    [
      'names words about something else',
      [[STRICT, { says: 'paint the lighthouse red' }]],
      { guidance: 'Never push to main.', message: 'S1 2026-03-01' },
    ],
  ])('is refused: it %s', async (_, sessions, draft, around) => {
    expect(await judge(sessions, draft, around)).toMatchObject({ state: 'refused' });
  });
});

describe('a right form', () => {
  const broken = run('tide measure --sure', 'error: no gauge', { outcome: 'failed', exitCode: 1 });
  it.each<Story>([
    ['a command that never ran', [[STRICT], [STRICT]], { guidance: 'Run `tide calibrate --deep`.' }],
    ['a flag that was never given', [[STRICT, CALM], [STRICT]], { guidance: 'Run `tide measure --relaxed`.' }],
    [
      'a command that ran and always failed',
      [
        [STRICT, broken],
        [STRICT, broken],
      ],
      {
        guidance: 'Run `tide measure --sure`.',
        calls: [idOf('s1', 0), idOf('s2', 0)],
      },
    ],
    ['a script that nobody has', [[RED], [RED]], { guidance: 'Run `./scripts/repair.sh --all` first.' }],
    ['another program', [[STRICT], [STRICT]], { guidance: 'Install `npm install tide-gauge`.' }],
    ['a subcommand that was never used', [[STRICT, CALM], [STRICT]], { guidance: 'Use `git frobnicate --hard`.' }],
    [
      'a path that the repository does not have',
      [[MISSING], [MISSING]],
      { guidance: 'Read `guide/waves.md`.', kind: 'path' },
      { files: ['guide/tides.md'] },
    ],
    ['an environment variable with a command that never ran', [[RED], [RED]], { guidance: 'Run `CI=1 make deploy`.' }],
    ['a chain of which one part never ran', [[RED, GREEN], [RED]], { guidance: 'Run `make prepare && make check`.' }],
    [
      'a command with an operand of its own',
      [[STRICT, CALM], [STRICT]],
      { guidance: 'Run `tide export --format csv`.' },
    ],
    [
      'a flag that was removed',
      [[STRICT, CALM], [STRICT, CALM], [fail('tide measure --calm', 'error: unknown option --calm')]],
      { guidance: 'Run `tide measure --calm`.', calls: [idOf('s1', 0), idOf('s2', 0)] },
    ],
    [
      'a look-up that answers nothing',
      [[STRICT, run('grep calm tides.txt', '', { exitCode: 1, outcome: 'failed' })], [STRICT]],
      { guidance: 'Look with `grep calm tides.txt`.', calls: [idOf('s1', 0), idOf('s2', 0)] },
    ],
  ])('that never worked as quoted is not proven: %s', async (_, sessions, draft, around) => {
    const verdict = await judge(sessions, draft, around);
    expect(verdict.state).not.toBe('proven');
  });

  it.each<Story>([
    ['it worked', [[STRICT, CALM], [STRICT]], USE_CALM],
    [
      'it worked behind cd',
      [[RED, run('cd lib && make check', 'all passed')], [RED]],
      { guidance: 'Run `cd lib && make check`.' },
    ],
    [
      'the message states it',
      [
        [fail('tide x', 'unknown command. Run tide list to see them')],
        [fail('tide y', 'unknown command. Run tide list to see them')],
      ],
      { guidance: 'See the gauges first.', right: 'tide list', kind: 'command' },
    ],
    [
      'the repository has it',
      [[MISSING], [MISSING]],
      { guidance: 'Read `guide/tides.md`.', kind: 'path' },
      { files: ['guide/tides.md'] },
    ],
    [
      'it was read',
      [[MISSING, use('Read', 'read', { path: '/srv/orchard/guide/tides.md' })], [MISSING]],
      { guidance: 'Read `guide/tides.md`, not `docs/tides.md`.', wrong: 'docs/tides.md', kind: 'path' },
    ],
  ])('is proven: %s', async (_, sessions, draft, around) => {
    expect(await judge(sessions, draft, around)).toMatchObject({ state: 'proven' });
  });
});

describe('a cause that has ended', () => {
  const later = [GREEN, GREEN];
  const lint = fail('npx quill src', 'quill: cannot find module "ink"');
  const inked = run('npx quill src', 'no findings');
  it.each<Story>([
    [
      'the same command works since',
      [[RED], [RED], later, later],
      { guidance: 'Run `make check` in `lib`: the root has no target check.' },
    ],
    [
      'it works since in three sessions',
      [[RED], [RED], [GREEN], [GREEN], [GREEN]],
      { guidance: 'There is no target `check`.' },
    ],
    [
      'a module was installed',
      [[lint], [lint], [run('npm ci'), inked], [inked, inked]],
      { guidance: 'Do not use `npx quill`: its module is missing.' },
    ],
    [
      'a file exists now',
      [
        [use('Read', 'read', { path: '/srv/orchard/a.md' }, { outcome: 'failed', output: 'File does not exist.' })],
        [use('Read', 'read', { path: '/srv/orchard/a.md' }, { outcome: 'failed', output: 'File does not exist.' })],
        [use('Read', 'read', { path: '/srv/orchard/a.md' })],
        [use('Read', 'read', { path: '/srv/orchard/a.md' }), use('Read', 'read', { path: '/srv/orchard/a.md' })],
      ],
      { guidance: 'There is no `a.md`.', kind: 'path' },
    ],
    [
      'a flag is known now',
      [
        [STRICT],
        [STRICT],
        [run('tide measure --strict', 'level 4 m')],
        [run('tide measure --strict', 'level 4 m'), run('tide measure --strict', 'level 4 m')],
      ],
      { guidance: 'Leave out `--strict`.' },
    ],
    [
      'a program is installed now',
      [
        [fail('jq . a.json', 'bash: jq: command not found', { exitCode: 127 })],
        [fail('jq . a.json', 'bash: jq: command not found', { exitCode: 127 })],
        [run('jq . a.json', '{}')],
        [run('jq . a.json', '{}'), run('jq . a.json', '{}')],
      ],
      { guidance: '`jq` is not installed.' },
    ],
    [
      'a server answers now',
      [
        [fail('curl localhost:4000', 'curl: (7) Failed to connect to localhost port 4000', { exitCode: 7 })],
        [fail('curl localhost:4000', 'curl: (7) Failed to connect to localhost port 4000', { exitCode: 7 })],
        [run('curl localhost:4000', 'ok')],
        [run('curl localhost:4000', 'ok'), run('curl localhost:4000', 'ok')],
      ],
      { guidance: 'Nothing listens on `localhost:4000`.' },
    ],
    [
      'a folder exists now',
      [
        [fail('ls web', "ls: cannot access 'web': No such file or directory", { exitCode: 2 })],
        [fail('ls web', "ls: cannot access 'web': No such file or directory", { exitCode: 2 })],
        [run('ls web', 'index.html')],
        [run('ls web', 'index.html'), run('ls web', 'index.html')],
      ],
      { guidance: 'There is no folder `web`.' },
    ],
    [
      'a login was renewed',
      [
        [fail('tide login --check', 'error: token expired')],
        [fail('tide login --check', 'error: token expired')],
        [run('tide login --check', 'fine')],
        [run('tide login --check', 'fine'), run('tide login --check', 'fine')],
      ],
      { guidance: 'The token of `tide login --check` has expired.' },
    ],
    [
      'a script is there now',
      [
        [fail('npm run tide', 'npm error Missing script: "tide"')],
        [fail('npm run tide', 'npm error Missing script: "tide"')],
        [run('npm run tide', 'level 4 m')],
        [run('npm run tide', 'level 4 m'), run('npm run tide', 'level 4 m')],
      ],
      { guidance: 'There is no script `npm run tide`.' },
    ],
  ])('is refused with the day: %s', async (_, sessions, draft, around) => {
    const verdict = await judge(sessions, draft, around);
    expect(checkOf(verdict, 'stale')).toMatch(
      /^refused: ended on 2026-03-0\d: the same call worked \d+ times in \d sessions since$/,
    );
    expect(verdict.state).toBe('refused');
  });

  it.each<Story>([
    [
      'what works since follows the lesson',
      [[RED], [RED], [run('make configure', 'configured'), GREEN], [run('make configure', 'configured'), GREEN, GREEN]],
      { guidance: 'Run `make configure` before `make check`.' },
    ],
    [
      'the call worked as often all the time',
      [[RED, GREEN, GREEN], [GREEN, RED], [GREEN, GREEN], [GREEN]],
      { guidance: 'Run `make check` alone.' },
    ],
    [
      'it worked in one session only',
      [[RED], [RED], [GREEN, GREEN, GREEN]],
      { guidance: 'There is no target `check`.' },
    ],
    ['another form works', [[STRICT], [STRICT], [CALM, CALM], [CALM, CALM]], USE_CALM],
    [
      'another folder is meant',
      [
        [RED],
        [RED],
        [run('cd lib && make check', 'all passed')],
        [run('cd lib && make check', 'all passed'), run('cd lib && make check', 'all passed')],
      ],
      { guidance: 'Run `cd lib && make check`.' },
    ],
  ])('is not seen where %s', async (_, sessions, draft, around) => {
    expect(checkOf(await judge(sessions, draft, around), 'stale')).toBeUndefined();
  });
});

describe('words of a person', () => {
  const push = use(
    'Bash',
    'shell',
    { command: 'git push origin main' },
    { outcome: 'rejected', said: 'not to main, please open a pull request' },
  );
  const pushed = run('git push origin main', 'main -> main');
  const commit = (said?: string) =>
    use('Bash', 'shell', { command: 'git commit -m x' }, { outcome: 'rejected', ...(said ? { said } : {}) });
  const committed = run('git commit -m y', '1 file changed');
  it.each<Story>([
    [
      'a request for one occasion',
      [[run('ls'), { says: 'use the blue paint for this pier' }]],
      { guidance: 'Always use blue paint on piers.', message: 'S1 2026-03-01' },
    ],
    [
      'a question',
      [[run('ls'), { says: 'why is the pier not blue?' }]],
      { guidance: 'Paint the pier blue.', message: 'S1 2026-03-01' },
    ],
    [
      'a refusal without a reason',
      [
        [commit(), committed],
        [commit(), committed],
      ],
      { guidance: 'Do not commit.' },
    ],
    [
      'a refusal about something else',
      [
        [commit('look at the lighthouse first'), committed],
        [commit('the crane is broken'), committed],
      ],
      { guidance: 'Never run `git commit`.' },
    ],
    [
      'a refusal of what is mostly allowed',
      [[commit('first show me the commit'), ...Array(6).fill(committed)], [commit('show me the commit')]],
      { guidance: 'Show the commit and wait before `git commit`.' },
    ],
    [
      'one refusal of many pushes',
      [[push, ...Array(4).fill(pushed)], [pushed]],
      { guidance: 'Open a pull request, never `git push origin main`.' },
    ],
    [
      'an opinion about one file',
      [[run('ls'), { says: 'this readme is too long' }]],
      { guidance: 'Keep the readme short.', message: 'S1 2026-03-01' },
    ],
    [
      'a wish of one session',
      [[run('ls'), { says: 'could you add a test for the crane' }]],
      { guidance: 'Add a test for the crane.', message: 'S1 2026-03-01' },
    ],
    [
      'thanks',
      [[run('ls'), { says: 'great crane work' }]],
      { guidance: 'Praise crane work.', message: 'S1 2026-03-01' },
    ],
    [
      'a rule that was taken back',
      [
        [run('ls'), { says: 'never deploy the harbour crane on friday' }],
        [run('ls'), { says: 'from now on deploy the harbour crane on friday too' }],
      ],
      { guidance: 'Never deploy the harbour crane on friday.', message: 'S1 2026-03-01' },
    ],
  ])('are not made wider than they were said: %s', async (_, sessions, draft, around) => {
    const verdict = await judge(sessions, draft, around);
    expect(verdict.state).not.toBe('proven');
  });

  it.each<Story>([
    [
      'a prohibition',
      [[run('ls'), { says: 'never push to main' }]],
      { guidance: 'Never push to main.', message: 'S1 2026-03-01' },
    ],
    [
      'a wish in two sessions',
      [
        [run('ls'), { says: 'did you run the seed script' }],
        [run('ls'), { says: 'did you run the seed script?' }],
      ],
      { guidance: 'Run the seed script first.', message: 'S1 2026-03-01' },
    ],
    ['a reason given after refusals', [[push], [push]], { guidance: 'Open a pull request instead of a push to main.' }],
    [
      'a rule inside a long message',
      [
        [
          run('ls'),
          {
            says: `${'Here is the plan. '.repeat(60)} Always sign commits with the harbour key. ${'And so on. '.repeat(20)}`,
          },
        ],
      ],
      { guidance: 'Sign commits with the harbour key.', message: 'S1 2026-03-01' },
    ],
  ])('carry %s', async (_, sessions, draft, around) => {
    expect(await judge(sessions, draft, around)).toMatchObject({ state: 'proven' });
  });
});

describe('a trigger', () => {
  const sessions = [
    [STRICT, CALM],
    [STRICT, CALM, CALM],
  ];
  const triggerOf = (rule: string, more: { when?: string; error?: string } = {}) => ({
    rule,
    when: undefined,
    error: undefined,
    ...more,
  });

  it('that fires on none of the cited calls is left out, and the lesson goes to the block', async () => {
    const verdict = await judge(sessions, { ...USE_CALM, trigger: triggerOf('Bash(crane *)'), where: 'hook' });
    expect(verdict).toMatchObject({ state: 'proven', where: 'block', trigger: undefined });
    expect(checkOf(verdict, 'trigger')).toBe('note: the trigger fires on none of the cited calls');
  });

  it('that mostly fires on calls which worked goes to the block with its record', async () => {
    const verdict = await judge(sessions, { ...USE_CALM, trigger: triggerOf('Bash(tide *)'), where: 'hook' });
    expect(verdict).toMatchObject({ where: 'block', trigger: { failed: 2, succeeded: 3 } });
  });

  it('that fits only the wrong form speaks at the call', async () => {
    const verdict = await judge(sessions, {
      ...USE_CALM,
      trigger: triggerOf('Bash(tide measure * --strict *)'),
      where: 'hook',
    });
    expect(verdict.where).toBe('hook');
  });

  it('may need words of the error', async () => {
    const trigger = triggerOf('Bash(tide *)', { error: 'is not defined' });
    expect((await judge(sessions, { ...USE_CALM, trigger })).trigger).toMatchObject({ failed: 2, succeeded: 0 });
  });

  it.each(['Bash(', 'tide measure', 'Bash(x) when cwd'])('that cannot be read is left out: %s', async (rule) => {
    const verdict = await judge(sessions, { ...USE_CALM, trigger: triggerOf(rule) });
    expect(verdict).toMatchObject({ state: 'proven', trigger: undefined });
    expect(checkOf(verdict, 'trigger')).toMatch(/^note: the trigger .* cannot be read$/);
  });
});

describe('numbers, use, guard and what is known', () => {
  const sessions = [
    [STRICT, CALM],
    [STRICT, CALM],
  ];

  it('doubts a number that the log does not have, and takes one that it has', async () => {
    const slow = fail('make check', 'make: *** timed out after 600 seconds', { exitCode: 2 });
    const draft = (seconds: number) => ({ guidance: `It takes ${seconds} seconds; wait for it.` });
    expect(checkOf(await judge([[slow], [slow]], draft(900)), 'numbers')).toBe(
      'unproven: the number 900 is nowhere in the calls it cites',
    );
    expect(checkOf(await judge([[slow], [slow]], draft(600)), 'numbers')).toBeUndefined();
  });

  it('refuses what the error itself states and the next call followed', async () => {
    const edit = use(
      'Edit',
      'edit',
      { path: '/srv/orchard/a.ts' },
      { outcome: 'failed', output: 'File has not been read yet. Read it first before writing to it.' },
    );
    const [read, edited] = [
      use('Read', 'read', { path: '/srv/orchard/a.ts' }),
      use('Edit', 'edit', { path: '/srv/orchard/a.ts' }),
    ];
    const verdict = await judge(
      [
        [edit, read, edited],
        [edit, read, edited],
      ],
      { guidance: 'Read a file before editing it.' },
    );
    expect(checkOf(verdict, 'useful')).toBe('refused: the error itself states it, and the next call followed it');
  });

  it('refuses what the guard refuses, what is too long, and what stands already', async () => {
    expect(checkOf(await judge(sessions, USE_CALM, { refused: 'goes around a check' }), 'guard')).toBe(
      'refused: it goes around a check',
    );
    expect(checkOf(await judge(sessions, { guidance: 'x '.repeat(400) }), 'guard')).toBe(
      'refused: it is longer than 600 characters',
    );
    expect(checkOf(await judge(sessions, USE_CALM, { known: 'CLAUDE.md:3' }), 'known')).toBe(
      'refused: CLAUDE.md:3 says it already',
    );
    expect(checkOf(await judge(sessions, { ...USE_CALM, same: 'L-002' }), 'known')).toBe(
      'refused: L-002 says it already',
    );
  });

  it('tells a command unseen only if it is usual here, or only looks', async () => {
    const seldom = 'Run `tide calibrate --deep`, not `tide measure --strict`.';
    const deep = run('tide calibrate --deep', 'done');
    const once = [
      [STRICT, deep],
      [STRICT, run('tide calibrate', 'done')],
    ];
    const verdict = await judge(once, { guidance: seldom });
    expect(verdict).toMatchObject({ state: 'proven', unusual: undefined });
    expect(maySpeakAlone(verdict)).toBe(true);
    const rare = await judge([[STRICT, deep], [STRICT]], { guidance: seldom });
    expect(rare).toMatchObject({ state: 'proven', unusual: 'tide calibrate --deep' });
    expect(maySpeakAlone(rare)).toBe(false);
    expect(checkOf(rare, 'guard')).toBe('note: `tide calibrate --deep` is not usual here: it waits for a person');
    const look = await judge([[STRICT, run('git status --short', 'M a')], [STRICT]], {
      guidance: 'Look with `git status --short`.',
    });
    expect(look.unusual).toBeUndefined();
  });

  it('lowers the confidence of what is not proven', async () => {
    expect(await judge(sessions, { guidance: 'Measure with care.', kind: 'command' })).toMatchObject({
      state: 'unproven',
      confidence: 'low',
    });
    const trigger = { rule: 'Bash(tide measure * --strict *)', when: undefined, error: undefined };
    const isTold = { trigger, where: 'hook' as const };
    for (const [draft, confidence] of [
      [{ ...USE_CALM, confidence: 'medium' }, 'low'],
      [{ ...USE_CALM, confidence: 'medium', ...isTold }, 'medium'],
      [{ ...USE_CALM, confidence: 'medium', kind: 'path' }, 'medium'],
      [{ ...USE_CALM, kind: 'tool' }, 'low'],
      [{ ...USE_CALM, kind: 'tool', ...isTold }, 'medium'],
      [USE_CALM, 'high'],
    ] as const)
      expect(await judge(sessions, draft)).toMatchObject({ state: 'proven', confidence });
  });

  it('gives the same verdict for the same facts', async () => {
    expect(JSON.stringify((await judge(sessions, USE_CALM)).checks)).toBe(
      JSON.stringify((await judge(sessions, USE_CALM)).checks),
    );
  });
});
