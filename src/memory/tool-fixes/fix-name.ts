import { plainToolName } from '../../agents/mcp-name.ts';
import { programName } from '../../shared/program-name.ts';

/** The names under which a fix can be saved. */
const NAME = /^[\w.*:-]{1,100}$/;

/**
 * Returns the name under which a fix for a tool is saved: a tool has one name, whichever client it failed in. For a path, or a
 * command with its subcommand, it is the name of the program. Returns undefined if it is not a tool.
 */
export function nameForFix(tool: string): string | undefined {
  const plain = plainToolName(tool.trim());
  if (NAME.test(plain)) return plain;
  const program = programName(plain.split(/\s+/)[0] ?? '');
  return NAME.test(program) ? program : undefined;
}
