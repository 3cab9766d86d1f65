/** A message of the protocol, as far as a proxy looks at it. */
export interface Message {
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: Record<string, unknown>;
}

/** A call of a tool that a client has made. */
export interface ToolCall {
  /** The tool by the name that the server gives it. */
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /** The whole request, to be sent again. */
  request: Message;
}

/** The message of a line; nothing where it is none, or is several at once: those are passed on as they are. */
export function readMessage(line: Buffer): Message | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    return isGroup(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The call that a request is; nothing where it is another request, or a notification. */
export function readToolCall(message: Message): ToolCall | undefined {
  const { id, method, params } = message;
  if (method !== 'tools/call' || id === undefined || typeof params?.name !== 'string') return undefined;
  return { tool: params.name, arguments: isGroup(params.arguments) ? params.arguments : {}, request: message };
}

/** How an answer to a call says that it failed; nothing where it did not. */
export function failureIn({ result, error }: Message): string | undefined {
  if (error) return typeof error.message === 'string' ? error.message : JSON.stringify(error);
  if (result?.isError !== true) return undefined;
  const parts: unknown[] = Array.isArray(result.content) ? result.content : [];
  return parts.flatMap((part) => (isGroup(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n');
}

export function isGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
