import { afterAll, describe, expect, it } from 'vitest';
import { clearProjects, makeProject, placesOf } from './project.ts';

afterAll(clearProjects);

const PYTHON = `from mcp import FastMCP
mcp = FastMCP("quay")

@mcp.tool(
    title="Deploys",
)
async def deploy(tag: str) -> str:
    return push(tag)

def push(tag):
    raise ValueError("deploy")
`;
const SETTINGS =
  '{"mcpServers": {\n  "quay": {\n    "command": "uv",\n    "args": ["run", "src/server.py"],\n    "env": {"KEY": "hidden"}\n  }\n}}\n';

describe('tools of MCP servers', () => {
  it('are found as clients call them, and by their own name', async () => {
    const project = await makeProject({ '.mcp.json': SETTINGS, 'src/server.py': PYTHON });
    for (const tool of ['mcp__quay__deploy', 'quay_deploy', 'quay.deploy', 'deploy']) {
      const report = await project.debug(tool);
      expect(placesOf(report)).toEqual(['mcp-tool src/server.py:4-8', 'mcp-server .mcp.json:2-6']);
      expect(JSON.stringify(report)).not.toContain('hidden');
    }
    expect(placesOf(await project.debug('quay'))).toEqual(['mcp-server .mcp.json:2-6', 'script src/server.py:1-11']);
    expect(placesOf(await project.debug('mcp__quay__push'))).toEqual([
      'mcp-server .mcp.json:2-6',
      'script src/server.py:1-11',
    ]);
    expect(placesOf(await project.debug('push'))).toEqual([]);
  });

  it('are found in other files of the server, however they are registered', async () => {
    const project = await makeProject({
      '.vscode/mcp.json':
        '{\n  // ours\n  "servers": {"pier": {"command": "node", "args": ["$FOLDER/mcp/main.js"]}}\n}\n',
      'mcp/main.js': "import './tools/moor.js';\n",
      'mcp/tools/moor.js':
        "server.registerTool(\n  'moor',\n  { title: 'x' },\n  async () => {\n    return 1;\n  },\n);\n",
      'mcp/tools/list.js':
        "const tools = [\n  {\n    name: 'anchor',\n    about: 'x',\n  },\n];\nswitch (name) {\n  case 'sail':\n    go();\n}\n",
    });
    expect(placesOf(await project.debug('mcp__pier__moor'))[0]).toBe('mcp-tool mcp/tools/moor.js:1-7');
    expect(placesOf(await project.debug('anchor'))[0]).toBe('mcp-tool mcp/tools/list.js:2-5');
    expect(placesOf(await project.debug('sail'))[0]).toBe('mcp-tool mcp/tools/list.js:8-9');
  });

  it('are found in the settings of Codex, Gemini and the user', async () => {
    const project = await makeProject({
      '.codex/config.toml':
        'model = "x"\n[mcp_servers.quay]\ncommand = "node"\nargs = [\n  "quay.mjs", # main\n]\n\n[other]\n',
      '~/.claude.json': '{"projects": {"$ROOT": {"mcpServers": {"pier": {"command": "$ROOT/mcp/pier.py"}}}}}',
      '~/.gemini/settings.json':
        '{"mcpServers": {"mole": {"command": "python3", "args": ["mcp/mole.py"], "cwd": "$ROOT"}}}',
      'quay.mjs': 'x\n',
      'mcp/pier.py': 'x\n',
      'mcp/mole.py': 'x\n',
    });
    expect(placesOf(await project.debug('mcp__quay__deploy'))).toEqual([
      'mcp-server .codex/config.toml:2-6',
      'script quay.mjs:1-1',
    ]);
    expect(placesOf(await project.debug('pier'))).toEqual(['mcp-server ~/.claude.json:1-1', 'script mcp/pier.py:1-1']);
    expect(placesOf(await project.debug('mole'))).toEqual([
      'mcp-server ~/.gemini/settings.json:1-1',
      'script mcp/mole.py:1-1',
    ]);
  });

  it('are not sought where settings cannot be read', async () => {
    const project = await makeProject({
      '.mcp.json': '{"mcpServers": ',
      '.cursor/mcp.json': '{"mcpServers": [1], "__proto__": {}}',
    });
    expect(placesOf(await project.debug('mcp__quay__deploy'))).toEqual([]);
  });
});
