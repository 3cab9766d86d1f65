import { dirname, join } from 'node:path';
import { asBlocks, asJson, asText, type Json } from '../../shared/json-values.ts';
import { isAbsolutePath } from '../../shared/paths.ts';
import { readWholeFile } from '../whole-file.ts';

/**
 * Returns the folder that a transcript is about. The name of its project replaces every character except letters and digits with
 * `-`: the folder that Cursor recorded, or one above a file that was worked on, is the right one if it yields the same name.
 */
export function findFolder(path: string, records: readonly Json[]): string | undefined {
  const project = projectOf(path);
  if (project === undefined) return undefined;
  const name = fold(project.slice(dirname(project).length + 1));
  const noted = asText(asJson(readWholeFile(join(project, '.workspace-trusted')).value).workspacePath);
  if (noted !== undefined && isAbsolutePath(noted) && fold(noted) === name) return noted;
  for (const candidate of listPaths(records)) {
    for (
      let at = candidate.length;
      at > 0;
      at = Math.max(candidate.lastIndexOf('/', at - 1), candidate.lastIndexOf('\\', at - 1))
    ) {
      if (fold(candidate.slice(0, at)) === name) return candidate.slice(0, at);
    }
  }
  return undefined;
}

/** Returns `projects/<project>`, the folder that contains the transcript. */
function projectOf(path: string): string | undefined {
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    if (/[\\/]agent-transcripts$/.test(folder)) return dirname(folder);
  }
  return undefined;
}

/** Lists the absolute paths that calls name. */
function* listPaths(records: readonly Json[]): Iterable<string> {
  for (const record of records) {
    for (const block of asBlocks(asJson(record.message).content)) {
      if (block.type !== 'tool_use') continue;
      for (const value of Object.values(asJson(block.input))) {
        if (typeof value === 'string' && value.length < 1000 && !value.includes('\n') && isAbsolutePath(value)) yield value;
      }
    }
  }
}

function fold(path: string): string {
  return path
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
