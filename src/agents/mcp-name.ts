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

/**
 * Every name that a tool goes by: the one it was called by, and the one that its server gives it. OpenCode writes `quay_deploy`, and Gemini CLI
 * `mcp_quay_deploy`, where nobody knows at which sign the name of the server ends: it may be any of them.
 */
export function namesOfTool(name: string): string[] {
  if (!name.startsWith('mcp_')) return [name];
  if (namesServer(name)) {
    const plain = plainToolName(name);
    return [name, plain, `${name.slice('mcp__'.length, -plain.length - 2)}_${plain}`];
  }
  const parts = name.split('_').slice(1);
  if (parts.length < 2) return [name];
  const splits = parts.slice(1).map((_, at) => [parts.slice(0, at + 1).join('_'), parts.slice(at + 1).join('_')]);
  return [
    name,
    parts.join('_'),
    ...splits.flatMap(([server, tool]) => (server && tool ? [`mcp__${server}__${tool}`, tool] : [])),
  ];
}
