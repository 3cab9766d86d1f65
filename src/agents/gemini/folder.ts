import { createHash } from 'node:crypto';
import { basename, dirname, join } from 'node:path';
import { asBlocks, asJson, asText, isJson, type Json } from '../../shared/json-values.ts';
import { isAbsolutePath } from '../../shared/paths.ts';
import { readRegularSync } from '../../shared/regular-file.ts';
import { readWholeFile } from '../whole-file.ts';
import { readAnswer } from './outcome.ts';
import { readTexts } from './texts.ts';

/**
 * Returns the folder that a session was started in. Its log has only a hash of it, so the folder is looked up where the client
 * records folders, or else found in the content of the session itself.
 */
export function findFolder(path: string, header: Json, messages: readonly Json[]): string | undefined {
  const hash = asText(header.projectHash) ?? '';
  return (
    readMarker(path) ??
    readRegistry(path, hash) ??
    readContext(messages) ??
    matchHash(messages, hash) ??
    matchAnswer(messages)
  );
}

/** Returns `tmp/<project>`, the folder that contains `path`. */
function projectOf(path: string): string {
  const chats = basename(dirname(path)) === 'chats' ? dirname(path) : dirname(dirname(path));
  return dirname(chats);
}

/** Reads `.project_root` next to the chats, written from 2026 on. */
function readMarker(path: string): string | undefined {
  try {
    return asFolder(
      readRegularSync(join(projectOf(path), '.project_root'))
        .toString('utf8')
        .trim(),
    );
  } catch {
    return undefined;
  }
}

/** Searches `projects.json`, which has the names of the folders in `tmp/`, and the list of trusted folders next to it. */
function readRegistry(path: string, hash: string): string | undefined {
  const project = projectOf(path);
  const root = dirname(dirname(project));
  const named = asJson(asJson(readWholeFile(join(root, 'projects.json')).value).projects);
  const trusted = asJson(readWholeFile(join(root, 'trustedFolders.json')).value);
  const known = Object.keys(named).find((folder) => named[folder] === basename(project));
  return asFolder(known) ?? [...Object.keys(named), ...Object.keys(trusted)].find((folder) => digest(folder) === hash);
}

/** Reads the folder from the first message, which tells the model where it is. */
function readContext(messages: readonly Json[]): string | undefined {
  for (const message of messages) {
    const text = message.type === 'user' ? readTexts(message.content) : '';
    if (!text.includes('This is the Gemini CLI')) continue;
    const listed = /\*\*Workspace Directories:\*\*\n {0,8}- ([^\n]{1,1000})/.exec(text)?.[1];
    const said = /working in the (?:following )?director(?:y|ies):\s{0,8}(?:- )?([^\n]{1,1000})/.exec(text)?.[1];
    return asFolder((listed ?? said)?.trim());
  }
  return undefined;
}

/** Returns a folder above a file that was worked on, if it has the hash: there is no better proof. */
function matchHash(messages: readonly Json[], hash: string): string | undefined {
  const tried = new Set<string>();
  for (const path of listPaths(messages)) {
    for (let at = path.length; at > 0; at = Math.max(path.lastIndexOf('/', at - 1), path.lastIndexOf('\\', at - 1))) {
      const folder = path.slice(0, at);
      if (tried.has(folder)) break;
      tried.add(folder);
      if (digest(folder) === hash) return folder;
    }
  }
  return undefined;
}

/**
 * Derives the folder from an answer: a tool that was given `docs/tide.md` and answers with `/home/ada/harbour/docs/tide.md` shows
 * where it was.
 */
function matchAnswer(messages: readonly Json[]): string | undefined {
  for (const call of listCalls(messages)) {
    const given = asText(asJson(call.args).file_path);
    if (given === undefined || isAbsolutePath(given) || given.startsWith('.')) continue;
    const answered = absoluteIn(readAnswer(call));
    const end = answered?.replaceAll('\\', '/').endsWith(`/${given.replaceAll('\\', '/')}`);
    if (answered !== undefined && end) return answered.slice(0, -given.length - 1);
  }
  return undefined;
}

/** Lists absolute paths in calls and in answers of the client's own tools. */
function* listPaths(messages: readonly Json[]): Iterable<string> {
  for (const call of listCalls(messages)) {
    const args = asJson(call.args);
    const answered = call.name === 'run_shell_command' ? undefined : absoluteIn(readAnswer(call));
    for (const path of [args.file_path, args.absolute_path, args.path, args.dir_path, args.directory, answered]) {
      if (typeof path === 'string' && path.length < 1000 && isAbsolutePath(path)) yield path;
    }
  }
}

/** Returns the path that ends a sentence of the client: `Successfully overwrote file: /home/ada/harbour/tide.md.` */
function absoluteIn(answer: string): string | undefined {
  const found = /^(?:Successfully [\w ]{1,60} file|File not found): ([^\n]{1,1000}?)\.?(?: \(\d|\. Here is|\n|$)/.exec(
    answer,
  )?.[1];
  return found !== undefined && isAbsolutePath(found) ? found : undefined;
}

function listCalls(messages: readonly Json[]): Json[] {
  return messages.flatMap((message) => asBlocks(message.toolCalls));
}

function digest(folder: string): string {
  return createHash('sha256').update(folder).digest('hex');
}

function asFolder(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolutePath(path) ? path : undefined;
}

/** Lists the messages of a record: the record itself, or those that it sets. */
export function listMessages(record: Json): Json[] {
  const set = asBlocks(asJson(record.$set).messages);
  return set.length > 0 || !isJson(record) || typeof record.id !== 'string' ? set : [record];
}
