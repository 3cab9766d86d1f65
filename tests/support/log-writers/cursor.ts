import { join } from 'node:path';
import type { CallStep, DescribedSession, ToolUse } from '../described-session.ts';
import { absolutePath } from './claude-code-inputs.ts';
import type { Fields } from './fields.ts';
import { type LogWriter, tooLongForName, type WrittenLogs } from './log-writer.ts';
import { ToldSession } from './told-session.ts';
import { printLines, writeLog } from './write-log.ts';

/** Writes `~/.cursor/projects/<project>/agent-transcripts/<session>/<session>.jsonl`: calls without results, and what people wrote. */
export const cursorWriter: LogWriter = {
  agent: 'cursor',
  lacks: (sessions) => tooLongForName(sessions, nameProject),
  async write(home, sessions) {
    const written: WrittenLogs = { calls: new Map(), sessions: [], files: [] };
    for (const [index, session] of sessions.entries()) {
      const log = new Transcript(session, index, written.calls);
      log.addSteps(session.steps, undefined);
      written.sessions.push(log.id);
      const project = join(home, '.cursor', 'projects', nameProject(session.cwd));
      const path = join(project, 'agent-transcripts', log.id, `${log.id}.jsonl`);
      await writeLog(written, path, printLines(log.records), log.clock);
      const trusted = { trustedAt: session.start, workspacePath: session.cwd };
      await writeLog(written, join(project, '.workspace-trusted'), JSON.stringify(trusted), log.clock);
    }
    return written;
  },
};

function nameProject(cwd: string): string {
  return cwd.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');
}

class Transcript extends ToldSession {
  readonly records: Fields[] = [];

  constructor(session: DescribedSession, index: number, calls: Map<string, string>) {
    super('cursor', session, index, calls);
  }

  protected addUser(text: string): void {
    const time = new Date(this.clock).toLocaleString('en-US', {
      timeZone: 'UTC',
      weekday: 'long',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    });
    const said = `<timestamp>${time.replace(' at ', ', ')} (UTC+0)</timestamp>\n<user_query>\n${text}\n</user_query>`;
    this.#add('user', [{ type: 'text', text: said }]);
  }

  protected addSaying(text: string): void {
    this.#add('assistant', [{ type: 'text', text }]);
  }

  protected addCompaction(): void {}

  protected addTurn(turn: readonly CallStep[]): void {
    for (const call of turn) this.waitFor(call);
    this.#add(
      'assistant',
      turn.map((call) => ({ type: 'tool_use', name: nameTool(call.use), input: this.#input(call) })),
    );
  }

  #input({ use, cwd = this.session.cwd }: CallStep): Fields {
    switch (use.tool) {
      case 'shell':
        return { command: use.command, working_directory: cwd, description: 'Run it' };
      case 'read':
        return { path: absolutePath(use.path, cwd) };
      case 'write':
        return { path: absolutePath(use.path, cwd), contents: use.content };
      case 'edit':
        return { path: absolutePath(use.path, cwd), old_string: use.old, new_string: use.new };
      case 'search':
        return {
          pattern: use.pattern,
          path: cwd,
          glob: use.glob,
        };
      case 'list':
        return { glob_pattern: use.pattern };
      case 'web':
        return { url: use.url };
      case 'task':
        return { description: use.kind, prompt: use.task };
      case 'named':
        return use.input;
    }
  }

  #add(role: string, content: Fields[]): void {
    this.records.push({ role, message: { content } });
  }
}

function nameTool(use: ToolUse): string {
  const names = {
    shell: 'Shell',
    read: 'Read',
    write: 'Write',
    edit: 'StrReplace',
    search: 'Grep',
    list: 'Glob',
    web: 'WebFetch',
    task: 'Task',
  };
  return use.tool === 'named' ? use.name : names[use.tool];
}
