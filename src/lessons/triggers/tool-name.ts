import { namesOfTool } from '../../agents/mcp-name.ts';
import { type Glob, matchGlob } from './glob.ts';

/**
 * Whether a pattern names a tool. `mcp__quay__deploy` and `deploy` are one tool: people and servers use its own name, clients
 * prefix the server. Tools of two servers differ if both servers are named.
 */
export function matchToolName(pattern: Glob, name: string): boolean {
  if (namesOfTool(name).some((each) => matchGlob(pattern, each))) return true;
  // A lesson from another client has that client's form of the server prefix.
  return pattern.source.startsWith('mcp_') && namesOfTool(pattern.source).includes(name);
}
