import type { Found, RedactionRule } from './rule.ts';

/** Private keys as text (PEM, OpenSSH, PGP), complete or without their first or last lines, on one line with `\n` or on many. */
export const privateKeyRules: readonly RedactionRule[] = [
  { id: 'private-key', markers: ['-----begin'], find: findFromBegin },
  { id: 'private-key', markers: ['-----end'], find: findBeforeEnd },
  { id: 'private-key', markers: ['b3blbnnzac1rzxktdj', 'ibaakca', 'ibadanbgkqhki', 'mhccaqee'], find: findBareBody },
  { id: 'private-key', markers: ['ls0tls1crudjti'], find: findEncoded },
  { id: 'private-key', markers: ['private-lines:', 'private-mac:', 'private-hash:'], find: findPutty },
];

const BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
const END = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** A key of 16,384 bits takes 12.5 kB, plus line numbers and quotes. */
const LONGEST = 20_000;
/** A run of base64 this long is the body of a key, not a word of a sentence or an identifier. */
const BODY_RUN = /[A-Za-z0-9+/]{32}/;
/** One line of a body: the prefix of an editor, a diff, a listing or a string literal, base64, and a possible suffix. */
const BODY_LINE =
  /(?:\s|\\{1,8}[rnt]|[>+|"'`,-]|\d{1,6}(?:→|[:\t|-])|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,200}){0,400}[A-Za-z0-9+/=]{16,}(?:\\{1,8}[rn]|["'`,+;\r])*\n?/y;

function findFromBegin(text: string, at: number): Found | undefined {
  BEGIN.lastIndex = at;
  if (!BEGIN.test(text)) return undefined;
  const bodyStart = BEGIN.lastIndex;
  // Not beyond the next one: a text full of beginnings would be read once for each.
  const [window = ''] = text.slice(bodyStart, bodyStart + LONGEST).split('-----BEGIN', 1);
  const endAt = window.indexOf('-----END');
  END.lastIndex = bodyStart + endAt;
  if (endAt !== -1 && END.test(text) && BODY_RUN.test(window.slice(0, endAt))) return { start: at, end: END.lastIndex };
  // Without an end, it is an excerpt: lines that look like the body are redacted, down to a short last line.
  const end = readBody(text, bodyStart);
  return end === bodyStart ? undefined : { start: at, end: end + shortTail(text, end) };
}

function readBody(text: string, start: number): number {
  let end = start;
  BODY_LINE.lastIndex = start;
  while (end - start < LONGEST && BODY_LINE.test(text)) end = BODY_LINE.lastIndex;
  return end;
}

/** The cut or last line of a body may be short: it is included if it ends the line. */
function shortTail(text: string, at: number): number {
  return /^\s{0,8}[A-Za-z0-9+/]{1,76}={0,2}(?=\s|["'`\\]|$)/.exec(text.slice(at, at + 100))?.[0].length ?? 0;
}

const LINE_ABOVE = /^(?:\s|[>+|"'`,-]|\d{1,6}(?:→|[:\t|-])|\\[rn])*[A-Za-z0-9+/]{8,}={0,2}(?:\\[rn]|["'`,+;\s])*$/;

function findBeforeEnd(text: string, at: number): Found | undefined {
  END.lastIndex = at;
  if (!END.test(text)) return undefined;
  const end = END.lastIndex;
  const window = text.slice(Math.max(0, at - LONGEST), at);
  // On one line, with `\n` as an escape, the whole body is one run.
  let start = at;
  while (start > 0 && at - start < LONGEST && /[A-Za-z0-9+/=\\]/.test(text.charAt(start - 1))) start--;
  for (
    let line = lineBefore(window, start - at);
    line !== undefined && LINE_ABOVE.test(line);
    line = lineBefore(window, start - at)
  ) {
    start -= line.length;
  }
  return BODY_RUN.test(text.slice(start, at)) ? { start, end } : undefined;
}

/**
 * Returns the line that ends `back` characters (a negative number) before the end of the window, with its line break; at most 200
 * long.
 */
function lineBefore(window: string, back: number): string | undefined {
  const end = window.length + back;
  if (end <= 0) return undefined;
  const near = window.slice(Math.max(0, end - 201), end);
  const start = near.lastIndexOf('\n', near.length - 2) + 1;
  return near.length - start > 200 ? undefined : near.slice(start);
}

/**
 * The beginnings of the bodies of OpenSSH, RSA (PKCS 1 and 8) and EC keys, in base64; certificates and public keys begin
 * differently.
 */
const BODY_START =
  /(?:b3BlbnNzaC1rZXktdj|MII[A-Za-z0-9+/]{2}[A-Za-z]IBAAKCA|MII[A-Za-z0-9+/]{2}[A-Za-z]IBADANBgkqhki|MHcCAQEE)[A-Za-z0-9+/]{16,}={0,2}/y;

function findBareBody(text: string, at: number): Found | undefined {
  // The marker is six characters into bodies that begin with their length.
  for (const start of [at, at - 6]) {
    if (start < 0) continue;
    BODY_START.lastIndex = start;
    if (!BODY_START.test(text)) continue;
    return { start, end: readBody(text, BODY_START.lastIndex) };
  }
  return undefined;
}

const ENCODED = /LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,}={0,2}/y;
const ENCODED_HEAD = 80;

/** Finds a whole PEM file in base64, as in a kubeconfig; certificates have the same form, but are not secret. */
function findEncoded(text: string, at: number): Found | undefined {
  // The head decides before the rest is read.
  const head = Buffer.from(text.slice(at, at + ENCODED_HEAD), 'base64').toString('latin1');
  if (!head.includes('PRIVATE KEY')) return undefined;
  ENCODED.lastIndex = at;
  return ENCODED.test(text) ? { start: at, end: ENCODED.lastIndex } : undefined;
}

const PUTTY = /(private-(?:lines: {0,4}\d{1,4}|mac:|hash:)(?:\s|\\{1,8}[rn]){0,8})/iy;
const PUTTY_MAC = /[0-9a-f]{32,128}/iy;

/** Finds the private lines of a PuTTY key, and their checksum; the lines above are public. */
function findPutty(text: string, at: number): Found | undefined {
  PUTTY.lastIndex = at;
  if (!PUTTY.test(text)) return undefined;
  const start = PUTTY.lastIndex;
  PUTTY_MAC.lastIndex = start;
  if (!/^private-lines/i.test(text.slice(at, at + 13)))
    return PUTTY_MAC.test(text) ? { start, end: PUTTY_MAC.lastIndex } : undefined;
  const end = readBody(text, start);
  // The last line may be short.
  const whole = end + shortTail(text, end);
  return whole === start ? undefined : { start, end: whole };
}
