import { afterAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';

describe('hardwon reject', () => {
  it('takes a lesson out, keeps it out while the logs still show it, and restore brings it back', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const before = await stage.read(MEMORY);

    const dry = await stage.run(['reject', '1', '--dry-run']);
    expect(dry.stdout).toContain('+- Gone: rejected on 2026-03-09: not wanted');
    expect(await stage.read(MEMORY)).toBe(before);

    const done = await stage.run(['reject', 'L-001', '--reason', 'python3 is fine by now']);
    expect(done.code).toBe(0);
    expect(joinLines(done.stdout)).toContain('L-001 is removed from the memory: Use `uv run python`, not `python3`');
    expect(await stage.read(MEMORY)).not.toContain('## L-001');
    expect(await stage.read('.memory/tombstones.md')).toContain(
      '- Gone: rejected on 2026-03-09: python3 is fine by now',
    );

    const learned = await stage.learn(['--apply']);
    expect(learned.lessons).toEqual([]);
    expect((await stage.read('CLAUDE.md')) ?? '').not.toContain('uv run python');

    const why = await stage.run(['confirm', '--human', 'L-001']);
    expect(why.code).toBe(2);
    expect(why.stderr).toContain('hardwon restore L-001 brings it back.');

    expect((await stage.run(['restore'])).stdout).toBe(
      'L-001 rejected 2026-03-09  Use `uv run python`, not `python3`\n',
    );
    expect((await stage.run(['restore', 'L-001'])).code).toBe(0);
    expect(await stage.read(MEMORY)).toBe(before);
    expect((await stage.learn(['--apply'])).lessons).toMatchObject([{ id: 'L-001', delivered: true }]);
  });

  it('is taken back by undo', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const before = await stage.read(MEMORY);
    await stage.run(['reject', 'L-001']);
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read(MEMORY)).toBe(before);
    expect(await stage.read('.memory/tombstones.md')).toBeUndefined();
  });

  it('changes nothing where one of the ids is wrong', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    const before = await stage.read(MEMORY);
    const { code, stderr } = await stage.run(['reject', 'L-001', 'L-009']);
    expect(code).toBe(2);
    expect(stderr).toContain('There is no lesson L-009');
    expect(await stage.read(MEMORY)).toBe(before);
  });
});

describe('hardwon confirm', () => {
  it('writes the word of a person, in a sub-folder too', async () => {
    const stage = await makeStage(oneLesson);
    await stage.run(['learn', '--apply']);
    await stage.write('src/tide.ts', '');
    const { code, stdout } = await stage.run(['confirm', '--human', 'l-1', '--json'], { cwd: `${stage.project}/src` });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      schema: 1,
      ids: ['L-001'],
      root: stage.project,
      applied: true,
      notices: [],
    });
    const text = await stage.read(MEMORY);
    expect(text).toContain('- Confidence: high\n');
    expect(text).toContain('- Validated: 2026-03-09\n');
    expect((await stage.learn(['--apply'])).lessons).toMatchObject([{ confidence: 'high', validated: '2026-03-09' }]);
    expect(await stage.read(MEMORY)).toBe(text);
  });

  it('says what to do where there is no memory', async () => {
    const stage = await makeStage();
    const { code, stderr } = await stage.run(['confirm', '--human', 'L-001']);
    expect(code).toBe(2);
    expect(stderr).toContain('hardwon memory lists what is in it; hardwon learn --apply writes');
  });
});

describe('hardwon tidy', () => {
  const old = `## L-003: Seed before the tests
- Phase: verify
- Dimension: behaviour
- Scope: tests/**
- Pattern: It failed.
- Guidance: Run \`make seed\` first.
- Confidence: low
- Occurrences: 1
- First seen: 2026-01-02
- Last seen: 2026-01-02
`;

  it('shows what would go, then takes it out; the clock can be set', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, old);
    const early = await stage.run(['tidy'], { now: '2026-03-03' });
    expect(early.stdout).toBe('Nothing to tidy: 1 lesson, none of them weak and old.\n');
    const dry = await stage.run(['tidy'], { now: '2026-03-04' });
    expect(joinLines(dry.stdout)).toContain('Would be taken out, of low confidence and not seen for 60 days:');
    expect(dry.stdout).toContain('  L-003 Seed before the tests (seen 61 days ago)');
    expect(await stage.read(MEMORY)).toBe(old);
    const done = await stage.run(['tidy', '--apply', '--json'], { now: '2026-03-04' });
    expect(JSON.parse(done.stdout)).toMatchObject({
      applied: true,
      pruned: [{ id: 'L-003', days: 61 }],
      before: 1,
      after: 0,
    });
    expect(await stage.read('.memory/tombstones.md')).toContain('## L-003: Seed before the tests');
  });

  it('has nothing to do without a memory', async () => {
    const stage = await makeStage();
    expect((await stage.run(['tidy'])).code).toBe(0);
    expect(await stage.read(MEMORY)).toBeUndefined();
  });
});
