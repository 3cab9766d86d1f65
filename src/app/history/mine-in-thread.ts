import { openIndex } from '../../sessions/session-index.ts';
import { build } from '../../shared/package.ts';
import { distilSessions } from './distil-sessions.ts';
import { loadRestater } from './load-restater.ts';
import { SessionMiner } from './mined-sessions.ts';
import { lookAround } from './project-disk.ts';
import type { MinedText, MiningAnswer, MiningRequest } from './session-threads.ts';

/** Opens the index in a thread. The function that it returns mines sessions, and distils them if they are a whole project. */
export async function openMiner(
  path: string,
  dataDir: string,
  home: string,
): Promise<(request: MiningRequest) => Promise<MiningAnswer>> {
  const index = await openIndex(path);
  const restate = await loadRestater(dataDir);
  return async ({ project, sessions, span, isWhole }) => {
    const texts: MinedText[] = [];
    // The main thread writes to the index: a thread would wait for it.
    const miner = new SessionMiner({
      index,
      threads: undefined,
      span,
      restate,
      maker: build,
      lookAround: (asked) => lookAround(asked, home),
      keep: (made) => void texts.push(...made),
    });
    if (!isWhole) {
      await miner.mineOnly(project, sessions);
      return { texts };
    }
    const findings = await distilSessions(miner.mine(project, sessions), sessions, lookAround(project, home));
    return { texts, findings };
  };
}
