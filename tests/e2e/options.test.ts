import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { everyFile } from './stories.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(everyFile);
});
afterAll(clearStages);

describe('--agent', () => {
  it('takes names that are known, and names them where one is not', async () => {
    expect((await stage.learn(['--agent', 'claude-code'])).figures.calls).toBe(25);
    const { code, stdout, stderr } = await stage.run(['learn', '--agent', 'claude-code,parrot']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^hardwon: There is no agent called parrot\.\n {2}Known agents: claude-code, [\w, -]+\.\n$/);
  });
});

describe('--diff', () => {
  it('shows how files would change, which are only named without it', async () => {
    const short = (await stage.run(['learn'])).stdout;
    const { code, stdout } = await stage.run(['learn', '--diff']);
    expect(code).toBe(0);
    expect(stdout).toContain('+++ b/CLAUDE.md');
    expect(short).toContain('CLAUDE.md');
    expect(short).not.toContain('+++');
    expect(short).toMatch(/\nsee the diff: +hardwon learn --diff\n/);
    expect(stdout).toContain(short.slice(0, short.indexOf('Would be written')));
  });
});

describe('--since and --until', () => {
  const sessions = async (...args: string[]) => {
    const { projects } = await stage.report(args);
    return projects[0]?.figures.sessions ?? 0;
  };

  it('are days, both of them included, in any time zone', async () => {
    expect(await sessions('--since', '2026-03-02', '--until', '2026-03-03')).toBe(2);
    expect(await sessions('--until', '2026-03-01')).toBe(1);
    expect(await sessions('--since', '2026-03-04')).toBe(1);
    const east = await stage.report(['--until', '2026-03-01'], { env: { TZ: 'Asia/Tokyo' } });
    expect(east.projects[0]?.figures.sessions).toBe(1);
  });

  it('are moments, or days back from now', async () => {
    expect(await sessions('--since', '2026-03-02T12:00:00Z')).toBe(2);
    expect(await sessions('--since', '2026-03-02T12:00:00+09:00')).toBe(3);
    // The last session was five days before the present of these runs.
    expect(await sessions('--since', '6d')).toBe(2);
    expect(await sessions('--until', '6d')).toBe(2);
    expect(await sessions('--since', '30d')).toBe(4);
  });

  it('say so where they leave nothing', async () => {
    const { code, stdout } = await stage.run(['learn', '--since', '2027-01-01']);
    expect(code).toBe(1);
    expect(joinLines(stdout)).toContain(
      'for ~/harbour: no session was held there in that time. Without --since and --until',
    );
  });

  it('refuse what is no day', async () => {
    for (const option of ['--since=yesterday', '--until=2026-02-31']) {
      const { code, stdout, stderr } = await stage.run(['learn', option]);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain('Write a day as 2026-01-31, or 30d');
    }
  });

  it('refuse a time that ends before it begins', async () => {
    const { code, stderr } = await stage.run(['learn', '--since', '2026-03-03', '--until', '2026-03-01']);
    expect(code).toBe(2);
    expect(stderr).toContain('--since is later than --until');
  });

  it('are in the command that writes what was shown', async () => {
    const options = [
      '--until',
      '2026-03-02',
      '--budget',
      '300',
      '--min-confidence',
      'medium',
      '--agent',
      'claude-code',
    ];
    const { stdout } = await stage.run(['learn', ...options]);
    const again = /^write it: +hardwon (learn --apply .*)$/m.exec(stdout)?.[1]?.split(' ') ?? [];
    expect(again).toContain('2026-03-02T23:59:59.999Z');
    const shown = await stage.learn(options);
    const written = await stage.learn(again.slice(2));
    expect(written.lessons).toEqual(shown.lessons);
    expect(written.changes).toEqual(shown.changes);
  });
});

describe('--budget', () => {
  it('of 0 delivers nothing and says what did not fit', async () => {
    const project = await stage.learn(['--budget', '0']);
    expect(project.leftOut).toHaveLength(6);
    expect(project).toMatchObject({ tokens: 0, budget: 0 });
    expect(project.changes.map(({ name }) => name)).toEqual(['.memory/.gitignore', '.memory/harness-learnings.md']);
    const text = joinLines((await stage.run(['learn', '--budget', '0', '--verbose'])).stdout);
    expect(text).toMatch(/6 ready lessons did not fit into 0 tokens: L-\d+(, L-\d+){5}\. Hooks and/);
  });

  it('that is small delivers the best and says what did not fit', async () => {
    const project = await stage.learn(['--budget', '300']);
    const delivered = project.lessons.filter((lesson) => lesson.delivered);
    expect(delivered.length).toBeGreaterThan(0);
    expect(project.leftOut.length).toBe(6 - delivered.length);
    expect(project.tokens).toBeLessThanOrEqual(300);
    const { stdout } = await stage.run(['learn', '--budget', '300']);
    expect(stdout).toContain(`${project.leftOut.join(', ')} do not fit into 300 tokens.`);
    const diff = (await stage.run(['learn', '--budget', '300', '--diff'])).stdout;
    expect(diff).toContain(`(${delivered[0]?.id}, seen`);
    for (const id of project.leftOut) expect(diff).not.toContain(`(${id}, seen`);
    const verbose = (await stage.run(['learn', '--budget', '300', '--verbose'])).stdout;
    for (const id of project.leftOut) expect(verbose).toContain(`  ${id} `);
  });

  it('refuses what is no number', async () => {
    const { code, stderr } = await stage.run(['learn', '--budget=many']);
    expect(code).toBe(2);
    expect(stderr).toContain('whole number');
  });
});

