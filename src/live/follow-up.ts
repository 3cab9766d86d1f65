import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { HookEvent } from './event.ts';

/** A lesson that was shown, until it is known whether it was followed, and whether that went well. */
export interface FollowUp {
  lessons: string[];
  /** The tool it was about, by the agent's name. */
  tool: string;
  thread?: string;
  /** The call that it was shown with; then the one that followed it. */
  call: string;
  /** `shown`: the next call of the tool tells. `followed`: how that call ends tells. */
  stage: 'shown' | 'followed';
}

/** What a session still waits for. One file beside its facts, there only while there is something to wait for. */
export class FollowUps {
  readonly #path: string;

  constructor(factsPath: string) {
    this.#path = factsPath.replace(/\.ndjson$/, '.waiting.json');
  }

  /** What is waited for with this tool in this thread. */
  find({ thread }: Pick<HookEvent, 'thread'>, tool: string): FollowUp | undefined {
    const waiting = this.#read();
    return waiting?.tool === tool && waiting.thread === thread ? waiting : undefined;
  }

  /** Waits for this, and for nothing older. */
  keep(followUp: FollowUp): void {
    try {
      writeFileSync(this.#path, JSON.stringify(followUp), { mode: 0o600 });
    } catch {}
  }

  end(): void {
    try {
      rmSync(this.#path, { force: true });
    } catch {}
  }

  #read(): FollowUp | undefined {
    try {
      // Mostly there is none, and an error takes longer than a look.
      if (!existsSync(this.#path)) return undefined;
      const value = JSON.parse(readFileSync(this.#path, 'utf8')) as FollowUp;
      return Array.isArray(value.lessons) ? value : undefined;
    } catch {
      return undefined;
    }
  }
}
