import { openClient } from '../support/mcp-client.ts';
import { makeStage, NOW } from './stage.ts';

/** A project with a client that has its server running. */
export async function openServer(story?: string, settings: Partial<Parameters<typeof openClient>[0]> = {}) {
  const stage = await makeStage(story);
  const server = await openClient({ home: stage.home, cwd: stage.project, now: NOW, ...settings });
  return { stage, server };
}