describe('--min-confidence', () => {
  it('delivers only what is at least so sure, and says what is not', async () => {
    const project = await stage.learn(['--min-confidence', 'high']);
    const delivered = project.lessons.filter((lesson) => lesson.delivered);
    expect(delivered.map((lesson) => lesson.confidence)).toEqual(['high', 'high']);
    const { stdout } = await stage.run(['learn', '--min-confidence', 'high', '--verbose']);
    expect(joinLines(stdout)).toContain('4 ready lessons are below the confidence that was asked for');
    expect(stdout).not.toContain('+++ b/CLAUDE.md');
    const { code, stderr } = await stage.run(['learn', '--min-confidence', 'sure']);
    expect(code).toBe(2);
    expect(stderr).toContain('low, medium or high');
  });
});

describe('--config', () => {
  const run = async (name: string, text: string) => {
    const file = join(stage.home, 'configs', name);
    await mkdir(join(stage.home, 'configs'), { recursive: true });
    await stage.write(`../configs/${name}`, text);
    return { file, ...(await stage.run(['learn', '--json', '--config', file])) };
  };

  it('is used, and the command line wins', async () => {
    const { stdout, file } = await run('good.json', '{"budget": 300, "minConfidence": "high"} // ours\n');
    expect(JSON.parse(stdout).projects[0]).toMatchObject({ budget: 300 });
    expect((await stage.learn(['--config', file, '--budget', '1000'])).budget).toBe(1000);
    expect((await stage.run(['learn', '--config', file])).stdout).toContain(`hardwon learn --apply --config ${file}\n`);
    const yaml = await run('good.yaml', 'budget: 200\n');
    expect(JSON.parse(yaml.stdout).projects[0]).toMatchObject({ budget: 200 });
  });

  it.each([
    ['broken.json', '{\n  "budget": 300,\n  "agents": [\n}\n', ':4:', 'JSON'],
    ['broken.yaml', 'budget: [1\nagents: x\n', ':2:', 'YAML'],
    ['unknown.json', '{"budgit": 300}', 'unknown key budgit (did you mean "budget"?)', 'Correct it in the file'],
    ['type.json', '{"budget": "many"}', 'budget must be', 'not this string'],
    ['agent.json', '{"agents": ["parrot"]}', 'There is no agent called parrot', 'Known agents: claude-code'],
    ['list.json', '[]', 'must be a group of keys', 'list.json'],
  ])('%s is refused with its place and what to do', async (name, text, place, hint) => {
    const { code, stdout, stderr } = await run(name, text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(place);
    expect(stderr).toContain(hint);
    expect(stderr).not.toContain('    at ');
    expect(stderr.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  });

  it('that is missing or cannot be read is refused', async () => {
    const missing = await stage.run(['learn', '--config', 'none.json']);
    expect(missing).toMatchObject({ code: 2, stdout: '' });
    expect(missing.stderr).toContain(join(stage.project, 'none.json'));
    const folder = await stage.run(['learn', '--config', stage.home]);
    expect(folder).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining(stage.home) });
    expect(folder.stderr).not.toContain('    at ');
  });
});

describe('--project and --all', () => {
  it.each(['learn', 'backtest', 'stats'])('exclude each other in %s', async (command) => {
    const { code, stderr } = await stage.run([command, '--all', '--project', '.']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--project and --all cannot be combined.')]);
  });
});

describe('--limit', () => {
  it.each([
    ['why', 'L-001'],
    ['memory', 'list'],
    ['check', '--tool=make'],
  ])('of %s %s is a whole number above 0', async (...args) => {
    for (const value of ['0', '-1', '1.5', 'many']) {
      const { code, stderr } = await stage.run([...args, `--limit=${value}`]);
      expect([code, stderr]).toEqual([
        2,
        expect.stringContaining(`--limit must be a whole number above 0, not ${value}.`),
      ]);
    }
  });
});
