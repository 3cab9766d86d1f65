import { namesOfTool, namesServer, plainToolName } from '../../agents/mcp-name.ts';
import { type Glob, matchGlob } from './glob.ts';

/**
 * Whether a pattern names a tool. `mcp__quay__deploy` and `deploy` are one tool: people and servers know it by its own name, clients put the
 * server in front. Tools of two servers differ where both are named.
 */
export function matchToolName(pattern: Glob, name: string): boolean {
  if (namesOfTool(name).some((each) => matchGlob(pattern, each))) return true;
  return !namesServer(name) && namesServer(pattern.source) && plainToolName(pattern.source) === name;
}
