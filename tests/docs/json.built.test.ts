import { execFileSync } from 'node:child_process';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { anthropic } from '../full/support/wires/anthropic.ts';
import { startServer } from '../loop/support/answering-server.ts';
import { type ExampleHome, makeExampleHome } from './example-home.ts';
import { compare, documentedFields, fieldsOf, isDocumented } from './fields.ts';
import { readDocument } from './markdown.ts';

let home: ExampleHome;
beforeAll(async () => {
  home = await makeExampleHome();
});
afterAll(() => home.remove());

describe('the page on JSON', () => {
  it('has a part for every command, in alphabetical order, so that the headings are its index', () => {
    const page = readDocument('docs/json.md');
    const [whole, ...parts] = [...page.matchAll(/^## `(.*)`$/gm)].map(([, title = '']) => title);
    const names = parts.map((title) => title.replaceAll('--', ''));
    expect(whole).toBe('hardwon');
    expect(names).toEqual(names.toSorted());
    // These print what another command does, or nothing.
    const alike = ['demo', 'mcp', 'reject', 'restore'];
    const commands = buildProgram().commands.map((command) => command.name());
    const missing = commands.filter((name) => !parts.some((title) => title.startsWith(name)));
    expect(missing.toSorted()).toEqual(alike);
    expect(parts.filter((title) => !commands.includes(title.split(' ')[0] ?? ''))).toEqual([]);
    const named = [...page.matchAll(/^Also printed by (.*)\.$/gm)].flatMap(
      ([, list = '']) => list.match(/(?<=`)\w+(?=`)/g) ?? [],
    );
    expect(alike.filter((name) => name !== 'mcp' && !named.includes(name))).toEqual([]);
  });

  it('has every field of hardwon without a command', async () => {
    const { code, stdout } = await home.run(['--json']);
    expect(code).toBe(0);
    compare('## `hardwon`', [JSON.parse(stdout)]);
  });

  it('has every field of uninstall --all', async () => {
    await home.run(['learn', '--apply']);
    const report = JSON.parse((await home.run(['uninstall', '--all', '--json'])).stdout);
    compare('## `uninstall --all`', [report]);
    await home.run(['undo']);
  });

  it('has every field of cases, of one case, and of propose', async () => {
    const report = JSON.parse((await home.run(['cases', '--json'])).stdout);
    compare('## `cases`', [report]);
    const ids: string[] = report.cases.map(({ id }: { id: string }) => id);
    const all = ids.map(async (id) => JSON.parse((await home.run(['cases', id, '--json'])).stdout));
    compare('## `cases ID`', await Promise.all(all));
    const trigger = { rule: 'Bash(python3 *)' };
    const lessons = ids.map((id) => ({ guidance: 'Take care.', cases: [id], trigger, confidence: 'high' }));
    const answer = join(home.project, 'answer.json');
    await writeFile(answer, JSON.stringify({ lessons }));
    compare('## `propose`', [JSON.parse((await home.run(['propose', answer, '--yes', '--json'])).stdout)]);
    await rm(answer);
    await home.run(['undo']);
  });

  it('has every field of init', async () => {
    const before = JSON.parse((await home.run(['init', '--json'])).stdout);
    compare('## `init`', [{ ...before, shared: false }]);
  });

  it('has every field of learn, and none that is not there', async () => {
    const { code, stdout } = await home.run(['learn', '--json']);
    expect(code).toBe(0);
    compare('## `learn`', [JSON.parse(stdout)]);
  });

  it('has the fields of a run that finds nothing', async () => {
    const { code, stdout } = await home.run(['learn', '--json'], { cwd: home.path });
    expect(code).toBe(1);
    const documented = documentedFields('## `learn`');
    expect(fieldsOf(JSON.parse(stdout)).filter((field) => !isDocumented(field, documented))).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({ projects: [], nothing: { folder: home.path, near: [home.project] } });
  });

  it('has every field of demo, which are those of learn', async () => {
    const { stdout } = await home.run(['demo', '--json']);
    compare('## `learn`', [JSON.parse(stdout)]);
  });

  it('has every field of why', async () => {
    const { projects } = JSON.parse((await home.run(['learn', '--json'])).stdout);
    const lessons: { id: string; kind: string }[] = projects[0].lessons;
    const reports = [];
    for (const { id } of lessons) reports.push(JSON.parse((await home.run(['why', id, '--json'])).stdout));
    compare('## `why`', reports);
  });

  it('has every field of stats', async () => {
    const folder = join(home.path, '.local/share/hardwon/live');
    await mkdir(folder, { recursive: true });
    const line = {
      what: 'shown',
      as: 'advice',
      lesson: 'L-001',
      project: home.project,
      agent: 'codex',
      session: 's',
      call: 'a',
    };
    await writeFile(join(folder, 'journal.ndjson'), `${JSON.stringify({ ...line, at: '2026-03-09T09:00:00.000Z' })}\n`);
    const report = JSON.parse((await home.run(['stats', '--json'])).stdout);
    compare('## `stats`', [report]);
    const effect = JSON.parse((await home.run(['stats', '--effect', '--json'])).stdout);
    expect(Object.keys(effect).sort()).toEqual(['at', 'heldOut', 'needed', 'schema', 'told']);
    await rm(folder, { recursive: true });
  });

  it('has every field of what changes the memory', async () => {
    await home.run(['learn', '--apply']);
    const confirmed = JSON.parse((await home.run(['confirm', '--human', 'L-001', '--json', '--dry-run'])).stdout);
    compare('## `confirm`', [confirmed]);
    const rejected = JSON.parse((await home.run(['reject', 'L-001', '--json', '--dry-run'])).stdout);
    expect(new Set(fieldsOf(rejected))).toEqual(new Set(fieldsOf(confirmed)));
    // What sessions taught has its logs; a lesson of a person's own is judged by its age.
    const memory = join(home.project, '.memory/harness-learnings.md');
    const text = await readFile(memory, 'utf8');
    await writeFile(
      memory,
      `${text}\n## L-900: Old\n- Guidance: Look at \`src/old.ts\`.\n- Last seen: 2026-01-01\n- Confidence: low\n`,
    );
    const tidied = JSON.parse((await home.run(['tidy', '--json'], { env: { HARDWON_NOW: '2027-01-01' } })).stdout);
    expect(tidied.pruned.length).toBeGreaterThan(0);
    const ahead = JSON.parse((await home.run(['tidy', '--json'], { env: { HARDWON_NOW: '2026-01-01' } })).stdout);
    await writeFile(memory, text);
    const none = { downgraded: [], capped: [], promote: [] };
    compare('## `tidy`', [
      { ...tidied, ...none },
      { ...ahead, ...none },
    ]);
    const promoted = JSON.parse((await home.run(['promote', 'L-001', '--json'])).stdout);
    compare('## `promote`', [promoted]);
    const { captured, resolved } = await captureBoth(home);
    const tidyFields = documentedFields('## `tidy`');
    expect(fieldsOf(captured[0]?.tidied).filter((field) => !isDocumented(field, tidyFields))).toEqual([]);
    compare(
      '## `capture`',
      captured.map(({ tidied: _, ...rest }) => rest),
    );
    compare('## `resolve`', [resolved]);
    for (let step = 0; step < 4; step++) await home.run(['undo']);
  });

  it('has every field of the tool memory', async () => {
    const fix = ['--tool', 'deploy', '--error-pattern', 'unknown', '--root-cause', 'x', '--fix', 'y', '--command', 'z'];
    const saved = JSON.parse((await home.run(['learn-fix', ...fix, '--json'])).stdout);
    compare('## `learn-fix`', [{ ...saved, notices: [] }]);
    compare('## `check`', [JSON.parse((await home.run(['check', '--tool', 'deploy', '--json'])).stdout)]);
    await writeFile(join(home.project, 'Makefile'), 'ship:\n\ttrue\n');
    compare('## `memory`', [JSON.parse((await home.run(['memory', '--tool', 'deploy', '--json'])).stdout)]);
    const { issues, ...report } = JSON.parse(
      (await home.run(['debug', 'make ship', 'Makefile:2: x', '--json'])).stdout,
    );
    compare('## `debug`', [{ ...report, issues: [] }]);
    expect(issues).toEqual([]);
    await rm(join(home.project, 'Makefile'));
    await home.run(['undo']);
  });

  it('has every field of recipes', async () => {
    const folder = join(home.path, '.config', 'hardwon', 'recipes');
    await mkdir(folder, { recursive: true });
    const detect = '    detect: [{pattern: none such, quick_fix: x}]\n';
    await writeFile(
      join(folder, 'moor.yaml'),
      `variables: {quay: x}\nsteps:\n  - name: a\n    run: exit 1\n${detect}    on_error: continue\n`,
    );
    compare('## `recipe`', [JSON.parse((await home.run(['recipe', '--json'])).stdout)]);
    compare('## `recipe run`', [JSON.parse((await home.run(['recipe', 'run', 'moor', '--json'])).stderr)]);
    await rm(folder, { recursive: true });
  });

  it('has every field of backtest, and agents and projects have the figures of all', async () => {
    const { stdout } = await home.run(['backtest', '--json']);
    compare('## `backtest`', [JSON.parse(stdout)]);
  });

  it('has every field of doctor', async () => {
    const { stdout } = await home.run(['doctor', '--json']);
    compare('## `doctor`', [JSON.parse(stdout)]);
  });

  it('has every field of agents', async () => {
    const { code, stdout } = await home.run(['agents', '--json']);
    const nowhere = await home.run(['agents', '--json', '--claude-dir', '/nowhere'], { cwd: home.path });
    expect([code, nowhere.code]).toEqual([0, 1]);
    compare('## `agents`', [JSON.parse(stdout), JSON.parse(nowhere.stdout)]);
  });

  it('has every field of projects', async () => {
    const { code, stdout } = await home.run(['projects', '--json']);
    expect(code).toBe(0);
    compare('## `projects`', [JSON.parse(stdout)]);
  });

  it('has every field of consult', async () => {
    await home.run(['learn', '--apply']);
    const reports = [];
    for (const args of [
      ['--phase', 'verify', '--prompt'],
      ['--phase', 'plan', '--dimension', 'maintainability'],
    ])
      reports.push(JSON.parse((await home.run(['consult', ...args, '--json'])).stdout));
    expect(reports.map(({ lessons }) => lessons.length > 0)).toEqual([true, true]);
    compare('## `consult`', reports);
    expect(await home.run(['undo'])).toMatchObject({ code: 0 });
  });

  it('has every field of share and unshare', async () => {
    await home.run(['learn', '--apply']);
    const json = async (...args: string[]) => JSON.parse((await home.run([...args, '--json'])).stdout);
    const file = join(home.project, '.memory/harness-learnings.md');
    await writeFile(file, `${await readFile(file, 'utf8')}\nSeen by ada@example.org.\n`);
    const reports = [await json('share'), await json('share', '--anonymise')];
    expect(reports.map(({ refused, rewritten }) => [refused.length > 0, rewritten.length])).toEqual([
      [true, 0],
      [false, 1],
    ]);
    compare('## `share`', reports);
    compare('## `unshare`', [await json('unshare')]);
    for (let runs = 0; runs < 3; runs++) await home.run(['undo', '--force']);
  });

  it('has every field of import', async () => {
    const rules = join(home.path, 'rules.md');
    const block = '<!-- headroom:learn:start -->\nplain\n\n- Read `a.ts` in parts\n<!-- headroom:learn:end -->\n';
    await writeFile(rules, `## Gotchas\n\n- Run \`make tide\` first\n\n${block}`);
    const { code, stdout } = await home.run(['import', rules, '--json']);
    expect(code).toBe(0);
    compare('## `import`', [JSON.parse(stdout)]);
  });

  it('has every field of install', async () => {
    const { code, stdout } = await home.run(['install', 'all', '--json']);
    expect(code).toBe(0);
    compare('## `install`', [JSON.parse(stdout)]);
  });

  it('has every field of report-failure', async () => {
    const report = ['report-failure', '--failure-type', 'other', '--description', 'It broke', '--dry-run', '--json'];
    const kept = await home.run([...report, '--context', 'Should have looked into src first']);
    const vague = await home.run([...report, '--context', 'Should be more careful']);
    expect([kept.code, vague.code]).toEqual([0, 1]);
    compare('## `report-failure`', [JSON.parse(kept.stdout), JSON.parse(vague.stdout)]);
  });

  it('has every field of review', async () => {
    const quote = 'a test that quotes this very line';
    const rule = { rule: 'Look into `src/list.ts` first.', when: 'Adding.', why: 'It is there.' };
    const say = JSON.stringify({
      findings: [{ severity: 'major', file: 'a.txt', quote, problem: 'It is quoted.', rule }],
    });
    const { url } = await startServer(({ path, body }) => {
      const request = anthropic.read(path, body);
      const reply = request && anthropic.answer({ say }, request, path);
      return reply && 'json' in reply ? { json: reply.json } : { status: 404 };
    });
    const repository = join(home.path, 'reviewed');
    await mkdir(repository);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org', ...args], {
        cwd: repository,
        stdio: 'ignore',
      });
    git('init', '-q');
    git('commit', '-q', '--allow-empty', '-m', 'one');
    await writeFile(join(repository, 'a.txt'), `${quote}\n`);
    git('add', 'a.txt');
    const env = { ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url };
    const { code, stdout } = await home.run(['review', '--diff', '--teacher', 'anthropic', '--json'], {
      cwd: repository,
      env,
    });
    expect(code).toBe(0);
    const { lessons, usage, tidied, findings, ...rest } = JSON.parse(stdout);
    compare('## `review`', [
      { ...rest, lessons: [], findings: findings.map(({ rule: _, ...one }: { rule: object }) => one) },
    ]);
    expect([lessons.length, Object.keys(usage), Object.keys(tidied ?? {}).length > 0, findings[0].rule]).toEqual([
      1,
      ['inputTokens', 'outputTokens'],
      true,
      rule,
    ]);
  });

  it('has every field of undo', async () => {
    expect(await home.run(['learn', '--apply'])).toMatchObject({ code: 0 });
    const undone = await home.run(['undo', '--json']);
    const nothing = await home.run(['undo', '--json']);
    expect([undone.code, nothing.code]).toEqual([0, 1]);
    compare('## `undo`', [JSON.parse(undone.stdout), JSON.parse(nothing.stdout)]);
  });
});

/** What `capture` prints in all its ways, and `resolve`. */
async function captureBoth({ run }: ExampleHome) {
  const capture = async (...args: string[]) =>
    JSON.parse((await run(['capture', '--json', '--guidance', ...args])).stdout);
  const captured = [
    await capture('Run `make seed` before `make test`.', '--yes'),
    await capture('Never run `make seed`.', '--yes'),
    await capture('Run `make seed` before `make lint`.'),
    await capture('be careful'),
  ];
  const [lesson] = captured[1].lessons;
  const resolved = JSON.parse((await run(['resolve', '--human', lesson.id, '--drop', lesson.id, '--json'])).stdout);
  return { captured, resolved };
}
