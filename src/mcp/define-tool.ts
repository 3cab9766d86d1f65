import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type McpServer,
  type ServerContext,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Redact } from '../sessions/redact-part.ts';
import { AppError } from '../shared/errors.ts';
import { asJson, asText, type Json } from '../shared/json-values.ts';
import { cleanAnswer, cleanText } from './clean.ts';
import type { Workplace } from './workplace.ts';

/** A tool of the server: its description for models, and its implementation. */
interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  /** The name shown to people. */
  title: string;
  /** For models: what it does, and when to use it. */
  description: string;
  input: Input;
  output: Output;
  /** Hints for clients that decide whether to ask the user. */
  annotations: Required<Omit<ToolAnnotations, 'title'>>;
  /** Runs the tool. If it throws an `AppError`, the answer is that error in words. */
  run(input: z.infer<Input>, place: Workplace, call: ToldCall): Promise<McpAnswer<z.infer<Output>>>;
}

/**
 * The answer of a tool. Claude Code and Codex give their models only the structured part if there is one, so the note is in both:
 * what this is, and what to do next. The details repeat the data for clients that show text.
 */
interface McpAnswer<T> {
  note: string;
  details?: string;
  data: T;
  /** Whether the request failed. */
  isError?: boolean;
}

/** The call that a tool answers. */
export interface ToldCall {
  /** The client that sent it, as it names itself: `claude-code 2.1.325`. */
  client: string;
  /** Aborted when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Reports progress, which also keeps a client from timing out. */
  tell(message: string): void;
  /**
   * Returns a text without control characters and secrets. Call it before cutting a text, because half a secret is not
   * recognised.
   */
  clean(text: string): Promise<string>;
}

/** The facilities that the tools of one server share. */
export interface ToolDesk {
  /** Opens the project that calls now work in. */
  open(): Promise<Workplace>;
  redact: Redact;
  /** Receives unexpected errors, which are bugs of ours. */
  onBug(error: unknown): void;
}

/** A tool that can be registered with a server. */
export interface DefinedTool {
  name: string;
  register(server: McpServer, desk: ToolDesk): void;
}

const noteShape = z.string().describe('What this is, and what to do next.');

/** Defines a tool: schemas validate inputs and outputs, texts are cleaned, and errors become answers. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Tool<Input, Output>,
): DefinedTool {
  const { name, title, description, input, output, annotations } = tool;
  return {
    name,
    register(server, desk) {
      const outputSchema = output.extend({ note: noteShape });
      const config = { title, description, inputSchema: input, outputSchema, annotations: { title, ...annotations } };
      const answer = async (given: z.infer<Input>, context: ServerContext): Promise<CallToolResult> => {
        try {
          return await show(await tool.run(given, await desk.open(), lineOf(server, context, desk)), desk);
        } catch (error) {
          return showError(error, desk);
        }
      };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, (given, context) =>
        answer(given as z.infer<Input>, context),
      );
    },
  };
}

async function show<T>({ note, details, data, isError }: McpAnswer<T>, { redact }: ToolDesk): Promise<CallToolResult> {
  const text = [note, details].filter(Boolean).join('\n\n');
  const clean = await cleanAnswer({ text, data: { note, ...data } }, redact);
  return {
    content: [{ type: 'text', text: clean.text }],
    structuredContent: clean.data,
    isError,
  };
}

async function showError(error: unknown, { redact, onBug }: ToolDesk): Promise<CallToolResult> {
  if (!(error instanceof AppError)) onBug(error);
  const said =
    error instanceof AppError
      ? [error.message, error.hint].filter(Boolean).join('\n')
      : `hardwon failed: ${error instanceof Error ? error.message : String(error)}\nThis is a bug in hardwon; continue without it.`;
  return { content: [{ type: 'text', text: await cleanAnswer(said, redact) }], isError: true };
}

function lineOf({ server }: McpServer, { mcpReq }: ServerContext, { redact }: ToolDesk): ToldCall {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    client: nameClient(asJson(asJson(mcpReq.envelope)[CLIENT_INFO_META_KEY] ?? server.getClientVersion())),
    signal: mcpReq.signal,
    clean: (text) => cleanText(text, redact),
    tell(message) {
      if (token === undefined) return;
      progress += 1;
      // A client that is gone does not need to be notified.
      mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } })
        .catch(() => undefined);
    },
  };
}

/** Clients of the newest protocol say who they are with each request, others once. */
function nameClient({ name, version }: Json): string {
  const clean = [asText(name), asText(version)].join(' ').replaceAll(/[^\w .@/+-]/g, '');
  return clean.trim().slice(0, 60) || 'an agent';
}
