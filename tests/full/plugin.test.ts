import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CasesReport } from '../../src/app/cases/cases-report.ts';
import { nameProposal } from '../../src/mcp/kept-cases.ts';
import { proposalSchema } from '../../src/verify/proposal.ts';
import type { Client, OwnStep } from './support/client.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { writeProof } from './support/live-project.ts';
import { countTimes, files } from './support/mistakes.ts';
import { runProgram } from './support/run-program.ts';
import { environmentAlone } from './support/run-session.ts';
import type { ModelRequest } from './support/scripted-model.ts';

const repository = resolve(import.meta.dirname, '../..');

/** What the lesson says, and what is said about it when the linter fails. */
const FIX = 'Call npm run lint:all instead';
const ROOT_CAUSE = 'the script has another name';

let stage: ClientStage;
let bin: string;
beforeEach(async () => {
  stage = await makeClientStage(files);
  // As npm installs the package for all projects of a user.
  bin = join(stage.home, 'bin');
  await mkdir(bin);
  const { bin: programs } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
    bin: Record<string, string>;
  };
  for (const [name, path] of Object.entries(programs)) await symlink(join(repository, path), join(bin, name));
  const fix = [
    '--tool',
    '*',
    '--error-pattern',
    'Missing script',
    '--root-cause',
    'the script has another name',
    '--fix',
    FIX,
  ];
  expect(await stage.run('learn-fix', '--human', ...fix)).toMatchObject({ code: 0 });
});
afterEach(() => stage.clear());

/** How often the fix was said before the first request, and before the one that carries the failure. */
function countFixes(asked: readonly ModelRequest[]): number[] {
  return asked.slice(0, 2).map(({ context }) => countTimes(context, FIX));
}

/** When the session started, and when the call had failed. */
const ONCE_EACH = [1, 2];

