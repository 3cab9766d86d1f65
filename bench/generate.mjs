// Writes logs like those of Claude Code, of any size and the same each time: node bench/generate.mjs --to FOLDER --size 1GB
//
// The mix of records and their lengths follow 157 MB of real logs: a third of the bytes are the whole files that edits repeat, a sixth
// are files that were read, the rest thoughts, progress, outputs and bookkeeping.
import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const SESSION_BYTES = 4_000_000;
const WORDS =
  'const harbour = await open ( lantern ) ; return orchard . map ( tree => tree . height ) // the keel is laid "quay" \\n if ( ! tide ) throw new Error'.split(
    ' ',
  );

/** Fills `<folder>/.claude/projects` with about so many bytes, in sessions of 4 MB or less, and with one session of 50,000 calls. */
export function generateLogs(folder, bytes, longSession = 50_000, sessionBytes = SESSION_BYTES) {
  const random = seededRandom(20_260_301);
  let written = 0;
  let sessions = 0;
  for (; written < bytes; sessions++) {
    const project = join(folder, '.claude', 'projects', `-home-dev-harbour-${sessions % 20}`);
    written += writeSession(project, sessions, random, (size) => size < sessionBytes);
  }
  if (longSession > 0) {
    const project = join(folder, '.claude', 'projects', '-home-dev-lantern');
    written += writeSession(project, sessions++, random, (_, calls) => calls < longSession, true);
  }
  return { sessions, bytes: written };
}

/** Fills `<folder>/.claude/projects` with short sessions of projects `<folder>/harbour-<n>`, a few each day. */
export function generateSmallSessions(folder, { sessions, calls, projects }) {
  const random = seededRandom(20_260_302);
  for (let number = 0; number < sessions; number++) {
    const cwd = join(folder, `harbour-${number % projects}`);
    const project = join(folder, '.claude', 'projects', cwd.replaceAll(/[^A-Za-z0-9]/g, '-'));
    writeSession(project, number, random, (_, made) => made < calls, true, cwd);
  }
}

/** `1GB`, `200MB`, `5000`. */
export function parseSize(text) {
  const found = /^([\d.]+)\s*([KMG]?)B?$/i.exec(text);
  if (found === null) throw new Error(`not a size: ${text}`);
  return Math.round(Number(found[1]) * { '': 1, K: 1e3, M: 1e6, G: 1e9 }[found[2].toUpperCase()]);
}

function writeSession(project, number, random, goesOn, isSmall = false, cwd = undefined) {
  mkdirSync(project, { recursive: true });
  const log = new SessionLog(number, random, cwd);
  const file = openSync(join(project, `${log.session}.jsonl`), 'w');
  let size = 0;
  log.prompt('Please build the harbour');
  for (let calls = 0; goesOn(size, calls); calls++) {
    log.call(calls, isSmall);
    if (log.length > 1_000_000) size += writeSync(file, log.take());
  }
  size += writeSync(file, log.take());
  closeSync(file);
  return size;
}

class SessionLog {
  #lines = [];
  length = 0;
  #clock = Date.UTC(2026, 0, 1);
  #count = 0;

  constructor(number, random, cwd = `/home/dev/harbour-${number % 20}`) {
    this.random = random;
    this.session = uuid(number, 7);
    this.number = number;
    this.#clock += number * 3_600_000;
    this.cwd = cwd;
  }

  take() {
    const text = this.#lines.join('');
    this.#lines = [];
    this.length = 0;
    return text;
  }

  prompt(text) {
    this.#user(`${text} ${this.#count}`);
  }

  call(number, isSmall) {
    const { random } = this;
    const id = `toolu_${this.number}_${number}`;
    if (random() < 0.85)
      this.#assistant({ type: 'thinking', thinking: this.#text(200, 1500), signature: 'A'.repeat(600) });
    if (random() < 0.4) this.#assistant({ type: 'text', text: this.#text(50, 600) });
    if (random() < 0.15)
      this.#add({
        type: 'file-history-snapshot',
        messageId: this.#uuid(),
        snapshot: { trackedFileBackups: {}, timestamp: this.#time() },
      });
    const kind = random();
    if (isSmall || kind < 0.3) this.#shell(id, isSmall);
    else if (kind < 0.53) this.#read(id);
    else if (kind < 0.74) this.#edit(id);
    else if (kind < 0.86) this.#grep(id);
    else this.#todo(id);
    if (random() < 0.04) this.prompt(this.#text(10, 300));
  }

