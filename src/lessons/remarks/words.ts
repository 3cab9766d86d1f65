import { familyOf, programOf } from '../../programs/lookup.ts';
import { measureDistance } from '../../shared/did-you-mean.ts';

/** The words that carry the meaning of a wish. */
interface Meaning {
  /** In lower case and singular, without filler words, in order. */
  words: string[];
  /** Whether it names a way of working (commits, tests, comments) or a well-known tool. */
  namesWay: boolean;
  /** Whether it names code: a path, a member, a flag, a tag. */
  namesCode: boolean;
}

/** Extracts the meaning of a wish. */
export function readMeaning(what: string): Meaning {
  const words: string[] = [];
  let namesWay = false;
  let namesCode = false;
  for (const token of what.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|[^\s,;!?()[\]{}]+/gu) ?? []) {
    if (isAsian(token)) {
      words.push(...pairsOf(token));
      namesWay ||= asianWays.some((way) => token.includes(way));
      continue;
    }
    const isQuoted = /^["'`“”„«].*["'`“”»]$/.test(token);
    const bare = token.replace(/^["'`“”„«»(.:]+|["'`“”«»).:]+$/g, '');
    const word = fold(bare);
    if (word === '' || ((fillers.has(word) || fillers.has(bare.toLowerCase())) && !isQuoted)) continue;
    words.push(word);
    if (isCodeLike(bare) || isQuoted) namesCode = true;
    if (isWay(word) || word.split(/[./-]/).some(isWay)) namesWay = true;
  }
  return { words, namesWay, namesCode };
}

/** Whether two wishes mean the same: most of their words are equal, apart from typing errors. */
export function isSameMeaning(a: readonly string[], b: readonly string[]): boolean {
  if (a.length === 0 || b.length === 0) return false;
  const [few, many] = a.length <= b.length ? [a, b] : [b, a];
  const shared = few.filter((word) => many.some((other) => word === other || isSlip(word, other))).length;
  return shared / (few.length + many.length - shared) >= 0.6;
}

/** Whether two words of some length differ by one typing error. */
function isSlip(a: string, b: string): boolean {
  return (
    Math.min(a.length, b.length) >= 5 &&
    Math.abs(a.length - b.length) <= 1 &&
    a.length < 40 &&
    measureDistance(a, b) <= 1
  );
}

function fold(word: string): string {
  const lower = word.toLowerCase().replace(/'s$/, '');
  return (lower.length > 3 || lower === 'prs' || lower === 'mrs') && /[^s]s$/.test(lower) ? lower.slice(0, -1) : lower;
}

function isCodeLike(word: string): boolean {
  return /[\w>][./:]\w|^<\w|^--?\w|^@\w|_|[a-z][A-Z]|\w\(\)/.test(word);
}

function isAsian(token: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(token);
}

/** Returns the pairs of adjacent letters, by which languages without spaces are compared. */
function pairsOf(run: string): string[] {
  const letters = [...run];
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}

const fillers = new Set(
  `a an the this that these those it its them they he she i we you me us my our your any some all every each one ones thing things
  anything something everything stuff here there now then yet again ever also just only really actually please pls so too very much
  many more less is are was were be been being do does did done have has had will would should could can may might must to of in on
  at by for from with without into onto over under about as if when while where what which who why how not no nor and or but because
  since than instead rather use using used want need make made get got let put set go going like file code change work way time
  fucking fuck shit damn goddamn bloody stupid der die das den dem ein eine einen und oder nicht kein keine mehr für mit von zu im in
  bitte le la les un une des de du et ou ne pas plus jamais pour avec el los las unos unas y o en con por para que no`.split(
    /\s+/,
  ),
);

/** Ways of working. Normalised. */
const ways = new Set(
  `commit push pull branch rebase merge amend squash cherry-pick stash worktree main master pr mr tag release comment docstring
  jsdoc emoji test mock stub snapshot lint linter format formatter prettier any unknown type typing console log logging print
  debug todo plan readme changelog doc documentation summary markdown screenshot subagent sub-agent agent skill mcp backward
  compatibility legacy fallback shim co-author coauthor co-authored-by attribution secret env dependency library package
  migration ternary tab semicolon default export import barrel index abstraction refactor hack workaround sleep timeout retry
  regex maven force-push no-verify function class interface enum async await then promise callback inline style dashes dash
  em-dash english german french spanish lsp tool server background port database sql orm raw schema`.split(/\s+/),
);

function isWay(word: string): boolean {
  // `k` is short for kubectl in a shell, but a letter in a sentence.
  return ways.has(word) || (word.length > 1 && programOf(familyOf(word))?.isSpokenOf === true);
}

const asianWays = [
  '提交',
  '推送',
  '测试',
  '注释',
  '分支',
  '合并',
  '日志',
  '类型',
  'コミット',
  'プッシュ',
  'テスト',
  'コメント',
  'ブランチ',
  'ログ',
];
