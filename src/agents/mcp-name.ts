/** How clients name the tool of an MCP server: `mcp__quay__deploy`. A server's name may hold single underscores. */
const OF_SERVER = /^mcp__.+?__(?=.)/is;

/** Whether a name has the server in front, as clients call the tools of MCP servers. */
export function namesServer(name: string): boolean {
  return OF_SERVER.test(name);
}

/** A tool by the name that its server gives it: `deploy` for `mcp__quay__deploy`. Any other name is its own. */
export function plainToolName(name: string): string {
  return name.replace(OF_SERVER, '');
}

/** Every name that a tool goes by: the one it was called by, and the one that its server gives it. */
export function namesOfTool(name: string): string[] {
  return [...new Set([name, plainToolName(name)])];
}
