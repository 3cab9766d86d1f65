import { PassThrough, type Readable } from 'node:stream';
import type { OpenRequests } from './open-requests.ts';

/** The protocol's error for a line that was refused. */
export interface LineRefusal {
  jsonrpc: '2.0';
  /** The id of the request, if it could be found; otherwise it is unknown whose answer this is. */
  id: string | number | null;
  error: { code: number; message: string };
}

/** Upper bound: no call needs more, and a model that pastes a whole log gets an error. */
const LONGEST_LINE = 4 * 1024 * 1024;
/** The id of a request is at its beginning or its end. */
const EDGE = 400;
const LINE_FEED = 0x0a;

/** Options of the input guard. */
interface InputGuardOptions {
  /** The maximum length of an accepted line, in bytes. */
  longest?: number;
  /** The requests that are passed on; the input ends once all of them are answered. */
  open?: OpenRequests;
}

/**
 * Passes on those lines of a client that are JSON and not too long, and refuses the others. The protocol's library closes the
 * connection at 10 MB, and does not respond to a line that is not JSON: a client would wait for its answer until it gives up.
 */
export function guardInput(
  input: Readable,
  refuse: (refusal: LineRefusal) => void,
  { longest = LONGEST_LINE, open }: InputGuardOptions = {},
): Readable {
  const output = new PassThrough();
  let parts: Buffer[] = [];
  let size = 0;
  let edges: { first: string; last: string } | undefined;

  const take = (part: Buffer) => {
    size += part.length;
    if (edges) edges.last = (edges.last + part.toString('latin1')).slice(-EDGE);
    else parts.push(part);
    if (edges === undefined && size > longest) {
      const text = Buffer.concat(parts).toString('latin1');
      edges = { first: text.slice(0, EDGE), last: text.slice(-EDGE) };
      parts = [];
    }
  };
  const end = () => {
    if (edges) {
      const message = `The request has ${size} bytes; at most ${longest} are taken. Send the end of what failed.`;
      refuse(refusal(-32600, message, findId(edges.first) ?? findId(edges.last)));
    } else {
      const line = Buffer.concat(parts);
      const text = line.toString('utf8').trim();
      if (text !== '' && !isJson(text)) refuse(refusal(-32700, 'This line is not JSON.', findId(text.slice(0, EDGE))));
      else if (text !== '') {
        open?.take(text);
        output.write(`${text}\n`);
      }
    }
    parts = [];
    size = 0;
    edges = undefined;
  };

  input.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      take(chunk.subarray(from, at));
      end();
      from = at + 1;
    }
    if (from < chunk.length) take(chunk.subarray(from));
  });
  const finish = () => (open ? open.whenNone(() => output.end()) : output.end());
  input.on('end', () => {
    // The last line of a file may lack a line ending. A line that breaks off in the middle comes from a client that is gone.
    if (!edges && isJson(Buffer.concat(parts).toString('utf8').trim())) end();
    finish();
  });
  input.on('error', finish);
  return output;
}

function refusal(code: number, message: string, id: string | number | undefined): LineRefusal {
  return { jsonrpc: '2.0', id: id ?? null, error: { code, message } };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function findId(text: string): string | number | undefined {
  const found = /"id"\s*:\s*(\d{1,15}|"[^"\\]{1,100}")/.exec(text)?.[1];
  return found === undefined ? undefined : (JSON.parse(found) as string | number);
}
