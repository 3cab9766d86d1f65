import { fstatSync, read } from 'node:fs';

/**
 * The event that an agent sends: JSON, parsed. It is whole when it can be parsed, so that an agent may leave the pipe open; undefined where
 * the pipe ends before that, breaks, or carries more than `maxBytes`. Never rejects.
 *
 * Not through process.stdin, which takes a tenth of Node's own start to set up. But a read cannot be taken back: `whenWaiting` is told that
 * one has begun, and that it ended, because the process cannot exit by itself in between.
 */
export async function readJson(file: number, maxBytes: number, whenWaiting: (isWaiting: boolean) => void): Promise<unknown> {
  if (isTyped(file)) return undefined;
  const pieces: Buffer[] = [];
  for (let size = 0; size <= maxBytes; ) {
    whenWaiting(true);
    const piece = await readPiece(file);
    whenWaiting(false);
    if (!piece) return parse(pieces);
    size += piece.length;
    pieces.push(piece);
    // A whole piece means that there is more.
    const event = piece.length < PIECE && size <= maxBytes && endsObject(piece) ? parse(pieces) : undefined;
    if (event !== undefined) return event;
  }
  return undefined;
}

/** What a pipe holds at most. */
const PIECE = 65_536;

/** What has arrived, as soon as there is something; nothing at the end. Windows tells the end of a pipe as an error. */
function readPiece(file: number): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const buffer = Buffer.allocUnsafe(PIECE);
    read(file, buffer, 0, PIECE, null, (error, count) => resolve(error || count === 0 ? undefined : buffer.subarray(0, count)));
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

/** A person at a terminal sends no event, and nobody should have to wait for one. */
function isTyped(file: number): boolean {
  try {
    return fstatSync(file).isCharacterDevice();
  } catch {
    return true;
  }
}
