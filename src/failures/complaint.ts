import type { ShellCommand } from '../shell/index.ts';
import { Lru } from '../shell/lru.ts';

/** A line in which a program says what is wrong. */
export interface ComplaintLine {
  /**
   * The line without the parts that vary from call to call: equal for equal complaints, whatever program, path or number they
   * name.
   */
  key: string;
  /** The line as printed, truncated. */
  text: string;
}

/** Any further lines of one answer are details. */
const MOST_LINES = 6;
/** A complaint is at the beginning or at the end; the middle of a long output is content. */
const HEAD_LINES = 120;
const TAIL_LINES = 80;
const LONGEST_LINE = 400;

/**
 * Returns the lines of an output that complain, in the order in which they were printed. This needs no table of causes:
 * complaints use the same words in any program. A very short answer is a complaint in itself, because it is all there is.
 */
export function complaintsOf(output: string, { command, isAll = true }: ComplaintOptions = {}): ComplaintLine[] {
  if (output === '') return [];
  const isShort = isAll && output.length < 600 && countLines(output) <= 3;
  // Most outputs of successful calls have no such word: one test of the whole text avoids testing each line.
  if (!isShort && !COMPLAINS.test(output)) return [];
  const given = givenWords(command);
  const found = new Map<string, string>();
  for (const line of outerLines(output)) {
    const text = line.trim().slice(0, LONGEST_LINE);
    if (text === '') continue;
    const known = knownLine(text);
    if (!(isShort || known.complains) || known.isDetail) continue;
    const key = keyOf(text, given, known);
    if (!found.has(key)) found.set(key, text);
    if (found.size === MOST_LINES) break;
  }
  return [...found].map(([key, text]) => ({ key, text }));
}

/** Facts about the call that printed an output. */
interface ComplaintOptions {
  /** The command: its arguments vary from call to call, and so does a complaint that repeats them. */
  command?: ShellCommand | undefined;
  /** Whether a very short output is a complaint because it is all there is; false for a call that worked. */
  isAll?: boolean;
}

/** Returns the names and values that were passed to a command. */
function givenWords(command: ShellCommand | undefined): ReadonlySet<string> {
  const given = command ? [...command.operands, ...command.arguments.flatMap(({ value }) => value ?? [])] : [];
  return new Set(given.filter((word) => word.length >= 3));
}

function countLines(output: string): number {
  return output.trim().split('\n').length;
}

function outerLines(output: string): string[] {
  const lines = output.split('\n');
  return lines.length <= HEAD_LINES + TAIL_LINES ? lines : [...lines.slice(0, HEAD_LINES), ...lines.slice(-TAIL_LINES)];
}

/** What is known of a line, whatever call printed it. */
interface KnownLine {
  complains: boolean;
  isDetail: boolean;
  /** Its key, if it repeats no word of the command. */
  key?: string;
}

/** Programs print the same lines again and again: in mining, a third of the time went into testing them anew. */
const lines = new Lru<KnownLine>(4_000);

function knownLine(text: string): KnownLine {
  const known = lines.get(text);
  if (known) return known;
  const line: KnownLine = { complains: COMPLAINS.test(text), isDetail: isDetail(text) };
  lines.set(text, line);
  return line;
}

function keyOf(line: string, given: ReadonlySet<string>, known: KnownLine): string {
  for (const word of given) {
    if (line.includes(word))
      return withoutVarying(line.replace(/[\w.@:+-]{3,}/g, (found) => (given.has(found) ? '<…>' : found)));
  }
  known.key ??= withoutVarying(line);
  return known.key;
}

/** Removes from a line the parts that differ between two calls with the same complaint: quoted names, paths, hashes, numbers. */
function withoutVarying(line: string): string {
  return line
    .replace(/"[^"\n]{1,200}"|(?<![\w])'[^'\n]{1,200}'|`[^`\n]{1,200}`|‘[^’\n]{1,200}’|“[^”\n]{1,200}”/g, '<…>')
    .replace(/https?:\/\/\S+/g, '<url>')
    .replace(/(?:[A-Za-z]:)?[\w.@+~-]{0,80}[\\/][\w.@+\-\\/~*{}$]+/g, '<path>')
    .replace(/\b[0-9a-f]{7,40}\b/g, '<hash>')
    .replace(/\d+/g, '<n>')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 160);
}

/** Words that are typical of complaints. */
const COMPLAINS =
  /^\s*[×✖✗✘⨯]|\b(?:error|fatal|fail(?:ed|ure|s)?|cannot|can't|could ?n[o']t|couldn't|unable|denied|invalid|illegal|unknown|unexpected|unrecogni[sz]ed|unsupported|undefined|missing|reject(?:ed|s)?|refus(?:ed|es|ing)|blocked|forbidden|conflict|panic|ignored|exceed(?:s|ed)|expected|requires?|must|usage:|already|ambiguous|incompatible|timed out|no such|no matches|no longer|not (?:a|an|allowed|available|defined|enabled|exist|found|installed|in|known|permitted|recogni[sz]ed|set|supported|trusted|valid|yet)|do(?:es)? not|doesn't|is not|are not|has no|have no|has not|still in progress|limit reached|did you mean|nothing to|no \w+ (?:targets? |files? )?found)\b/im;

/**
 * Whether a line says only that something failed, and not what: echoed commands, the trailers of runners and hooks, counts, stack
 * frames, hints, status tables with tabs, and single verdicts of test runners.
 */
function isDetail(text: string): boolean {
  return DETAIL.test(text) || text.split('\t').length > 2;
}

const DETAIL =
  /^[$>] |exit(?:ed)?(?: with)?(?: exit| non-zero)?[ -](?:code|status)|^error: script "|ELIFECYCLE|^npm (?:err!?|error)|^make(?:\[\d+\])?: \*\*\*|script failed \(code|\btask failed\b|^\s*at\s|^hint:|for more information|^error: (?:could not compile|aborting)|^(?:---\s)?FAIL\b|^ok\s|^test result|^caused by|^found \d+ (?:error|warning|problem)|^✖? ?\d+ (?:error|problem|fail)|^command failed|^process exited|^\W+$|^\w+:\s*$|^error:?\s*$/i;
