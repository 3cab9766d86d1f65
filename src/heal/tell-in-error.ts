/** A result of an MCP tool, as far as it tells of a failure. */
interface ToolResultLike {
  isError: true;
  content: readonly unknown[];
}

/** What a result of an MCP tool says of its failure; nothing where it is none. */
export function failureOfResult(value: unknown): string | undefined {
  return isFailedResult(value) ? value.content.flatMap((part) => (isText(part) ? [part.text] : [])).join('\n') : undefined;
}

/**
 * The same result with a text behind what it says; nothing where it is no result of an MCP tool. It is put into the first text, and into the
 * structured part where there is one, because some clients hand their models nothing else.
 */
export function addToResult<T>(value: T, text: string): T | undefined {
  if (!isFailedResult(value)) return undefined;
  const first = value.content.findIndex(isText);
  const content =
    first === -1
      ? [{ type: 'text', text }, ...value.content]
      : value.content.map((part, at) => (at === first && isText(part) ? { ...part, text: `${part.text}\n\n${text}` } : part));
  const structured = 'structuredContent' in value ? value.structuredContent : undefined;
  // Codex hands its model the structured part alone where there is one. Of a failure, neither it nor
  // Claude Code nor the official client checks that against the tool's schema.
  const told =
    isPlainGroup(structured) && !Object.hasOwn(structured, 'hardwon')
      ? { structuredContent: { ...structured, hardwon: text } }
      : {};
  return { ...value, content, ...told };
}

/** Errors that were told already: functions that are wrapped may call others that are. */
const told = new WeakSet<Error>();

/** Puts a text behind the message of an error, which stays the same object. False where that cannot be done. */
export function addToThrown(error: unknown, text: string): boolean {
  if (!(error instanceof Error)) return false;
  if (told.has(error)) return true;
  const { message, stack } = error;
  try {
    error.message = `${message}\n\n${text}`;
    // The stack was written with the message that the error was made with.
    if (message !== '' && stack?.includes(message)) error.stack = stack.replace(message, () => `${message}\n\n${text}`);
  } catch {
    // It is frozen.
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
