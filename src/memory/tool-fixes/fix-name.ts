import { plainToolName } from '../../agents/mcp-name.ts';
import { programName } from '../../shared/program-name.ts';

/** The names that a fix can be saved under. */
const NAME = /^[\w.*:-]{1,100}$/;

/**
 * The name that a fix of a tool is saved under: one tool is known by one name, whichever client it failed in. Of a path, or of a command with
 * its sub-command, it is that of the program. Nothing where it is no tool.
 */
export function nameForFix(tool: string): string | undefined {
  const plain = plainToolName(tool.trim());
  if (NAME.test(plain)) return plain;
  const program = programName(plain.split(/\s+/)[0] ?? '');
  return NAME.test(program) ? program : undefined;
}
