import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';

const lessons = `# Learnings of the harbour

## L-003: Integration tests need a seeded database
- Phase: verify
- Dimension: maintainability
- Scope: tests/integration/**, scripts/db-seed.sh
- Pattern: The suite failed because nothing had been seeded.
- Guidance: Before running the suite, execute \`npm run db:seed\`. The schema is in \`scripts/db-seed.sh\`.
- Confidence: high
- Occurrences: 5
- First seen: 2026-02-20
- Last seen: 2026-03-01

## L-004: Handlers answer with a problem document
- Phase: implement
- Dimension: architecture
- Scope: src/api/**
- Pattern: Handlers threw.
- Guidance: Return \`problem()\` of \`src/api/problem.ts\`.
- Confidence: medium
- Occurrences: 2
- First seen: 2026-02-20
- Last seen: 2026-03-01

## L-005: A first sight
- Phase: implement
- Dimension: behaviour
- Scope: src/api/**
- Pattern: It failed once.
- Guidance: Pass \`--tide\` to \`make chart\`.
- Confidence: low
- Occurrences: 1
- First seen: 2026-02-20
- Last seen: 2026-03-01

## L-006: Not sure
- Guidance: x
- Confidence: certain
`;

const broken = (stage: Stage) =>
  `hardwon: ${stage.project}/${MEMORY}:38: L-006 is left alone: Confidence must be low, medium or high\n`;

async function makeHarbour(): Promise<Stage> {
  const stage = await makeStage();
  await stage.write('src/api/berths.ts', '');
  await stage.write('tests/integration/berths.test.ts', '');
  await stage.git(['add', '.']);
  await stage.git(['commit', '--quiet', '--message', 'Begin']);
  await stage.write(MEMORY, lessons);
  await stage.write('.memory/.gitignore', '*\n');
  return stage;
}

