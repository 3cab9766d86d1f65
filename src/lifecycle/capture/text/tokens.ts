import { findNames } from './names.ts';

/** A word of a guidance, or something in the code base that it names. */
export interface Token {
  /** A name in its form for comparison; a word in lower case without its ending. */
  text: string;
  isName: boolean;
  /** Whether a comma, a colon or the like comes before it. */
  isApart: boolean;
}

/** Splits a guidance into names and words, in order. Articles and the like are left out; negating and relating words are kept. */
export function readTokens(guidance: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let isApart = false;
  let last = '';
  const readWords = (text: string) => {
    for (const match of text.toLowerCase().matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’_-]*|[,;:.!?—–()]/gu)) {
      const word = match[0].replaceAll('’', "'");
      if (/^[^\p{L}\p{N}]$/u.test(word)) isApart = true;
      else {
        // "do not" forbids; a "not" on its own contrasts two things: "A, not B".
        const meant = FORBIDDING.has(word) || (word === 'not' && MODALS.has(last)) ? 'never' : word;
        last = word;
        if (FILLERS.has(meant)) continue;
        tokens.push({ text: stem(meant), isName: false, isApart });
        isApart = false;
      }
    }
  };
  for (const name of findNames(guidance)) {
    readWords(guidance.slice(at, name.at));
    tokens.push({ text: name.text, isName: true, isApart });
    isApart = false;
    at = name.end;
  }
  readWords(guidance.slice(at));
  return tokens;
}

const FORBIDDING = new Set(["don't", "doesn't", "mustn't", "shouldn't", "can't", "won't", "isn't", "aren't", 'cannot']);
const MODALS = new Set('do does must should shall may can will would is are be'.split(' '));

const FILLERS = new Set(
  'a an the this that these those it its your our their is are be been being do does please must should shall may can will would here there also just so and or of any all each every'.split(
    ' ',
  ),
);

/** Words that are searched for without stemming. */
const RELATING = new Set('before after instead rather never without inside'.split(' '));

/** Removes endings that do not change the topic of a word. */
function stem(word: string): string {
  if (word.length <= 4 || RELATING.has(word)) return word;
  const bare = word.replace(/(?:ing|ed|es|s)$/, '');
  // "adding" and "add", "disabling" and "disable", "running" and "run".
  const single = bare === word ? word : bare.replace(/([b-df-hj-np-rtv-z])\1$/, '$1');
  return single.length < 3 ? word : single.replace(/e$/, '');
}

/** Splits a list of words into the form that tokens have. */
export function stems(words: string): string[] {
  return words.split(/\s+/).map(stem);
}
