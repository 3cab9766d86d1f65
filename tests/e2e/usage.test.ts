import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/cli/program.ts';
import { runBuilt } from '../support/run.ts';
import { clearStages, joinLines, makeStage, type Stage } from './stage.ts';
import { oneLesson } from './stories.ts';
import { NOBODY } from './team-stage.ts';

const commands = buildProgram().commands.map((command) => command.name());

let stage: Stage;
beforeAll(async () => {
  stage = await makeStage(oneLesson);
});
afterAll(clearStages);

/** Examples may change what is there: each command has a project of its own, with the lessons that they name. */
async function makeRememberingStage(): Promise<Stage> {
  const own = await makeStage(oneLesson);
  const lesson = (id: string) =>
    `## ${id}: Seed first\n- Scope: tests/**\n- Guidance: Run \`make seed\` before \`make test\`.\n`;
  await own.write('.memory/harness-learnings.md', lesson('L-001') + lesson('L-012'));
  await own.write('.memory/tombstones.md', `${lesson('L-003')}- Gone: rejected on 2026-02-20: not wanted\n`);
  // For `run`: a commit to start from, an agent that does nothing, and tests that pass.
  await own.git(['add', '--all']);
  await own.git(['commit', '--quiet', '--message', 'start']);
  const settings = {
    loop: { command: ['node', '--version', '{task}'] },
    tests: { command: ['node', '--version'] },
    team: { url: NOBODY },
  };
  await mkdir(join(own.home, '.config/hardwon'), { recursive: true });
  await writeFile(join(own.home, '.config/hardwon/hardwon.config.json'), JSON.stringify(settings));
  return own;
}

/** The words of a command line with double quotes. */
function splitWords(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|(\S+)/g)].map((match) => match[1] ?? match[2] ?? '');
}

function linesBeyond(columns: number, text: string): string[] {
  return text.split('\n').filter((line) => line.length > columns);
}

