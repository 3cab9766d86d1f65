import type { SafeLine } from '../lessons/quotable.ts';

/** The longest text of one lesson; sentences of lessons are a tenth of it, and a context file must not be flooded. */
const LONGEST = 1_000;

/**
 * Makes a text safe for one line of a Markdown file that agents obey. It may come from a session, so it must not break out of its
 * line, forge a marker or a heading, hide letters, or make the agent load a file: Claude Code and Gemini replace `@path` by the
 * content of that file, though not in code.
 */
export function toSafeLine(text: string): SafeLine {
  const parts = splitCode(toPlainLine(text)).flatMap((part) =>
    part.isCode ? [escapeComments(part.text)] : escapeText(part.text),
  );
  return escapeStart(parts.reduce(joinParts, '')) as SafeLine;
}

/**
 * Returns a lesson's guidance as a hook says it. Clients put the output of hooks between tags of their own (`<system-reminder>`,
 * `<hook_context>`): a text with such a tag, even in code, could end its frame and continue as somebody else.
 */
export function toFramedLine(text: string): SafeLine {
  return toSafeLine(text).replace(FRAME, (tag) => tag.replace('<', '‹')) as SafeLine;
}

/** Tags with a hyphen or an underscore in their name, and those of conversations. Shells and HTML have none of them. */
const FRAME = /<\/?(?:[a-z]+[-_][\w-]*|system|user|human|assistant|tool|result|invoke|function)(?=[\s>:/]|$)/gi;

/**
 * Returns a text as shown to a model in a prompt: it reads tags even in code. `<` is escaped if a `>` could close it, but not in
 * `psql <seed.sql`.
 */
export function toPromptLine(text: string): SafeLine {
  const end = text.lastIndexOf('>');
  return toSafeLine(text.replace(/<(?=[/!?]?[A-Za-z])/g, (sign, at: number) => (at < end ? '&lt;' : sign)));
}

/**
 * Returns one line of bounded length, without invisible characters: suitable for a string in code, where Markdown means nothing.
 */
export function toPlainLine(text: string): SafeLine {
  const line = text
    .replace(/\s/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\u2800]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return (line.length > LONGEST ? `${line.slice(0, LONGEST).replace(/[\uD800-\uDBFF]$/, '')}…` : line) as SafeLine;
}

/** Formats a text as code in Markdown, whatever backticks it contains. */
export function toCode(words: string): SafeLine {
  // Other tools look for their markers anywhere in a line.
  const text = toPlainLine(words).replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return (longest === 0 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`) as SafeLine;
}

interface Part {
  text: string;
  isCode: boolean;
}

/** Splits a line into code spans and the text between; backticks that open nothing are text. */
function splitCode(line: string): Part[] {
  const runs = [...line.matchAll(/`+/g)].map((match) => ({ at: match.index, length: match[0].length }));
  const parts: Part[] = [];
  let from = 0;
  for (let index = 0; index < runs.length; index++) {
    const open = runs[index];
    const closing = runs.findIndex((run, later) => later > index && run.length === open?.length);
    const close = runs[closing];
    if (!open || !close) continue;
    parts.push({ text: line.slice(from, open.at), isCode: false });
    from = close.at + close.length;
    parts.push({ text: line.slice(open.at, from), isCode: true });
    index = closing;
  }
  return [...parts, { text: line.slice(from), isCode: false }];
}

function escapeText(text: string): string[] {
  return text.split(/((?<![\w.+-])@[^\s`,;)\]}"']*)/).map((part) => {
    if (part.startsWith('@')) return `\`${escapeComments(part)}\``;
    return escapeComments(part)
      .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
      .replaceAll('`', '\\`')
      .replace(/<(?=[A-Za-z/!?])/g, '\\<')
      .replaceAll('![', '!\\[');
  });
}

/** Joins parts; two adjacent backticks would form a different mark. */
function joinParts(line: string, part: string): string {
  return line.endsWith('`') && part.startsWith('`') ? `${line} ${part}` : line + part;
}

/** Escapes comments, because other tools look for their markers anywhere in a line. */
function escapeComments(text: string): string {
  return text.replaceAll('<!--', '&lt;!--').replaceAll('-->', '--&gt;');
}

/** Escapes the beginning of a line, because a list item's text can be a heading, a quote or another list. */
function escapeStart(line: string): string {
  if (/^(?:[#>+=|~-]|\*(?=\s|$))/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}
