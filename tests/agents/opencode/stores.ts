import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LogFile, Places, ReadResult } from '../../../src/agents/agent.ts';
import { openCode } from '../../../src/agents/opencode/index.ts';
import { type OpenCodeSession, writeDatabase } from '../../support/log-writers/opencode.ts';

/** Ways to keep a session: each writes below a home folder where the reader looks for it. */
export const stores: Readonly<Record<string, (home: string, sessions: readonly OpenCodeSession[]) => void>> = {
  database(home, sessions) {
    mkdirSync(dataFolder(home), { recursive: true });
    writeDatabase(join(dataFolder(home), 'opencode.db'), sessions);
  },
  'storage tree': (home, sessions) => {
    const storage = join(dataFolder(home), 'storage');
    for (const { info, messages } of sessions) {
      put(join(storage, 'session', 'p1', `${info.id}.json`), JSON.stringify(info, null, 2));
      for (const { info: message, parts } of messages) {
        put(join(storage, 'message', info.id, `${message.id}.json`), JSON.stringify(message, null, 2));
        for (const part of parts)
          put(join(storage, 'part', message.id, `${part.id}.json`), JSON.stringify(part, null, 2));
      }
    }
  },
  export: (home, sessions) => {
    for (const session of sessions) put(exportPath(home, session), JSON.stringify(session, null, 2));
  },
  'export in one line': (home, sessions) => {
    for (const session of sessions) put(exportPath(home, session), `${JSON.stringify(session)}\n`);
  },
  'export with tabs and CRLF': (home, sessions) => {
    for (const session of sessions)
      put(exportPath(home, session), `\uFEFF${JSON.stringify(session, null, '\t').replaceAll('\n', '\r\n')}\r\n`);
  },
};

export function dataFolder(home: string): string {
  return join(home, '.local', 'share', 'opencode');
}

export function exportPath(home: string, session: OpenCodeSession): string {
  return join(home, 'opencode-export', `${session.info.id}.json`);
}

export function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Everything below a home folder, by file. */
export async function readAll(places: Places): Promise<{ file: LogFile; result: ReadResult }[]> {
  const found: { file: LogFile; result: ReadResult }[] = [];
  for (const file of await openCode.discover(places)) found.push({ file, result: await openCode.read(file, 0, []) });
  return found;
}