  #shell(id, isSmall) {
    const command = `npm test -- --grep ${this.#text(5, 60)}`;
    this.#use(id, 'Bash', { command, description: 'Run the tests' });
    for (let i = this.random() * 3; i > 1; i--) this.#progress(this.#text(50, 400));
    const output = isSmall ? this.#text(20, 200) : this.#text(100, 3500);
    if (this.random() < 0.08) this.#fail(id, `Exit code 1\n${output}`);
    else this.#result(id, output, { stdout: output, stderr: '', interrupted: false, isImage: false }, false);
  }

  #read(id) {
    const content = this.#text(2000, 10_000);
    this.#use(id, 'Read', { file_path: `${this.cwd}/src/${id}.ts` });
    if (this.random() < 0.02) this.#fail(id, '<tool_use_error>File does not exist.</tool_use_error>');
    else
      this.#result(id, content, {
        type: 'text',
        file: { filePath: 'x', content, numLines: 200, startLine: 1, totalLines: 200 },
      });
  }

  #edit(id) {
    const old = this.#text(100, 700);
    this.#use(id, 'Edit', {
      file_path: `${this.cwd}/src/x.ts`,
      old_string: old,
      new_string: this.#text(100, 900),
      replace_all: false,
    });
    if (this.random() < 0.04) this.#fail(id, '<tool_use_error>String to replace not found in file.</tool_use_error>');
    else {
      const structuredPatch = [{ oldStart: 1, lines: Array.from({ length: 8 }, () => this.#text(20, 80)) }];
      this.#result(id, this.#text(300, 900), {
        filePath: 'x',
        oldString: old,
        originalFile: this.#text(5000, 40_000),
        structuredPatch,
      });
    }
  }

  #grep(id) {
    const content = this.#text(100, 4500);
    this.#use(id, 'Grep', { pattern: 'harbour', path: 'src', output_mode: 'content' });
    this.#result(id, content, { mode: 'content', numFiles: 3, filenames: [], content, numLines: 40 });
  }

  #todo(id) {
    const todos = Array.from({ length: 5 }, () => ({ content: this.#text(20, 80), status: 'pending' }));
    this.#use(id, 'TodoWrite', { todos });
    this.#result(id, 'Todos have been modified successfully.', { oldTodos: todos, newTodos: todos });
  }

  #use(id, name, input) {
    this.#assistant({ type: 'tool_use', id, name, input });
  }

  #assistant(block) {
    const usage = {
      input_tokens: 8,
      cache_creation_input_tokens: 469,
      cache_read_input_tokens: 78_296,
      output_tokens: 67,
      service_tier: 'standard',
    };
    const message = {
      model: 'model-1',
      id: `msg_${this.#count}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: null,
      stop_sequence: null,
      usage,
    };
    this.#add({ ...this.#head(), message, requestId: 'req_1', type: 'assistant', ...this.#stamp() });
  }

  #result(id, content, toolUseResult, isError) {
    const block = {
      tool_use_id: id,
      type: 'tool_result',
      content,
      ...(isError === undefined ? {} : { is_error: isError }),
    };
    this.#user([block], { toolUseResult, sourceToolAssistantUUID: this.#uuid() });
  }

  #fail(id, content) {
    this.#user([{ type: 'tool_result', content, is_error: true, tool_use_id: id }], {
      toolUseResult: `Error: ${content}`,
    });
  }

  #user(content, more = {}) {
    this.#add({ ...this.#head(), type: 'user', message: { role: 'user', content }, ...this.#stamp(), ...more });
  }

  #progress(output) {
    this.#add({
      ...this.#head(),
      type: 'progress',
      data: { type: 'bash_progress', output, fullOutput: output, elapsedTimeSeconds: 2 },
      ...this.#stamp(),
    });
  }

  #head() {
    return {
      parentUuid: this.#uuid(),
      isSidechain: false,
      userType: 'external',
      cwd: this.cwd,
      sessionId: this.session,
      version: '2.1.20',
      gitBranch: 'main',
      slug: 'quiet-mooring-lantern',
    };
  }

  #stamp() {
    return { uuid: this.#uuid(), timestamp: this.#time() };
  }

  #time() {
    this.#clock += 1000;
    return new Date(this.#clock).toISOString();
  }

  #uuid() {
    return uuid(this.number, ++this.#count);
  }

  #add(record) {
    const line = `${JSON.stringify(record)}\n`;
    this.#lines.push(line);
    this.length += line.length;
  }

  /** Lines of code, some of them with a character beyond ASCII. Made from a piece that is repeated: making words up takes too long. */
  #text(least, most) {
    const length = Math.floor(least + (most - least) * this.random());
    let piece = '';
    while (piece.length < Math.min(length, 400)) piece += `${WORDS[Math.floor(this.random() * WORDS.length)]} `;
    piece += this.random() < 0.2 ? '→ café\n' : '\n';
    return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
  }
}

function uuid(a, b) {
  return `${String(a).padStart(8, '0')}-0000-4000-8000-${String(b).padStart(12, '0')}`;
}

/** Numbers from 0 to 1, the same in each run (mulberry32). */
function seededRandom(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { to: { type: 'string' }, size: { type: 'string', default: '1GB' } } });
  if (values.to === undefined) throw new Error('--to FOLDER is missing');
  console.log(JSON.stringify(generateLogs(values.to, parseSize(values.size))));
}
