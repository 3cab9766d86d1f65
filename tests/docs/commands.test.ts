import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import type { LearnReport } from '../../src/app/learn/learn-report.ts';
import { buildProgram } from '../../src/cli/program.ts';
import { runCli } from '../support/run.ts';
import { listDocuments, readDocument, splitCode, tableRows } from './markdown.ts';

const documents = listDocuments();

describe('commands in documents', () => {
  it('are found', () => {
    const all = documents.flatMap((file) => findCommands(readDocument(file)));
    expect(all.length).toBeGreaterThan(40);
  });

  it.each(documents)('%s uses only commands and options that exist', async (file) => {
    const wrong: string[] = [];
    for (const found of findCommands(readDocument(file))) {
      const { line, words } = found;
      const problem = await tryCommand(found);
      if (problem) wrong.push(`${file}:${line}: hardwon ${words.join(' ')}: ${problem}`);
    }
    expect(wrong).toEqual([]);
  });

  it.each(documents)('%s names only options that exist', (file) => {
    const known = new Set(listOptions(buildProgram()));
    const lines = readDocument(file).split('\n');
    const wrong = lines.flatMap((line, index) => {
      if (!/hardwon/.test(line)) return [];
      const named = [...line.matchAll(/`(--[a-z][a-z-]+)(?:[ =][^`]*)?`/g)].map((match) => match[1] ?? '');
      return named.filter((option) => !known.has(option)).map((option) => `${file}:${index + 1}: ${option}`);
    });
    expect(wrong).toEqual([]);
  });
});

describe('the README', () => {
  const readme = readDocument('README.md');

  it('can be read in one go', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(151);
  });

  it('shows lessons that the demo learns', async () => {
    const { stdout } = await runCli(['demo', '--json'], { home: '/home/ada' });
    const learned = (JSON.parse(stdout) as LearnReport).projects.flatMap(({ lessons }) =>
      lessons.map(({ guidance }) => guidance),
    );
    const shown = tableRows(readme, '## What it learns').map(([lesson = '']) => lesson);
    expect(shown.length).toBeGreaterThan(4);
    expect(shown.filter((lesson) => !learned.includes(lesson))).toEqual([]);
  });
});

describe('the check of commands', () => {
  it('sees what does not exist', async () => {
    const text =
      '```sh\n$ hardwon lern\nnpx hardwon learn --aply | jq .\nhardwon why\nnode dist/cli.js undo --force  take it back\nhardwon learn \\\n  --apply \\\n  --aply\n```\n`hardwon mend` `hardwon why`';
    const found = findCommands(text);
    expect(found.map(({ words }) => words)).toEqual([
      ['lern'],
      ['learn', '--aply'],
      ['why'],
      ['undo', '--force'],
      ['learn', '--apply', '--aply'],
      ['mend'],
      ['why'],
    ]);
    const problems = await Promise.all(found.map(tryCommand));
    expect(problems.map((problem) => problem !== undefined)).toEqual([true, true, true, false, true, true, false]);
  });
});

interface FoundCommand {
  line: number;
  words: string[];
  /** In the middle of a sentence: `hardwon why` names the command there, and need not be whole. */
  isMention: boolean;
}

/** Calls of the tool in code blocks, one per line, and in code within the text. */
function findCommands(text: string): FoundCommand[] {
  const { blocks, prose } = splitCode(text);
  const inBlocks = blocks.flatMap((block) =>
    joinContinued(block.text.split('\n')).flatMap((line, index) => {
      const call = /^\s*(?:\$ )?(?:npx )?(?:hardwon|node dist\/cli\.js) (?!demo:)(.+)$/.exec(line)?.[1];
      return call === undefined ? [] : [{ line: block.line + 1 + index, words: splitWords(call), isMention: false }];
    }),
  );
  const inText = prose.split('\n').flatMap((line, index) =>
    [...line.matchAll(/`(?:npx )?(?:hardwon|node dist\/cli\.js) ([a-z][^`]*)`/g)].map((match) => ({
      line: index + 1,
      words: splitWords(match[1] ?? ''),
      isMention: true,
    })),
  );
  return [...inBlocks, ...inText];
}

/** Lines that end with a backslash go on in the next ones, which are empty then, so that the others keep their numbers. */
function joinContinued(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let open: number | undefined;
  for (const [index, line] of lines.entries()) {
    const isOpen = line.endsWith(' \\');
    const text = isOpen ? line.slice(0, -1) : line;
    joined.push(open === undefined ? text : '');
    if (open !== undefined) joined[open] += text.trimStart();
    open = isOpen ? (open ?? index) : undefined;
  }
  return joined;
}

/** The words of a simple command as a shell would give them, up to a pipe, a redirection, or the gap before a remark. */
function splitWords(text: string): string[] {
  const words: string[] = [];
  for (const match of text.matchAll(/'([^']*)'|"([^"]*)"|(\s{2,}.*$|\s#.*$|[|;&<>].*$)|([^\s'"|;&<>]+)/g)) {
    if (match[3] !== undefined) break;
    words.push(match[1] ?? match[2] ?? match[4] ?? '');
  }
  return words;
}

/** What commander says against a call; undefined if nothing. Nothing is run. */
async function tryCommand({ words, isMention }: FoundCommand): Promise<string | undefined> {
  // Without a command it says what there is to do.
  if (words.length === 0) return undefined;
  const program = buildProgram();
  for (const command of [program, ...listCommands(program)]) {
    command.configureOutput({ writeOut: () => {}, writeErr: () => {} }).exitOverride();
    // One with commands of its own hands on to them.
    if (command.commands.length === 0) command.action(() => {});
  }
  try {
    await program.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (isMention && code === 'commander.missingArgument') return undefined;
    return code === 'commander.helpDisplayed' || code === 'commander.version' ? undefined : message;
  }
}

/** Every command below another, however deep. */
function listCommands(command: Command): Command[] {
  return command.commands.flatMap((each) => [each, ...listCommands(each)]);
}

function listOptions(command: Command): string[] {
  const own = command.options.flatMap((option) => option.long ?? []);
  return ['--help', ...own, ...command.commands.flatMap(listOptions)];
}
