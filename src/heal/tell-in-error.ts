/** The parts of an MCP tool result that describe a failure. */
interface ToolResultLike {
  isError: true;
  content: readonly unknown[];
}

/** Returns what an MCP tool result says about its failure; undefined if it is not a failure. */
export function failureOfResult(value: unknown): string | undefined {
  return isFailedResult(value)
    ? value.content.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n')
    : undefined;
}

/**
 * Returns the same result with a text appended; undefined if it is not an MCP tool result. The text is added to the first text
 * and, if there is one, to the structured part, because some clients give their models nothing else.
 */
export function addToResult<T>(value: T, text: string): T | undefined {
  if (!isFailedResult(value)) return undefined;
  const first = value.content.findIndex(isText);
  const content =
    first === -1
      ? [{ type: 'text', text }, ...value.content]
      : value.content.map((part, at) =>
          at === first && isText(part) ? { ...part, text: `${part.text}\n\n${text}` } : part,
        );
  const structured = 'structuredContent' in value ? value.structuredContent : undefined;
  // Codex gives its model only the structured part if there is one. For a failure, neither Codex nor Claude Code nor the official
  // client validates that against the tool's schema.
  const told =
    isPlainGroup(structured) && !Object.hasOwn(structured, 'hardwon')
      ? { structuredContent: { ...structured, hardwon: text } }
      : {};
  return { ...value, content, ...told };
}

/** Errors that have been amended already, because wrapped functions may call other wrapped ones. */
const told = new WeakSet<Error>();

/** Appends a text to the message of an error, which stays the same object. Returns false if that is impossible. */
export function addToThrown(error: unknown, text: string): boolean {
  if (!(error instanceof Error)) return false;
  if (told.has(error)) return true;
  const { message, stack } = error;
  try {
    error.message = `${message}\n\n${text}`;
    // The stack contains the message with which the error was created.
    if (message !== '' && stack?.includes(message)) error.stack = stack.replace(message, () => `${message}\n\n${text}`);
  } catch {
    // The error is frozen.
    return false;
  }
  told.add(error);
  return true;
}

function isFailedResult(value: unknown): value is ToolResultLike {
  if (typeof value !== 'object' || value === null || !('isError' in value) || !('content' in value)) return false;
  return value.isError === true && Array.isArray(value.content);
}

function isPlainGroup(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(part: unknown): part is { type: 'text'; text: string } {
  return (
    typeof part === 'object' &&
    part !== null &&
    'type' in part &&
    part.type === 'text' &&
    'text' in part &&
    typeof part.text === 'string'
  );
}
