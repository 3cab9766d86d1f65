// Prints every text that people and agents are shown, one per line with its place, so that reviewers can read them in one sitting:
//   node scripts/strings.mjs [file or folder…]
// Texts are found by their form: a literal with a space and a letter in it that is not part of a comment, an import or a pattern, and on the page
// what stands between two tags.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** The folders whose texts are shown: in the terminal, on the page, in lessons and by MCP. */
const FOLDERS = [
  ...['cli', 'app', 'doctor', 'heal', 'lifecycle', 'delivery', 'loop', 'team', 'config', 'memory'],
  ...['page', 'web', 'mcp', 'live', 'lessons/wording', 'lessons/remarks', 'lessons/guard'],
].map((folder) => join(root, 'src', folder));

function listFiles(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Finds the texts for people in the source of one file. A value in a template is shown as `…`. */
function findTexts(source) {
  const texts = [];
  let line = 1;
  let at = 0;
  const skipTo = (end) => {
    for (; at < end; at++) if (source[at] === '\n') line += 1;
  };
  while (at < source.length) {
    const rest = source.slice(at, at + 2);
    if (rest === '//') skipTo(indexOr(source, '\n', at));
    else if (rest === '/*') skipTo(indexOr(source, '*/', at) + 2);
    else if (source[at] === '/' && isPattern(source, at)) skipTo(endOfPattern(source, at));
    else if (isQuote(source, at)) {
      const start = line;
      const { end, text } = source[at] === '`' ? readTemplate(source, at, texts, line) : readPlain(source, at);
      if (isForPeople(text)) texts.push({ line: start, text });
      skipTo(end);
    } else skipTo(at + 1);
  }
  return texts.sort((a, b) => a.line - b.line);
}

/** Whether a literal starts here. An apostrophe within a word belongs to a text between tags. */
function isQuote(source, at) {
  return source[at] === '"' || source[at] === '`' || (source[at] === "'" && !/\p{L}/u.test(source[at - 1] ?? ''));
}

/** What is no text between tags, but code between brackets. */
const isCode =
  /[`$;]|=>|==|="|&&|\|\||\/\/|\?\?|\.length\b|\b(?:const|return|import|type|function|catch|if) ?\b|^\s*[,(=):\]?.]|\(\s*$/;

/** Finds what stands between two tags, or between a tag and a value. */
function findTextsBetweenTags(source) {
  return [...source.matchAll(/[>}]([^<>{}]+)(?=[<{])/g)].flatMap(({ index, 1: text }) => {
    if (!isForPeople(text) || isCode.test(text)) return [];
    const start = index + 1 + text.length - text.trimStart().length;
    return [{ line: source.slice(0, start).split('\n').length, text: text.trim().replaceAll(/\s+/g, ' ') }];
  });
}

function readPlain(source, from) {
  const quote = source[from];
  let end = from + 1;
  while (end < source.length && source[end] !== quote && source[end] !== '\n') end += source[end] === '\\' ? 2 : 1;
  return { end: end + 1, text: readEscapes(source.slice(from + 1, end)) };
}

/** Reads a template; texts in its values are texts of their own. */
function readTemplate(source, from, texts, line) {
  let text = '';
  let at = from + 1;
  while (at < source.length && source[at] !== '`') {
    if (source[at] === '\\') {
      text += source.slice(at, at + 2);
      at += 2;
    } else if (source.startsWith('${', at)) {
      const end = endOfValue(source, at + 2);
      const above = line + source.slice(from, at).split('\n').length - 1;
      for (const inner of findTexts(source.slice(at + 2, end))) texts.push({ ...inner, line: inner.line + above - 1 });
      text += '…';
      at = end + 1;
    } else text += source[at++];
  }
  return { end: at + 1, text: readEscapes(text) };
}

function endOfValue(source, from) {
  let depth = 1;
  let at = from;
  while (at < source.length) {
    const sign = source[at];
    if (sign === '`') at = readTemplate(source, at, [], 1).end;
    else if (sign === "'" || sign === '"') at = readPlain(source, at).end;
    else {
      if (sign === '{') depth += 1;
      if (sign === '}' && --depth === 0) return at;
      at += 1;
    }
  }
  return at;
}

/** Whether a slash starts a pattern: no value stands before it that could be divided. */
function isPattern(source, at) {
  return /(?:^|[=(,:[!&|?{};+\n]|=>|return)\s*$/.test(source.slice(Math.max(0, at - 40), at));
}

function endOfPattern(source, from) {
  let isInClass = false;
  for (let at = from + 1; at < source.length; at++) {
    const sign = source[at];
    if (sign === '\\') at += 1;
    else if (sign === '\n') return at;
    else if (sign === '[') isInClass = true;
    else if (sign === ']') isInClass = false;
    else if (sign === '/' && !isInClass) return at + 1;
  }
  return source.length;
}

const isQuery = /^\s*(?:select|insert|delete|update|alter|create|drop|grant|revoke|copy|begin|pragma|with \w+ as) /;

function isForPeople(text) {
  return /\p{L}{2}/u.test(text) && /\S\s+\S/.test(text.trim()) && !isQuery.test(text);
}

function readEscapes(text) {
  return text.replace(/\\n/g, '\n').replace(/\\(['"`$\\])/g, '$1');
}

function indexOr(source, sign, from) {
  const found = source.indexOf(sign, from);
  return found < 0 ? source.length : found;
}

// A pager may close before everything is written.
process.stdout.on('error', () => {});
const named = process.argv.slice(2).map((place) => resolve(place));
for (const path of (named.length > 0 ? named : FOLDERS).flatMap(listFiles)) {
  const source = readFileSync(path, 'utf8');
  const texts = path.endsWith('.tsx') ? [...findTexts(source), ...findTextsBetweenTags(source)] : findTexts(source);
  const name = relative(root, path).replaceAll('\\', '/');
  for (const { line, text } of texts.sort((a, b) => a.line - b.line))
    process.stdout.write(`${name.startsWith('..') ? path : name}:${line}: ${text.trim().replaceAll('\n', '\\n')}\n`);
}
