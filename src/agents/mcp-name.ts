/**
 * The form in which clients name the tool of an MCP server: `mcp__quay__deploy`. A server's name may contain single underscores.
 */
const OF_SERVER = /^mcp__.+?__(?=.)/is;

/** Returns the name that its server gives to a tool: `deploy` for `mcp__quay__deploy`. Any other name is returned unchanged. */
export function plainToolName(name: string): string {
  return name.replace(OF_SERVER, '');
}

/**
 * Returns every name of a tool: the one it was called by, and the one that its server gives it. OpenCode writes `quay_deploy`,
 * and Gemini CLI `mcp_quay_deploy`, where it is not clear which underscore ends the name of the server: it may be any of them.
 */
export function namesOfTool(name: string): string[] {
  if (!name.startsWith('mcp_')) return [name];
  if (OF_SERVER.test(name)) {
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
