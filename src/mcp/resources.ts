import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { ToolDesk } from './define-tool.ts';
import type { MemoryFileName } from './read-memory.ts';

/** A file of the memory that clients can read as a whole. */
interface MemoryResource {
  name: MemoryFileName;
  title: string;
  description: string;
  mimeType: string;
}

const MARKDOWN = 'text/markdown';
const YAML = 'application/yaml';

const files: readonly MemoryResource[] = [
  { name: 'memory', title: 'Lessons of the project', description: 'Every lesson with its evidence.', mimeType: MARKDOWN },
  { name: 'tool-fixes', title: 'Tool fixes', description: 'What fixed which error of which tool.', mimeType: YAML },
  { name: 'patterns', title: 'Error patterns', description: 'What errors of any tool mean, and what helps.', mimeType: YAML },
  {
    name: 'tool-failures',
    title: 'Log of failures',
    description: 'What failed, what was tried, what came of it.',
    mimeType: YAML,
  },
];

/** Registers the files of the memory, and each lesson under its id. */
export function registerResources(server: McpServer, desk: ToolDesk): void {
  // Imported when something is read, because most sessions read no resource.
  const reader = () => import('./read-memory.ts');
  for (const { name, title, description, mimeType } of files)
    server.registerResource(name, `hardwon://${name}`, { title, description, mimeType }, async ({ href }) => {
      const text = await (await reader()).readMemoryFile(name, href, desk);
      return { contents: [{ uri: href, mimeType, text }] };
    });
  const complete = { id: async (value: string) => (await reader()).completeId(value, desk) };
  const template = new ResourceTemplate('hardwon://lessons/{id}', { list: undefined, complete });
  const config = { title: 'A lesson', description: 'One lesson by its id, such as L-012.', mimeType: MARKDOWN };
  server.registerResource('lesson', template, config, async ({ href }, { id }) => {
    const text = await (await reader()).readRememberedLesson(String(id), href, desk);
    return { contents: [{ uri: href, mimeType: MARKDOWN, text }] };
  });
}
