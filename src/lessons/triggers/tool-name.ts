import { namesOfTool } from '../../agents/mcp-name.ts';
import { type Glob, matchGlob } from './glob.ts';

/**
 * Whether a pattern names a tool. `mcp__quay__deploy` and `deploy` are one tool: people and servers know it by its own name, clients put the
 * server in front. Tools of two servers differ where both are named.
 */
export function matchToolName(pattern: Glob, name: string): boolean {
  if (namesOfTool(name).some((each) => matchGlob(pattern, each))) return true;
  // A lesson of another client has the server in front in its way.
  return pattern.source.startsWith('mcp_') && namesOfTool(pattern.source).includes(name);
}
