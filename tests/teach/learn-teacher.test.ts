import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { CasesReport } from '../../src/app/cases/cases-report.ts';
import { clearStages, joinLines, makeStage, NOW, type Stage, shell } from '../e2e/stage.ts';
import type { Wire } from '../full/support/scripted-model.ts';
import { anthropic } from '../full/support/wires/anthropic.ts';
import { openAiChat } from '../full/support/wires/openai-chat.ts';
import { type Answer, startServer } from '../loop/support/answering-server.ts';

afterAll(clearStages);

const MISSING = 'Error: the tide table is missing';
const GUIDANCE = 'Run `make tides` before `make quay`: the tide table is not in the repository.';

/** Two sessions in which something recurs that the built-in teacher has no lesson for. */
async function makeTides(): Promise<Stage> {
  const stage = await makeStage();
  const session = () => [shell('make quay', MISSING), shell('make tides'), shell('git status')];
  await stage.tellSteps(session(), session());
  return stage;
}

async function caseOf(stage: Stage): Promise<string> {
  const { cases } = JSON.parse((await stage.run(['cases', '--json'])).stdout) as CasesReport;
  expect(cases).toMatchObject([{ calls: 2 }]);
  return cases[0]?.id ?? '';
}

const lesson = (id: string, more: object = {}) => ({
  ...{ guidance: GUIDANCE, wrong: 'make quay', right: 'make tides', kind: 'workflow', cases: [id] },
  ...{ confidence: 'high', ...more },
});

