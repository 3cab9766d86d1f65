import type { Readable } from 'node:stream';

/** Reads a whole stream; undefined if it has more than `maxBytes` or breaks. Never rejects. */
export function readBounded(stream: Readable, maxBytes: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) resolve(undefined);
      else chunks.push(chunk);
    });
    stream.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')));
    stream.on('error', () => resolve(undefined));
  });
}
