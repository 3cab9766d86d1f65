/** A message of the protocol, as far as a proxy looks at it. */
export interface ProxyMessage {
  jsonrpc?: string;
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
  request: ProxyMessage;
}

/** What stands in a line: one message, or several, which some revisions of the protocol allow. */
export interface MessageLine {
  messages: ProxyMessage[];
  /** They stand in a list, also where it is a list of one. */
  isBatch: boolean;
}

/** The messages of a line; nothing where it is no JSON, or holds something else: such a line is passed on as it is. */
export function readMessages(line: Buffer): MessageLine | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'));
    if (isMessageGroup(value)) return { messages: [value], isBatch: false };
    return Array.isArray(value) && value.every(isMessageGroup) ? { messages: value, isBatch: true } : undefined;
  } catch {
    return undefined;
  }
}

/** The call that a request is; nothing where it is another request, or a notification. */
export function readToolCall(message: ProxyMessage): ToolCall | undefined {
  const { id, method, params } = message;
  if (method !== 'tools/call' || id === undefined || typeof params?.name !== 'string') return undefined;
  return { tool: params.name, arguments: isMessageGroup(params.arguments) ? params.arguments : {}, request: message };
}

/** How an answer to a call says that it failed; nothing where it did not. */
export function failureIn({ result, error }: ProxyMessage): string | undefined {
  if (error) return typeof error.message === 'string' ? error.message : JSON.stringify(error);
  if (result?.isError !== true) return undefined;
  const parts: unknown[] = Array.isArray(result.content) ? result.content : [];
  return parts.flatMap((part) => (isMessageGroup(part) && typeof part.text === 'string' ? [part.text] : [])).join('\n');
}

export function isMessageGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