describe('help', () => {
  it('tells the values of an option in words, and its default last', async () => {
    const { stdout } = await stage.run(['confirm', '--help']);
    expect(joinLines(stdout)).toContain('how sure you are: medium or high (default: high)');
    const consult = joinLines((await stage.run(['consult', '--help'])).stdout);
    expect(consult).toContain(
      'the phase of the task: specify, plan, implement, verify, review, refine or debug (default: implement)',
    );
  });

  it('of a command with commands of its own names them together', async () => {
    const { stdout } = await stage.run(['memory', '--help']);
    expect(stdout).toMatch(/^Commands:\n(?: .*\n)+ {2}help \[command\]/m);
    expect(stdout).not.toContain('Set up:');
  });

  // An MCP server and a page run until they are ended: mcp.test.ts and ui.test.ts of the built program run them.
  it.each(commands.filter((name) => name !== 'mcp'))('of %s has an example that runs', async (name) => {
    const { code, stdout, stderr } = await stage.run([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const help = stdout.replace(/ \\\n +/g, ' ');
    const examples = [...help.matchAll(/^ {2}\$ hardwon (.*?)(?: < \S+)?$/gm)].map((match) =>
      splitWords(match[1] ?? ''),
    );
    expect(examples.length).toBeGreaterThan(0);
    const own = await makeRememberingStage();
    // A person's word, which in a terminal needs no more.
    for (const words of examples.filter(
      (each) => !each.includes('--apply') && !each.includes('--watch') && each[0] !== 'ui',
    )) {
      // An example that reads a file is given its text.
      const { code, stderr } = await own.run(name === 'confirm' ? [...words, '--human'] : words, INPUTS[name] ?? {});
      // Nobody is there to be asked, and no client.
      if (words.includes('--teacher')) expect(code, stderr).toBe(2);
      // The team has no database here.
      else if (name === 'team') expect(stderr, words.join(' ')).toContain('cannot be reached');
      else expect(code, words.join(' ')).toBeLessThan(2);
    }
    expect(linesBeyond(80, stdout)).toEqual([]);
    expect((await stage.run(['help', name])).stdout).toBe(stdout);
  });

  it('begins with what is used every day', async () => {
    const { stdout } = await stage.run(['--help']);
    const [, first = ''] = /^Every day:\n((?: {2}.*\n)+)/m.exec(stdout) ?? [];
    const names = [...first.matchAll(/^ {2}(\S+)/gm)].map(([, name]) => name);
    expect(names).toEqual(['learn', 'cases', 'propose', 'why', 'undo', 'install', 'ui', 'run', 'doctor']);
    expect(stdout.indexOf('Every day:')).toBeLessThan(stdout.indexOf('Set up:'));
  });

  it('names every command, and how to start', async () => {
    const { code, stdout, stderr } = await stage.run(['--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of commands) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout).toContain('$ hardwon init ');
    expect(linesBeyond(80, stdout)).toEqual([]);
    expect((await stage.run(['-h'])).stdout).toBe(stdout);
  });

  it('prints the version', async () => {
    const manifest = await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8');
    const { version } = JSON.parse(manifest) as { version: string };
    for (const option of ['--version', '-V'])
      expect(await stage.run([option])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('mistakes', () => {
  it.each([
    [['lern'], "unknown command 'lern'", 'Did you mean learn?'],
    [['wyh', 'L-001'], "unknown command 'wyh'", 'Did you mean why?'],
    [['learn', '--aply'], "unknown option '--aply'", 'Did you mean --apply?'],
    [['undo', '--forse'], "unknown option '--forse'", 'Did you mean --force?'],
    [['learn', '--xyzzy'], "unknown option '--xyzzy'", 'hardwon learn --help'],
    [['consult', '--phase', 'verfy'], "--phase cannot be 'verfy'.", 'Did you mean verify? It can be specify'],
    [['learn', 'harbour'], 'too many arguments', 'hardwon learn --help'],
    [['why'], "missing required argument 'id'", 'hardwon why --help'],
    [['learn', '--project'], "option '--project <path>' argument missing", 'hardwon learn --help'],
    [['frobnicate'], "unknown command 'frobnicate'", 'hardwon --help'],
    [['frobnicate', '--help'], "unknown command 'frobnicate'", 'hardwon --help'],
    [['help', 'lern'], "unknown command 'lern'", 'Did you mean learn?'],
    [['memory', 'shwo', 'L-001'], "unknown command 'shwo'", 'Did you mean show?'],
    [['memory', 'help', 'frobnicate'], "unknown command 'frobnicate'", 'hardwon memory --help'],
    [['recipe', 'frobnicate'], "unknown command 'frobnicate'", 'hardwon recipe --help'],
  ])('%j is told in two lines', async (args, what, hint) => {
    const { code, stdout, stderr } = await stage.run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain(`hardwon: ${what}`);
    expect(lines[1]).toContain(hint);
  });

  it('do not send sequences back to the terminal', async () => {
    for (const args of [
      ['\u001b]0;x\u0007lern'],
      ['learn', '--\u001b[31mred'],
      ['why', '\u001b[2J1'],
      ['learn', '--since', '\u009b1m'],
    ]) {
      const { code, stderr } = await stage.run(args);
      expect(code).toBe(2);
      expect(stderr).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
    }
  });

  it('in the environment are told, too', async () => {
    const { code, stderr } = await runBuilt(['learn'], { home: stage.home, env: { HARDWON_NOW: 'soon' } });
    expect(code).toBe(2);
    expect(stderr).toContain('HARDWON_NOW is not a date: soon');
  });
});

describe("where there is no home of one's own", () => {
  it('XDG folders are used as they are named', async () => {
    const one = await makeStage(oneLesson);
    const env = {
      XDG_CACHE_HOME: join(one.home, 'c'),
      XDG_DATA_HOME: join(one.home, 'd'),
      XDG_CONFIG_HOME: join(one.home, 'f'),
    };
    await one.write('../f/hardwon/hardwon.config.json', '{"budget": 321}');
    expect((await one.learn(['--apply'], { env })).budget).toBe(321);
    expect((await one.run(['undo'], { env })).code).toBe(0);
    const { readdir } = await import('node:fs/promises');
    expect((await readdir(one.home)).sort()).toEqual(['.claude', 'c', 'd', 'f', 'harbour']);
  });
});

/** What commands read from standard input. */
const INPUTS: Readonly<Record<string, { stdin: string }>> = {
  check: { stdin: 'no such tag' },
  propose: { stdin: '{"lessons": []}' },
};
