import { AppError } from '../../shared/errors.ts';
import { loadYaml } from '../../shared/yaml.ts';

/** What a YAML file holds, and where. */
export interface YamlFile {
  /** The keys of its top level. */
  value: Record<string, unknown>;
  /** The line, from 1, of what stands under these keys and places. */
  lineOf(way: readonly (string | number)[]): number;
}

/** Parses a YAML file whose top level is a group of keys. Broken syntax is an error with its line; nothing in it is run. */
export async function parseYamlFile(text: string, path: string): Promise<YamlFile> {
  const { isNode, LineCounter, parseDocument } = await loadYaml(text, path);
  const lineCounter = new LineCounter();
  const lineAt = (offset: number) => Math.max(1, lineCounter.linePos(offset).line);
  const broken = (line: number | undefined, reason: string, cause?: unknown) =>
    new AppError('broken-file', `${path}${line === undefined ? '' : `:${line}`}: ${reason}`, {
      hint: 'Correct the YAML there, and run the command again.',
      cause,
    });
  try {
    const document = parseDocument(text, { lineCounter, prettyErrors: false });
    const [error] = document.errors;
    if (error) throw broken(lineAt(error.pos[0]), error.message, error);
    // Aliases of aliases can make a gigabyte of a kilobyte.
    const value: unknown = document.toJS({ maxAliasCount: 100 }) ?? {};
    if (!isGroup(value)) throw broken(1, 'the file must be a group of keys');
    return {
      value,
      lineOf(way) {
        const node: unknown = document.getIn(way, true);
        return isNode(node) && node.range ? lineAt(node.range[0]) : 1;
      },
    };
  } catch (error) {
    // The parser goes down one call for each level: thousands of brackets are more than there is room for.
    throw error instanceof AppError ? error : broken(undefined, `cannot be read as YAML: ${describe(error)}`, error);
  }
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
