import { rm } from 'node:fs/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { parseMemory } from '../../src/memory/memory.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { everyFile } from './stories.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';
const captureOf = (target: string) => [
  'capture',
  '--guidance',
  `Run \`make ${target}\` first.`,
  '--scope',
  'tests/**',
  '--yes',
];

async function idsOf(stage: Stage): Promise<string[]> {
  return parseMemory(await stage.read(MEMORY), MEMORY).entries.map(({ id }) => id);
}

/** An entry of low confidence that was seen on a day. */
function weak(id: string, day: string): string {
  return `## ${id}: Weak ${id}\n- Guidance: Run \`make ${id}\`.\n- Confidence: low\n- First seen: ${day}\n- Last seen: ${day}\n`;
}

describe('hygiene', () => {
  it('takes nothing out that learn has just written, however old the sessions are', async () => {
    const stage = await makeStage(everyFile);
    const later = { now: '2027-03-01T09:00:00Z' };
    const { lessons } = await stage.learn(['--apply'], later);
    expect(lessons.length).toBeGreaterThan(5);
    expect(await stage.read(MEMORY)).toContain('- Added: 2027-03-01\n');
    for (const target of ['seed', 'schema']) expect((await stage.run(captureOf(target), later)).code).toBe(0);
    expect(await idsOf(stage)).toHaveLength(lessons.length + 2);
  });

  it('leaves a mined lesson to mining while its logs are there, and goes by age once they are gone', async () => {
    const stage = await makeStage(everyFile);
    const { lessons } = await stage.learn(['--apply']);
    const weakOnes = lessons.filter(({ confidence }) => confidence === 'low').map(({ id }) => id);
    expect(weakOnes).not.toEqual([]);
    const later = { now: '2026-08-01T09:00:00Z' };
    const kept = JSON.parse((await stage.run(['tidy', '--json'], later)).stdout);
    expect([kept.pruned, kept.downgraded]).toEqual([[], []]);
    await Promise.all(stage.logs.files.map((file) => rm(file)));
    const gone = JSON.parse((await stage.run(['tidy', '--json'], later)).stdout);
    expect(gone.pruned.map(({ id }: { id: string }) => id).sort()).toEqual(weakOnes.sort());
  });

  it('prunes nothing that a clock made which was behind, and nothing while it is', async () => {
    const stage = await makeStage();
    await stage.run(captureOf('seed'));
    const behind = await stage.run(captureOf('schema'), { now: '2025-05-13T09:00:00Z' });
    expect(joinLines(behind.stdout)).toContain(
      'Nothing was tidied: L-001 is dated 2026-03-09, which is later than today.',
    );
    const again = await stage.run([...captureOf('seed')], { now: '2025-05-13T09:00:00Z' });
    expect(again.stdout).toContain('Counted on L-001');
    expect(await stage.read(MEMORY)).toContain('- Last seen: 2026-03-09\n');
    await stage.run(captureOf('boats'));
    expect(await idsOf(stage)).toEqual(['L-001', 'L-002', 'L-003']);
  });

  it('is told in one line, with how to take it back', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, Array.from({ length: 8 }, (_, n) => weak(`L-00${n + 1}`, '2025-10-01')).join('\n'));
    const { stdout } = await stage.run(captureOf('seed'));
    const line =
      'Tidying took out 8 weak and old lessons (L-001, L-002, L-003, L-004, L-005 and 3 more); hardwon undo reverts it';
    expect(joinLines(stdout)).toContain(line);
    expect(stdout).not.toContain('Weak L-001');
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await idsOf(stage)).toHaveLength(8);
  });

  it('lists what tidy would do on 20 lines at most; --verbose and --json name all', async () => {
    const stage = await makeStage();
    const entries = Array.from({ length: 120 }, (_, n) => weak(`L-${n + 100}`, '2025-10-01'));
    const medium = entries.slice(0, 60).map((text) => text.replace('L-1', 'L-3').replace('low', 'medium'));
    await stage.write(MEMORY, [...entries, ...medium].join('\n'));
    const { stdout } = await stage.run(['tidy']);
    expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24);
    expect(stdout).toContain('and 112 more: --verbose names them');
    expect((await stage.run(['tidy', '--verbose'])).stdout).toContain('Weak L-219');
    expect(JSON.parse((await stage.run(['tidy', '--json'])).stdout).pruned).toHaveLength(120);
    expect(await idsOf(stage)).toHaveLength(180);
  });

  it('does not prune at once what was just restored', async () => {
    const stage = await makeStage();
    await stage.write(MEMORY, weak('L-001', '2025-10-01'));
    await stage.run(['tidy', '--apply']);
    expect(await idsOf(stage)).toEqual([]);
    await stage.run(['restore', 'L-001']);
    await stage.run(captureOf('seed'));
    expect(await idsOf(stage)).toEqual(['L-001', 'L-002']);
  });
});