/** Runs a command of the client itself, as a user would in a terminal. */
async function manage(client: Client, ...words: string[]): Promise<string> {
  const { program, args } = client.start('', false);
  const isNode = program === process.execPath;
  const env = { ...environmentAlone(stage.home), ...withPath() };
  const { code, output } = await runProgram(program, [...(isNode ? args.slice(0, 1) : []), ...words], {
    cwd: stage.project,
    env,
  });
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}\n${output}`);
  return output;
}

function withPath(): Record<string, string> {
  return { PATH: [bin, process.env.PATH].join(delimiter) };
}

function onPath(client: Client): Client {
  return { ...client, environment: (place) => ({ ...client.environment(place), ...withPath() }) };
}

/** The marketplace alone, as a clone of the repository has it before it is built. */
async function copyMarketplace(): Promise<string> {
  const folder = join(stage.home, 'clone');
  for (const name of ['.claude-plugin', 'plugins'])
    await cp(join(repository, name), join(folder, name), { recursive: true });
  return folder;
}

const GUIDANCE = 'Load tides with `uv run python tools/load1.py`: `python3` has no `polars` here.';

/** What a model does that was asked to learn: the calls up to the verdict, and those after the user's choice. */
async function planLearning(call: (name: string, input: object) => OwnStep) {
  await writeProof(stage);
  const { cases } = JSON.parse((await stage.run('cases', '--json')).stdout) as CasesReport;
  const lesson = { guidance: GUIDANCE, cases: [cases[0]?.id], kind: 'command', confidence: 'high' };
  return {
    count: call('recurring_failures', { count: true }),
    read: call('recurring_failures', {}),
    propose: call('propose_lessons', { lessons: [lesson] }),
    keep: call('propose_lessons', { keep: [nameProposal(proposalSchema.parse(lesson))] }),
  };
}

/** Expects what the model was given after each of its calls, and the lesson where the client reads it. */
async function expectLearned(by: string, ...[counted, read, judged, kept]: (ModelRequest | undefined)[]) {
  expect(counted?.context).toContain('Tell the user before you read them');
  expect(read?.context).toContain('propose_lessons, in this form');
  expect(read?.context).toContain('end of the casebook');
  expect(judged?.context).toContain('1 proven, 0 not proven, 0 refused');
  expect(kept?.context).toContain('1 kept, 0 watched, 0 dropped');
  expect(await stage.read('.memory/harness-learnings.md')).toMatch(new RegExp(`Origin: taught on [\\d-]+ by ${by}`));
  expect(await stage.read('CLAUDE.md')).toContain(GUIDANCE);
  // What the session read about failures is none itself.
  expect(JSON.parse((await stage.run('cases', '--json')).stdout)).toMatchObject({ failing: 50 });
}

describe('the plugin in Claude Code', () => {
  const install = async (marketplace: string) => {
    await manage(claudeCode, 'plugin', 'marketplace', 'add', marketplace);
    await manage(claudeCode, 'plugin', 'install', 'hardwon@hardwon');
  };

  it('is valid', async () => {
    expect(await manage(claudeCode, 'plugin', 'validate', repository)).toContain('Validation passed');
    const checked = await manage(
      claudeCode,
      'plugin',
      'validate',
      '--profile',
      'directory',
      join(repository, 'plugins/hardwon'),
    );
    expect(checked).toContain('Validation passed');
  });

  it('is installed offline from a checkout, and brings all its parts', async () => {
    await install(repository);
    const { asked, refused } = await stage.work(
      claudeCode,
      { shell: 'npm run lint' },
      { shell: 'hardwon --version' },
      { call: { name: 'Skill', input: { skill: 'hardwon:debug-tool', args: 'npm run "Missing script"' } } },
      {
        call: {
          name: 'mcp__plugin_hardwon_hardwon__check_known_issues',
          input: { error: 'npm error Missing script: "tide"' },
        },
      },
    );
    expect(refused).toEqual([]);
    const [opening, , shell, command] = asked.map(({ context, body }) => JSON.stringify([context, body]));
    // Skills and commands, and the agents.
    for (const name of ['harness-learnings', 'debug-tool', 'learn-fix', 'memory'])
      expect(opening).toContain(`hardwon:${name}`);
    for (const name of ['developer', 'devops', 'incident', 'release']) expect(opening).toContain(`hardwon:${name}`);
    expect(countFixes(asked)).toEqual(ONCE_EACH);
    const { version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as { version: string };
    expect(shell).toContain(`\\"content\\":\\"${version}`);
    expect(command).toContain('Debug a failing tool: npm run');
    // The hook tells the root cause after the failure, and the server in its answer.
    expect(asked.map(({ context }) => countTimes(context, ROOT_CAUSE))).toEqual([0, 1, 1, 1, 2]);
  });

  it('teaches what keeps failing from its command to the line in CLAUDE.md, and reads the cases in a subagent', async () => {
    await install(repository);
    const { count, read, propose, keep } = await planLearning((name, input) => ({
      call: { name: `mcp__plugin_hardwon_hardwon__${name}`, input: { ...input } },
    }));
    const input = { description: 'Read the cases', prompt: 'Read them.', subagent_type: 'general-purpose' };
    const delegate = { call: { name: 'Agent', input: { ...input, run_in_background: false } } };
    const asking = {
      ...claudeCode,
      start: (_: string, isResumed: boolean) => claudeCode.start('/hardwon:learn', isResumed),
    };
    const verdict = { say: 'One is proven.' };
    const apply = { shell: 'hardwon learn --apply' };
    const { asked } = await stage.work(asking, count, delegate, read, propose, verdict, keep, apply);
    expect(asked[0]?.context).toContain('Explain what keeps failing in this project:');
    await expectLearned('claude-code 2', asked[1], asked[3], asked[4], asked[6]);
    // The conversation of the user is spared the pages.
    expect(asked.at(-1)?.context).not.toContain('end of the casebook');
  });

  it('takes the program from the PATH where it came without one, and says once what settings say, too', async () => {
    await install(await copyMarketplace());
    expect(await stage.run('install', 'claude', '--user', '--apply')).toMatchObject({ code: 0 });
    const both = await stage.work(onPath(claudeCode), { shell: 'npm run lint' });
    expect(countFixes(both.asked)).toEqual(ONCE_EACH);
    expect(await stage.run('uninstall', 'claude', '--user', '--apply')).toMatchObject({ code: 0 });
    const alone = await stage.work(onPath(claudeCode), { shell: 'npm run lint' });
    expect(countFixes(alone.asked)).toEqual(ONCE_EACH);
  });

  it('holds nothing up where there is no program', async () => {
    await install(await copyMarketplace());
    const { asked } = await stage.work(claudeCode, { shell: 'npm run lint' }, { shell: 'npm run lint:all' });
    expect(asked[2]?.context).toContain('no findings');
    expect(JSON.stringify(asked.map(({ context }) => context))).not.toMatch(/hardwon note|start\.cjs|not installed/);
  });
});