/** A server that speaks a vendor's API, as a stream where that is asked for, and says one text after the other. */
function speak(wire: Wire, texts: readonly string[], change: (reply: string) => string = (reply) => reply) {
  let asked = 0;
  return startServer(({ path, body }): Answer => {
    const request = wire.read(path, body);
    const say = texts[Math.min(asked++, texts.length - 1)] ?? '';
    const reply = request && wire.answer({ say }, request, path);
    if (!reply) return { status: 404 };
    if ('json' in reply) return { text: change(JSON.stringify(reply.json)) };
    const events = reply.events.map(({ name, data }) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    return { text: change(events.join('')), headers: { 'content-type': 'text/event-stream' } };
  });
}

const at = (url: string) => ({ ANTHROPIC_API_KEY: 'k', ANTHROPIC_BASE_URL: url });
const memoryOf = (stage: Stage) => stage.read('.memory/harness-learnings.md');
const configure = (stage: Stage, settings: object) => {
  mkdirSync(join(stage.home, '.config/hardwon'), { recursive: true });
  writeFileSync(join(stage.home, '.config/hardwon/hardwon.config.json'), JSON.stringify(settings));
};

describe('learn --teacher', () => {
  it('sends nothing unless somebody says yes, and shows what learn itself found', async () => {
    const stage = await makeTides();
    const { url, seen } = await speak(anthropic, ['']);
    const { code, stdout, stderr } = await stage.run(['learn', '--teacher', 'anthropic'], { env: at(url) });
    expect(code).toBe(2);
    expect(stdout).toContain('harbour');
    expect(joinLines(stderr)).toMatch(
      /Nothing was sent: nobody was asked\. 1 case without a lesson: about [\d,]+ tokens would go to 127\.0\.0\.1:\d+: say yes in a terminal, or add --yes\./,
    );
    expect(seen).toEqual([]);
  });

  it('keeps what history proves, with who worded it and what it cost, and never asks twice', async () => {
    const stage = await makeTides();
    const { url, seen } = await speak(anthropic, [JSON.stringify({ lessons: [lesson(await caseOf(stage))] })]);
    const run = (...args: string[]) => stage.run(['learn', '--teacher', 'anthropic', ...args], { env: at(url) });
    const { code, stdout, stderr } = await run('--yes', '--apply');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('answered: 100 tokens sent, 20 received.');
    expect(joinLines(stdout)).toMatch(/1 lesson kept, 0 watched, 0 dropped.*Written: .*CLAUDE\.md/);
    const model = String(seen[0]?.body.model);
    expect(await memoryOf(stage)).toContain(`taught on 2026-03-09 by anthropic (${model})`);
    expect(await stage.read('CLAUDE.md')).toContain(GUIDANCE);
    expect(seen).toHaveLength(1);
    // Long answers must be streamed; the task is apart from the data.
    expect(seen[0]?.body).toMatchObject({ stream: true, max_tokens: 32_000 });
    expect(String(seen[0]?.body.system)).not.toContain('make quay');
    expect(JSON.stringify(seen[0]?.body.messages)).toContain(MISSING);
    const again = await run('--fresh', '--json');
    expect(again.code).toBe(0);
    expect(JSON.parse(again.stdout).teacher).toMatchObject({
      ...{ name: 'anthropic', destination: url.slice('http://'.length), cases: 0, questions: 0 },
      ...{ explainedAt: '2026-03-09T09:00:00.000Z', verdicts: [], tokens: { sent: 0, received: 0 } },
    });
    expect((await run()).stdout).toContain('Explained on 2026-03-09 by anthropic (');
    expect(seen).toHaveLength(1);
    const stats = await stage.run(['stats', '--json'], { now: '2026-04-01T00:00:00Z' });
    expect(JSON.parse(stats.stdout).teachers).toEqual([
      { name: 'anthropic', questions: 1, tokens: 120, tokensThisMonth: 0 },
    ]);
    expect((await stage.run(['stats'])).stdout).toMatch(/teacher +questions .*\nanthropic +1 +120 +120 +–/);
  });

  it('asks again about a case that has doubled, and about nothing else', async () => {
    const stage = await makeTides();
    const id = await caseOf(stage);
    const { url, seen } = await speak(anthropic, [JSON.stringify({ lessons: [], nothing: [{ case: id }] })]);
    const run = () => stage.run(['learn', '--teacher', 'anthropic', '--yes', '--json'], { env: at(url) });
    await run();
    // Sessions are named by their place in a story: the second one has the first again.
    const told = (day: number) =>
      `\n  - start: 2026-03-0${day}T09:00:00Z\n    calls:\n      - {id: x${day}, shell: make quay, fails: "${MISSING}"}\n      - {id: y${day}, shell: make quay, prints: built}`;
    await stage.tell(`sessions:${told(4)}`);
    expect(JSON.parse((await run()).stdout).teacher.questions).toBe(0);
    await stage.tell(`sessions:${told(4)}${told(5)}`);
    expect(JSON.parse((await run()).stdout).teacher).toMatchObject({ questions: 1, cases: 1 });
    expect(seen).toHaveLength(2);
  });

  it('gives back once, alone, what was refused and can be mended, and a trigger that fires on nothing cited', async () => {
    const stage = await makeTides();
    const id = await caseOf(stage);
    const guess = lesson(id, { guidance: 'Run `make moon --full` before anything else.', right: undefined });
    const idle = lesson(id, { trigger: { rule: 'Bash(npm test)' } });
    const nothing = { guidance: 'Take care of boats.', confidence: 'high' };
    const first = JSON.stringify({ lessons: [guess, nothing, idle] });
    const mended = { ...lesson(id, { guidance: 'Run `make tides` first.' }), number: 1 };
    const trigger = { ...lesson(id, { guidance: 'Something else.', trigger: { rule: 'Bash(make quay)' } }), number: 2 };
    const { url, seen } = await speak(anthropic, [first, JSON.stringify({ lessons: [mended, trigger] })]);
    const { stdout } = await stage.run(['learn', '--teacher', 'anthropic', '--yes', '--json'], { env: at(url) });
    expect(seen).toHaveLength(2);
    const second = JSON.stringify(seen[1]?.body.messages);
    expect(second).toContain('never ran and is nowhere in the repository');
    expect(second).toContain('the trigger fires on none of the cited calls');
    expect(second).toContain(`## ${id}: `);
    expect(second).not.toContain('Take care of boats');
    expect(JSON.parse(stdout).teacher).toMatchObject({
      questions: 2,
      verdicts: [
        { guidance: 'Run `make tides` first.', state: 'proven', status: 'ready' },
        { guidance: 'Take care of boats.', state: 'refused' },
        { guidance: GUIDANCE, state: 'proven', trigger: { rule: 'Bash(make quay)', failed: 2 } },
      ],
    });
  });

  const events = (change: string) => (reply: string) => reply.replace('"stop_reason":"end_turn"', change);
  it.each<[what: string, text: string, says: RegExp, change?: (reply: string) => string]>([
    ['half an answer', '{"lessons": [{"guidance": "A"}, {"guid', /did not answer in the form .*“\{"lessons"/],
    ['another language', 'lessons:\n  - guidance: Run it', /did not answer in the form that was asked for/],
    ['words', 'I would rather not.', /“I would rather not\.”/],
    ['a limit', '{"lessons": []}', /reached its limit of tokens/, events('"stop_reason":"max_tokens"')],
    ['a refusal', '', /declined to answer/, events('"stop_reason":"refusal"')],
  ])('says in one sentence that it got %s, and keeps nothing', async (_, text, says, change) => {
    const stage = await makeTides();
    const { url } = await speak(anthropic, [text], change);
    const { code, stdout, stderr } = await stage.run(['learn', '--teacher', 'anthropic', '--yes'], { env: at(url) });
    expect(code).toBe(2);
    expect(stdout).toContain('harbour');
    expect(stderr).toMatch(says);
    expect(stderr.trim().split('\n').length).toBe(2);
    expect(await memoryOf(stage)).toBeUndefined();
  });

  it('says what is missing, too many or too much, before or instead of sending', async () => {
    const stage = await makeTides();
    const run = async (env: Record<string, string>, name = 'anthropic') => {
      const { code, stderr } = await stage.run(['learn', '--teacher', name, '--yes'], { env });
      expect(code).toBe(2);
      return joinLines(stderr);
    };
    const busy = await startServer([{ status: 429, headers: { 'retry-after': '4000' } }]);
    expect(await run(at(busy.url))).toContain('reports too many requests (429)');
    expect(await run(at('http://127.0.0.1:9'))).toContain('cannot be reached');
    expect(await run({})).toContain('ANTHROPIC_API_KEY is not set');
    expect(await run({ PATH: stage.home }, 'claude')).toContain('There is no program claude here.');
    expect(await run({}, 'cormorant')).toContain('There is no teacher cormorant.');
    configure(stage, { teacher: { mostTokensAMonth: 100 } });
    const { url, seen } = await speak(anthropic, ['']);
    expect(await run(at(url))).toMatch(/The ceiling of 100 tokens a month is reached: 0 are used, .* takes about/);
    expect(seen).toEqual([]);
    expect(await memoryOf(stage)).toBeUndefined();
  });

  it('asks a compatible server, a webhook, or an agent of the user', async () => {
    const stage = await makeTides();
    const text = JSON.stringify({ lessons: [lesson(await caseOf(stage))] });
    const local = await speak(openAiChat, [text]);
    const hook = await startServer([{ json: [JSON.parse(text)] }]);
    configure(stage, {
      teacher: { baseUrl: `${local.url}/v1`, model: 'tern' },
      n8n: { webhookUrl: `${hook.url}/explain` },
    });
    const bin = join(stage.home, 'bin');
    mkdirSync(bin);
    const result = { type: 'result', result: text, total_cost_usd: 0.5, usage: { input_tokens: 7, output_tokens: 8 } };
    const lines = [{ type: 'system', subtype: 'init', model: 'tide-5' }, result].map((line) => JSON.stringify(line));
    const note = `require('fs').writeFileSync(${JSON.stringify(join(bin, 'asked'))}, process.cwd() + require('fs').readFileSync(0))`;
    writeFileSync(
      join(bin, 'claude'),
      `#!${process.execPath}\n${note}; console.log(${JSON.stringify(lines.join('\n'))})`,
    );
    chmodSync(join(bin, 'claude'), 0o755);
    const ask = async (name: string) => {
      const env = { PATH: `${bin}${delimiter}${process.env.PATH}` };
      const { stdout, stderr } = await stage.run(['learn', '--teacher', name, '--yes', '--json'], { env });
      expect(stderr).toBe('');
      const { teacher } = JSON.parse(stdout);
      expect(teacher.verdicts).toMatchObject([{ state: 'proven', status: 'ready' }]);
      const memory = await memoryOf(stage);
      // The next one starts from nothing.
      await stage.run(['undo', '--force']);
      rmSync(join(stage.home, '.local/share/hardwon/teaching'), { recursive: true });
      return { teacher, memory };
    };
    expect((await ask('openai')).memory).toContain('by openai (tern)');
    expect(local.seen[0]?.body).toMatchObject({ model: 'tern', max_tokens: 32_000 });
    expect((await ask('webhook')).memory).toContain('by webhook');
    expect(hook.seen[0]?.body).toMatchObject({ type: 'cases', casebook: expect.stringContaining(MISSING) });
    if (process.platform === 'win32') return;
    const { teacher, memory } = await ask('claude');
    expect(memory).toContain('by claude (tide-5)');
    expect(teacher).toMatchObject({ tokens: { sent: 7, received: 8 }, costUsd: 0.5, destination: expect.any(String) });
    const asked = readFileSync(join(bin, 'asked'), 'utf8');
    expect(asked).toMatch(/[\\/]hardwon-teacher-\w{6}You teach a coding agent/);
    expect(asked).toContain(MISSING);
  });

  it('is chosen by the user alone, never by a repository, and never stops learn where nobody can be asked', async () => {
    const stage = await makeTides();
    const { url, seen } = await speak(anthropic, ['{"lessons": []}']);
    await stage.write(
      'hardwon.config.json',
      JSON.stringify({ teacher: { learn: 'anthropic', baseUrl: 'http://127.0.0.1:9' } }),
    );
    configure(stage, { trust: [stage.project] });
    const ignored = await stage.run(['learn'], { env: at(url) });
    expect(ignored).toMatchObject({ code: 0, stderr: '' });
    expect(ignored.stdout).toContain('teacher.learn');
    configure(stage, { trust: [stage.project], teacher: { learn: 'anthropic' } });
    const unasked = await stage.run(['learn', '--json'], { env: at(url) });
    expect(unasked).toMatchObject({ code: 0, stderr: expect.stringContaining('or add --yes') });
    expect(seen).toEqual([]);
    // The address of the repository does not count, either.
    expect((await stage.run(['learn', '--yes'], { env: at(url) })).stdout).toContain('answered');
    expect(seen).toHaveLength(1);
    expect((await stage.run(['learn', '--yes', '--teacher', 'builtin'])).code).toBe(2);
    expect((await stage.run(['learn', '--all', '--teacher', 'claude'])).stderr).toContain('of one project');
  });

  it('learns nothing from sessions in which agents answered as teachers', async () => {
    const stage = await makeTides();
    const calls = [1, 2].map((n) => `  - calls:\n      - {id: t${n}, shell: make moon, fails: "Error: no moon"}`);
    await stage.tell(`sessions:\n${calls.join('\n')}`, '/tmp/hardwon-teacher-aB3dE6');
    const { stdout } = await stage.run(['projects', '--json'], { now: NOW });
    expect(JSON.parse(stdout).projects.map(({ root }: { root: string }) => root)).toEqual([stage.project]);
  });
});

describe('backtest --teacher', () => {
  it('lets a teacher see the older sessions alone, and counts what its answer was worth in the newer ones', async () => {
    const stage = await makeStage();
    const session = () => [shell('make quay', MISSING), shell('make tides'), shell('git status')];
    const pier = () => [shell('npm run pier', 'Error: no pier is built'), shell('ls')];
    await stage.tellSteps(...Array.from({ length: 9 }, (_, day) => [...session(), ...(day < 4 ? pier() : [])]));
    const { cases } = JSON.parse((await stage.run(['cases', '--json'])).stdout) as CasesReport;
    const id = cases.find(({ title }) => title.includes('tide'))?.id ?? '';
    const trigger = { rule: 'Bash(make quay *)' };
    const { url, seen } = await speak(anthropic, [
      JSON.stringify({ lessons: [lesson(id, { trigger, where: 'hook' })], nothing: [] }),
    ]);
    const args = ['backtest', '--teacher', 'anthropic', '--json'];
    expect((await stage.run(args, { env: at(url) })).code).toBe(2);
    const { stdout, code } = await stage.run([...args, '--yes'], { env: at(url) });
    expect(code).toBe(0);
    const report = JSON.parse(stdout);
    expect(report).toMatchObject({ schema: 1, teacher: 'anthropic', older: 6, newer: 3, calls: 9, known: 3 });
    expect(report.rivals).toMatchObject([
      { name: 'teacher', lessons: 1, told: 3, warned: 3, falseAlarms: 0 },
      { name: 'builtin' },
      { name: 'messages', told: 3, warned: 0 },
      { name: 'placebo', lessons: 1, warned: 0 },
    ]);
    expect(JSON.stringify(seen[0]?.body).match(/make quay/g)?.length).toBeGreaterThan(0);
    expect(JSON.stringify(seen[0]?.body)).toContain('# 6 sessions');
    // The answer is kept, and is no answer to learn.
    const shown = (await stage.run(['backtest', '--teacher', 'anthropic'], { env: at(url) })).stdout;
    expect(seen).toHaveLength(1);
    expect(shown).toMatch(/the teacher +1 +3 \(100%\) +3 \(100%\) +0\.0/);
    const learned = await stage.run(['learn', '--teacher', 'anthropic'], { env: at(url) });
    expect(learned.stdout).not.toContain('Explained on');
  });
});
