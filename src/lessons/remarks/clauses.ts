/** The longest message that counts as typed: in real logs only short ones contained rules; long ones are pasted. */
const LONGEST_MESSAGE = 500;
const MOST_LINES = 10;
const LONGEST_CLAUSE = 140;
const SHORT_MESSAGE = 160;

/** A part of a sentence that a person typed. */
export interface Clause {
  text: string;
  isQuestion: boolean;
  /** Whether it opens its sentence, in a message that says little else. */
  isOutright: boolean;
  /** Whether it is introduced as a lasting rule: "from now on", "for future reference", "I told you". */
  isStanding: boolean;
}

/**
 * Extracts the clauses of a message that a person typed to the agent. Pasted logs, documents, quotations, code and prompts
 * written by another program say nothing about the person: if a message looks like one, nothing of it is used.
 */
export function takeClauses(message: string): Clause[] {
  const typed = stripPasted(message);
  if (typed.length > LONGEST_MESSAGE || looksGenerated(typed)) return [];
  const lines = typed.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length > MOST_LINES) return [];
  const isShort = typed.length <= SHORT_MESSAGE;
  return lines.filter((line) => !looksPasted(line)).flatMap((line) => splitLine(line, isShort));
}

/** Removes text between fences, in quoted lines, between paired tags, and in quotation marks if it is a whole sentence. */
function stripPasted(message: string): string {
  return dropFences(message)
    .replace(/^[ \t]*>.*$/gm, '')
    .replace(/<([A-Za-z][\w-]{0,40})\b[^<>]{0,200}>[^<>]{0,2000}<\/\1>/g, '\n')
    .replace(/["“„«][^"”“»\n]{25,400}["”“»]/g, '\n')
    .trim();
}

function dropFences(text: string): string {
  // Text between an odd and an even fence is code; a fence that is never closed extends to the end.
  return text
    .split(/```|~~~/)
    .filter((_, index) => index % 2 === 0)
    .join('\n');
}

/**
 * Whether a text has headings, tables, bold words, role prompts or commands of the client: nobody types those to make a remark.
 */
function looksGenerated(text: string): boolean {
  if (/^(?:\/[\w:-]+(?:\s|$)|\[\[|<|#{1,6} |You are (?:an? |the )|Implement the following plan|Caveat:)/.test(text))
    return true;
  if (/^#{1,6} \S|^\|.*\|$|\*\*[^*\n]+\*\*/m.test(text)) return true;
  return (text.match(/^\s*(?:[-*•]|\d{1,2}[.)])\s/gm) ?? []).length > 4;
}

/** Whether a line is from a log, a diff, a stack trace or code. */
function looksPasted(line: string): boolean {
  return (
    /^(?: {4}|\t|\s*(?:at |File "|[+$❯⎿│├└✓✗×→]|@@|import |export |const |function |def |class |\/\/|#!|\{|\}))/.test(
      line,
    ) || /\b(?:Error|Exception|Traceback|Warning|FAILED|Severity)\b|[{};]\s*$|=>/.test(line)
  );
}

function splitLine(line: string, isShort: boolean): Clause[] {
  const clauses: Clause[] = [];
  let isStanding = false;
  for (const sentence of line.replace(/^\s*(?:[-*•]|\d{1,2}[.)])\s+/, '').split(/(?<=[.!?;:])\s+|(?<=[。！？；])/)) {
    const isQuestion = /[?？]\s*["')]?$/.test(sentence.trimEnd());
    const meant = sentence.replace(standing, '');
    isStanding ||= meant !== sentence;
    // "For future reference:" alone says nothing.
    if (meant.trim() === '') continue;
    for (const [index, part] of meant.split(joint).entries()) {
      const text = part.replace(/^[\s,.;:!–—-]+|[\s.!?;:,。！？；，…]+$/gu, '').trim();
      if (text === '' || text.length > LONGEST_CLAUSE) continue;
      clauses.push({ text, isQuestion, isOutright: isShort && index === 0, isStanding: isStanding && index === 0 });
    }
    isStanding = false;
  }
  return clauses;
}

/** Openings that say how long the rest is to hold. */
const standing =
  /^\s*(?:(?:no|ok|okay|please|hey|again|so|and|also)[,!]? )?(?:(?:from now on|going forward|for (?:the )?future(?: reference)?|in (?:the )?future|(?:as )?i(?:'ve| have)? (?:already )?(?:told you|said)(?: (?:before|already|this before|many times))?|how (?:often|many times) (?:do|must|did) i (?:have to )?(?:tell|say)(?: you)?)\s*(?:[,:.;!?–—-]\s*|$)|(?:from now on|going forward)\s+)/i;

/** The boundary between two wishes: a comma or a conjunction before a request. */
const joint =
  /[,，、](?!\s*(?:not|nicht|pas)\s)\s*|\s+(?:and|but|so|und|aber|et|mais|y|pero)\s+(?=(?:then|also|please|always|never|do not|don['’]?t|dont|stop|avoid|use|run|rerun|update|make sure|remember|prefer|read|commit|push|nie|immer|bitte|kein\w*|ne|toujours|nunca|siempre)\b)|\s+then\s+(?=(?:run|update|commit|push|\w+ (?:fix|lint|test|check))\b)/i;
