import { openClient } from '../support/mcp-client.ts';
import { makeBuiltStage, NOW } from './stage.ts';

/** A project with a client that has its server running. */
export async function openServer(story?: string, settings: Partial<Parameters<typeof openClient>[0]> = {}) {
  const stage = await makeBuiltStage(story);
  const server = await openClient({ home: stage.home, cwd: stage.project, now: NOW, ...settings });
  return { stage, server };
}

/** An entry of the memory as its file has it, sure unless said otherwise. */
export function memoryEntry(id: string, { Title = 'Seed first', ...fields }: Record<string, string> = {}): string {
  const all = { Guidance: 'Run `make seed` before `make test`.', Confidence: 'high', ...fields };
  return [`## ${id}: ${Title}`, ...Object.entries(all).map(([name, value]) => `- ${name}: ${value}`), ''].join('\n');
}
