import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { SessionDetail, Sessions } from '../../src/web/answers/sessions.ts';
import { endServers, serveStage } from '../web/served.ts';
import { type ClientStage, makeClientStage } from './support/client-stage.ts';
import { claudeCode } from './support/clients/claude-code.ts';
import { codex } from './support/clients/codex.ts';
import { gemini } from './support/clients/gemini.ts';
import { openCode } from './support/clients/opencode.ts';
import { trustingHooks } from './support/clients/trusting-codex.ts';
import { files, withPrograms, writeProof } from './support/live-project.ts';

let stage: ClientStage;
afterEach(() => stage.clear());
afterAll(endServers);

/** What hooks noted is found again at the calls that the clients wrote into their own logs. */
describe('the page', () => {
  it.each([claudeCode, trustingHooks(codex), gemini, openCode])(
    'shows what hardwon said at the calls of $agent',
    async (real) => {
      stage = await makeClientStage(files);
      const client = await withPrograms(real, stage);
      await writeProof(stage);
      expect(await stage.run('learn', '--apply')).toMatchObject({ code: 0 });
      const scope = client.agent === 'gemini' ? '--project' : '--user';
      expect(await stage.run('install', client.agent, scope, '--apply')).toMatchObject({ code: 0 });
      const steps = ['echo quay', 'python3 tools/tide.py', 'uv run python tools/tide.py', 'echo quay'];
      await stage.work(client, ...steps.map((shell) => ({ shell })));
      const server = await serveStage(stage);
      const { rows } = await server.get<Sessions>(`/api/sessions?agent=${client.agent}`);
      const path = `/api/sessions/${client.agent}/${encodeURIComponent(rows[0]?.session ?? '')}?offset=0&limit=10`;
      const { calls, told } = await server.get<SessionDetail>(path);
      expect(calls.map(({ input }) => input.split('\n')[0])).toEqual(steps);
      const at = told.filter(({ as }) => as !== 'session-start').map(({ as, index, came }) => ({ as, index, came }));
      // Codex does not tell how a command ended: that the right form followed is all that is known.
      const came = client.agent === 'codex' ? 'heeded' : 'prevented';
      expect(at).toEqual([{ as: 'denial', index: 1, came }]);
    },
  );
});
