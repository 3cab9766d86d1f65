import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { claudeCode } from '../../src/agents/claude-code/index.ts';
import type { RefreshOptions } from '../../src/sessions/refresh.ts';
import type { LogBuilder } from '../agents/claude-code/log.ts';
import { leaveTexts } from '../support/unredacted.ts';

const folders: string[] = [];

/** A home folder with logs, and a cache folder beside it. */
export class Home {
  readonly folder = mkdtempSync(join(tmpdir(), 'hardwon-index-'));
  /** Texts that were given to redaction, in order. */
  readonly redacted: string[] = [];

  constructor() {
    folders.push(this.folder);
  }

  get database(): string {
    return join(this.folder, 'cache', 'sessions.db');
  }

  path(name: string): string {
    return join(this.folder, '.claude', 'projects', '-home-dev-harbour', name);
  }

  /** Writes a log and gives its path. */
  write(log: LogBuilder, name = `${log.session}.jsonl`): string {
    const path = this.path(name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, log.text());
    return path;
  }

  /** Adds to a log what was built since the given number of lines. */
  append(log: LogBuilder, from: number, name = `${log.session}.jsonl`): void {
    appendFileSync(
      this.path(name),
      log.lines
        .slice(from)
        .map((line) => `${line}\n`)
        .join(''),
    );
  }

  /** `SECRET-1` and the like are secrets here. */
  options(more: Partial<RefreshOptions> = {}): RefreshOptions {
    const redact = (texts: readonly string[]) => {
      this.redacted.push(...texts);
      return leaveTexts(texts.map((text) => text.replaceAll(/SECRET-[\w-]+/g, '[redacted]')));
    };
    return { agents: [claudeCode], places: { home: this.folder, env: {} }, redact, ...more };
  }
}

/** For `afterAll` of each test file. */
export function removeHomes(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}
