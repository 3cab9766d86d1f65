import { fstatSync, read } from 'node:fs';

/**
 * Reads the event that an agent sends, as parsed JSON. It is complete when it can be parsed, so that an agent may leave the pipe
 * open; undefined if the pipe ends before that, breaks, or carries more than `maxBytes`. Never rejects.
 *
 * It does not use process.stdin, which takes a tenth of Node's own start to set up. But a read cannot be cancelled: `whenWaiting`
 * is called when one begins, and when it ends, because the process cannot exit by itself in between.
 */
export async function readJson(
  file: number,
  maxBytes: number,
  whenWaiting: (isWaiting: boolean) => void,
): Promise<unknown> {
  if (isTyped(file)) return undefined;
  const pieces: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    whenWaiting(true);
    const piece = await readPiece(file);
    whenWaiting(false);
    if (!piece) return parse(pieces);
    size += piece.length;
    pieces.push(piece);
    // A full piece means that there is more.
    const event = piece.length < PIECE && size <= maxBytes && endsObject(piece) ? parse(pieces) : undefined;
    if (event !== undefined) return event;
  }
  return undefined;
}

/** The capacity of a pipe. */
const PIECE = 65_536;

/**
 * Returns the bytes that have arrived, as soon as there are any; undefined at the end. Windows reports the end of a pipe as an
 * error.
 */
function readPiece(file: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const buffer = Buffer.allocUnsafe(PIECE);
    read(file, buffer, 0, PIECE, null, (error, count) =>
      resolve(error || count === 0 ? undefined : buffer.subarray(0, count)),
    );
  });
}

const CLOSING_BRACE = 0x7d;
const BLANK = 0x20;

function endsObject(piece: Buffer): boolean {
  let last = piece.length - 1;
  while (last > 0 && (piece[last] ?? 0) <= BLANK) last -= 1;
  return piece[last] === CLOSING_BRACE;
}

function parse(pieces: readonly Buffer[]): unknown {
  try {
    return JSON.parse(Buffer.concat(pieces).toString('utf8'));
  } catch {
    return undefined;
  }
}

/** Whether the input is a terminal: a person sends no event, and should not have to wait for one. */
function isTyped(file: number): boolean {
  try {
    return fstatSync(file).isCharacterDevice();
  } catch {
    return true;
  }
}
