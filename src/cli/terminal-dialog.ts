import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import type { Readable, Writable } from 'node:stream';
import type { Host } from '../app/surroundings.ts';
import { AppError } from '../shared/errors.ts';
import type { Environment } from '../shared/surroundings.ts';

/** A dialogue with a person at a terminal. */
export interface Dialog {
  /** Shows a text. */
  say(text: string): void;
  /** Asks for one line; undefined if the input has ended. */
  ask(question: string): Promise<string | undefined>;
  /** Lets the person change a text in their editor. */
  edit(text: string): Promise<string>;
  close(): void;
}

/** Whether there is a person to ask. */
export function canAsk({ stdin, stdout }: Host): boolean {
  return stdin.isTTY === true && stdout.isTTY === true;
}

/** Opens a dialogue over two streams. */
export function openDialog(input: Readable, output: Writable, env: Environment): Dialog {
  const lines = createInterface({ input, terminal: false });
  // Lines are queued as they arrive: one that came between two questions would otherwise be lost.
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
      // Input typed now is meant for the editor.
      lines.pause();
      return editText(text, env).finally(() => lines.resume());
    },
    close: () => lines.close(),
  };
}

/** Opens the user's editor on a text and returns the result. Only the user can read the file, which is removed afterwards. */
export async function editText(text: string, env: Environment): Promise<string> {
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

/** Runs the editor through a shell, as git does, because the setting may contain options ("code --wait"). */
async function runEditor(editor: string, path: string): Promise<void> {
  const child =
    process.platform === 'win32'
      ? spawn(`${editor} "${path}"`, { shell: true, stdio: 'inherit' })
      : spawn('sh', ['-c', `${editor} "$1"`, 'hardwon', path], { stdio: 'inherit' });
  const code = await new Promise<number | null>((done, fail) => child.on('error', fail).on('close', done));
  if (code !== 0)
    throw new AppError('usage', `The editor ended with ${code ?? 'a signal'}: ${editor}`, {
      hint: 'Set VISUAL or EDITOR to your editor.',
    });
}

/**
 * Refuses a decision that only a person may take if there is no terminal, unless an option says that a person took it: an agent
 * that works alone must not make a lesson one that is delivered.
 */
export function requirePerson(here: Host, isSaid: boolean): void {
  if (isSaid || canAsk(here)) return;
  throw new AppError('usage', 'Only a person can decide that, but there is no terminal here.', {
    hint: 'Run it in a terminal. Use --human only if a person has read the lesson and agreed.',
  });
}

/** Refuses a decision that only a person at a terminal may take: the shell of an agent has no terminal. */
export function requireTerminal(here: Host): void {
  if (canAsk(here)) return;
  throw new AppError('usage', '--vouch needs a person at a terminal, but there is no terminal here.', {
    hint: 'Run the command yourself, in a terminal.',
  });
}
