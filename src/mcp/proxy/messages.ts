/** The parts of a protocol message that a proxy examines. */
export interface ProxyMessage {
  jsonrpc?: string;
  id?: string | number;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: Record<string, unknown>;
}

/** A tool call made by a client. */
export interface ToolCall {
  /** The server's name for the tool. */
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /** The whole request, for sending it again. */
  request: ProxyMessage;
}

/** The contents of a line: one message, or several, which some revisions of the protocol allow. */
export interface MessageLine {
  messages: ProxyMessage[];
  /** Whether they are in a list, even a list of one. */
  isBatch: boolean;
}

/** Parses the messages of a line; undefined if it is not JSON, or is something else: such a line is passed on as it is. */
export function readMessages(line: Buffer): MessageLine | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    if (isMessageGroup(value)) return { messages: [value], isBatch: false };
    return Array.isArray(value) && value.every(isMessageGroup) ? { messages: value, isBatch: true } : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the tool call in a request; undefined for other requests and for notifications. */
export function readToolCall(message: ProxyMessage): ToolCall | undefined {
  const { id, method, params } = message;
  if (method !== 'tools/call' || id === undefined || typeof params?.name !== 'string') return undefined;
  return { tool: params.name, arguments: isMessageGroup(params.arguments) ? params.arguments : {}, request: message };
}

/** Returns how an answer describes the failure of a call; undefined if the call did not fail. */
export function failureIn({ result, error }: ProxyMessage): string | undefined {
  if (error) return typeof error.message === 'string' ? error.message : JSON.stringify(error);
  if (result?.isError !== true) return undefined;
  const parts: unknown[] = Array.isArray(result.content) ? result.content : [];
  return parts.flatMap((part) => (isMessageGroup(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n');
}

function isMessageGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
