/** Facts about their session that most records of a file repeat. */
interface Setting {
  session?: string | undefined;
  cwd?: string | undefined;
  version?: string | undefined;
  branch?: string | undefined;
  agent?: string | undefined;
  sidechain?: boolean;
}

/** The fields of a record before its first nested one. */
export interface Head {
  type: string;
  setting: Setting;
  /** The timestamp as it is written; empty if there is none. */
  time: string;
  /** The first field that holds an object or a list, and where its value begins; empty if there is none. */
  body: string;
  bodyStart: number;
}

export function createHead(): Head {
  return { type: '', setting: {}, time: '', body: '', bodyStart: 0 };
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const OPEN_BRACKET = 91;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const PARENT = '{"parentUuid":';
const UUID_LENGTH = 36;

/** Fields that have the same value on most lines of a file. */
const STEADY = new Set([
  'isSidechain',
  'userType',
  'cwd',
  'sessionId',
  'version',
  'gitBranch',
  'slug',
  'entrypoint',
  'agentId',
]);

/** The steady fields of the last line: equal ones need no parsing, which took a tenth of the time. */
const last = { fields: '', setting: {} as Setting };

/**
 * Reads the fields of the object at `start` of the text, up to its first nested one. The text has one character per byte:
 * searching it is fast from the first line on, whereas loops over bytes are slow until they are compiled. Returns false if it is
 * not compact JSON, or is unusual: then the whole line must be parsed.
 */
export function readLogHead(text: string, start: number, head: Head): boolean {
  head.time = '';
  head.type = '';
  const { fields } = last;
  // The parent differs from line to line; the fields after it seldom do.
  const steady = skipParent(text, start);
  const at = steady + fields.length;
  if (steady > 0 && fields !== '' && text.slice(steady, at) === fields) {
    head.setting = last.setting;
    return readCommon(text, at, head) || readHeadFields(text, at, head) >= 0;
  }
  head.setting = {};
  if (steady === 0) return text.charCodeAt(start) === OPEN_BRACE && readHeadFields(text, start + 1, head) >= 0;
  const end = readHeadFields(text, steady, head);
  if (end > steady) {
    last.fields = Buffer.from(text.slice(steady, end), 'latin1').toString('latin1');
    last.setting = head.setting;
  }
  return end >= 0;
}

/** Reads the fields that follow the steady ones on nearly every line. */
function readCommon(text: string, at: number, head: Head): boolean {
  const next = text.slice(at, at + 26);
  if (next.startsWith('"message":{')) {
    head.body = 'message';
    head.bodyStart = at + 10;
  } else if (next.startsWith('"type":"user","message":{')) {
    head.type = 'user';
    head.body = 'message';
    head.bodyStart = at + 24;
  } else if (next === '"type":"progress","data":{') {
    head.type = 'progress';
    head.body = 'data';
    head.bodyStart = at + 25;
  } else return false;
  return true;
}

/**
 * Continues reading fields, from the quote of a key. Returns the end of the leading steady ones, or -1 where `readLogHead`
 * returns false.
 */
export function readHeadFields(text: string, start: number, head: Head): number {
  head.body = '';
  let steady = start;
  let isSteady = true;
  let at = start;
  for (;;) {
    const keyEnd = text.indexOf('":', at + 1);
    if (keyEnd < 0 || text.charCodeAt(at) !== QUOTE) return -1;
    const key = text.slice(at + 1, keyEnd);
    const value = keyEnd + 2;
    const first = text.charCodeAt(value);
    if (first === QUOTE) {
      at = skipString(text, value);
      if (at < 0) return -1;
      keepText(key, text.slice(value + 1, at - 1), head);
    } else if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      head.body = key;
      head.bodyStart = value;
      return steady;
    } else {
      at = endOfLiteral(text, value);
      if (at < 0) return -1;
      if (key === 'isSidechain') ownSetting(head).sidechain = standsAt(text, 'true', value);
    }
    const next = text.charCodeAt(at);
    if (next === CLOSE_BRACE) return steady;
    if (next !== COMMA) return -1;
    at++;
    isSteady &&= STEADY.has(key);
    if (isSteady) steady = at;
  }
}

/** Whether `part` is in the text at `at`. Ten times as fast as `startsWith`, which compares character by character. */
export function standsAt(text: string, part: string, at: number): boolean {
  return text.slice(at, at + part.length) === part;
}

/** Returns the position after the closing quote of the string whose opening quote is at `start`; -1 if it is not closed. */
export function skipString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let slashes = 0;
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return at + 1;
  }
  return -1;
}

/** Returns the value of a JSON string that was decoded with one character per byte. */
export function decodeLatin(text: string): string | undefined {
  if (text === '') return undefined;
  const decoded = Buffer.from(text, 'latin1').toString('utf8');
  if (!decoded.includes('\\')) return decoded;
  try {
    return String(JSON.parse(`"${decoded}"`));
  } catch {
    return undefined;
  }
}

/** Returns the position of the second field if the first one is `parentUuid`; 0 if it is not. */
function skipParent(text: string, start: number): number {
  if (text.slice(start, start + PARENT.length) !== PARENT) return 0;
  const value = start + PARENT.length;
  if (standsAt(text, 'null,', value)) return value + 5;
  const end = value + UUID_LENGTH + 1;
  return text.charCodeAt(value) === QUOTE && text.charCodeAt(end) === QUOTE && text.charCodeAt(end + 1) === COMMA
    ? end + 2
    : 0;
}

/** Returns the position after a number, `true`, `false` or `null`; -1 at a space, which compact JSON does not have. */
function endOfLiteral(text: string, start: number): number {
  for (let at = start; at < start + 24; at++) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE_BRACE) return at === start ? -1 : at;
    if (!(code > 32)) return -1;
  }
  return -1;
}

function keepText(key: string, value: string, head: Head): void {
  switch (key) {
    case 'type':
      head.type = value;
      return;
    case 'timestamp':
      head.time = value;
      return;
    case 'sessionId':
      ownSetting(head).session = decodeLatin(value);
      return;
    case 'cwd':
      ownSetting(head).cwd = decodeLatin(value);
      return;
    case 'gitBranch':
      ownSetting(head).branch = decodeLatin(value);
      return;
    case 'version':
      ownSetting(head).version = decodeLatin(value);
      return;
    case 'agentId':
      ownSetting(head).agent = decodeLatin(value);
  }
}

/** Returns a copy of the setting, because the one kept from the last line must not be changed by this line. */
function ownSetting(head: Head): Setting {
  if (head.setting === last.setting) head.setting = { ...last.setting };
  return head.setting;
}
