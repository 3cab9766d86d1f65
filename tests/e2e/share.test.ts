import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { SHARED_FOLDER } from '../../src/memory/ignore-file.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

afterAll(clearStages);

const MEMORY = '.memory/harness-learnings.md';
const IGNORE = '.memory/.gitignore';

/** What git would add to a commit. */
async function seen({ project, home }: Stage): Promise<string[]> {
  const env = { ...process.env, HOME: home, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: `${home}/no-git-config` };
  const args = ['ls-files', '--others', '--exclude-standard', '--', '.memory'];
  const { stdout } = await promisify(execFile)('git', args, { cwd: project, env });
  return stdout.split('\n').filter(Boolean).sort();
}

async function makeLearned(): Promise<Stage> {
  const stage = await makeStage(oneLesson);
  await stage.run(['learn', '--apply']);
  return stage;
}

const entry = (guidance: string, more = '') =>
  `\n## L-007: Charts\n- Scope: charts/**\n- Guidance: ${guidance}\n- Confidence: high\n${more}`;

describe('hardwon share', () => {
  it('lets git see the lessons and not the logs, and unshare and undo take it back', async () => {
    const stage = await makeLearned();
    await stage.write('.memory/learned/tool_failures.yaml', 'failures: []\n');
    await stage.write('.memory/learned/tool_fixes.yaml', 'tool_fixes: []\n');
    expect(await seen(stage)).toEqual([]);

    const dry = await stage.run(['share', '--dry-run']);
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toContain('+/learned/tool_failures*.yaml');
    expect(await stage.read(IGNORE)).toBe('*\n');

    const done = await stage.run(['share']);
    expect(done.code).toBe(0);
    expect(done.stdout).toContain('git sees the lessons in .memory/, and not the log of failures.');
    expect(done.stdout).toContain('+/learned/tool_failures*.yaml');
    expect(await seen(stage)).toEqual([IGNORE, MEMORY, '.memory/learned/tool_fixes.yaml'].sort());
    expect((await stage.run(['share'])).stdout).toContain('.memory/ is shared already.');

    await stage.git(['add', '.memory']);
    const hidden = await stage.run(['unshare']);
    expect(hidden.code).toBe(0);
    expect(joinLines(hidden.stdout)).toContain('It still tracks 3 files there');
    expect(hidden.stdout).toContain('git rm -r --cached .memory');
    expect(await stage.read(IGNORE)).toBe('*\n');
    expect((await stage.run(['unshare'])).stdout).toContain('nothing to change');

    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read(IGNORE)).toBe(SHARED_FOLDER);
    expect((await stage.run(['undo'])).code).toBe(0);
    expect(await stage.read(IGNORE)).toBe('*\n');
  });

  it('refuses what others should not read, with its lines, and rewrites it when told', async () => {
    const stage = await makeLearned();
    const before = `${await stage.read(MEMORY)}${entry(`Ask ada@example.org, and read \`${stage.project}/charts/tide.csv\` or \`${stage.home}/notes.md\`.`)}`;
    await stage.write(MEMORY, before);
    const line = before.split('\n').findIndex((each) => each.includes('ada@example.org')) + 1;

    const refused = await stage.run(['share']);
    expect(refused.code).toBe(1);
    const text = joinLines(refused.stdout);
    expect(text).toContain(
      `${MEMORY}:${line}: path of this machine, e-mail address, home folder: - Guidance: Ask ada@example.org`,
    );
    expect(text).toContain('hardwon share --anonymise');
    expect(await stage.read(IGNORE)).toBe('*\n');
    const { stdout } = await stage.run(['share', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ applied: false, refused: [{ file: MEMORY, line }], changes: [] });

    expect((await stage.run(['share', '--anonymise'])).code).toBe(0);
    expect(await stage.read(MEMORY)).toContain(
      '- Guidance: Ask [redacted:email], and read `charts/tide.csv` or `~/notes.md`.\n',
    );
    // Learning does not write it back.
    await stage.run(['learn', '--apply']);
    expect((await stage.run(['share'])).code).toBe(0);
    for (let runs = 0; runs < 2 && (await stage.read(IGNORE)) !== '*\n'; runs++) await stage.run(['undo']);
    expect(await stage.read(MEMORY)).toBe(before);
    expect((await stage.run(['share', '--as-is'])).code).toBe(0);
    expect([await stage.read(IGNORE), await stage.read(MEMORY)]).toEqual([SHARED_FOLDER, before]);
  });

  it('leaves files of other tools to their owners', async () => {
    const stage = await makeLearned();
    await stage.write('.memory/learned/tool_fixes.yaml', 'tool_fixes:\n- fix_applied: ask ada@example.org\n');
    for (const args of [['share'], ['share', '--anonymise']]) {
      const { code, stdout } = await stage.run(args);
      expect(code).toBe(1);
      expect(joinLines(stdout)).toContain('.memory/learned/tool_fixes.yaml:2: e-mail address: - fix_applied');
    }
    expect(await stage.read(IGNORE)).toBe('*\n');
  });

  it('says which rule hides it all the same', async () => {
    const stage = await makeLearned();
    await stage.write('.gitignore', 'node_modules\n.mem*/\n');
    const { stdout } = await stage.run(['share']);
    expect(stdout).toContain('But .gitignore:2 hides it: delete `.mem*/` there.');
    expect(stdout).not.toContain('git add');
    await stage.write('.gitignore', '*.md\n');
    const { hiddenBy } = JSON.parse((await stage.run(['share', '--json'])).stdout);
    expect(hiddenBy).toEqual({ source: '.gitignore', line: 1, pattern: '*.md' });
  });

  it('names lessons that are true for this machine or person only', async () => {
    const stage = await makeLearned();
    await stage.write(MEMORY, `${await stage.read(MEMORY)}${entry('Use `gsed`.', '- Reach: machine\n')}`);
    expect((await stage.run(['share'])).stdout).toContain('  L-007 (machine) Charts');
  });

  it.each(['share', 'unshare'])('%s leaves a .gitignore alone that somebody wrote', async (command) => {
    const stage = await makeLearned();
    await stage.write(IGNORE, '*\n!harness-learnings.md\n');
    const { code, stderr } = await stage.run([command]);
    expect(code).toBe(2);
    expect(stderr).toContain('was written by somebody else, and is left as it is');
    expect(stderr).toContain('delete it and run the command again');
    expect(await stage.read(IGNORE)).toBe('*\n!harness-learnings.md\n');
  });

  it('has nothing to share without a memory', async () => {
    const stage = await makeStage();
    const { code, stderr } = await stage.run(['share']);
    expect(code).toBe(2);
    expect(stderr).toContain('hardwon learn --apply writes them.');
  });
});