describe('the plugin in Codex', () => {
  /** Codex as a person set it up: with plugins, and what its own commands wrote into its settings. */
  const withPlugins = (client: Client, written: string): Client => ({
    ...onPath(client),
    async configure(place) {
      await client.configure(place);
      const path = join(place.home, '.codex/config.toml');
      const settings = (await readFile(path, 'utf8')).replace('plugins = false', 'plugins = true');
      await writeFile(path, `${settings}\n${written}`);
    },
  });

  it('is installed from the same marketplace, and brings hooks, server and skills', async () => {
    await mkdir(join(stage.home, '.codex'));
    await manage(codex, 'plugin', 'marketplace', 'add', repository);
    await manage(codex, 'plugin', 'add', 'hardwon@hardwon');
    const written = await readFile(join(stage.home, '.codex/config.toml'), 'utf8');
    const client = withPlugins(trustingHooks(codex), written);
    const ask = { namespace: 'mcp__hardwon', name: 'check_known_issues', input: { error: 'Missing script: "tide"' } };
    const { asked } = await stage.work(client, { shell: 'npm run lint' }, { call: ask });
    for (const name of ['harness-learnings', 'debug-tool', 'learn-fix', 'memory'])
      expect(asked[0]?.context).toContain(`${name}/SKILL.md`);
    expect(asked.map(({ context }) => countTimes(context, ROOT_CAUSE))).toEqual([0, 1, 2]);
    expect(countFixes(asked)).toEqual(ONCE_EACH);
    // In settings, too: said once.
    expect(await stage.run('install', 'codex', '--user', '--apply')).toMatchObject({ code: 0 });
    const both = await stage.work(client, { shell: 'npm run lint' });
    expect(countFixes(both.asked)).toEqual(ONCE_EACH);
  });

  it('teaches what keeps failing from its skill to the line in the context file', async () => {
    await mkdir(join(stage.home, '.codex'));
    await manage(codex, 'plugin', 'marketplace', 'add', repository);
    await manage(codex, 'plugin', 'add', 'hardwon@hardwon');
    const client = withPlugins(codex, await readFile(join(stage.home, '.codex/config.toml'), 'utf8'));
    const { count, read, propose, keep } = await planLearning((name, input) => ({
      call: { namespace: 'mcp__hardwon', name, input: { ...input } },
    }));
    const skill = join(repository, 'plugins/hardwon/codex/skills/learn/SKILL.md');
    // Its shell makes its own PATH.
    const apply = { shell: `${join(bin, 'hardwon')} learn --apply` };
    const { asked } = await stage.work(client, { read: skill }, count, read, propose, keep, apply);
    expect(asked[0]?.context).toContain('learn/SKILL.md');
    expect(asked[1]?.context).toContain('Explain what keeps failing in this project.');
    await expectLearned('codex-mcp-client 0', ...asked.slice(2));
  });
});
