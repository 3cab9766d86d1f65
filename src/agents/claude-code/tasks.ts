import type { Outcome } from '../call.ts';
import { insideTag, stripReminders } from '../text.ts';

/** News of a background task: the result of polling it, or the notice of its end. */
export interface TaskNews {
  id: string;
  /** The outcome of the launching call; absent while the task runs. */
  outcome?: Outcome;
  exitCode?: number;
  /** The output of the task, as far as the news contains it. */
  output?: string;
  /** Whether the output is only the part that is new since the last poll. */
  partial: boolean;
}

/** Returns the id of the background task that a result says was launched. */
export function findLaunch(text: string): string | undefined {
  if (!text.startsWith('Command ') && !text.startsWith('Async agent launched')) return undefined;
  const start = text.slice(0, 400);
  return (
    /^Command running in background with ID: ([\w-]+)/.exec(start)?.[1] ??
    /moved to the background \(ID: ([\w-]+)\)/.exec(start)?.[1] ??
    /^Command (?:was )?(?:manually )?(?:backgrounded|moved to (?:the )?background)[^\n]*?with ID: ([\w-]+)/.exec(
      start,
    )?.[1] ??
    (start.startsWith('Async agent launched') ? /\bagentId: ([\w-]+)/.exec(start)?.[1] : undefined)
  );
}

/** Reads the result of a poll; `asked` is the id that the poll asked for. Older versions do not repeat it in the answer. */
export function readPoll(text: string, asked: string | undefined): TaskNews | undefined {
  const clean = stripReminders(text);
  const head = clean.slice(0, 1000);
  const status = insideTag(headOf(head), 'status')?.trim();
  const id = insideTag(headOf(head), 'task_id')?.trim() ?? asked;
  if (status === undefined || id === undefined) return undefined;
  const exit = insideTag(headOf(head), 'exit_code');
  const whole = insideTag(clean, 'output');
  const parts = [insideTag(clean, 'stdout'), insideTag(clean, 'stderr')].filter((part) => part !== undefined);
  const output = whole ?? (parts.length > 0 ? parts.join('\n') : undefined);
  return finish({ id, partial: whole === undefined, output: output?.trim() }, status, exit);
}

/** Reads a notice that the client inserts between prompts. */
export function readNotice(text: string): TaskNews | undefined {
  const at = text.indexOf('<task-notification>');
  if (at < 0) return undefined;
  const inside = text.slice(at, at + 4000);
  const id = insideTag(headOf(inside), 'task-id')?.trim();
  const status = insideTag(headOf(inside), 'status')?.trim();
  if (id === undefined || status === undefined) return undefined;
  const summary = insideTag(inside, 'summary') ?? '';
  // The command's description is in quotes and may contain anything; the exit code comes after it.
  const exit = /exit code (-?\d+)/.exec(summary.slice(summary.lastIndexOf('"') + 1))?.[1];
  const result = insideTag(text.slice(at), 'result');
  return finish({ id, partial: false, output: result?.trim() }, status, exit);
}

/** Returns the part before the output: the tags of the frame come first, and the output may contain anything. */
function headOf(text: string): string {
  const ends = ['<output>', '<stdout>', '<result>'].map((tag) => text.indexOf(tag)).filter((at) => at >= 0);
  return ends.length === 0 ? text : text.slice(0, Math.min(...ends));
}

function finish(news: TaskNews, status: string, exit: string | undefined): TaskNews {
  if (status === 'running' || status === 'pending') return news;
  const exitCode = exit === undefined || !/^\s*-?\d+\s*$/.test(exit) ? undefined : Number(exit);
  if (exitCode !== undefined) news.exitCode = exitCode;
  if (status === 'killed' || status === 'stopped') news.outcome = 'cancelled';
  else if (status === 'failed' || (exitCode !== undefined && exitCode !== 0)) news.outcome = 'failed';
  else news.outcome = 'ok';
  return news;
}
