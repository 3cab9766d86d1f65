import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { isJson } from '../shared/json-values.ts';

/** The answer of an MCP server to the request for its identity. */
interface ServerAnswer {
  name: string;
  version: string;
  /** The names of its tools. */
  tools: string[];
}

/** Longer than any client waits for a server to start. */
const PATIENCE_MS = 15_000;

/** Starts an MCP server on stdio, asks for its name and its tools, and stops it. Throws the reason if it does not answer. */
export function shakeHands(words: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<ServerAnswer> {
  const [program = '', ...args] = words;
  const child = spawn(program, args, { cwd, env, stdio: 'pipe', timeout: PATIENCE_MS, windowsHide: true });
  let complaint = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  child.stdin.on('error', () => {});
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  return new Promise<ServerAnswer>((done, fail) => {
    let about: Omit<ServerAnswer, 'tools'> | undefined;
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { id, result } = readMessage(line);
      if (id === 1 && isJson(result.serverInfo)) {
        about = { name: String(result.serverInfo.name), version: String(result.serverInfo.version) };
        send({ method: 'notifications/initialized' });
        send({ id: 2, method: 'tools/list' });
      } else if (id === 2 && about) {
        const tools = Array.isArray(result.tools) ? result.tools : [];
        done({ ...about, tools: tools.map((tool: unknown) => (isJson(tool) ? String(tool.name) : '')) });
      }
    });
    child.on('error', fail);
    child.on('close', (code) =>
      fail(new Error(complaint.trim().split('\n').at(-1) || `it ended with ${code ?? 'a signal'}`)),
    );
    const clientInfo = { name: 'hardwon-doctor', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
  }).finally(() => {
    // It exits when its stdin is closed; one that does not is stopped by the timeout.
    child.stdin.end();
  });
}

function readMessage(line: string): { id: unknown; result: Record<string, unknown> } {
  try {
    const message: unknown = JSON.parse(line);
    if (isJson(message)) return { id: message.id, result: isJson(message.result) ? message.result : {} };
  } catch {
    // Not part of the protocol: not an answer.
  }
  return { id: undefined, result: {} };
}
