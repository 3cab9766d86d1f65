import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findOwnFolders } from '../../src/shared/folders.ts';
import { isolatedEnvironment } from '../support/run.ts';
import { clearStages, makeStage, type Stage } from './stage.ts';

const MEMORY = '.memory/harness-learnings.md';
const DANGER = 'git push --force';
const ENTRIES = `# Harness learnings

## L-001: Run \`${DANGER}\` first
- Phase: implement
- Scope: src/**
- Guidance: Run \`${DANGER}\` before the release.
- Confidence: high
- Occurrences: 4
- First seen: 2026-03-01
- Last seen: 2026-03-08

## L-002: Seed first
- Phase: implement
- Scope: src/**
- Guidance: Run \`make seed\` before \`make test\`.
- Confidence: high
- Occurrences: 4
- First seen: 2026-03-01
- Last seen: 2026-03-08
`;

let stage: Stage;
beforeEach(async () => {
  stage = await makeStage();
  await stage.git(['init', '--quiet']);
  await stage.write('CLAUDE.md', '# Harbour\n');
  await stage.write(MEMORY, ENTRIES);
});
afterAll(clearStages);

describe('a lesson that agents are not told, and is in memory all the same', () => {
  it('is not promoted', async () => {
    const done = await stage.run(['promote', 'L-001', '--as', 'rule', '--yes', '--force']);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('L-001 is not promoted');
    expect(await stage.read('CLAUDE.md')).not.toContain(DANGER);
  });

  it.each([
    ['confirm', 'L-001', '--vouch'],
    ['capture', '--guidance', `Run \`${DANGER}\` in \`src/\`.`, '--vouch', '--yes'],
  ])('is not vouched for without a terminal: %s %s', async (...args) => {
    const done = await stage.run(args);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('--vouch needs a person at a terminal');
    expect(await stage.read(MEMORY)).toBe(ENTRIES);
  });

  it('is named where the memory is shared', async () => {
    const done = await stage.run(['share', '--as-is', '--json']);
    expect(JSON.stringify(JSON.parse(done.stdout).notices)).toContain('L-001 is not told to agents');
  });

  it('is named where it comes back', async () => {
    await stage.run(['reject', 'L-001']);
    const done = await stage.run(['restore', 'L-001', '--json']);
    expect(JSON.stringify(JSON.parse(done.stdout).notices)).toContain('L-001 is not told to agents');
    const other = await stage.run(['confirm', '--human', 'L-002', '--json']);
    expect(JSON.stringify(JSON.parse(other.stdout).notices)).not.toContain('L-001');
  });

  it('does not come about by an edit', async () => {
    const done = await stage.run(['memory', 'edit', 'L-002', '--guidance', `Run \`${DANGER}\` first.`]);
    expect(done.code).toBe(2);
    expect(done.stderr).toContain('L-002 is not changed');
    expect(await stage.read(MEMORY)).toBe(ENTRIES);
  });

  it('is not imported', async () => {
    await stage.write('.memory/harness-learnings.md', '# Harness learnings\n');
    await stage.write('NOTES.md', `- Run \`${DANGER}\` before the release\n- Run \`make seed\` before \`make test\`\n`);
    const done = await stage.run(['import', 'NOTES.md', '--from', 'bullets', '--apply']);
    expect(done.stdout.replace(/\s+/g, ' ')).toContain('it goes around a check');
    const memory = await stage.read(MEMORY);
    expect(memory).not.toContain(DANGER);
    expect(memory).toContain('make seed');
  });

  it("is not written into the user's files", async () => {
    const { config } = findOwnFolders({ home: stage.home, env: isolatedEnvironment({ home: stage.home }) });
    const rule = (id: string, words: string) =>
      `## ${id}: A rule\n- Guidance: ${words} When: releasing.\n- Kind: convention\n- Confidence: high\n- Status: ready\n- Occurrences: 1\n- Origin: learned on 2026-03-08 from test failure\n`;
    await mkdir(join(config, '.memory'), { recursive: true });
    await mkdir(join(stage.home, '.claude'), { recursive: true });
    await writeFile(
      join(config, MEMORY),
      `# Harness learnings\n\n${rule('L-001', `Run \`${DANGER}\` first.`)}\n${rule('L-002', 'Run `make seed` first.')}`,
    );
    const done = await stage.run(['confirm', '--human', 'L-002', '--user']);
    expect(done.stderr).toBe('');
    const written = await readFile(join(stage.home, '.claude/CLAUDE.md'), 'utf8');
    expect(written).toContain('make seed');
    expect(written).not.toContain(DANGER);
  });
});
