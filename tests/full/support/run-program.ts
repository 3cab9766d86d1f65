import { spawn } from 'node:child_process';

/** How a program is started. */
export interface ProgramOptions {
  /** Its working folder. */
  cwd: string;
  /** All of its environment. */
  env: NodeJS.ProcessEnv;
}

/** How it ended. */
export interface ProgramResult {
  /** undefined where it was ended because it took too long. */
  code: number | undefined;
  /** What it printed on both streams. */
  output: string;
}

/** Long beyond what any client needs: 2 to 10 s. */
const LONGEST_MS = 90_000;

/** Runs a program to its end, and ends what it started in the background. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env }: ProgramOptions,
): Promise<ProgramResult> {
  const hasGroups = process.platform !== 'win32';
  return new Promise((done, fail) => {
    // A group of its own, so that it can be ended by its id together with its children.
    const child = spawn(program, args, { cwd, env, detached: hasGroups, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = () => {
      if (child.pid === undefined) return;
      try {
        if (hasGroups) process.kill(-child.pid, 'SIGKILL');
        else child.kill();
      } catch {
        // The group is empty: all have ended.
      }
    };
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, LONGEST_MS);
    child.on('error', (error) => {
      clearTimeout(timer);
      fail(error);
    });
    // Not `close`: a process left behind would hold the streams open.
    child.on('exit', end);
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ code: isLate ? undefined : (code ?? undefined), output });
    });
  });
}
