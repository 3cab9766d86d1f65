import { AppError } from '../../shared/errors.ts';
import { loadYaml } from '../../shared/yaml.ts';

/** The contents of a YAML file, with line numbers. */
export interface YamlFile {
  /** The keys of its top level. */
  value: Record<string, unknown>;
  /** Returns the line, counted from 1, of the value at a path of keys and indices. */
  lineOf(way: readonly (string | number)[]): number;
}

/** Parses a YAML file whose top level is a mapping. Broken syntax is an error with its line; nothing in it is executed. */
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
    // Aliases of aliases can expand a kilobyte into a gigabyte.
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
    // The parser recurses once per level, so thousands of brackets overflow the stack.
    throw error instanceof AppError ? error : broken(undefined, `cannot be read as YAML: ${describe(error)}`, error);
  }
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
