import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { Host } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';

/** A person at a terminal. */
export interface Dialog {
  /** Shows a text. */
  say(text: string): void;
  /** Asks for one line; undefined where the input has ended. */
  ask(question: string): Promise<string | undefined>;
  /** Lets the person change a text in their editor. */
  edit(text: string): Promise<string>;
  close(): void;
}

/** Whether a person can be asked. */
export function canAsk({ stdin, stdout }: Host): boolean {
  return stdin.isTTY === true && stdout.isTTY === true;
}

/** Talks over two streams. */
export function openDialog(input: Readable, output: Writable, env: Readonly<Record<string, string | undefined>>): Dialog {
  const lines = createInterface({ input, terminal: false });
  // Taken as they come: a line that arrives between two questions would be lost otherwise.
  const waiting: string[] = [];
  let isOver = false;
  let wake: (() => void) | undefined;
  lines.on('line', (line) => {
    waiting.push(line);
    wake?.();
  });
  lines.on('close', () => {
    isOver = true;
    wake?.();
  });
  return {
    say: (text) => void output.write(`${text}\n`),
    async ask(question) {
      output.write(question);
      while (waiting.length === 0 && !isOver) {
        await new Promise<void>((done) => {
          wake = done;
        });
      }
      const line = waiting.shift();
      if (line === undefined) output.write('\n');
      return line?.trim();
    },
    async edit(text) {
      // What is typed now is meant for the editor.
      lines.pause();
      return editText(text, env).finally(() => lines.resume());
    },
    close: () => lines.close(),
  };
}

/** Opens the user's editor on a text and gives what it left. The file is the user's alone, and is removed. */
export async function editText(text: string, env: Readonly<Record<string, string | undefined>>): Promise<string> {
  const editor = env.VISUAL || env.EDITOR || (process.platform === 'win32' ? 'notepad' : 'vi');
  const folder = await mkdtemp(join(tmpdir(), 'hardwon-'));
  const path = join(folder, 'lesson.md');
  try {
    await writeFile(path, text, { mode: 0o600 });
    await runEditor(editor, path);
    return await readFile(path, 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The setting may hold options ("code --wait"), so that a shell has to take it apart, as git does. */
async function runEditor(editor: string, path: string): Promise<void> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${path}"`, { shell: true, stdio: 'inherit' })
      : spawn('sh', ['-c', `${editor} "$1"`, 'hardwon', path], { stdio: 'inherit' });
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0)
    throw new AppError('usage', `The editor ended with ${code ?? 'a signal'}: ${editor}`, {
      hint: 'Set VISUAL or EDITOR to the editor that you use.',
    });
}

/**
 * Refuses what is a person's word where nobody is at a terminal, unless it is said that a person gave it: an agent that works alone must
 * not make a lesson one that is delivered.
 */
export function requirePerson(here: Host, isSaid: boolean): void {
  if (isSaid || canAsk(here)) return;
  throw new AppError('usage', "That is a person's word, and there is no terminal.", {
    hint: 'Run it in a terminal. --human says that a person has read the lesson and said so.',
  });
}

/** Refuses what only a person at a terminal may say: an agent's shell has none. */
export function requireTerminal(here: Host): void {
  if (canAsk(here)) return;
  throw new AppError('usage', '--vouch needs a person at a terminal, and there is no terminal here.', {
    hint: 'Run the command yourself, in a terminal.',
  });
}
