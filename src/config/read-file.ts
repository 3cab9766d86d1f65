import { statSync } from 'node:fs';
import { AppError, systemError } from '../shared/errors.ts';
import { extensionOf } from '../shared/paths.ts';
import { readRegularSync } from '../shared/regular-file.ts';
import { loadYaml } from '../shared/yaml.ts';
import { JsonSyntaxError, parseJsonc } from './jsonc.ts';

/** No configuration is longer; a log or an image under this name is refused before it is read. */
const LARGEST = 1 << 20;

/** Returns the unchecked value of a configuration file. A syntax error is reported with its line. */
export async function readConfigFile(path: string): Promise<unknown> {
  const text = readText(path);
  return extensionOf(path).toLowerCase() === '.json'
    ? readConfigJson(text, path, parseJsonc)
    : await parseYaml(text, path);
}

/** Parses the text of a JSON file with a parser of jsonc.ts; a syntax error becomes an error that names the file and the line. */
export function readConfigJson<T>(text: string, path: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    throw new AppError('broken-file', `${path}:${error.line}:${error.column}: ${error.message}`, {
      hint: 'Correct the JSON on that line; comments and trailing commas are allowed.',
      cause: error,
    });
  }
}

function readText(path: string): string {
  try {
    if (statSync(path).size > LARGEST)
      throw new AppError('broken-file', `${path} is larger than 1 MB`, {
        hint: 'A configuration file is smaller: remove what does not belong in it.',
      });
    return readRegularSync(path, LARGEST).toString('utf8');
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw systemError('unreadable', `Cannot read ${path}`, error);
  }
}

async function parseYaml(text: string, path: string): Promise<unknown> {
  const { LineCounter, parseDocument } = await loadYaml(text, path);
  const lineCounter = new LineCounter();
  // Errors with excerpts take quadratic time.
  const document = parseDocument(text, { lineCounter, prettyErrors: false });
  const error = document.errors[0];
  if (error !== undefined) {
    const { line, col } = lineCounter.linePos(error.pos[0]);
    throw new AppError('broken-file', `${path}:${line}:${col}: ${error.message}`, {
      hint: 'Correct the YAML on that line.',
      cause: error,
    });
  }
  try {
    // An empty file sets nothing, which is valid in YAML.
    return document.toJS({ maxAliasCount: 100 }) ?? {};
  } catch (cause) {
    throw new AppError('broken-file', `${path}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      hint: 'Correct the file; hardwon doctor checks it.',
      cause,
    });
  }
}