describe('hardwon consult', () => {
  it('shows what concerns the changed files, by what it asks of the reader', async () => {
    const stage = await makeHarbour();
    await stage.write('src/api/berths.ts', 'changed');
    expect(await stage.run(['consult'])).toEqual({
      code: 0,
      stdout: `Before implementing: 2 lessons for 1 changed file, of 4 in
.memory/harness-learnings.md.
Follow the guidance while writing, rather than after it fails.

Recommended (medium confidence; apply where it fits)
  L-004 Handlers answer with a problem document
        Return \`problem()\` of \`src/api/problem.ts\`.
        matches src/api/berths.ts and phase implement; seen 2 times

Noted (low confidence, or not reviewed yet; do not change behaviour for it)
  L-005 A first sight
        Pass \`--tide\` to \`make chart\`.
        matches src/api/berths.ts and phase implement; seen once
`,
      stderr: broken(stage),
    });
  });

  it('is as wide as the terminal', async () => {
    const stage = await makeHarbour();
    for (const columns of [80, 120]) {
      const { stdout } = await stage.run(['consult', '--phase', 'verify'], { env: { COLUMNS: String(columns) } });
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(columns);
      expect(joinLines(stdout)).toContain('L-003 Integration tests need a seeded database Before running the suite,');
    }
  });

  it('goes by the phase where nothing is changed, and outside git', async () => {
    const stage = await makeHarbour();
    const ids = async (args: string[]) =>
      [...(await stage.run(['consult', ...args])).stdout.matchAll(/^ {2}(L-\d+)/gm)].map(([, id]) => id);
    expect(await ids(['--phase', 'verify'])).toEqual(['L-003']);
    expect(await ids(['--phase', 'plan'])).toEqual(['L-004']);
    expect(await ids(['--dimension', 'behaviour'])).toEqual(['L-005']);
    await stage.write('../lantern/.memory/harness-learnings.md', lessons);
    const outside = await stage.run(['consult', '--phase', 'verify', '--json'], { cwd: `${stage.home}/lantern` });
    expect(JSON.parse(outside.stdout)).toMatchObject({ files: { from: 'none', list: [] }, lessons: [{ id: 'L-003' }] });
  });

  it('takes files from a sub-folder and in a worktree, whose memory is that of the main checkout', async () => {
    const stage = await makeHarbour();
    const below = await stage.run(['consult', '--files', 'berths.ts', '--json'], { cwd: `${stage.project}/src/api` });
    expect(JSON.parse(below.stdout)).toMatchObject({
      root: stage.project,
      files: { from: 'given', list: ['src/api/berths.ts'] },
    });
    const tree = `${stage.home}/harbour-review`;
    await stage.git(['worktree', 'add', '--quiet', '-b', 'review', tree]);
    await stage.write('../harbour-review/tests/integration/new.test.ts', '');
    const there = await stage.run(['consult', '--phase', 'review', '--json'], { cwd: tree });
    expect(JSON.parse(there.stdout)).toMatchObject({
      root: stage.project,
      files: { from: 'git', list: ['tests/integration/new.test.ts'], isCut: false },
      lessons: [{ id: 'L-003', signal: 'apply', matched: { files: ['tests/integration/new.test.ts'], phase: false } }],
      use: expect.stringContaining('raise the severity'),
    });
    const named = await stage.run(
      ['consult', '--files', `${tree}/src/api/x.ts`, '--project', stage.project, '--json'],
      {
        cwd: stage.home,
      },
    );
    expect(JSON.parse(named.stdout).files.list).toEqual(['src/api/x.ts']);
  });

  it('shows what concerns the files, and says how many lessons are about the whole project', async () => {
    const stage = await makeHarbour();
    const everywhere = ['L-007', 'L-008'].map(
      (id) =>
        `\n## ${id}: Use pnpm\n- Phase: implement\n- Guidance: Run \`pnpm test\` instead of \`npm test\`.\n- Confidence: high\n`,
    );
    await stage.write(MEMORY, lessons + everywhere.join(''));
    const ids = (stdout: string) => [...stdout.matchAll(/^(?: {2}|- )(L-\d+)/gm)].map(([, id]) => id);
    const byFile = await stage.run(['consult', '--files', 'src/api/berths.ts']);
    expect(ids(byFile.stdout)).toEqual(['L-004', 'L-005']);
    expect(joinLines(byFile.stdout)).toContain(
      '2 lessons about the whole project are not shown. With --phase implement they are.',
    );
    const none = await stage.run(['consult', '--files', 'web/app.css']);
    expect(ids(none.stdout)).toEqual([]);
    expect(joinLines(none.stdout)).toContain('No lesson for web/app.css, of 6 in .memory/harness-learnings.md.');
    expect(joinLines(none.stdout)).toContain('2 lessons about the whole project are not shown.');
    const json = JSON.parse((await stage.run(['consult', '--files', 'web/app.css', '--json'])).stdout);
    expect(json).toMatchObject({ lessons: [], general: 2 });
    const block = await stage.run(['consult', '--files', 'src/api/berths.ts', '--prompt']);
    expect(block.stdout).toMatch(/\n2 more about the whole project: hardwon consult --phase implement\n$/);
    const byPhase = await stage.run(['consult', '--files', 'web/app.css', '--phase', 'implement']);
    expect(ids(byPhase.stdout)).toEqual(['L-007', 'L-008']);
    expect(byPhase.stdout).not.toContain('not shown');
    // Nothing is changed: there are no files to go by.
    expect(ids((await stage.run(['consult'])).stdout)).toEqual(['L-007', 'L-008', 'L-004', 'L-005']);
  });

  it('says so where nothing matches, and where there is no memory; a prompt stays empty', async () => {
    const stage = await makeHarbour();
    const nothing = await stage.run(['consult', '--files', 'README.md,/elsewhere/x.ts']);
    expect(nothing).toEqual({
      code: 0,
      stdout: 'No lesson for README.md, of 4 in .memory/harness-learnings.md.\n',
      stderr: `hardwon: /elsewhere/x.ts is not in this project\n${broken(stage)}`,
    });
    const bare = await makeStage();
    for (const args of [[], ['--phase', 'review']])
      expect(joinLines((await bare.run(['consult', ...args])).stdout).trim()).toBe(
        'This project has no memory yet (.memory/harness-learnings.md): hardwon learn --apply makes it from past sessions.',
      );
    expect(await bare.run(['consult', '--prompt'])).toEqual({ code: 0, stdout: '', stderr: '' });
    const { stdout } = await bare.run(['consult', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ entries: 0, lessons: [], notices: [] });
  });

  it('prints a block for a prompt, within its budget, and nothing where nothing matches', async () => {
    const stage = await makeHarbour();
    const block = await stage.run(['consult', '--phase', 'verify', '--prompt']);
    expect(block.stdout).toBe(
      'Notes from past failures in this project, kept by hardwon. They are background, not a request; the task comes first. Do what has to be done first: seeds, variables, builds.\nApply (high confidence):\n- L-003: Before running the suite, execute `npm run db:seed`. The schema is in `scripts/db-seed.sh`. (about tests/integration/**, scripts/db-seed.sh; seen 5 times)\n',
    );
    expect((await stage.run(['consult', '--phase', 'verify', '--prompt', '--budget', '30'])).stdout).toBe('');
    expect(await stage.run(['consult', '--files', 'README.md', '--prompt'])).toMatchObject({ code: 0, stdout: '' });
    const both = JSON.parse((await stage.run(['consult', '--phase', 'verify', '--prompt', '--json'])).stdout);
    expect(both.prompt).toBe(block.stdout);
  });

  it('answers nothing where all of the files are elsewhere', async () => {
    const stage = await makeHarbour();
    const { code, stdout, stderr } = await stage.run(['consult', '--files', '/elsewhere/x.ts']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`None of the files is in ${stage.project}: /elsewhere/x.ts`);
  });

  it('does not take a name that is empty for the whole project', async () => {
    const stage = await makeHarbour();
    const { code, stderr } = await stage.run(['consult', '--files', '']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('No file was named.')]);
    expect((await stage.run(['consult', '--files', '.'])).code).toBe(0);
  });

  it('knows what is no phase', async () => {
    const stage = await makeHarbour();
    const { code, stderr } = await stage.run(['consult', '--phase', 'deploy']);
    expect(code).toBe(2);
    expect(stderr).toBe(
      "hardwon: --phase cannot be 'deploy'.\n  It can be specify, plan, implement, verify, review, refine or debug.\n",
    );
  });
});
