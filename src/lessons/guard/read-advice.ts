import { programs } from '../../programs/index.ts';

/** A text that a reader of a sentence may run. */
export interface AdvisedText {
  text: string;
  /** Whether it is in code marks. */
  isCode: boolean;
  /** Whether the sentence says not to use it. */
  isForbidden: boolean;
}

/**
 * Returns the texts in a sentence that could be run: everything in code marks, and in plain words everything that begins like a
 * command, is a flag, or sets a variable. Texts that the sentence forbids are marked: "Never commit with `--no-verify`".
 */
export function readAdvice(text: string): AdvisedText[] {
  const found: AdvisedText[] = [];
  for (const match of text.matchAll(CODE))
    found.push({ text: (match[2] ?? '').trim(), isCode: true, isForbidden: isForbidden(text, match.index) });
  // Spaces in place of the code keep the offsets.
  const plain = text.replace(CODE, (code) => ' '.repeat(code.length)).replace(/[“”"«»]/g, ' ');
  for (const match of plain.matchAll(beginnings())) {
    const rest = plain.slice(match.index, match.index + LONGEST);
    const end = rest.search(
      /[.;!?](?:\s|$)|\n|,\s|:\s|\s(?:before|after|first|when|whenever|if|then|because|otherwise|unless|so that|in order|instead of|rather than)\s/,
    );
    found.push({
      text: (end < 0 ? rest : rest.slice(0, end)).trim(),
      isCode: false,
      isForbidden: isForbidden(plain, match.index),
    });
  }
  for (const match of plain.matchAll(/(?<![\w-])(?:--[a-z][\w-]{2,60}(?:=\S{1,80})?|[A-Z][A-Z0-9_]{2,60}=\S{1,80})/g))
    found.push({ text: match[0], isCode: false, isForbidden: isForbidden(plain, match.index) });
  return found;
}

/** One code mark, or several in a row so that the code can contain others. */
const CODE = /(`{1,5})([^`\n]{1,1000})\1/g;
const LONGEST = 300;

let made: RegExp | undefined;

/** Commands in plain words, of programs that a refusal can be about. */
function beginnings(): RegExp {
  made ??= compileBeginnings();
  return made;
}

function compileBeginnings(): RegExp {
  const names = programs.flatMap(({ names, guardedInProse: guarded }) =>
    guarded === true ? names.split(' ') : guarded ? guarded.source : [],
  );
  return new RegExp(`(?<![\\w./\\\\-])(?:\\\\|(?:\\/[\\w.-]+){0,4}\\/)?(?:${names.join('|')})(?=[\\s=]|$)`, 'gi');
}

/**
 * Whether the text at a position is forbidden. Between the negation and what it negates there is at most one verb, and nothing
 * that could begin another clause: "if it does not pass run …" negates something else.
 */
export function isForbidden(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - REACH), at);
  const denials = [...before.matchAll(DENIAL)];
  return denials.some(({ index, 0: word }) => DENIED.test(before.slice(index + word.length)));
}

const REACH = 200;
const DENIAL =
  /\b(?:never|not|no|avoid|instead of|rather than|refuses?|refused|forbids?|denies|do without|stop)(?![\w-])|n['’]t(?!\w)/gi;
const VERB =
  '(?:run|running|use|using|call|calling|execute|type|try|do|commit|committing|push|pushing|pass|passing|add|adding|set|setting|install|installing|write|know|take|takes|recommend|suggest|work|merge|delete|skip|bypass|start|be)';
const DENIED = new RegExp(
  `^(?:\\s+(?:ever|again))?(?:\\s+${VERB}(?:(?:,(?: (?:or|and))?| (?:or|and)) ${VERB}){0,3})?(?:\\s+(?:the|a|an|any|bare|to|with|by|via|on|of|or|and|even|flag|option|command|sub-command|script|target|changes|reading)\\b|\\s*\`[^\`\\n]{1,200}\`,?|\\s+--?[A-Za-z][\\w-]{0,40},?)*[\\s("'“]*$`,
  'i',
);
