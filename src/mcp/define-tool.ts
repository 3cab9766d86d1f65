import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { Redact } from '../sessions/redact-part.ts';
import { AppError } from '../shared/errors.ts';
import { cleanAnswer, cleanText } from './clean.ts';
import type { Workplace } from './workplace.ts';

/** A tool of the server: what models are told of it, and what it does. */
export interface Tool<Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  /** For people. */
  title: string;
  /** For models: what it does, and when to use it. */
  description: string;
  input: Input;
  output: Output;
  /** What clients may go by when they ask the user. */
  annotations: Required<Omit<ToolAnnotations, 'title'>>;
  /** Does it. What it throws as an `AppError` is the answer, in words. */
  run(input: z.infer<Input>, place: Workplace, call: ToldCall): Promise<McpAnswer<z.infer<Output>>>;
}

/**
 * What a tool has to say. Claude Code and Codex give their models the structured part alone where there is one, so the note is in both:
 * what this is, and what to do next. Details say the data once more, for clients that show text.
 */
export interface McpAnswer<T> {
  note: string;
  details?: string;
  data: T;
  /** What was asked for did not work. */
  isError?: boolean;
}

/** The call that a tool answers. */
export interface ToldCall {
  /** Aborted when the client takes the call back, or is gone. */
  signal: AbortSignal;
  /** Says how it goes; also keeps a client from giving up. */
  tell(message: string): void;
  /** A text without control characters and secrets: to be asked for before one is cut, because half a secret is not recognised. */
  clean(text: string): Promise<string>;
}

/** What the tools of one server share. */
export interface ToolDesk {
  /** Where calls work now. */
  open(): Promise<Workplace>;
  redact: Redact;
  /** Hears of mistakes of ours. */
  onBug(error: unknown): void;
}

/** A tool that can be put into a server. */
export interface DefinedTool {
  name: string;
  register(server: McpServer, desk: ToolDesk): void;
}

const noteShape = z.string().describe('What this is, and what to do next.');

/** Makes a tool: inputs and outputs are checked by their schemas, texts are cleaned, and errors are told as answers. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): DefinedTool {
  const { name, title, description, input, output, annotations } = tool;
  return {
    name,
    register(server, desk) {
      const outputSchema = output.extend({ note: noteShape });
      const config = { title, description, inputSchema: input, outputSchema, annotations: { title, ...annotations } };
      const answer = async (given: z.infer<Input>, context: ServerContext): Promise<CallToolResult> => {
        try {
          return await show(await tool.run(given, await desk.open(), lineOf(context, desk)), desk);
        } catch (error) {
          return showError(error, desk);
        }
      };
      server.registerTool<z.ZodObject, z.ZodObject>(name, config, (given, context) => answer(given as z.infer<Input>, context));
    },
  };
}

async function show<T>({ note, details, data, isError }: McpAnswer<T>, { redact }: ToolDesk): Promise<CallToolResult> {
  const text = [note, details].filter(Boolean).join('\n\n');
  const clean = await cleanAnswer({ text, data: { note, ...data } }, redact);
  return {
    content: [{ type: 'text', text: clean.text }],
    structuredContent: clean.data,
    ...(isError ? { isError } : {}),
  };
}

async function showError(error: unknown, { redact, onBug }: ToolDesk): Promise<CallToolResult> {
  if (!(error instanceof AppError)) onBug(error);
  const said =
    error instanceof AppError
      ? [error.message, error.hint].filter(Boolean).join('\n')
      : `hardwon failed: ${error instanceof Error ? error.message : String(error)}\nThat is a mistake of hardwon, and the work can go on without it.`;
  return { content: [{ type: 'text', text: await cleanAnswer(said, redact) }], isError: true };
}

function lineOf({ mcpReq }: ServerContext, { redact }: ToolDesk): ToldCall {
  const token = mcpReq._meta?.progressToken;
  let progress = 0;
  return {
    signal: mcpReq.signal,
    clean: (text) => cleanText(text, redact),
    tell(message) {
      if (token === undefined) return;
      progress += 1;
      // Whoever is gone does not want to hear it.
      mcpReq
        .notify({ method: 'notifications/progress', params: { progressToken: token, progress, message } })
        .catch(() => undefined);
    },
  };
}
