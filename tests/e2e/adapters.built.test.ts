import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AgentsReport } from '../../src/app/agents/agents-report.ts';
import { parseJsonc } from '../../src/config/jsonc.ts';
import { clearStages, joinLines, makeBuiltStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';

const repository = resolve(import.meta.dirname, '../..');

let stage: Stage;
/** The scaffold of an adapter; it reads ~/.lantern/sessions. */
let adapter: string;
beforeAll(async () => {
  stage = await makeBuiltStage(oneLesson);
  const folder = join(stage.home, 'tools', 'hardwon-agent-lantern');
  await promisify(execFile)(process.execPath, [join(repository, 'scripts/new-agent.mjs'), '--external', folder]);
  adapter = join(folder, 'index.mjs');
  await write('.lantern/sessions/one.jsonl', session('one', 4));
  await write('.lantern/sessions/two.jsonl', session('two', 5));
});
afterAll(clearStages);

async function write(path: string, text: string): Promise<string> {
  const file = join(stage.home, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
  return file;
}

/** A session of lantern in which a script was named wrongly. */
function session(id: string, day: number): string {
  const at = (second: number) => `2026-03-0${day}T09:00:0${second}Z`;
  const records = [
    { type: 'session', cwd: stage.project, at: at(0) },
    { type: 'call', id: `${id}-1`, tool: 'shell', input: { command: 'pnpm run lnt' }, at: at(1) },
    { type: 'result', call: `${id}-1`, exit: 1, output: 'ERR_PNPM_NO_SCRIPT  Missing script: lnt', at: at(2) },
    { type: 'call', id: `${id}-2`, tool: 'shell', input: { command: 'pnpm run lint:all' }, at: at(3) },
    { type: 'result', call: `${id}-2`, exit: 0, output: 'no findings', at: at(4) },
  ];
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

const USER = '.config/hardwon/hardwon.config.json';
const configure = (settings: object) => write(USER, JSON.stringify(settings));

describe('an adapter in the configuration of the user', () => {
  it('is an agent like the others: sessions, lessons, evidence, options', async () => {
    await configure({ adapters: [adapter] });
    const project = await stage.learn();
    expect(project.agents.sort()).toEqual(['claude-code', 'lantern']);
    const lesson = project.lessons.find(({ evidence }) => evidence.some(({ agent }) => agent === 'lantern'));
    expect(lesson).toMatchObject({ status: 'ready', occurrences: 2, sessions: 2 });
    expect((await stage.run(['why', lesson?.id ?? ''])).stdout).toContain('Missing script: lnt');
    expect((await stage.learn(['--agent', 'lantern'])).figures).toMatchObject({ sessions: 2, calls: 4 });
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(agents.find(({ name }) => name === 'lantern')).toMatchObject({
      title: 'Lantern',
      found: true,
      sessions: 2,
      calls: 4,
    });
    const elsewhere = await stage.run([
      'learn',
      '--json',
      '--agent',
      'lantern',
      '--agent-dir',
      `lantern=${stage.home}/none`,
    ]);
    expect(elsewhere.code).toBe(1);
    const moved = await stage.run(['agents', '--json'], { env: { LANTERN_HOME: join(stage.home, 'none') } });
    expect(JSON.parse(moved.stdout).agents.at(-1)).toMatchObject({
      name: 'lantern',
      found: false,
      movedBy: 'LANTERN_HOME',
    });
  });

  it('has files for its lessons and settings for its hooks', async () => {
    await configure({ adapters: [adapter] });
    const own = await stage.learn(['--agent', 'lantern']);
    expect(own.changes.map(({ name }) => name)).toContain('LANTERN.md');

    const settings = await write('.lantern/settings.json', '{ "oil": "full" } // mine\n');
    expect(await stage.run(['install', 'lantern', '--apply'])).toMatchObject({ code: 0, stderr: '' });
    const { hooks } = parseJsonc(await readFile(settings, 'utf8')) as { hooks: Record<string, unknown> };
    expect(Object.keys(hooks)).toEqual(['SessionStart', 'BeforeTool']);
    expect(hooks.BeforeTool).toEqual([
      {
        matcher: 'shell|read|edit|write',
        hooks: [{ type: 'command', command: expect.stringMatching(/hook\.js'? before-tool lantern /), timeout: 5 }],
      },
    ]);
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(agents.find(({ name }) => name === 'lantern')?.hooks.user).toEqual([settings]);
    expect(await stage.run(['uninstall', 'lantern', '--apply'])).toMatchObject({ code: 0 });
    expect(await readFile(settings, 'utf8')).toBe('{ "oil": "full" } // mine\n');
  });

  it('may be a path from the file it stands in, or a package beside it', async () => {
    await configure({ adapters: ['../../tools/hardwon-agent-lantern/index.mjs'] });
    expect((await stage.learn(['--agent', 'lantern'])).figures.calls).toBe(4);
    const text = await readFile(adapter, 'utf8');
    await write(
      '.config/hardwon/node_modules/hardwon-agent-torch/package.json',
      '{"exports": {".": {"import": "./lib/torch.js"}}, "type": "module"}',
    );
    await write(
      '.config/hardwon/node_modules/hardwon-agent-torch/lib/torch.js',
      text.replace("name: 'lantern'", "name: 'torch'"),
    );
    await configure({ adapters: ['hardwon-agent-torch'] });
    expect((await stage.learn(['--agent', 'torch'])).figures.calls).toBe(4);
  });

  it('is read again when it has changed, also under the same version', async () => {
    const text = await readFile(adapter, 'utf8');
    const own = await write('tools/changing.mjs', text);
    await configure({ adapters: [own] });
    expect((await stage.learn(['--agent', 'lantern'])).figures).toMatchObject({ calls: 4, failures: 2 });
    await writeFile(
      own,
      text.replace("record.exit === 0 ? 'ok' : 'failed'", "'ok'").replace('call.exitCode = record.exit;', ''),
    );
    expect((await stage.run(['projects', '--json'])).stdout).not.toContain('"failed": 4');
    const { agents } = JSON.parse((await stage.run(['agents', '--json'])).stdout) as AgentsReport;
    expect(agents.find(({ name }) => name === 'lantern')).toMatchObject({ calls: 4, failed: 0 });
  });
});

describe('a broken adapter', () => {
  it.each([
    ['./none.mjs', undefined, 'there is no file'],
    ['./syntax.mjs', 'export const agent = {', 'was left out'],
    ['./throws.mjs', 'throw new Error("no lantern here")', 'no lantern here'],
    ['./default.mjs', 'export default {}', 'it must export an object called agent; its default export does not count'],
    [
      './half.mjs',
      'export const agent = { name: "half", title: "Half", root: () => "/x" }',
      'agent.discover must be a function',
    ],
    [
      './codex.mjs',
      'export const agent = { name: "codex", title: "C", root: () => "/x", discover() {}, read() {} }',
      'its name, codex, is that of a built-in agent',
    ],
    ['https://example.org/a.mjs', undefined, 'neither a path'],
    ['hardwon-agent-none', undefined, 'there is no package hardwon-agent-none'],
  ])('%s is reported, and the others are read', async (name, text, reason) => {
    if (text !== undefined) await write(`.config/hardwon/${name}`, text);
    await configure({ adapters: [name, adapter] });
    const report = await stage.report();
    expect(report.projects[0]?.agents.sort()).toEqual(['claude-code', 'lantern']);
    expect(report.notices).toEqual([expect.stringContaining(`The adapter ${name} was left out: `)]);
    expect(report.notices[0]).toContain(reason);
  });

  it('ends the command where it was asked for by name, with the reason', async () => {
    await write('.config/hardwon/throws.mjs', 'throw new Error("no lantern here")');
    await configure({ adapters: ['./throws.mjs'] });
    const { code, stdout, stderr } = await stage.run(['learn', '--agent', 'lantern']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(
      'There is no agent called lantern.\n  The adapter ./throws.mjs was left out: no lantern here.\n',
    );
    expect((await stage.run(['projects'])).stderr).toContain('hardwon: The adapter ./throws.mjs was left out');
    expect((await stage.run(['agents'])).stdout).toContain('! The adapter ./throws.mjs was left out');
  });

  it('that fails while it reads keeps nobody from the rest, and what it read before stays', async () => {
    const text = await readFile(adapter, 'utf8');
    await configure({ adapters: [await write('tools/reads.mjs', text)] });
    expect((await stage.learn(['--agent', 'lantern'])).figures.calls).toBe(4);
    await write('tools/reads.mjs', text.replace('const root = agent.root(places);', 'throw new Error("out of oil");'));
    const report = await stage.report();
    expect(joinLines(report.notices.join(' '))).toContain('the adapter lantern failed: out of oil');
    expect(report.projects[0]?.agents.sort()).toEqual(['claude-code', 'lantern']);
    await write('tools/reads.mjs', text.replace('const bytes =', 'throw new Error("too dark"); const bytes ='));
    const second = await stage.report();
    expect(second.notices.join(' ')).toContain('the adapter lantern failed: too dark');
    expect(second.projects[0]?.agents).toEqual(['claude-code']);
  });
});

describe('an adapter that a project names', () => {
  /** A project whose configuration would leave a trace if its adapter ran. */
  async function hostile(): Promise<{ own: Stage; trace: string }> {
    const own = await makeBuiltStage(oneLesson);
    const trace = join(own.home, 'ran');
    await own.write(
      'tools/evil.mjs',
      `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(trace)}, '');\n${await readFile(adapter, 'utf8')}`,
    );
    await own.write('hardwon.config.json', '{"adapters": ["./tools/evil.mjs"]}');
    return { own, trace };
  }
  const ran = (trace: string) =>
    readFile(trace).then(
      () => true,
      () => false,
    );

  it('is not run unasked, by no command', async () => {
    const { own, trace } = await hostile();
    const { notices } = await own.report();
    expect(notices).toEqual([
      expect.stringContaining(
        `${join(own.project, 'hardwon.config.json')}: ignored adapters, because you do not trust this project.`,
      ),
    ]);
    expect(notices[0]).toContain(join(own.home, USER));
    const config = join(own.project, 'hardwon.config.json');
    const runs = [
      ['learn'],
      ['learn', '--apply'],
      ['learn', '--config', config],
      ['agents'],
      ['projects'],
      ['backtest'],
      ['why', '1'],
      ['match'],
    ];
    for (const args of runs) await own.run(args);
    await own.run(['learn', '--project', own.project], { cwd: own.home });
    const asked = await own.run(['learn', '--agent', 'lantern']);
    expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('ignored adapters') });
    expect(await ran(trace)).toBe(false);
  });

  it('cannot trust itself', async () => {
    const { own, trace } = await hostile();
    await own.write('hardwon.config.json', '{"adapters": ["./tools/evil.mjs"], "trust": ["."]}');
    expect((await own.report()).notices).toEqual([
      expect.stringContaining('ignored adapters'),
      expect.stringContaining('ignored trust, because only your own configuration may set that'),
    ]);
    expect(await ran(trace)).toBe(false);
  });

  it('runs where the user trusts that very folder, not one above it', async () => {
    const { own, trace } = await hostile();
    const user = join(own.home, USER);
    await mkdir(dirname(user), { recursive: true });
    await writeFile(user, '{"trust": ["~"]}');
    expect((await own.report()).notices).toHaveLength(1);
    expect(await ran(trace)).toBe(false);
    await writeFile(user, '{"trust": ["~/harbour"]}');
    expect((await own.report()).notices).toEqual([]);
    expect(await ran(trace)).toBe(true);
  });
});
