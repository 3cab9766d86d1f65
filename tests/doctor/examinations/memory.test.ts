import { execFileSync } from 'node:child_process';
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { contextFiles } from '../../../src/doctor/examinations/context-files.ts';
import { memory } from '../../../src/doctor/examinations/memory.ts';
import { clearWards, complaints, makeWard, type Ward } from '../patients.ts';

afterAll(clearWards);

/** A ward whose project has a lesson, delivered to CLAUDE.md. */
async function makeWardWithLesson(): Promise<Ward & { memoryFile: string; claudeFile: string }> {
  const ward = await makeWard();
  const guidance = 'Run `make seed` before `make test`';
  expect(await ward.run('capture', '--guidance', guidance, '--scope', 'tests/', '--human', '--yes')).toMatchObject({
    code: 0,
  });
  const fix = ['--tool', 'make', '--error-pattern', 'no rule to make target', '--fix', 'run make -n first'];
  expect(await ward.run('learn-fix', '--human', ...fix)).toMatchObject({ code: 0 });
  expect(await ward.run('learn', '--apply')).toMatchObject({ code: 0 });
  const { project } = ward;
  return { ...ward, memoryFile: join(project, '.memory/harness-learnings.md'), claudeFile: join(project, 'CLAUDE.md') };
}

describe('the memory', () => {
  it('is well after learn --apply', async () => {
    const ward = await makeWardWithLesson();
    const findings = await ward.examine(memory);
    expect(complaints(findings)).toEqual([]);
    expect(findings[0]?.says).toContain('2 lessons, 2 ready');
    expect(findings.map(({ says }) => says)).toContain('The lessons compiled for hooks are up to date.');
  });

  it('is said to be seen by git, hidden from it, or in no repository', async () => {
    const ward = await makeWardWithLesson();
    const told = async () => (await ward.examine(memory))[1]?.says;
    expect(await told()).toBe('This is not a git repository: the lessons are yours alone.');
    execFileSync('git', ['init', '--quiet', ward.project]);
    expect(await told()).toBe('Git ignores the lessons: they are yours alone (hardwon share).');
    await ward.run('share');
    expect(await told()).toBe('Git sees the lessons: everybody with the repository can have them (hardwon unshare).');
  });

  it('is told with the line where an entry cannot be read', async () => {
    const ward = await makeWardWithLesson();
    const text = await readFile(ward.memoryFile, 'utf8');
    await writeFile(ward.memoryFile, text.replace(/^- Confidence: .*$/m, '- Confidence: enormous'));
    expect(complaints(await ward.examine(memory))).toContainEqual({
      state: 'problem',
      says: expect.stringMatching(/harness-learnings\.md:\d+: L-001 is left alone/),
    });
  });

  it('is a problem in the middle of a merge, and is not touched', async () => {
    const ward = await makeWardWithLesson();
    await appendFile(ward.memoryFile, `\n${'<'.repeat(7)} ours\n`);
    await expect(ward.examine(memory)).rejects.toThrow('unresolved merge conflict');
    // Told once.
    expect(complaints(await ward.examine(contextFiles))).toEqual([]);
  });

  it('is newer than what hooks have, and --fix compiles it', async () => {
    const ward = await makeWardWithLesson();
    await appendFile(ward.memoryFile, '\nA remark of mine.\n');
    expect(complaints(await ward.examine(memory))).toEqual([
      { state: 'note', says: expect.stringContaining('edited since it was compiled') },
    ]);
    expect(complaints(await ward.repair(memory))).toEqual([]);
    expect(await readFile(ward.memoryFile, 'utf8')).toContain('A remark of mine.');
  });

  it('is not what its views show, and --fix joins them', async () => {
    const ward = await makeWardWithLesson();
    const view = join(ward.project, '.memory/learned/tool_fixes.yaml');
    await writeFile(view, (await readFile(view, 'utf8')).replace('run make -n first', 'run make --dry-run first'));
    expect(complaints(await ward.examine(memory))).toEqual([
      { state: 'note', says: expect.stringContaining('Not up to date: ') },
    ]);
    expect(complaints(await ward.repair(memory))).toEqual([]);
    expect(await readFile(ward.memoryFile, 'utf8')).toContain('make --dry-run first');
  });
});

describe("the user's own memory", () => {
  const rule = `## L-001: List the harbours first
- Guidance: List the harbours first. When: Adding one.
- Confidence: medium
- Status: ready
- Origin: learned on 2026-03-02 from planning error
`;

  it('is told in the files of the user, and --fix brings them in line', async () => {
    const ward = await makeWardWithLesson();
    const folder = join(ward.home, '.config/hardwon/.memory');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'harness-learnings.md'), rule);
    expect(complaints(await ward.examine(memory))).toEqual([
      { state: 'note', says: expect.stringContaining('Not up to date: ~/.claude/CLAUDE.md') },
    ]);
    expect(complaints(await ward.repair(memory))).toEqual([]);
    expect(await readFile(join(ward.home, '.claude/CLAUDE.md'), 'utf8')).toContain(
      '- **Rule**: List the harbours first\n',
    );
  });
});

describe('context files', () => {
  it('are well after learn --apply', async () => {
    const ward = await makeWardWithLesson();
    expect(await ward.examine(contextFiles)).toEqual([
      { state: 'ok', says: 'CLAUDE.md has a block of lessons, as it was written.' },
    ]);
  });

  it('are told where a block was edited, and where its markers are broken', async () => {
    const ward = await makeWardWithLesson();
    const text = await readFile(ward.claudeFile, 'utf8');
    await writeFile(ward.claudeFile, text.replace('make seed', 'make seeds'));
    expect(complaints(await ward.examine(contextFiles))).toContainEqual({
      state: 'note',
      says: expect.stringContaining('were edited by hand'),
    });
    await writeFile(ward.claudeFile, text.replace(/<!-- hardwon:learn:end -->\n/, ''));
    expect(complaints(await ward.examine(contextFiles))).toContainEqual({
      state: 'problem',
      says: expect.stringContaining('a hardwon start marker without an end marker'),
    });
  });

  it('are told where they no longer say what the memory holds', async () => {
    const ward = await makeWardWithLesson();
    expect(await ward.run('reject', 'L-001')).toMatchObject({ code: 0 });
    expect(complaints(await ward.examine(contextFiles))).toEqual([
      { state: 'note', says: 'CLAUDE.md is older than the memory.' },
    ]);
  });

  it('are told where lessons do not fit', async () => {
    const ward = await makeWardWithLesson();
    await ward.write('harbour/hardwon.config.json', '{"budget": 60}');
    expect(complaints(await ward.examine(contextFiles))).toContainEqual({
      state: 'note',
      says: expect.stringMatching(/do not fit into the token budget/),
    });
  });
});
