import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type AgentContext, agentsMd, type ContextPlaces, localFile, projectFile } from '../context.ts';

const ALWAYS = '---\ntrigger: always_on\n---\n';

/** Windsurf, whose logs cannot be read: files it was given once are kept up to date. */
export function windsurfContext(places: ContextPlaces): AgentContext {
  const isMade = existsSync(join(places.projectRoot, '.windsurf', 'rules'));
  return {
    shared: [
      projectFile(places, '.windsurf/rules/hardwon.md', { begin: ALWAYS, isMade, bytesRead: 12_000 }),
      projectFile(places, '.windsurfrules'),
      agentsMd(places),
    ],
    local: localFile(places, '.windsurf/rules/hardwon-local.md', { begin: ALWAYS }),
  };
}
